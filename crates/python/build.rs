//! A module of Python is not linked with Python: macOS has to be told.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
