//! The options of the hybrid method.

use std::sync::Arc;

use anyhow::Result;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use pellucid::Method;
use pellucid::papers::hybrid::experts::{self, Expert};
use pellucid::papers::hybrid::{Combination, Elimination, Hybrid};

use crate::named::named;
use crate::usage::usage;

/// The part of a command line that holds them. They are in the long help only: few people need them.
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "With --method hybrid")]
pub struct HybridOptions {
    /// Strip markup this way before the expert sees a page: direct, latin1 or none
    ///
    /// `direct`, the default: by Pellucid's own tokenizer over bytes. `latin1`: by an HTML library that reads the page as
    /// ISO-8859-1, as the authors of the method did. `none`: not at all.
    #[arg(
        long,
        value_name = "WAY",
        value_parser = named(Elimination::ALL, Elimination::name),
        hide_short_help = true,
        hide_possible_values = true
    )]
    strip: Option<Elimination>,

    /// Use the encoding that a page declares, if it declares one
    #[arg(long, hide_short_help = true)]
    use_meta: bool,

    /// Choose who decides about pages that are not UTF-8
    ///
    /// `icu`, the default: ICU's method with Pellucid's tables. `mozilla`: chardetng, Mozilla's detector of today. `universal`:
    /// Mozilla's detector of 2001, with Pellucid's tables. `pellucid`: Pellucid's default method. `icu4c`: ICU itself, if this
    /// command was built with it.
    #[arg(long, value_name = "EXPERT", value_parser = expert(), hide_short_help = true)]
    expert: Option<Arc<dyn Expert>>,

    /// Choose who decides whether a page is UTF-8, or none [default: mozilla]
    ///
    /// With none, --expert decides about all pages.
    #[arg(long, value_name = "EXPERT", value_parser = gate(), hide_short_help = true)]
    gate: Option<Gate>,

    /// Combine the gate and the expert by rule or probabilities [default: rule]
    ///
    /// `rule`, as published: UTF-8 if the gate says so, or else what the expert says. `probabilities`: both see the text
    /// without markup, and the encoding with the highest mean of their confidences wins. chardetng is always sure of itself,
    /// so use it with --gate universal.
    #[arg(
        long,
        value_name = "HOW",
        value_parser = named(Combination::ALL, Combination::name),
        hide_short_help = true,
        hide_possible_values = true
    )]
    combine: Option<Combination>,
}

/// Who decides about UTF-8, if anybody.
#[derive(Clone, Debug)]
struct Gate(Option<Arc<dyn Expert>>);

impl HybridOptions {
    /// What was chosen; none with another method. Then the options are a usage error.
    pub fn chosen(&self, method: Method) -> Result<Option<Hybrid>> {
        let given = [
            ("--strip", self.strip.is_some()),
            ("--use-meta", self.use_meta),
            ("--expert", self.expert.is_some()),
            ("--gate", self.gate.is_some()),
            ("--combine", self.combine.is_some()),
        ];
        let first = given.iter().find(|(_, given)| *given);
        if let (Some((option, _)), true) = (first, method != Method::Hybrid) {
            return Err(usage(format!("{option} needs --method hybrid")));
        }
        if method != Method::Hybrid {
            return Ok(None);
        }
        let default = Hybrid::default();
        let gate = self.gate.clone().map_or(default.gate, |gate| gate.0);
        if gate.is_none() && self.combine == Some(Combination::Probabilities) {
            return Err(usage("--combine probabilities needs a --gate other than none"));
        }
        Ok(Some(Hybrid {
            strip: self.strip.unwrap_or(default.strip),
            use_meta: self.use_meta,
            expert: self.expert.clone().unwrap_or(default.expert),
            gate,
            combine: self.combine.unwrap_or(default.combine),
        }))
    }
}

/// The expert of this name. The library's list is the only one.
fn called(name: &str) -> Option<Arc<dyn Expert>> {
    experts::all().into_iter().find(|expert| expert.name() == name)
}

/// Parses the name of an expert.
fn expert() -> impl TypedValueParser<Value = Arc<dyn Expert>> {
    PossibleValuesParser::new(experts::all().iter().map(|expert| expert.name()))
        .map(|name| called(&name).expect("clap checked the name"))
}

/// Parses the name of an expert, or `none`.
fn gate() -> impl TypedValueParser<Value = Gate> {
    let names =
        std::iter::once("none").chain(experts::all().iter().map(|expert| expert.name()).collect::<Vec<_>>());
    PossibleValuesParser::new(names).map(|name| Gate(called(&name)))
}
