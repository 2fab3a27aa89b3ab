//! What the workshop (training, evaluation, benchmarks, fuzzing) needs of the stages. It may change at any time.

pub mod count {
    pub use crate::count::*;
}
#[cfg(feature = "extract")]
pub mod extract {
    pub use crate::extract::blocks::{Block, Blocks};
    pub use crate::extract::model::{ContentModel, ContentModelError, Forest, ForestError};
    pub use crate::extract::parts::reader::parts;

    pub mod features {
        pub use crate::extract::features::*;
    }
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
