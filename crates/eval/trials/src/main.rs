//! `cargo dev eval …`: where training and evaluation meet.
//!
//! `pellucid-train` fits and `pellucid-eval` judges; neither knows the other. What needs both is here: models that are fitted
//! without the pages they are judged with ([`left_out`]), and the tables of the papers, measured again ([`papers`]).

mod commands;
mod left_out;
mod papers;

fn main() -> anyhow::Result<()> {
    commands::run()
}
