//! The letters of presentation forms.

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization;

/// The letters for presentation forms of Arabic and Hebrew: ﻻ is لا, שׁ is ש with its dot. Nothing else is touched: the joiners
/// U+200C and U+200D stay.
///
/// They are the compatibility forms (NFKC) of these blocks only, with one difference: a vowel sign on its own, which Unicode
/// puts on a space, goes to the letter before it, where it was displayed.
///
/// ```
/// use pellucid::extract::bidi::normalise_presentation;
///
/// assert_eq!(normalise_presentation("ﺳﻼﻡ ½"), "سلام ½");
/// ```
pub fn normalise_presentation(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_presentation) {
        return Cow::Borrowed(text);
    }
    let mut letters = String::with_capacity(text.len());
    for c in text.chars() {
        if is_presentation(c) {
            let mut forms = std::iter::once(c).nfkc().peekable();
            forms.next_if_eq(&' ');
            letters.extend(forms);
        } else {
            letters.push(c);
        }
    }
    Cow::Owned(letters)
}

/// The blocks of presentation forms, without the byte order mark at the end of the last.
fn is_presentation(c: char) -> bool {
    matches!(c, '\u{FB1D}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFC}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn presentation_forms() {
        for (text, letters) in [
            ("ﺳﻼﻡ", "سلام"),
            ("ﷲ", "الله"),
            ("ﻻ ﻵ", "لا لآ"),
            ("ﭘﮋﮔﭻ", "پژگچ"),
            ("ﯽ ﯿ", "ی ی"),
            ("שׁלוֹם", "ש\u{5C1}לו\u{5B9}ם"),
            ("ﭏ", "אל"),
            ("ﺑﹶ", "ب\u{64E}"),
            ("ﷺ", "صلى الله عليه وسلم"),
            ("﷼", "ریال"),
        ] {
            assert_eq!(normalise_presentation(text), letters, "{text}");
        }
        // Ligatures of Latin, halves, full width, a byte order mark, joiners, ornate brackets.
        for same in ["ﬁ ½ Ａ ²", "\u{FEFF}a", "می\u{200C}خواهم\u{200D}", "﴿﴾", "سلام"] {
            assert!(matches!(normalise_presentation(same), Cow::Borrowed(_)) || same == "﴿﴾");
            assert_eq!(normalise_presentation(same), same);
        }
    }

    proptest! {
        #[test]
        fn letters_have_no_presentation_forms(text in r"([א-ת]{1,4}|[a-c]{1,3}|[0-9]{1,3}|[ .,:()<>\-%]|\n|\r|\u{2029}|\u{5B0}|\u{202E}|\u{2067}|س|\PC){0,30}") {
            let letters = normalise_presentation(&text);
            prop_assert_eq!(normalise_presentation(&letters), &*letters);
        }
    }
}
