//! XML declarations.

use memchr::{memchr, memmem};

use crate::encodings::{self, Encoding};

/// `<?x` in UTF-16, without a byte order mark.
pub fn utf16_declaration(bytes: &[u8]) -> Option<&'static Encoding> {
    match bytes {
        [b'<', 0, b'?', 0, b'x', 0, ..] => Some(&encodings::UTF_16LE),
        [0, b'<', 0, b'?', 0, b'x', ..] => Some(&encodings::UTF_16BE),
        _ => None,
    }
}

/// The label in an XML declaration: the HTML standard's "get an XML encoding", up to the label.
///
/// Behind a UTF-8 byte order mark too, where it cannot change the answer but may contradict it.
pub fn label(bytes: &[u8]) -> Option<Box<str>> {
    Some(written(bytes)?.iter().map(|&b| b as char).collect::<String>().into())
}

/// The same label, where it stands.
pub(super) fn written(bytes: &[u8]) -> Option<&[u8]> {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    // 2. The page begins with `<?xml`, and 3. the declaration ends with `>`.
    let declaration = bytes.strip_prefix(b"<?xml")?;
    let declaration = &declaration[..memchr(b'>', declaration)?];
    let not_space = |bytes: &[u8]| bytes.iter().position(|&b| b > 0x20);
    // 4., 5. Behind the first `encoding`, 6. to 9. there is `=`, with or without white space around it.
    let rest = &declaration[memmem::find(declaration, b"encoding")? + b"encoding".len()..];
    let rest = rest[not_space(rest)?..].strip_prefix(b"=")?;
    let rest = &rest[not_space(rest)?..];
    // 10. to 14. The label stands in quotes, 15. without white space or controls.
    let (&quote, rest) = rest.split_first().filter(|(q, _)| matches!(q, b'"' | b'\''))?;
    let label = &rest[..memchr(quote, rest)?];
    (!label.iter().any(|&b| b <= 0x20)).then_some(label)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels() {
        let label = |text: &str| label(text.as_bytes()).map(String::from);
        assert_eq!(label("<?xml version=\"1.0\" encoding=\"koi8-r\"?>").as_deref(), Some("koi8-r"));
        assert_eq!(label("<?xml encoding\n=\t'x'>").as_deref(), Some("x"));
        assert_eq!(label("<?xml encoding=' x'?>"), None);
        assert_eq!(label("<?xml encoding=x?>"), None);
        assert_eq!(label("<?xml ENCODING='x'?>"), None);
        assert_eq!(label(" <?xml encoding='x'?>"), None);
        assert_eq!(label("<?xml encoding='x'"), None);
        assert_eq!(label("<?xml encoding='x>"), None);
    }
}
