//! Text of all languages, misread in the usual ways → how much of it is restored exactly; and clean text → how much is left alone.
//!
//! Beside Pellucid runs ftfy (`fix_encoding`), if there is a virtual environment with it (`cargo dev peers`).

use anyhow::Result;
use pellucid::Encoding;
use pellucid::encodings::{
    EUC_KR, GBK, KOI8_R, MACINTOSH, SHIFT_JIS, UTF_8, WINDOWS_1250, WINDOWS_1251, WINDOWS_1252,
};
use pellucid::repair::Via;
use pellucid_corpora::languages::Language;

use super::{Measured, Outcome, is_misread};
use crate::peers::process::{Process, unescape};
use crate::peers::python;
use crate::report::tables::Table;

/// Lines of each language: misread UTF-8, misread legacy text, clean.
const LINES: [usize; 3] = [20, 200, 100];
/// Characters of a text, and the names of these lengths.
const LENGTHS: [(usize, &str); 4] = [(20, "20"), (50, "50"), (200, "200"), (usize::MAX, "whole line")];

/// A way in which text is misread: the encoding it was in, the one in which it was read, how often, and the languages that are written
/// so; all, if there are none.
struct Way {
    was: &'static Encoding,
    via: Via,
    times: usize,
    languages: &'static [&'static str],
}

impl Way {
    fn all() -> Vec<Way> {
        let mut ways = Vec::new();
        for times in [1, 2] {
            let legacy = [&WINDOWS_1252, &WINDOWS_1251, &WINDOWS_1250, &MACINTOSH].map(Via::Encoding);
            let vias = legacy.into_iter().chain([Via::Latin1]);
            ways.extend(vias.map(|via| Way { was: &UTF_8, via, times, languages: &[] }));
        }
        let cyrillic: &[&str] = &["ru", "bg"];
        for (was, via, languages) in [
            (&WINDOWS_1251, Via::Latin1, cyrillic),
            (&KOI8_R, Via::Encoding(&WINDOWS_1251), cyrillic),
            (&WINDOWS_1251, Via::Encoding(&KOI8_R), cyrillic),
            (&SHIFT_JIS, Via::Latin1, &["ja"]),
            (&GBK, Via::Latin1, &["zh-Hans"]),
            (&EUC_KR, Via::Latin1, &["ko"]),
        ] {
            ways.push(Way { was, via, times: 1, languages });
        }
        ways
    }

    fn name(&self) -> String {
        let twice = if self.times > 1 { ", twice" } else { "" };
        format!("{} as {}{twice}", self.was, self.via)
    }

    /// What it makes of a text, if it changes that and can be undone.
    fn misread(&self, text: &str) -> Option<String> {
        let mut wrong = text.to_owned();
        for _ in 0..self.times {
            wrong = self.via.read(&Via::Encoding(self.was).write(&wrong)?)?;
        }
        (wrong != text).then_some(wrong)
    }
}

/// A text, and what must become of it.
struct Case {
    group: String,
    language: String,
    length: &'static str,
    text: String,
    wanted: String,
}

/// What Pellucid and ftfy make of all cases: the answers of Pellucid, and a table of both.
pub fn measure(languages: &[Language]) -> Result<(Measured, Table)> {
    let cases = cases(languages)?;
    let mut ftfy = python::command("ftfy").and_then(Process::start);
    let mut outcomes = Vec::new();
    let mut rows: Vec<(String, [usize; 3])> = Vec::new();
    for case in &cases {
        let repaired = pellucid::repair(&case.text);
        let right = repaired.text() == case.wanted;
        let peer = match &mut ftfy {
            Ok(ftfy) => unescape(&ftfy.ask(case.text.as_bytes())?.label) == case.wanted,
            Err(_) => false,
        };
        let group = format!("{}, {}", case.group, case.length);
        if rows.last().is_none_or(|(last, _)| *last != group) {
            rows.push((group.clone(), [0; 3]));
        }
        if let Some((_, [all, ours, theirs])) = rows.last_mut() {
            (*all, *ours, *theirs) = (*all + 1, *ours + usize::from(right), *theirs + usize::from(peer));
        }
        let answer = if repaired.is_unchanged() { "unchanged" } else { "changed" };
        let about = vec![case.language.clone(), case.text.chars().take(80).collect()];
        outcomes.push(Outcome { group, about, answer, confidence: 0.0, right });
    }
    let share = |right: usize, all: usize| format!("{:.2}", 100.0 * right as f64 / all as f64);
    let peer = |right: usize, all: usize| if ftfy.is_ok() { share(right, all) } else { "–".into() };
    let note = match &ftfy {
        Ok(_) => String::new(),
        Err(reason) => format!("no ftfy: {reason:#}"),
    };
    let row = |(group, [all, ours, theirs]): (String, [usize; 3])| {
        vec![group, all.to_string(), share(ours, all), peer(theirs, all)]
    };
    let table = Table {
        title: "Exactly as it should be, in %".into(),
        note,
        head: ["text", "cases", "Pellucid", "ftfy"].map(String::from).to_vec(),
        rows: rows.into_iter().map(row).collect(),
        detail: false,
    };
    let measured = Measured {
        name: "repair",
        title: "Text that was misread, and clean text",
        note: "Right is the exact text. Text is cut to so many characters before it is misread. Lines that are misread in the corpus itself \
               are left out (testdata/misread-lines.txt).",
        columns: vec!["language", "text"],
        by: Vec::new(),
        not_calibrated: vec![""],
        outcomes,
    };
    Ok((measured, table))
}

/// All cases, those of a group together.
fn cases(languages: &[Language]) -> Result<Vec<Case>> {
    let mut texts = Vec::new();
    for language in languages {
        let text = language.valid()?;
        let is_clean = |line: &&str| !line.is_ascii() && !is_misread(line);
        texts.push((&language.file, text.lines().filter(is_clean).map(String::from).collect::<Vec<_>>()));
    }
    let some = |lines: &[String], most: usize| -> Vec<String> {
        lines.iter().step_by(lines.len().div_ceil(most).max(1)).cloned().collect()
    };
    let mut cases = Vec::new();
    for way in Way::all() {
        let is_wanted = |language: &str| way.languages.is_empty() || way.languages.contains(&language);
        let most = LINES[usize::from(!way.languages.is_empty())];
        for (length, name) in LENGTHS {
            for (language, lines) in texts.iter().filter(|(language, _)| is_wanted(language)) {
                for line in some(lines, most) {
                    let wanted: String = line.chars().take(length).collect();
                    let Some(text) = way.misread(&wanted) else { continue };
                    let language = (*language).clone();
                    cases.push(Case { group: way.name(), language, length: name, text, wanted });
                }
            }
        }
    }
    type Cased = fn(&str) -> String;
    let cased: [(&str, Cased); 3] = [
        ("clean", str::to_owned),
        ("clean, in capitals", str::to_uppercase),
        ("clean, in swapped case", swapped),
    ];
    for (group, case) in cased {
        for (language, lines) in &texts {
            for line in some(lines, LINES[2]) {
                let text = case(&line);
                let language = (*language).clone();
                let length = "whole line";
                cases.push(Case { group: group.into(), language, length, wanted: text.clone(), text });
            }
        }
    }
    Ok(cases)
}

fn swapped(text: &str) -> String {
    let mut new = String::new();
    for c in text.chars() {
        if c.is_uppercase() { new.extend(c.to_lowercase()) } else { new.extend(c.to_uppercase()) }
    }
    new
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_misread_once_and_twice() {
        let ways = Way::all();
        assert_eq!(ways.len(), 16);
        let latin1 = |times| ways.iter().find(|way| way.via == Via::Latin1 && way.times == times).unwrap();
        assert_eq!(latin1(1).misread("é").as_deref(), Some("Ã©"));
        assert_eq!(latin1(2).misread("é").as_deref(), Some("Ã\u{83}Â©"));
        assert_eq!(latin1(2).misread("e"), None);
        assert_eq!(latin1(2).name(), "UTF-8 as ISO-8859-1, twice");
    }

    #[test]
    fn case_is_swapped() {
        assert_eq!(swapped("Вот Это"), "вОТ эТО");
    }
}
