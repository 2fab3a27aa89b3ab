//! The attacks. Each is tried on the scene a number of times, and counts what came of it.

mod archives;
mod calls;
mod complete;
mod disk;
mod inputs;
mod kills;
mod names;
mod together;

use anyhow::Result;

use crate::report::Report;
use crate::scene::Scene;

/// Something that is done to a run.
pub type Attack = fn(&mut Scene, &mut Report) -> Result<()>;

/// All of them.
pub const ALL: &[(&str, Attack)] = &[
    ("archives", archives::attack),
    ("kills", kills::attack),
    ("calls", calls::attack),
    ("together", together::attack),
    ("disk", disk::attack),
    ("inputs", inputs::attack),
    ("names", names::attack),
    ("complete", complete::attack),
];
