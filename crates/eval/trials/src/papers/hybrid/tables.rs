//! The paper's tables, and what else is worth telling, as tables and words.

use std::collections::HashMap;

use pellucid::papers::hybrid::Step;

use super::published::{ACCURACY, ADDRESSES, DETECTORS, ENCODINGS, MEAN, Row, TABLE_3, TABLE_4, TOTAL};
use super::{Measured, Seen, Share, System};
use pellucid_eval::report::machine;
use pellucid_eval::report::tables::Table;

/// Languages of the paper's Table 4 aside, those with so many pages are told of.
const ENOUGH: usize = 20;

/// What was measured.
pub fn head(measured: &Measured) -> String {
    let icus = match measured.icus()[..] {
        ["icu4c", ..] => "`icu4c` is the real ICU, `icu` its published method with tables of our text",
        _ => {
            "`icu` is ICU's published method with tables of our text (the real one is measured with `--features icu`)"
        }
    };
    format!(
        "# The hybrid method\n\n\
         {} pages of the data set `dev`, their declarations blanked; {}, {}.\n\n\
         Faghani, Hadian, Minaei-Bidgoli: Charset Encoding Detection of HTML Documents, 2015. {icus}; `mozilla` is chardetng; \
         `pellucid` is our default. An expert is asked about the whole page, or about its text (*no markup*); behind the \
         *gate*, only if `mozilla` did not say UTF-8 of the page. With both it is a *hybrid*; the paper's is that of ICU.\n\n\
         **Accuracy** is the paper's: the answer has the name of the truth, or, for Chinese, is a later standard of the same \
         GB. **Equity** is what the paper wished for: the page decoded with the answer is the same text.\n\n\
         ![accuracy](accuracy.svg)\n",
        measured.pages.len(),
        machine::date(),
        machine::machine(),
    )
}

/// Every table.
pub fn all(measured: &Measured) -> Vec<Table> {
    let mut tables = vec![five(measured)];
    for icu in measured.icus() {
        let systems = |strip: bool| {
            [(icu, false, strip), ("mozilla", false, strip), (icu, true, !strip)]
                .map(|(expert, gate, strip)| measured.system(expert, gate, strip))
        };
        if let [Some(alone), Some(mozilla), Some(hybrid)] = systems(false) {
            tables.push(histogram(measured, icu, [alone, mozilla, hybrid], Some(&TABLE_3)));
        }
        if let [Some(alone), Some(mozilla), Some(hybrid)] = systems(true) {
            tables.push(histogram(measured, icu, [alone, mozilla, hybrid], None));
        }
    }
    tables.push(by_encoding(measured, "Table 3 for all encodings: accuracy", Share::percent, false));
    tables.push(by_encoding(measured, "Table 3 for all encodings: equity", Share::equity, true));
    tables.extend((0..measured.systems.len()).map(|system| answers(measured, system)));
    tables.push(pieces(measured));
    tables.push(languages(measured));
    tables.push(other_languages(measured));
    tables
}

/// Those of the page about the papers: Table 3 in short, with ICU of the paper and Mozilla's first detector, what the gate
/// brings, all encodings together, and Table 4.
pub fn of_page(measured: &Measured) -> Vec<Table> {
    let mut tables = vec![five(measured)];
    if let Some(&icu) = measured.icus().first() {
        let systems = [(icu, false, false), ("universal", false, false), (icu, true, true)];
        let systems = systems.map(|(expert, gate, strip)| measured.system(expert, gate, strip));
        if let [Some(alone), Some(universal), Some(hybrid)] = systems {
            tables.push(histogram(measured, icu, [alone, universal, hybrid], Some(&TABLE_3)));
        }
    }
    tables.push(together(measured));
    tables.push(pieces(measured));
    tables.push(languages(measured));
    tables
}

/// All pages, and the pages of each language in windows-1256.
fn together(measured: &Measured) -> Table {
    let arabic =
        |tag: &'static str| move |seen: &Seen| seen.encoding == "windows-1256" && seen.language == tag;
    let every = (0..measured.systems.len()).map(|system| {
        let all = measured.share(system, |_| true);
        let [ar, fa] = ["ar", "fa"].map(|tag| format!("{:.1}", measured.share(system, arabic(tag)).equity()));
        row(
            measured.systems[system].name(),
            [format!("{:.1}", all.percent()), format!("{:.1}", all.equity()), ar, fa],
        )
    });
    let rows: Vec<Vec<String>> = every.collect();
    let count = |tag| measured.pages.iter().filter(|seen| arabic(tag)(seen)).count();
    let head = [
        "accuracy".into(),
        "equity".into(),
        format!("Arabic ({})", count("ar")),
        format!("Persian ({})", count("fa")),
    ];
    Table {
        title: "All encodings together".into(),
        note: "In percent, of all pages; and equity of the Arabic and Persian pages in windows-1256.".into(),
        head: row("", head),
        rows,
        detail: false,
    }
}

fn row(first: impl Into<String>, rest: impl IntoIterator<Item = String>) -> Vec<String> {
    std::iter::once(first.into()).chain(rest).collect()
}

fn is(encoding: &str) -> impl Fn(&Seen) -> bool {
    move |seen| seen.encoding == encoding
}

/// The shares of a system on the five encodings.
pub fn shares(measured: &Measured, system: usize) -> [Share; 5] {
    ENCODINGS.map(|encoding| measured.share(system, is(encoding)))
}

/// The mean of the five, as the paper has it: each encoding counts as much as any other.
pub fn mean(shares: &[Share; 5], figure: fn(Share) -> f64) -> f64 {
    shares.iter().map(|share| figure(*share)).sum::<f64>() / 5.0
}

fn five(measured: &Measured) -> Table {
    let pages = |encoding: &str| measured.pages.iter().filter(|seen| seen.encoding == encoding).count();
    let mut rows: Vec<Vec<String>> = Vec::new();
    for (number, detector) in DETECTORS.iter().enumerate() {
        let figures = ACCURACY.iter().map(|row| row[number]).chain([MEAN[number]]);
        let cells = figures.map(|figure| figure.to_string()).chain(["".into()]);
        rows.push(row(format!("{detector}, published"), cells));
    }
    for (number, system) in measured.systems.iter().enumerate() {
        let shares = shares(measured, number);
        let figures = shares.iter().map(|share| share.percent());
        let means = [mean(&shares, Share::percent), mean(&shares, Share::equity)];
        rows.push(row(system.name(), figures.chain(means).map(|figure| format!("{figure:.1}"))));
    }
    let names = ENCODINGS.map(|encoding| format!("{encoding} ({})", pages(encoding)));
    Table {
        title: "Table 3 in short: the five encodings".into(),
        note: "Accuracy in percent; the number of our pages is behind the encoding. The means give each encoding the same \
               weight."
            .into(),
        head: row("", names.into_iter().chain(["mean".into(), "mean equity".into()])),
        rows,
        detail: false,
    }
}

/// How often each answer was given about pages of each of the five encodings, by three detectors.
fn histogram(measured: &Measured, icu: &str, systems: [usize; 3], published: Option<&[Row]>) -> Table {
    let answers: Vec<[HashMap<&str, usize>; 3]> =
        ENCODINGS.iter().map(|encoding| systems.map(|system| measured.answers(system, encoding))).collect();
    let cell = |counts: [usize; 3]| match counts {
        [0, 0, 0] => String::new(),
        [a, b, c] => format!("{a} / {b} / {c}"),
    };
    // GBK, which neither of the paper's experts had.
    let mut histogram = TABLE_3.to_vec();
    histogram.insert(9, ("gbk", [[0; 3]; 5]));
    let named = |name: &str| histogram.iter().any(|(row, _)| *row == name);
    let mut rows = Vec::new();
    for (answer, counts) in &histogram {
        let mut cells = Vec::new();
        for (encoding, answers) in answers.iter().enumerate() {
            cells.push(cell([0, 1, 2].map(|detector| match *answer {
                "others" => answers[detector].iter().filter(|(name, _)| !named(name)).map(|(_, n)| n).sum(),
                _ => answers[detector].get(answer).copied().unwrap_or(0),
            })));
            if published.is_some() {
                cells.push(cell(counts[encoding].map(|count| count as usize)));
            }
        }
        if cells.iter().any(|cell| !cell.is_empty()) {
            rows.push(row(*answer, cells));
        }
    }
    let mut accuracy = Vec::new();
    for (encoding, published_accuracy) in ENCODINGS.iter().zip(ACCURACY) {
        let [a, b, c] = systems.map(|system| measured.share(system, is(encoding)).percent());
        accuracy.push(format!("{a:.0} / {b:.0} / {c:.0}"));
        if published.is_some() {
            let [a, b, c] = published_accuracy;
            accuracy.push(format!("{a} / {b} / {c}"));
        }
    }
    rows.push(row("accuracy, %", accuracy));
    let names = systems.map(|system| measured.systems[system].name());
    let column = |encoding: &&str| {
        let beside = published.is_some().then(|| format!("{encoding}, published"));
        std::iter::once((*encoding).to_owned()).chain(beside)
    };
    let (title, note) = match published {
        Some(_) => (
            format!("Table 3 with {icu}: true and detected encodings"),
            "beside ICU / CharDet / Hybrid of the paper",
        ),
        None => {
            let title = format!("Table 3 with {icu}, the other way round");
            (title, "markup taken off for the experts alone, and left on for the hybrid")
        }
    };
    Table {
        title,
        note: format!(
            "Numbers of pages; columns are true encodings, rows are answers. {}: {note}.",
            names.join(" / ")
        ),
        head: row("answer", ENCODINGS.iter().flat_map(column)),
        rows,
        detail: false,
    }
}

fn by_encoding(measured: &Measured, title: &str, figure: fn(Share) -> f64, detail: bool) -> Table {
    let mut rows: Vec<Vec<String>> = Vec::new();
    let every = || 0..measured.systems.len();
    let encodings = measured.encodings();
    for &(encoding, pages) in &encodings {
        let figures = every().map(|system| format!("{:.1}", figure(measured.share(system, is(encoding)))));
        rows.push(row(encoding, std::iter::once(pages.to_string()).chain(figures)));
    }
    let all = every().map(|system| format!("{:.1}", figure(measured.share(system, |_| true))));
    rows.push(row("all pages", std::iter::once(measured.pages.len().to_string()).chain(all)));
    let mean = |system: usize| {
        let figures = encodings.iter().map(|(encoding, _)| figure(measured.share(system, is(encoding))));
        format!("{:.1}", figures.sum::<f64>() / encodings.len().max(1) as f64)
    };
    rows.push(row("mean of encodings", std::iter::once(String::new()).chain(every().map(mean))));
    let names = measured.systems.iter().map(|system| system.name());
    Table {
        title: title.into(),
        note: "In percent.".into(),
        head: row("true encoding", std::iter::once("pages".to_owned()).chain(names)),
        rows,
        detail,
    }
}

/// All that a system said.
fn answers(measured: &Measured, system: usize) -> Table {
    let rows = measured.encodings().into_iter().map(|(encoding, pages)| {
        let mut answers: Vec<(&str, usize)> = measured.answers(system, encoding).into_iter().collect();
        answers.sort_by_key(|&(label, pages)| (std::cmp::Reverse(pages), label));
        let answers: Vec<String> = answers.iter().map(|(label, pages)| format!("{label} {pages}")).collect();
        vec![encoding.to_owned(), pages.to_string(), answers.join(", ")]
    });
    Table {
        title: format!("Histogram of all encodings: {}", measured.systems[system].name()),
        note: "True encodings, and how many of their pages got which answer.".into(),
        head: ["true encoding", "pages", "answers"].map(String::from).into(),
        rows: rows.collect(),
        detail: true,
    }
}

/// What the gate is for: UTF-8 of which there is little. Pieces have no markup to speak of.
fn pieces(measured: &Measured) -> Table {
    let meant = |system: &System| !system.strip || system.with.is_some();
    let systems = measured.systems.iter().enumerate().filter(|(_, system)| meant(system));
    let rows = systems.map(|(number, system)| {
        let figures = measured.pieces.iter().flat_map(|(_, pieces)| {
            [true, false].map(|utf_8| {
                let meant = pieces.iter().filter(|seen| (seen.encoding == "utf-8") == utf_8);
                let share: Share = meant.map(|seen| &seen.outcomes[number]).collect();
                format!("{:.1}", share.equity())
            })
        });
        row(system.name(), figures)
    });
    let column = |(length, _): &(usize, Vec<Seen>)| {
        ["UTF-8", "others"].map(|encodings| format!("{length} bytes, {encodings}"))
    };
    Table {
        title: "What the gate brings: pieces of pages".into(),
        note: "Equity in percent, for pieces of so many bytes around the first byte beyond ASCII.".into(),
        rows: rows.collect(),
        head: row("", measured.pieces.iter().flat_map(column)),
        detail: false,
    }
}

/// Of all pages, of those in UTF-8, and of the others.
fn split(measured: &Measured, system: usize, meant: impl Fn(&Seen) -> bool) -> String {
    let all = measured.share(system, &meant);
    let part = |utf_8: bool| {
        let share = measured.share(system, |seen| meant(seen) && (seen.encoding == "utf-8") == utf_8);
        if share.of == 0 { "–".into() } else { format!("{:.0}", share.percent()) }
    };
    match all.of {
        0 => String::new(),
        _ => format!("{:.1} ({} / {})", all.percent(), part(true), part(false)),
    }
}

/// The systems that Table 4 is about: each ICU, Mozilla, each hybrid.
fn of_table_4(measured: &Measured) -> Vec<usize> {
    let icus = measured.icus();
    let alone = icus.iter().filter_map(|icu| measured.system(icu, false, false));
    let mozilla = measured.system("mozilla", false, false);
    let hybrids = icus.iter().filter_map(|icu| measured.system(icu, true, true));
    let others = ["universal", "uchardet", "pellucid"].map(|name| measured.system(name, false, false));
    alone.chain(mozilla).chain(hybrids).chain(others.into_iter().flatten()).collect()
}

fn languages(measured: &Measured) -> Table {
    let systems = of_table_4(measured);
    let published = |right: [u32; 3], of: u32| {
        right.map(|right| format!("{right} = {:.0} %", 100.0 * f64::from(right) / f64::from(of)))
    };
    let mut rows = Vec::new();
    for ((language, domains, tags, of, right), addresses) in TABLE_4.iter().zip(ADDRESSES) {
        let meant = |seen: &Seen| tags.contains(&&*seen.language);
        let pages = measured.pages.iter().filter(|seen| meant(seen)).count();
        let ours = systems.iter().map(|&system| split(measured, system, meant));
        let head = [domains.to_string(), addresses.to_string(), of.to_string()]
            .into_iter()
            .chain(published(*right, *of));
        rows.push(row(*language, head.chain([pages.to_string()]).chain(ours)));
    }
    let meant = |seen: &Seen| TABLE_4.iter().any(|(_, _, tags, ..)| tags.contains(&&*seen.language));
    let pages = measured.pages.iter().filter(|seen| meant(seen)).count();
    let ours = systems.iter().map(|&system| split(measured, system, meant));
    let head = ["all above".into(), ADDRESSES[8].to_string(), TOTAL.0.to_string()]
        .into_iter()
        .chain(published(TOTAL.1, TOTAL.0));
    rows.push(row("all above", head.chain([pages.to_string()]).chain(ours)));
    let names = systems.iter().map(|&system| measured.systems[system].name());
    let before = [
        "TLDs",
        "addresses",
        "with a valid header",
        "ICU, published",
        "CharDet, published",
        "Hybrid, published",
        "our pages",
    ];
    Table {
        title: "Table 4: by language".into(),
        note: "Accuracy in percent, and in brackets on pages in UTF-8 / in other encodings: the mix is what differs most from \
               the paper's, whose pages were taken as they come in a domain. Ours were taken for their encodings."
            .into(),
        head: row("language", before.map(String::from).into_iter().chain(names)),
        rows,
        detail: false,
    }
}

fn other_languages(measured: &Measured) -> Table {
    let mut pages: HashMap<&str, usize> = HashMap::new();
    for seen in &measured.pages {
        *pages.entry(&seen.language).or_default() += 1;
    }
    pages.retain(|tag, pages| *pages >= ENOUGH && TABLE_4.iter().all(|(_, _, tags, ..)| !tags.contains(tag)));
    let mut languages: Vec<(&str, usize)> = pages.into_iter().collect();
    languages.sort_by_key(|&(tag, pages)| (std::cmp::Reverse(pages), tag));
    let systems = of_table_4(measured);
    let rows = languages.into_iter().map(|(tag, pages)| {
        let meant = |seen: &Seen| seen.language == tag;
        let figures = systems.iter().map(|&system| split(measured, system, meant));
        row(tag, std::iter::once(pages.to_string()).chain(figures))
    });
    let names = systems.iter().map(|&system| measured.systems[system].name());
    Table {
        title: "Table 4 for other languages".into(),
        note: format!("As above, for languages with {ENOUGH} pages or more."),
        rows: rows.collect(),
        head: row("language", std::iter::once("pages".to_owned()).chain(names)),
        detail: true,
    }
}

/// Where our figures differ from the paper's, and what the pages show of why.
pub fn words(measured: &Measured) -> String {
    let mut text = "\n## Where and why they differ\n\n".to_owned();
    let icu = measured.icus()[0];
    let systems = [(icu, false, false), (icu, true, true), ("mozilla", false, false), (icu, true, false)]
        .map(|(expert, gate, strip)| measured.system(expert, gate, strip));
    let [Some(alone), Some(hybrid), Some(mozilla), Some(with_markup)] = systems else { return text };
    let count = |meant: &dyn Fn(&Seen) -> bool| measured.pages.iter().filter(|seen| meant(seen)).count();
    let means = |system| mean(&shares(measured, system), Share::percent);
    let western = |encoding: &str| {
        let answers = measured.answers(alone, encoding);
        ["iso-8859-1", "windows-1252"].iter().filter_map(|label| answers.get(label)).sum::<usize>()
    };
    text += &format!(
        "- **ICU alone** ({icu}): {:.0} % in the mean of the five encodings, published {} %. Of the {} pages in windows-1251 it \
         takes {} for Western text, of the {} in windows-1256 {}: it looks at the first 8 kB of a page, which are markup, and \
         finds triples of English there. Without markup it is right about {:.0} % and {:.0} % of them.\n",
        means(alone),
        MEAN[0],
        count(&is("windows-1251")),
        western("windows-1251"),
        count(&is("windows-1256")),
        western("windows-1256"),
        measured.share(hybrid, is("windows-1251")).percent(),
        measured.share(hybrid, is("windows-1256")).percent(),
    );
    let few = count(&|seen: &Seen| seen.encoding == "utf-8" && seen.beyond <= 3);
    let fewest = measured.pages.iter().filter(|seen| seen.encoding == "utf-8").map(|seen| seen.beyond).min();
    text += &format!(
        "- **UTF-8 and the gate**: ICU gives UTF-8 100 % from four characters beyond ASCII on, and 80 % before, which 98 % for \
         ISO-8859-1 beats. {few} of our UTF-8 pages have so few (the fewest is {}). ICU is right about {:.0} % of them all, \
         published {} %. The gate changes {} answers on whole pages; what it is for is seen on the pieces.\n",
        fewest.unwrap_or_default(),
        measured.share(alone, is("utf-8")).percent(),
        ACCURACY[0][0],
        count(&|seen: &Seen| seen.outcomes[alone].label != seen.outcomes[with_markup].label),
    );
    text += &format!(
        "- **Mozilla**: {:.0} % in the mean of the five, published {} %. chardetng is not what the paper measured: a Java port \
         of Mozilla's detector of 2008, of which the authors' code takes the first encoding that was not ruled out. Of all \
         our pages Mozilla's expert alone is right about {:.1} %, the hybrid about {:.1} %; by equity about {:.1} % and \
         {:.1} %.\n",
        means(mozilla),
        MEAN[1],
        measured.share(mozilla, |_| true).percent(),
        measured.share(hybrid, |_| true).percent(),
        measured.share(mozilla, |_| true).equity(),
        measured.share(hybrid, |_| true).equity(),
    );
    let of = |language: &'static str| {
        measured.share(hybrid, move |seen| seen.encoding == "windows-1256" && seen.language == language)
    };
    let (arabic, persian) = (of("ar"), of("fa"));
    let standard = measured.answers(hybrid, "windows-1256").get("iso-8859-6").copied().unwrap_or_default();
    text += &format!(
        "- **Hybrid**: {:.0} % in the mean of the five, published {} %. Of its five encodings, ICU has \
         no table for Persian in windows-1256: of {} Arabic pages {:.0} % are right, of {} Persian ones {:.0} %; {standard} pages \
         in windows-1256 are called ISO-8859-6.\n",
        means(hybrid),
        MEAN[2],
        arabic.of,
        arabic.percent(),
        persian.of,
        persian.percent(),
    );
    let western = measured.share(hybrid, is("windows-1252"));
    text += &format!(
        "- **Names and texts**: of {} pages in windows-1252 the hybrid names {:.0} %, and reads {:.0} %: without bytes from 0x80 to \
         0x9F, ICU calls them ISO-8859-1. Mozilla's expert says KOI8-U of KOI8-R ({:.0} % by name, {:.0} % by text). Encodings \
         that ICU does not have are lost to the hybrid: see the table of all encodings.\n",
        western.of,
        western.percent(),
        western.equity(),
        measured.share(mozilla, is("koi8-r")).percent(),
        measured.share(mozilla, is("koi8-r")).equity(),
    );
    let step = |step: Step| count(&|seen: &Seen| seen.step == step);
    let declared: Share = measured.pages.iter().map(|seen| &seen.declared).collect();
    text += &format!(
        "- **Steps**: of the hybrid's answers {} are the gate's, {} are from text, {} from the raw page. With the markup taken off \
         through ISO-8859-1 instead of directly, {} answers are others. Declared charset first, on pages as they are, of \
         which {} declare one: {:.1} % accuracy, {:.1} % equity.\n",
        step(Step::Gate),
        step(Step::Text),
        step(Step::Raw),
        count(&|seen: &Seen| seen.latin1_differs),
        count(&|seen: &Seen| seen.declares),
        declared.percent(),
        declared.equity(),
    );
    if let (true, Some(ours)) = (icu != "icu", measured.system("icu", true, true)) {
        let pages = measured.pages.len().max(1) as f64;
        let same = count(&|seen: &Seen| seen.outcomes[hybrid].label == seen.outcomes[ours].label) as f64;
        text += &format!(
            "- **Our tables and ICU's**: the hybrids of `icu4c` and `icu` give the same answer about {:.1} % of the pages.\n",
            100.0 * same / pages
        );
    }
    let german = measured.share(hybrid, |seen| seen.language == "de");
    text += &format!(
        "- **Table 4**: the paper's pages are what domains serve; ours were taken for their encodings, so the figures on UTF-8 and on \
         other pages are to be read apart. By name, ISO-8859-1 for windows-1252 is an error: of {} German pages the hybrid \
         names {:.0} %, and reads {:.0} %.\n",
        german.of,
        german.percent(),
        german.equity(),
    );
    text
}
