//! The language which a page's address suggests.

/// Top-level domains of countries, with the language most of their pages are in. Not listed: domains whose pages
/// are mostly in English, or in no language more than in another.
const LANGUAGES: &[(&str, &str)] = &[
    ("ae", "ar"),
    ("al", "sq"),
    ("am", "hy"),
    ("ar", "es"),
    ("at", "de"),
    ("az", "az"),
    ("ba", "bs"),
    ("bg", "bg"),
    ("bh", "ar"),
    ("bo", "es"),
    ("br", "pt"),
    ("by", "ru"),
    ("ch", "de"),
    ("cl", "es"),
    ("cn", "zh-Hans"),
    ("co", "es"),
    ("cr", "es"),
    ("cy", "el"),
    ("cz", "cs"),
    ("de", "de"),
    ("dk", "da"),
    ("do", "es"),
    ("dz", "ar"),
    ("ec", "es"),
    ("ee", "et"),
    ("eg", "ar"),
    ("es", "es"),
    ("fi", "fi"),
    ("fr", "fr"),
    ("ge", "ka"),
    ("gr", "el"),
    ("gt", "es"),
    ("hk", "zh-Hant"),
    ("hn", "es"),
    ("hr", "hr"),
    ("hu", "hu"),
    ("il", "he"),
    ("iq", "ar"),
    ("ir", "fa"),
    ("is", "is"),
    ("it", "it"),
    ("jo", "ar"),
    ("jp", "ja"),
    ("kg", "ru"),
    ("kr", "ko"),
    ("kw", "ar"),
    ("kz", "ru"),
    ("lb", "ar"),
    ("lt", "lt"),
    ("lu", "fr"),
    ("lv", "lv"),
    ("ly", "ar"),
    ("ma", "ar"),
    ("md", "ro"),
    ("mk", "mk"),
    ("mn", "mn"),
    ("mo", "zh-Hant"),
    ("mx", "es"),
    ("nl", "nl"),
    ("no", "nb"),
    ("om", "ar"),
    ("pe", "es"),
    ("pl", "pl"),
    ("ps", "ar"),
    ("pt", "pt"),
    ("py", "es"),
    ("qa", "ar"),
    ("ro", "ro"),
    ("rs", "sr"),
    ("ru", "ru"),
    ("sa", "ar"),
    ("sd", "ar"),
    ("se", "sv"),
    ("si", "sl"),
    ("sk", "sk"),
    ("su", "ru"),
    ("sv", "es"),
    ("sy", "ar"),
    ("th", "th"),
    ("tj", "tg"),
    ("tm", "tk"),
    ("tn", "ar"),
    ("tr", "tr"),
    ("tw", "zh-Hant"),
    ("ua", "uk"),
    ("uy", "es"),
    ("uz", "uz"),
    ("ve", "es"),
    ("vn", "vi"),
    ("xn--p1ai", "ru"),
    ("xn--90ais", "ru"),
    ("xn--j1amh", "uk"),
    ("xn--fiqs8s", "zh-Hans"),
    ("xn--mgba3a4f16a", "fa"),
    ("xn--3e0b707e", "ko"),
    ("xn--o3cw4h", "th"),
    ("ye", "ar"),
];

/// The language of the country in whose top-level domain a URL, a host name or a bare domain (`ru`) lies.
pub fn language(url: &str) -> Option<&'static str> {
    let host = url.split_once("://").map_or(url, |(_, rest)| rest);
    let host = host.split(['/', '?', '#']).next().unwrap_or("");
    let host = host.rsplit_once('@').map_or(host, |(_, host)| host);
    let host = host
        .rsplit_once(':')
        .filter(|(_, port)| port.bytes().all(|b| b.is_ascii_digit()))
        .map_or(host, |(host, _)| host);
    let tld = host.trim_end_matches('.').rsplit('.').next()?.to_ascii_lowercase();
    LANGUAGES.iter().find(|(domain, _)| *domain == tld).map(|(_, language)| *language)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts() {
        for (url, tag) in [
            ("http://user:pass@www.example.ru:8080/a.html?b.cn#c", Some("ru")),
            ("example.co.JP", Some("ja")),
            ("ir", Some("fa")),
            ("https://example.gr./x", Some("el")),
            ("https://example.com/", None),
            ("", None),
            ("://", None),
            ("http://127.0.0.1/", None),
        ] {
            assert_eq!(language(url), tag, "{url}");
        }
    }
}
