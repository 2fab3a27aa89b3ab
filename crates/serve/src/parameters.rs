//! What a caller knows about a page and wants of it: in the query of the address, or in headers.
//!
//! One list has all names. They are those of the command line, with `_` for `-`; as headers they begin with `Pellucid-`:
//! `?lang=fa` and `Pellucid-Lang: fa` are the same. What is unknown, given twice or makes no sense is an error that names it.

use std::collections::BTreeMap;
use std::str::FromStr;

use hyper::header::CONTENT_TYPE;
use hyper::{HeaderMap, StatusCode};
use pellucid::decode::{Bom, Controls, DecodeOptions, Errors, Newlines};
use pellucid::extract::{Comments, Extractor, ExtractorName, Favor, Selector};
use pellucid::papers::r2l::Paper;
use pellucid::{Detector, PageOptions};
use pellucid_answers::hints;
use pellucid_answers::inspect::Question;

use crate::routes::Problem;

/// Where pages are sent to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Endpoint {
    Detect,
    Decode,
    Extract,
    Inspect,
    Batch,
}

impl Endpoint {
    /// All of them.
    pub const ALL: [Endpoint; 5] =
        [Endpoint::Detect, Endpoint::Decode, Endpoint::Extract, Endpoint::Inspect, Endpoint::Batch];

    /// The last part of its address.
    pub fn name(self) -> &'static str {
        match self {
            Endpoint::Detect => "detect",
            Endpoint::Decode => "decode",
            Endpoint::Extract => "extract",
            Endpoint::Inspect => "inspect",
            Endpoint::Batch => "batch",
        }
    }
}

use Endpoint::{Batch, Decode, Detect, Extract, Inspect};

const ALL: &[Endpoint] = &Endpoint::ALL;
const TEXT: &[Endpoint] = &[Decode, Extract, Batch];
const CONTENT: &[Endpoint] = &[Extract, Batch];

/// Every parameter, and the endpoints that know it.
pub const PARAMETERS: &[(&str, &[Endpoint])] = &[
    // What the caller knows.
    ("from", ALL),
    ("content_type", ALL),
    ("lang", ALL),
    ("url", ALL),
    ("tld", ALL),
    ("allow", ALL),
    ("deny", ALL),
    ("prior", ALL),
    ("method", ALL),
    // Detection.
    ("explain", &[Detect]),
    // Decoding.
    ("errors", TEXT),
    ("repair", TEXT),
    ("mixed", TEXT),
    ("declare", &[Decode]),
    ("newlines", &[Decode]),
    ("controls", &[Decode]),
    ("keep_bom", &[Decode]),
    ("check", &[Decode]),
    // Main content.
    ("favor", &[Extract, Batch, Inspect]),
    ("comments", &[Extract, Batch, Inspect]),
    ("title", CONTENT),
    ("keep", CONTENT),
    ("prune", CONTENT),
    ("logical", &[Extract]),
    ("letters", &[Extract]),
    ("extractor", &[Extract]),
    ("links", &[Extract]),
    ("images", &[Extract]),
    ("markdown", &[Extract]),
    ("blocks", &[Extract]),
    // What the inspector asks.
    ("ask", &[Inspect]),
    ("encodings", &[Inspect]),
    ("start", &[Inspect]),
    ("end", &[Inspect]),
    ("script", &[Inspect]),
    // Many pages.
    ("extract", &[Batch]),
    ("fields", &[Batch]),
    ("content", &[Batch]),
    ("base64", &[Batch]),
    ("min_confidence", &[Batch]),
    ("min_quality", &[Batch]),
    ("keep_lang", &[Batch]),
];

/// How a header that is a parameter begins.
const PREFIX: &str = "pellucid-";

/// The parameters of a request.
#[derive(Debug)]
pub struct Parameters {
    given: BTreeMap<&'static str, String>,
    /// The `Content-Type` of the body, which is the page's own.
    header: Option<String>,
}

fn wrong(name: &str, why: impl std::fmt::Display) -> Problem {
    Problem::with(StatusCode::BAD_REQUEST, format!("{name}: {why}"))
}

impl Parameters {
    /// Those of a request.
    pub fn of(endpoint: Endpoint, query: Option<&str>, headers: &HeaderMap) -> Result<Parameters, Problem> {
        let mut parameters = Parameters { given: BTreeMap::new(), header: None };
        for (name, value) in form_urlencoded::parse(query.unwrap_or_default().as_bytes()) {
            parameters.add(endpoint, &name, value.into_owned())?;
        }
        for (name, value) in headers {
            let Some(name) = name.as_str().strip_prefix(PREFIX) else { continue };
            let name = name.replace('-', "_");
            let value =
                str::from_utf8(value.as_bytes()).map_err(|_| wrong(&name, "the header is not UTF-8"))?;
            parameters.add(endpoint, &name, value.to_owned())?;
        }
        // Of a batch it is about the lines, not about their pages.
        if endpoint != Batch {
            let value = headers.get(CONTENT_TYPE).map(|value| String::from_utf8_lossy(value.as_bytes()));
            parameters.header = value.map(std::borrow::Cow::into_owned);
        }
        Ok(parameters)
    }

    fn add(&mut self, endpoint: Endpoint, name: &str, value: String) -> Result<(), Problem> {
        let known =
            PARAMETERS.iter().find(|(known, endpoints)| *known == name && endpoints.contains(&endpoint));
        let Some((known, _)) = known else {
            let known = PARAMETERS.iter().filter(|(_, endpoints)| endpoints.contains(&endpoint));
            let names: Vec<&str> = known.map(|(name, _)| *name).collect();
            let why = format!("{} knows no such parameter; it knows {}", endpoint.name(), names.join(", "));
            return Err(wrong(&name.escape_debug().to_string(), why));
        };
        match self.given.insert(known, value) {
            Some(_) => Err(wrong(known, "given twice; lists take commas")),
            None => Ok(()),
        }
    }

    /// The text of a parameter.
    pub fn text(&self, name: &str) -> Option<&str> {
        debug_assert!(PARAMETERS.iter().any(|(known, _)| *known == name), "{name}");
        self.given.get(name).map(String::as_str)
    }

    /// Whether something is wanted: `?explain`, `?explain=true`.
    pub fn flag(&self, name: &str) -> Result<bool, Problem> {
        match self.text(name) {
            None | Some("false" | "0" | "no") => Ok(false),
            Some("" | "true" | "1" | "yes") => Ok(true),
            Some(other) => Err(wrong(name, format!("{other:?} is neither true nor false"))),
        }
    }

    /// A parameter with a type of its own.
    pub fn parsed<T: FromStr<Err: std::fmt::Display>>(&self, name: &str) -> Result<Option<T>, Problem> {
        self.text(name).map(|value| value.parse().map_err(|error| wrong(name, error))).transpose()
    }

    /// The items of a list.
    pub fn list<T>(
        &self,
        name: &str,
        item: impl Fn(&str) -> Result<T, String>,
    ) -> Result<Option<Vec<T>>, Problem> {
        let Some(list) = self.text(name) else { return Ok(None) };
        let items = list.split(',').map(|one| item(one.trim()).map_err(|error| wrong(name, error)));
        items.collect::<Result<_, _>>().map(Some)
    }

    /// The text of a parameter or of the header that stands for it. What the caller names goes before what its library sends by
    /// itself.
    fn word(&self, name: &str) -> Option<&str> {
        self.text(name).or(self.header.as_deref().filter(|_| name == "content_type"))
    }

    /// The detector, with all that is known.
    pub fn detector(&self) -> Result<Detector, Problem> {
        hints::detector(|name| self.word(name)).map_err(|hint| wrong(hint.name, hint.why))
    }

    /// What the inspector asks.
    pub fn question(&self) -> Result<Question, Problem> {
        Question::of(|name| self.word(name)).map_err(|hint| wrong(hint.name, hint.why))
    }

    /// How pages are decoded.
    pub fn decoding(&self) -> Result<PageOptions, Problem> {
        let options = DecodeOptions::new()
            .errors(self.parsed::<Errors>("errors")?.unwrap_or_default())
            .bom(if self.flag("keep_bom")? { Bom::Keep } else { Bom::Strip })
            .newlines(if self.flag("newlines")? { Newlines::Lf } else { Newlines::Keep })
            .controls(if self.flag("controls")? { Controls::Remove } else { Controls::Keep });
        Ok(PageOptions::new().decode(options).repair(self.flag("repair")?).mixed(self.flag("mixed")?))
    }

    /// What becomes of readers' comments: a word, or whether they are wanted.
    pub fn comments(&self) -> Result<Comments, Problem> {
        match self.text("comments").and_then(|word| word.parse().ok()) {
            Some(comments) => Ok(comments),
            None => self.flag("comments").map(Comments::from),
        }
    }

    /// Who extracts the main content. Parameters that do not go together are an error.
    pub fn extractor(&self) -> Result<Extractor, Problem> {
        let name: ExtractorName = self.parsed("extractor")?.unwrap_or_default();
        let extractor = Extractor::new()
            .favor(self.parsed::<Favor>("favor")?.unwrap_or_default())
            .comments(self.comments()?)
            .title(self.parsed("title")?.unwrap_or_default())
            .keep(self.parsed::<Selector>("keep")?)
            .prune(self.parsed::<Selector>("prune")?)
            .selectors(self.flag("blocks")?)
            .logical(self.flag("logical")?)
            .letters(self.flag("letters")?);
        let Some(paper) = Paper::by_name(name) else { return Ok(extractor) };
        for only_ours in
            ["links", "images", "markdown", "blocks", "favor", "comments", "title", "keep", "prune"]
        {
            if self.text(only_ours).is_some() {
                return Err(wrong(only_ours, format!("extractor={name} gives plain text only")));
            }
        }
        Ok(extractor.paper(paper))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(query: &str, headers: &[(&'static str, &'static str)]) -> Result<Parameters, Problem> {
        let headers = headers.iter().map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap()));
        Parameters::of(Detect, Some(query), &headers.collect())
    }

    #[test]
    fn a_query_and_a_header_say_the_same() {
        let named =
            |parameters: Parameters| parameters.detector().unwrap().detect(b"\xCF\xF0\xE8\xE2\xE5\xF2");
        let query = named(of("lang=ru&allow=koi8-r,%20windows-1251", &[]).unwrap());
        let header =
            named(of("", &[("Pellucid-Lang", "ru"), ("pellucid-allow", "koi8-r,windows-1251")]).unwrap());
        assert_eq!(query, header);
        assert_eq!(query.encoding().name(), "windows-1251");
    }

    #[test]
    fn the_content_type_of_the_body_is_the_pages_own() {
        let header = [("Content-Type", "text/html; charset=koi8-r")];
        let name = |parameters: Parameters| parameters.detector().unwrap().detect(b"plain").encoding().name();
        assert_eq!(name(of("", &header).unwrap()), "KOI8-R");
        assert_eq!(name(of("content_type=text/html;charset=gbk", &header).unwrap()), "GBK");
    }

    #[test]
    fn what_makes_no_sense_is_an_error_that_names_it() {
        let why = |query: &str| match of(query, &[]).and_then(|parameters| {
            parameters.flag("explain")?;
            parameters.detector()
        }) {
            Err(Problem::Told(status, why)) => (status.as_u16(), why),
            other => panic!("{query}: {other:?}"),
        };
        for (query, begins) in [
            ("langs=ru", "langs: detect knows no such parameter; it knows from, "),
            ("markdown=1", "markdown: "),
            ("lang=ru&lang=fa", "lang: given twice"),
            ("lang=Klingonish", "lang: "),
            ("from=utf-9", "from: no encoding has the name \"utf-9\""),
            ("allow=utf-8&deny=utf-8", "deny: "),
            ("method=guess", "method: "),
            ("prior=moon", "prior: "),
            ("explain=perhaps", "explain: "),
            ("url=http://a.ru/&tld=ru", "tld: "),
        ] {
            let (status, why) = why(query);
            assert!(status == 400 && why.starts_with(begins), "{query}: {status} {why}");
        }
    }
}
