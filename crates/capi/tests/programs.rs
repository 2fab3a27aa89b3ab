//! Programs in C and C++, built with the headers and linked with the library: the examples, the contract, and those of uchardet.
//!
//! They need a C and a C++ compiler; those of uchardet its sources, which `cargo dev test` fetches. What is missing is skipped by name.

#![cfg(unix)]

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::LazyLock;

use tempfile::TempDir;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The folder with the libraries, which are built here: cargo builds none for these tests.
static LIBRARIES: LazyLock<PathBuf> = LazyLock::new(|| {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap().to_owned();
    let mut build = Command::new(env!("CARGO"));
    build.args(["build", "--quiet", "--locked", "--package", "pellucid-capi", "--target-dir"]).arg(&target);
    let built = build.current_dir(root()).output().unwrap();
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let libraries = target.join("debug");
    // The name that programs ask for.
    let name = libraries.join("libpellucid.so.0");
    let _ = std::fs::remove_file(&name);
    std::os::unix::fs::symlink("libpellucid.so", &name).unwrap();
    libraries
});

/// Whether a program is there; if not, says so.
fn has(program: &str) -> bool {
    let has = Command::new(program).arg("--version").output().is_ok_and(|told| told.status.success());
    if !has {
        println!("skipped: no {program}");
    }
    has
}

/// Has a program built, with all warnings.
fn build(compiler: &str, source: &Path, arguments: &[&OsStr], program: &Path) {
    let mut command = Command::new(compiler);
    command.args(["-Wall", "-Wextra", "-Werror", "-g", "-I"]).arg(root().join("crates/capi/include"));
    let built = command.arg(source).arg("-o").arg(program).args(arguments).output().unwrap();
    assert!(built.status.success(), "{command:?}\n{}", String::from_utf8_lossy(&built.stderr));
}

/// Links with the shared library.
fn shared() -> Vec<&'static OsStr> {
    vec![OsStr::new("-pthread"), OsStr::new("-L"), LIBRARIES.as_os_str(), OsStr::new("-lpellucid")]
}

/// Runs a program with the library, and returns what it says.
fn run(program: &Path, libraries: &Path, arguments: &[&OsStr]) -> Output {
    let mut command = Command::new(program);
    command.args(arguments).env("LD_LIBRARY_PATH", libraries).env("DYLD_LIBRARY_PATH", libraries);
    command.current_dir(root()).output().unwrap()
}

fn fine(ran: Output) -> String {
    let (out, err) = (String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
    assert!(ran.status.success(), "{}\n{out}\n{err}", ran.status);
    out.into_owned()
}

#[test]
fn the_contract_holds() {
    if !has("cc") {
        return;
    }
    let folder = TempDir::new().unwrap();
    let program = folder.path().join("contract");
    build("cc", &root().join("crates/capi/tests/contract.c"), &shared(), &program);
    assert_eq!(fine(run(&program, &LIBRARIES, &[])), "the contract holds\n");
}

/// Every byte that is read or written is one that the program has, and everything is given back.
#[test]
fn valgrind_finds_nothing() {
    if !has("cc") || !has("valgrind") {
        return;
    }
    let folder = TempDir::new().unwrap();
    let program = folder.path().join("contract");
    build("cc", &root().join("crates/capi/tests/contract.c"), &shared(), &program);
    let check = |program: &Path, arguments: &[&str]| {
        let mut command = Command::new("valgrind");
        command.args(["--quiet", "--error-exitcode=9", "--leak-check=full"]);
        // What is only reachable is what the library keeps as long as the program runs: its models and tables.
        command.args(["--show-leak-kinds=definite,indirect", "--errors-for-leak-kinds=definite,indirect"]);
        let known = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/valgrind.supp");
        command.arg(format!("--suppressions={}", known.display()));
        command.arg(program).args(arguments).env("LD_LIBRARY_PATH", &*LIBRARIES);
        fine(command.current_dir(root()).output().unwrap())
    };
    assert_eq!(check(&program, &[]), "the contract holds\n");
    let program = folder.path().join("detect");
    build("cc", &root().join("examples/c/detect.c"), &shared(), &program);
    assert!(check(&program, &["examples/vopros.html"]).contains("KOI8-R"));
}

#[test]
fn the_example_in_c_works() {
    if !has("cc") {
        return;
    }
    let folder = TempDir::new().unwrap();
    let program = folder.path().join("detect");
    let strict = [&[OsStr::new("-std=c99"), OsStr::new("-pedantic")], &shared()[..]].concat();
    build("cc", &root().join("examples/c/detect.c"), &strict, &program);
    let pages = ["examples/vopros.html", "testdata/extract/bread.html", "testdata/pages/pixel.png"];
    let out = fine(run(&program, &LIBRARIES, &pages.map(OsStr::new)));
    assert!(out.starts_with("examples/vopros.html: KOI8-R (1.00, ru)\n"), "{out}");
    assert!(out.contains("\n   +30.0  KOI8-R: content: its text looks like ru "), "{out}");
    assert!(
        out.contains("\ntestdata/extract/bread.html: UTF-8 (") && out.contains("pixel.png: binary ("),
        "{out}"
    );
    assert!(!run(&program, &LIBRARIES, &[OsStr::new("no-such-file")]).status.success());
}

/// With the static library, as programs that are to run anywhere are linked.
#[test]
fn the_example_in_cpp_works() {
    if !has("c++") {
        return;
    }
    let folder = TempDir::new().unwrap();
    let program = folder.path().join("extract");
    let library = LIBRARIES.join("libpellucid.a");
    let system: &[&str] = if cfg!(target_os = "macos") { &[] } else { &["-lpthread", "-ldl", "-lm"] };
    let mut arguments = vec![OsStr::new("-std=c++17"), library.as_os_str()];
    arguments.extend(system.iter().map(OsStr::new));
    build("c++", &root().join("examples/c/extract.cpp"), &arguments, &program);
    let nowhere = folder.path();
    let out = fine(run(&program, nowhere, &[OsStr::new("testdata/extract/bread.html")]));
    let markdown = std::fs::read_to_string(root().join("testdata/extract/bread.md")).unwrap();
    assert!(out.starts_with("title: Rye bread for beginners\n\n"), "{out}");
    // After what the page says about itself, which the file has first.
    assert_eq!(out.split_once("\n\n").unwrap().1, markdown.split_once("---\n\n").unwrap().1);
    let wrong = run(&program, nowhere, &["examples/vopros.html", "Klingonish"].map(OsStr::new));
    assert!(
        !wrong.status.success() && String::from_utf8_lossy(&wrong.stderr).starts_with("lang: "),
        "{wrong:?}"
    );
}

/// A folder in which the library has the names of uchardet's.
fn as_uchardet() -> TempDir {
    let folder = TempDir::new().unwrap();
    for name in ["libuchardet.so", "libuchardet.so.0"] {
        std::os::unix::fs::symlink(LIBRARIES.join("libpellucid.so"), folder.path().join(name)).unwrap();
    }
    std::os::unix::fs::symlink(LIBRARIES.join("libpellucid.so"), folder.path().join("libpellucid.so.0"))
        .unwrap();
    folder
}

/// Where `cargo dev test` puts what it fetches of uchardet.
fn uchardet() -> PathBuf {
    root().join("target/uchardet")
}

/// uchardet's sources.
fn sources() -> Option<PathBuf> {
    let found = std::env::var_os("PELLUCID_UCHARDET").map_or_else(uchardet, PathBuf::from);
    if found.join("src/tools/uchardet.cpp").is_file() {
        return Some(found);
    }
    println!(
        "skipped: no sources of uchardet at {}; `cargo dev test` fetches them where there is apt-get",
        found.display()
    );
    None
}

/// uchardet's test files: their names say the encoding.
fn files(sources: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for language in std::fs::read_dir(sources.join("test")).unwrap() {
        let language = language.unwrap().path();
        if language.is_dir() {
            files.extend(std::fs::read_dir(language).unwrap().map(|file| file.unwrap().path()));
        }
    }
    files.sort();
    files
}

/// The command line and the tests of uchardet, built of its sources, run with our library. All answers are counted.
#[test]
fn the_programs_of_uchardet_run_with_this_library() {
    if !has("cc") || !has("c++") {
        return;
    }
    let Some(sources) = sources() else { return };
    let (folder, libraries) = (TempDir::new().unwrap(), as_uchardet());
    let link = ["-L".as_ref(), libraries.path().as_os_str(), "-luchardet".as_ref(), "-I".as_ref()];
    let headers = root().join("crates/capi/include");
    let link: Vec<&OsStr> = link.into_iter().chain([headers.as_os_str()]).collect();
    let (command, tests) = (folder.path().join("uchardet"), folder.path().join("uchardet-tests"));
    // Its sources have warnings of their own.
    let relaxed = |with: &[&'static str]| -> Vec<&OsStr> {
        with.iter().map(|one| OsStr::new(*one)).chain(link.iter().copied()).collect()
    };
    build("c++", &sources.join("src/tools/uchardet.cpp"), &relaxed(&["-Wno-error"]), &command);
    build("cc", &sources.join("test/uchardet-tests.c"), &relaxed(&["-Wno-error"]), &tests);

    let files = files(&sources);
    let mut passed = 0;
    let mut missed = Vec::new();
    for file in &files {
        let expected = file.file_name().unwrap().to_string_lossy().split('.').next().unwrap().to_owned();
        let told = fine(run(&command, libraries.path(), &[file.as_os_str()])).trim().to_owned();
        let is_right = told.to_lowercase() == expected;
        // Its own tests see the same as its command.
        assert_eq!(
            run(&tests, libraries.path(), &[file.as_os_str()]).status.success(),
            is_right,
            "{}",
            file.display()
        );
        match is_right {
            true => passed += 1,
            false => missed.push(format!("{}: {told}", file.strip_prefix(&sources).unwrap().display())),
        }
    }
    println!("{passed} of {} test files of uchardet are named as it expects; not {missed:?}", files.len());
    // Its bytes mean the same in ISO-8859-13 and in windows-1257, as do those of three files that are expected to be the former.
    assert!(files.len() > 100, "{}", files.len());
    assert_eq!(missed, ["test/et/windows-1257.txt: ISO-8859-13"]);
    // Several files, and standard input.
    let both = fine(run(&command, libraries.path(), &[files[0].as_os_str(), files[1].as_os_str()]));
    assert_eq!(both.lines().count(), 2, "{both}");
}

/// A program that was built for uchardet, by others, and never saw our headers.
#[test]
fn a_program_that_was_built_for_uchardet_runs() {
    let fetched = uchardet().join("built/usr/bin/uchardet");
    let Some(program) =
        [fetched.as_path(), Path::new("/usr/bin/uchardet")].into_iter().find(|one| one.is_file())
    else {
        println!(
            "skipped: no program that was built for uchardet; `cargo dev test` fetches one where there is apt-get"
        );
        return;
    };
    let libraries = as_uchardet();
    let told = fine(run(program, libraries.path(), &[OsStr::new("examples/vopros.html")]));
    assert_eq!(told, "KOI8-R\n");
    // It is ours that answers: its own library takes a picture for text in IBM852.
    let page = fine(run(program, libraries.path(), &[OsStr::new("testdata/pages/pixel.png")]));
    assert_eq!(page, "unknown\n");
}

/// As people install it: `make install`, then pkg-config.
#[test]
fn what_is_installed_is_found_by_pkg_config() {
    if !has("cc") || !has("make") || !has("pkg-config") {
        return;
    }
    let folder = TempDir::new().unwrap();
    let target = LIBRARIES.parent().unwrap();
    let mut make = Command::new("make");
    make.args(["--silent", "install-uchardet", "PROFILE=dev", "--directory"]).arg(env!("CARGO_MANIFEST_DIR"));
    make.arg(format!("PREFIX={}", folder.path().display())).arg(format!("TARGET={}", target.display()));
    fine(make.arg(format!("CARGO={}", env!("CARGO"))).output().unwrap());
    let libraries = folder.path().join("lib");
    let ask = |what: &str, name: &str, folder: &str| {
        let mut ask = Command::new("pkg-config");
        fine(ask.args([what, name]).env("PKG_CONFIG_PATH", libraries.join(folder)).output().unwrap())
    };
    let answer = |what: &str| ask(what, "pellucid", "pkgconfig");
    assert_eq!(answer("--modversion").trim(), env!("CARGO_PKG_VERSION"));
    let flags = answer("--cflags") + &answer("--libs");
    let program = folder.path().join("detect");
    let mut compile = Command::new("cc");
    compile.arg(root().join("examples/c/detect.c")).arg("-o").arg(&program).args(flags.split_whitespace());
    fine(compile.output().unwrap());
    let page = OsStr::new("examples/vopros.html");
    assert!(fine(run(&program, &libraries, &[page])).contains(": KOI8-R (1.00, ru)\n"));
    // By the names of uchardet, in a folder of its own.
    assert!(libraries.join("pellucid/libuchardet.so.0").canonicalize().unwrap().is_file());
    assert!(!libraries.join("libuchardet.so.0").exists());
    // Programs that ask for uchardet are built with it, whichever way they include its header.
    let flags = ["--cflags", "--libs"].map(|what| ask(what, "uchardet", "pellucid/pkgconfig")).concat();
    for header in ["uchardet.h", "uchardet/uchardet.h"] {
        let (source, program) = (folder.path().join("ask.c"), folder.path().join("ask"));
        let lines = format!(
            "#include <{header}>\n#include <stdio.h>\n\
             int main(void) {{\n  uchardet_t page = uchardet_new();\n  uchardet_handle_data(page, \"\\xe3\\x81\\x82\", 3);\n\
             uchardet_data_end(page);\n  puts(uchardet_get_charset(page));\n  uchardet_delete(page);\n  return 0;\n}}\n"
        );
        std::fs::write(&source, lines).unwrap();
        let mut compile = Command::new("cc");
        compile.arg(&source).arg("-o").arg(&program).args(flags.split_whitespace());
        fine(compile.output().unwrap());
        assert_eq!(fine(run(&program, &libraries, &[])), "UTF-8\n");
    }
}
