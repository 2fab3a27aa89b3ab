//! Runs a command which turns every input into an output: `decode` and `strip`.

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
use crate::rows::{self, Format, Row};

/// What is done with each input, in two steps: what can be done in any order, and the writing itself.
///
/// With files as output, both steps run for many inputs at once. On standard output the writing must wait for its
/// turn, and only the first step does.
pub trait Transform: Send + Sync + 'static {
    /// What the first step hands to the second.
    type Ready: Send + 'static;

    /// Everything that can be done before writing.
    fn prepare(&self, input: Input) -> Result<Self::Ready>;

    /// Writes the output. The row tells about it, the words are worth a note.
    fn write(&self, ready: Self::Ready, out: &mut dyn Write) -> Result<(Row, Option<String>)>;
}

/// Runs it over all inputs. Rows go to standard output if a format is given.
pub fn run(
    transform: impl Transform,
    inputs: &Inputs,
    destination: &Destination,
    format: Option<Format>,
    progress: &Progress,
) -> Result<u8> {
    let mut all = 0u64;
    let mut failed = 0u64;
    let mut tell = |result: &Result<(Row, Option<String>), Row>| {
        all += 1;
        match result {
            Ok((row, Some(note))) => progress.note(&format!("{}: {note}", row.path())),
            Ok((_, None)) => {}
            Err(row) => {
                failed += 1;
                progress.error(&format!("{}: {}", row.path(), row.error().unwrap_or("failed")));
            }
        }
    };
    let mut out = Stdout::lock();
    match destination.clone() {
        Destination::Stdout => {
            let transform = Arc::new(transform);
            let first = Arc::clone(&transform);
            let prepare = move |input: Input| {
                let path = input.path.clone();
                (first.prepare(input), path)
            };
            ordered::for_each(inputs.walk(), inputs.threads(), prepare, |(ready, path)| {
                let result = ready.and_then(|ready| transform.write(ready, &mut out));
                if let (Err(_), true) = (&result, out.has_failed()) {
                    return result.map(drop);
                }
                tell(&result.map_err(|error| Row::failed(&path, &error)));
                Ok(())
            })?;
        }
        files => {
            // Told apart while the inputs are walked, so that it is always the later one which fails.
            let mut taken = Taken::new(inputs);
            let placed = inputs.walk().map(move |input| {
                let place = taken.take(files.file_for(&input).expect("no standard output here"));
                (input, place)
            });
            let work = move |(input, place): (Input, Result<PathBuf>)| {
                let path = input.path.clone();
                place
                    .and_then(|place| to_file(&transform, input, &place))
                    .map_err(|error| Row::failed(&path, &error))
            };
            if let Some(format) = format {
                rows::write_header(format, &mut out)?;
            }
            ordered::for_each(placed, inputs.threads(), work, |result| {
                tell(&result);
                if let Some(format) = format {
                    let row = match &result {
                        Ok((row, _)) => row,
                        Err(row) => row,
                    };
                    row.write(format, &mut out)?;
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
fn to_file(transform: &impl Transform, input: Input, place: &Path) -> Result<(Row, Option<String>)> {
    let ready = transform.prepare(input)?;
    let mut file = Beside::create(place)?;
    let answer = transform.write(ready, &mut file)?;
    file.finish()?;
    Ok(answer)
}

/// The places of the outputs so far: `a/index.html` and `b/index.html` must not both become `index.html`.
///
/// Below a single argument that cannot happen, and a folder of millions need not be remembered.
struct Taken(Option<HashSet<PathBuf>>);

impl Taken {
    fn new(inputs: &Inputs) -> Taken {
        Taken((inputs.paths().len() > 1).then(HashSet::new))
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
