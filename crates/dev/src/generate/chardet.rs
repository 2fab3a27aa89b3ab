//! What chardet calls encodings: the table of the Python package in, the same for TypeScript out.

use std::fmt::Write;
use std::fs;

use anyhow::{Context, Result, ensure};

use super::{File, Part};
use crate::commands::workspace;

/// The one table.
const TABLE: &str = "crates/python/pellucid/compat/chardet/_names.py";

const HEAD: &str = "\
// Written by `cargo dev generate` from crates/python/pellucid/compat/chardet/_names.py; do not edit.

";

/// The file, in one part.
pub fn file() -> Result<File> {
    let table = fs::read_to_string(workspace().join(TABLE)).context(TABLE)?;
    let bytes = Ok(written(&table).context(TABLE)?.into_bytes());
    let name = "web/package/src/compat/table.ts";
    Ok(File { name, parts: vec![Part { name: "chardet's names".to_owned(), bytes }] })
}

fn written(table: &str) -> Result<String> {
    let mut text = HEAD.to_owned();
    text += "/** By era: chardet's codec, how it spells that, the encodings that it reads. */\n";
    text += "export const NAMES: readonly (readonly (readonly [codec: string, spelled: string, of: readonly string[]])[])[] = [\n";
    let mut rows = 0;
    for line in between(table, "_NAMES = {", "\n}\n")?.lines() {
        match line.split_whitespace().collect::<Vec<_>>()[..] {
            [era, "\"\"\""] => {
                writeln!(text, "  // {}", era.trim_end_matches(':')).map(|()| text += "  [\n")?
            }
            ["\"\"\","] => text += "  ],\n",
            [codec, spelled, of] => {
                let of: Vec<&str> = of.split(',').filter(|name| *name != "-").collect();
                writeln!(text, "    [{codec:?}, {spelled:?}, {of:?}],")?;
                rows += 1;
            }
            [] => {}
            _ => anyhow::bail!("neither a row nor the name of an era: {line}"),
        }
    }
    ensure!(rows > 0, "no row");
    text += "];\n\n/** The larger encoding that chardet prefers on request. */\n";
    text += "export const SUPERSETS: Readonly<Record<string, string>> = Object.freeze({";
    text += between(table, "SUPERSETS = {", "\n}\n")?.replace("\n    ", "\n  ").as_str();
    text += "\n});\n";
    Ok(text)
}

/// What stands between two marks.
fn between<'a>(text: &'a str, begin: &str, end: &str) -> Result<&'a str> {
    let (_, rest) = text.split_once(begin).with_context(|| format!("no {begin}"))?;
    rest.split_once(end).map(|(part, _)| part).with_context(|| format!("{begin} has no end"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_become_rows_and_anything_else_is_an_error() {
        let table = "_NAMES = {\n    Era.DOS: \"\"\"\n        cp866 IBM866 IBM866\n        cp856 cp856 -\n    \"\"\",\n}\n\nSUPERSETS = {\n    \"a\": \"b\",\n}\n";
        let text = written(table).unwrap();
        assert!(text.contains("  // Era.DOS\n  [\n    [\"cp866\", \"IBM866\", [\"IBM866\"]],\n    [\"cp856\", \"cp856\", []],\n  ],\n];\n"));
        assert!(text.ends_with("Object.freeze({\n  \"a\": \"b\",\n});\n"));
        assert!(written(&table.replace("cp866 IBM866 ", "cp866 ")).is_err());
    }
}
