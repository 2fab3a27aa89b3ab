//! Bytes that no page should have, and pages that are hard on purpose: a sane answer with a sane confidence.
//!
//! Everything is made here. "Sane" is what a person would say who sees the bytes: that base64 is plain ASCII, that
//! a picture is no text, that three odd bytes may be anything.

use std::fmt::Write;

use pellucid::encodings::{self, ENCODINGS};
use pellucid::{Detector, Encoding, Family, Guess, Model, Use, detect};

/// Whatever it is, the answer is a probability, and its alternatives come in order.
#[track_caller]
fn sound(bytes: &[u8]) -> Guess {
    let guess = detect(bytes);
    assert!((0.0..=1.0).contains(&guess.confidence()), "{}", guess.confidence());
    let alternatives: Vec<f32> = guess.alternatives().iter().map(|other| other.confidence()).collect();
    assert!(alternatives.is_sorted_by(|a, b| a >= b), "{alternatives:?}");
    assert!(guess.alternatives().iter().all(|other| other.encoding() != guess.encoding()));
    guess
}

/// Asserts that it is UTF-8, ASCII or not, beyond doubt.
#[track_caller]
fn is_utf_8(bytes: &[u8]) {
    let guess = sound(bytes);
    assert_eq!(guess.encoding(), &encodings::UTF_8, "{}", told(&guess));
    assert!(guess.confidence() > 0.99, "{}", told(&guess));
    assert_eq!(guess.is_ascii(), bytes.is_ascii());
}

/// Whether an answer leaves room: it is not sure of itself and names others, unless they read the bytes alike.
fn is_open(bytes: &[u8], guess: &Guess) -> bool {
    let read = |encoding: &'static Encoding| encoding.decode(bytes).into_text();
    let likely: Vec<_> = guess.alternatives().iter().filter(|other| other.confidence() > 0.01).collect();
    let alike = likely.iter().all(|other| read(other.encoding()) == read(guess.encoding()));
    guess.alternatives().len() >= 2 && (guess.confidence() < 0.9 || alike)
}

fn told(guess: &Guess) -> String {
    let mut words = format!("{} {:.3} by {}", guess.encoding(), guess.confidence(), guess.source());
    for other in guess.alternatives() {
        write!(words, ", {} {:.3}", other.encoding(), other.confidence()).unwrap();
    }
    words
}

/// Bytes which look random, the same in every run: xorshift.
fn random(seed: u64) -> impl Iterator<Item = u8> {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    std::iter::repeat_with(move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 32) as u8
    })
}

/// A control character which no text has.
fn is_control(byte: u8) -> bool {
    matches!(byte, 0..=6 | 0x0E..=0x1A | 0x1C..=0x1F | 0x7F)
}

// Very short pages.

#[test]
fn nothing() {
    is_utf_8(b"");
}

#[test]
fn a_single_byte() {
    for byte in 0..=u8::MAX {
        let guess = sound(&[byte]);
        match byte {
            _ if is_control(byte) => assert!(guess.is_binary(), "{byte:02X}: {}", told(&guess)),
            0..=0x7F => is_utf_8(&[byte]),
            // One byte is no whole character of anything but a single-byte encoding; it may begin one which is cut off.
            _ => {
                let whole = guess.encoding().family() == Family::SingleByte;
                assert!(whole || guess.confidence() < 0.9, "{byte:02X}: {}", told(&guess));
            }
        }
    }
}

#[test]
fn one_byte_beyond_ascii_is_never_enough() {
    // On real pages one byte is enough for 92 %.
    for byte in 0x80..=0xFF {
        let guess = sound(&[byte]);
        assert!(guess.confidence() < 0.95, "{byte:02X}: {}", told(&guess));
    }
}

#[test]
fn three_bytes_beyond_ascii_are_hardly_enough() {
    let mut sure = Vec::new();
    for seed in 0..300 {
        let mut bytes = b"Text ".to_vec();
        bytes.extend(random(seed).filter(|byte| !byte.is_ascii()).take(3));
        bytes.extend(b" text");
        let guess = sound(&bytes);
        let utf_8 = std::str::from_utf8(&bytes).is_ok();
        if !utf_8 && !is_open(&bytes, &guess) {
            sure.push(format!("{:02X?} {}", &bytes[5..8], told(&guess)));
        }
    }
    // Three bytes look like a word of some language more often than not; nobody writes them at random.
    assert!(sure.len() <= 105, "sure of {} in 300:\n{}", sure.len(), sure.join("\n"));
}

#[test]
fn two_to_ten_random_bytes() {
    for seed in 0..2000 {
        let length = 2 + seed as usize % 9;
        let bytes: Vec<u8> = random(seed).take(length).collect();
        let guess = sound(&bytes);
        if bytes.is_ascii() && !bytes.iter().any(|&byte| is_control(byte) || byte == 0x1B) {
            is_utf_8(&bytes);
        }
        // More broken sequences than good ones are not UTF-8.
        let text = String::from_utf8_lossy(&bytes);
        let (bad, good): (Vec<char>, Vec<char>) =
            text.chars().filter(|c| !c.is_ascii()).partition(|c| *c == '\u{FFFD}');
        let surely = guess.encoding() == &encodings::UTF_8 && guess.confidence() > 0.9;
        assert!(!(bad.len() > good.len() && surely), "{bytes:02X?}: {}", told(&guess));
    }
}

// Pages of one character.

#[test]
fn one_ascii_character_over_and_over() {
    for byte in 0..0x80 {
        for length in [2, 3, 10, 100, 1000, 5000] {
            let page = vec![byte; length];
            if is_control(byte) {
                assert!(sound(&page).is_binary(), "{byte:02X} × {length}: {}", told(&sound(&page)));
            } else {
                is_utf_8(&page);
            }
        }
    }
}

#[test]
fn one_byte_over_and_over_is_text_of_some_kind() {
    for byte in 0x80..=0xFF {
        for length in [2, 3, 10, 100, 1000, 5000] {
            let guess = sound(&vec![byte; length]);
            // No UTF has such text, and nothing shows that it is not text.
            let family = guess.encoding().family();
            let text = matches!(family, Family::SingleByte | Family::MultiByte);
            assert!(text, "{byte:02X} × {length}: {}", told(&guess));
        }
    }
}

#[test]
fn one_byte_over_and_over_says_no_more_than_a_few() {
    for byte in 0x80..=0xFF {
        let guess = sound(&[byte; 5000]);
        assert!(guess.confidence() < 0.985, "{byte:02X}: {}", told(&guess));
    }
}

// What is not text.

#[test]
fn random_bytes_are_binary() {
    for length in [50, 100, 1000, 10_000, 200_000] {
        let bytes: Vec<u8> = random(length as u64).take(length).collect();
        let guess = sound(&bytes);
        assert!(guess.is_binary() && guess.confidence() > 0.99, "{length}: {}", told(&guess));
    }
}

#[test]
fn random_bytes_without_controls_are_nothing_known() {
    for length in [300, 1000, 10_000, 200_000] {
        let printable = |byte: &u8| !is_control(*byte) && *byte != 0x1B;
        let bytes: Vec<u8> = random(length as u64).filter(printable).take(length).collect();
        let guess = sound(&bytes);
        assert!(guess.is_binary() || guess.confidence() < 0.5, "{length}: {}", told(&guess));
    }
}

#[test]
fn random_bytes_beyond_ascii_are_nothing_known() {
    // From 0x90 on nearly all of them are Chinese characters in GBK, and only a reader would find them strange.
    for from in [0x80] {
        for length in [100, 1000, 10_000, 200_000] {
            let bytes: Vec<u8> = random(length as u64).filter(|byte| *byte >= from).take(length).collect();
            let guess = sound(&bytes);
            assert!(guess.is_binary() || guess.confidence() < 0.5, "{from:02X} {length}: {}", told(&guess));
        }
    }
}

/// The beginning of a file of each kind, as its format has it; what follows is compressed, and looks random.
const FILES: &[(&str, &[u8])] = &[
    ("png", b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR\0\0\x02\0\0\0\x01\x80\x08\x02\0\0\0"),
    ("jpeg", b"\xFF\xD8\xFF\xE0\0\x10JFIF\0\x01\x01\0\0\x01\0\x01\0\0\xFF\xDB\0C\0"),
    ("jpeg with Exif", b"\xFF\xD8\xFF\xE1\x1F\xFEExif\0\0MM\0*\0\0\0\x08"),
    ("gif", b"GIF89a\x40\x01\xC8\0\xF7\0\0\0\0\0"),
    ("webp", b"RIFF\x24\x10\0\0WEBPVP8 \x18\x10\0\0"),
    ("bmp", b"BM\x36\x10\x0E\0\0\0\0\0\x36\0\0\0\x28\0\0\0\x80\x02\0\0"),
    ("tiff", b"II*\0\x08\0\0\0\x0E\0\xFE\0\x04\0\x01\0\0\0"),
    ("ico", b"\0\0\x01\0\x02\0\x10\x10\0\0\x01\0\x20\0\x68\x04\0\0"),
    ("psd", b"8BPS\0\x01\0\0\0\0\0\0\0\x03\0\0\x02\0\0\0\x02\0\0\x08"),
    ("avif", b"\0\0\0\x20ftypavif\0\0\0\0avifmif1miaf"),
    ("mp3 with ID3", b"ID3\x03\0\0\0\0\x0F\x76TIT2\0\0\0\x0F\0\0\0Some song"),
    ("mp3", b"\xFF\xFB\x90\x64\0\x0F\xF0\0\0\x69\0\0\0\x08\0\0\x0D\x20"),
    ("mp4", b"\0\0\0\x18ftypmp42\0\0\0\0isommp42\0\0\x03\xE8moov"),
    ("ogg", b"OggS\0\x02\0\0\0\0\0\0\0\0\x12\x34\x56\x78\0\0\0\0"),
    ("flac", b"fLaC\0\0\0\x22\x10\0\x10\0\0\0\x0E\0"),
    ("wav", b"RIFF\x24\x08\0\0WAVEfmt \x10\0\0\0\x01\0\x02\0"),
    ("avi", b"RIFF\x10\x20\0\0AVI LIST\xC0\0\0\0hdrlavih"),
    ("webm", b"\x1A\x45\xDF\xA3\x9F\x42\x86\x81\x01\x42\xF7\x81\x01\x42\xF2\x81\x04"),
    ("pdf", b"%PDF-1.7\n%\xE2\xE3\xCF\xD3\n1 0 obj\n<</Length 9000/Filter/FlateDecode>>\nstream\n"),
    ("doc", b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1\0\0\0\0\0\0\0\0\x3E\0\x03\0\xFE\xFF\x09\0"),
    ("zip, docx", b"PK\x03\x04\x14\0\x06\0\x08\0\0\0!\0\x13\0[Content_Types].xml"),
    ("gzip", b"\x1F\x8B\x08\0\0\0\0\0\0\x03"),
    ("bzip2", b"BZh91AY&SY"),
    ("xz", b"\xFD7zXZ\0\0\x04\xE6\xD6\xB4\x46"),
    ("zstd", b"\x28\xB5\x2F\xFD\x04\x58"),
    ("lz4", b"\x04\x22\x4D\x18\x64\x40\xA7"),
    ("7z", b"7z\xBC\xAF\x27\x1C\0\x04"),
    ("rar", b"Rar!\x1A\x07\x01\0"),
    ("cab", b"MSCF\0\0\0\0\x10\x20\0\0"),
    ("elf", b"\x7FELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x03\0\x3E\0"),
    ("pe", b"MZ\x90\0\x03\0\0\0\x04\0\0\0\xFF\xFF\0\0\xB8\0\0\0"),
    ("mach-o", b"\xCF\xFA\xED\xFE\x07\0\0\x01\x03\0\0\0\x02\0\0\0"),
    ("java class", b"\xCA\xFE\xBA\xBE\0\0\0\x37\0\x1D\x0A\0\x06\0\x0F\x09"),
    ("wasm", b"\0asm\x01\0\0\0\x01\x0A\x02\x60"),
    ("pyc", b"\xCB\x0D\x0D\x0A\0\0\0\0\x9C\x5A\x11\x66\x80\x02\0\0\xE3\0\0\0"),
    ("sqlite", b"SQLite format 3\0\x10\0\x01\x01\0\x40\x20\x20"),
    ("parquet", b"PAR1\x15\x04\x15\xF0\x02\x15\x90\x01"),
    ("woff", b"wOFF\0\x01\0\0\0\0\x4C\x34\0\x12"),
    ("woff2", b"wOF2\0\x01\0\0\0\0\x3B\x8C\0\x10"),
    ("ttf", b"\0\x01\0\0\0\x12\x01\0\0\x04\0\x20GDEF"),
    ("otf", b"OTTO\0\x0B\0\x80\0\x03\0\x30CFF "),
    ("midi", b"MThd\0\0\0\x06\0\x01\0\x02\x01\xE0MTrk"),
];

#[test]
fn files_of_many_kinds() {
    for (kind, head) in FILES {
        for length in [64, 2000, 30_000] {
            let file: Vec<u8> = head.iter().copied().chain(random(length as u64).take(length)).collect();
            let guess = sound(&file);
            assert!(guess.is_binary() && guess.confidence() > 0.99, "{kind}, {length}: {}", told(&guess));
        }
    }
}

#[test]
fn pictures_of_snow() {
    // Bytes that would all be letters, were it not for the head.
    for (kind, head) in FILES.iter().filter(|(kind, _)| ["bmp", "tiff", "wav", "psd"].contains(kind)) {
        let snow = random(5).map(|byte| 0xF0 | byte & 0x0F).take(100_000);
        let guess = sound(&head.iter().copied().chain(snow).collect::<Vec<u8>>());
        assert!(guess.is_binary(), "{kind}: {}", told(&guess));
    }
}

#[test]
fn files_cut_off_behind_their_signature() {
    // Letters alone are no signature.
    for (kind, head) in FILES.iter().filter(|(kind, _)| *kind != "bzip2") {
        let guess = sound(head);
        assert!(guess.is_binary(), "{kind}: {}", told(&guess));
    }
}

#[test]
fn a_tar_archive_of_text() {
    let mut tar = vec![0; 512];
    tar[..8].copy_from_slice(b"page.txt");
    tar[100..108].copy_from_slice(b"0000644\0");
    tar[257..265].copy_from_slice(b"ustar\x0000");
    tar.extend("Une journée à la mer. ".repeat(400).as_bytes());
    assert!(sound(&tar).is_binary(), "{}", told(&sound(&tar)));
}

#[test]
fn words_that_are_also_signatures() {
    for text in ["BM is short for Benchmark.", "MZ made motorcycles.", "PAR1 is a place.", "RIFF raff", "BZh"]
    {
        is_utf_8(text.as_bytes());
        is_utf_8(format!("{text} Déjà vu.").as_bytes());
    }
}

// ASCII that looks like something else.

#[test]
fn base64_is_ascii() {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for length in [4, 40, 4000, 100_000] {
        let code: Vec<u8> = random(7).map(|byte| ALPHABET[usize::from(byte & 63)]).take(length).collect();
        is_utf_8(&code);
        let lines: Vec<u8> = code.chunks(76).collect::<Vec<_>>().join(&b"\r\n"[..]);
        is_utf_8(&lines);
    }
}

#[test]
fn a_pgp_block_is_ascii() {
    let mut block = "-----BEGIN PGP MESSAGE-----\nVersion: GnuPG v2\n\n".to_owned();
    for line in 0..30 {
        let letters = random(line).map(|byte| char::from(b'A' + byte % 26)).take(64);
        block.extend(letters.chain(['\n']));
    }
    block += "=aB3d\n-----END PGP MESSAGE-----\n";
    is_utf_8(block.as_bytes());
}

#[test]
fn minified_script_is_ascii() {
    let script = r#"!function(e,t){"object"==typeof exports?module.exports=t():e.x=t()}(this,function(){var e=~{a:1},t=/~{2,}/g,n="\u00e9\x1b$B";return e&&t.test(n)?"~{":"~}"});"#;
    is_utf_8(script.as_bytes());
    is_utf_8(script.repeat(2000).as_bytes());
    is_utf_8(format!("<html><script>{script}</script></html>").as_bytes());
}

#[test]
fn chinese_in_numeric_references_is_ascii() {
    let text = "这是一个用中文写的网页，但是每个字都写成数字。";
    let page: String = text.chars().map(|c| format!("&#{};", u32::from(c))).collect();
    is_utf_8(format!("<p>{}</p>", page.repeat(50)).as_bytes());
}

// Text that is hard to read.

/// Every character of an encoding's table, sixteen on a line.
fn table(encoding: &'static Encoding) -> Vec<u8> {
    let characters = (0x80..0xFFFF).filter_map(char::from_u32).filter(|c| !c.is_control());
    let known = characters.filter(|c| {
        let encoded = encoding.encode(c.encode_utf8(&mut [0; 4]));
        // VISCII and TCVN have letters where others have controls.
        encoded.unmappable().is_none() && !encoded.bytes()[0].is_ascii()
    });
    let mut text = String::from("The table:\n");
    for (number, character) in known.enumerate() {
        text.push(character);
        text.push_str(if number % 16 == 15 { "\n" } else { " " });
    }
    encoding.encode(&text).into_bytes()
}

#[test]
fn the_whole_table_of_utf_8() {
    is_utf_8(&table(&encodings::UTF_8));
}

/// Asserts for each encoding of a family that its table is read correctly, or that nobody claims it is.
fn tables(family: Family) {
    let mut wrong = Vec::new();
    for encoding in ENCODINGS.iter().filter(|e| matches!(e.usage(), Use::Web | Use::File)) {
        if encoding.family() == family {
            let page = table(encoding);
            let guess = sound(&page);
            let right = guess.encoding().decode(&page).text() == encoding.decode(&page).text();
            if !right && guess.confidence() >= 0.9 {
                wrong.push(format!("{encoding}: {}", told(&guess)));
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn whole_tables_of_single_byte_encodings() {
    tables(Family::SingleByte);
}

#[test]
fn whole_tables_of_multi_byte_encodings() {
    tables(Family::MultiByte);
}

#[test]
fn two_scripts() {
    let cases: [(&'static Encoding, &str); 4] = [
        (
            &encodings::WINDOWS_1251,
            "The Cherry Orchard, Вишнёвый сад, is the last play by Антон Павлович Чехов. ",
        ),
        (&encodings::WINDOWS_1253, "The Odyssey in modern Greek: Τον άντρα πες μου, Μούσα, τον πολύτροπο. "),
        (&encodings::SHIFT_JIS, "Natsume Soseki wrote 吾輩は猫である, I Am a Cat, and 坊っちゃん. "),
        (&encodings::KOI8_R, "Free software: свободное программное обеспечение, as in свобода. "),
    ];
    for (encoding, text) in cases {
        let page = encoding.encode(text).bytes().repeat(8);
        let guess = sound(&page);
        assert_eq!(guess.encoding().decode(&page).text(), text.repeat(8), "{}", told(&guess));
    }
    is_utf_8("Война и мир, 戦争と平和, Πόλεμος και Ειρήνη, מלחמה ושלום, الحرب والسلام".as_bytes());
}

#[test]
fn capitals_only() {
    let russian = "ВНИМАНИЕ! СЕГОДНЯ МАГАЗИН ЗАКРЫТ, ЗАВТРА РАБОТАЕМ ДО ВОСЬМИ ЧАСОВ ВЕЧЕРА";
    let cases: [(&'static Encoding, &str); 4] = [
        (&encodings::WINDOWS_1252, "GRÖSSE ÜBER ALLES: FRÜHJAHRSMÜDIGKEIT, ÄRGER UND ÖDE MÄRZTAGE IN KÖLN"),
        (&encodings::WINDOWS_1251, russian),
        (&encodings::KOI8_R, russian),
        (&encodings::WINDOWS_1253, "ΠΡΟΣΟΧΗ: ΤΟ ΚΑΤΑΣΤΗΜΑ ΘΑ ΠΑΡΑΜΕΙΝΕΙ ΚΛΕΙΣΤΟ ΜΕΧΡΙ ΤΗ ΔΕΥΤΕΡΑ ΤΟ ΠΡΩΙ"),
    ];
    for (encoding, text) in cases {
        let page = encoding.encode(text).into_bytes();
        let guess = sound(&page);
        assert_eq!(guess.encoding().decode(&page).text(), text, "{encoding}: {}", told(&guess));
    }
}

#[test]
fn without_vowels() {
    let text = "Всчстлвы смь пхж дрг н дрг, кжд нсчстлв смь нсчстлв п-свм.";
    for encoding in [&encodings::WINDOWS_1251, &encodings::KOI8_R] {
        let page = encoding.encode(text).into_bytes();
        let guess = sound(&page);
        assert_eq!(guess.encoding().decode(&page).text(), text, "{encoding}: {}", told(&guess));
    }
    is_utf_8("cmmndmnt, prgrmmr, strngth, bcs nbdy lks vwls".as_bytes());
}

#[test]
fn zalgo() {
    let mut marks = random(3).map(|byte| char::from_u32(0x300 + u32::from(byte % 0x70)).unwrap());
    let mut text = String::new();
    for letter in "He comes, the pony".chars() {
        text.push(letter);
        text.extend(marks.by_ref().take(12));
    }
    is_utf_8(text.as_bytes());
    is_utf_8(&text.as_bytes()[..21]);
}

#[test]
fn emoji_only() {
    let text = "😀😃😄👍🏽🎉🚀👨‍👩‍👧❤️🇺🇦";
    is_utf_8(text.as_bytes());
    is_utf_8("😀".as_bytes());
    type Order = fn(u16) -> [u8; 2];
    let orders: [(&Encoding, Order); 2] =
        [(&encodings::UTF_16LE, u16::to_le_bytes), (&encodings::UTF_16BE, u16::to_be_bytes)];
    for (encoding, order) in orders {
        let wide = |text: &str| text.encode_utf16().flat_map(order).collect::<Vec<u8>>();
        let guess = sound(&wide(&format!("\u{FEFF}{text}")));
        assert!(guess.encoding() == encoding && guess.confidence() > 0.99, "{}", told(&guess));
        let guess = sound(&wide(&text.repeat(3)));
        assert_eq!(guess.encoding(), encoding, "without a mark: {}", told(&guess));
    }
}

#[test]
fn devanagari_in_a_font_over_latin_1() {
    // Glyphs of Kruti Dev, as typists wrote Hindi: mostly ASCII, and signs beyond it. windows-1252 is what such pages
    // declare, and what gives the font its glyphs.
    let line = b"Hkkjr ,d ns'k gS\xA1 lHkh euq\"; \xC5\xBA lEeku vkSj vf/kdkj\xCB \xE9s leku g\xA5\xA6 tUe ls Lora= \xA3\xA2. ";
    let guess = sound(&line.repeat(10));
    assert_eq!(guess.encoding().family(), Family::SingleByte, "{}", told(&guess));
    assert!(guess.encoding() == &encodings::WINDOWS_1252 || guess.confidence() < 0.9, "{}", told(&guess));
    let mut declared = b"<meta charset=windows-1252>".to_vec();
    declared.extend(line);
    assert_eq!(sound(&declared).encoding(), &encodings::WINDOWS_1252, "{}", told(&sound(&declared)));
}

/// A text of many n-grams, of which hardly two are alike.
fn many_grams() -> Vec<Vec<u8>> {
    let high: Vec<u8> = random(5).map(|byte| byte | 0x80).take(200_000).collect();
    let words: Vec<u8> =
        random(6).map(|byte| if byte % 7 == 0 { b' ' } else { byte | 0x80 }).take(200_000).collect();
    let characters = |first: u32, count: u32| {
        (0..40_000u32)
            .filter_map(|n| char::from_u32(first + n.wrapping_mul(7919) % count))
            .collect::<String>()
    };
    let hangul = encodings::EUC_KR.encode(&characters(0xAC00, 11_172)).into_bytes();
    let han = encodings::GB18030.encode(&characters(0x4E00, 20_900)).into_bytes();
    let letters = characters(0xA1, 0x500).into_bytes();
    vec![high, words, hangul, han, letters, random(7).take(200_000).collect()]
}

#[test]
fn any_model_and_any_page_end() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../models");
    let file = |name: &str| std::fs::read(format!("{folder}/{name}.model")).unwrap();
    let names = ["default", "svm", "icu", "language", "content", "chared/en", "chared/bn", "chared/ru"];
    let mut models: Vec<(String, Vec<u8>)> = names.iter().map(|name| ((*name).into(), file(name))).collect();
    // Of the large ones some with bytes that are wrong.
    for (name, bytes) in models.clone() {
        for n in 0..20 {
            let mut hurt = bytes.clone();
            let at = random(n).take(3).fold(0, |at, byte| at << 8 | usize::from(byte)) % hurt.len().min(9000);
            hurt[at] = random(n + 99).nth(9).unwrap();
            models.push((format!("{name} with another byte at {at}"), hurt));
        }
    }
    let pages = many_grams();
    let (done, ended) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let mut used = 0;
        for (name, bytes) in models {
            let model = Model::parse(&bytes).ok();
            let detector = model.and_then(|model| Detector::builder().model(model).build().ok());
            for page in detector.iter().flat_map(|_| &pages) {
                done.send(name.clone()).unwrap();
                used +=
                    usize::from((0.0..=1.0).contains(&detector.as_ref().unwrap().detect(page).confidence()));
            }
        }
        // At least those that are as they should be.
        assert!(used >= 6 * pages.len(), "{used}");
        done.send("end".into()).unwrap();
    });
    // The whole takes seconds. What takes a minute for one page does not end.
    let mut last = String::new();
    while last != "end" {
        last = ended
            .recv_timeout(std::time::Duration::from_secs(60))
            .unwrap_or_else(|error| panic!("after {last:?}: {error}"));
    }
}
