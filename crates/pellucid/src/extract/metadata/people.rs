//! Names of people in a byline: "By A and B, Staff Writer" has two.
//!
//! What is no name is as if it were not there: addresses, handles, accounts ("admin"), roles.

/// What introduces an author, folded as [`fold`](super::line::fold) does; a row for each language or two. A word that ends in `:` also
/// stands with a full-width colon or a slash.
#[rustfmt::skip]
const BYLINES: &[&str] = &[
    "written by", "posted by", "story by", "words by", "text by", "reported by", "author:", "by:", "by",
    "von", "autor:", "text:", "ein beitrag von", "beitrag von",
    "ecrit par", "publie par", "redige par", "auteur:", "par",
    "escrito por", "publicado por", "texto:", "por",
    "scritto da", "a cura di", "autore:", "di",
    "geschreven door", "door", "skrevet av", "skrevet af", "skriven av", "av", "af", "napisał", "kirjoittaja:", "yazan:", "yazar:",
    "автор:", "текст:", "автор", "авторка:", "автори:",
    "του", "της", "συντακτης:", "γραφει ο", "γραφει η", "απο τον", "απο την",
    "作者:", "记者:", "記者:", "记者", "記者", "撰文:", "文:", "文／", "執筆:", "著者:", "글:",
    "بقلم:", "بقلم", "کتب:", "کتبه", "کتب", "کتبت", "الکاتب:", "نویسنده:", "به قلم", "تحریر:",
    "מאת:", "מאת", "tac gia:", "penulis:", "oleh:", "oleh",
];

/// Those of [`BYLINES`] that also begin other lines: they count where the place is called so.
const WEAK: &[&str] =
    &["di", "av", "af", "του", "της", "автор", "记者", "記者", "کتب", "کتبت", "text:", "texto:", "текст:"];

/// Accounts and roles in place of a name.
#[rustfmt::skip]
const NOBODY: &[&str] = &[
    "admin", "administrator", "author", "authors", "by", "editor", "editors", "editorial", "editorial team", "guest", "guest author",
    "me", "root", "staff", "staff writer", "super user", "unknown", "anonymous", "user", "webmaster", "redaktion", "die redaktion",
    "redaccion", "redazione", "la redaction", "redaction", "redacao", "redactie", "redakcja", "redakce", "редакция", "编辑", "小编", "本站",
    "written by", "share", "print", "comments", "follow", "subscribe", "contributor", "news desk", "web desk", "null", "none", "n/a",
];

/// Words of what somebody is, after the name.
#[rustfmt::skip]
const ROLES: &[&str] = &[
    "writer", "editor", "reporter", "correspondent", "contributor", "columnist", "staff", "author", "producer", "analyst", "news",
    "press", "redakteur", "journalist", "korrespondent", "redacteur", "periodista", "giornalista", "for", "special",
];

use super::line::fold;

/// Whether a text names a host: "example.com", "Agency:www.example.com".
pub(super) fn is_host(text: &str) -> bool {
    let is_label =
        |label: &str| label.len() > 2 && label.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
    let is_end = |end: &str| (2..7).contains(&end.len()) && end.bytes().all(|b| b.is_ascii_lowercase());
    let words = text.split(|c: char| c.is_whitespace() || matches!(c, ':' | '：' | '/' | '|'));
    words.map(|word| word.split('.').collect::<Vec<_>>()).any(|labels| match labels[..] {
        [.., name, end] => is_label(name) && is_end(end),
        _ => false,
    })
}

/// The names after a word that introduces them, at the beginning of a text.
pub(super) fn after_byline(text: &str, is_called_so: bool) -> Option<Vec<String>> {
    let folded = fold(text);
    let starts = |word: &&&str| {
        let bare = word.trim_end_matches(':');
        let Some(rest) = folded.strip_prefix(bare) else { return false };
        let next = rest.trim_start().chars().next();
        let is_cjk = bare.chars().any(|c| c > '\u{2E80}');
        if word.ends_with(':') {
            matches!(next, Some(':' | '：' | '/' | '／'))
        } else {
            is_cjk || next.is_none() || rest.starts_with([' ', ':', '\u{a0}'])
        }
    };
    let found = BYLINES.iter().filter(starts).filter(|word| is_called_so || !WEAK.contains(word));
    let word = found.max_by_key(|word| word.len())?;
    // As many letters of the text as the word has; folding drops marks only.
    let words = word.split(' ').count();
    let mut rest = text.trim_start();
    if word.chars().any(|c| c > '\u{2E80}') {
        rest = rest
            .split_at(
                rest.char_indices()
                    .nth(word.trim_end_matches(':').chars().count())
                    .map_or(rest.len(), |(at, _)| at),
            )
            .1;
    } else {
        for _ in 0..words {
            let end = rest.find(|c: char| c.is_whitespace() || matches!(c, ':' | '：')).unwrap_or(rest.len());
            rest = rest[end..].trim_start();
        }
    }
    let rest = rest.trim_start_matches([':', '：', '/', '／', ' ']);
    let names = names(rest);
    (!names.is_empty()).then_some(names)
}

/// The names in a text that is made of them: "A, B and C", "A, Staff Writer".
pub(super) fn names(text: &str) -> Vec<String> {
    // What follows the names: a date, a place, an address.
    let end = text
        .find(|c: char| {
            c.is_ascii_digit()
                || matches!(c, '|' | '•' | '·' | '(' | '[' | '{' | '—' | '@' | '<' | '【' | '（')
        })
        .unwrap_or(text.len());
    let mut text = &text[..end];
    for stop in [
        " on ",
        " in ",
        " at ",
        " for ",
        " from ",
        " - ",
        " – ",
        " / ",
        " am ",
        " um ",
        " le ",
        " il ",
        " el ",
        ", updated",
        " updated ",
        " published ",
    ] {
        text = text.find(stop).filter(|at| *at > 0).map_or(text, |at| &text[..at]);
    }
    let mut parts: Vec<&str> = vec![text];
    for joint in [
        " and ", " AND ", " And ", " & ", " und ", " et ", " y ", " e ", " и ", " și ", " och ", " og ",
        " en ", " oraz ", " ve ", "、", "，", ";", "；",
    ] {
        parts = parts.into_iter().flat_map(|part| part.split(joint)).collect();
    }
    let mut names = Vec::new();
    for part in parts {
        let pieces: Vec<&str> =
            part.split([',', '،']).map(str::trim).filter(|piece| !piece.is_empty()).collect();
        let full = |piece: &str| piece.split_whitespace().count() > 1;
        match pieces[..] {
            // "Sadi, Muslih" is one name; what follows a whole one is another, or what that person is.
            [last, first] if !full(last) && !full(first) && part.is_ascii() => {
                names.extend(name(part.trim()))
            }
            _ => names.extend(
                pieces
                    .iter()
                    .enumerate()
                    .filter(|(n, piece)| *n == 0 || full(piece))
                    .filter_map(|(_, piece)| name(piece)),
            ),
        }
    }
    names
}

/// Whether it is an account or a role in place of a name.
pub(super) fn is_nobody(text: &str) -> bool {
    NOBODY.contains(&fold(text).as_str())
}

/// A name, if it may be one.
pub(super) fn name(text: &str) -> Option<String> {
    let name =
        text.trim().trim_matches(|c: char| !c.is_alphanumeric() && !matches!(c, '.' | ')' | '"' | '”' | '»'));
    let folded = fold(name);
    let words = name.split_whitespace().count();
    let is_role = || words > 1 && folded.split_whitespace().any(|word| ROLES.contains(&word));
    let has_domain = || {
        name.split('.').next_back().is_some_and(|end| {
            (2..=4).contains(&end.len()) && name.contains('.') && end.chars().all(|c| c.is_ascii_lowercase())
        })
    };
    let is_name = name.contains(char::is_alphabetic)
        && !name.contains("://")
        && !text.trim_start().starts_with(['@', '/', '#'])
        && !name.contains(['@', '{', '<', '?', '!', '='])
        && !name.starts_with("www.")
        && name.chars().count() <= 70
        && words <= 7
        && name.chars().count() > 1
        && !NOBODY.contains(&folded.as_str())
        && !has_domain()
        && !is_role();
    is_name.then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_people() {
        for (text, expected) in [
            ("Ann Lee and Bo Ek", "Ann Lee|Bo Ek"),
            ("Ann Lee, Bo Ek & Cy Fox", "Ann Lee|Bo Ek|Cy Fox"),
            ("Ann Lee, Staff Writer", "Ann Lee"),
            ("Victor Tangermann, Futurism", "Victor Tangermann"),
            ("Sadi, Muslih", "Sadi, Muslih"),
            ("Ann Lee, @annlee", "Ann Lee"),
            ("Ann Lee on March 5, 2012", "Ann Lee"),
            ("Анна Ли и Борис Эк", "Анна Ли|Борис Эк"),
            ("admin", ""),
            ("example.com", ""),
            ("@ann", ""),
        ] {
            assert_eq!(names(text).join("|"), expected, "{text}");
        }
    }

    #[test]
    fn words_before_names() {
        for (text, expected) in [
            ("By Ann Lee", Some("Ann Lee")),
            ("Written by Ann Lee", Some("Ann Lee")),
            ("BY: Ann Lee", Some("Ann Lee")),
            ("Von Änne Lü", Some("Änne Lü")),
            ("Автор: Анна Ли", Some("Анна Ли")),
            ("作者：李安", Some("李安")),
            ("بقلم: سعدي", Some("سعدي")),
            ("מאת דנה לוי", Some("דנה לוי")),
            ("Par Anne Lis et Bo Ek", Some("Anne Lis|Bo Ek")),
            ("Bypass surgery", None),
            ("Vonnegut", None),
            ("By", None),
        ] {
            assert_eq!(after_byline(text, false).map(|names| names.join("|")).as_deref(), expected, "{text}");
        }
    }
}
