//! Names that clash: outputs that are each other, that exist, that are inputs, or links to what is precious.

use std::fs;
use std::path::Path;

use anyhow::Result;

use crate::report::{Report, Verdict};
use crate::scene::{Scene, files};
use crate::target::run;

const CLASH: &str = "outputs that are the same file";
const EXISTS: &str = "outputs that exist";
const LINKS: &str = "links where files are to be made";

/// What else is said, beside `-o out.jsonl`.
const CLASHES: [&[&str]; 9] = [
    &["--rejects", "@out.jsonl"],
    &["--summary", "@out.jsonl"],
    &["--summary", "@out.jsonl.rejects.jsonl"],
    &["--rejects", "@sub/../out.jsonl"],
    &["--rejects", "@out.jsonl.partial"],
    &["--rejects", "@out.jsonl.resume"],
    &["--summary", "@out.jsonl.resume"],
    &["--shard", "20k", "--rejects", "@out-00001.jsonl"],
    &["--rejects", "-", "--summary", "-"],
];

pub fn attack(scene: &mut Scene, report: &mut Report) -> Result<()> {
    for clash in CLASHES {
        let folder = scene.new_folder()?;
        fs::create_dir(folder.join("sub"))?;
        let ended = run(&mut scene.target.command(&arguments(scene, &folder, clash)))?;
        let is_refused = ended.code == Some(2) && files(&folder)?.is_empty();
        report.count(CLASH, 1, verdict(is_refused, clash, &ended.words()));
    }
    for (existing, more) in [
        ("out.jsonl", &[][..]),
        ("out.jsonl", &["--resume"]),
        ("out.jsonl.rejects.jsonl", &[]),
        ("summary.json", &["--summary", "@summary.json"]),
        ("out-00007.jsonl", &["--shard", "20k"]),
        ("out-00007.jsonl", &["--shard", "20k", "--resume"]),
        ("r.jsonl", &["--rejects", "@r.jsonl"]),
    ] {
        let folder = scene.new_folder()?;
        fs::write(folder.join(existing), "precious")?;
        let before = files(&folder)?;
        let ended = run(&mut scene.target.command(&arguments(scene, &folder, more)))?;
        let is_refused = ended.code == Some(1) && files(&folder)? == before;
        report.count(EXISTS, 1, verdict(is_refused, more, &ended.words()));
    }
    #[cfg(unix)]
    for name in
        ["out.jsonl.partial", "out.jsonl.rejects.jsonl.partial", "out.jsonl.resume", "summary.json.partial"]
    {
        let folder = scene.new_folder()?;
        let victim = folder.join("victim");
        fs::write(&victim, "precious")?;
        std::os::unix::fs::symlink(&victim, folder.join(name))?;
        run(&mut scene.target.command(&arguments(scene, &folder, &["--summary", "@summary.json"])))?;
        let is_whole = fs::read(&victim)? == b"precious";
        report.count(LINKS, 1, verdict(is_whole, &[name], "the file that a link leads to was written"));
    }
    Ok(())
}

fn arguments(scene: &Scene, folder: &Path, more: &[&str]) -> Vec<String> {
    let path = |path: &Path| path.to_string_lossy().into_owned();
    let mut arguments = vec![
        "batch".to_owned(),
        path(&scene.input()),
        "-q".into(),
        "-o".into(),
        path(&folder.join("out.jsonl")),
    ];
    arguments.extend(more.iter().map(|one| match one.strip_prefix('@') {
        Some(name) => path(&folder.join(name)),
        None => (*one).to_owned(),
    }));
    arguments
}

fn verdict(is_fine: bool, what: &[&str], words: &str) -> Verdict {
    if is_fine { Ok(()) } else { Err(format!("{what:?}: {words}")) }
}
