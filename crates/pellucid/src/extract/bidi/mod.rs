//! Right-to-left text that is stored in other ways than Unicode has it: in the order of display, or as shapes of letters.
//!
//! **In**: such text, or a page of it. **Out**: the same in the order of reading, and in letters. **Why**: old pages still have it, and
//! who searches or learns from text needs words as people write them.
//!
//! **Visual order.** Before browsers knew the bidirectional algorithm, Hebrew pages were written as they look, each line from
//! its left end to its right one: `םולש`. The label ISO-8859-8 still means that, and ISO-8859-8-I means logical order. [`is_visual`]
//! says which a page has, since labels are wrong as often as not; [`logical`] and [`logical_page`] turn it.
//!
//! **Presentation forms.** Letters may be stored by their shapes: ﻡ at the end of a word for م. [`normalise_presentation`] gives the
//! letters.

mod lines;
mod page;
mod presentation;
mod visual;

pub use lines::logical;
pub use page::logical_page;
pub use presentation::normalise_presentation;
pub use visual::is_visual;
