//! Values of the library on the command line, by the names that they have there.

use clap::builder::{PossibleValuesParser, TypedValueParser};

/// Reads one of `all` by its name.
pub fn named<T: Copy + Send + Sync + 'static>(
    all: &'static [T],
    name: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(all.iter().map(|&one| name(one))).map(move |written| {
        *all.iter().find(|&&one| name(one) == written).expect("clap has checked that it is one of them")
    })
}
