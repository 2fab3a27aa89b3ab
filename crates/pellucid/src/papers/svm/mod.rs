//! A linear SVM over byte n-grams, one encoding against all others (Sullivan: Character Set Encoding Detection using a
//! Support Vector Machine).
//!
//! With `x` the values of a page's n-grams, `w` the weights and `b` the bias of an encoding, the answer is the encoding with the
//! greatest decision value
//!
//! ```text
//! f(e) = w(e) · x + b(e)
//! ```
//!
//! What a value is, the [`Reading`] says: in the paper, the frequency of an n-gram among those of its length. It is a part of the
//! model, so that detection does what training did. `fit::svm` of the training crate chooses the n-grams and finds the weights. It
//! takes the text of pages, its values and the rule of `ranking.rs` from here, so that both see the same.

mod ranking;
mod reading;

use std::sync::LazyLock;

use crate::decide::Opinion;
use crate::evidence::Source;
use crate::hints::Hints;
use crate::papers::vectors::Vectors;
use crate::score::format::ModelKind;

pub use ranking::{Candidate, Width, byte_order, ranked};
pub use reading::{HIGH, Reading};

/// Ranks the encodings of a model by their decision values.
pub(crate) fn opinion(model: &Vectors, page: &[u8]) -> Opinion {
    let reading = Reading::of(model.classes());
    let text = reading.text(page);
    let products = model.scores(reading.values(&text).into_iter());
    let candidates = model.classes().iter().zip(products).map(|(class, product)| Candidate {
        label: &class.label,
        encoding: class.encoding,
        is_width: Reading::is_width(class),
        value: product + class.number,
    });
    let ranked = ranked(candidates.collect(), &text, reading);
    let mut encodings: Vec<_> = ranked.iter().map(|one| (one.encoding, one.value)).collect();
    // Several labels may be read by the same encoding.
    let mut seen = Vec::new();
    encodings.retain(|(encoding, _)| {
        !seen.contains(encoding) && {
            seen.push(*encoding);
            true
        }
    });
    Opinion { source: Source::Svm, what: "decision value", ranked: encodings }
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
    use crate::encodings::{
        EUC_JP, Encoding, IBM866, ISO_8859_5, KOI8_R, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1251,
    };

    // Articles 1, 3 and 4 of the declaration of human rights.
    const RUSSIAN: &str = "Все люди рождаются свободными и равными в своем достоинстве и правах. Они наделены разумом и \
        совестью и должны поступать в отношении друг друга в духе братства. Каждый человек имеет право на жизнь, на \
        свободу и на личную неприкосновенность. Никто не должен содержаться в рабстве или в подневольном состоянии; \
        рабство и работорговля запрещаются во всех их видах.";
    const JAPANESE: &str = "すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。人間は、理性と\
        良心とを授けられており、互いに同胞の精神をもって行動しなければならない。すべて人は、生命、自由及び身体の安全に\
        対する権利を有する。何人も、奴隷にされ、又は苦役に服することはない。";

    fn answer(page: &[u8]) -> &'static Encoding {
        crate::Detector::builder().method(crate::Method::Svm).build().unwrap().detect(page).encoding()
    }

    #[test]
    fn the_model_that_ships_tells_encodings_of_one_text_apart() {
        for encoding in [&KOI8_R, &WINDOWS_1251, &ISO_8859_5, &IBM866, &UTF_8] {
            assert_eq!(answer(encoding.encode(RUSSIAN).bytes()), encoding);
        }
        for encoding in [&EUC_JP, &SHIFT_JIS, &UTF_8] {
            assert_eq!(answer(encoding.encode(JAPANESE).bytes()), encoding);
        }
        for odd in [&b"\0"[..], b"<p>", &[0xFF; 99]] {
            let _ = answer(odd);
        }
    }

    #[test]
    fn utf_16_is_one_label_in_two_orders_of_bytes() {
        let page = format!("<html><title>Права</title><p>{RUSSIAN}</p></html>");
        for encoding in [&UTF_16LE, &UTF_16BE] {
            assert_eq!(answer(encoding.encode(&page).bytes()), encoding);
            assert_eq!(answer(encoding.encode(&format!("\u{FEFF}{page}")).bytes()), encoding);
        }
    }

    #[test]
    fn ascii_and_nothing_are_no_code_page() {
        let english = b"<p>All human beings are born free and equal in dignity and rights. They are endowed with reason.";
        for page in [&b""[..], b"<p>", b" \n ", b"x", english] {
            assert_eq!(answer(page), &UTF_8, "{}", String::from_utf8_lossy(page));
        }
    }
}
