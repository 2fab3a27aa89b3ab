//! Where an address leads that is written on a page: RFC 3986, section 5, without its errors.
//!
//! Nothing is checked and nothing is encoded: what cannot be made absolute stays as it is written.

/// An address in its parts, as the expression of appendix B has them.
#[derive(Debug, Clone, Copy)]
struct Address<'a> {
    scheme: Option<&'a str>,
    authority: Option<&'a str>,
    path: &'a str,
    query: Option<&'a str>,
    fragment: Option<&'a str>,
}

impl<'a> Address<'a> {
    fn new(written: &'a str) -> Address<'a> {
        let (rest, fragment) = split(written, '#');
        let (rest, query) = split(rest, '?');
        let (scheme, rest) = match rest.split_once(':') {
            Some((scheme, rest)) if is_scheme(scheme) => (Some(scheme), rest),
            _ => (None, rest),
        };
        let (authority, path) = match rest.strip_prefix("//") {
            Some(rest) => {
                let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
                (Some(authority), path)
            }
            None => (None, rest),
        };
        Address { scheme, authority, path, query, fragment }
    }
}

/// What stands before a sign, and what after it, if it is there.
fn split(text: &str, sign: char) -> (&str, Option<&str>) {
    text.split_once(sign).map_or((text, None), |(before, after)| (before, Some(after)))
}

fn is_scheme(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'))
}

/// Whether an address says where it leads, whatever page it stands on: then it may be the base of others.
pub fn is_absolute(address: &str) -> bool {
    let address = Address::new(address);
    address.scheme.is_some() && address.authority.is_some()
}

/// An address as it is seen from a base (section 5.2.2); none, where it stays as it is: it is absolute itself, it leads to a place on
/// the same page, or the base is no address to build on.
pub fn resolve(base: &str, written: &str) -> Option<String> {
    let (base, written) = (Address::new(base), Address::new(written));
    let (scheme, authority) = (base.scheme?, base.authority?);
    let is_place = written.path.is_empty() && written.query.is_none() && written.authority.is_none();
    if written.scheme.is_some() || is_place {
        return None;
    }
    let (authority, path, query) = match (written.authority, written.path) {
        (Some(authority), path) => (authority, without_dots(path), written.query),
        (None, "") => (authority, base.path.to_owned(), written.query.or(base.query)),
        (None, path) if path.starts_with('/') => (authority, without_dots(path), written.query),
        (None, path) => {
            // All segments of the base but the last (section 5.2.3).
            let folder = base.path.rfind('/').map_or("/", |last| &base.path[..=last]);
            (authority, without_dots(&format!("{folder}{path}")), written.query)
        }
    };
    let mut out = format!("{scheme}://{authority}{path}");
    for (sign, part) in [('?', query), ('#', written.fragment)] {
        if let Some(part) = part {
            out.push(sign);
            out += part;
        }
    }
    Some(out)
}

/// A path without `.` and `..` (section 5.2.4).
fn without_dots(path: &str) -> String {
    let mut out: Vec<&str> = Vec::new();
    let mut segments = path.split('/').skip(usize::from(path.starts_with('/'))).peekable();
    while let Some(segment) = segments.next() {
        let is_last = segments.peek().is_none();
        match segment {
            "." | ".." => {
                if segment == ".." {
                    out.pop();
                }
                if is_last {
                    out.push("");
                }
            }
            _ => out.push(segment),
        }
    }
    if path.is_empty() { String::new() } else { format!("/{}", out.join("/")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_examples_of_the_standard() {
        // Section 5.4; those that lead to the page itself, and those with a scheme, stay as they are.
        let cases = [
            ("g", "http://a/b/c/g"),
            ("./g", "http://a/b/c/g"),
            ("g/", "http://a/b/c/g/"),
            ("/g", "http://a/g"),
            ("//g", "http://g"),
            ("?y", "http://a/b/c/d;p?y"),
            ("g?y", "http://a/b/c/g?y"),
            ("g#s", "http://a/b/c/g#s"),
            ("g?y#s", "http://a/b/c/g?y#s"),
            (";x", "http://a/b/c/;x"),
            ("g;x?y#s", "http://a/b/c/g;x?y#s"),
            (".", "http://a/b/c/"),
            ("./", "http://a/b/c/"),
            ("..", "http://a/b/"),
            ("../g", "http://a/b/g"),
            ("../..", "http://a/"),
            ("../../../../g", "http://a/g"),
            ("/./g", "http://a/g"),
            ("/../g", "http://a/g"),
            ("g.", "http://a/b/c/g."),
            ("..g", "http://a/b/c/..g"),
            ("./g/.", "http://a/b/c/g/"),
            ("g/../h", "http://a/b/c/h"),
            ("g;x=1/../y", "http://a/b/c/y"),
            ("g?y/../x", "http://a/b/c/g?y/../x"),
            ("a:b/c", ""),
            ("http:g", ""),
            ("mailto:a@b", ""),
            ("#s", ""),
            ("", ""),
        ];
        for (written, expected) in cases {
            let resolved = resolve("http://a/b/c/d;p?q", written).unwrap_or_default();
            assert_eq!(resolved, expected, "{written}");
        }
        assert_eq!(resolve("https://a", "b").as_deref(), Some("https://a/b"));
        for base in ["", "a.org/b", "mailto:a@b", "/b/c"] {
            assert_eq!(resolve(base, "d"), None, "{base}");
            assert!(!is_absolute(base), "{base}");
        }
    }
}
