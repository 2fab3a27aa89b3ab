//! Where the labels of declarations stand: `decode::declare` sets them right.

use std::ops::Range;

use super::tags::Tags;
use super::{prescan, xml};

/// Places in a page that matter to whoever changes its declarations.
#[derive(Debug, Default)]
pub(crate) struct Places {
    /// The label in each `<meta>` that declares something, known to anybody or not, in the order of the page.
    pub metas: Vec<Range<usize>>,
    /// After the first `<html>`.
    pub html: Option<usize>,
    /// After the first `<head>`.
    pub head: Option<usize>,
}

impl Places {
    /// Those in this part of a page. A tag that is cut off does not count.
    pub fn in_page(page: &str) -> Places {
        let bytes = page.as_bytes();
        let mut places = Places::default();
        let mut tags = Tags::new(bytes).past_raw_text().with_care();
        while let Some(tag) = tags.next() {
            if tag.is(b"meta") {
                let labels = prescan::written(tags.attributes());
                if !tags.is_cut_off() {
                    places.metas.extend(labels.into_iter().map(|label| place(bytes, label)));
                }
                continue;
            }
            let first = if tag.is(b"html") { &mut places.html } else { &mut places.head };
            if first.is_none() && (tag.is(b"html") || tag.is(b"head")) {
                tags.attributes().for_each(drop);
                *first = (!tags.is_cut_off()).then(|| tags.position() + 1);
            }
        }
        // The attributes of one tag may stand in any order.
        places.metas.sort_by_key(|label| label.start);
        places
    }
}

/// The label in the XML declaration.
pub(crate) fn xml_label(page: &str) -> Option<Range<usize>> {
    let label = xml::written(page.as_bytes()).filter(|label| !label.is_empty())?;
    Some(place(page.as_bytes(), label))
}

/// Where a part of a page stands in it.
fn place(page: &[u8], part: &[u8]) -> Range<usize> {
    let start = part.as_ptr().addr() - page.as_ptr().addr();
    start..start + part.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(page: &str) -> Vec<&str> {
        Places::in_page(page).metas.into_iter().map(|label| &page[label]).collect()
    }

    #[test]
    fn labels_of_metas() {
        assert_eq!(labels("<meta charset=a><META CharSet = ' b '>"), ["a", "b"]);
        assert_eq!(labels("<meta content='text/html; charset=a' http-equiv=Content-Type>"), ["a"]);
        assert_eq!(labels("<meta http-equiv=content-type content='charset=a' charset=b>"), ["a", "b"]);
        assert_eq!(labels("<meta charset=a charset=b>"), ["a"]);
        assert_eq!(labels("<meta name=description content='say charset=a'>"), [""; 0]);
        assert_eq!(labels("<meta name=content-type content='text/html; charset=a'>"), ["a"]);
        assert_eq!(labels("<meta charset><meta charset=''><meta name=x><meta charset=a"), [""; 0]);
    }

    #[test]
    fn what_is_no_tag_has_no_labels() {
        let filler = " ".repeat(2000);
        for before in ["", &filler] {
            for page in [
                "<!-- <meta charset=a> -->",
                "<script>'<meta charset=a>'</script>",
                "<title><meta charset=a></title>",
                "<textarea><meta charset=a></textarea>",
                "<p title='<meta charset=a>'>",
            ] {
                assert_eq!(labels(&format!("{before}{page}")), [""; 0], "{page}");
            }
        }
    }

    #[test]
    fn tags_of_the_frame() {
        let places = Places::in_page("<HTML lang=en><head x='>'><head><html>");
        assert_eq!((places.html, places.head), (Some(14), Some(26)));
    }

    #[test]
    fn labels_of_xml() {
        assert_eq!(xml_label("\u{FEFF}<?xml encoding='abc'?>"), Some(19..22));
        assert_eq!(xml_label("<?xml version='1.0'?>"), None);
    }
}
