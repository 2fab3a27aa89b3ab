//! The options of the hybrid method.

use std::sync::Arc;

use anyhow::Result;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use pellucid::Method;
use pellucid::papers::hybrid::experts::{self, Expert};
use pellucid::papers::hybrid::{Elimination, Hybrid};

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
    /// `icu`, the default: ICU's method with Pellucid's tables. `mozilla`: chardetng, which always decides whether a page is
    /// UTF-8. `pellucid`: Pellucid's default method. `icu4c`: ICU itself, if this command was built with it.
    #[arg(long, value_name = "EXPERT", value_parser = expert(), hide_short_help = true)]
    expert: Option<Arc<dyn Expert>>,
}

impl HybridOptions {
    /// What was chosen; none with another method. Then the options are a usage error.
    pub fn chosen(&self, method: Method) -> Result<Option<Hybrid>> {
        let given = [
            ("--strip", self.strip.is_some()),
            ("--use-meta", self.use_meta),
            ("--expert", self.expert.is_some()),
        ];
        let first = given.iter().find(|(_, given)| *given);
        if let (Some((option, _)), true) = (first, method != Method::Hybrid) {
            return Err(usage(format!("{option} needs --method hybrid")));
        }
        if method != Method::Hybrid {
            return Ok(None);
        }
        let default = Hybrid::default();
        Ok(Some(Hybrid {
            strip: self.strip.unwrap_or(default.strip),
            use_meta: self.use_meta,
            expert: self.expert.clone().unwrap_or(default.expert),
            gate: default.gate,
        }))
    }
}

/// Parses the name of an expert. The library's list is the only one.
fn expert() -> impl TypedValueParser<Value = Arc<dyn Expert>> {
    PossibleValuesParser::new(experts::all().iter().map(|expert| expert.name())).map(|name| {
        experts::all().into_iter().find(|expert| expert.name() == name).expect("clap checked the name")
    })
}
