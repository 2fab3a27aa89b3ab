//! Text of six languages → pages whose only bytes beyond ASCII are signs of windows-1252: the dot of a menu, a degree, a fraction.
//!
//! Such pages are common, and a letter of another alphabet has the byte of each sign. Right is the text that windows-1252 gives.

use anyhow::{Result, ensure};
use pellucid::{Detector, encodings};
use pellucid_corpora::languages::Language;
use pellucid_corpora::typed::plain;
use rayon::prelude::*;

use super::{Measured, Outcome, ask};

/// Languages with enough text in ASCII.
const LANGUAGES: [&str; 6] = ["en", "es", "pt", "de", "fr", "nl"];

/// Bytes of text, before the signs and the markup.
const SIZES: [usize; 5] = [200, 500, 1000, 2000, 4000];

/// What is not a letter in the upper half of windows-1252, in settings in which it is met. `@` is a word of the text, `<` and `>` are
/// the halves of a long one. The first setting is the one that pairs use.
const SETTINGS: &[(char, &[&str])] = &[
    ('€', &["@ 12,50 €", "€ 500", "9,99€"]),
    ('‚', &["‚@'"]),
    ('„', &["„@\""]),
    ('…', &["@ @…", "… @"]),
    ('†', &["@ @ †", "† 1897"]),
    ('‡', &["@ ‡"]),
    ('ˆ', &["10ˆ3", "ˆ @"]),
    ('‰', &["0,5 ‰", "13‰"]),
    ('‹', &["‹ @", "‹@"]),
    ('‘', &["‘@ @'"]),
    ('’', &["@’s @", "@’"]),
    ('“', &["“@ @\""]),
    ('”', &["\"@ @”", "15” @"]),
    ('•', &["• @ @", "@ • @ • @"]),
    ('–', &["@ – @", "10–12"]),
    ('—', &["@ @—@", "— @"]),
    ('˜', &["˜ 20", "˜@"]),
    ('™', &["@™", "@ ™ @"]),
    ('›', &["@ › @ › @", "@ ›"]),
    ('\u{A0}', &["@\u{A0}@", "@\u{A0}|\u{A0}@", "\u{A0}\u{A0}@"]),
    ('¡', &["¡@!"]),
    ('¢', &["50¢", "99 ¢"]),
    ('£', &["£ 500", "£12.50", "@ £1,000"]),
    ('¤', &["¤ 100", "@ ¤ @"]),
    ('¥', &["¥ 500", "¥12,000"]),
    ('¦', &["@ ¦ @ ¦ @"]),
    ('§', &["§ 5", "@ § 12 (3)"]),
    ('¨', &["¨@¨", "@¨"]),
    ('©', &["© 2011 @", "@ © @ 2004"]),
    ('ª', &["1ª @", "2ª"]),
    ('«', &["« @", "«@"]),
    ('¬', &["@ ¬ @"]),
    ('\u{AD}', &["<\u{AD}>", "@ <\u{AD}> @"]),
    ('®', &["@®", "@ ® @"]),
    ('¯', &["¯ @ ¯"]),
    ('°', &["20 °C", "45°", "n° 12"]),
    ('±', &["± 5", "10 ± 2"]),
    ('²', &["100 m²", "km²"]),
    ('³', &["5 m³", "10³"]),
    ('´', &["@´s", "it´s @", "d´@"]),
    ('µ', &["5 µm", "20 µg", "µTorrent"]),
    ('¶', &["¶ @", "@ ¶"]),
    ('·', &["@ · @", "@ · @ · @", "@·@"]),
    ('¸', &["¸@"]),
    ('¹', &["@¹", "10 m s-¹"]),
    ('º', &["1º @", "nº 7", "20 ºC"]),
    ('»', &["@ » @ » @", "@ »"]),
    ('¼', &["1 ¼ @", "¼"]),
    ('½', &["1 ½ @", "2½"]),
    ('¾', &["¾ @", "3¾"]),
    ('¿', &["¿@ @?"]),
    ('×', &["2 × 4", "1024×768", "@ ×"]),
    ('÷', &["8 ÷ 2", "10÷15"]),
];

/// The signs that most pages with signs have. A detector is judged by these first; nobody writes `¸` alone.
const COMMON: &str = "€…‘’“”•–—™\u{A0}¡£§©ª«®°±²´µ·º»½¿×";

/// Signs that open and close, in one setting.
const AROUND: &[(char, char)] =
    &[('“', '”'), ('‘', '’'), ('„', '“'), ('‚', '‘'), ('«', '»'), ('‹', '›'), ('¡', '¿'), ('„', '”')];

/// Lines in ASCII of a language.
struct Text {
    language: &'static str,
    lines: Vec<String>,
}

/// A page to ask about.
struct Case {
    signs: String,
    /// Lines with signs, before words are put in.
    settings: Vec<String>,
    size: usize,
    /// Distinguishes pages with the same signs, so that each has other text around them.
    number: usize,
}

/// Makes the pages and asks about them.
pub fn measure(languages: &[Language]) -> Result<Measured> {
    let mut texts = Vec::new();
    for tag in LANGUAGES {
        let Some(language) = languages.iter().find(|language| language.tag == tag) else { continue };
        let valid = language.valid()?;
        let text = Text { language: tag, lines: ascii(&valid) };
        ensure!(
            text.lines.iter().map(String::len).sum::<usize>() > 20_000,
            "{tag}: too few clauses in ASCII"
        );
        texts.push(text);
    }
    let cases = cases();
    let outcomes = texts.par_iter().flat_map(|text| {
        cases.par_iter().flat_map_iter(|case| ["text", "html"].map(|form| outcome(text, case, form)))
    });
    let mut outcomes: Vec<Outcome> = outcomes.collect();
    outcomes.sort_by(|a, b| (&a.group, &a.about).cmp(&(&b.group, &b.about)));
    Ok(Measured {
        name: "signs",
        title: "Pages with signs of windows-1252 and no letters beyond ASCII",
        note: "Right is decode-equal with windows-1252. A pair is common if both of its signs are. Signs are shown as they are, the no-break space as `nbsp`, the soft hyphen as \
               `shy`. In the tables by language and size, single signs and pairs count together; pairs are `two` in the table by sign.",
        columns: vec!["sign", "language", "size", "form", "setting"],
        by: vec!["language", "size", "sign"],
        not_calibrated: Vec::new(),
        outcomes,
    })
}

/// Lines of the clauses that are ASCII: whole sentences are too few where most have accents.
fn ascii(text: &str) -> Vec<String> {
    let lines: Vec<String> = text.lines().map(plain).collect();
    let clauses =
        lines.iter().flat_map(|line| line.split_inclusive(['.', ',', ';', ':', '!', '?'])).map(str::trim);
    let is_usable =
        |clause: &&str| clause.len() >= 20 && clause.is_ascii() && !clause.contains(['<', '&', '|']);
    let clauses: Vec<&str> = clauses.filter(is_usable).collect();
    clauses.chunks(3).map(|three| three.join(" ")).collect()
}

/// Every setting of every sign in all sizes, and every pair of signs in one size each.
fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for (sign, settings) in SETTINGS {
        for (setting, size) in settings.iter().flat_map(|setting| SIZES.map(|size| (setting, size))) {
            let settings = vec![(*setting).to_owned()];
            cases.push(Case { signs: name(*sign), settings, size, number: cases.len() });
        }
    }
    for (at, (one, first)) in SETTINGS.iter().enumerate() {
        for (other, second) in &SETTINGS[at + 1..] {
            let size = SIZES[cases.len() % SIZES.len()];
            let around = AROUND.iter().find(|pair| **pair == (*one, *other) || **pair == (*other, *one));
            let settings = match around {
                Some(('¡', '¿')) => vec!["¡@! ¿@ @?".to_owned()],
                Some((open, close)) => vec![format!("{open}@ @{close}")],
                None => vec![first[0].to_owned(), second[0].to_owned()],
            };
            let signs = format!("{} {}", name(*one), name(*other));
            cases.push(Case { signs, settings, size, number: cases.len() });
        }
    }
    cases
}

fn name(sign: char) -> String {
    match sign {
        '\u{A0}' => "nbsp".into(),
        '\u{AD}' => "shy".into(),
        _ => sign.into(),
    }
}

fn outcome(text: &Text, case: &Case, form: &str) -> Outcome {
    let page = page(text, case, form == "html");
    let bytes = encodings::WINDOWS_1252.encode(&page).into_bytes();
    let (answer, confidence, right) = ask(&Detector::default(), &bytes, &encodings::WINDOWS_1252);
    let is_pair = case.signs.contains(' ');
    let is_common = page.chars().all(|c| c.is_ascii() || COMMON.contains(c));
    let kind = if is_common { "common" } else { "rare" };
    Outcome {
        group: format!("{}, {kind}, {form}", if is_pair { "two signs" } else { "one sign" }),
        about: vec![
            if is_pair { "two".to_owned() } else { case.signs.clone() },
            text.language.to_owned(),
            case.size.to_string(),
            form.to_owned(),
            case.settings.join(" / "),
        ],
        answer,
        confidence,
        right,
    }
}

/// Lines of the text, cut to the size, with the settings between them.
fn page(text: &Text, case: &Case, html: bool) -> String {
    let start = case.number * 7 % text.lines.len();
    let (mut lines, mut left) = (Vec::new(), case.size);
    for line in text.lines.iter().cycle().skip(start) {
        let end = line.len().min(left);
        let end = if end == line.len() { end } else { line[..end].rfind(' ').unwrap_or(end) };
        lines.push(line[..end].to_owned());
        left -= line.len().min(left);
        if left == 0 {
            break;
        }
    }
    let words: Vec<&str> = text.lines[start..]
        .iter()
        .flat_map(|line| line.split(' '))
        .filter(|word| is_word(word))
        .take(64)
        .collect();
    for (number, setting) in case.settings.iter().enumerate() {
        let at = (case.number + 1 + 5 * number) % (lines.len() + 1);
        lines.insert(at, filled(setting, &words, case.number));
    }
    if html {
        let body: String = lines.iter().map(|line| format!("<p>{line}</p>\n")).collect();
        format!(
            "<html>\n<head><title>{}</title></head>\n<body>\n{body}</body>\n</html>\n",
            words.first().unwrap_or(&"")
        )
    } else {
        lines.join("\n") + "\n"
    }
}

fn is_word(word: &str) -> bool {
    word.len() > 2 && word.bytes().all(|byte| byte.is_ascii_alphabetic())
}

/// A setting with words in it.
fn filled(setting: &str, words: &[&str], number: usize) -> String {
    let mut next = words.iter().cycle().skip(number % words.len().max(1));
    let long = words.iter().copied().filter(|word| word.len() >= 8).nth(number % 3).unwrap_or("information");
    let mut line = String::new();
    for c in setting.chars() {
        match c {
            '@' => line += next.next().unwrap_or(&"word"),
            '<' => line += &long[..long.len() / 2],
            '>' => line += &long[long.len() / 2..],
            c => line.push(c),
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The signs are exactly what windows-1252 has beyond ASCII and is not a letter; four of them are letters to Unicode.
    #[test]
    fn every_sign_has_settings_with_no_other_sign() {
        let upper: Vec<u8> = (0x80..=0xFF).collect();
        let decoded = encodings::WINDOWS_1252.decode(&upper).text().to_owned();
        let is_sign = |c: &char| !c.is_control() && (!c.is_alphabetic() || "ˆªµº".contains(*c));
        let signs: Vec<char> = decoded.chars().filter(is_sign).collect();
        assert_eq!(signs, SETTINGS.iter().map(|(sign, _)| *sign).collect::<Vec<_>>());
        for (sign, settings) in SETTINGS {
            for setting in *settings {
                assert!(
                    setting.contains(*sign) && setting.chars().all(|c| c == *sign || c.is_ascii()),
                    "{setting}"
                );
            }
        }
    }

    #[test]
    fn common_signs_are_signs() {
        assert!(COMMON.chars().all(|c| SETTINGS.iter().any(|(sign, _)| *sign == c)));
    }

    #[test]
    fn pages_are_ascii_but_for_their_signs() {
        let text =
            Text { language: "en", lines: vec!["The quick brown foxes jump over yesterday".into(); 9] };
        let case =
            |setting: &str, size| Case { signs: "x".into(), settings: vec![setting.into()], size, number: 3 };
        let plain = page(&text, &case("<\u{AD}>", 200), false);
        assert_eq!(plain.matches(|c: char| !c.is_ascii()).collect::<Vec<_>>(), ["\u{AD}"]);
        assert!(plain.contains("yest\u{AD}erday"), "{plain}");
        assert!((190..=225).contains(&plain.len()), "{} {plain}", plain.len());
        let html = page(&text, &case("@ · @", 4000), true);
        assert!(html.contains("<p>foxes · jump</p>") && html.len() > 4000, "{html}");
    }

    #[test]
    fn cases_are_singles_in_every_size_and_all_pairs() {
        let cases = cases();
        let (pairs, singles): (Vec<_>, Vec<_>) = cases.iter().partition(|case| case.signs.contains(' '));
        assert_eq!(pairs.len(), SETTINGS.len() * (SETTINGS.len() - 1) / 2);
        assert_eq!(
            singles.len(),
            SETTINGS.iter().map(|(_, settings)| settings.len()).sum::<usize>() * SIZES.len()
        );
        assert!(pairs.iter().any(|case| case.settings == ["«@ @»"]));
    }
}
