//! `cargo dev eval methods`.

use std::path::PathBuf;

use anyhow::Result;
use pellucid_corpora::data_folder;
use pellucid_corpora::workspace;
use pellucid_eval::dataset::Dataset;
use pellucid_eval::known::Hint;
use pellucid_eval::report;
use pellucid_eval::run::{Plan, run as run_plan};
use pellucid_eval::variants::Variant;

/// All our methods on the same pages: accuracy, speed, memory, and the plots of docs/methods.md.
#[derive(clap::Args)]
pub struct Methods {
    /// Write the plots into this folder; reports/methods in the workspace by default.
    #[arg(long, value_name = "FOLDER")]
    plots: Option<PathBuf>,
    /// Leave out speed and memory.
    #[arg(long)]
    no_speed: bool,
}

/// Our methods, and the peer that one of them asks.
const METHODS: &[&str] = &[
    "pellucid",
    "pellucid --method hybrid",
    "pellucid --method chared",
    "pellucid --method svm",
    "chardetng",
];

const VARIANTS: &[Variant] = &[
    Variant::NoDeclaration,
    Variant::Late,
    Variant::Stray,
    Variant::Window(20),
    Variant::Window(50),
    Variant::Window(200),
    Variant::Window(1000),
    Variant::Whole(Hint::Language),
    Variant::Known(20, Hint::Language),
    Variant::Known(50, Hint::Language),
    Variant::Known(200, Hint::Language),
    Variant::Known(1000, Hint::Language),
];

/// Runs it.
pub fn run(arguments: &Methods) -> Result<()> {
    let (dataset, data) = (Dataset::named("dev")?, data_folder());
    if !dataset.is_present(&data) {
        println!("skipped: no data at {} (set PELLUCID_DATA)", data.display());
        return Ok(());
    }
    let pages = dataset.load(&data, None)?;
    let plan = Plan {
        dataset,
        peers: METHODS.iter().map(ToString::to_string).collect(),
        variants: VARIANTS.to_vec(),
        speed: !arguments.no_speed,
        serve: Some(super::worker),
    };
    let run = run_plan(&plan, pages)?;
    println!("{}\n{}", report::summary(&run), report::costs(&run));
    let out = workspace().join("reports/methods");
    report::write(&run, &out)?;
    report::write_plots(&run, arguments.plots.as_ref().unwrap_or(&out))?;
    println!("report: {}", out.join("report.html").display());
    Ok(())
}
