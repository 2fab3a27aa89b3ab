//! Runs a command that turns every input into an output: `decode`, `strip` and `extract`.

use std::collections::HashSet;
use std::hash::{BuildHasher, RandomState};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Result, bail};
use pellucid_files::{Beside, Input, Progress, ordered};

use crate::exit;
use crate::inputs::Inputs;
use crate::output::{Destination, Stdout};
use crate::rows::{Row, Table};

/// What is done with each input, in two steps: what can be done in any order, and the writing itself.
///
/// With files as output, both steps run for many inputs at once. On standard output the writing must wait for its
/// turn, and only the first step does.
pub trait Transform: Send + Sync + 'static {
    /// What the first step hands to the second.
    type Ready: Send + 'static;

    /// Everything that can be done before writing.
    fn prepare(&self, input: Input) -> Result<Self::Ready>;

    /// Writes the output.
    fn write(&self, ready: Self::Ready, out: &mut dyn Write) -> Result<Done>;

    /// How the names of files in an output folder end; none if they stay as they are.
    fn ending(&self) -> Option<&'static str> {
        None
    }

    /// Whether the input is copied as it is, and so keeps its name.
    fn is_copy(&self, _: &Self::Ready) -> bool {
        false
    }
}

/// An input that is done with.
pub struct Done {
    /// Its row in a table; with its error, if it failed.
    pub row: Row,
    /// What is worth a note on standard error.
    pub note: Option<String>,
}

impl Done {
    fn failed(path: &Path, error: &anyhow::Error) -> Done {
        Done { row: Row::failed(path, error), note: None }
    }
}

/// Runs it over all inputs. Rows go to standard output if there is a table for them.
pub fn run(
    transform: impl Transform,
    inputs: &Inputs,
    destination: &Destination,
    table: Option<Table>,
    progress: &Progress,
) -> Result<u8> {
    let (mut all, mut failed) = (0u64, 0u64);
    let mut report = |Done { row, note }: &Done| {
        all += 1;
        if let Some(error) = row.error() {
            failed += 1;
            progress.error(&format!("{}: {error}", row.shown_path()));
        } else if let Some(note) = note {
            progress.note(&format!("{}: {note}", row.shown_path()));
        }
    };
    let mut out = Stdout::lock();
    match destination.clone() {
        Destination::Stdout => {
            let transform = Arc::new(transform);
            let first = Arc::clone(&transform);
            let prepare = move |input: Input| {
                let path = input.path.clone();
                (path, first.prepare(input))
            };
            for prepared in ordered::map(inputs.walk(), inputs.threads(), prepare)? {
                let (path, ready) = prepared?;
                let result = ready.and_then(|ready| transform.write(ready, &mut out));
                match result {
                    Err(error) if out.has_failed() => return Err(error),
                    result => report(&result.unwrap_or_else(|error| Done::failed(&path, &error))),
                }
            }
        }
        files => {
            // Compared while the inputs are walked, so that it is always the later one that fails.
            let ending = transform.ending();
            let mut taken = Taken::default();
            let placed = inputs.apart_from(files.path()).walk().map(move |input| {
                let [place, copy] = files.files_for(&input, ending).expect("no standard output here");
                (input, taken.take(place), copy)
            });
            let work = move |(input, place, copy): (Input, Result<PathBuf>, PathBuf)| {
                let path = input.path.clone();
                place
                    .and_then(|place| to_file(&transform, input, &place, &copy))
                    .unwrap_or_else(|error| Done::failed(&path, &error))
            };
            if let Some(table) = &table {
                table.write_header(&mut out)?;
            }
            for done in ordered::map(placed, inputs.threads(), work)? {
                let done = done?;
                report(&done);
                if let Some(table) = &table {
                    table.write(&done.row, &mut out)?;
                }
            }
        }
    }
    out.flush()?;
    progress.finish();
    if failed > 0 && all > 1 {
        progress.error(&format!("{failed} of {all} inputs failed"));
    }
    Ok(exit::after(failed))
}

/// Both steps, to a file that appears only when they succeed.
fn to_file(transform: &impl Transform, input: Input, place: &Path, copy: &Path) -> Result<Done> {
    let ready = transform.prepare(input)?;
    let mut file = Beside::create(if transform.is_copy(&ready) { copy } else { place })?;
    let done = transform.write(ready, &mut file)?;
    file.finish()?;
    Ok(done)
}

/// The places of the outputs so far: `a/index.html` and `b/index.html` must not both become `index.html`, nor `page.html`
/// and `page.html.gz` both `page.html`.
///
/// Of each place only a number of 128 bits is kept, so that a folder of millions takes little memory: no two places have
/// the same one by chance.
#[derive(Default)]
struct Taken {
    places: HashSet<(u64, u64)>,
    hashers: (RandomState, RandomState),
}

impl Taken {
    fn take(&mut self, place: PathBuf) -> Result<PathBuf> {
        let (one, other) = &self.hashers;
        if !self.places.insert((one.hash_one(&place), other.hash_one(&place))) {
            bail!("{} is already the output of another input", place.display());
        }
        Ok(place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_taken_once() {
        let mut taken = Taken::default();
        assert!(taken.take("a/page".into()).is_ok() && taken.take("b/page".into()).is_ok());
        assert!(taken.take("a/page".into()).is_err());
    }
}
