//! The service on loopback, as clients see it: answers, limits, and what people do to services.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use serde_json::Value;
use tokio::sync::oneshot;

use crate::{Endpoint, OPENAPI, Options, PARAMETERS, Server};

/// A service that ends with the test.
struct Running {
    address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<usize>>,
}

impl Running {
    fn start(change: impl FnOnce(&mut Options)) -> Running {
        let mut options =
            Options { listen: SocketAddr::from(([127, 0, 0, 1], 0)), log: false, ..Options::default() };
        options.threads = 2;
        change(&mut options);
        let server = Server::bind(options).unwrap();
        let address = server.address().unwrap();
        let (stop, stopped) = oneshot::channel::<()>();
        let thread = std::thread::spawn(move || {
            let runtime =
                tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
            runtime.block_on(server.serve(async { drop(stopped.await) })).unwrap()
        });
        Running { address, stop: Some(stop), thread: Some(thread) }
    }

    /// Stops it, and returns how many connections were cut off.
    fn stop(mut self) -> usize {
        drop(self.stop.take());
        self.thread.take().unwrap().join().unwrap()
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        stream
    }

    fn ask(&self, method: &str, path: &str, headers: &str, body: &[u8]) -> Reply {
        let mut stream = self.connect();
        let head =
            format!("{method} {path} HTTP/1.1\r\nHost: a\r\n{headers}Content-Length: {}\r\n\r\n", body.len());
        stream.write_all(head.as_bytes()).unwrap();
        // The service may answer and close before it has all of it.
        let _ = stream.write_all(body);
        Reply::read(&mut BufReader::new(stream)).unwrap()
    }

    fn post(&self, path: &str, body: &[u8]) -> Reply {
        self.ask("POST", path, "", body)
    }

    fn get(&self, path: &str) -> Reply {
        self.ask("GET", path, "", b"")
    }

    /// A request whose body is still to come. The service has begun with it: it asks for the body.
    fn begin(&self, length: usize) -> TcpStream {
        let mut stream = self.connect();
        let head = "POST /v1/detect HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n";
        write!(stream, "{head}Content-Length: {length}\r\n\r\n").unwrap();
        let mut expected = [0; 25];
        stream.read_exact(&mut expected).unwrap();
        assert_eq!(&expected, b"HTTP/1.1 100 Continue\r\n\r\n");
        stream
    }

    /// A counter of /metrics.
    fn counter(&self, name: &str) -> u64 {
        let text = String::from_utf8(self.get("/metrics").body).unwrap();
        let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        line.map_or(0, |value| value.parse().unwrap())
    }
}

/// An answer.
#[derive(Debug)]
struct Reply {
    status: u16,
    head: String,
    body: Vec<u8>,
}

impl Reply {
    fn read(reader: &mut impl BufRead) -> Option<Reply> {
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            if reader.read_line(&mut head).ok()? == 0 {
                return None;
            }
        }
        let head = head.to_lowercase();
        let header = |name: &str| {
            head.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": ").map(str::to_owned))
        };
        let mut body = Vec::new();
        if header("transfer-encoding").is_some_and(|coding| coding == "chunked") {
            loop {
                let mut size = String::new();
                reader.read_line(&mut size).ok()?;
                let size = usize::from_str_radix(size.trim(), 16).ok()?;
                let mut chunk = vec![0; size + 2];
                reader.read_exact(&mut chunk).ok()?;
                body.extend_from_slice(&chunk[..size]);
                if size == 0 {
                    break;
                }
            }
        } else {
            let length = header("content-length").map_or(0, |length| length.parse().unwrap());
            body.resize(length, 0);
            reader.read_exact(&mut body).ok()?;
        }
        Some(Reply { status: head.split(' ').nth(1)?.parse().ok()?, head, body })
    }

    fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    fn lines(&self) -> Vec<Value> {
        let lines = self.body.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
        lines.map(|line| serde_json::from_slice(line).unwrap()).collect()
    }
}

/// "Вопрос" in KOI8-R.
const VOPROS: &[u8] = b"<p>\xF7\xCF\xD0\xD2\xCF\xD3";

#[test]
fn answers_are_those_of_the_library() {
    let service = Running::start(|_| {});
    let koi8 = "Content-Type: text/html; charset=koi8-r\r\n";
    let detected = service.ask("POST", "/v1/detect", koi8, VOPROS).json();
    assert_eq!((&detected["encoding"], &detected["source"]), (&"KOI8-R".into(), &"header".into()));
    let decoded = service.ask("POST", "/v1/decode?lang=ru", "", VOPROS).json();
    assert_eq!((&decoded["text"], &decoded["replaced"]), (&"<p>Вопрос".into(), &0.into()));
    let declared = service.post("/v1/decode?declare&from=koi8-r", b"<meta charset=koi8-r>\xF7").json();
    assert_eq!(declared["text"], "<meta charset=utf-8>В");

    let bread = include_bytes!("../../../testdata/extract/bread.html");
    let page = pellucid::page(bread);
    let extracted = service.post("/v1/extract?markdown", bread).json();
    assert_eq!(extracted["text"], page.text());
    assert_eq!(extracted["markdown"], page.markdown());
    assert_eq!(extracted["title"], "Rye bread for beginners");
    assert_eq!(service.counter("pellucid_pages_total{encoding=\"KOI8-R\"}"), 3);
}

#[test]
fn what_cannot_be_done_is_an_answer_that_says_why() {
    let service = Running::start(|_| {});
    let why = |reply: Reply| (reply.status, reply.json()["error"].as_str().unwrap().to_owned());
    let png = include_bytes!("../../../testdata/pages/pixel.png");
    assert_eq!(service.post("/v1/detect", png).json()["encoding"], "binary");
    for path in ["/v1/decode", "/v1/extract"] {
        let (status, why) = why(service.post(path, png));
        assert!(status == 422 && why.starts_with("this is not text"), "{status} {why}");
    }
    let (status, told) = why(service.post("/v1/decode?from=utf-8&errors=strict", b"caf\xE9"));
    assert!(status == 422 && told.contains("UTF-8"), "{told}");
    assert_eq!(why(service.post("/v1/detect?langs=ru", b"")).0, 400);
    assert_eq!(why(service.post("/v1/nothing", b"")).0, 404);
    let zipped = service.ask("POST", "/v1/detect", "Content-Encoding: gzip\r\n", b"");
    assert_eq!(why(zipped).0, 415);
    let get = service.get("/v1/detect");
    assert!(get.status == 405 && get.head.contains("\r\nallow: post\r\n"), "{}", get.head);
    assert_eq!(service.post("/metrics", b"").status, 405);
    assert_eq!(service.post("/", b"").status, 405);
}

/// Everything that is answered has the shape that the description says it has.
#[test]
fn answers_are_as_described() {
    let service = Running::start(|_| {});
    let description: Value = serde_json::from_str(OPENAPI).unwrap();
    assert_eq!(service.get("/v1/openapi.json").json(), description);
    assert_eq!(description["info"]["version"], env!("CARGO_PKG_VERSION"));
    let check = |pointer: &str, answer: &Value| {
        let mut schema = description.pointer(pointer).unwrap_or_else(|| panic!("{pointer}")).clone();
        schema["components"] = description["components"].clone();
        let errors: Vec<String> = jsonschema::validator_for(&schema)
            .unwrap()
            .iter_errors(answer)
            .map(|error| format!("{}: {error}", error.instance_path))
            .collect();
        assert!(errors.is_empty(), "{pointer}: {errors:?}\n{answer}");
    };
    let pages: [&[u8]; 5] = [
        include_bytes!("../../../testdata/extract/bread.html"),
        include_bytes!("../../../testdata/r2l/khabar.html"),
        include_bytes!("../../../testdata/pages/pixel.png"),
        "Ã©tÃ© dÃ©jÃ  vu, Ã§a \u{1} é".as_bytes(),
        b"",
    ];
    let mut statuses = std::collections::BTreeSet::new();
    for query in [
        "detect",
        "detect?explain",
        "decode",
        "decode?check&repair&mixed&declare",
        "decode?errors=strict&from=ascii",
        "extract",
        "extract?blocks&markdown&links&images&repair&mixed&comments",
        "extract?extractor=r2l",
        "extract?extractor=r2l&links",
        "inspect",
        "inspect?ask=read&from=windows-1252",
        "inspect?ask=glimpses&encodings=UTF-8,KOI8-R",
        "inspect?ask=window&start=10&end=90",
        "inspect?ask=repair",
        "inspect?ask=page&favor=recall&comments=text",
        "inspect?ask=methods",
        "inspect?ask=extractors",
        "inspect?ask=r2l&script=arabic",
        "inspect?ask=why",
        "detect?what",
    ] {
        let endpoint = query.split('?').next().unwrap();
        for page in pages {
            let reply = service.post(&format!("/v1/{query}"), page);
            statuses.insert((endpoint, reply.status));
            let at = format!(
                "/paths/~1v1~1{endpoint}/post/responses/{}/content/application~1json/schema",
                reply.status
            );
            check(&at, &reply.json());
        }
    }
    for path in ["/v1/about.json", "/v1/encodings", "/healthz"] {
        let escaped = path.replace('/', "~1");
        let at = format!("/paths/{escaped}/get/responses/200/content/application~1json/schema");
        check(&at, &service.get(path).json());
    }
    let lines =
        b"{\"content\":\"<p>text\",\"url\":\"http://a.de/\"}\nnonsense\n{\"content_base64\":\"bm8=\"}\n{}\n";
    let comments = serde_json::json!({ "content": String::from_utf8_lossy(pages[0]) }).to_string();
    let mut answers = service.post("/v1/batch", lines).lines();
    answers.extend(service.post("/v1/batch?comments=apart", comments.as_bytes()).lines());
    assert_eq!((answers.len(), answers[4]["comments"].as_array().unwrap().len()), (5, 2));
    let at = "/paths/~1v1~1batch/post/responses/200/content/application~1x-ndjson/schema";
    answers.iter().for_each(|answer| check(at, answer));
    // A check that cannot fail would be none.
    let mut wrong = answers[0].clone();
    wrong["confidence"] = "high".into();
    let mut schema = description.pointer("/components/schemas/Row").unwrap().clone();
    schema["components"] = description["components"].clone();
    assert!(jsonschema::is_valid(&schema, &answers[0]) && !jsonschema::is_valid(&schema, &wrong));
    for expected in [("detect", 400), ("decode", 422), ("extract", 422), ("extract", 400), ("inspect", 400)] {
        assert!(statuses.contains(&expected), "{statuses:?}");
    }
}

#[test]
fn the_description_has_the_parameters_of_the_service() {
    let description: Value = serde_json::from_str(OPENAPI).unwrap();
    for endpoint in Endpoint::ALL {
        let described = description["paths"][format!("/v1/{}", endpoint.name())]["post"]["parameters"]
            .as_array()
            .unwrap();
        let described: Vec<&str> =
            described.iter().map(|one| one["$ref"].as_str().unwrap().rsplit('/').next().unwrap()).collect();
        let known: Vec<&str> = PARAMETERS
            .iter()
            .filter(|(_, endpoints)| endpoints.contains(&endpoint))
            .map(|(name, _)| *name)
            .collect();
        assert_eq!(described, known, "{}", endpoint.name());
    }
    // Values that are listed are the values that there are.
    let listed = |name: &str| description["components"]["parameters"][name]["schema"]["enum"].clone();
    let names = |names: Vec<&str>| Value::from(names);
    assert_eq!(listed("method"), names(pellucid::Method::ALL.iter().map(|one| one.name()).collect()));
    assert_eq!(listed("prior"), names(pellucid::Prior::ALL.iter().map(|one| one.name()).collect()));
    assert_eq!(listed("errors"), names(pellucid::decode::Errors::ALL.iter().map(|one| one.name()).collect()));
    assert_eq!(listed("favor"), names(pellucid::extract::Favor::ALL.iter().map(|one| one.name()).collect()));
    assert_eq!(
        listed("extract"),
        names(pellucid::extract::Extract::ALL.iter().map(|one| one.name()).collect())
    );
    assert_eq!(listed("ask"), names(pellucid_answers::inspect::ASK.to_vec()));
    let extractors = pellucid::extract::ExtractorName::ALL.iter().map(|one| one.name()).collect();
    assert_eq!(listed("extractor"), names(extractors));
}

#[test]
fn a_batch_is_answered_while_it_is_sent() {
    let service = Running::start(|_| {});
    let mut stream = service.connect();
    let head = "POST /v1/batch?fields=id,text HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n";
    stream.write_all(head.as_bytes()).unwrap();
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    let mut line = String::new();
    for n in 0..50 {
        let page = format!("{{\"id\":{n},\"content\":\"<p>Page {n} of the batch\"}}\n");
        write!(stream, "{:x}\r\n{page}\r\n", page.len()).unwrap();
        // Its answer comes before the next line is sent.
        while !line.starts_with('{') {
            line.clear();
            assert_ne!(reader.read_line(&mut line).unwrap(), 0);
        }
        assert_eq!(line.trim_end(), format!("{{\"id\":\"{n}\",\"text\":\"Page {n} of the batch\"}}"));
        line.clear();
    }
    stream.write_all(b"0\r\n\r\n").unwrap();
    let mut rest = String::new();
    while rest != "0\r\n" {
        rest.clear();
        assert_ne!(reader.read_line(&mut rest).unwrap(), 0, "the answer ends as it should");
    }
    assert_eq!(service.counter("pellucid_batch_records_total{outcome=\"row\"}"), 50);
}

#[test]
fn a_batch_that_waits_for_a_word_gets_one() {
    let service = Running::start(|_| {});
    let mut stream = service.connect();
    let line = b"{\"content\":\"<p>Page\"}\n";
    let head = "POST /v1/batch HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n";
    write!(stream, "{head}Content-Length: {}\r\n\r\n", line.len()).unwrap();
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    assert!(Reply::read(&mut reader).is_some_and(|reply| reply.status == 100));
    stream.write_all(line).unwrap();
    assert_eq!(Reply::read(&mut reader).unwrap().lines()[0]["text"], "Page");
}

#[test]
fn a_batch_keeps_its_order_and_loses_no_line() {
    let service = Running::start(|options| options.max_body = 4096);
    let mut body = Vec::new();
    for n in 0..400 {
        match n % 4 {
            0 => writeln!(body, "{{\"id\":\"{n}\",\"content\":\"{}\"}}", "word ".repeat(n)),
            1 => writeln!(body, "{{\"id\":\"{n}\",\"content\":\"short\"}}\n"),
            2 => writeln!(body, "broken {n}"),
            _ => writeln!(body, "{{\"id\":\"{n}\",\"content\":\"{}\"}}", "x".repeat(90_000)),
        }
        .unwrap();
    }
    let answers = service.post("/v1/batch", &body).lines();
    assert_eq!(answers.len(), 400);
    for (n, answer) in answers.iter().enumerate() {
        match n % 4 {
            0 if n * 5 > 4096 => assert_eq!(answer["reason"], "too-large", "{n}"),
            0 | 1 => assert_eq!(answer["id"], n.to_string()),
            2 => assert_eq!(answer["reason"], "damaged"),
            _ => assert_eq!(answer["reason"], "too-large"),
        }
    }
}

#[test]
fn pages_of_other_sites_cannot_keep_the_service_busy() {
    let service = Running::start(|_| {});
    for path in ["/v1/extract", "/v1/batch"] {
        assert_eq!(service.ask("POST", path, "Sec-Fetch-Site: cross-site\r\n", b"{}").status, 403);
        assert_eq!(service.ask("POST", path, "Sec-Fetch-Site: same-origin\r\n", b"{}").status, 200);
    }
    // Nor can anybody end it: the selector of a stranger is read on a small stack.
    let deep = format!("/v1/extract?prune={}", ":not(".repeat(6000));
    assert_eq!(service.post(&deep, b"<p>text").status, 400);
    assert_eq!(service.post("/v1/extract", b"<p>text").status, 200);
}

#[test]
fn a_panic_is_500_and_counted_and_nothing_else_ends() {
    let service = Running::start(|_| {});
    for _ in 0..3 {
        let reply = service.get("/v1/panic");
        assert_eq!(
            (reply.status, &reply.json()["error"]),
            (500, &"a fault of this program, please report it".into())
        );
    }
    assert_eq!(service.counter("pellucid_panics_total"), 3);
    assert_eq!(service.counter("pellucid_requests_total{endpoint=\"none\",status=\"500\"}"), 3);
    assert_eq!(service.post("/v1/detect", b"text").status, 200);
}

#[test]
fn oversized_pages_and_heads_are_refused() {
    let service = Running::start(|options| options.max_body = 10_000);
    assert_eq!(service.post("/v1/detect", &[b'a'; 10_000]).status, 200);
    // One that says so is refused without a look at it; one that does not, when it has become too long.
    let mut stream = service.connect();
    stream.write_all(b"POST /v1/detect HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999\r\n\r\n").unwrap();
    assert_eq!(Reply::read(&mut BufReader::new(stream)).unwrap().status, 413);
    let mut stream = service.connect();
    stream.write_all(b"POST /v1/detect HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n").unwrap();
    for _ in 0..11 {
        let _ = write!(stream, "{:x}\r\n{}\r\n", 1000, "a".repeat(1000));
    }
    assert_eq!(Reply::read(&mut BufReader::new(stream)).unwrap().status, 413);
    let long = format!("X-Long: {}\r\n", "a".repeat(100_000));
    let mut stream = service.connect();
    let _ = stream.write_all(format!("GET /healthz HTTP/1.1\r\nHost: a\r\n{long}\r\n").as_bytes());
    let reply = Reply::read(&mut BufReader::new(stream));
    assert!(reply.is_none_or(|reply| reply.status == 431));
    let many: String = (0..200).map(|n| format!("X-{n}: 1\r\n")).collect();
    assert_eq!(service.ask("GET", "/healthz", &many, b"").status, 431);
    assert_eq!(service.get("/healthz").status, 200);
}

#[test]
fn malformed_and_aborted_requests_end_only_themselves() {
    let service = Running::start(|options| options.head_time = Duration::from_millis(300));
    let nonsense: [&[u8]; 8] = [
        b"\r\n\r\n\r\n",
        b"GET\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"POST /v1/detect HTTP/1.1\r\nContent-Length: -5\r\n\r\n",
        b"POST /v1/detect HTTP/1.1\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef",
        b"POST /v1/detect HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"GET /\xFF\x00 HTTP/1.1\r\nA: \x00\r\n\r\n",
    ];
    for request in nonsense {
        let mut stream = service.connect();
        stream.write_all(request).unwrap();
        let mut answer = Vec::new();
        // It is refused or cut off, and always ends.
        let _ = stream.read_to_end(&mut answer);
        assert!(answer.is_empty() || answer.starts_with(b"HTTP/1.1 4"), "{request:?}: {answer:?}");
    }
    for cut in [5, 40, 75, 90] {
        let request = b"POST /v1/extract HTTP/1.1\r\nHost: a\r\nContent-Length: 5000\r\n\r\n<p>Half of a page that never";
        let mut stream = service.connect();
        stream.write_all(&request[..cut.min(request.len())]).unwrap();
        stream.shutdown(Shutdown::Both).unwrap();
    }
    assert_eq!(service.post("/v1/detect", b"text").status, 200);
    assert_eq!(service.counter("pellucid_panics_total"), 0);
    assert_eq!(service.stop(), 0);
}

#[test]
fn slow_clients_are_cut_off_and_others_are_served_meanwhile() {
    let service = Running::start(|options| {
        options.head_time = Duration::from_millis(400);
        options.time = Duration::from_millis(800);
        options.connections = 40;
    });
    // Heads that never end, a byte at a time; bodies that never come; connections that say nothing.
    let begin: [&[u8]; 3] =
        [b"GET /healthz HTT", b"POST /v1/detect HTTP/1.1\r\nHost: a\r\nContent-Length: 500\r\n\r\n<p>", b""];
    let mut slow: Vec<TcpStream> = (0..39).map(|_| service.connect()).collect();
    for (n, stream) in slow.iter_mut().enumerate() {
        stream.write_all(begin[n % 3]).unwrap();
    }
    assert_eq!(service.post("/v1/detect", b"text").status, 200, "there is one place left");
    let began = Instant::now();
    while began.elapsed() < Duration::from_secs(3) {
        for stream in &mut slow {
            let _ = stream.write_all(b"a");
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    // One that had an answer, and asks for nothing more.
    let mut idle = service.connect();
    idle.write_all(b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n").unwrap();
    let mut answer = Vec::new();
    let began = Instant::now();
    idle.read_to_end(&mut answer).unwrap();
    assert!(answer.starts_with(b"HTTP/1.1 200") && began.elapsed() < Duration::from_secs(10));
    for (n, mut stream) in slow.into_iter().enumerate() {
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let answer = String::from_utf8_lossy(&answer);
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 408"), "{n}: {answer}");
    }
    assert_eq!(service.counter("pellucid_requests_total{endpoint=\"detect\",status=\"408\"}"), 13);
    // Those of the questions themselves may take a moment to end.
    let began = Instant::now();
    while service.counter("pellucid_connections") > 1 {
        assert!(began.elapsed() < Duration::from_secs(10), "connections are left");
    }
}

#[test]
fn an_answer_that_nobody_reads_is_given_up() {
    let service = Running::start(|options| {
        options.time = Duration::from_secs(8);
        options.max_body = 64 << 20;
    });
    let page = "text that is longer than what the system keeps for a client. ".repeat(250_000);
    let mut stream = service.connect();
    write!(stream, "POST /v1/decode HTTP/1.1\r\nHost: a\r\nContent-Length: {}\r\n\r\n", page.len()).unwrap();
    stream.write_all(page.as_bytes()).unwrap();
    let began = Instant::now();
    while service.counter("pellucid_broken_connections_total{why=\"broken\"}") == 0 {
        let metrics = String::from_utf8(service.get("/metrics").body).unwrap();
        assert!(began.elapsed() < Duration::from_secs(60), "the connection is still open: {metrics}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn a_busy_service_says_when_to_come_back() {
    // Two pages of 600 bytes, and memory for one of them.
    let service = Running::start(|options| options.max_held = 1024);
    let mut first = service.begin(600);
    let busy = service.post("/v1/detect", &[b'a'; 600]);
    assert_eq!(busy.status, 503);
    assert!(busy.head.contains("\r\nretry-after: 1\r\n"), "{}", busy.head);
    first.write_all(&[b'a'; 600]).unwrap();
    assert_eq!(Reply::read(&mut BufReader::new(first)).unwrap().status, 200);
    let began = Instant::now();
    while service.post("/v1/detect", &[b'a'; 600]).status != 200 {
        assert!(began.elapsed() < Duration::from_secs(10), "what was held is given back");
    }
}

#[test]
fn a_stopping_service_ends_what_it_has_begun() {
    let service = Running::start(|_| {});
    let mut idle = service.connect();
    idle.write_all(b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n").unwrap();
    let mut idle = BufReader::new(idle);
    assert_eq!(Reply::read(&mut idle).unwrap().status, 200);
    let mut begun = service.begin(4);
    let address = service.address;
    let stopping = std::thread::spawn(move || service.stop());
    let mut end = Vec::new();
    idle.read_to_end(&mut end).unwrap();
    assert!(end.is_empty(), "a connection without a request is closed");
    begun.write_all(b"text").unwrap();
    assert_eq!(Reply::read(&mut BufReader::new(begun)).unwrap().json()["encoding"], "UTF-8");
    assert_eq!(stopping.join().unwrap(), 0, "nothing was cut off");
    assert!(TcpStream::connect(address).is_err());
}

#[test]
fn files_for_browsers_come_from_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let web = folder.path().join("web");
    std::fs::create_dir_all(web.join("js")).unwrap();
    std::fs::write(web.join("index.html"), "<p>Inspector").unwrap();
    std::fs::write(web.join("js/a.wasm"), b"\0asm").unwrap();
    std::fs::write(folder.path().join("secret"), "no").unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink(folder.path().join("secret"), web.join("leak.txt")).unwrap();
    let service = Running::start(|options| options.web = Some(web.clone()));
    let index = service.get("/");
    assert!(index.body == b"<p>Inspector" && index.head.contains("text/html"), "{index:?}");
    assert!(service.get("/js/a.wasm").head.contains("content-type: application/wasm"));
    for path in ["/../secret", "/leak.txt", "/%2e%2e/secret", "/js", "/none"] {
        assert_eq!(service.get(path).status, 404, "{path}");
    }
    assert!(Server::bind(Options { web: Some(folder.path().join("none")), ..Options::default() }).is_err());
    let plain = Running::start(|_| {});
    assert!(String::from_utf8(plain.get("/").body).unwrap().contains("/v1/detect"));
}
