//! Many pieces at once, written one after the other.
//!
//! Workers read pieces and turn their pages into chunks; the writer takes the chunks of one piece after the other. How that
//! stays in order and within bounded memory is explained in [`ordered`].
//!
//! Stretches of an archive are entered by searching for a record, before it is known where the stretch before ends. The writer
//! compares: where they do not meet (an archive inside of an archive; damage just there), the stretch is read again from
//! where the one before ended. So the output is what reading from beginning to end gives, always.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

use pellucid_files::ordered::{self, Bounds};
use pellucid_files::{Input, Walk};

use crate::error::Error;
use crate::job::Job;
use crate::journal::{self, Journal};
use crate::page::process;
use crate::read::archive::Joint;
use crate::read::mark::Mark;
use crate::read::pieces::{Changed, Pieces, Reading};
use crate::read::work::Work;
use crate::record::{Found, Reason, Reject};
use crate::tally::Tally;
use crate::write::{Chunk, Compression, Encoder, Format, Shards, reject_line};

/// A chunk has about so many bytes before they are compressed.
const CHUNK: usize = 1 << 20;
/// So many chunks of a piece may wait.
const CHUNKS: usize = 8;
/// So many pieces for each thread may be ahead of the one that is written.
const AHEAD: usize = 4;
/// How often it is noted how far the run is, at most: what came later is done again after a kill.
const NOTED: Duration = Duration::from_millis(50);
/// And of the time at most one part in so many is spent on that, as disks may be slow.
const SHARE: u32 = 20;

/// Somebody who looks on.
pub trait Watch: Sync {
    /// So many bytes of the inputs are done, and so many records more were read.
    fn done(&self, bytes: u64, records: u64);

    /// Whether to stop.
    fn is_stopped(&self) -> bool;
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Everything is written.
    Complete,
    /// It was stopped; `resume` continues it.
    Stopped,
}

/// What a worker says.
enum Message {
    /// The piece is entered: where.
    Begin(Option<Joint>),
    /// Rows.
    Rows(Chunk),
    /// Rejects.
    Rejects(Chunk),
    /// There is no more: where it ended, and what was counted.
    End(Option<u64>, Box<Tally>),
}

/// What is kept of a piece that somebody works on.
struct Kept {
    /// The same again, if it may have to be read again.
    work: Option<Work>,
    bytes: u64,
    after: Mark,
}

/// A piece that somebody works on.
type Ticket = ordered::Ticket<Kept, Message>;

/// Reads all inputs and writes all outputs.
///
/// Fails if something cannot be written; records that cannot be read are rejects. A job with `resume` continues what is
/// written up to then, and its output is the same, byte for byte, as if nothing had happened.
pub fn run(job: &Job, watch: &dyn Watch) -> Result<(Tally, Outcome), Error> {
    let reading = Reading { columns: job.columns.clone(), limit: job.options.max_bytes, piece: job.piece };
    let walk = Walk { outputs: vec![job.output.clone(), job.rejects.clone()], ..job.inputs.clone() };
    let mut pieces = Pieces::new(walk.inputs(), reading.clone());
    let mut writer = Writer::open(job, &mut pieces)?;
    let pieces = pieces.map(|piece| {
        let again = piece.work.is_continuation().then(|| piece.work.clone());
        (Kept { work: again, bytes: piece.bytes, after: piece.after }, piece.work)
    });
    let bounds = Bounds { threads: job.threads, ahead: AHEAD, answers: CHUNKS };
    let shared = Arc::new((job.clone(), reading.clone()));
    let tickets = ordered::start(pieces, bounds, move |work, answers| {
        let (job, reading) = &*shared;
        work_on(work, None, job, reading, &mut |message| answers.send(message));
    });
    for ticket in tickets.map_err(|error| Error::new(error.to_string()))? {
        if watch.is_stopped() {
            writer.note()?;
            return Ok((writer.tally, Outcome::Stopped));
        }
        let (bytes, before) = (ticket.kept.bytes, writer.tally.read());
        writer.piece(ticket, &reading)?;
        watch.done(bytes, writer.tally.read() - before);
    }
    Ok((writer.finish()?, Outcome::Complete))
}

/// Reads a piece, works on its pages, and sends what comes of it, for as long as `send` succeeds.
fn work_on(
    work: Work,
    exact: Option<u64>,
    job: &Job,
    reading: &Reading,
    send: &mut dyn FnMut(Message) -> bool,
) {
    let limit = job.shard.map_or(CHUNK, |size| CHUNK.min(usize::try_from(size).unwrap_or(CHUNK)));
    let (of_rejects, _) = Compression::of(&job.rejects);
    let mut rows = Encoder::new(job.format, job.compression, &job.fields, limit);
    let mut rejects = Encoder::new(Format::Jsonl, of_rejects, &[], CHUNK);
    let mut tally = Tally::default();
    let mut end = None;
    let mut reject = |reject: &Reject, tally: &mut Tally| {
        tally.reject(reject);
        rejects.line(&reject_line(reject))
    };
    let place = work.place();
    let result = match work.read(reading, exact) {
        Err(unreadable) => {
            if !send(Message::Begin(None)) {
                return;
            }
            reject(&unreadable, &mut tally).map(|chunk| chunk.map(Message::Rejects))
        }
        Ok(mut finds) => {
            if !send(Message::Begin(finds.joint())) {
                return;
            }
            loop {
                // Readers of foreign formats may have faults, too.
                let found = catch_unwind(AssertUnwindSafe(|| finds.next())).unwrap_or_else(|_| {
                    let detail = "a fault of this program while reading: the rest of this piece is lost";
                    Some(Found::Other(Reject::at(place.clone(), Reason::Internal, detail)))
                });
                let message = match found {
                    None => break,
                    Some(Found::Page(record)) => {
                        let bytes = record.body.len();
                        match process(*record, &job.options) {
                            Ok(row) => {
                                tally.row(&row, bytes);
                                rows.row(&row).map(|chunk| chunk.map(Message::Rows))
                            }
                            Err(why) => reject(&why, &mut tally).map(|chunk| chunk.map(Message::Rejects)),
                        }
                    }
                    Some(Found::Other(why)) => {
                        let is_fault = why.reason == Reason::Internal;
                        let chunk = reject(&why, &mut tally).map(|chunk| chunk.map(Message::Rejects));
                        if is_fault {
                            break;
                        }
                        chunk
                    }
                };
                // Compressing in memory does not fail.
                if let Ok(Some(message)) = message
                    && !send(message)
                {
                    return;
                }
            }
            end = finds.end();
            Ok(None)
        }
    };
    let rest = [
        result.ok().flatten(),
        rows.finish().ok().flatten().map(Message::Rows),
        rejects.finish().ok().flatten().map(Message::Rejects),
        Some(Message::End(end, Box::new(tally))),
    ];
    for message in rest.into_iter().flatten() {
        if !send(message) {
            return;
        }
    }
}

/// The writer.
struct Writer<'a> {
    job: &'a Job,
    /// The sum of its options: taken once, as a model of the caller's is among them.
    sum: String,
    output: Shards,
    rejects: Shards,
    tally: Tally,
    /// Where the last stretch of an archive ended.
    end: Option<u64>,
    /// How far the inputs are written.
    mark: Mark,
    /// When it was last noted how far the run is.
    noted: Instant,
    /// How long that took.
    noting: Duration,
}

impl<'a> Writer<'a> {
    /// From the beginning, or from where an earlier run was.
    fn open(job: &'a Job, pieces: &mut Pieces<impl Iterator<Item = Input>>) -> Result<Writer<'a>, Error> {
        let mut writer = Writer {
            job,
            sum: journal::sum(&job.fingerprint()),
            output: Shards::new(&job.output, job.shard, job.group, job.format == Format::Parquet),
            rejects: Shards::new(&job.rejects, None, job.group, false),
            tally: Tally::default(),
            end: None,
            mark: Mark::default(),
            noted: Instant::now(),
            noting: Duration::ZERO,
        };
        let path = journal::path(&job.output);
        let journal = Journal::read(&path);
        if !job.resume {
            writer.output.check_new()?;
            // What another run left is of no use: it is not resumed.
            if let Ok(Some(old)) = &journal {
                writer.output.discard(&old.output)?;
                writer.rejects.discard(&old.rejects)?;
            }
            if !matches!(journal, Ok(None)) {
                std::fs::remove_file(&path).map_err(Error::io("remove", &path))?;
            }
            return Ok(writer);
        }
        let Some(journal) = journal? else { return Ok(writer) };
        if journal.job != writer.sum {
            let what = "it belongs to another job, of another version or with other options";
            return Err(Error::new(format!(
                "cannot resume {}: {what}; run without --resume to start over",
                path.display()
            )));
        }
        let changed = |Changed| {
            Error::new("cannot resume: the inputs have changed since; run without --resume to start over")
        };
        pieces.skip_to(&journal.mark).map_err(changed)?;
        writer.output.resume(&journal.output)?;
        writer.rejects.resume(&journal.rejects)?;
        writer.tally = journal.tally;
        writer.end = journal.end;
        writer.mark = journal.mark;
        Ok(writer)
    }

    /// Writes what comes of a piece.
    fn piece(&mut self, ticket: Ticket, reading: &Reading) -> Result<(), Error> {
        let lost = || Error::new(ordered::no_answer().to_string());
        let Ticket { kept, answers } = ticket;
        let Ok(Message::Begin(joint)) = answers.recv() else { return Err(lost()) };
        let before = self.end.filter(|_| kept.work.is_some());
        let apart = before.filter(|end| joint.is_some_and(|joint| !joint.continues(*end)));
        match apart.zip(kept.work) {
            Some((end, work)) => {
                // Whoever works on it notices that nobody listens.
                drop(answers);
                let mut result = Ok(());
                work_on(work, Some(end), self.job, reading, &mut |message| {
                    result = self.message(message, before);
                    result.is_ok()
                });
                result?;
            }
            None => loop {
                let message = answers.recv().map_err(|_| lost())?;
                let is_last = matches!(message, Message::End(..));
                self.message(message, before)?;
                if is_last {
                    break;
                }
            },
        }
        self.mark = kept.after;
        self.output.piece_ends()?;
        if self.noted.elapsed() >= NOTED.max(self.noting * SHARE) {
            self.note()?;
        }
        Ok(())
    }

    fn message(&mut self, message: Message, before: Option<u64>) -> Result<(), Error> {
        match message {
            Message::Begin(_) => Ok(()),
            Message::Rows(chunk) => self.output.take(chunk),
            Message::Rejects(chunk) => self.rejects.take(chunk),
            Message::End(end, tally) => {
                // A stretch in which no record begins ends where the one before did.
                self.end = end.max(before);
                self.tally.add(&tally);
                Ok(())
            }
        }
    }

    /// Notes how far the run is, if it can be resumed from here.
    fn note(&mut self) -> Result<(), Error> {
        if !self.output.can_resume() {
            return Ok(());
        }
        let start = Instant::now();
        let journal = Journal {
            job: self.sum.clone(),
            mark: self.mark.clone(),
            end: self.end,
            output: self.output.sync()?,
            rejects: self.rejects.sync()?,
            tally: self.tally.clone(),
        };
        journal.write(&journal::path(&self.job.output))?;
        self.noted = Instant::now();
        self.noting = start.elapsed();
        Ok(())
    }

    /// All is written: outputs get their names, and there is nothing to resume.
    fn finish(mut self) -> Result<Tally, Error> {
        let empty = (self.job.format == Format::Parquet)
            .then(|| Chunk::Batch(crate::arrow::Builder::new(&self.job.fields).finish()));
        self.output.finish(empty)?;
        self.rejects.finish(None)?;
        let path = journal::path(&self.job.output);
        match std::fs::remove_file(&path) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                Err(Error::io("remove", &path)(error))
            }
            _ => Ok(self.tally),
        }
    }
}
