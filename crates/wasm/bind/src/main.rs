//! `bind MODULE.wasm FOLDER NAME`: the JavaScript that loads a module, and the module without what only that needed.

use std::env;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<()> {
    let arguments: Vec<_> = env::args_os().skip(1).collect();
    let [module, folder, name] = &arguments[..] else { bail!("usage: bind MODULE.wasm FOLDER NAME") };
    let name = name.to_str().context("the name is not UTF-8")?;
    let mut bindgen = Bindgen::new();
    // Whoever loads it says where it is: Node reads a file, browsers fetch one.
    bindgen.input_path(module).out_name(name).omit_default_module_path(true);
    bindgen.web(true)?.typescript(false).remove_name_section(true).remove_producers_section(true);
    let folder = PathBuf::from(folder);
    bindgen.generate(&folder).with_context(|| folder.display().to_string())
}
