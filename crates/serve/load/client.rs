//! Clients that send pages as fast as they are answered.

use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::services::Service;

/// What clients saw.
pub struct Measured {
    pub seconds: f64,
    pub failed: usize,
    /// How long each answer took, sorted.
    pub times: Vec<Duration>,
    pub bytes: usize,
}

impl Measured {
    pub fn rate(&self) -> f64 {
        self.times.len() as f64 / self.seconds
    }

    /// The time that this share of the answers took at most, in milliseconds.
    pub fn percentile(&self, share: f64) -> f64 {
        let rank = ((self.times.len() as f64 * share).ceil() as usize).clamp(1, self.times.len().max(1));
        self.times.get(rank - 1).map_or(f64::NAN, |time| time.as_secs_f64() * 1e3)
    }
}

/// A connection that is kept open.
struct Client {
    reader: BufReader<TcpStream>,
    /// So that head and body leave in one piece.
    request: Vec<u8>,
}

impl Client {
    fn connect(service: &Service) -> io::Result<Client> {
        let stream = TcpStream::connect(service.address)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(Duration::from_secs(60)))?;
        Ok(Client { reader: BufReader::new(stream), request: Vec::new() })
    }

    /// Sends a page, and returns the status and the length of the answer.
    fn send(&mut self, path: &str, page: &[u8]) -> io::Result<(u16, usize)> {
        self.request.clear();
        write!(
            self.request,
            "POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/html\r\nContent-Length: {}\r\n\r\n",
            page.len()
        )?;
        self.request.extend_from_slice(page);
        self.reader.get_mut().write_all(&self.request)?;
        let mut line = String::new();
        self.reader.read_line(&mut line)?;
        let broken = || io::Error::from(ErrorKind::InvalidData);
        let status = line.split(' ').nth(1).and_then(|code| code.parse().ok()).ok_or_else(broken)?;
        let mut length = None;
        loop {
            line.clear();
            if self.reader.read_line(&mut line)? == 0 {
                return Err(broken());
            }
            let Some((name, value)) = line.split_once(':') else { break };
            if name.eq_ignore_ascii_case("content-length") {
                length = value.trim().parse::<usize>().ok();
            }
        }
        let length = length.ok_or_else(broken)?;
        let mut body = vec![0; length];
        self.reader.read_exact(&mut body)?;
        Ok((status, length))
    }
}

/// So many connections for so long, after a short time to warm up.
pub fn measure(
    service: &Service,
    path: &str,
    pages: &[Vec<u8>],
    connections: usize,
    time: Duration,
) -> Result<Measured> {
    let mut warming = Client::connect(service).context("cannot connect")?;
    for page in pages.iter().take(50) {
        warming.send(path, page)?;
    }
    drop(warming);
    let (is_over, next) = (AtomicBool::new(false), AtomicUsize::new(0));
    let work = || -> (Vec<Duration>, usize, usize) {
        let (mut times, mut failed, mut bytes) = (Vec::new(), 0, 0);
        let mut client = None;
        while !is_over.load(Ordering::Relaxed) {
            let page = &pages[next.fetch_add(1, Ordering::Relaxed) % pages.len()];
            let began = Instant::now();
            let answered = match client.take().map_or_else(|| Client::connect(service), Ok) {
                Ok(mut one) => one.send(path, page).map(|answer| (answer, one)),
                Err(error) => Err(error),
            };
            match answered {
                // What cannot be extracted is answered, too: both services get the same pages.
                Ok(((200 | 422, _), one)) => {
                    times.push(began.elapsed());
                    bytes += page.len();
                    client = Some(one);
                }
                Ok((_, one)) => {
                    failed += 1;
                    client = Some(one);
                }
                Err(_) => failed += 1,
            }
        }
        (times, failed, bytes)
    };
    let began = Instant::now();
    let results: Vec<_> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..connections).map(|_| scope.spawn(work)).collect();
        std::thread::sleep(time);
        is_over.store(true, Ordering::Relaxed);
        threads.into_iter().filter_map(|thread| thread.join().ok()).collect()
    });
    let mut measured =
        Measured { seconds: began.elapsed().as_secs_f64(), failed: 0, times: Vec::new(), bytes: 0 };
    for (times, failed, bytes) in results {
        measured.times.extend(times);
        measured.failed += failed;
        measured.bytes += bytes;
    }
    measured.times.sort_unstable();
    Ok(measured)
}

/// The memory of the service after a tenth of the requests, two tenths, and so on.
pub fn memory(service: &Service, pages: &[Vec<u8>], requests: usize) -> Result<Vec<(usize, u64)>> {
    let mut clients = (0..8).map(|_| Client::connect(service)).collect::<io::Result<Vec<_>>>()?;
    let step = requests.div_ceil(10).max(1);
    let mut seen = Vec::new();
    for n in 1..=10 {
        let each = step / clients.len();
        let sent: Vec<io::Result<()>> = std::thread::scope(|scope| {
            let send = |(index, client): (usize, &mut Client)| {
                let paths = ["/v1/detect", "/v1/decode", "/v1/extract"];
                for turn in 0..each {
                    let at = turn * 8 + index;
                    client.send(paths[at % 3], &pages[at % pages.len()])?;
                }
                Ok(())
            };
            let threads: Vec<_> =
                clients.iter_mut().enumerate().map(|one| scope.spawn(move || send(one))).collect();
            threads.into_iter().filter_map(|thread| thread.join().ok()).collect()
        });
        if let Some(error) = sent.into_iter().find_map(Result::err) {
            bail!("a request failed: {error}");
        }
        seen.push((n * each * clients.len(), service.resident()?));
    }
    Ok(seen)
}
