//! Raw bytes of any web page in, clear Unicode text out.

mod decide;
pub mod decode;
pub mod encodings;
mod evidence;
mod guess;
mod hints;
pub mod labels;
mod page;
mod score;
pub mod sniff;
pub mod strip;

pub use encodings::{Encoding, Family, Use};
pub use evidence::{Evidence, Source};
pub use guess::{Alternative, Guess};
pub use hints::Method;
pub use page::{Detector, DetectorBuilder, Stream, detect};
