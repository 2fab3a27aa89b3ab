//! How pages are decoded: options that are the same in every command that decodes.

use pellucid::PageOptions;
use pellucid::decode::Errors;

use crate::named::named;

/// The part of a command line about decoding.
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Decoding")]
pub struct DecodingOptions {
    /// Handle undecodable bytes: replace, ignore, strict, reject, references
    ///
    /// `replace`, the default: each malformed sequence becomes U+FFFD. `ignore`: it is dropped. `strict`: the first one is an
    /// error. `reject`: the page is an error that says how many there are. `references`: each byte becomes a character
    /// reference, such as `&#xE9;`.
    #[arg(
        long,
        value_name = "POLICY",
        default_value = Errors::default().name(),
        value_parser = named(Errors::ALL, Errors::name),
        hide_default_value = true,
        hide_possible_values = true
    )]
    pub errors: Errors,

    /// Undo double encoding, such as `Ã©` for `é`
    ///
    /// This is text that somebody decoded with the wrong encoding before it came here. It is repaired only where it reads better
    /// by a wide margin then, and where the way back is exact. Every other character stays as it is.
    #[arg(long)]
    pub repair: bool,

    /// Decode pages that mix UTF-8 with a legacy encoding
    ///
    /// Each piece of such a page is decoded in its own encoding.
    #[arg(long)]
    pub mixed: bool,
}

impl DecodingOptions {
    /// The same for the library.
    pub fn page(&self) -> PageOptions {
        PageOptions::new().errors(self.errors).repair(self.repair).mixed(self.mixed)
    }
}
