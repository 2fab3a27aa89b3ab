//! The HTTP `Content-Type` header.

/// The value of the `charset` parameter of a `Content-Type` (RFC 9110, section 8.3), without its quotes.
///
/// Tolerant where senders are sloppy: white space around `=`, single quotes, stray semicolons. Of several `charset`
/// parameters the first one counts; of several header lines joined by commas, the last that has one, as in the
/// Fetch standard. A charset without a media type (`charset=utf-8`) counts too.
pub fn charset(value: &str) -> Option<String> {
    split_outside_quotes(value, ',').into_iter().rev().find_map(|one| {
        split_outside_quotes(one, ';').into_iter().find_map(|parameter| {
            let (name, value) = parameter.split_once('=')?;
            if !name.trim().eq_ignore_ascii_case("charset") {
                return None;
            }
            Some(unquote(value.trim())).filter(|label| !label.is_empty())
        })
    })
}

/// Splits at a separator, but not inside a quoted string, where `\` escapes the next character.
fn split_outside_quotes(text: &str, separator: char) -> Vec<&str> {
    let (mut parts, mut start, mut quoted, mut escaped) = (Vec::new(), 0, false, false);
    for (i, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            _ if c == separator && !quoted => {
                parts.push(&text[start..i]);
                start = i + c.len_utf8();
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

/// The content of a quoted string with its escapes undone; an unclosed one ends with the text.
fn unquote(value: &str) -> String {
    if let Some(quoted) = value.strip_prefix('"') {
        let (mut label, mut chars) = (String::new(), quoted.chars());
        while let Some(c) = chars.next().filter(|&c| c != '"') {
            label.push(if c == '\\' { chars.next().unwrap_or(c) } else { c });
        }
        return label.trim().to_owned();
    }
    let value = value.split_ascii_whitespace().next().unwrap_or("");
    value.trim_matches(|c| c == '\'' || c == '"').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters() {
        for (header, label) in [
            ("text/html; charset=utf-8", Some("utf-8")),
            ("text/html;charset=\"KOI8-R\"", Some("KOI8-R")),
            ("text/html; CharSet = 'gbk' ", Some("gbk")),
            ("text/html; charset=\"a\\\"b\"", Some("a\"b")),
            ("text/html; x=\"; charset=no\"; charset=yes", Some("yes")),
            ("text/html; charset=one; charset=two", Some("one")),
            ("text/html; charset=; charset=two", Some("two")),
            ("text/html; charset=one, text/html; charset=two", Some("two")),
            ("text/html; charset=one, text/html", Some("one")),
            ("charset=utf-8", Some("utf-8")),
            ("text/html; charset=\"open", Some("open")),
            ("text/html; charset=utf-8 x", Some("utf-8")),
            ("text/html", None),
            ("text/html; charset", None),
            ("text/html; xcharset=utf-8", None),
            ("", None),
        ] {
            assert_eq!(charset(header).as_deref(), label, "{header:?}");
        }
    }
}
