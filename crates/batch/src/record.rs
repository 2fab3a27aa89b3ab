//! A page as it was found, before anything is known of its text.

use std::sync::Arc;

/// Where a record was found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The file, as it was named.
    pub file: Arc<str>,
    /// Where it begins there: in bytes of the file as it lies on the disk; in an archive compressed as a whole, in bytes of
    /// what is compressed; in Parquet, the number of the row. Of what cannot be decompressed, always on the disk.
    pub offset: u64,
    /// How many bytes it takes there; 1, for a row.
    pub length: u64,
}

/// What the bytes of a page are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Content {
    /// As they came over the wire, in whatever encoding.
    #[default]
    Bytes,
    /// A string that somebody else decoded: UTF-8, whatever it declares.
    Text,
}

/// A page, and what is known of it.
#[derive(Clone, Debug, Default)]
pub struct Record {
    /// Where it was found.
    pub place: Place,
    /// Its address.
    pub url: Option<String>,
    /// The name of the record: `WARC-Record-ID`, or the field or column `id`.
    pub id: Option<String>,
    /// When it was fetched, as the source writes it.
    pub date: Option<String>,
    /// The status of the HTTP response.
    pub status: Option<u16>,
    /// The HTTP `Content-Type`, or what stands for it.
    pub content_type: Option<String>,
    /// What the archive's maker found its type to be: `WARC-Identified-Payload-Type`.
    pub identified_type: Option<String>,
    /// What the archive's maker found its encoding to be: `charset-detected` and the like.
    pub identified_charset: Option<String>,
    /// The page, out of all its wrappings.
    pub body: Vec<u8>,
    /// What the bytes are.
    pub content: Content,
    /// What was odd about its wrappings.
    pub warnings: Vec<String>,
}

impl Record {
    /// What kind of document it is, without parameters and in lower case: what was found by looking goes before what the
    /// server said.
    pub fn media_type(&self) -> Option<String> {
        let told = self.identified_type.as_deref().or(self.content_type.as_deref())?;
        let media = told.split([';', ',']).next().unwrap_or("").trim().to_ascii_lowercase();
        Some(media).filter(|media| media.contains('/'))
    }
}

/// What a reader finds: a page, or something that is none.
#[derive(Clone, Debug)]
pub enum Found {
    /// A page.
    Page(Box<Record>),
    /// Something else, and why.
    Other(Reject),
}

impl Found {
    /// Where it was found.
    pub fn place(&self) -> &Place {
        match self {
            Found::Page(record) => &record.place,
            Found::Other(reject) => &reject.place,
        }
    }

    /// Says where it was found.
    pub fn set_place(&mut self, place: Place) {
        match self {
            Found::Page(record) => record.place = place,
            Found::Other(reject) => reject.place = place,
        }
    }

    /// Its address.
    pub fn url(&self) -> Option<&str> {
        match self {
            Found::Page(record) => record.url.as_deref(),
            Found::Other(reject) => reject.url.as_deref(),
        }
    }

    /// Its name.
    pub fn id(&self) -> Option<&str> {
        match self {
            Found::Page(record) => record.id.as_deref(),
            Found::Other(reject) => reject.id.as_deref(),
        }
    }
}

/// A record that is not written, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reject {
    /// Where it was found.
    pub place: Place,
    /// Its address, where there is one.
    pub url: Option<String>,
    /// Its name, where it has one.
    pub id: Option<String>,
    /// Why, in a word.
    pub reason: Reason,
    /// Why, exactly.
    pub detail: String,
    /// How many bytes of the input were skipped because they are damaged.
    pub skipped: u64,
}

/// Why a record is not written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Reason {
    /// A record of an archive that holds no page: requests, metadata and the like.
    NoPage,
    /// A document of a type that is not asked for.
    Type,
    /// Bytes that are not text.
    Binary,
    /// A status that is not asked for.
    Status,
    /// More bytes than allowed.
    TooLarge,
    /// Bytes that do not decode, with `discard`.
    EncodingErrors,
    /// An answer about the encoding that is not sure enough.
    Confidence,
    /// The main content is chosen less well than asked for.
    Quality,
    /// A language that is not asked for.
    Language,
    /// A field or column that should hold the page, and is missing or of another type.
    NoContent,
    /// Bytes of an archive that make no sense; they are skipped up to the next record.
    Damaged,
    /// A file that cannot be read.
    Unreadable,
    /// A fault of ours.
    Internal,
}

impl Reason {
    /// Every reason, in the order of the closing table.
    pub const ALL: &[Reason] = &[
        Reason::NoPage,
        Reason::Type,
        Reason::Binary,
        Reason::Status,
        Reason::TooLarge,
        Reason::EncodingErrors,
        Reason::Confidence,
        Reason::Quality,
        Reason::Language,
        Reason::NoContent,
        Reason::Damaged,
        Reason::Unreadable,
        Reason::Internal,
    ];

    /// Its name in the file of rejects and in the closing table.
    pub fn name(self) -> &'static str {
        match self {
            Reason::NoPage => "no-page",
            Reason::Type => "type",
            Reason::Binary => "binary",
            Reason::Status => "status",
            Reason::TooLarge => "too-large",
            Reason::EncodingErrors => "encoding-errors",
            Reason::Confidence => "confidence",
            Reason::Quality => "quality",
            Reason::Language => "language",
            Reason::NoContent => "no-content",
            Reason::Damaged => "damaged",
            Reason::Unreadable => "unreadable",
            Reason::Internal => "internal",
        }
    }

    /// The reason of this name.
    pub fn named(name: &str) -> Option<Reason> {
        Reason::ALL.iter().copied().find(|reason| reason.name() == name)
    }
}

impl Reject {
    /// Of a page that was read. What is odd about the record is said here, as there is no row that could.
    pub fn of(record: &Record, reason: Reason, detail: impl Into<String>) -> Reject {
        let mut detail = detail.into();
        for warning in &record.warnings {
            detail.push_str("; ");
            detail.push_str(warning);
        }
        Reject {
            url: record.url.clone(),
            id: record.id.clone(),
            ..Reject::at(record.place.clone(), reason, detail)
        }
    }

    /// Of what could not be read as a record. What is damaged is skipped.
    pub fn at(place: Place, reason: Reason, detail: impl Into<String>) -> Reject {
        let skipped = if reason == Reason::Damaged { place.length } else { 0 };
        Reject { place, url: None, id: None, reason, detail: detail.into(), skipped }
    }
}
