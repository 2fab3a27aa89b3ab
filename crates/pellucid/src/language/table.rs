//! The table of languages: one row for each, and everything else is derived from it.
//!
//! To add a language, add a row; to add a way to write one, add it to its row. Rows are in the order of their tags. The
//! columns are
//!
//! | column | meaning |
//! |---|---|
//! | tag | the canonical BCP 47 tag |
//! | name | the English name |
//! | also | what people write for it, with commas: codes of ISO 639-2 and 639-3 that the tag replaces, retired tags, miswritings, other names in English and its own name. Two capitals are a country that people write in place of its language |
//! | means | only where the tag stands for other rows: the rows that are meant, the most common first |
//!
//! All languages of ISO 639-1 are here, the larger ones that only ISO 639-3 has, and every language that a model knows. The
//! country of a language is listed where its code is no language of its own: `se` is Northern Sami, `si` Sinhala and `tw` Twi,
//! although some pages mean Swedish, Slovene and Chinese. The exception is `kr`, which is Kanuri in ISO 639-1 and Korean on
//! every page that we have met: here it is Korean, and Kanuri has the tag of its largest member, `knc`.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::Language;

/// One row of the table.
#[derive(Debug)]
pub(super) struct Row {
    pub tag: &'static str,
    pub name: &'static str,
    also: &'static str,
    means: &'static str,
}

macro_rules! table {
    ($($tag:literal $name:literal $also:literal $(=> $means:literal)?;)*) => {
        /// All rows, in the order of their tags.
        pub(super) static ROWS: &[Row] =
            &[$(Row { tag: $tag, name: $name, also: $also, means: concat!($($means)?) }),*];

        impl Language {
            /// The languages that have a row in the table, in the order of their tags. Every one has a name.
            ///
            /// [`Language::parse`] knows these, in all their regions and scripts.
            pub const ALL: &'static [Language] = &[$(Language::of($tag)),*];
        }
    };
}

#[rustfmt::skip]
table! {
    "aa"      "Afar"                     "aar";
    "ab"      "Abkhaz"                   "abk, Abkhazian";
    "ace"     "Acehnese"                 "";
    "acm"     "Mesopotamian Arabic"      "Iraqi Arabic" => "ar";
    "ae"      "Avestan"                  "ave";
    "aeb"     "Tunisian Arabic"          "" => "ar";
    "af"      "Afrikaans"                "afr";
    "afb"     "Gulf Arabic"              "" => "ar";
    "ak"      "Akan"                     "aka";
    "am"      "Amharic"                  "amh, አማርኛ";
    "an"      "Aragonese"                "arg";
    "apc"     "Levantine Arabic"         "" => "ar";
    "ar"      "Arabic"                   "ara, arb, العربية";
    "arq"     "Algerian Arabic"          "" => "ar";
    "ary"     "Moroccan Arabic"          "" => "ar";
    "arz"     "Egyptian Arabic"          "" => "ar";
    "as"      "Assamese"                 "asm";
    "ast"     "Asturian"                 "";
    "av"      "Avaric"                   "ava, Avar";
    "awa"     "Awadhi"                   "";
    "ay"      "Aymara"                   "aym";
    "az"      "Azerbaijani"              "aze, azj, Azeri, azərbaycanca";
    "az-Cyrl" "Azerbaijani (Cyrillic)"   "";
    "az-Latn" "Azerbaijani (Latin)"      "" => "az";
    "azb"     "South Azerbaijani"        "";
    "ba"      "Bashkir"                  "bak";
    "bal"     "Balochi"                  "Baluchi";
    "ban"     "Balinese"                 "";
    "bar"     "Bavarian"                 "";
    "bcl"     "Central Bikol"            "";
    "be"      "Belarusian"               "bel, BY, Byelorussian, Belorussian, беларуская";
    "bg"      "Bulgarian"                "bul, български";
    "bh"      "Bihari"                   "bih";
    "bho"     "Bhojpuri"                 "";
    "bi"      "Bislama"                  "bis";
    "bjn"     "Banjarese"                "Banjar";
    "bm"      "Bambara"                  "bam";
    "bn"      "Bengali"                  "ben, BD, Bangla, বাংলা";
    "bo"      "Tibetan"                  "bod, tib";
    "br"      "Breton"                   "bre";
    "brx"     "Bodo"                     "";
    "bs"      "Bosnian"                  "bos, bosanski";
    "bug"     "Buginese"                 "";
    "ca"      "Catalan"                  "cat, Valencian, català, catala";
    "ce"      "Chechen"                  "che";
    "ceb"     "Cebuano"                  "";
    "ch"      "Chamorro"                 "cha";
    "chm"     "Mari"                     "";
    "chr"     "Cherokee"                 "";
    "ckb"     "Kurdish (Sorani)"         "Sorani, Central Kurdish";
    "cnr"     "Montenegrin"              "" => "sr-Latn sr bs hr";
    "co"      "Corsican"                 "cos";
    "cr"      "Cree"                     "cre";
    "crh"     "Crimean Tatar"            "";
    "cs"      "Czech"                    "ces, cze, CZ, čeština, cestina, český, česky, cesky";
    "csb"     "Kashubian"                "";
    "cu"      "Church Slavonic"          "chu, Church Slavic, Old Church Slavonic, Old Bulgarian";
    "cv"      "Chuvash"                  "chv";
    "cy"      "Welsh"                    "cym, wel, cymraeg";
    "da"      "Danish"                   "dan, DK, dansk";
    "de"      "German"                   "deu, ger, AT, deutsch";
    "doi"     "Dogri"                    "";
    "dsb"     "Lower Sorbian"            "";
    "dv"      "Dhivehi"                  "div, Divehi, Maldivian";
    "dz"      "Dzongkha"                 "dzo";
    "ee"      "Ewe"                      "";
    "el"      "Greek"                    "ell, gre, GR, Modern Greek, ελληνικά, ellinika";
    "en"      "English"                  "eng, US, GB";
    "eo"      "Esperanto"                "epo";
    "es"      "Spanish"                  "spa, sp, MX, Castilian, español, espanol, castellano";
    "et"      "Estonian"                 "est, ekk, eesti";
    "eu"      "Basque"                   "eus, baq, euskara";
    "fa"      "Persian"                  "fas, per, pes, far, IR, Farsi, Parsi, فارسی";
    "ff"      "Fula"                     "ful, Fulah, Fulani";
    "fi"      "Finnish"                  "fin, suomi";
    "fil"     "Filipino"                 "" => "tl";
    "fj"      "Fijian"                   "fij";
    "fo"      "Faroese"                  "fao, Faeroese";
    "fr"      "French"                   "fra, fre, français, francais";
    "frr"     "North Frisian"            "";
    "fur"     "Friulian"                 "";
    "fy"      "West Frisian"             "fry, Western Frisian, Frisian";
    "ga"      "Irish"                    "gle, Irish Gaelic, gaeilge";
    "gag"     "Gagauz"                   "";
    "gan"     "Gan Chinese"              "";
    "gd"      "Scottish Gaelic"          "gla, Gaelic, Scots Gaelic";
    "gl"      "Galician"                 "glg, galego";
    "glk"     "Gilaki"                   "";
    "gn"      "Guarani"                  "grn, gug";
    "gom"     "Goan Konkani"             "";
    "grc"     "Ancient Greek"            "";
    "gsw"     "Swiss German"             "Alemannic";
    "gu"      "Gujarati"                 "guj";
    "gv"      "Manx"                     "glv";
    "ha"      "Hausa"                    "hau";
    "hak"     "Hakka Chinese"            "Hakka";
    "haw"     "Hawaiian"                 "";
    "he"      "Hebrew"                   "heb, iw, hb, IL, עברית";
    "hi"      "Hindi"                    "hin, हिन्दी, हिंदी";
    "hif"     "Fiji Hindi"               "";
    "hil"     "Hiligaynon"               "";
    "hmn"     "Hmong"                    "";
    "hne"     "Chhattisgarhi"            "";
    "ho"      "Hiri Motu"                "hmo";
    "hr"      "Croatian"                 "hrv, scr, hrvatski";
    "hsb"     "Upper Sorbian"            "";
    "ht"      "Haitian Creole"           "hat, Haitian";
    "hu"      "Hungarian"                "hun, magyar";
    "hy"      "Armenian"                 "hye, arm, հայերեն";
    "hz"      "Herero"                   "her";
    "ia"      "Interlingua"              "ina";
    "id"      "Indonesian"               "ind, in, Bahasa Indonesia";
    "ie"      "Interlingue"              "ile, Occidental";
    "ig"      "Igbo"                     "ibo";
    "ii"      "Sichuan Yi"               "iii, Nuosu";
    "ik"      "Inupiaq"                  "ipk, Iñupiaq";
    "ilo"     "Iloko"                    "Ilocano";
    "io"      "Ido"                      "";
    "is"      "Icelandic"                "isl, ice, íslenska, islenska";
    "it"      "Italian"                  "ita, italiano";
    "iu"      "Inuktitut"                "iku";
    "ja"      "Japanese"                 "jpn, jap, JP, 日本語";
    "jv"      "Javanese"                 "jav, jw";
    "ka"      "Georgian"                 "kat, geo, GE, ქართული";
    "kaa"     "Karakalpak"               "";
    "kab"     "Kabyle"                   "";
    "kbd"     "Kabardian"                "";
    "kg"      "Kongo"                    "kon";
    "ki"      "Kikuyu"                   "kik, Gikuyu";
    "kj"      "Kwanyama"                 "kua, Kuanyama";
    "kk"      "Kazakh"                   "kaz, KZ, қазақша";
    "kl"      "Greenlandic"              "kal, Kalaallisut";
    "km"      "Khmer"                    "khm, KH, Cambodian";
    "kmr"     "Kurdish (Kurmanji)"       "Kurmanji, Northern Kurdish";
    "kn"      "Kannada"                  "kan";
    "knc"     "Kanuri"                   "kau";
    "ko"      "Korean"                   "kor, KR, 한국어";
    "kok"     "Konkani"                  "";
    "krc"     "Karachay-Balkar"          "";
    "ks"      "Kashmiri"                 "kas";
    "ku"      "Kurdish"                  "kur" => "kmr ckb";
    "kv"      "Komi"                     "kom, kpv";
    "kw"      "Cornish"                  "cor";
    "ky"      "Kyrgyz"                   "kir, Kirghiz, Kirgiz";
    "la"      "Latin"                    "lat";
    "lad"     "Ladino"                   "Judeo-Spanish";
    "lb"      "Luxembourgish"            "ltz, Luxemburgish, Letzeburgesch";
    "lez"     "Lezgian"                  "";
    "lg"      "Ganda"                    "lug, Luganda";
    "li"      "Limburgish"               "lim, Limburgan, Limburger";
    "lmo"     "Lombard"                  "";
    "ln"      "Lingala"                  "lin";
    "lo"      "Lao"                      "Laotian";
    "lt"      "Lithuanian"               "lit, lietuvių, lietuviu";
    "ltg"     "Latgalian"                "";
    "lu"      "Luba-Katanga"             "lub";
    "lv"      "Latvian"                  "lav, lvs, Lettish, latviešu, latviesu";
    "mad"     "Madurese"                 "";
    "mag"     "Magahi"                   "";
    "mai"     "Maithili"                 "";
    "mdf"     "Moksha"                   "";
    "mg"      "Malagasy"                 "mlg, plt";
    "mh"      "Marshallese"              "mah";
    "mi"      "Māori"                    "mri, mao, Maori";
    "min"     "Minangkabau"              "";
    "mk"      "Macedonian"               "mkd, mac, македонски";
    "ml"      "Malayalam"                "mal";
    "mn"      "Mongolian"                "mon, khk, монгол";
    "mni"     "Manipuri"                 "Meitei";
    "mr"      "Marathi"                  "mar";
    "ms"      "Malay"                    "msa, may, zsm, Malaysian, Bahasa Melayu, Bahasa Malaysia";
    "mt"      "Maltese"                  "mlt";
    "mwl"     "Mirandese"                "";
    "my"      "Burmese"                  "mya, bur, MM, Myanmar";
    "myv"     "Erzya"                    "";
    "mzn"     "Mazanderani"              "";
    "na"      "Nauru"                    "nau, Nauruan";
    "nah"     "Nahuatl"                  "";
    "nan"     "Min Nan Chinese"          "zh-min-nan, Hokkien, Taiwanese";
    "nap"     "Neapolitan"               "";
    "nb"      "Norwegian Bokmål"         "nob, Norwegian Bokmal, Bokmål, Bokmal, no-bok";
    "nd"      "North Ndebele"            "nde, Northern Ndebele";
    "nds"     "Low German"               "Low Saxon";
    "ne"      "Nepali"                   "nep, npi, NP";
    "new"     "Newar"                    "Newari";
    "ng"      "Ndonga"                   "ndo";
    "nl"      "Dutch"                    "nld, dut, Flemish, nederlands, vlaams";
    "nn"      "Norwegian Nynorsk"        "nno, Nynorsk, no-nyn";
    "no"      "Norwegian"                "nor, norsk" => "nb nn";
    "nqo"     "N'Ko"                     "";
    "nr"      "South Ndebele"            "nbl, Southern Ndebele";
    "nso"     "Northern Sotho"           "Pedi, Sepedi";
    "nv"      "Navajo"                   "nav, Navaho";
    "ny"      "Nyanja"                   "nya, Chichewa, Chewa";
    "oc"      "Occitan"                  "oci";
    "oj"      "Ojibwe"                   "oji, Ojibwa";
    "om"      "Oromo"                    "orm";
    "or"      "Odia"                     "ori, ory, Oriya";
    "os"      "Ossetian"                 "oss, Ossetic";
    "pa"      "Punjabi"                  "pan, Panjabi";
    "pam"     "Pampanga"                 "Kapampangan";
    "pap"     "Papiamento"               "";
    "pcd"     "Picard"                   "";
    "pcm"     "Nigerian Pidgin"          "";
    "pi"      "Pali"                     "pli";
    "pl"      "Polish"                   "pol, polski";
    "pms"     "Piedmontese"              "";
    "pnb"     "Western Punjabi"          "";
    "prs"     "Dari"                     "" => "fa";
    "ps"      "Pashto"                   "pus, Pushto, pbu";
    "pt"      "Portuguese"               "por, português, portugues";
    "qu"      "Quechua"                  "que";
    "raj"     "Rajasthani"               "";
    "rm"      "Romansh"                  "roh, Rumantsch";
    "rn"      "Rundi"                    "run, Kirundi";
    "ro"      "Romanian"                 "ron, rum, mo, mol, MD, Moldavian, Moldovan, Rumanian, română, romana";
    "rom"     "Romani"                   "Romany";
    "ru"      "Russian"                  "rus, русский";
    "rue"     "Rusyn"                    "";
    "rw"      "Kinyarwanda"              "kin";
    "sa"      "Sanskrit"                 "san";
    "sah"     "Yakut"                    "Sakha";
    "sat"     "Santali"                  "";
    "sc"      "Sardinian"                "srd";
    "scn"     "Sicilian"                 "";
    "sco"     "Scots"                    "";
    "sd"      "Sindhi"                   "snd";
    "se"      "Northern Sami"            "sme, Sami";
    "sg"      "Sango"                    "sag";
    "sh"      "Serbo-Croatian"           "hbs" => "hr sr-Latn bs";
    "shn"     "Shan"                     "";
    "si"      "Sinhala"                  "sin, Sinhalese";
    "sk"      "Slovak"                   "slk, slo, slovenčina, slovencina, slovensky";
    "skr"     "Saraiki"                  "";
    "sl"      "Slovene"                  "slv, Slovenian, slovenščina, slovenscina, slovensko";
    "sm"      "Samoan"                   "smo";
    "sn"      "Shona"                    "sna";
    "so"      "Somali"                   "som";
    "sq"      "Albanian"                 "sqi, alb, als, AL, shqip";
    "sr"      "Serbian"                  "srp, scc, RS, српски, srpski";
    "sr-Cyrl" "Serbian (Cyrillic)"       "Cyrillic Serbian" => "sr";
    "sr-Latn" "Serbian (Latin)"          "Latin Serbian";
    "ss"      "Swati"                    "ssw, Swazi";
    "st"      "Southern Sotho"           "sot, Sotho, Sesotho";
    "su"      "Sundanese"                "sun";
    "sv"      "Swedish"                  "swe, svenska";
    "sw"      "Swahili"                  "swa, swh, Kiswahili";
    "syr"     "Syriac"                   "";
    "szl"     "Silesian"                 "";
    "ta"      "Tamil"                    "tam, தமிழ்";
    "tcy"     "Tulu"                     "";
    "te"      "Telugu"                   "tel";
    "tet"     "Tetum"                    "";
    "tg"      "Tajik"                    "tgk, TJ";
    "th"      "Thai"                     "tha, ไทย";
    "ti"      "Tigrinya"                 "tir";
    "tk"      "Turkmen"                  "tuk, TM";
    "tl"      "Tagalog"                  "tgl";
    "tn"      "Tswana"                   "tsn, Setswana";
    "to"      "Tongan"                   "ton";
    "tpi"     "Tok Pisin"                "";
    "tr"      "Turkish"                  "tur, türkçe, turkce";
    "ts"      "Tsonga"                   "tso";
    "tt"      "Tatar"                    "tat";
    "tw"      "Twi"                      "";
    "ty"      "Tahitian"                 "tah";
    "tyv"     "Tuvan"                    "Tuvinian";
    "udm"     "Udmurt"                   "";
    "ug"      "Uyghur"                   "uig, Uighur, Uygur";
    "uk"      "Ukrainian"                "ukr, UA, українська";
    "ur"      "Urdu"                     "urd, اردو";
    "uz"      "Uzbek"                    "uzb, uzn";
    "uz-Cyrl" "Uzbek (Cyrillic)"         "";
    "uz-Latn" "Uzbek (Latin)"            "" => "uz";
    "ve"      "Venda"                    "ven";
    "vec"     "Venetian"                 "";
    "vi"      "Vietnamese"               "vie, VN, tiếng việt";
    "vls"     "West Flemish"             "";
    "vo"      "Volapük"                  "vol, Volapuk";
    "vro"     "Võro"                     "Voro";
    "wa"      "Walloon"                  "wln";
    "war"     "Waray"                    "";
    "wo"      "Wolof"                    "wol";
    "wuu"     "Wu Chinese"               "Shanghainese";
    "xal"     "Kalmyk"                   "";
    "xh"      "Xhosa"                    "xho";
    "xmf"     "Mingrelian"               "";
    "yi"      "Yiddish"                  "yid, ji, ydd";
    "yo"      "Yoruba"                   "yor";
    "yue"     "Cantonese"                "zh-yue, 粵語, 粤语" => "zh-HK zh-Hant";
    "za"      "Zhuang"                   "zha";
    "zh"      "Chinese"                  "zho, chi, cmn, zh-cmn, zn, CN, Mandarin, 中文" => "zh-Hans zh-Hant zh-HK";
    "zh-CN"   "Chinese (China)"          "" => "zh-Hans";
    "zh-HK"   "Chinese (Hong Kong)"      "HK" => "zh-Hant zh-HK";
    "zh-Hans" "Chinese (Simplified)"     "Simplified Chinese, zh-chs, chs, 简体中文";
    "zh-Hant" "Chinese (Traditional)"    "Traditional Chinese, zh-cht, cht, 繁體中文" => "zh-Hant zh-HK";
    "zh-MO"   "Chinese (Macao)"          "" => "zh-Hant zh-HK";
    "zh-SG"   "Chinese (Singapore)"      "" => "zh-Hans";
    "zh-TW"   "Chinese (Taiwan)"         "" => "zh-Hant zh-HK";
    "zu"      "Zulu"                     "zul";
    "zza"     "Zazaki"                   "Zaza";
}

/// Languages so close to each other that a long text may leave a doubt. It is no doubt about all others, so the best of them
/// is the answer.
pub(super) const SIBLINGS: &[&[&str]] =
    &[&["bs", "hr", "sr-Latn"], &["id", "ms"], &["nb", "nn"], &["zh-Hant", "zh-HK"]];

/// What stands where a language should, and is none: the codes for several, for an unknown one and for none, and half of an
/// encoding (`lang="utf-8"`).
pub(super) const NO_LANGUAGES: &[&str] = &["mis", "mul", "und", "utf", "zxx"];

/// Regions that have another code now, and the United Kingdom, as people write it.
pub(super) const REGIONS: &[(&str, &str)] =
    &[("BU", "MM"), ("DD", "DE"), ("FX", "FR"), ("TP", "TL"), ("UK", "GB"), ("YD", "YE"), ("ZR", "CD")];

/// A way to write a language that is not its tag.
#[derive(Clone, Copy, Debug)]
pub(super) struct Alias {
    /// The canonical tag.
    pub tag: &'static str,
    /// As the table has it.
    pub written: &'static str,
}

impl Alias {
    /// Whether it is the code of a country.
    pub fn is_country(&self) -> bool {
        self.written.len() == 2 && self.written.bytes().all(|byte| byte.is_ascii_uppercase())
    }
}

impl Row {
    /// Everything but the tag that people write for this language; its name comes first.
    fn aliases(&self) -> impl Iterator<Item = Alias> + use<> {
        let also = self.also.split(", ").filter(|written| !written.is_empty());
        let tag = self.tag;
        std::iter::once(self.name).chain(also).map(move |written| Alias { tag, written })
    }
}

/// All aliases, in the order of the table.
pub(super) fn aliases() -> impl Iterator<Item = Alias> {
    ROWS.iter().flat_map(Row::aliases)
}

/// The alias that is written like this, in any case, with any blanks, hyphens and parentheses between its words.
pub(super) fn alias(written: &str) -> Option<Alias> {
    static TABLE: LazyLock<HashMap<String, Alias>> =
        LazyLock::new(|| aliases().map(|alias| (fold(alias.written), alias)).collect());
    TABLE.get(&fold(written)).copied()
}

/// Words in lower case, with one space between them.
pub(super) fn fold(written: &str) -> String {
    let mut folded = String::with_capacity(written.len());
    let between = |c: char| c.is_whitespace() || matches!(c, '-' | '_' | '(' | ')');
    for word in written.split(between).filter(|word| !word.is_empty()) {
        if !folded.is_empty() {
            folded.push(' ');
        }
        folded.extend(word.chars().flat_map(char::to_lowercase));
    }
    folded
}

/// The row with exactly this tag.
pub(super) fn exact(tag: &str) -> Option<&'static Row> {
    position(tag).map(|at| &ROWS[at])
}

fn position(tag: &str) -> Option<usize> {
    ROWS.binary_search_by(|row| row.tag.cmp(tag)).ok()
}

/// The beginnings of a tag, the longest first: `zh-Hant-TW`, `zh-Hant`, `zh`.
fn beginnings(tag: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(tag), |tag| tag.rsplit_once('-').map(|(shorter, _)| shorter))
}

/// The row of the longest beginning of a canonical tag that has one.
pub(super) fn row(tag: &str) -> Option<&'static Row> {
    beginnings(tag).find_map(exact)
}

/// The tags of the rows that a canonical tag may mean, the most common first: those that its row lists, else that row and
/// the finer ones. Empty for tags that are not in the table.
pub(super) fn meant(tag: &str) -> Vec<&'static str> {
    let Some(at) = beginnings(tag).find_map(position) else { return Vec::new() };
    let row = &ROWS[at];
    if !row.means.is_empty() {
        return row.means.split(' ').collect();
    }
    let finer = ROWS[at..].iter().take_while(|other| is_kind_of(other.tag, row.tag));
    finer.filter(|other| other.means.is_empty()).map(|other| other.tag).collect()
}

/// Whether a tag begins with another one: `zh-Hant` with `zh`, but `haw` not with `ha`.
pub(super) fn is_kind_of(tag: &str, wider: &str) -> bool {
    tag.strip_prefix(wider).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::encodings::ENCODINGS;
    use crate::language::{domains, model};

    #[test]
    fn rows_are_in_order_and_have_all_columns() {
        for pair in ROWS.windows(2) {
            assert!(pair[0].tag < pair[1].tag, "{} stands before {}", pair[0].tag, pair[1].tag);
        }
        for row in ROWS {
            assert_eq!(Language::parse(row.tag).unwrap().tag(), row.tag, "a tag is in its canonical form");
            assert!(!row.name.is_empty(), "{}", row.tag);
        }
    }

    #[test]
    fn an_alias_belongs_to_one_row_and_is_no_tag() {
        let mut seen = HashSet::new();
        for Alias { tag, written } in aliases() {
            assert!(seen.insert(fold(written)), "{written} of {tag} is in the table twice");
            assert!(exact(&written.to_lowercase()).is_none(), "{written} of {tag} is a tag");
            assert_eq!(Language::parse(written).unwrap().tag(), tag, "{written}");
        }
    }

    #[test]
    fn everything_that_names_a_language_names_one_of_the_table() {
        let of_rows = ROWS.iter().flat_map(|row| meant(row.tag));
        let of_encodings = ENCODINGS.iter().flat_map(|encoding| encoding.languages());
        let siblings = SIBLINGS.iter().copied().flatten().copied();
        let models = model::languages();
        for tag in of_rows.chain(siblings).chain(domains::languages()).chain(models) {
            assert!(exact(tag).is_some(), "{tag}");
        }
        // `en-GB` has an encoding of its own, and no row.
        for tag in of_encodings {
            assert!(row(tag).is_some(), "{tag}");
        }
    }

    /// So that a text in a language which is meant can be found.
    #[cfg(feature = "models")]
    #[test]
    fn what_is_meant_by_others_and_siblings_are_languages_of_the_model() {
        let groups = ROWS.iter().filter(|row| !row.means.is_empty()).flat_map(|row| meant(row.tag));
        for tag in groups.chain(SIBLINGS.iter().copied().flatten().copied()) {
            assert!(model::languages().any(|known| known == tag), "{tag}");
        }
    }

    #[test]
    fn tags_and_what_they_mean() {
        for (tag, expected) in [
            ("fa", "fa"),
            ("pt-BR", "pt"),
            ("no", "nb nn"),
            ("no-NO", "nb nn"),
            ("nb", "nb"),
            ("sr", "sr sr-Latn"),
            ("sr-RS", "sr sr-Latn"),
            ("sr-Cyrl-RS", "sr"),
            ("sr-Latn", "sr-Latn"),
            ("az", "az az-Cyrl"),
            ("az-Latn-AZ", "az"),
            ("sh", "hr sr-Latn bs"),
            ("zh", "zh-Hans zh-Hant zh-HK"),
            ("zh-MY", "zh-Hans zh-Hant zh-HK"),
            ("zh-CN", "zh-Hans"),
            ("zh-Hans-SG", "zh-Hans"),
            ("zh-Hant-HK", "zh-Hant zh-HK"),
            ("ha", "ha"),
            ("en", "en"),
            ("arz", "ar"),
            ("tlh", ""),
        ] {
            assert_eq!(meant(tag).join(" "), expected, "{tag}");
        }
    }
}
