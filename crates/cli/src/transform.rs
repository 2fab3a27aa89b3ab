//! Runs a command which turns every input into an output: `decode`, `strip` and `extract`.

use std::collections::HashSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Result, bail};

use crate::beside::Beside;
use crate::exit;
use crate::inputs::{Input, Inputs};
use crate::ordered;
use crate::output::{Destination, Stdout};
use crate::progress::Progress;
use crate::rows::{Row, Table};

/// What is done with each input, in two steps: what can be done in any order, and the writing itself.
///
/// With files as output, both steps run for many inputs at once. On standard output the writing must wait for its
/// turn, and only the first step does.
pub trait Transform: Send + Sync + 'static {
    /// What the first step hands to the second.
    type Ready: Send + 'static;

    /// Everything that can be done before writing.
    fn prepare(&self, input: Input) -> Result<Self::Ready>;

    /// Writes the output.
    fn write(&self, ready: Self::Ready, out: &mut dyn Write) -> Result<Done>;

    /// How the names of files in an output folder end; none if they stay as they are.
    fn ending(&self) -> Option<&'static str> {
        None
    }
}

/// An input which is done with.
pub struct Done {
    /// What is told about it in a table; its error, if it failed.
    pub row: Row,
    /// What is worth a note on standard error.
    pub note: Option<String>,
}

impl Done {
    fn failed(path: &Path, error: &anyhow::Error) -> Done {
        Done { row: Row::failed(path, error), note: None }
    }
}

/// Runs it over all inputs. Rows go to standard output if there is a table for them.
pub fn run(
    transform: impl Transform,
    inputs: &Inputs,
    destination: &Destination,
    table: Option<Table>,
    progress: &Progress,
) -> Result<u8> {
    let (mut all, mut failed) = (0u64, 0u64);
    let mut tell = |Done { row, note }: &Done| {
        all += 1;
        if let Some(error) = row.error() {
            failed += 1;
            progress.error(&format!("{}: {error}", row.shown_path()));
        } else if let Some(note) = note {
            progress.note(&format!("{}: {note}", row.shown_path()));
        }
    };
    let mut out = Stdout::lock();
    match destination.clone() {
        Destination::Stdout => {
            let transform = Arc::new(transform);
            let first = Arc::clone(&transform);
            let prepare = move |input: Input| {
                let path = input.path.clone();
                (path, first.prepare(input))
            };
            ordered::for_each(inputs.walk(), inputs.threads(), prepare, |(path, ready)| {
                let result = ready.and_then(|ready| transform.write(ready, &mut out));
                if result.is_err() && out.has_failed() {
                    return result.map(drop);
                }
                tell(&result.unwrap_or_else(|error| Done::failed(&path, &error)));
                Ok(())
            })?;
        }
        files => {
            // Told apart while the inputs are walked, so that it is always the later one which fails.
            let ending = transform.ending();
            let mut taken = Taken::new(inputs.paths().len() > 1 || ending.is_some());
            let placed = inputs.walk().map(move |input| {
                let place = taken.take(files.file_for(&input, ending).expect("no standard output here"));
                (input, place)
            });
            let work = move |(input, place): (Input, Result<PathBuf>)| {
                let path = input.path.clone();
                place
                    .and_then(|place| to_file(&transform, input, &place))
                    .unwrap_or_else(|error| Done::failed(&path, &error))
            };
            if let Some(table) = &table {
                table.write_header(&mut out)?;
            }
            ordered::for_each(placed, inputs.threads(), work, |done| {
                tell(&done);
                if let Some(table) = &table {
                    table.write(&done.row, &mut out)?;
                }
                Ok(())
            })?;
        }
    }
    out.flush()?;
    progress.finish();
    if failed > 0 && all > 1 {
        progress.error(&format!("{failed} of {all} inputs failed"));
    }
    Ok(if failed == 0 { exit::FINE } else { exit::FAILED })
}

/// Both steps, to a file which appears only when they succeed.
fn to_file(transform: &impl Transform, input: Input, place: &Path) -> Result<Done> {
    let ready = transform.prepare(input)?;
    let mut file = Beside::create(place)?;
    let done = transform.write(ready, &mut file)?;
    file.finish()?;
    Ok(done)
}

/// The places of the outputs so far: `a/index.html` and `b/index.html` must not both become `index.html`.
///
/// Below a single argument that cannot happen unless names change, and a folder of millions need not be remembered.
struct Taken(Option<HashSet<PathBuf>>);

impl Taken {
    fn new(may_meet: bool) -> Taken {
        Taken(may_meet.then(HashSet::new))
    }

    fn take(&mut self, place: PathBuf) -> Result<PathBuf> {
        if let Taken(Some(places)) = self
            && !places.insert(place.clone())
        {
            bail!("{} is already the output of another input", place.display());
        }
        Ok(place)
    }
}
