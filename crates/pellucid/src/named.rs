//! Enums whose values have names: the same words in Rust, on the command line, in Python and in JSON.

use std::fmt;

/// A word that names no value of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownName {
    what: &'static str,
    name: String,
    known: Vec<&'static str>,
}

impl UnknownName {
    pub(crate) fn new(
        what: &'static str,
        name: &str,
        known: impl Iterator<Item = &'static str>,
    ) -> UnknownName {
        UnknownName { what, name: name.to_owned(), known: known.collect() }
    }
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown {} {:?}; use one of: {}", self.what, self.name, self.known.join(", "))
    }
}

impl std::error::Error for UnknownName {}

/// Gives an enum `ALL`, `name`, `Display` and `FromStr`, from one list of its values and their names.
macro_rules! named {
    ($type:ident, $what:literal: $($value:ident => $name:literal),+ $(,)?) => {
        impl $type {
            /// Every value, in the order of the documentation.
            pub const ALL: &'static [$type] = &[$($type::$value),+];

            /// Its name on the command line, in Python and in JSON.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $($type::$value => $name),+
                }
            }
        }

        impl ::std::fmt::Display for $type {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.pad(self.name())
            }
        }

        impl ::std::str::FromStr for $type {
            type Err = $crate::UnknownName;

            /// By its name, in any letter case.
            fn from_str(name: &str) -> Result<$type, $crate::UnknownName> {
                let found = $type::ALL.iter().copied().find(|value| value.name().eq_ignore_ascii_case(name));
                found.ok_or_else(|| {
                    $crate::UnknownName::new($what, name, $type::ALL.iter().map(|value| value.name()))
                })
            }
        }
    };
}

pub(crate) use named;

#[cfg(test)]
mod tests {
    use crate::{Method, Prior};

    #[test]
    fn names_are_read_back() {
        for method in Method::ALL {
            assert_eq!(method.to_string().to_uppercase().parse(), Ok(*method));
        }
        let error = "disk".parse::<Prior>().unwrap_err();
        assert_eq!(error.to_string(), "unknown prior \"disk\"; use one of: web, file");
    }
}
