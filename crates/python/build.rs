//! Python modules are not linked with Python itself, which needs a linker option on macOS.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
