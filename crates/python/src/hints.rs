//! What the caller knows about pages: the same keyword arguments wherever something is detected.

use std::path::PathBuf;

use pellucid::Model;
use pellucid::papers::chared;
use pellucid::{Detector, DetectorBuilder, Method, Prior};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::data::Data;
use crate::encoding::{self, Encoding};
use crate::errors::{ModelError, OptionError, named, unexpected};

/// The names of all hints, as the stubs have them in `Hints`.
const NAMES: [&str; 9] =
    ["content_type", "language", "url", "tld", "allow", "deny", "method", "model", "prior"];

/// A detector which knows all this.
pub fn detector(hints: Option<&Bound<'_, PyDict>>) -> PyResult<Detector> {
    hints.map_or_else(|| Ok(Detector::default()), |hints| builder(hints).map(DetectorBuilder::build))
}

/// A builder which knows all this. `None` is as if a hint were not given.
pub fn builder(hints: &Bound<'_, PyDict>) -> PyResult<DetectorBuilder> {
    let mut builder = Detector::builder();
    let (mut method, mut model, mut language) = (None, None, None);
    for (name, value) in hints.iter() {
        let name: String = name.extract()?;
        if !NAMES.contains(&name.as_str()) {
            return Err(unexpected(&name, &NAMES));
        }
        if value.is_none() {
            continue;
        }
        builder = match name.as_str() {
            "content_type" => builder.content_type(&value.extract::<String>()?),
            "language" => builder.language(language.insert(value.extract::<String>()?)),
            "url" => builder.url(&value.extract::<String>()?),
            "tld" => builder.tld(&value.extract::<String>()?),
            "allow" => builder.allow(&several(&value)?),
            "deny" => builder.deny(&several(&value)?),
            "prior" => {
                let all: Vec<(&str, Prior)> = Prior::ALL.iter().map(|prior| (prior.name(), *prior)).collect();
                builder.prior(named("prior", &value.extract::<String>()?, &all)?)
            }
            "method" => {
                let all: Vec<(&str, Method)> =
                    Method::ALL.iter().map(|method| (method.name(), *method)).collect();
                method = Some(named("method", &value.extract::<String>()?, &all)?);
                builder
            }
            _ => {
                model = Some(read_model(&value)?);
                builder
            }
        };
    }
    builder = builder.method(chosen(method, model.as_ref(), language.as_deref())?);
    if let Some(model) = model {
        builder = builder.model(model);
    }
    Ok(builder)
}

/// The method that was asked for, or that the model is for. What cannot be is an error, as it is on the command line.
fn chosen(method: Option<Method>, model: Option<&Model>, language: Option<&str>) -> PyResult<Method> {
    let meant = model.map(|model| model.kind().method());
    let method = method.or(meant).unwrap_or_default();
    // Our own model serves the sum of all evidence, which every method has beside it.
    if let Some(meant) = meant.filter(|meant| ![method, Method::Pellucid].contains(meant)) {
        return Err(OptionError::new_err(format!("the model is one for the method {:?}", meant.name())));
    }
    if method != Method::Chared || meant == Some(Method::Chared) {
        return Ok(method);
    }
    match language {
        None => Err(OptionError::new_err("the method \"chared\" needs a language, or a model of one")),
        Some(language) if chared::shipped(language).is_none() => {
            Err(OptionError::new_err(format!("no model of chared for {language:?}: train() makes one")))
        }
        Some(_) => Ok(method),
    }
}

/// One name of an encoding, or several.
pub fn several(value: &Bound<'_, PyAny>) -> PyResult<Vec<&'static pellucid::Encoding>> {
    let one = |value: &Bound<'_, PyAny>| match value.cast::<Encoding>() {
        Ok(encoding) => Ok(encoding.get().row()),
        Err(_) => encoding::by_name(&value.extract::<String>()?),
    };
    if value.is_instance_of::<PyString>() || value.is_instance_of::<Encoding>() {
        return Ok(vec![one(value)?]);
    }
    value.try_iter()?.map(|value| one(&value?)).collect()
}

/// The bytes of a model, or the path of one.
fn read_model(value: &Bound<'_, PyAny>) -> PyResult<Model> {
    let py = value.py();
    let parsed = if is_path(value)? {
        let bytes = std::fs::read(value.extract::<PathBuf>()?)?;
        py.detach(|| Model::parse(&bytes))
    } else {
        let bytes = value.extract::<Data>()?.whole(py)?;
        py.detach(|| Model::parse(&bytes))
    };
    parsed.map_err(|error| ModelError::new_err(error.to_string()))
}

/// Whether a value is a path, and not what would be in the file.
pub fn is_path(value: &Bound<'_, PyAny>) -> PyResult<bool> {
    Ok(value.is_instance_of::<PyString>() || value.hasattr("__fspath__")?)
}
