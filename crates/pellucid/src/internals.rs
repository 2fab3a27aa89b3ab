//! What the workshop (training, evaluation, benchmarks, fuzzing) needs of the stages. It may change at any time.

pub mod count {
    pub use crate::count::*;
}
pub mod html {
    pub use crate::html::*;
}
pub mod score {
    pub use crate::score::*;
}
pub mod sniff {
    pub use crate::sniff::*;
}
