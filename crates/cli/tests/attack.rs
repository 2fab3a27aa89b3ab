//! The short form of `cargo dev attack`, with a fixed seed: kills, full disks, runs at the same time, inputs that change.

use std::time::Duration;

use pellucid_attack::{Plan, attack};

use crate::harness::PELLUCID;

#[test]
fn nothing_is_lost_under_attack() {
    let plan = Plan { seed: 20_260_101, breadth: 3, time: Duration::ZERO };
    let report = attack(&plan, PELLUCID.as_ref(), &mut std::io::stdout()).unwrap();
    assert!(report.lost().is_empty(), "{report}\n{}", report.lost().join("\n"));
    // A check that tries nothing proves nothing.
    for (name, least) in [
        ("killed at a random moment, after first rows", 3),
        ("a large input shrinks while it is read", 3),
        ("several runs at once, one output", 6),
        ("several runs at once, one file of rejects", 6),
        ("inputs change between two runs", 3),
        ("an input shrinks or vanishes while it is read", 6),
        ("outputs that are the same file", 9),
        ("outputs that exist", 7),
        ("a complete run is resumed", 6),
    ] {
        assert!(report.tried(name) >= least, "{name}: {} tries\n{report}", report.tried(name));
    }
}
