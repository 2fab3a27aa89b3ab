//! Options, taken one by one from an object. Whoever has taken all that it knows finishes, and what is left is an error which lists
//! what was known.

use std::str::FromStr;

use js_sys::{Array, Object, Reflect, Uint8Array};
use pellucid::UnknownName;
use wasm_bindgen::{JsCast, JsValue};

use crate::errors::option_error;

/// Options. One that is `undefined` or `null` counts as not given.
pub struct Given {
    object: JsValue,
    known: Vec<&'static str>,
}

impl Given {
    /// Those of a call: an object, or nothing.
    pub fn new(object: JsValue) -> Result<Given, JsValue> {
        if object.is_undefined() || object.is_null() || object.is_object() {
            return Ok(Given { object, known: Vec::new() });
        }
        Err(option_error("options must be an object"))
    }

    fn take(&mut self, name: &'static str) -> Result<Option<JsValue>, JsValue> {
        self.known.push(name);
        if !self.object.is_object() {
            return Ok(None);
        }
        let value = Reflect::get(&self.object, &name.into())?;
        Ok(Some(value).filter(|value| !value.is_undefined() && !value.is_null()))
    }

    /// Takes a text.
    pub fn text(&mut self, name: &'static str) -> Result<Option<String>, JsValue> {
        let Some(value) = self.take(name)? else { return Ok(None) };
        value.as_string().map(Some).ok_or_else(|| option_error(format!("{name} must be a string")))
    }

    /// Takes a switch, which is off unless it is given.
    pub fn flag(&mut self, name: &'static str) -> Result<bool, JsValue> {
        let Some(value) = self.take(name)? else { return Ok(false) };
        value.as_bool().ok_or_else(|| option_error(format!("{name} must be true or false")))
    }

    /// Takes a number from 0 on.
    #[cfg(feature = "papers")]
    pub fn number(&mut self, name: &'static str) -> Result<Option<usize>, JsValue> {
        let Some(value) = self.take(name)? else { return Ok(None) };
        let number = value.as_f64().filter(|number| number.fract() == 0.0 && (0.0..4e9).contains(number));
        number
            .map(|number| Some(number as usize))
            .ok_or_else(|| option_error(format!("{name} must be a whole number")))
    }

    /// Takes one of the words that an option knows.
    pub fn word<T: FromStr<Err = UnknownName>>(&mut self, name: &'static str) -> Result<Option<T>, JsValue> {
        self.text(name)?.map(|word| word.parse().map_err(option_error)).transpose()
    }

    /// Takes one of the words that an option knows, or whether it is wanted at all.
    #[cfg(feature = "extract")]
    pub fn word_or_flag<T: FromStr<Err = UnknownName> + From<bool>>(
        &mut self,
        name: &'static str,
    ) -> Result<T, JsValue> {
        match self.take(name)?.and_then(|value| value.as_bool()) {
            Some(wanted) => Ok(T::from(wanted)),
            None => Ok(self.word(name)?.unwrap_or_else(|| T::from(false))),
        }
    }

    /// Takes a text, or several.
    pub fn texts(&mut self, name: &'static str) -> Result<Option<Vec<String>>, JsValue> {
        let Some(value) = self.take(name)? else { return Ok(None) };
        let wrong = || option_error(format!("{name} must be a string, or an array of strings"));
        if let Some(text) = value.as_string() {
            return Ok(Some(vec![text]));
        }
        let several = value.dyn_ref::<Array>().ok_or_else(wrong)?;
        several.iter().map(|text| text.as_string().ok_or_else(wrong)).collect::<Result<_, _>>().map(Some)
    }

    /// Takes bytes.
    pub fn bytes(&mut self, name: &'static str) -> Result<Option<Vec<u8>>, JsValue> {
        let Some(value) = self.take(name)? else { return Ok(None) };
        let bytes = value.dyn_ref::<Uint8Array>().map(Uint8Array::to_vec);
        bytes.map(Some).ok_or_else(|| option_error(format!("{name} must be a Uint8Array")))
    }

    /// Nothing else may be there.
    pub fn finish(self) -> Result<(), JsValue> {
        let Some(object) = self.object.dyn_ref::<Object>() else { return Ok(()) };
        for name in Object::keys(object).iter().filter_map(|name| name.as_string()) {
            if !self.known.contains(&&*name) {
                let known = self.known.join(", ");
                return Err(option_error(format!("unknown option {name:?}; use one of: {known}")));
            }
        }
        Ok(())
    }
}
