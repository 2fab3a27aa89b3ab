//! What takes the main content out of a page: a line each in [`EXTRACTORS`].
//!
//! Those of the Rust registry and our own are functions from markup to text. Those of the Python world share `worker.py`
//! with the detectors, where each has one function, and run as one process each.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use anyhow::Result;
use cpu_time::ThreadTime;
use pellucid::extract::Extractor as Main;
use pellucid::papers::r2l::{Danag, Licea, R2l};
use pellucid::strip::strip;

use crate::peers::{locked, process, python};

/// What came out of a page.
#[derive(Clone, Debug)]
pub struct Extracted {
    /// The text, or why there is none.
    pub text: Result<String, String>,
    /// CPU time, from UTF-8 to the text.
    pub time: Duration,
    /// How good it is by its own estimate, where there is one.
    pub quality: Option<f32>,
}

/// An extractor, ready to work.
pub trait Extractor: Send {
    /// Version of the extractor.
    fn version(&self) -> String;

    /// The main content of a page. An error means that the extractor is gone; one that fails on a page says so in
    /// [`Extracted::text`].
    fn extract(&mut self, html: &str) -> Result<Extracted>;
}

/// Markup → text, or why there is none.
type Function = fn(&str) -> Result<String, String>;

/// Where an extractor lives.
#[derive(Clone, Copy)]
pub enum Home {
    /// In this process: the package, whose version is told, and the function.
    Here(&'static str, Function),
    /// In a process of Python: the function of `worker.py`.
    Python(&'static str),
}

/// A line of the list.
#[derive(Clone, Copy)]
pub struct Entry {
    /// The name on the command line and in reports.
    pub name: &'static str,
    /// Where it lives.
    pub home: Home,
}

/// Every extractor, ours first.
pub const EXTRACTORS: &[Entry] = &[
    Entry { name: "pellucid", home: Home::Here("pellucid", pellucid) },
    Entry { name: "text", home: Home::Here("pellucid", text) },
    Entry { name: "r2l", home: Home::Here("pellucid", |html| Ok(R2l::default().extract(html).text)) },
    Entry { name: "r2l+", home: Home::Here("pellucid", |html| Ok(R2l::plus().extract(html).text)) },
    Entry { name: "r2l-tree", home: Home::Here("pellucid", |html| Ok(R2l::tree().extract(html).text)) },
    Entry { name: "licea", home: Home::Here("pellucid", |html| Ok(Licea::default().extract(html).text)) },
    Entry { name: "danag", home: Home::Here("pellucid", |html| Ok(Danag::default().extract(html).text)) },
    Entry { name: "dom_smoothie", home: Home::Here("dom_smoothie", dom_smoothie) },
    Entry { name: "rs-trafilatura", home: Home::Here("rs-trafilatura", rs_trafilatura) },
    Entry { name: "trafilatura", home: Home::Python("extract_trafilatura") },
    Entry { name: "trafilatura-fast", home: Home::Python("extract_trafilatura_fast") },
    Entry { name: "resiliparse", home: Home::Python("extract_resiliparse") },
];

impl Entry {
    /// The extractor, or why it cannot be used here.
    pub fn open(&self) -> Result<Box<dyn Extractor>> {
        Ok(match self.home {
            Home::Here(package, function) => Box::new(InProcess { package, function }),
            Home::Python(function) => Box::new(process::Process::start(python::command(function)?)?),
        })
    }
}

/// As it ships: where its model was fitted to the pages it is judged with, only its speed is worth knowing.
fn pellucid(html: &str) -> Result<String, String> {
    Ok(Main::default().extract(html).text(pellucid::write::WriteOptions::default()))
}

/// All text that is seen: the floor, which every extractor should beat. Character references are lost with the markup.
fn text(html: &str) -> Result<String, String> {
    String::from_utf8(strip(html.as_bytes()).text).map_err(|error| error.to_string())
}

/// With line breaks as people see them; its other way of writing text joins the words of neighbouring blocks.
fn dom_smoothie(html: &str) -> Result<String, String> {
    use dom_smoothie::{Config, Readability, TextMode};
    let config = Config { text_mode: TextMode::Formatted, ..Config::default() };
    let article = Readability::new(html, None, Some(config)).and_then(|mut page| page.parse());
    article.map(|article| article.text_content.to_string()).map_err(|error| error.to_string())
}

fn rs_trafilatura(html: &str) -> Result<String, String> {
    rs_trafilatura::extract(html).map(|page| page.content_text).map_err(|error| error.to_string())
}

/// An extractor that is a function of this process.
struct InProcess {
    package: &'static str,
    function: Function,
}

impl Extractor for InProcess {
    fn version(&self) -> String {
        locked(self.package)
    }

    fn extract(&mut self, html: &str) -> Result<Extracted> {
        let start = ThreadTime::now();
        let text = catch_unwind(AssertUnwindSafe(|| (self.function)(html)));
        let time = start.elapsed();
        Ok(Extracted { text: text.unwrap_or_else(|_| Err("panic".into())), time, quality: None })
    }
}

impl Extractor for process::Process {
    fn version(&self) -> String {
        crate::peers::Peer::version(self)
    }

    fn extract(&mut self, html: &str) -> Result<Extracted> {
        let answer = self.ask(html.as_bytes())?;
        let text = match answer.label.strip_prefix('!') {
            Some(error) => Err(error.to_owned()),
            None => Ok(process::unescape(&answer.label)),
        };
        Ok(Extracted { text, time: answer.time, quality: None })
    }
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    fn extract(name: &str, html: &str) -> String {
        let entry = EXTRACTORS.iter().find(|entry| entry.name == name).unwrap();
        entry.open().unwrap().extract(html).unwrap().text.unwrap()
    }

    #[test]
    fn names_are_unique() {
        let names: std::collections::HashSet<_> = EXTRACTORS.iter().map(|entry| entry.name).collect();
        assert_eq!(names.len(), EXTRACTORS.len());
    }

    #[test]
    fn extractors_of_this_process_find_an_article() {
        let sentence = "A sentence of an article, with commas, and with some length to it. ";
        let paragraph = format!("<p>{}</p>", sentence.repeat(8));
        let html = format!(
            "<html><body><nav><ul><li><a href=/a>Menu</a><li><a href=/b>Login</a></ul></nav>\
             <article><h1>Heading</h1>{}</article></body></html>",
            paragraph.repeat(4)
        );
        assert!(extract("text", &html).contains("Menu"));
        for name in ["pellucid", "dom_smoothie", "rs-trafilatura"] {
            let text = extract(name, &html);
            assert!(text.contains(sentence.trim()) && !text.contains("Menu"), "{name}: {text}");
        }
    }

    #[test]
    fn a_panic_is_an_answer() {
        let mut broken = InProcess { package: "pellucid", function: |_| panic!("as it happens") };
        assert_eq!(broken.extract("").unwrap().text.unwrap_err(), "panic");
        assert!(broken.version().contains('.'));
    }

    #[test]
    fn workers_write_texts_on_one_line() {
        let mut command = Command::new("sh");
        // Each request is four bytes of length and three of page.
        command.args([
            "-c",
            r"echo 1.0; for answer in 'a\\\\b\\n\\tc' '\\!no' '!ValueError'; do
              head -c 7 >/dev/null; printf '%b\t\t9\n' $answer; done",
        ]);
        let mut process = process::Process::start(command).unwrap();
        let mut text = || process.extract("<p>").unwrap().text;
        assert_eq!(text(), Ok("a\\b\n\tc".to_owned()));
        assert_eq!(text(), Ok("!no".to_owned()));
        assert_eq!(text(), Err("ValueError".to_owned()));
    }
}
