//! The options of the hybrid method.

use std::sync::Arc;

use anyhow::Result;
use clap::CommandFactory;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use pellucid::Method;
use pellucid::papers::hybrid::experts::{self, Expert};
use pellucid::papers::hybrid::{Elimination, Hybrid};

use crate::commands::Cli;

/// The part of a command line which holds them.
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "With --method hybrid")]
pub struct HybridOptions {
    /// How markup is taken off before the expert sees a page
    ///
    /// `direct`: by our own tokenizer over bytes, the default. `latin1`: by an HTML library which is told that the page is
    /// ISO-8859-1, as the method's authors did. `none`: not at all.
    #[arg(long, value_name = "WAY", value_parser = strip())]
    strip: Option<Elimination>,

    /// Let what a page declares be the answer, where it declares something
    #[arg(long)]
    use_meta: bool,

    /// Who decides about pages that are not UTF-8
    ///
    /// `icu`: ICU's method with tables of our own, the default. `mozilla`: chardetng, which always decides whether a page is
    /// UTF-8. `pellucid`: our own default method. `icu4c`: the real ICU, where the command was built with it.
    #[arg(long, value_name = "EXPERT", value_parser = expert())]
    expert: Option<Arc<dyn Expert>>,
}

impl HybridOptions {
    /// What was asked for; nothing where another method is used. Options of no use are a usage error.
    pub fn chosen(&self, method: Method) -> Result<Option<Hybrid>> {
        let given = [
            ("--strip", self.strip.is_some()),
            ("--use-meta", self.use_meta),
            ("--expert", self.expert.is_some()),
        ];
        let first = given.iter().find(|(_, given)| *given);
        if let (Some((option, _)), true) = (first, method != Method::Hybrid) {
            let message = format!("{option} is of no use without --method hybrid");
            return Err(Cli::command().error(ErrorKind::ArgumentConflict, message).into());
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

/// Reads the name of a way. The library's list is the only one.
fn strip() -> impl TypedValueParser<Value = Elimination> {
    PossibleValuesParser::new(Elimination::ALL.iter().map(|way| way.name())).map(|name| {
        Elimination::ALL.iter().copied().find(|way| way.name() == name).expect("clap checked the name")
    })
}

/// Reads the name of an expert. The library's list is the only one.
fn expert() -> impl TypedValueParser<Value = Arc<dyn Expert>> {
    PossibleValuesParser::new(experts::all().iter().map(|expert| expert.name())).map(|name| {
        experts::all().into_iter().find(|expert| expert.name() == name).expect("clap checked the name")
    })
}
