//! `include/pellucid.h` is what cbindgen makes of the sources.

use std::path::Path;

#[test]
fn the_header_is_that_of_the_sources() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let path = here.join("include/pellucid.h");
    let config = cbindgen::Config::from_file(here.join("cbindgen.toml")).unwrap();
    let mut builder = cbindgen::Builder::new().with_config(config);
    let mut sources: Vec<_> =
        std::fs::read_dir(here.join("src")).unwrap().map(|entry| entry.unwrap().path()).collect();
    sources.sort();
    // The functions of uchardet have a header of their own.
    sources.retain(|source| source.file_stem().is_some_and(|name| name != "uchardet" && name != "lib"));
    for source in sources {
        builder = builder.with_src(source);
    }
    let mut made = Vec::new();
    builder.generate().unwrap().write(&mut made);
    let made = String::from_utf8(made).unwrap();
    if std::env::var_os("PELLUCID_WRITE").is_some() {
        std::fs::write(&path, &made).unwrap();
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(made == committed, "PELLUCID_WRITE=1 cargo test -p pellucid-capi header writes it:\n{made}");
}
