//! The answer about a page's encoding.

use crate::decide::declared;
use crate::encodings::{self, Encoding};
use crate::evidence::{Evidence, Fact, Source};
use crate::hints::Hints;
use crate::language::clues::Clues;
use crate::score::binary;
use crate::sniff::Declarations;

/// The answer: an encoding, how sure we are, and why.
///
/// Until it is dropped it keeps up to 8 KiB of the page, a copy, for [`Guess::language`]; nothing where the caller named the
/// language.
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub struct Guess {
    pub(crate) encoding: &'static Encoding,
    pub(crate) confidence: f32,
    pub(crate) clues: Clues,
    pub(crate) source: Source,
    pub(crate) ascii: bool,
    pub(crate) alternatives: Vec<Alternative>,
    pub(crate) evidence: Vec<Evidence>,
}

/// Another encoding which it might be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Alternative {
    pub(crate) encoding: &'static Encoding,
    pub(crate) confidence: f32,
}

impl Guess {
    /// The answer where nothing had to be guessed: the caller names the encoding, or has decoded the page already.
    pub(crate) fn known(
        encoding: &'static Encoding,
        source: Source,
        hints: &Hints,
        declarations: Declarations,
        head: &[u8],
        ascii: bool,
    ) -> Guess {
        let said = if source == Source::Text { "the page is decoded already" } else { "the caller names it" };
        let known = Evidence { source, encoding: Some(encoding), bits: 0.0, fact: Fact::Plain(said) };
        let clues = Clues::of(hints, declarations.language.clone(), head, encoding);
        let mut evidence = declared(hints, declarations);
        evidence.iter_mut().for_each(|one| one.bits = 0.0);
        evidence.retain(|one| one.source.is_declaration());
        evidence.insert(0, known);
        Guess { encoding, confidence: 1.0, clues, source, ascii, alternatives: Vec::new(), evidence }
    }

    /// The most probable encoding. For what is not text, [`encodings::BINARY`].
    pub fn encoding(&self) -> &'static Encoding {
        self.encoding
    }

    /// The probability that decoding with [`Guess::encoding`] gives the right text, 0 to 1.
    pub fn confidence(&self) -> f32 {
        self.confidence
    }

    /// BCP 47 tag of the page's language; none when there is too little text to tell.
    ///
    /// The caller's word goes first, then what the page declares, unless its text clearly is in another language. It is found
    /// anew at each call, within 10 to 20 microseconds.
    pub fn language(&self) -> Option<&str> {
        self.clues.language(self.encoding)
    }

    /// What spoke loudest for the answer.
    pub fn source(&self) -> Source {
        self.source
    }

    /// The encoding that is declared, first of all by the server, then by the page; none if none is, or nobody knows it.
    pub fn declared(&self) -> Option<&'static Encoding> {
        let declarations = self.evidence.iter().filter(|evidence| evidence.source.is_declaration());
        declarations.filter_map(|evidence| evidence.encoding).next()
    }

    /// Whether all bytes are ASCII, so that every ASCII-compatible encoding reads them alike.
    pub fn is_ascii(&self) -> bool {
        self.ascii
    }

    /// Whether the bytes are not text.
    pub fn is_binary(&self) -> bool {
        self.encoding == &encodings::BINARY
    }

    /// The media type of what is not text, where its first bytes show it: `image/png`. None for text, and for other data.
    ///
    /// ```
    /// assert_eq!(pellucid::detect(b"%PDF-1.7\n%\xE2\xE3\xCF\xD3\n").media_type(), Some("application/pdf"));
    /// assert_eq!(pellucid::detect(b"text").media_type(), None);
    /// ```
    pub fn media_type(&self) -> Option<&'static str> {
        let signature = |evidence: &Evidence| match evidence.fact {
            Fact::Signature(name) => binary::media_type(name),
            _ => None,
        };
        self.is_binary().then(|| self.evidence.iter().find_map(signature)).flatten()
    }

    /// The other candidates, most probable first.
    pub fn alternatives(&self) -> &[Alternative] {
        &self.alternatives
    }

    /// The encodings to which a method from the papers gives the same score as to its answer; none with other methods.
    pub fn tied(&self) -> impl Iterator<Item = &'static Encoding> {
        let score = |e: &Evidence| match e.fact {
            Fact::Scored { score, .. } => Some((e.encoding?, score)),
            _ => None,
        };
        let own = self.evidence.iter().filter_map(score).find(|(encoding, _)| *encoding == self.encoding);
        let others = self.evidence.iter().filter_map(score);
        others
            .filter(move |(encoding, score)| own.is_some_and(|own| own.1 == *score && own.0 != *encoding))
            .map(|(encoding, _)| encoding)
    }

    /// Everything that was weighed, in the order of the stages.
    pub fn evidence(&self) -> &[Evidence] {
        &self.evidence
    }
}

impl Alternative {
    /// The encoding.
    pub fn encoding(&self) -> &'static Encoding {
        self.encoding
    }

    /// Its probability, 0 to 1.
    pub fn confidence(&self) -> f32 {
        self.confidence
    }
}
