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
            // A matrix is ours. Everything else goes through the environment, which no shell reads as a program.
            let inserted = line.contains("${{") && !line.contains("${{ matrix.");
            assert!(script.is_none() || !inserted, "{name}: {line}");
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
    let (_, release) = workflows().into_iter().find(|(name, _)| name.ends_with("release.yml")).unwrap();
    assert!(!release.contains("cache@"), "other workflows can write what a release would read");
}
