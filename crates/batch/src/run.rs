//! Many pieces at once, written one after the other.
//!
//! Workers read pieces and turn their pages into chunks; the writer takes the chunks of one piece after the other. How that
//! stays in order and within bounded memory is explained in [`ordered`].
//!
//! Stretches of an archive are entered by searching for a record, before it is known where the stretch before ends. The writer
//! compares: where they do not meet (an archive inside of an archive; damage just there), the stretch is read again from
//! where the one before ended. So the output is what reading from beginning to end gives, always.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use std::{fs, io};

use pellucid_files::ordered::{self, Bounds};
use pellucid_files::partial::is_device;
use pellucid_files::{Partial, Walk};
use tempfile::NamedTempFile;

use crate::error::Error;
use crate::job::Job;
use crate::journal::{self, Journal, Note};
use crate::memory::Memory;
use crate::page::process;
use crate::read::archive::Joint;
use crate::read::mark::{Mark, summed};
use crate::read::pieces::{Changed, Pieces, Reading};
use crate::read::work::{Finds, Work};
use crate::record::{Found, Place, Reason, Reject};
use crate::stamps::Stamps;
use crate::tally::Tally;
use crate::write::{Chunk, Compression, Encoder, Format, Shards, reject_line};

/// A chunk has about so many bytes before they are compressed.
const CHUNK: usize = 1 << 20;
/// So many chunks of a piece may wait.
const CHUNKS: usize = 8;
/// So many pieces for each thread may be ahead of the one that is written.
const AHEAD: usize = 4;
/// At most one part in so many of the time is spent on notes, as disks may be slow.
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
    /// Everything was written before, by the run that was to be resumed.
    WasComplete,
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
    /// Rows or rejects could not be encoded. They are counted already, so the run must not end well.
    Failed(io::Error),
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
    job.check()?;
    let reading = Reading { columns: job.columns.clone(), limit: job.options.max_bytes, piece: job.piece };
    let outputs = [&job.output, &job.rejects].into_iter().chain(&job.summary).cloned().collect();
    let (walk, _list) = repeatable(Walk { outputs, ..job.inputs.clone() })?;
    let mut writer = match Writer::open(job, &walk)? {
        Start::Run(writer) => writer,
        Start::Complete(tally) => return Ok((tally, Outcome::WasComplete)),
    };
    let stamps = Arc::clone(&writer.stamps);
    let mut pieces = Pieces::new(walk.inputs().inspect(move |input| stamps.push(input)), reading.clone());
    pieces.skip_to(&writer.mark).map_err(|Changed| changed())?;
    writer.stamps.skip(writer.mark.inputs);
    let pieces = pieces.map(|piece| {
        let again = piece.work.is_continuation().then(|| piece.work.clone());
        (Kept { work: again, bytes: piece.bytes, after: piece.after }, piece.work)
    });
    let bounds = Bounds { threads: job.threads, ahead: AHEAD, answers: CHUNKS };
    let memory = Arc::new(Memory::new(job.max_memory));
    let shared = (job.clone(), reading.clone(), Arc::clone(&memory));
    let tickets = ordered::start(pieces, bounds, move |work, answers| {
        let (job, reading, memory) = &shared;
        work_on(work, None, job, reading, memory, &mut |message| answers.send(message));
    });
    for ticket in tickets.map_err(|error| Error::new(error.to_string()))? {
        if watch.is_stopped() {
            writer.note(false)?;
            return Ok((writer.tally, Outcome::Stopped));
        }
        let (bytes, before) = (ticket.kept.bytes, writer.tally.read());
        writer.piece(ticket, &reading, &memory)?;
        watch.done(bytes, writer.tally.read() - before);
    }
    Ok((writer.finish()?, Outcome::Complete))
}

/// The same inputs in a form that can be walked twice: a list on standard input is kept in a file as long as this returns it.
fn repeatable(walk: Walk) -> Result<(Walk, Option<NamedTempFile>), Error> {
    if walk.can_repeat() {
        return Ok((walk, None));
    }
    let keep = || -> io::Result<NamedTempFile> {
        let mut list = NamedTempFile::new()?;
        io::copy(&mut io::stdin(), &mut list)?;
        Ok(list)
    };
    let list = keep().map_err(Error::io("keep the list of inputs in", &std::env::temp_dir()))?;
    Ok((Walk { files_from: Some(list.path().to_owned()), ..walk }, Some(list)))
}

/// The sum of all inputs, none of which may be an output.
fn sum_of(walk: &Walk, job: &Job) -> Result<String, Error> {
    walk.inputs().try_fold(String::new(), |sum, input| match job.writes(&input.path) {
        true => Err(Error::new(format!("{} is both an input and an output", input.path.display()))),
        false => Ok(summed(&sum, &input)),
    })
}

fn changed() -> Error {
    Error::new(
        "cannot resume: inputs were added, removed or changed since; run with --overwrite to start over",
    )
}

/// Reads a piece, works on its pages, and sends what comes of it, for as long as `send` succeeds.
fn work_on(
    work: Work,
    exact: Option<u64>,
    job: &Job,
    reading: &Reading,
    memory: &Memory,
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
    let begun = work.read(reading, exact);
    if !send(Message::Begin(begun.as_ref().ok().and_then(Finds::joint))) {
        return;
    }
    let work = || -> io::Result<bool> {
        let mut finds = match begun {
            Ok(finds) => finds,
            Err(unreadable) => {
                let chunk = reject(&unreadable, &mut tally)?;
                return Ok(chunk.is_none_or(|chunk| send(Message::Rejects(chunk))));
            }
        };
        loop {
            // Readers of foreign formats may have faults, too.
            let found = catch_unwind(AssertUnwindSafe(|| finds.next())).unwrap_or_else(|_| {
                let detail = "a fault of this program while reading: the rest of this piece is lost";
                Some(Found::Other(Reject::at(place.clone(), Reason::Internal, detail)))
            });
            let mut is_fault = false;
            let message = match found {
                None => break,
                Some(Found::Page(record)) => {
                    let bytes = record.body.len();
                    let row = match memory.take(bytes) {
                        Ok(_taken) => process(*record, &job.options),
                        Err(detail) => Err(Reject::of(&record, Reason::TooLarge, detail)),
                    };
                    match row {
                        Ok(row) => {
                            tally.row(&row, bytes);
                            rows.row(&row)?.map(Message::Rows)
                        }
                        Err(why) => reject(&why, &mut tally)?.map(Message::Rejects),
                    }
                }
                Some(Found::Other(why)) => {
                    is_fault = why.reason == Reason::Internal;
                    reject(&why, &mut tally)?.map(Message::Rejects)
                }
            };
            if message.is_some_and(|message| !send(message)) {
                return Ok(false);
            }
            if is_fault {
                break;
            }
        }
        end = finds.end();
        Ok(true)
    };
    let is_heard = work().and_then(|is_heard| {
        let rest = [rows.finish()?.map(Message::Rows), rejects.finish()?.map(Message::Rejects)];
        Ok(is_heard && rest.into_iter().flatten().all(&mut *send))
    });
    match is_heard {
        Ok(false) => {}
        Ok(true) => drop(send(Message::End(end, Box::new(tally)))),
        Err(error) => drop(send(Message::Failed(error))),
    }
}

/// What a job begins with.
enum Start<'a> {
    /// There is something to do.
    Run(Box<Writer<'a>>),
    /// An earlier run has done it.
    Complete(Tally),
}

/// The writer.
struct Writer<'a> {
    job: &'a Job,
    /// The sum of its options: taken once, as a model of the caller's is among them. And that of its inputs.
    sum: String,
    inputs: String,
    /// None for what cannot be resumed.
    journal: Option<Journal>,
    output: Shards,
    rejects: Shards,
    summary: Option<Partial>,
    tally: Tally,
    /// Where the last stretch of an archive ended.
    end: Option<u64>,
    /// How far the inputs are written.
    mark: Mark,
    /// What the inputs were when they were taken.
    stamps: Arc<Stamps>,
    /// When it was last noted how far the run is.
    noted: Instant,
    /// How long that took.
    noting: Duration,
}

impl<'a> Writer<'a> {
    /// From the beginning, or from where an earlier run was.
    fn open(job: &'a Job, walk: &Walk) -> Result<Start<'a>, Error> {
        let mut writer = Writer {
            job,
            sum: journal::sum(job.fingerprint()),
            inputs: String::new(),
            journal: None,
            output: Shards::new(&job.output, job.shard, job.group, job.format == Format::Parquet),
            rejects: Shards::new(&job.rejects, None, job.group, false),
            summary: None,
            tally: Tally::default(),
            end: None,
            mark: Mark::default(),
            stamps: Arc::default(),
            noted: Instant::now(),
            noting: Duration::ZERO,
        };
        if writer.output.can_resume() {
            writer.journal = Some(Journal::open(&job.output)?);
        }
        writer.inputs = sum_of(walk, job)?;
        let note = writer.journal.as_ref().and_then(|journal| journal.last().cloned());
        match note.filter(|_| job.resume) {
            Some(note) => {
                writer.check_same(&note)?;
                if note.is_complete {
                    writer.check_there(&note)?;
                    if let Some(path) = job.summary.as_ref().filter(|path| is_device(path) || !path.exists())
                    {
                        summarise(part(path)?, &note.tally)?;
                    }
                    return Ok(Start::Complete(note.tally));
                }
                writer.resume(note)?;
            }
            None => writer.start_over()?,
        }
        writer.summary = job.summary.as_deref().map(part).transpose()?;
        Ok(Start::Run(Box::new(writer)))
    }

    /// From the beginning. What is there already is replaced only on request.
    fn start_over(&mut self) -> Result<(), Error> {
        let mut existing = [self.output.existing()?, self.rejects.existing()?].concat();
        let summary = self.job.summary.iter().filter(|path| !is_device(path) && path.exists());
        existing.extend(summary.cloned());
        if !self.job.overwrite {
            if let Some(journal) = self.journal.as_ref().filter(|journal| journal.is_damaged()) {
                let path = journal.path().display();
                return Err(Error::new(format!(
                    "{path} is no journal, or is damaged: remove it, or use --overwrite to start over"
                )));
            }
            if let Some(path) = existing.first() {
                let what = match existing.len() - 1 {
                    0 => format!("{} exists: use --overwrite to replace it", path.display()),
                    more => {
                        format!("{} and {more} more exist: use --overwrite to replace them", path.display())
                    }
                };
                return Err(Error::new(format!("{what}, or choose another output")));
            }
        }
        // What another run left is of no use: it is not resumed.
        if let Some(journal) = &mut self.journal {
            journal.clear()?;
        }
        self.output.discard()?;
        // One file takes the place of another. Several might be fewer than before, and would be mixed with the old ones.
        for path in self.job.shard.iter().flat_map(|_| &existing) {
            fs::remove_file(path).map_err(Error::io("remove", path))?;
        }
        self.output.open()?;
        self.rejects.open()?;
        self.note(false)
    }

    /// From where an earlier run was.
    fn resume(&mut self, note: Note) -> Result<(), Error> {
        self.output.resume(&note.output)?;
        self.rejects.resume(&note.rejects)?;
        self.tally = note.tally;
        self.end = note.end;
        self.mark = note.mark;
        Ok(())
    }

    /// Whether an earlier run had the same job.
    fn check_same(&self, note: &Note) -> Result<(), Error> {
        if note.job != self.sum {
            let path = journal::path(&self.job.output);
            let what = "it belongs to another job, of another version or with other options";
            return Err(Error::new(format!(
                "cannot resume {}: {what}; run with --overwrite to start over",
                path.display()
            )));
        }
        if note.inputs == self.inputs { Ok(()) } else { Err(changed()) }
    }

    /// Whether all that a complete run has written is there.
    fn check_there(&self, note: &Note) -> Result<(), Error> {
        let (output, rejects) = (&self.job.output, &self.job.rejects);
        for (shards, position, path) in
            [(&self.output, &note.output, output), (&self.rejects, &note.rejects, rejects)]
        {
            if !is_device(path) && !shards.are_there(position) {
                return Err(Error::new(format!(
                    "cannot resume: the run is complete, but {} was removed or changed since; \
                     run with --overwrite to start over",
                    path.display()
                )));
            }
        }
        Ok(())
    }

    /// Writes what comes of a piece.
    fn piece(&mut self, ticket: Ticket, reading: &Reading, memory: &Memory) -> Result<(), Error> {
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
                work_on(work, Some(end), self.job, reading, memory, &mut |message| {
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
        for changed in self.stamps.changed(kept.after.inputs - self.mark.inputs) {
            self.reject(&changed)?;
        }
        self.mark = kept.after;
        self.output.piece_ends()?;
        let every = self.job.note_every;
        if every.is_zero() || self.noted.elapsed() >= every.max(self.noting * SHARE) {
            self.note(false)?;
        }
        Ok(())
    }

    /// Writes a reject that no worker has found.
    fn reject(&mut self, reject: &Reject) -> Result<(), Error> {
        self.tally.reject(reject);
        let mut encoder = Encoder::new(Format::Jsonl, Compression::of(&self.job.rejects).0, &[], CHUNK);
        let chunk = encoder.line(&reject_line(reject)).and_then(|_| encoder.finish());
        let chunk = chunk.map_err(Error::io("write", &self.job.rejects))?;
        chunk.map_or(Ok(()), |chunk| self.rejects.take(chunk))
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
            Message::Failed(error) => Err(Error::io("write", &self.job.output)(error)),
        }
    }

    /// Notes how far the run is, if it can be resumed from here.
    fn note(&mut self, is_complete: bool) -> Result<(), Error> {
        let Some(journal) = self.journal.as_mut().filter(|_| self.output.can_resume()) else { return Ok(()) };
        let start = Instant::now();
        journal.write(Note {
            number: 0,
            job: self.sum.clone(),
            inputs: self.inputs.clone(),
            mark: self.mark.clone(),
            end: self.end,
            output: self.output.sync()?,
            rejects: self.rejects.sync()?,
            tally: self.tally.clone(),
            is_complete,
        })?;
        self.noted = Instant::now();
        self.noting = start.elapsed();
        Ok(())
    }

    /// All is written: outputs get their names, and that is noted.
    fn finish(mut self) -> Result<Tally, Error> {
        let empty = (self.job.format == Format::Parquet)
            .then(|| Chunk::Batch(crate::arrow::Builder::new(&self.job.fields).finish()));
        // Since the run began, but before they were taken: while they were read is another matter.
        if self.mark.sum != self.inputs {
            let detail = "inputs were added, removed or changed before they were read; rows may be missing";
            self.reject(&Reject::at(Place::default(), Reason::Unreadable, detail))?;
        }
        self.output.finish(empty)?;
        self.rejects.finish(None)?;
        if let Some(summary) = self.summary.take() {
            summarise(summary, &self.tally)?;
        }
        self.note(true)?;
        Ok(self.tally)
    }
}

/// Starts to write a file.
fn part(path: &Path) -> Result<Partial, Error> {
    Partial::create(path).map_err(Error::io("write", path))
}

/// Writes the counts.
fn summarise(mut summary: Partial, tally: &Tally) -> Result<(), Error> {
    let path = summary.path().to_owned();
    let written = summary.append(format!("{:#}\n", tally.json()).as_bytes());
    written.and_then(|()| summary.finish()).map_err(Error::io("write", &path))
}
