//! What a character is to its neighbours.

use unicode_properties::{GeneralCategory, GeneralCategoryGroup, UnicodeGeneralCategory};

/// What a character is in a succession of characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Capital,
    Small,
    /// A letter of a script which has no capitals.
    Letter,
    Mark,
    /// Punctuation and spaces: they may stand after any letter.
    Stop,
    /// Everything else, control characters included.
    Symbol,
}

impl Kind {
    pub fn of(c: char) -> Kind {
        // Signs of Spanish and Portuguese after numbers, which Unicode calls letters.
        if matches!(c, 'ª' | 'º') {
            return Kind::Symbol;
        }
        match (c.general_category(), c.general_category_group()) {
            (GeneralCategory::UppercaseLetter | GeneralCategory::TitlecaseLetter, _) => Kind::Capital,
            (GeneralCategory::LowercaseLetter, _) => Kind::Small,
            (GeneralCategory::Format, _) => Kind::Stop,
            (_, GeneralCategoryGroup::Letter) => Kind::Letter,
            (_, GeneralCategoryGroup::Mark) => Kind::Mark,
            (_, GeneralCategoryGroup::Punctuation | GeneralCategoryGroup::Separator) => Kind::Stop,
            _ => Kind::Symbol,
        }
    }

    pub fn is_letter(self) -> bool {
        matches!(self, Kind::Capital | Kind::Small | Kind::Letter)
    }
}
