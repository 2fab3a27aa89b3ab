//! `pellucid serve`: its answers are the lines of the other commands, and it stops when it is asked to.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStderr};

use serde_json::Value;

use crate::harness::{run, start};

/// A service of the built command.
struct Service {
    child: Child,
    log: BufReader<ChildStderr>,
    address: String,
}

impl Service {
    fn start() -> Service {
        let mut child = start(["serve", "--listen", "127.0.0.1:0", "--threads", "1"]);
        let mut log = BufReader::new(child.stderr.take().unwrap());
        let mut line = String::new();
        log.read_line(&mut line).unwrap();
        let address = line.trim_end().strip_prefix("pellucid: listening on http://").expect(&line).to_owned();
        Service { child, log, address }
    }

    fn post(&self, path: &str, body: &[u8]) -> Vec<u8> {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let length = body.len();
        write!(
            stream,
            "POST {path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n"
        )
        .unwrap();
        stream.write_all(body).unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        let head = answer.windows(4).position(|four| four == b"\r\n\r\n").expect("an answer has a head");
        answer.split_off(head + 4)
    }
}

fn root(path: &str) -> String {
    format!("{}/../../{path}", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn answers_are_the_lines_of_the_other_commands() {
    let mut service = Service::start();
    for page in [
        "testdata/extract/bread.html",
        "testdata/r2l/khabar.html",
        "examples/vopros.html",
        "testdata/pages/pixel.png",
    ] {
        let page = root(page);
        let bytes = std::fs::read(&page).unwrap();
        for (path, arguments) in [
            ("/v1/detect", &["detect"][..]),
            ("/v1/detect?explain&tld=ru", &["detect", "--explain", "--tld", "ru"]),
            ("/v1/extract", &["extract"]),
            ("/v1/extract?blocks&markdown&links", &["extract", "--blocks", "--markdown", "--links"]),
        ] {
            let line = run(arguments.iter().copied().chain(["--format", "jsonl", &page])).text();
            let mut line: Value = serde_json::from_str(&line).unwrap();
            let object = line.as_object_mut().unwrap();
            assert!(object.remove("path").is_some() && object.remove("path_hex").is_some());
            let mut answer: Value = serde_json::from_slice(&service.post(path, &bytes)).unwrap();
            if !line["error"].is_null() {
                // What to do about it has other names here.
                assert!(answer["error"].as_str().unwrap().starts_with("this is not text; "), "{answer}");
                answer["error"] = line["error"].clone();
            }
            assert_eq!(answer, line, "{path} {page}");
        }
    }
    let decoded: Value = serde_json::from_slice(&service.post("/v1/decode", b"\xEF\xBB\xBFtext")).unwrap();
    assert_eq!(decoded["text"], "text");
    let mut line = String::new();
    service.log.read_line(&mut line).unwrap();
    assert!(line.contains(" POST /v1/detect 200 "), "{line}");
    service.child.kill().unwrap();
    service.child.wait().unwrap();
}

#[cfg(unix)]
#[test]
fn a_signal_stops_it_after_what_has_begun() {
    let mut service = Service::start();
    let mut stream = TcpStream::connect(&service.address).unwrap();
    let head = "POST /v1/decode HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n";
    stream.write_all(head.as_bytes()).unwrap();
    // It has begun when it asks for the body.
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    let mut line = String::new();
    reader.read_line(&mut line).unwrap();
    assert!(line.starts_with("HTTP/1.1 100"), "{line}");
    let killed =
        std::process::Command::new("kill").args(["-TERM", &service.child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    // No new connection is taken any more, and the begun request is answered.
    while TcpStream::connect(&service.address).is_ok() {
        std::thread::yield_now();
    }
    stream.write_all(b"text").unwrap();
    let mut answer = String::new();
    reader.read_to_string(&mut answer).unwrap();
    assert!(answer.contains("\"text\":\"text\""), "{answer}");
    assert_eq!(service.child.wait().unwrap().code(), Some(0));
}

#[test]
fn an_address_that_cannot_be_had_is_an_error() {
    let service = Service::start();
    let second = run(["serve", "--listen", &service.address]).ends(1);
    assert!(second.err.contains(&format!("cannot listen at {}", service.address)), "{}", second.err);
    let none = run(["serve", "--listen", "127.0.0.1:0", "--web", "/no/such/folder"]).ends(1);
    assert!(none.err.contains("/no/such/folder"), "{}", none.err);
    let mut child = service.child;
    child.kill().unwrap();
    child.wait().unwrap();
}
