//! What all sources say, merged: of each field the word of the most trusted one.

use std::collections::HashMap;

use super::trust::{FIELDS, Field, Source};

/// No list is longer than this.
pub(super) const MOST: usize = 256;

/// What was found so far: of each field what the most trusted source says, and its place in the order of trust.
#[derive(Default)]
pub(super) struct Found([(u8, Vec<String>); FIELDS]);

impl Found {
    /// A source says so. Of a field with one value, a source is believed the first time.
    pub(super) fn offer(&mut self, field: Field, source: Source, text: &str) {
        let Some(place) = field.trusted().iter().position(|trusted| *trusted == source) else { return };
        let (best, values) = &mut self.0[field as usize];
        let is_list = matches!(field, Field::Authors | Field::Keywords | Field::Categories);
        let (is_new, is_same) =
            (values.is_empty() || place < usize::from(*best), place == usize::from(*best));
        if !(is_new || is_same && is_list && values.len() < MOST) {
            return;
        }
        let more = field.values(text, source);
        if more.is_empty() {
            return;
        }
        if is_new {
            values.clear();
            *best = place as u8;
        }
        values.extend(more);
        values.truncate(if is_list { MOST } else { 1 });
    }

    pub(super) fn get(&self, field: Field) -> Option<&str> {
        self.0[field as usize].1.first().map(String::as_str)
    }

    pub(super) fn take(&mut self, field: Field) -> Option<String> {
        self.0[field as usize].1.pop()
    }

    /// The values of a list, each once.
    pub(super) fn take_list(&mut self, field: Field) -> Vec<String> {
        let mut seen = HashMap::new();
        let mut values = std::mem::take(&mut self.0[field as usize].1);
        values.retain(|value| {
            let count: &mut u32 = seen.entry(value.to_lowercase()).or_default();
            *count += 1;
            *count == 1
        });
        // Authors of several posts: some wrote more of them than others.
        let mut counts = seen.values();
        let first = counts.next();
        let is_meta = field.trusted().get(usize::from(self.0[field as usize].0)) == Some(&Source::Meta);
        if field == Field::Authors && is_meta && counts.any(|count| Some(count) != first) {
            values.clear();
        }
        values
    }
}
