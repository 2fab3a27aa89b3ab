//! What must hold for the metadata of any page.

use pellucid::extract::Metadata;

/// A field is one line, of a length that somebody may read, and a date is one.
pub fn check(page: &str) {
    let found = Metadata::of(page);
    let fields = [
        &found.title,
        &found.date,
        &found.modified,
        &found.site_name,
        &found.description,
        &found.language,
        &found.url,
        &found.licence,
        &found.image,
        &found.kind,
    ];
    let lists = found.authors.iter().chain(&found.keywords);
    for value in fields.into_iter().flatten().chain(lists) {
        assert!(!value.is_empty() && !value.contains(['\n', '\r']), "{value:?}");
    }
    for date in [&found.date, &found.modified].into_iter().flatten() {
        check_date(date);
    }
}

/// A date as ISO 8601 has it: a year, and whatever follows it, within its bounds.
fn check_date(date: &str) {
    let mut numbers = date[..date.len().min(10)].split('-');
    let mut next = |length: usize, bounds: std::ops::RangeInclusive<u32>| {
        let Some(digits) = numbers.next() else { return };
        let number: u32 = digits.parse().unwrap_or_else(|_| panic!("{date:?}"));
        assert!(digits.len() == length && bounds.contains(&number), "{date:?}");
    };
    next(4, 1..=9999);
    next(2, 1..=12);
    next(2, 1..=31);
}
