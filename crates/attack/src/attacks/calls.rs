//! Kills and errors at chosen system calls, through strace.

use std::process::{Command, Stdio};

use anyhow::Result;

use crate::report::Report;
use crate::scene::Scene;
use crate::target::run;

/// Calls that change something on the disk, and around how many of each a run makes.
const CALLS: [(&str, u32); 8] = [
    ("write", 60),
    ("fsync", 20),
    ("/^rename", 12),
    ("openat", 90),
    ("ftruncate", 4),
    ("/^unlink", 6),
    ("flock", 10),
    ("lseek", 20),
];

/// Errors of a disk. They are reported, and the run can be resumed.
const ERRORS: [(&str, &str, u32); 5] = [
    ("write", "ENOSPC", 60),
    ("write", "EIO", 60),
    ("fsync", "EIO", 20),
    ("/^rename", "EIO", 12),
    ("ftruncate", "EIO", 2),
];

pub fn attack(scene: &mut Scene, report: &mut Report) -> Result<()> {
    let mut strace = Command::new("strace");
    strace.args(["-f", "-qq", "-e", "trace=none", "true"]).stdout(Stdio::null()).stderr(Stdio::null());
    if !strace.status().is_ok_and(|status| status.success()) {
        report.skip("kills and errors at system calls: strace is not installed, or may not trace here");
        return Ok(());
    }
    for n in 0..2 * scene.breadth {
        let form = scene.form();
        scene.whole(form)?;
        let folder = scene.new_folder()?;
        // A run from its beginning has more to disturb; one that is resumed other things.
        let resumed = scene.chance.bool();
        for _ in 0..1 + u32::from(resumed) {
            let (name, inject) = if n % 2 == 0 {
                let (call, most) = CALLS[scene.chance.usize(..CALLS.len())];
                let when = 1 + scene.chance.u32(..most);
                ("killed at a system call, resumed", format!("inject={call}:signal=KILL:when={when}"))
            } else {
                let (call, error, most) = ERRORS[scene.chance.usize(..ERRORS.len())];
                let when = 1 + scene.chance.u32(..most);
                ("a system call fails, resumed", format!("inject={call}:error={error}:when={when}"))
            };
            let arguments = scene.arguments(&folder, form, &["--resume"]);
            // What strace traces goes nowhere: standard error is for the command.
            let trace = ["strace", "-f", "-qq", "-o", "/dev/null", "-e", &inject];
            let ended = run(&mut scene.target.under(&trace, &arguments))?;
            // One that says it is fine must be; the others are resumed.
            let verdict = if ended.is_fine() { scene.compare(&folder, form)? } else { Ok(()) };
            report.count(name, 1, verdict.map_err(|lost| format!("{inject}: code 0, but {lost}")));
        }
        let verdict = scene.resume(&folder, form)?;
        report.count("resumed after system calls", 1, verdict);
    }
    Ok(())
}
