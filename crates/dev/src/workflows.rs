//! What workflows on GitHub must be: nothing in them can be exchanged by others, and no job may do more than it needs.

use std::fs;
use std::path::PathBuf;

use crate::commands::workspace;

/// All workflows, with their text.
fn workflows() -> Vec<(String, String)> {
    let folder: PathBuf = workspace().join(".github/workflows");
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    files.map(|path| (path.display().to_string(), fs::read_to_string(path).unwrap())).collect()
}

#[test]
fn actions_are_pinned_by_the_hash_of_their_commit() {
    let mut seen = 0;
    for (name, text) in workflows() {
        for line in text.lines().filter(|line| line.contains("uses: ")) {
            let action = line.split("uses: ").nth(1).unwrap();
            let (pin, version) =
                action.split_once(" # v").unwrap_or_else(|| panic!("{name}: {line} has no version"));
            let (_, hash) = pin.split_once('@').unwrap();
            assert!(hash.len() == 40 && hash.bytes().all(|b| b.is_ascii_hexdigit()), "{name}: {line}");
            assert!(version.split('.').all(|number| number.parse::<u32>().is_ok()), "{name}: {line}");
            seen += 1;
        }
    }
    assert!(seen > 20);
}

#[test]
fn an_action_has_the_same_hash_everywhere() {
    let mut pins = std::collections::BTreeMap::new();
    for (name, text) in workflows() {
        for action in text.lines().filter_map(|line| line.split("uses: ").nth(1)) {
            let (action, pin) = action.split_once('@').unwrap();
            let known = pins.entry(action.to_owned()).or_insert_with(|| pin.to_owned());
            assert_eq!(known, pin, "{name}: {action}");
        }
    }
}

#[test]
fn tokens_are_not_left_in_checkouts() {
    for (name, text) in workflows() {
        let steps = text.split("uses: actions/checkout@").skip(1);
        for step in steps {
            let step = step.split("\n      - ").next().unwrap();
            assert!(step.contains("persist-credentials: false"), "{name}: a checkout keeps its token");
        }
    }
}

#[test]
fn what_others_choose_is_never_a_part_of_a_script() {
    for (name, text) in workflows() {
        let mut script: Option<usize> = None;
        for line in text.lines() {
            let depth = line.len() - line.trim_start().len();
            if script.is_some_and(|above| depth <= above && !line.trim().is_empty()) {
                script = None;
            }
            let is_script = line.trim_start().trim_start_matches("- ").starts_with("run:");
            if is_script {
                script = Some(depth);
            }
            // Everything goes through the environment, which no shell reads as a program.
            assert!(script.is_none() || !line.contains("${{"), "{name}: {line}");
        }
    }
}

#[test]
fn jobs_that_may_publish_do_it_for_tags_that_somebody_approves() {
    for (name, text) in workflows() {
        assert!(
            text.contains("\npermissions:\n  contents: read\n") || text.contains("\npermissions: {}\n"),
            "{name}"
        );
        for job in text.split("\n  ").collect::<Vec<_>>().join("\n  ").split("\n\n") {
            if job.contains(": write") && !job.trim_start().starts_with('#') {
                assert!(
                    job.contains("environment:"),
                    "{name}: a job may write without an environment:\n{job}"
                );
            }
        }
        for bad in ["pull_request_target", "permissions: write-all", "secrets.", "toJSON(github"] {
            assert!(!text.contains(bad), "{name} has {bad}");
        }
    }
}

#[test]
fn releases_read_no_cache() {
    let release = release();
    assert!(!release.contains("cache@"), "other workflows can write what a release would read");
    let nodes = release.matches("actions/setup-node@").count();
    assert_eq!(release.matches("package-manager-cache: false").count(), nodes, "setup-node reads a cache");
}

#[test]
fn releases_are_built_with_versions_that_are_named() {
    let release = release();
    for moving in ["toolchain install stable", "toolchain install nightly", "rustup update"] {
        assert!(!release.contains(moving), "tomorrow, {moving} is another compiler");
    }
    let maturin = release.matches("PyO3/maturin-action@").count();
    assert_eq!(release.matches("maturin-version: ${{ env.MATURIN }}").count(), maturin);
    let tests = fs::read_to_string(workspace().join("crates/python/requirements-test.txt")).unwrap();
    let tried = tests.lines().find_map(|line| line.strip_prefix("maturin==")).unwrap();
    assert!(release.contains(&format!("MATURIN: \"v{tried}\"")), "releases have another maturin than tests");
}

#[test]
fn every_kind_of_artefact_is_released() {
    let release = release();
    let made: Vec<&str> = release
        .lines()
        .filter_map(|line| {
            line.split_once("--only ").or_else(|| line.split_once("kinds: \""))?.1.split('"').next()
        })
        .flat_map(|kinds| kinds.split(','))
        .map(str::trim)
        .collect();
    for kind in crate::release::kinds() {
        // Wheels are made for systems that are older than those of GitHub, by an action.
        let is_made =
            made.contains(&kind.as_str()) || (kind == "wheel" && release.contains("PyO3/maturin-action@"));
        assert!(is_made, "no job makes {kind}");
    }
}

#[test]
fn jobs_that_publish_run_nothing_of_ours_but_what_was_built() {
    let release = release();
    let (_, publishing) = release.split_once("\n  attest:\n").unwrap();
    for program in ["cargo run", "cargo build", "cargo install", "npm ci", "npm install", "make "] {
        assert!(!publishing.contains(program), "a job with a token runs {program}");
    }
    for job in publishing.split("\n\n") {
        let has_steps = job.contains("\n    steps:\n");
        assert!(!has_steps || job.contains("\n    environment: release\n"), "nobody approves:\n{job}");
        assert!(
            !has_steps || job.contains("if: startsWith(github.ref, 'refs/tags/v')"),
            "it is published without a tag:\n{job}"
        );
    }
}

fn release() -> String {
    workflows().into_iter().find(|(name, _)| name.ends_with("release.yml")).unwrap().1
}
