//! What counts how much, when a text is read: one number a line.
//!
//! `cargo dev train --weights` fits most of them on windows of validation text, and writes them here; `HELD` in
//! `crates/train/src/fit/weights.rs` lists those that are set by hand, and says why. `untrained`,
//! `unusual_for_any`, `words`, `spread`, `own` and `label` were fitted and then set by hand, on languages left out and declared
//! pages (`cargo dev eval left-out|declared`). Nats, where nothing else is said.

/// Makes the table, so that training can go through it by name.
macro_rules! weights {
    ($($(#[$about:meta])* $name:ident = $value:expr;)*) => {
        /// All weights.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Weights {
            $($(#[$about])* pub $name: f32,)*
        }

        impl Weights {
            /// Those that were fitted.
            pub const FITTED: Weights = Weights { $($name: $value,)* };
            /// Their names.
            pub const NAMES: &[&str] = &[$(stringify!($name),)*];

            /// One of them, by its name.
            pub fn get_mut(&mut self, name: &str) -> Option<&mut f32> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)*
                    _ => None,
                }
            }
        }
    };
}

weights! {
    /// Characters of a text depend on each other: what a nat of the model is worth.
    scale = 0.776;
    /// A character that text does not have.
    bad = -22.5;
    /// An ASCII character that is written with a byte beyond ASCII, as some encodings can.
    redundant = -10.0;
    /// A word of another script.
    foreign = -7.0;
    /// Each further letter of it.
    foreign_letter = -0.5;
    /// A change of script inside of a word.
    inside = -6.87;
    /// A letter that stands alone.
    alone = -2.14;
    /// A sign after something else than a letter or a digit.
    after_sign = -1.34;
    /// A sign that the model does not have.
    no_sign = -17.3;
    /// A letter, after such a sign.
    letter_after_unknown = -1.2;
    /// A space, after such a sign.
    space_after_unknown = -0.5;
    /// A digit, after such a sign.
    digit_after_unknown = -2.5;
    /// A sign, after such a sign.
    sign_after_unknown = -4.0;
    /// What a byte of ASCII text is worth, so that readings with more and with fewer characters can be compared.
    byte = 2.38;
    /// A text repeats its signs, and an unknown language the few letters beyond ASCII that it has: so much of the probability
    /// of one is how often it was met in the text itself. A share.
    own = 0.4;
    /// With so many characters besides. A number.
    own_at_least = 4.0;
    /// What a nat of the words of a language is worth.
    words = 0.55;
    /// For each n-gram of words, in the mean of languages that nobody has trained.
    unknown_words = 0.5;
    /// Against an encoding in which the page ends within a character.
    unfinished = -5.5;
    /// The same, where it reads nothing else beyond ASCII.
    nothing_else = -13.3;
    /// For a byte beyond ASCII of what is no text, against a byte of ASCII text.
    random = -2.04;
    /// For a letter or digit of it. What stands between words says nothing.
    random_ascii = -5.39;
    /// Below what random bytes are worth, what a text says of an encoding in which it cannot be read counts less and less.
    unreadable = 5.46;
    /// So many nats below it count for 0.7 of them.
    hardly = 2.05;
    /// For text against random bytes, before it is read.
    doubt = 12.0;
    /// Against an encoding in which a language is not usual.
    unusual = 5.16;
    /// The same for a language that nobody has trained.
    unusual_for_any = 6.0;
    /// What a nat of how much of the web is in a language is worth.
    spread = 0.15;
    /// Against a language that nobody has trained.
    untrained = -0.1;
    /// How often a text is in the language that the caller names. A share.
    named = 0.877;
    /// How often it is in the one that the page names. A share.
    declared = 0.5;
    /// How often it is in the one that its domain suggests. A share.
    domain = 0.3;
    /// What a bit of prevalence on the web is worth. Bits.
    prevalence = 0.3;
    /// Against encodings of old files, on the web. Bits.
    old = 9.65;
    /// Against encodings that only Macs wrote, on the web. Bits.
    mac = 1.0;
    /// For a declaration of the page. Bits.
    label = 17.0;
    /// The odds, for one byte beyond ASCII, that it is something else than the text looks like; for more, less by the square of
    /// their number.
    scarce = 0.045;
    /// Bytes of a page that has twice the odds, since there is so little around it. A number.
    short = 10.0;
}
