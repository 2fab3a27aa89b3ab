//! What can be known of a page, who says it, and whom to believe.
//!
//! Pages declare the same thing in several ways, and not always alike. The first that is there, from left to right, counts:
//!
//! | field | order of trust |
//! |---|---|
//! | title | `citation_*`, JSON-LD, OpenGraph, Dublin Core, Twitter, microdata, JSON-LD of the page, `meta`, vendors' `meta`, `h1`, `title` |
//! | authors | `citation_*`, JSON-LD, Dublin Core, OpenGraph, `meta`, vendors' `meta`, microdata, JSON-LD of the page, `rel=author` |
//! | date, modified | JSON-LD, OpenGraph, `citation_*`, Dublin Core, `meta`, vendors' `meta`, microdata, JSON-LD of the page, `time` |
//! | site name | OpenGraph, JSON-LD, `meta`, microdata, Dublin Core, `citation_*` |
//! | description | OpenGraph, `meta`, JSON-LD, Twitter, Dublin Core, microdata, JSON-LD of the page, `citation_*` |
//! | language | `html lang`, `meta`, JSON-LD, JSON-LD of the page, OpenGraph, Dublin Core, microdata, `citation_*` |
//! | url | `rel=canonical`, OpenGraph, JSON-LD, JSON-LD of the page, Twitter, `citation_*`, Dublin Core, microdata |
//! | licence | `rel=license`, JSON-LD, JSON-LD of the page, microdata, Dublin Core |
//! | image | OpenGraph, JSON-LD, Twitter, JSON-LD of the page, microdata, `rel=image_src`, `meta`, vendors' `meta` |
//! | kind | JSON-LD, OpenGraph, microdata, JSON-LD of the page |
//! | categories | OpenGraph, JSON-LD, microdata, vendors' `meta`, `meta`, `rel=category` |
//! | keywords | JSON-LD, OpenGraph, `citation_*`, `meta`, vendors' `meta`, Dublin Core, microdata |
//!
//! Where none of these has authors or a date, what a reader sees counts ([`visible`](super::visible)); the last word on a date has the
//! page's address, where it has a day in it.
//!
//! The reasons: what is written for machines that check it (search engines read JSON-LD, Google Scholar `citation_*`) is filled in
//! with more care than what nobody reads; what speaks of the article goes before what speaks of the page around it; browsers
//! and crawlers live by `html lang` and `rel=canonical`. A value that makes no sense (a date with month 13, an address where a
//! name belongs) is as if it were not there.

/// What can be known of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Field {
    Title,
    Authors,
    Date,
    Modified,
    SiteName,
    Description,
    Language,
    Url,
    Licence,
    Image,
    Kind,
    Keywords,
    Categories,
}

/// How many fields there are.
pub(super) const FIELDS: usize = 13;

/// Who says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// `citation_*`, of scholarly pages.
    Citation,
    /// JSON-LD, of what the page is about: an article, a product.
    JsonLd,
    /// JSON-LD, of the page itself: a `WebPage`.
    JsonLdPage,
    /// `og:*` and `article:*`.
    OpenGraph,
    /// `dc.*` and `dcterms.*`.
    DublinCore,
    /// `twitter:*`.
    Twitter,
    /// Other names of `meta`.
    Meta,
    /// Names of `meta` that one vendor reads: `sailthru.*`, `parsely-*`.
    Vendor,
    /// `itemprop` of microdata, `property` of RDFa.
    Microdata,
    /// Ordinary markup: `html lang`, `rel`, `time`.
    Markup,
}

impl Field {
    /// The order of trust: the table above. A source that is not listed does not count. Titles of the markup are
    /// compared with others in [`title`](super::title).
    pub(super) fn trusted(self) -> &'static [Source] {
        use Source::*;
        match self {
            Field::Title => {
                &[Citation, JsonLd, OpenGraph, DublinCore, Twitter, Microdata, JsonLdPage, Meta, Vendor]
            }
            Field::Authors => {
                &[Citation, JsonLd, DublinCore, OpenGraph, Meta, Vendor, Microdata, JsonLdPage, Markup]
            }
            Field::Date | Field::Modified => {
                &[JsonLd, OpenGraph, Citation, DublinCore, Meta, Vendor, Microdata, JsonLdPage, Markup]
            }
            Field::SiteName => &[OpenGraph, JsonLd, Meta, Microdata, DublinCore, Citation],
            Field::Description => {
                &[OpenGraph, Meta, JsonLd, Twitter, DublinCore, Microdata, JsonLdPage, Citation]
            }
            Field::Language => {
                &[Markup, Meta, JsonLd, JsonLdPage, OpenGraph, DublinCore, Microdata, Citation]
            }
            Field::Url => &[Markup, OpenGraph, JsonLd, JsonLdPage, Twitter, Citation, DublinCore, Microdata],
            Field::Licence => &[Markup, JsonLd, JsonLdPage, Microdata, DublinCore],
            Field::Image => &[OpenGraph, JsonLd, Twitter, JsonLdPage, Microdata, Markup, Meta, Vendor],
            Field::Kind => &[JsonLd, OpenGraph, Microdata, JsonLdPage],
            Field::Categories => &[OpenGraph, JsonLd, Microdata, Vendor, Meta, Markup],
            Field::Keywords => &[JsonLd, OpenGraph, Citation, Meta, Vendor, DublinCore, Microdata],
        }
    }
}
