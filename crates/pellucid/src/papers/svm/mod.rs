//! A linear SVM over byte n-grams, one encoding against all others (Sullivan: Character Set Encoding Detection using a
//! Support Vector Machine).
//!
//! With `x` the frequencies of a page's n-grams, each among those of its length, `w` the weights and `b` the bias of an
//! encoding, the answer is the encoding with the greatest decision value
//!
//! ```text
//! f(e) = w(e) · x + b(e)
//! ```
//!
//! `fit::svm` of the training crate chooses the n-grams and finds the weights. It takes the text of pages and its
//! frequencies from here, so that both see the same.

use std::borrow::Cow;
use std::sync::LazyLock;

use crate::count::{Every, Gram, order};
use crate::decide::Opinion;
use crate::evidence::Source;
use crate::hints::Hints;
use crate::papers::vectors::Vectors;
use crate::score::format::{Class, ModelKind};

/// The language of classes which were trained on pages with their markup: several, and an extension of our own (BCP 47).
pub const WITH_MARKUP: &str = "mul-x-markup";

/// What of a page is counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Reading {
    /// Its text.
    #[default]
    Text,
    /// All of its bytes, as the paper has it.
    WithMarkup,
}

/// Ranks the encodings of a model by their decision values.
pub(crate) fn opinion(model: &Vectors, page: &[u8]) -> Opinion {
    let with_markup = model.classes().iter().any(|class| &*class.language == WITH_MARKUP);
    let text = counted(page, if with_markup { Reading::WithMarkup } else { Reading::Text });
    let products = model.scores(frequencies(&text).into_iter());
    let value = |(class, product): (&Class, f32)| (class.encoding, product + class.number);
    let mut ranked: Vec<_> = model.classes().iter().zip(products).map(value).collect();
    ranked.sort_by(|a, b| b.1.total_cmp(&a.1));
    // Several labels may be read by the same encoding.
    let mut seen = Vec::new();
    ranked.retain(|(encoding, _)| {
        !seen.contains(encoding) && {
            seen.push(*encoding);
            true
        }
    });
    Opinion { source: Source::Svm, what: "decision value", ranked }
}

/// The bytes of a page that are counted.
pub fn counted(page: &[u8], reading: Reading) -> Cow<'_, [u8]> {
    match reading {
        // Markup is worse than little text: with 40 bytes, as chared has it, 62 % of windows of 200 bytes are read correctly, in
        // the place of 71 %.
        Reading::Text => super::text(page, 1),
        Reading::WithMarkup => Cow::Borrowed(page),
    }
}

/// The share of each n-gram among those of its length, in percent, in no particular order.
pub fn frequencies(text: &[u8]) -> Vec<(Gram, f32)> {
    let mut every = Every::default();
    every.feed(text);
    let counts = every.finish();
    let mut totals = [0u32; 4];
    for (gram, count) in counts.iter() {
        totals[order(gram)] += count;
    }
    let share = |(gram, count): (Gram, u32)| (gram, 100.0 * count as f32 / totals[order(gram)] as f32);
    counts.iter().map(share).collect()
}

/// The caller's model, or the one that ships.
pub(crate) fn model(hints: &Hints) -> &Vectors {
    hints.vectors(ModelKind::Svm).unwrap_or_else(|| shipped())
}

/// The model that ships: all encodings of the web.
pub fn shipped() -> &'static Vectors {
    static MODEL: LazyLock<Vectors> = LazyLock::new(|| {
        Vectors::parse(pellucid_models::SVM)
            .unwrap_or_else(|error| unreachable!("the model that ships: {error}"))
    });
    &MODEL
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::count::{PAIR, TRIPLE};

    #[test]
    fn shares_are_among_n_grams_of_the_same_length() {
        let mut shares = frequencies(b"aab");
        shares.sort_by_key(|(gram, _)| *gram);
        let (a, b) = (Gram::from(b'a'), Gram::from(b'b'));
        let third = 100.0 / 3.0;
        let expected = [
            (a, 2.0 * third),
            (b, third),
            (PAIR | a << 8 | a, 50.0),
            (PAIR | a << 8 | b, 50.0),
            (TRIPLE | a << 16 | a << 8 | b, 100.0),
        ];
        assert_eq!(shares.len(), expected.len());
        for (share, expected) in shares.iter().zip(expected) {
            assert!(share.0 == expected.0 && (share.1 - expected.1).abs() < 1e-4, "{share:?} {expected:?}");
        }
        assert_eq!(frequencies(b""), []);
    }

    #[test]
    fn the_model_that_ships_tells_encodings_of_one_text_apart() {
        use crate::encodings::{EUC_JP, IBM866, ISO_8859_5, KOI8_R, SHIFT_JIS, UTF_8, WINDOWS_1251};
        let detector = crate::Detector::builder().method(crate::Method::Svm).build().unwrap();
        // Articles 1, 3 and 4 of the declaration of human rights. It takes ordinary text: not a pangram many times.
        let russian = "Все люди рождаются свободными и равными в своем достоинстве и правах. Они наделены разумом и \
            совестью и должны поступать в отношении друг друга в духе братства. Каждый человек имеет право на жизнь, на \
            свободу и на личную неприкосновенность. Никто не должен содержаться в рабстве или в подневольном состоянии; \
            рабство и работорговля запрещаются во всех их видах.";
        let japanese = "すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。人間は、理性と\
            良心とを授けられており、互いに同胞の精神をもって行動しなければならない。すべて人は、生命、自由及び身体の安全に\
            対する権利を有する。何人も、奴隷にされ、又は苦役に服することはない。";
        for encoding in [&KOI8_R, &WINDOWS_1251, &ISO_8859_5, &IBM866, &UTF_8] {
            assert_eq!(detector.detect(encoding.encode(russian).bytes()).encoding(), encoding);
        }
        for encoding in [&EUC_JP, &SHIFT_JIS, &UTF_8] {
            assert_eq!(detector.detect(encoding.encode(japanese).bytes()).encoding(), encoding);
        }
        for odd in [&b""[..], b"\0", b"<p>", &[0xFF; 99]] {
            let _ = detector.detect(odd);
        }
    }
}
