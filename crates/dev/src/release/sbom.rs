//! The bill of materials: every crate that is in the command, with its version, licence and checksum, as CycloneDX.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

use super::{Outcome, Release, dist, said};
use crate::commands::{cargo, workspace};

pub fn make(release: &Release) -> Result<Outcome> {
    let metadata = metadata(Some(&release.target))?;
    let sums = checksums()?;
    let parts = parts(&metadata, "pellucid-cli")?;
    let mut components = Vec::new();
    for id in &parts {
        let package = package(&metadata, id)?;
        let (name, version) = (text(package, "name")?, text(package, "version")?);
        let licence = text(package, "license").with_context(|| format!("{name} {version}"))?;
        let mut component = json!({
            "type": "library",
            "bom-ref": reference(name, version),
            "name": name,
            "version": version,
            "purl": reference(name, version),
            "licenses": [{ "expression": licence.replace('/', " OR ") }],
        });
        if let Some(sum) = sums.get(&(name.to_owned(), version.to_owned())) {
            component["hashes"] = json!([{ "alg": "SHA-256", "content": sum }]);
        }
        components.push(component);
    }
    components.sort_by_key(|one| one["purl"].to_string());
    let count = components.len();
    ensure!(count > 20, "only {count} crates are in the command");
    let bill = json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": "pellucid",
                "name": "pellucid",
                "version": release.version,
                "purl": reference("pellucid-cli", &release.version),
            }
        },
        "components": components,
        "dependencies": dependencies(&metadata, &parts)?,
    });
    let name = format!("pellucid-{}-{}.cdx.json", release.version, release.target);
    fs::write(dist().join(&name), serde_json::to_string_pretty(&bill)? + "\n")?;
    Ok(Outcome::Works(format!("{name}, {count} crates")))
}

/// All packages, as they are built for a target; without one, for any.
pub fn metadata(target: Option<&str>) -> Result<Value> {
    let mut ask = cargo();
    ask.args(["metadata", "--locked", "--format-version", "1"]);
    if let Some(target) = target {
        ask.args(["--filter-platform", target]);
    }
    Ok(serde_json::from_str(&said(&mut ask)?)?)
}

/// One of them.
pub fn package<'a>(metadata: &'a Value, id: &str) -> Result<&'a Value> {
    let all = metadata["packages"].as_array().context("no packages")?;
    all.iter().find(|one| one["id"] == id).with_context(|| format!("cargo metadata does not describe {id}"))
}

fn reference(name: &str, version: &str) -> String {
    format!("pkg:cargo/{name}@{version}")
}

pub fn text<'a>(package: &'a Value, key: &str) -> Result<&'a str> {
    package[key].as_str().with_context(|| format!("a package has no {key}"))
}

/// The packages that one is built from: itself, and all that it needs, but for tests.
pub fn parts(metadata: &Value, root: &str) -> Result<BTreeSet<String>> {
    let packages = metadata["packages"].as_array().context("no packages")?;
    let root = packages.iter().find(|one| one["name"] == root).context("the command is no package")?;
    let mut found = BTreeSet::new();
    let mut waiting = vec![text(root, "id")?.to_owned()];
    while let Some(id) = waiting.pop() {
        if found.insert(id.clone()) {
            waiting.extend(needs(metadata, &id)?);
        }
    }
    Ok(found)
}

/// What a package needs, but for tests.
fn needs(metadata: &Value, id: &str) -> Result<Vec<String>> {
    let nodes = metadata["resolve"]["nodes"].as_array().context("cargo metadata resolves nothing")?;
    let node = nodes.iter().find(|one| one["id"] == id).with_context(|| format!("{id} is not resolved"))?;
    let is_needed = |one: &&Value| {
        one["dep_kinds"].as_array().is_some_and(|kinds| kinds.iter().any(|kind| kind["kind"] != "dev"))
    };
    let needed = node["deps"].as_array().into_iter().flatten().filter(is_needed);
    Ok(needed.filter_map(|one| one["pkg"].as_str()).map(str::to_owned).collect())
}

fn dependencies(metadata: &Value, parts: &BTreeSet<String>) -> Result<Vec<Value>> {
    let packages = metadata["packages"].as_array().context("no packages")?;
    let named: BTreeMap<&str, String> = packages
        .iter()
        .filter_map(|one| {
            Some((one["id"].as_str()?, reference(one["name"].as_str()?, one["version"].as_str()?)))
        })
        .collect();
    let mut all = Vec::new();
    for id in parts {
        let needs: BTreeSet<String> =
            needs(metadata, id)?.iter().filter_map(|id| named.get(id.as_str()).cloned()).collect();
        all.push(json!({ "ref": named.get(id.as_str()), "dependsOn": needs }));
    }
    Ok(all)
}

/// The checksums of Cargo.lock.
fn checksums() -> Result<BTreeMap<(String, String), String>> {
    let lock: toml::Table = fs::read_to_string(workspace().join("Cargo.lock"))?.parse()?;
    let packages =
        lock.get("package").and_then(toml::Value::as_array).context("Cargo.lock has no packages")?;
    let text = |one: &toml::Value, key| one.get(key).and_then(toml::Value::as_str).map(str::to_owned);
    let sum = |one| Some(((text(one, "name")?, text(one, "version")?), text(one, "checksum")?));
    Ok(packages.iter().filter_map(sum).collect())
}
