//! Language tags as they should have been written.

/// The tag as BCP 47 writes it, if it is one: `fa_IR.UTF-8` is `fa-IR`. Of several, the first.
pub(super) fn tag(text: &str) -> Option<String> {
    let text = text.split([',', ';', ' ', '.', '@']).find(|part| !part.is_empty())?;
    let mut parts = text.split(['-', '_']);
    let language = parts.next().filter(|part| matches!(part.len(), 2 | 3) && is_alphabetic(part))?;
    let mut tag = language.to_ascii_lowercase();
    // No language at all.
    if matches!(tag.as_str(), "und" | "mul" | "zxx") {
        return None;
    }
    for part in parts {
        let shaped = match part.len() {
            2 if is_alphabetic(part) => part.to_ascii_uppercase(),
            4 if is_alphabetic(part) => part[..1].to_ascii_uppercase() + &part[1..].to_ascii_lowercase(),
            1..=8 if part.bytes().all(|byte| byte.is_ascii_alphanumeric()) => part.to_ascii_lowercase(),
            // The rest is no tag; what came before is.
            _ => break,
        };
        tag.push('-');
        tag.push_str(&shaped);
    }
    (tag.len() <= 35).then_some(tag)
}

fn is_alphabetic(part: &str) -> bool {
    part.bytes().all(|byte| byte.is_ascii_alphabetic())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags() {
        for (text, expected) in [
            ("fa", Some("fa")),
            ("fa_IR", Some("fa-IR")),
            ("FA-ir", Some("fa-IR")),
            ("fa_IR.UTF-8", Some("fa-IR")),
            ("zh-hans-cn", Some("zh-Hans-CN")),
            ("ckb", Some("ckb")),
            ("es-419", Some("es-419")),
            ("en, fr", Some("en")),
            ("en_", Some("en")),
            ("de-DE-1996", Some("de-DE-1996")),
            ("", None),
            ("und", None),
            ("English", None),
            ("x-default", None),
            ("e", None),
            ("e1", None),
            ("{{lang}}", None),
            ("فا", None),
        ] {
            assert_eq!(tag(text).as_deref(), expected, "{text}");
        }
    }
}
