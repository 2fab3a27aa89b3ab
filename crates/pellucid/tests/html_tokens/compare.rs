//! A page's tokens as we read them and as html5gum does, in one notation. The fuzz target `tokens` includes this file.

use std::convert::Infallible;
use std::fmt;

use html5gum::emitters::default::DefaultEmitter;
use html5gum::emitters::{Emitter, ForwardingEmitter};
use html5gum::{State, Tokenizer};
use pellucid::internals::html::{Content, Element, Token, Tokens, attributes};

/// A token that both have. Neighbouring texts are one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shown {
    /// A start tag, with its attributes in the order of their names.
    Start(Element, Vec<(String, String)>),
    /// An end tag.
    End(Element),
    /// Text.
    Text(String),
}

/// As it would be typed, with every attribute in quotes and no references.
impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |element: &Element| if *element == Element::Other { "…" } else { element.name() };
        match self {
            Shown::Start(element, attributes) => {
                write!(f, "<{}", name(element))?;
                attributes.iter().try_for_each(|(name, value)| write!(f, " {name}={value:?}"))?;
                f.write_str(">")
            }
            Shown::End(element) => write!(f, "</{}>", name(element)),
            Shown::Text(text) => f.write_str(text),
        }
    }
}

fn push(all: &mut Vec<Shown>, token: Shown) {
    match (all.last_mut(), token) {
        (_, Shown::Text(text)) if text.is_empty() => {}
        (Some(Shown::Text(last)), Shown::Text(text)) => last.push_str(&text),
        (_, token) => all.push(token),
    }
}

/// Our tokens, with references decoded as extract does. `source`: what is done with a source before that.
pub fn ours(html: &str, source: impl Fn(&str) -> String) -> Vec<Shown> {
    let mut all = Vec::new();
    for token in Tokens::new(html) {
        let token = match token {
            Token::Start { element, attributes: place, .. } => {
                let mut list: Vec<(String, String)> = Vec::new();
                for (name, value) in attributes(&html[place]) {
                    let name = source(name).to_ascii_lowercase();
                    // The first of two attributes with one name counts.
                    if list.iter().all(|(other, _)| *other != name) {
                        list.push((name, htmlize::unescape_attribute(source(value)).into_owned()));
                    }
                }
                list.sort();
                Shown::Start(element, list)
            }
            Token::End { element, .. } => Shown::End(element),
            Token::Text { place, references: true } => {
                Shown::Text(htmlize::unescape(source(&html[place])).into_owned())
            }
            Token::Text { place, references: false } => Shown::Text(source(&html[place])),
        };
        push(&mut all, token);
    }
    all
}

/// What html5gum must know about the page, which a tree builder would know.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rules {
    /// `svg` and `math` are foreign: elements in them have no raw text, and CDATA sections exist.
    pub foreign: bool,
    /// Scripts do not run: a `noscript` has markup.
    pub no_scripts: bool,
}

/// html5gum's tokens, when elements have the content that our table says.
pub fn theirs(html: &str, rules: Rules) -> Vec<Shown> {
    let emitter =
        ByTable { inner: DefaultEmitter::default(), rules, name: Vec::new(), foreign: 0, tag: Tag::End };
    let mut all = Vec::new();
    for token in Tokenizer::new_with_emitter(html, emitter) {
        let Ok::<_, Infallible>(token) = token;
        let string = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let token = match token {
            html5gum::Token::StartTag(tag) => {
                let pair = |(name, value): (&html5gum::HtmlString, &html5gum::Spanned<_, ()>)| {
                    let value: &html5gum::HtmlString = value;
                    (string(name), string(value))
                };
                Shown::Start(Element::named(&string(&tag.name)), tag.attributes.iter().map(pair).collect())
            }
            html5gum::Token::EndTag(tag) => Shown::End(Element::named(&string(&tag.name))),
            html5gum::Token::String(text) => Shown::Text(string(&text)),
            html5gum::Token::Comment(_) | html5gum::Token::Doctype(_) | html5gum::Token::Error(_) => continue,
        };
        push(&mut all, token);
    }
    all
}

/// Both, without what is deliberately different and can be evened out: line ends and NULs. They should be equal.
pub fn evened(html: &str) -> (Vec<Shown>, Vec<Shown>) {
    let is_odd = |text: &str| text.contains(['\0', '\r']);
    let ours = ours(html, |source| match is_odd(source) {
        true => source.replace("\r\n", "\n").replace('\r', "\n").replace('\0', "\u{FFFD}"),
        false => source.to_owned(),
    });
    let mut theirs = theirs(html, Rules::default());
    // The standard leaves NULs in the text between tags, and only there.
    for token in &mut theirs {
        if let Shown::Text(text) = token
            && is_odd(text)
        {
            *text = text.replace('\0', "\u{FFFD}");
        }
    }
    (ours, theirs)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tag {
    Start,
    SelfClosing,
    End,
}

/// Switches states by our table of elements.
struct ByTable {
    inner: DefaultEmitter<()>,
    rules: Rules,
    /// Of the current tag.
    name: Vec<u8>,
    tag: Tag,
    /// How many foreign elements are open.
    foreign: usize,
}

impl ForwardingEmitter for ByTable {
    type Token = html5gum::Token;

    fn inner(&mut self) -> &mut impl Emitter<Token = html5gum::Token> {
        &mut self.inner
    }

    fn init_start_tag(&mut self) {
        self.name.clear();
        self.tag = Tag::Start;
        Emitter::init_start_tag(&mut self.inner);
    }

    fn init_end_tag(&mut self) {
        self.name.clear();
        self.tag = Tag::End;
        Emitter::init_end_tag(&mut self.inner);
    }

    fn push_tag_name(&mut self, name: &[u8]) {
        self.name.extend_from_slice(name);
        Emitter::push_tag_name(&mut self.inner, name);
    }

    fn set_self_closing(&mut self) {
        if self.tag == Tag::Start {
            self.tag = Tag::SelfClosing;
        }
        Emitter::set_self_closing(&mut self.inner);
    }

    fn emit_current_tag(&mut self) -> Option<State> {
        let _ = Emitter::emit_current_tag(&mut self.inner);
        let element = Element::named(str::from_utf8(&self.name).unwrap_or_default());
        if self.rules.foreign && matches!(element, Element::Svg | Element::Math) {
            match self.tag {
                Tag::Start => self.foreign += 1,
                Tag::SelfClosing => {}
                Tag::End => self.foreign = self.foreign.saturating_sub(1),
            }
        }
        if self.tag == Tag::End || self.foreign > 0 {
            return None;
        }
        match element.content() {
            Content::Text | Content::Title => Some(State::RcData),
            Content::Raw | Content::Hidden => Some(State::RawText),
            Content::Script => Some(State::ScriptData),
            Content::Plain => Some(State::PlainText),
            Content::Markup if element.is_raw() && !self.rules.no_scripts => Some(State::RawText),
            Content::Markup => None,
        }
    }

    fn should_emit_errors(&mut self) -> bool {
        false
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&mut self) -> bool {
        self.foreign > 0
    }
}
