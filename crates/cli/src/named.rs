//! Values of the library on the command line, under the names that they have there.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// Parses one of `all` by its name.
pub fn named<T: Copy + Send + Sync + 'static>(
    all: &'static [T],
    name: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(all.iter().map(|&one| value(name(one)))).map(move |written| {
        let found = all.iter().find(|&&one| value(name(one)).matches(&written, false));
        *found.expect("clap has checked that it is one of them")
    })
}

/// A name, and the other name that people try.
fn value(name: &'static str) -> PossibleValue {
    let value = PossibleValue::new(name);
    if name == "jsonl" { value.alias("json") } else { value }
}

#[cfg(test)]
mod tests {
    use clap::{Arg, Command};

    use super::*;

    #[test]
    fn json_means_jsonl() {
        let parser = named(&["text", "jsonl"], |name| name);
        let command = Command::new("").arg(Arg::new("format").value_parser(parser));
        let parsed = |word| {
            let matches = command.clone().try_get_matches_from(["", word]).ok()?;
            matches.get_one::<&str>("format").copied()
        };
        assert_eq!(
            ["text", "jsonl", "json", "xml"].map(parsed),
            [Some("text"), Some("jsonl"), Some("jsonl"), None]
        );
    }
}
