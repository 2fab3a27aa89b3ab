//! What a page says about itself, before its content: as lines, as YAML, as the head of an HTML page.

use pellucid::extract::Metadata;

/// The keys and their values, those of lists several. What is not known is left out.
fn entries<'a>(metadata: &'a Metadata, language: Option<&'a str>) -> Vec<(&'static str, Vec<&'a str>)> {
    fn one(value: &Option<String>) -> Vec<&str> {
        value.iter().map(String::as_str).collect()
    }
    fn list(values: &[String]) -> Vec<&str> {
        values.iter().map(String::as_str).collect()
    }
    let mut entries = vec![
        ("title", one(&metadata.title)),
        ("authors", list(&metadata.authors)),
        ("date", one(&metadata.date)),
        ("modified", one(&metadata.modified)),
        ("site_name", one(&metadata.site_name)),
        ("description", one(&metadata.description)),
        ("language", language.into_iter().collect()),
        ("url", one(&metadata.url)),
        ("licence", one(&metadata.licence)),
        ("image", one(&metadata.image)),
        ("kind", one(&metadata.kind)),
        ("keywords", list(&metadata.keywords)),
        ("categories", list(&metadata.categories)),
    ];
    entries.retain(|(_, values)| !values.is_empty());
    entries
}

/// Lines of `key: value`, and an empty one. Values have no line feeds.
pub fn lines(metadata: &Metadata, language: Option<&str>) -> String {
    let entries = entries(metadata, language);
    let lines = entries.iter().map(|(key, values)| format!("{key}: {}\n", values.join(", ")));
    let mut head: String = lines.collect();
    if !head.is_empty() {
        head.push('\n');
    }
    head
}

/// YAML front matter. Values are written as JSON, which is YAML as well.
pub fn yaml(metadata: &Metadata, language: Option<&str>) -> String {
    let mut head = String::from("---\n");
    for (key, values) in entries(metadata, language) {
        let value = match key {
            "authors" | "keywords" | "categories" => serde_json::json!(values),
            _ => serde_json::json!(values.concat()),
        };
        head += &format!("{key}: {value}\n");
    }
    head + "---\n\n"
}

/// The beginning of an HTML page: what browsers need, and if `full` all that is known.
pub fn html(metadata: &Metadata, language: Option<&str>, full: bool) -> String {
    let lang = language.map_or(String::new(), |language| format!(" lang=\"{}\"", escaped(language)));
    let title = escaped(metadata.title.as_deref().unwrap_or_default());
    let mut head =
        format!("<!DOCTYPE html>\n<html{lang}>\n<head>\n<meta charset=\"utf-8\">\n<title>{title}</title>\n");
    let known = if full { entries(metadata, language) } else { Vec::new() };
    for (key, values) in known {
        // As we read them ourselves: what is extracted from this page says the same about itself.
        let (before, name) = match key {
            "authors" => ("meta name", "author"),
            "date" => ("meta property", "article:published_time"),
            "modified" => ("meta property", "article:modified_time"),
            "site_name" => ("meta property", "og:site_name"),
            "description" | "keywords" => ("meta name", key),
            "categories" => ("meta property", "article:section"),
            "url" => ("link rel", "canonical"),
            "licence" => ("link rel", "license"),
            "image" => ("meta property", "og:image"),
            "kind" => ("meta property", "og:type"),
            // The title and the language are there already.
            _ => continue,
        };
        let attribute = if before == "link rel" { "href" } else { "content" };
        let values = if key == "keywords" { vec![values.join(", ")] } else { owned(&values) };
        for value in values {
            head += &format!("<{before}=\"{name}\" {attribute}=\"{}\">\n", escaped(&value));
        }
    }
    head + "</head>\n<body dir=\"auto\">\n"
}

/// The end of such a page.
pub const HTML_END: &str = "</body>\n</html>\n";

fn owned(values: &[&str]) -> Vec<String> {
    values.iter().map(ToString::to_string).collect()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "<html lang=en><title>Tea & \"toast\"</title><meta name=author content='A. Baker; C. Dorn'>\
        <meta property=article:published_time content=2024-05-06><meta property=article:modified_time content=2024-06-07>\
        <meta property=og:site_name content=Breakfast><meta name=description content='All: of <it>'>\
        <link rel=canonical href='https://example.org/tea?a=1&amp;b=2'><link rel=license href=https://example.org/l>\
        <meta property=og:image content=/tea.png><meta property=og:type content=article><meta name=keywords content='tea, toast'>";

    #[test]
    fn an_html_head_says_what_it_was_made_from() {
        let before = Metadata::of(PAGE);
        assert!(before.licence.is_some() && before.modified.is_some() && before.authors.len() == 2);
        let page = html(&before, before.language.as_deref(), true) + HTML_END;
        assert_eq!(Metadata::of(&page), before);
        let short = html(&before, None, false);
        assert!(!short.contains("Baker") && short.contains("<title>Tea &amp; "), "{short}");
    }

    #[test]
    fn yaml_has_quotes_and_lines_have_none() {
        let metadata = Metadata::of(PAGE);
        let yaml = yaml(&metadata, Some("en"));
        assert!(
            yaml.starts_with("---\ntitle: \"Tea & \\\"toast\\\"\"\nauthors: [\"A. Baker\",\"C. Dorn\"]\n"),
            "{yaml}"
        );
        assert!(yaml.ends_with("keywords: [\"tea\",\"toast\"]\n---\n\n"), "{yaml}");
        let lines = lines(&metadata, None);
        assert!(lines.starts_with("title: Tea & \"toast\"\nauthors: A. Baker, C. Dorn\n"), "{lines}");
        assert!(lines.ends_with("keywords: tea, toast\n\n") && !lines.contains("language"), "{lines}");
        assert_eq!(super::lines(&Metadata::default(), None), "");
    }
}
