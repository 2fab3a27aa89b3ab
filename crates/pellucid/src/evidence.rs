//! What speaks for or against an encoding, and how strongly: the only thing that stages tell `decide`.

use std::fmt;
use std::sync::Arc;

use crate::encodings::Encoding;
use crate::named::named;

/// Where a piece of evidence comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Source {
    /// The caller names the encoding.
    Caller,
    /// The page came as text, decoded already.
    Text,
    /// A byte order mark.
    Bom,
    /// The `charset` of the HTTP `Content-Type`, given by the caller.
    Header,
    /// An XML declaration.
    Xml,
    /// A `<meta>` which the HTML standard's prescan finds.
    Meta,
    /// A `<meta>` which the prescan does not take: beyond its first 1024 bytes, or with `http-equiv` missing or misspelt.
    WeakMeta,
    /// How the bytes fit the rules of UTF-8.
    Utf8,
    /// Escape sequences of ISO-2022 or HZ.
    Escape,
    /// The pattern of zero bytes in UTF-16 and UTF-32.
    Nulls,
    /// Which language in which encoding the text looks like.
    Content,
    /// How the text fits the rules of the encoding.
    Legality,
    /// Every byte is ASCII.
    Ascii,
    /// A file signature, or bytes which no text has.
    Binary,
    /// The language, given by the caller or declared by the page.
    Language,
    /// The top-level domain of the page's address.
    Tld,
    /// How common the encoding is.
    Prior,
    /// `Method::Hybrid`: one of its experts.
    Hybrid,
    /// [`Method::Chared`](crate::Method::Chared).
    Chared,
    /// [`Method::Svm`](crate::Method::Svm).
    Svm,
}

named!(Source, "source of evidence":
    Caller => "caller",
    Text => "text",
    Bom => "bom",
    Header => "header",
    Xml => "xml",
    Meta => "meta",
    WeakMeta => "weak-meta",
    Utf8 => "utf-8",
    Escape => "escape",
    Nulls => "nulls",
    Content => "content",
    Legality => "legality",
    Ascii => "ascii",
    Binary => "binary",
    Language => "language",
    Tld => "tld",
    Prior => "prior",
    Hybrid => "hybrid",
    Chared => "chared",
    Svm => "svm",
);

impl Source {
    /// Whether somebody claims an encoding here: the server, or the page.
    pub fn is_declaration(self) -> bool {
        matches!(self, Source::Header | Source::Xml | Source::Meta | Source::WeakMeta)
    }
}

/// One observation and what it weighs, in bits of log-odds for one encoding.
#[derive(Clone, Debug, PartialEq)]
pub struct Evidence {
    pub(crate) source: Source,
    pub(crate) encoding: Option<&'static Encoding>,
    pub(crate) bits: f32,
    pub(crate) fact: Fact,
}

impl Evidence {
    /// Where it comes from.
    pub fn source(&self) -> Source {
        self.source
    }

    /// The encoding it speaks about; none for what is only worth telling, such as a label nobody knows.
    pub fn encoding(&self) -> Option<&'static Encoding> {
        self.encoding
    }

    /// Its weight in bits: +1 doubles the odds of the encoding, −1 halves them.
    pub fn bits(&self) -> f32 {
        self.bits
    }
}

/// What was seen, kept as values and put into words only when somebody asks.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Fact {
    /// A label was declared, at this offset (none: by the caller).
    Label { label: Box<str>, at: Option<usize> },
    /// Counts of well-formed and broken sequences.
    Sequences { good: u64, bad: u64 },
    /// So many sequences of UTF-8, and none broken, are letters and signs in it.
    AsLetters { sequences: u64 },
    /// Switches of character set by escape sequence, plausible and not; there may be more which nobody counted.
    Escapes { good: u64, bad: u64, more: bool },
    /// Units of two or four bytes which text has, and which it never has.
    Units { good: u64, bad: u64 },
    /// The text looks like this language, by so many different bytes beyond ASCII.
    Looks { language: Arc<str>, bytes: usize },
    /// It did not get far in reading the text. Without an encoding, this holds for each of which the content says nothing else.
    Others,
    /// It reads the text as another encoding does.
    Alike(&'static Encoding),
    /// What the file begins like.
    Signature(&'static str),
    /// Control bytes among so many.
    Controls { controls: u64, of: u64 },
    /// A language, of which the encoding is one of the usual ones, or not.
    Language { tag: Arc<str>, usual: bool },
    /// Pages in this encoding among all that were counted.
    Share { pages: f32, of: f32 },
    /// The share of all old files that is assumed.
    Assumed { share: f32 },
    /// The language whose model a paper's method uses, where nobody named one; or one of several that the name may mean.
    #[cfg(feature = "papers")]
    Found { language: Box<str>, named: Option<Box<str>> },
    /// The language of which a paper's method has no model, so that the default method answers; none if none was found.
    #[cfg(feature = "papers")]
    NoModel { language: Option<Box<str>> },
    /// What a paper's method gives it, and what that is.
    Scored { score: f32, what: &'static str, equal: bool },
    /// A fixed sentence says it all.
    Plain(&'static str),
}

/// The observation in words.
impl fmt::Display for Evidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.fact {
            Fact::Label { label, at } => {
                write!(f, "declares {label:?}")?;
                match at {
                    Some(at) => write!(f, " at byte {at}")?,
                    None => f.write_str(" in Content-Type")?,
                }
                if self.encoding.is_none() {
                    f.write_str(", which names no encoding")?;
                }
                Ok(())
            }
            Fact::Sequences { good, bad } => {
                let sequences = if *good == 1 { "sequence" } else { "sequences" };
                write!(f, "{good} well-formed {sequences}, {bad} broken")
            }
            Fact::AsLetters { sequences: 1 } => {
                f.write_str("reads a whole sequence of UTF-8 as letters and signs")
            }
            Fact::AsLetters { sequences } => {
                write!(f, "reads {sequences} whole sequences of UTF-8 as letters and signs")
            }
            Fact::Escapes { good, bad, more } => {
                let least = if *more { "at least " } else { "" };
                write!(f, "{least}{good} switches of character set, {bad} broken")
            }
            Fact::Units { good, bad } => write!(f, "{good} units that text has, {bad} that it never has"),
            Fact::Looks { language, bytes } => {
                let noun = if *bytes == 1 { "byte" } else { "different bytes" };
                write!(f, "its text looks like {language} ({bytes} {noun} beyond ASCII)")
            }
            Fact::Others => f.write_str("others read the text better by far"),
            Fact::Alike(other) => write!(f, "reads the text as {other} does"),
            Fact::Signature(name) => write!(f, "begins like {name}"),
            Fact::Controls { controls, of } => write!(f, "{controls} control bytes among the first {of}"),
            Fact::Language { tag, usual: true } => write!(f, "a usual encoding of {tag}"),
            Fact::Language { tag, usual: false } => write!(f, "not a usual encoding of {tag}"),
            Fact::Share { pages, of } if *pages < 1.0 => write!(f, "not met among {of} web pages"),
            Fact::Share { pages, of } => write!(f, "{pages} of {of} web pages are in it"),
            Fact::Assumed { share } => write!(f, "taken to be {:.1} % of old files", 100.0 * share),
            #[cfg(feature = "papers")]
            Fact::Found { language, named: None } => {
                write!(f, "nobody named the language; the text looks like {language}, whose model is used")
            }
            #[cfg(feature = "papers")]
            Fact::Found { language, named: Some(named) } => {
                write!(
                    f,
                    "{named} may be several languages; the model of {language} is used, which the text looks like most"
                )
            }
            #[cfg(feature = "papers")]
            Fact::NoModel { language: Some(language) } => {
                write!(
                    f,
                    "the text looks like {language}, of which there is no model: the default method answers"
                )
            }
            #[cfg(feature = "papers")]
            Fact::NoModel { language: None } => f.write_str(
                "no language was named or found, so there is no model: the default method answers",
            ),
            Fact::Scored { score, what, equal } => {
                write!(f, "{what} {score:.4}{}", if *equal { ", as much as another" } else { "" })
            }
            Fact::Plain(words) => f.write_str(words),
        }
    }
}
