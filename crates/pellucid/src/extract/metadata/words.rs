//! The words that introduce names of people, and those that no name has.

use super::line::first;

/// Words that introduce names. For each ASCII letter that one begins with there are bits of what follows it: most texts begin with
/// no such pair. For all other letters together there are bits of their codes.
pub(super) struct Words {
    pub words: &'static [&'static str],
    pairs: [u32; 26],
    others: u64,
}

impl Words {
    const fn new(words: &'static [&'static str]) -> Words {
        let (mut pairs, mut others, mut at) = ([0; 26], 0, 0);
        while at < words.len() {
            let word = words[at].as_bytes();
            match place(word[0]) {
                Some(first) => pairs[first] |= second(word[1]),
                // The last byte of a letter has the lowest bits of its code.
                None => others |= 1 << (word[if word[0] < 0xE0 { 1 } else { 2 }] & 0x3F),
            }
            at += 1;
        }
        Words { words, pairs, others }
    }

    /// Whether one of them may begin a text.
    pub fn may_begin(&self, text: &str) -> bool {
        let bytes = text.as_bytes();
        let pair = |first: usize| {
            bytes.get(1).is_none_or(|byte| !byte.is_ascii() || self.pairs[first] & second(*byte) != 0)
        };
        let other = || first(text.chars().next()?);
        match bytes.first() {
            Some(letter) if letter.is_ascii() => place(*letter).is_some_and(pair),
            Some(_) => {
                other().is_none_or(|first| first.is_ascii() || self.others >> (first as u32 & 0x3F) & 1 != 0)
            }
            None => false,
        }
    }
}

/// The place of an ASCII letter in the alphabet.
const fn place(letter: u8) -> Option<usize> {
    if letter.is_ascii_alphabetic() { Some((letter.to_ascii_lowercase() - b'a') as usize) } else { None }
}

/// A bit for the second byte of a word.
const fn second(byte: u8) -> u32 {
    match place(byte) {
        Some(place) => 1 << place,
        None => 1 << 26,
    }
}

/// What introduces an author, folded as [`fold`](super::line::fold) does; a row for each language or two. A word that ends in `:` also
/// stands with a full-width colon or a slash.
#[rustfmt::skip]
pub(super) static BYLINES: Words = Words::new(&[
    "written by", "posted by", "submitted by", "contributed by", "post author by", "story by", "words by", "text by", "reported by", "author:", "by:", "by",
    "von", "autor:", "text:", "ein beitrag von", "beitrag von",
    "eingestellt von", "veroffentlicht von", "geschrieben von", "verfasst von", "gepostet von", "diposting oleh", "geplaatst door",
    "pubblicato da", "inviato da", "لیکنه:", "لیکوال:", "نوشته:", "ecrit par", "publie par", "redige par", "auteur:", "par",
    "escrito por", "publicado por", "texto:", "por",
    "scritto da", "a cura di", "autore:", "di",
    "geschreven door", "door", "skrevet av", "skrevet af", "skriven av", "av", "af", "napisał", "kirjoittaja:", "yazan:", "yazar:",
    "автор:", "текст:", "автор", "авторка:", "автори:",
    "του", "της", "συντακτης:", "γραφει ο", "γραφει η", "απο τον", "απο την",
    "作者:", "采写:", "记者:", "記者:", "记者", "記者", "撰文:", "文:", "文／", "執筆:", "著者:", "글:",
    "بواسطة", "مرسلة بواسطة", "بقلم:", "بقلم", "کتب:", "کتبه", "کتب", "کتبت", "الکاتب:", "نویسنده:", "به قلم", "تحریر:",
    "מאת:", "מאת", "tac gia:", "penulis:", "oleh:", "oleh",
]);

/// Those of [`BYLINES`] that also begin other lines: they count where the place is called so.
pub(super) const WEAK: &[&str] =
    &["di", "av", "af", "του", "της", "автор", "记者", "記者", "کتب", "کتبت", "text:", "texto:", "текст:"];

/// Those that count within a line.
#[rustfmt::skip]
pub(super) static STRONG: Words = Words::new(&[
    "written by", "posted by", "submitted by", "story by", "author:", "by", "von", "autor:", "ecrit par", "publie par", "redige par", "auteur:", "par",
    "escrito por", "publicado por", "por", "scritto da", "a cura di", "autore:", "geschreven door", "door", "yazan:", "yazar:",
    "автор:", "作者:", "采写:", "记者:", "記者:", "撰文:", "執筆:", "著者:", "بقلم:", "الکاتب:", "نویسنده:", "מאת:", "tac gia:", "penulis:", "oleh:",
]);

/// Those that may stand before a name that is declared.
pub(super) static DECLARED: Words = Words::new(&[
    "by",
    "via",
    "written by",
    "posted by",
    "von",
    "interview:",
    "text:",
    "autor:",
    "author:",
    "作者:",
    "автор:",
]);

/// Accounts, roles, and words of buttons in place of a name.
#[rustfmt::skip]
pub(super) const NOBODY: &[&str] = &[
    "admin", "adminn", "administrator", "author", "authors", "by", "editor", "editors", "editorial", "guest", "guest author", "guest post",
    "me", "root", "super user", "unknown", "anonymous", "anonimo", "user", "webmaster", "redaction", "la redaction", "redacao", "редакция",
    "编辑", "小编", "本站", "written by", "article by", "text by", "insights from", "share", "print", "comments", "follow", "subscribe",
    "null", "none", "n/a", "view profile", "profile", "google +", "google profile", "about me", "about", "write a review", "date", "posted",
    "published", "text", "interview", "von", "par", "por", "more", "read more", "view all posts", "contact", "email", "e-mail", "website",
    "no primary author", "wire services", "thread", "subject", "foto", "fotos", "photo", "photos", "image", "red",
    "veroffentlicht", "aktualisiert", "publie", "publicado", "pubblicato", "gepubliceerd", "publicerad", "updated", "last updated", "posted on",
    "published on", "post", "autor", "auteur", "verfasser", "автор", "авторы", "作者", "记者", "記者", "нет", "not found", "undefined", "default", "name", "authorizing", "مدیر", "مدیر سایت", "ادمین", "المدیر", "الادارة", "news", "latest", "home", "login", "opinion", "reviews", "post author",
];

/// Words of what somebody is, after the name.
#[rustfmt::skip]
pub(super) const ROLES: &[&str] = &[
    "writer", "editor", "reporter", "correspondent", "contributor", "contributing", "columnist", "staff", "author", "producer", "analyst",
    "press", "manager", "director", "attorney", "president", "chief", "officer", "engineer", "founder", "co-founder", "ceo", "cto", "phd", "m.d", "ph.d", "mba", "dvm", "esq", "cpa", "senior", "professor", "freelance", "photographer", "redakteur", "redakteurin", "journalist",
    "journalistin", "korrespondent", "redacteur", "periodista", "giornalista", "journaliste", "redator", "representative", "chair", "chairman", "specialist", "expert", "reviewer", "lead", "consultant", "strategist", "head", "vp", "svp",
    "editorial", "for", "special",
];

/// Words between a name and such a word: what somebody writes about, and for whom.
#[rustfmt::skip]
pub(super) const BEATS: &[&str] = &[
    "ap", "afp", "reuters", "associated", "news", "sports", "business", "political", "politics", "technology", "science", "health", "education",
    "city", "travel", "features", "assistant", "deputy", "managing", "national", "foreign", "crime", "food", "arts", "entertainment",
    "environment", "medical", "legal", "religion", "city", "county", "bureau",
];

/// Words before a name that are none of it.
pub(super) const TITLES: &[&str] = &[
    "attorney",
    "reporter",
    "journalist",
    "redakteur",
    "redakteurin",
    "correspondent",
    "contributor",
    "columnist",
];

/// Words of companies, teams and makers of web sites: who has one is no person.
#[rustfmt::skip]
pub(super) const COMPANY: &[&str] = &[
    "gmbh", "inc", "ltd", "llc", "kg", "ohg", "verlag", "corp", "corporation", "limited", "plc", "srl", "sarl", "s.p.a", "e.v", "α.ε", "ооо",
    "зао", "оао", "s.r.o", "z.o.o", "d.o.o", "kft", "zrt", "bvba", "ltda",
    "webdesign", "web", "solutions", "software", "systems", "technologies", "studio", "studios", "team", "staff", "writers", "correspondents", "reporters", "redaktion", "redaccion",
    "redazione", "redactie", "redakcja", "redakce", "editors", "newsroom", "desk", "community", "development", "developed", "department",
    "copyright", "powered", "service", "services", "reports", "agenturen", "institute", "university", "college", "خبرگزاری", "وکالة", "موقع", "صحیفة", "شبکة",
];

/// Forms of companies that stand after the name; in front they are initials of people.
pub(super) const LEGAL: &[&str] =
    &["p.c", "s.a", "s.l", "s.r.l", "a.s", "b.v", "n.v", "sas", "spa", "ag", "oy", "aps"];

/// What names of sites end with, where nothing separates words.
pub(super) const SITES: [&str; 12] =
    ["网", "網", "社", "报", "報", "新闻", "新聞", "在线", "中心", "台", "编辑部", "編集部"];

/// Small words within names.
#[rustfmt::skip]
pub(super) const PARTICLES: &[&str] = &[
    "de", "da", "do", "dos", "das", "del", "della", "di", "du", "des", "la", "le", "el", "al", "bin", "bint", "ibn", "van", "von", "der", "den",
    "ter", "ten", "zu", "zum", "zur", "y", "e", "i", "of", "the", "and", "und", "für", "for", "pour", "et", "af", "av", "ve", "и", "в", "of",
];
