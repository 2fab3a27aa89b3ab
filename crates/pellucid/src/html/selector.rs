//! Selectors of CSS: which elements of a tree are meant, and which selector means one.
//!
//! **In**: a selector as people write it, and a tree. **Out**: the elements that match, in one walk from the root down. **Why not right
//! to left**, as browsers do it: each tag is read once, however many elements are inside, so the time is linear in the page.
//!
//! A walk keeps for each open element which steps of the selector it has matched, as bits. What an element matches depends on the bits
//! of its parent, of its ancestors and of its siblings before it. So a selector may have [`MOST_STEPS`] steps.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use super::{Element, Id, Kind, Tree, attributes};

/// A bit for each.
const MOST_STEPS: usize = 64;

/// Each is looked at for every element, and a selector may come from a stranger.
const MOST_CHECKS: usize = 128;

/// Nobody nests `:not()` deeper; a parser that follows would run out of its stack.
const MOST_NESTED: usize = 8;

/// Which elements of a page are meant, in the language of style sheets: `article.post > p, #main`.
///
/// There are names, `*`, `#id`, `.class`, attributes (`[rel]`, `[rel=next]`, and with `~=`, `|=`, `^=`, `$=`, `*=`), the combinators (a
/// space, `>`, `+`, `~`), lists with commas, and of the pseudo-classes `:not()`, `:first-child`, `:nth-child(N)`, `:first-of-type` and
/// `:nth-of-type(N)`.
///
/// ```
/// use pellucid::extract::Selector;
///
/// let selector: Selector = "div.post > p:not(.ad)".parse()?;
/// assert_eq!(selector.to_string(), "div.post > p:not(.ad)");
/// let error = "p:hover".parse::<Selector>().unwrap_err();
/// assert_eq!(error.to_string(), "selector \"p:hover\": unknown pseudo-class :hover");
/// # Ok::<(), pellucid::extract::SelectorError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Selector {
    text: Arc<str>,
    /// Those of all alternatives, one after the other.
    steps: Arc<[Step]>,
    /// Whether it counts siblings.
    counts: bool,
}

/// Why a selector cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SelectorError {
    text: String,
    why: String,
}

impl fmt::Display for SelectorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "selector {:?}: {}", self.text, self.why)
    }
}

impl std::error::Error for SelectorError {}

impl fmt::Display for Selector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

/// What one element has to be, and how it stands to the one of the step before.
#[derive(Clone, Debug)]
struct Step {
    relation: Relation,
    checks: Vec<Check>,
    is_last: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Relation {
    /// The first step.
    Any,
    Descendant,
    Child,
    Next,
    Later,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Check {
    Name(String),
    Class(String),
    Attribute { name: String, test: Test, value: String, any_case: bool },
    NthChild(u32),
    NthOfType(u32),
    Not(Vec<Check>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Test {
    Is,
    Exists,
    Word,
    Language,
    Starts,
    Ends,
    Contains,
}

impl FromStr for Selector {
    type Err = SelectorError;

    fn from_str(text: &str) -> Result<Selector, SelectorError> {
        let mut parser = Parser { rest: text, checks: 0, depth: 0 };
        let steps = parser.list().map_err(|why| SelectorError { text: text.to_owned(), why })?;
        let is_counted = |checks: &[Check]| checks.iter().any(counts);
        let counts = steps.iter().any(|step| is_counted(&step.checks));
        Ok(Selector { text: text.into(), steps: steps.into(), counts })
    }
}

fn counts(check: &Check) -> bool {
    match check {
        Check::NthChild(_) | Check::NthOfType(_) => true,
        Check::Not(checks) => checks.iter().any(counts),
        _ => false,
    }
}

struct Parser<'a> {
    rest: &'a str,
    checks: usize,
    depth: usize,
}

type Read<T> = Result<T, String>;

impl Parser<'_> {
    fn list(&mut self) -> Read<Vec<Step>> {
        let mut steps: Vec<Step> = Vec::new();
        let mut relation = Relation::Any;
        loop {
            self.space();
            let checks = self.compound()?;
            steps.push(Step { relation, checks, is_last: false });
            if steps.len() > MOST_STEPS {
                return Err(format!("more than {MOST_STEPS} steps"));
            }
            let spaced = self.space();
            let sign = self.rest.chars().next();
            relation = match sign {
                Some('>') => Relation::Child,
                Some('+') => Relation::Next,
                Some('~') => Relation::Later,
                None | Some(',') => Relation::Any,
                Some(_) if spaced => Relation::Descendant,
                Some(other) => return Err(format!("unexpected {other:?}")),
            };
            if relation != Relation::Descendant {
                self.rest = self.rest.get(1..).unwrap_or_default();
            }
            if let Some(last) = steps.last_mut() {
                last.is_last = relation == Relation::Any;
            }
            if sign.is_none() {
                return Ok(steps);
            }
        }
    }

    fn space(&mut self) -> bool {
        let trimmed = self.rest.trim_ascii_start();
        let any = trimmed.len() < self.rest.len();
        self.rest = trimmed;
        any
    }

    fn take(&mut self, sign: char) -> bool {
        let rest = self.rest.strip_prefix(sign);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn expect(&mut self, sign: char) -> Read<()> {
        if self.take(sign) { Ok(()) } else { Err(format!("expected {sign:?} {}", self.here())) }
    }

    /// Where it is, for a message.
    fn here(&self) -> String {
        match self.rest {
            "" => "at the end".to_owned(),
            rest => format!("before {rest:?}"),
        }
    }

    fn compound(&mut self) -> Read<Vec<Check>> {
        let mut checks = Vec::new();
        let begin = self.rest.len();
        if !self.take('*') && self.rest.starts_with(is_name) {
            checks.push(Check::Name(self.name()?.to_ascii_lowercase()));
        }
        loop {
            self.checks += 1;
            if self.checks > MOST_CHECKS {
                return Err(format!("more than {MOST_CHECKS} checks"));
            }
            if self.take('#') {
                checks.push(Check::attribute("id", Test::Is, self.name()?));
            } else if self.take('.') {
                checks.push(Check::Class(self.name()?));
            } else if self.take('[') {
                checks.push(self.attribute()?);
            } else if self.take(':') {
                checks.push(self.pseudo_class()?);
            } else if self.rest.len() < begin {
                return Ok(checks);
            } else {
                return Err(format!("expected an element {}", self.here()));
            }
        }
    }

    /// A name, with the escapes of style sheets.
    fn name(&mut self) -> Read<String> {
        let mut name = String::new();
        while let Some(c) = self.rest.chars().next().filter(|c| is_name(*c)) {
            self.rest = &self.rest[c.len_utf8()..];
            name.push(if c == '\\' { self.escaped()? } else { c });
        }
        if name.is_empty() { Err(format!("expected a name {}", self.here())) } else { Ok(name) }
    }

    fn escaped(&mut self) -> Read<char> {
        let digits = self.rest.bytes().take(6).take_while(u8::is_ascii_hexdigit).count();
        let (hex, rest) = self.rest.split_at(digits);
        if let Some(c) = u32::from_str_radix(hex, 16).ok().and_then(char::from_u32) {
            // One space ends the digits.
            self.rest = rest.strip_prefix(' ').unwrap_or(rest);
            return Ok(c);
        }
        let c = self.rest.chars().next().ok_or("nothing is escaped at the end")?;
        self.rest = &self.rest[c.len_utf8()..];
        Ok(c)
    }

    fn attribute(&mut self) -> Read<Check> {
        self.space();
        let name = self.name()?.to_ascii_lowercase();
        self.space();
        if self.take(']') {
            return Ok(Check::attribute(&name, Test::Exists, String::new()));
        }
        let test = match self.rest.chars().next() {
            Some('~') => Test::Word,
            Some('|') => Test::Language,
            Some('^') => Test::Starts,
            Some('$') => Test::Ends,
            Some('*') => Test::Contains,
            _ => Test::Is,
        };
        self.rest = if test == Test::Is { self.rest } else { &self.rest[1..] };
        self.expect('=')?;
        self.space();
        let quote = self.rest.chars().next().filter(|c| matches!(c, '"' | '\''));
        let value = match quote {
            Some(quote) => self.quoted(quote)?,
            None => self.name()?,
        };
        self.space();
        let any_case = self.take('i') || self.take('I');
        self.space();
        self.expect(']')?;
        Ok(Check::Attribute { name, test, value, any_case })
    }

    fn quoted(&mut self, quote: char) -> Read<String> {
        self.take(quote);
        let mut value = String::new();
        while let Some(c) = self.rest.chars().next() {
            self.rest = &self.rest[c.len_utf8()..];
            match c {
                _ if c == quote => return Ok(value),
                '\\' => value.push(self.escaped()?),
                _ => value.push(c),
            }
        }
        Err(format!("expected {quote:?} at the end"))
    }

    fn pseudo_class(&mut self) -> Read<Check> {
        let name = self.name()?.to_ascii_lowercase();
        let check = match name.as_str() {
            "first-child" => return Ok(Check::NthChild(1)),
            "first-of-type" => return Ok(Check::NthOfType(1)),
            "nth-child" => Check::NthChild,
            "nth-of-type" => Check::NthOfType,
            "not" => {
                self.expect('(')?;
                self.space();
                self.depth += 1;
                if self.depth > MOST_NESTED {
                    return Err(format!("more than {MOST_NESTED} :not() in each other"));
                }
                let inner = self.compound()?;
                self.depth -= 1;
                self.space();
                self.expect(')')?;
                return Ok(Check::Not(inner));
            }
            _ => return Err(format!("unknown pseudo-class :{name}")),
        };
        self.expect('(')?;
        self.space();
        let digits = self.rest.bytes().take_while(u8::is_ascii_digit).count();
        let (number, rest) = self.rest.split_at(digits);
        let number = number.parse().map_err(|_| format!("expected a number {}", self.here()))?;
        self.rest = rest;
        self.space();
        self.expect(')')?;
        Ok(check(number))
    }
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '-' | '_' | '\\') || !c.is_ascii()
}

impl Check {
    fn attribute(name: &str, test: Test, value: String) -> Check {
        Check::Attribute { name: name.to_owned(), test, value, any_case: false }
    }

    fn matches(&self, element: &Seen) -> bool {
        match self {
            Check::Name(name) => element.name.eq_ignore_ascii_case(name),
            Check::Class(class) => element.value("class").is_some_and(|value| has_word(&value, class)),
            Check::Attribute { name, test, value, any_case } => element.value(name).is_some_and(|found| {
                let (found, value) = match any_case {
                    true => (found.to_lowercase().into(), Cow::Owned(value.to_lowercase())),
                    false => (found, Cow::Borrowed(value.as_str())),
                };
                // An empty value is the beginning of none.
                let some = !value.is_empty();
                match test {
                    Test::Exists => true,
                    Test::Is => found == value,
                    Test::Word => has_word(&found, &value),
                    Test::Language => found
                        .strip_prefix(&*value)
                        .is_some_and(|rest| rest.is_empty() || rest.starts_with('-')),
                    Test::Starts => some && found.starts_with(&*value),
                    Test::Ends => some && found.ends_with(&*value),
                    Test::Contains => some && found.contains(&*value),
                }
            }),
            Check::NthChild(number) => element.ordinal.child == *number,
            Check::NthOfType(number) => element.ordinal.of_type == *number,
            Check::Not(checks) => !checks.iter().all(|check| check.matches(element)),
        }
    }
}

/// Whether one of the words of an attribute is this one.
fn has_word(value: &str, word: &str) -> bool {
    value.split_ascii_whitespace().any(|one| one == word)
}

/// An element as a selector looks at it. Its tag is read once.
struct Seen<'a> {
    name: &'a str,
    attributes: Vec<(&'a str, &'a str)>,
    ordinal: Ordinal,
}

impl<'a> Seen<'a> {
    fn value(&self, name: &str) -> Option<Cow<'a, str>> {
        let (_, value) = self.attributes.iter().find(|(other, _)| other.eq_ignore_ascii_case(name))?;
        Some(htmlize::unescape_attribute(*value))
    }
}

/// An element that is open, and what was matched in it.
struct Open {
    end: Id,
    own: u64,
    /// By itself or an ancestor.
    around: u64,
    /// By its last child so far, and by any of them.
    last: u64,
    any: u64,
}

impl Selector {
    /// The elements that match, without those inside of others.
    pub(crate) fn outermost(&self, tree: &Tree) -> Vec<Id> {
        let ordinals = if self.counts { ordinals(tree) } else { Vec::new() };
        let nodes = tree.nodes();
        let mut found = Vec::new();
        let mut open = vec![Open { end: nodes[0].end, own: 0, around: 0, last: 0, any: 0 }];
        let mut at: Id = 1;
        while (at as usize) < nodes.len() {
            let node = &nodes[at as usize];
            while open.len() > 1 && open.last().is_some_and(|last| last.end <= at) {
                open.pop();
            }
            let (Kind::Element(_), Some(parent)) = (node.kind, open.last_mut()) else {
                at += 1;
                continue;
            };
            let seen = Seen {
                name: name(tree, at),
                attributes: attributes(tree.attributes(at)).collect(),
                ordinal: ordinals.get(at as usize).copied().unwrap_or_default(),
            };
            let own = self.matched(&seen, parent);
            (parent.last, parent.any) = (own, parent.any | own);
            let around = parent.around | own;
            if self.is_complete(own) {
                found.push(at);
                at = node.end;
                continue;
            }
            if node.end > at + 1 {
                open.push(Open { end: node.end, own, around, last: 0, any: 0 });
            }
            at += 1;
        }
        found
    }

    /// The steps that an element matches, a bit each.
    fn matched(&self, element: &Seen, parent: &Open) -> u64 {
        let mut own = 0;
        for (n, step) in self.steps.iter().enumerate() {
            let before = |bits: u64| n > 0 && bits >> (n - 1) & 1 == 1;
            let is_reached = match step.relation {
                Relation::Any => true,
                Relation::Descendant => before(parent.around),
                Relation::Child => before(parent.own),
                Relation::Next => before(parent.last),
                Relation::Later => before(parent.any),
            };
            if is_reached && step.checks.iter().all(|check| check.matches(element)) {
                own |= 1 << n;
            }
        }
        own
    }

    fn is_complete(&self, own: u64) -> bool {
        own != 0 && self.steps.iter().enumerate().any(|(n, step)| step.is_last && own >> n & 1 == 1)
    }
}

/// The name of an element, as it is written.
fn name<'a>(tree: &Tree<'a>, id: Id) -> &'a str {
    match tree.nodes()[id as usize].kind {
        Kind::Element(Element::Other) => {
            let tag = &tree.source(id)[1..];
            tag.split(|c: char| c.is_ascii() && super::ends_tag_name(c as u8)).next().unwrap_or_default()
        }
        Kind::Element(element) => element.name(),
        Kind::Text(_) => "",
    }
}

/// Which child of its parent an element is, of all and of those with its name, from 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Ordinal {
    child: u32,
    of_type: u32,
}

/// For each node, in one walk: who counts the siblings before each of a million counts for ever.
fn ordinals(tree: &Tree) -> Vec<Ordinal> {
    struct Family<'a> {
        end: Id,
        children: u32,
        names: HashMap<Cow<'a, str>, u32>,
    }
    let nodes = tree.nodes();
    let mut all = vec![Ordinal::default(); nodes.len()];
    let family = |end| Family { end, children: 0, names: HashMap::new() };
    let mut open = vec![family(nodes[0].end)];
    for at in 1..nodes.len() {
        let node = &nodes[at];
        while open.len() > 1 && open.last().is_some_and(|last| last.end as usize <= at) {
            open.pop();
        }
        let (Kind::Element(_), Some(parent)) = (node.kind, open.last_mut()) else { continue };
        let name = name(tree, at as Id);
        let name = match name.bytes().any(|byte| byte.is_ascii_uppercase()) {
            true => Cow::Owned(name.to_ascii_lowercase()),
            false => Cow::Borrowed(name),
        };
        let of_type = parent.names.entry(name).or_default();
        *of_type += 1;
        parent.children += 1;
        all[at] = Ordinal { child: parent.children, of_type: *of_type };
        if node.end as usize > at + 1 {
            open.push(family(node.end));
        }
    }
    all
}

/// Writes selectors that mean one element each.
pub(crate) struct Paths<'a> {
    tree: &'a Tree<'a>,
    ordinals: Vec<Ordinal>,
}

/// An id in a selector is not longer, and a selector has no more steps.
const LONGEST_ID: usize = 64;
const DEEPEST: usize = 48;

impl<'a> Paths<'a> {
    /// For a tree.
    pub(crate) fn new(tree: &'a Tree<'a>) -> Paths<'a> {
        Paths { tree, ordinals: ordinals(tree) }
    }

    /// How many bytes this takes for a tree.
    pub(crate) fn held(tree: &Tree) -> usize {
        tree.nodes().len() * size_of::<Ordinal>()
    }

    /// The selector of an element: from the nearest one with an id, or the outermost, down to it.
    ///
    /// Browsers put a `tbody` around rows, so a row is anywhere in its table.
    pub(crate) fn of(&self, id: Id) -> String {
        let mut steps: Vec<String> = Vec::new();
        for at in std::iter::once(id).chain(self.tree.ancestors(id)).take(DEEPEST) {
            let Kind::Element(element) = self.tree.nodes()[at as usize].kind else { continue };
            if at == 0 || matches!(element, Element::Html) {
                break;
            }
            let name = name(self.tree, at).to_ascii_lowercase();
            let tag = self.tree.attributes(at);
            let own = tag.contains("id").then(|| super::attribute(tag, "id")).flatten();
            let is_plain = |id: &str| {
                id.starts_with(|c: char| c.is_alphabetic())
                    && id.len() <= LONGEST_ID
                    && id.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_'))
            };
            if let Some(own) = own.filter(|own| is_plain(own)) {
                steps.push(format!("{name}#{own}"));
                break;
            }
            steps.push(match element {
                Element::Body => name,
                _ => format!("{name}:nth-of-type({})", self.ordinals[at as usize].of_type),
            });
            if element == Element::Body {
                break;
            }
        }
        steps.reverse();
        let mut path = String::new();
        for (n, step) in steps.iter().enumerate() {
            if n > 0 {
                let is_row = step.starts_with("tr:") && steps[n - 1].starts_with("table");
                path += if is_row { " " } else { " > " };
            }
            path += step;
        }
        path
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn selectors_of_strangers_are_bounded() {
        let why = |selector: String| match selector.parse::<Selector>() {
            Err(error) => error.why,
            Ok(_) => "none".to_owned(),
        };
        let nested = |depth: usize| format!("{}p{}", ":not(".repeat(depth), ")".repeat(depth));
        assert_eq!(why(nested(8)), "none");
        assert_eq!(why(nested(9)), "more than 8 :not() in each other");
        assert_eq!(why(nested(100_000)), "more than 8 :not() in each other");
        assert_eq!(why(format!("p{}", ".a".repeat(100))), "none");
        assert_eq!(why(format!("p{}", ".a".repeat(10_000))), "more than 128 checks");
        assert_eq!(why(vec!["p.a"; 64].join(", ")), "none");
        assert_eq!(why(vec!["p"; 65].join(" ")), "more than 64 steps");
    }

    /// The texts of what a selector means.
    fn meant(html: &str, selector: &str) -> Vec<String> {
        let tree = Tree::new(html);
        let found = selector.parse::<Selector>().unwrap().outermost(&tree);
        let text = |id: &Id| {
            let inside = *id + 1..tree.nodes()[*id as usize].end;
            let texts = inside.filter(|at| matches!(tree.nodes()[*at as usize].kind, Kind::Text(_)));
            texts.map(|at| tree.source(at)).collect::<String>()
        };
        found.iter().map(text).collect()
    }

    #[test]
    fn elements_are_meant_by_what_they_are_and_where_they_stand() {
        let page = "<div id=main class='a post'><p>1</p><p class='ad x'>2</p><ul><li>3<li lang=en-US>4</ul></div>\
            <section><p>5</p></section><x-Tag data-a='one two' href='https://b.org/c'>6</x-tag><p>7</p>";
        let cases: [(&str, &[&str]); 24] = [
            ("p", &["1", "2", "5", "7"]),
            ("#main > p", &["1", "2"]),
            ("div.post p:not(.ad)", &["1"]),
            ("p.ad.x", &["2"]),
            (".x .ad", &[]),
            ("p + ul li", &["3", "4"]),
            ("p ~ ul > li", &["3", "4"]),
            ("p + p", &["2"]),
            ("section ~ p", &["7"]),
            ("LI[lang|=en]", &["4"]),
            ("[lang|=e]", &[]),
            ("[data-a~=two]", &["6"]),
            ("[href^='https:'][href$='c']", &["6"]),
            ("[href*=\"B.ORG\" i]", &["6"]),
            ("[href*=B]", &[]),
            ("x-tag", &["6"]),
            ("li:first-child, section", &["3", "5"]),
            ("p:nth-of-type(2)", &["2"]),
            ("ul:nth-child(3)", &["34"]),
            ("*", &["1234", "5", "6", "7"]),
            ("div div, #ma\\69n", &["1234"]),
            ("div ul li", &["3", "4"]),
            ("div > li", &[]),
            ("[ id = main ]>ul", &["34"]),
        ];
        for (selector, expected) in cases {
            assert_eq!(meant(page, selector), expected, "{selector}");
        }
    }

    #[test]
    fn what_cannot_be_read_says_why() {
        for (selector, why) in [
            ("", "expected an element at the end"),
            ("a,", "expected an element at the end"),
            ("a >", "expected an element at the end"),
            ("> a", "expected an element before \"> a\""),
            ("a[", "expected a name at the end"),
            ("a[b=c", "expected ']' at the end"),
            ("a[b='c]", "expected '\\'' at the end"),
            ("a::before", "expected a name before \":before\""),
            ("a:nth-child(2n)", "expected ')' before \"n)\""),
            ("a{}", "unexpected '{'"),
            ("a.", "expected a name at the end"),
        ] {
            let error = selector.parse::<Selector>().unwrap_err();
            assert_eq!(error.to_string(), format!("selector {selector:?}: {why}"));
        }
        let long = vec!["a"; MOST_STEPS + 1].join(" ");
        assert!(long.parse::<Selector>().unwrap_err().to_string().ends_with("more than 64 steps"));
    }

    #[test]
    fn a_path_means_its_element() {
        let page = "<body><div><p>a</p><p>b <b>c</b></p></div><div id=x><table><tr><td>d<td>e<tr><td>f</table></div>\
            <div id='9 y'><Custom-One>g</Custom-One><custom-one>h</custom-one></div></body>";
        let tree = Tree::new(page);
        let paths = Paths::new(&tree);
        let is_element = |id: &Id| matches!(tree.nodes()[*id as usize].kind, Kind::Element(_));
        for id in (2..tree.nodes().len() as Id).filter(is_element) {
            let path = paths.of(id);
            assert_eq!(path.parse::<Selector>().unwrap().outermost(&tree), [id], "{path}");
        }
        assert_eq!(paths.of(9), "div#x");
        assert_eq!(paths.of(12), "div#x > table:nth-of-type(1) tr:nth-of-type(1) > td:nth-of-type(1)");
    }

    #[test]
    fn time_is_linear() {
        let deep = "<div class=a>".repeat(300) + &"<p class=a>x".repeat(100_000);
        let selector: Selector = ".a .a .a .a ~ .a .a .b, p:nth-of-type(3)".parse().unwrap();
        assert_eq!(selector.outermost(&Tree::new(&deep)).len(), 1);
        let many: String = (0..50_000).map(|n| format!("<x{n}>")).collect();
        assert!(selector.outermost(&Tree::new(&many)).is_empty());
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in r#"[a-c#.:,>+~ \[\]=()*"'\\0-9é-]{0,24}"#) {
            if let Ok(selector) = text.parse::<Selector>() {
                let _ = selector.outermost(&Tree::new("<div class=a><p id=b>c</p></div>"));
            }
        }
    }
}
