//! What was found to be best for a site, as a small file: settings of R2L, and from what they were found.
//!
//! The file is TOML, of which a line is a key and its value; tables and lists are not needed, and no library for them. Who writes
//! such a file by hand hears of every key that is not known and every value that makes no sense.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use super::lcs::Unit;
use super::tune::GAPS;
use super::{Output, R2l, Script};

/// Settings of [`R2l`] for a site.
///
/// ```
/// use pellucid::papers::r2l::tune::Profile;
///
/// let profile: Profile = "extractor = \"r2l+\"\nscript = \"hebrew\"\ngap = 11".parse().unwrap();
/// let content = profile.r2l().extract("<p>שלום לכל הקוראים והקוראות, IBM</p>");
/// assert_eq!(content.text, "שלום לכל הקוראים והקוראות, IBM");
/// assert_eq!("gap = 21".parse::<Profile>().unwrap_err().to_string(), "line 1: `gap` must be 1 to 20");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    /// The site, if somebody named it.
    pub site: Option<String>,
    /// Which of the two extractors: `r2l` or `r2l+`.
    pub output: Output,
    /// What content is written in.
    pub script: Script,
    /// P, one of [`GAPS`].
    pub gap: usize,
    /// How it was found; nothing in a file written by hand.
    pub found: Option<Found>,
}

/// How a profile was found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Found {
    /// From so many pages.
    pub pages: usize,
    /// The mean F1 that the gap reaches on them, by the longest common subsequence.
    pub f1: f64,
    /// What of.
    pub unit: Unit,
}

impl Profile {
    /// The extractor with these settings.
    pub fn r2l(&self) -> R2l {
        R2l { script: self.script, gap: self.gap, output: self.output }
    }
}

/// As it is read again.
impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if let Some(site) = &self.site {
            writeln!(f, "site = {}", Quoted(site))?;
        }
        writeln!(f, "extractor = \"{}\"", self.output.name())?;
        writeln!(f, "script = \"{}\"", self.script.name())?;
        writeln!(f, "gap = {}", self.gap)?;
        if let Some(Found { pages, f1, unit }) = self.found {
            writeln!(f, "\n# Found from so many pages, on which it reaches this F1, by these units.")?;
            writeln!(f, "pages = {pages}\nf1 = {f1:.4}\nunit = \"{}\"", unit.name())?;
        }
        Ok(())
    }
}

/// A string as TOML has it.
struct Quoted<'a>(&'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("\"")?;
        for character in self.0.chars() {
            match character {
                '"' | '\\' => write!(f, "\\{character}")?,
                _ if character.is_control() => write!(f, "\\u{:04X}", u32::from(character))?,
                _ => write!(f, "{character}")?,
            }
        }
        f.write_str("\"")
    }
}

/// Why a text is no profile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProfileError {
    /// The line, from 1; none where something is missing.
    line: Option<usize>,
    reason: String,
}

impl fmt::Display for ProfileError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}: {}", self.reason),
            None => f.write_str(&self.reason),
        }
    }
}

impl Error for ProfileError {}

impl FromStr for Profile {
    type Err = ProfileError;

    fn from_str(text: &str) -> Result<Profile, ProfileError> {
        let mut seen: Vec<&str> = Vec::new();
        let (mut site, mut output, mut script, mut gap) = (None, None, None, None);
        let (mut pages, mut f1, mut unit) = (None, None, Unit::default());
        for (i, line) in text.trim_start_matches('\u{FEFF}').lines().enumerate() {
            let wrong = |reason: String| ProfileError { line: Some(i + 1), reason };
            let Some((key, value)) = entry(line).map_err(wrong)? else { continue };
            if seen.contains(&key) {
                return Err(wrong(format!("`{key}` is there twice")));
            }
            seen.push(key);
            let of = |expected: String| wrong(format!("`{key}` must be {expected}"));
            match key {
                "site" => site = Some(value.string().ok_or_else(|| of("a string".into()))?),
                "extractor" => output = Some(value.one_of(Output::ALL, Output::name).map_err(of)?),
                "script" => script = Some(value.one_of(Script::ALL, Script::name).map_err(of)?),
                "unit" => unit = value.one_of(Unit::ALL, Unit::name).map_err(of)?,
                "gap" => {
                    let chosen = value.number().filter(|gap| GAPS.contains(gap));
                    gap = Some(chosen.ok_or_else(|| of(format!("{} to {}", GAPS.start(), GAPS.end())))?);
                }
                "pages" => pages = Some(value.number().ok_or_else(|| of("a number".into()))?),
                "f1" => {
                    let share = value.number().filter(|f1| (0.0..=1.0).contains(f1));
                    f1 = Some(share.ok_or_else(|| of("0 to 1".into()))?);
                }
                _ => return Err(wrong(format!("`{key}` is no key of a profile"))),
            }
        }
        let missing = |key: &str| ProfileError { line: None, reason: format!("`{key}` is missing") };
        Ok(Profile {
            site,
            output: output.ok_or_else(|| missing("extractor"))?,
            script: script.ok_or_else(|| missing("script"))?,
            gap: gap.ok_or_else(|| missing("gap"))?,
            found: match (pages, f1) {
                (Some(pages), Some(f1)) => Some(Found { pages, f1, unit }),
                (None, None) => None,
                (None, _) => return Err(missing("pages")),
                (_, None) => return Err(missing("f1")),
            },
        })
    }
}

/// What stands behind a key.
enum Value<'a> {
    String(String),
    Other(&'a str),
}

impl Value<'_> {
    fn string(self) -> Option<String> {
        match self {
            Value::String(string) => Some(string),
            Value::Other(_) => None,
        }
    }

    fn number<T: FromStr>(&self) -> Option<T> {
        match self {
            Value::Other(number) => number.parse().ok(),
            Value::String(_) => None,
        }
    }

    /// The one with this name, or which there are.
    fn one_of<T: Copy>(self, all: &[T], name: impl Fn(T) -> &'static str) -> Result<T, String> {
        let written = self.string();
        let found = all.iter().copied().find(|&one| written.as_deref() == Some(name(one)));
        let list = || all.iter().map(|&one| format!("\"{}\"", name(one))).collect::<Vec<_>>().join(", ");
        found.ok_or_else(|| format!("one of {}", list()))
    }
}

/// The key and the value of a line; neither in an empty one or a comment.
fn entry(line: &str) -> Result<Option<(&str, Value<'_>)>, String> {
    let line = line.trim();
    if line.is_empty() || line.starts_with('#') {
        return Ok(None);
    }
    let Some((key, value)) = line.split_once('=') else {
        return Err("neither `key = value` nor a comment".into());
    };
    let value = value.trim_start();
    let (value, rest) = match value.chars().next() {
        Some('"') => basic_string(&value[1..])?,
        Some('\'') => {
            let (string, rest) = value[1..].split_once('\'').ok_or("the string does not end")?;
            (Value::String(string.into()), rest)
        }
        _ => {
            let (value, rest) = value.split_at(value.find('#').unwrap_or(value.len()));
            (Value::Other(value.trim_end()), rest)
        }
    };
    match rest.trim_start() {
        "" => Ok(Some((key.trim_end(), value))),
        rest if rest.starts_with('#') => Ok(Some((key.trim_end(), value))),
        rest => Err(format!("`{rest}` behind the value")),
    }
}

/// A string in double quotes, of which the first is gone, and what stands behind it.
fn basic_string(text: &str) -> Result<(Value<'_>, &str), String> {
    let mut string = String::new();
    let mut characters = text.chars();
    loop {
        match characters.next() {
            Some('"') => return Ok((Value::String(string), characters.as_str())),
            Some('\\') => string.push(match characters.next() {
                Some(escaped @ ('"' | '\\')) => escaped,
                Some('n') => '\n',
                Some('r') => '\r',
                Some('t') => '\t',
                Some(kind @ ('u' | 'U')) => {
                    let digits: String = characters.by_ref().take(if kind == 'u' { 4 } else { 8 }).collect();
                    let code = u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32);
                    code.ok_or_else(|| format!("`\\{kind}{digits}` is no character"))?
                }
                other => {
                    return Err(format!("`\\{}` means nothing", other.map_or(String::new(), String::from)));
                }
            }),
            Some(character) => string.push(character),
            None => return Err("the string does not end".into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn profile() -> Profile {
        Profile {
            site: Some("example.ir".into()),
            output: Output::Text,
            script: Script::Arabic,
            gap: 11,
            found: Some(Found { pages: 24, f1: 0.9125, unit: Unit::Words }),
        }
    }

    #[test]
    fn written_and_read() {
        let text = profile().to_string();
        assert_eq!(
            text,
            "site = \"example.ir\"\nextractor = \"r2l+\"\nscript = \"arabic\"\ngap = 11\n\n\
             # Found from so many pages, on which it reaches this F1, by these units.\n\
             pages = 24\nf1 = 0.9125\nunit = \"words\"\n"
        );
        assert_eq!(text.parse(), Ok(profile()));
        assert_eq!(profile().r2l(), R2l { script: Script::Arabic, gap: 11, output: Output::Text });
    }

    #[test]
    fn by_hand() {
        let text = "\u{FEFF}# mine\r\n gap=3 # lines\r\nextractor = 'r2l'\n\nscript = \"arabic-block\"#x\nsite = \"a\\u0041\\\"\"";
        let read: Profile = text.parse().unwrap();
        assert_eq!((read.gap, read.output, read.script), (3, Output::Script, Script::ArabicBlock));
        assert_eq!((read.site.as_deref(), read.found), (Some("aA\""), None));
    }

    #[test]
    fn what_makes_no_sense_is_told() {
        let good = "extractor = \"r2l\"\nscript = \"arabic\"\n";
        for (text, reason) in [
            ("", "`extractor` is missing"),
            (good, "`gap` is missing"),
            ("gap = 0", "line 1: `gap` must be 1 to 20"),
            ("\ngap = 21", "line 2: `gap` must be 1 to 20"),
            ("gap = \"8\"", "line 1: `gap` must be 1 to 20"),
            ("gap = 8\ngap = 9", "line 2: `gap` is there twice"),
            ("gaps = 8", "line 1: `gaps` is no key of a profile"),
            ("[r2l]", "line 1: neither `key = value` nor a comment"),
            ("extractor = \"licea\"", "line 1: `extractor` must be one of \"r2l\", \"r2l+\", \"r2l-tree\""),
            ("extractor = r2l", "line 1: `extractor` must be one of \"r2l\", \"r2l+\", \"r2l-tree\""),
            ("extractor = \"r2l", "line 1: the string does not end"),
            ("site = \"a\" b", "line 1: `b` behind the value"),
            ("site = \"\\x\"", "line 1: `\\x` means nothing"),
            ("f1 = 1.5", "line 1: `f1` must be 0 to 1"),
            ("f1 = nan", "line 1: `f1` must be 0 to 1"),
            ("pages = -1", "line 1: `pages` must be a number"),
        ] {
            assert_eq!(text.parse::<Profile>().unwrap_err().to_string(), reason, "{text}");
        }
        let half = format!("{good}gap = 8\npages = 2");
        assert_eq!(half.parse::<Profile>().unwrap_err().to_string(), "`f1` is missing");
    }

    proptest! {
        /// What is written is TOML, and is read as it was.
        #[test]
        fn any_site(site in any::<String>()) {
            let profile = Profile { site: Some(site.clone()), ..profile() };
            let text = profile.to_string();
            let table: toml::Table = toml::from_str(&text).unwrap();
            prop_assert_eq!(table["site"].as_str(), Some(&*site));
            prop_assert_eq!(text.parse(), Ok(profile));
        }

        #[test]
        fn any_text(text in "((gap|site|f1|x)( ?= ?)(\"|'|\\\\u|[0-9a]|#|=|é){0,8}\n){0,4}") {
            let _ = text.parse::<Profile>();
        }
    }
}
