//! What inputs were when they were taken: if one of them is another by the time its last row is written, rows may be missing,
//! and that is a reject.

use std::collections::VecDeque;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use pellucid_files::Input;

use crate::read::source::name;
use crate::record::{Place, Reason, Reject};

/// The size and the time of a file; none for pipes and for what cannot be read.
type Stamp = Option<(u64, Option<SystemTime>)>;

/// What the inputs were that are taken and not yet done, in their order.
#[derive(Debug, Default)]
pub struct Stamps(Mutex<VecDeque<(PathBuf, Stamp)>>);

impl Stamps {
    /// An input is taken.
    pub fn push(&self, input: &Input) {
        let stamp = if input.is_lost() || input.is_stdin() { None } else { stamp(&input.path) };
        self.queue().push_back((input.path.clone(), stamp));
    }

    /// The first inputs were done by an earlier run.
    pub fn skip(&self, inputs: u64) {
        self.done(inputs);
    }

    /// So many more inputs are done: a reject for each of them that has changed.
    pub fn changed(&self, inputs: u64) -> Vec<Reject> {
        let done = self.done(inputs).into_iter();
        done.filter_map(|(path, before)| {
            let (size, time) = before?;
            let detail = match stamp(&path) {
                Some((now, _)) if now != size => {
                    format!("it changed while it was read, from {size} bytes to {now}; rows may be missing")
                }
                Some((_, now)) if now != time => {
                    "it was written while it was read; rows may be missing or mixed".to_owned()
                }
                Some(_) => return None,
                None => "it was removed while it was read; rows may be missing".to_owned(),
            };
            let place = Place { file: name(&path), offset: 0, length: size };
            Some(Reject::at(place, Reason::Unreadable, detail))
        })
        .collect()
    }

    fn done(&self, inputs: u64) -> Vec<(PathBuf, Stamp)> {
        let mut queue = self.queue();
        let inputs = usize::try_from(inputs).unwrap_or(usize::MAX).min(queue.len());
        queue.drain(..inputs).collect()
    }

    fn queue(&self) -> MutexGuard<'_, VecDeque<(PathBuf, Stamp)>> {
        // A panic elsewhere leaves the queue usable: every change to it is one call.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn stamp(path: &Path) -> Stamp {
    let metadata = fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
    Some((metadata.len(), metadata.modified().ok()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn what_changes_while_it_is_read_is_reported_once() {
        let folder = tempfile::tempdir().unwrap();
        let stamps = Stamps::default();
        let at = |name: &str| folder.path().join(name);
        for name in ["before", "same", "shrunk", "written", "removed"] {
            fs::write(at(name), name).unwrap();
            stamps.push(&Input::file(at(name)));
        }
        stamps.push(&Input::file(at("missing")));
        stamps.push(&Input::stdin());
        fs::write(at("before"), "").unwrap();
        fs::write(at("shrunk"), "s").unwrap();
        let file = fs::File::options().write(true).open(at("written")).unwrap();
        file.set_modified(SystemTime::now() - Duration::from_secs(9)).unwrap();
        fs::remove_file(at("removed")).unwrap();
        stamps.skip(1);
        assert!(stamps.changed(1).is_empty());
        let details: Vec<String> = stamps.changed(9).into_iter().map(|reject| reject.detail).collect();
        assert_eq!(details[0], "it changed while it was read, from 6 bytes to 1; rows may be missing");
        assert!(details.len() == 3 && details[1].contains("written") && details[2].contains("removed"));
        assert!(stamps.changed(9).is_empty());
    }
}
