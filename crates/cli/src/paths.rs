//! Paths in rows: one line each, whatever bytes they consist of, and nothing lost.
//!
//! A path is bytes, a row is a line of UTF-8. In `text` and `tsv` a backslash starts an escape: `\\`, `\t`, `\n`,
//! `\r`, and `\xNN` for any other control character and for bytes which are not UTF-8. JSON has escapes of its own
//! and cannot hold such bytes, so there `path` has U+FFFD for them and `path_hex` has the exact bytes.

use std::fmt::Write;
use std::path::Path;

/// The path as one line of text, from which its bytes can be read back.
pub fn escaped(path: &Path) -> String {
    let mut line = String::new();
    for chunk in path.as_os_str().as_encoded_bytes().utf8_chunks() {
        for character in chunk.valid().chars() {
            match character {
                '\\' => line.push_str("\\\\"),
                '\t' => line.push_str("\\t"),
                '\n' => line.push_str("\\n"),
                '\r' => line.push_str("\\r"),
                _ if character.is_control() => {
                    let mut buffer = [0; 4];
                    push_hex(&mut line, character.encode_utf8(&mut buffer).as_bytes());
                }
                _ => line.push(character),
            }
        }
        push_hex(&mut line, chunk.invalid());
    }
    line
}

/// The exact bytes in hexadecimal, for paths which are not UTF-8.
pub fn hex(path: &Path) -> Option<String> {
    if path.to_str().is_some() {
        return None;
    }
    Some(path.as_os_str().as_encoded_bytes().iter().map(|byte| format!("{byte:02x}")).collect())
}

fn push_hex(line: &mut String, bytes: &[u8]) {
    for byte in bytes {
        let _ = write!(line, "\\x{byte:02X}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_paths_stay_plain() {
        assert_eq!(escaped(Path::new("pages/naïve café.html")), "pages/naïve café.html");
        assert_eq!(hex(Path::new("pages/naïve café.html")), None);
    }

    #[test]
    fn what_would_break_a_line_is_escaped() {
        assert_eq!(escaped(Path::new("a\tb\nc\\d\u{1b}[0m")), "a\\tb\\nc\\\\d\\x1B[0m");
    }

    #[cfg(unix)]
    #[test]
    fn bytes_which_are_no_utf_8_are_kept() {
        use std::os::unix::ffi::OsStrExt;
        let path = Path::new(std::ffi::OsStr::from_bytes(b"caf\xE9.html"));
        assert_eq!(escaped(path), "caf\\xE9.html");
        assert_eq!(hex(path).unwrap(), "636166e92e68746d6c");
    }
}
