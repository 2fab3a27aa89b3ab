//! What Pellucid knows about languages: their tags and the ways people write them, their domains, and a model of their text.

pub(crate) mod clues;
pub(crate) mod domains;
pub(crate) mod model;
pub(crate) mod tags;

/// A language.
pub struct Language(Box<str>);
/// Nobody knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownLanguage(String);
impl std::fmt::Display for UnknownLanguage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "unknown language {:?}", self.0)
    }
}
impl Language {
    /// Reads a tag.
    pub fn parse(written: &str) -> Result<Language, UnknownLanguage> {
        crate::sniff::language_tag(written.as_bytes())
            .map(Language)
            .ok_or_else(|| UnknownLanguage(written.into()))
    }
    /// The tag.
    pub fn tag(&self) -> &str {
        &self.0
    }
}
