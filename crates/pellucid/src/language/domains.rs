//! The language which a page's address suggests.

use super::Language;

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
    ("ye", "ar"),
];

/// The same for domains in other scripts, as people write them and as the network does.
const INTERNATIONAL: &[(&str, &str, &str)] = &[
    ("рф", "xn--p1ai", "ru"),
    ("бел", "xn--90ais", "ru"),
    ("бг", "xn--90ae", "bg"),
    ("ею", "xn--e1a4c", "bg"),
    ("қаз", "xn--80ao21a", "ru"),
    ("мкд", "xn--d1alf", "mk"),
    ("мон", "xn--l1acc", "mn"),
    ("срб", "xn--90a3ac", "sr"),
    ("укр", "xn--j1amh", "uk"),
    ("ελ", "xn--qxam", "el"),
    ("ευ", "xn--qxa6a", "el"),
    ("გე", "xn--node", "ka"),
    ("հայ", "xn--y9a3aq", "hy"),
    ("ישראל", "xn--4dbrk0ce", "he"),
    ("الجزائر", "xn--lgbbat1ad8j", "ar"),
    ("السعودية", "xn--mgberp4a5d4ar", "ar"),
    ("المغرب", "xn--mgbc0a9azcg", "ar"),
    ("امارات", "xn--mgbaam7a8h", "ar"),
    ("ایران", "xn--mgba3a4f16a", "fa"),
    ("تونس", "xn--pgbs0dh", "ar"),
    ("سورية", "xn--ogbpf8fl", "ar"),
    ("عراق", "xn--mgbtx2b", "ar"),
    ("عمان", "xn--mgb9awbf", "ar"),
    ("فلسطين", "xn--ygbi2ammx", "ar"),
    ("قطر", "xn--wgbl6a", "ar"),
    ("مصر", "xn--wgbh1c", "ar"),
    ("پاکستان", "xn--mgbai9azgqp6j", "ur"),
    ("ไทย", "xn--o3cw4h", "th"),
    ("ລາວ", "xn--q7ce6a", "lo"),
    ("中国", "xn--fiqs8s", "zh-Hans"),
    ("中國", "xn--fiqz9s", "zh-Hans"),
    ("台湾", "xn--kprw13d", "zh-Hant"),
    ("台灣", "xn--kpry57d", "zh-Hant"),
    ("香港", "xn--j6w193g", "zh-Hant"),
    ("澳門", "xn--mix891f", "zh-Hant"),
    ("新加坡", "xn--yfro4i67o", "zh-Hans"),
    ("한국", "xn--3e0b707e", "ko"),
];

/// The language of the country in whose top-level domain a URL, a host name or a bare domain (`ru`, `.ru`, `рф`) lies.
pub(crate) fn language(url: &str) -> Option<Language> {
    let host = url.split_once("://").map_or(url, |(_, rest)| rest);
    let host = host.split(['/', '?', '#']).next().unwrap_or("");
    let host = host.rsplit_once('@').map_or(host, |(_, host)| host);
    let host = host
        .rsplit_once(':')
        .filter(|(_, port)| port.bytes().all(|b| b.is_ascii_digit()))
        .map_or(host, |(host, _)| host);
    let tld = host.trim_end_matches('.').rsplit('.').next()?.to_lowercase();
    let international = || INTERNATIONAL.iter().find(|(written, ascii, _)| *written == tld || *ascii == tld);
    let country = LANGUAGES.iter().find(|(domain, _)| *domain == tld).map(|(_, language)| *language);
    country.or_else(|| international().map(|(.., language)| *language)).map(Language::of)
}

/// All languages that some domain suggests.
#[cfg(test)]
pub(super) fn languages() -> impl Iterator<Item = &'static str> {
    let countries = LANGUAGES.iter().map(|(_, language)| *language);
    countries.chain(INTERNATIONAL.iter().map(|(.., language)| *language))
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
            (".ru", Some("ru")),
            ("рф", Some("ru")),
            ("https://пример.РФ/", Some("ru")),
            ("xn--p1ai", Some("ru")),
            ("例え.中国", Some("zh-Hans")),
            ("https://example.com/", None),
            ("", None),
            ("://", None),
            ("http://127.0.0.1/", None),
        ] {
            assert_eq!(language(url), tag.map(Language::of), "{url}");
        }
    }
}
