//! Pages of our own: the texts of `testdata/corpus` in each of their encodings, and pages with known main content. They are part
//! of the repository, so what is tested with them is tested everywhere.

use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;

use pellucid::Encoding;
use serde::Deserialize;

/// A text of `texts.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Text {
    /// BCP 47 tag.
    pub language: String,
    /// Canonical names of the encodings that it is written in.
    pub encodings: Vec<String>,
    /// What a page with this text declares when it lies.
    #[serde(rename = "false")]
    pub lie: String,
    pub title: String,
    pub text: String,
}

/// What is done to a page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Variant {
    /// No declaration.
    Blind,
    /// The page declares its encoding: by a byte order mark if it is UTF-16.
    Declared,
    /// The page declares another encoding.
    False,
    /// One byte in the middle of the text is lost; no declaration.
    Broken,
    /// 24 kB of script stand before the text; no declaration.
    Late,
    /// The title alone, without markup.
    Short,
}

impl Variant {
    pub const ALL: [Variant; 6] =
        [Variant::Blind, Variant::Declared, Variant::False, Variant::Broken, Variant::Late, Variant::Short];

    /// Its name in `floors.toml`.
    pub fn name(self) -> &'static str {
        match self {
            Variant::Blind => "blind",
            Variant::Declared => "declared",
            Variant::False => "false",
            Variant::Broken => "broken",
            Variant::Late => "late",
            Variant::Short => "short",
        }
    }
}

/// A page that was made of a text.
pub struct Page {
    pub language: String,
    pub encoding: &'static Encoding,
    /// All of it in Unicode, as it was before a byte was lost.
    pub html: String,
    pub bytes: Vec<u8>,
}

/// The folder of the corpus.
pub fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata/corpus")
}

/// All texts.
pub fn texts() -> Vec<Text> {
    let path = folder().join("texts.toml");
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut texts: HashMap<String, Vec<Text>> = toml::from_str(&text).expect("texts.toml is a list of texts");
    texts.remove("text").expect("there are texts")
}

/// A page for each text and encoding. Some variants do not fit all encodings.
pub fn pages(variant: Variant) -> Vec<Page> {
    let of_text = |text: Text| {
        let encodings: Vec<_> = text.encodings.iter().map(|name| known(name)).collect();
        encodings.into_iter().filter_map(move |encoding| page(&text, encoding, variant))
    };
    texts().into_iter().flat_map(of_text).collect()
}

fn known(name: &str) -> &'static Encoding {
    Encoding::for_canonical_name(name).unwrap_or_else(|| panic!("texts.toml: no encoding {name:?}"))
}

fn page(text: &Text, encoding: &'static Encoding, variant: Variant) -> Option<Page> {
    let is_utf_16 = encoding.name().starts_with("UTF-16");
    let head = match variant {
        Variant::Declared if !is_utf_16 => {
            format!("<meta http-equiv=Content-Type content=\"text/html; charset={}\">", encoding.name())
        }
        Variant::False if is_utf_16 => return None,
        Variant::False => format!("<meta charset={}>", text.lie),
        // A byte less, and the rest of a page in such an encoding is another text.
        Variant::Broken if !encoding.is_ascii_compatible() => return None,
        Variant::Late => script(24_000),
        // Without markup or a byte order mark nothing is left of UTF-16 but luck.
        Variant::Short if is_utf_16 => return None,
        _ => String::new(),
    };
    let mark = if variant == Variant::Declared && is_utf_16 { "\u{FEFF}" } else { "" };
    let Text { title, text: body, .. } = text;
    let html = match variant {
        Variant::Short => title.clone(),
        _ => format!(
            "{mark}<html>\n<head>{head}\n<title>{title}</title>\n</head>\n<body>\n<h1>{title}</h1>\n<p>{}</p>\n</body></html>\n",
            body.trim()
        ),
    };
    let encoded = encoding.encode(&html);
    assert_eq!(encoded.unmappable().count(), 0, "{title} cannot be written in {encoding}");
    let mut bytes = encoded.into_bytes();
    if variant == Variant::Broken {
        let beyond: Vec<usize> = (0..bytes.len()).filter(|&at| !bytes[at].is_ascii()).collect();
        bytes.remove(beyond[beyond.len() / 2]);
    }
    Some(Page { language: text.language.clone(), encoding, html, bytes })
}

/// Script of so many bytes, in ASCII.
fn script(bytes: usize) -> String {
    let line = "var item = { id: 17, open: function (at) { return at < 4 && list[at] != null; } };\n";
    format!("<script>\n{}</script>", line.repeat(bytes.div_ceil(line.len())))
}

/// Pages with known main content: name, page and gold text.
pub fn extraction() -> Vec<(String, Vec<u8>, String)> {
    let folder = folder().join("pages");
    let mut pages = Vec::new();
    for entry in fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
        let path = entry.expect("the folder can be listed").path();
        if path.extension().is_some_and(|extension| extension == "html") {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let gold = fs::read_to_string(path.with_extension("txt")).expect("each page has a gold text");
            pages.push((name, fs::read(&path).expect("the page can be read"), gold));
        }
    }
    pages.sort();
    pages
}
