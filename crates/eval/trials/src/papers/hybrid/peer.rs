//! A peer of the judge as an expert, so that both see the same bytes.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use pellucid::papers::hybrid::experts::{Expert, Finding};
use pellucid::{Encoding, encodings};
use pellucid_eval::known::Known;
use pellucid_eval::peers::{PEERS, Peer};

struct Asked {
    name: &'static str,
    /// A process of its own, which is asked one page at a time.
    peer: Mutex<Box<dyn Peer>>,
}

/// The peer of this name; none where it cannot be used here, which is said.
pub fn open(name: &str) -> Option<Arc<dyn Expert>> {
    let entry = PEERS.iter().find(|entry| entry.name == name)?;
    match entry.open() {
        Ok(peer) => Some(Arc::new(Asked { name: entry.name, peer: Mutex::new(peer) })),
        Err(error) => {
            eprintln!("skipped: {name}: {error:#}");
            None
        }
    }
}

impl fmt::Debug for Asked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl Expert for Asked {
    fn name(&self) -> &'static str {
        self.name
    }

    fn detect(&self, bytes: &[u8]) -> Vec<Finding> {
        let mut peer = self.peer.lock().unwrap_or_else(PoisonError::into_inner);
        let Ok((answer, _)) = peer.detect(bytes, &Known::default()) else { return Vec::new() };
        let finding = |label: String| {
            // It calls ASCII by its name, which is UTF-8 here. A label that only it has is not in our table.
            let label = if label.eq_ignore_ascii_case("ASCII") { "UTF-8".into() } else { label };
            let encoding = Encoding::for_name(&label).unwrap_or(&encodings::BINARY);
            Finding { label: label.into(), encoding, confidence: answer.confidence.unwrap_or(1.0) as f32 }
        };
        answer.label.filter(|label| !label.is_empty()).map(finding).into_iter().collect()
    }
}
