//! What is done with one page: parameters in, a task out; then bytes in, an answer out.
//!
//! Answers are those of the command's `jsonl`, without `path` and `path_hex`: what `pellucid-answers` writes. `decode` adds `text`.

use hyper::StatusCode;
use pellucid::extract::Comments;
use pellucid::write::WriteOptions;
use pellucid::{Detector, PageOptions, encodings};
use pellucid_answers::inspect::Question;
use pellucid_answers::{Content, Key, Preview, Row, SEARCHED, Wanted, WithKeys};
use serde::Serialize;

use crate::parameters::{Endpoint, Parameters};
use crate::routes::Problem;

/// What is not text has no text.
const NOT_TEXT: &str = "this is not text; name an encoding with `from` to read it anyway";

/// What is wanted of a page.
pub struct Task {
    detector: Detector,
    what: What,
}

enum What {
    Detect { explain: bool },
    Decode { options: PageOptions, keys: Vec<Key> },
    Extract { options: PageOptions, wanted: Wanted },
    Inspect(Question),
}

/// An answer.
pub struct Done {
    /// 200, or 422 if the page cannot be what was asked for.
    pub status: StatusCode,
    /// JSON.
    pub body: Vec<u8>,
    /// For the counters.
    pub encoding: Option<&'static str>,
}

/// The answer of `decode`: a row, and the text.
#[derive(Serialize)]
struct Decoded<'a> {
    #[serde(flatten)]
    row: WithKeys<'a>,
    text: Option<&'a str>,
}

impl Task {
    /// What these parameters ask for.
    pub fn of(endpoint: Endpoint, parameters: &Parameters) -> Result<Task, Problem> {
        let detector = parameters.detector()?;
        let what = match endpoint {
            Endpoint::Detect => What::Detect { explain: parameters.flag("explain")? },
            Endpoint::Decode => {
                let declare = parameters.flag("declare")?.then_some(&encodings::UTF_8);
                let keys = [("mixed", Key::Mixed), ("repair", Key::Repaired), ("check", Key::Check)];
                let mut wanted = vec![Key::Replaced];
                for (name, key) in keys {
                    if parameters.flag(name)? {
                        wanted.push(key);
                    }
                }
                What::Decode { options: parameters.decoding()?.declare(declare), keys: wanted }
            }
            Endpoint::Inspect => What::Inspect(parameters.question()?),
            Endpoint::Extract | Endpoint::Batch => {
                let extractor = parameters.extractor()?;
                let (links, images) = (parameters.flag("links")?, parameters.flag("images")?);
                let wanted = Wanted {
                    extractor: extractor.name().name(),
                    writing: WriteOptions::new().links(links).images(images),
                    mixed: parameters.flag("mixed")?,
                    repair: parameters.flag("repair")?,
                    markdown: parameters.flag("markdown")?,
                    blocks: parameters.flag("blocks")?,
                    comments: parameters.comments()? != Comments::None,
                    ..Wanted::default()
                };
                What::Extract { options: parameters.decoding()?.extractor(extractor), wanted }
            }
        };
        Ok(Task { detector, what })
    }

    /// Does it.
    pub fn run(&self, bytes: &[u8]) -> Done {
        match &self.what {
            What::Detect { explain } => self.detect(bytes, *explain),
            What::Decode { options, keys } => self.decode(bytes, options, keys),
            What::Extract { options, wanted } => self.extract(bytes, options, wanted),
            What::Inspect(question) => match question.answer(bytes) {
                Ok(answer) => Done::new(None, &answer, false),
                Err(error) => Done::new(None, &serde_json::json!({ "error": error.to_string() }), true),
            },
        }
    }

    fn detect(&self, bytes: &[u8], explain: bool) -> Done {
        if !explain {
            let row = Row::answered(&self.detector.detect(bytes));
            return Done::new(row.encoding, &WithKeys { row: &row, keys: &[] }, row.error.is_some());
        }
        let keys = [Key::Doubled, Key::Check, Key::Candidates, Key::Evidence];
        let decoded = self.detector.decode(bytes);
        let row = match decoded.guess() {
            None => Row::failed("there is no guess"),
            Some(guess) => {
                let mut preview = Preview::default();
                preview.feed(bytes);
                let row = Row::answered(guess).explained(guess, &preview);
                let searched = beginning(decoded.text(), SEARCHED);
                match guess.is_binary() {
                    true => row,
                    false => row.found(&decoded.check(), &pellucid::repair(searched)),
                }
            }
        };
        Done::new(row.encoding, &WithKeys { row: &row, keys: &keys }, row.error.is_some())
    }

    fn decode(&self, bytes: &[u8], options: &PageOptions, keys: &[Key]) -> Done {
        let decoded = match self.detector.decode_with(bytes, options) {
            Ok(decoded) if decoded.encoding() == &encodings::BINARY => Err(NOT_TEXT.to_owned()),
            Ok(decoded) => Ok(decoded),
            Err(error) => Err(error.to_string()),
        };
        match decoded {
            Err(error) => {
                let row = Row::failed(&error);
                Done::new(None, &Decoded { row: WithKeys { row: &row, keys }, text: None }, true)
            }
            Ok(decoded) => {
                let mut row = decoded.guess().map_or_else(Row::default, Row::answered);
                row = row.replaced(decoded.damage().count());
                for key in keys {
                    row = match key {
                        Key::Mixed => row.mixed(decoded.mixed()),
                        Key::Repaired => row.repaired(decoded.layers()),
                        Key::Check => row.checked(&decoded.check()),
                        _ => row,
                    };
                }
                let text = Some(decoded.text());
                Done::new(row.encoding, &Decoded { row: WithKeys { row: &row, keys }, text }, false)
            }
        }
    }

    fn extract(&self, bytes: &[u8], options: &PageOptions, wanted: &Wanted) -> Done {
        let content = match self.detector.page_with(bytes, options) {
            Ok(page) if page.guess().is_binary() => Content::failed(NOT_TEXT, wanted),
            Ok(page) => Content::of(&page, wanted),
            Err(error) => Content::failed(&error.to_string(), wanted),
        };
        Done::new(content.encoding, &content, content.error.is_some())
    }
}

impl Done {
    fn new(encoding: Option<&'static str>, answer: &impl Serialize, is_failed: bool) -> Done {
        // Writing to memory does not fail, and every key is a string.
        let mut body = serde_json::to_vec(answer).unwrap_or_default();
        body.push(b'\n');
        let status = if is_failed { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
        Done { status, body, encoding }
    }
}

/// The beginning of a text, of so many bytes at most.
fn beginning(text: &str, most: usize) -> &str {
    let end = (0..=most.min(text.len())).rev().find(|at| text.is_char_boundary(*at));
    &text[..end.unwrap_or(0)]
}
