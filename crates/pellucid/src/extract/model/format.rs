//! The file of a content model: two forests, and the hash of the features that they were grown with.
//!
//! | bytes | meaning, little-endian |
//! |---|---|
//! | `PLUC`, 2 | magic, version |
//! | u64 | the [hash](crate::extract::features::hash) of feature names, words, element codes and names |
//! | u32 | how many bytes the first forest has; the second is the rest |
//!
//! Version 1 had no hash: it was only checked that the number of features was right.

use std::fmt;

use super::forest::ForestError;
use crate::extract::features;

const MAGIC: &[u8] = b"PLUC";
const VERSION: u8 = 2;

/// Why bytes are no content model of this build.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ContentModelError {
    /// They begin with something else.
    OtherFile,
    /// Another version of the library has written them, in another format.
    OtherVersion {
        /// That of the file.
        model: u8,
        /// The one that is read.
        build: u8,
    },
    /// The model was trained for features of other names, in another order, or for other codes of elements.
    OtherFeatures {
        /// The hash of the features that the model was trained for.
        model: u64,
        /// The hash of the features that this build has.
        build: u64,
    },
    /// The file is cut off.
    CutOff,
    /// A forest in it cannot be read.
    Forest(ForestError),
}

impl fmt::Display for ContentModelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use ContentModelError::*;
        match self {
            OtherFile => write!(f, "this is no content model: it does not begin with PLUC"),
            OtherVersion { model, build } => write!(
                f,
                "this content model has format {model}, this build reads format {build}; {TRAIN_AGAIN}"
            ),
            OtherFeatures { model, build } => write!(
                f,
                "this content model was trained for other features (its hash is {model:016x}, \
                 this build's is {build:016x}); {TRAIN_AGAIN}"
            ),
            CutOff => write!(f, "this content model is cut off"),
            Forest(error) => error.fmt(f),
        }
    }
}

const TRAIN_AGAIN: &str = "train it again with cargo dev train --only content";

impl std::error::Error for ContentModelError {}

impl From<ForestError> for ContentModelError {
    fn from(error: ForestError) -> ContentModelError {
        ContentModelError::Forest(error)
    }
}

/// What is in a file.
pub struct File<'a> {
    /// Of the features that it was trained for.
    hash: u64,
    /// Both forests, not read yet.
    pub first: &'a [u8],
    pub second: &'a [u8],
}

impl File<'_> {
    /// A model for other features would read numbers that mean something else.
    pub fn check_features(&self) -> Result<(), ContentModelError> {
        let (model, build) = (self.hash, features::hash());
        if model == build { Ok(()) } else { Err(ContentModelError::OtherFeatures { model, build }) }
    }
}

/// Reads a file.
pub fn read(bytes: &[u8]) -> Result<File<'_>, ContentModelError> {
    let rest = bytes.strip_prefix(MAGIC).ok_or(ContentModelError::OtherFile)?;
    let (&[version], rest) = rest.split_first_chunk().ok_or(ContentModelError::CutOff)?;
    if version != VERSION {
        return Err(ContentModelError::OtherVersion { model: version, build: VERSION });
    }
    let (hash, rest) = rest.split_first_chunk().ok_or(ContentModelError::CutOff)?;
    let (length, rest) = rest.split_first_chunk().ok_or(ContentModelError::CutOff)?;
    let length = u32::from_le_bytes(*length) as usize;
    let (first, second) = rest.split_at_checked(length).ok_or(ContentModelError::CutOff)?;
    Ok(File { hash: u64::from_le_bytes(*hash), first, second })
}

/// A file of forests that were grown with the features of this build.
pub fn write(first: &[u8], second: &[u8]) -> Vec<u8> {
    let length = (first.len() as u32).to_le_bytes();
    [MAGIC, &[VERSION], &features::hash().to_le_bytes(), &length, first, second].concat()
}

#[cfg(test)]
mod tests {
    use super::super::ContentModel;
    use super::*;

    #[test]
    fn models_for_other_features_are_refused_with_both_hashes() {
        let mut other = pellucid_models::CONTENT.to_vec();
        other[5..13].copy_from_slice(&0x1F3A_0000_0000_00CD_u64.to_le_bytes());
        let error = ContentModel::parse(&other).unwrap_err();
        assert_eq!(
            error,
            ContentModelError::OtherFeatures { model: 0x1F3A_0000_0000_00CD, build: features::hash() }
        );
        assert_eq!(
            error.to_string(),
            format!(
                "this content model was trained for other features (its hash is 1f3a0000000000cd, \
                 this build's is {:016x}); train it again with cargo dev train --only content",
                features::hash()
            )
        );
        // The forests are there all the same, and written again they are a model of this build.
        let (first, second) = ContentModel::forests(&other).unwrap();
        assert_eq!(ContentModel::write(first, second), pellucid_models::CONTENT);
    }

    #[test]
    fn other_files_are_named() {
        let says = |bytes: &[u8]| ContentModel::parse(bytes).unwrap_err().to_string();
        assert_eq!(says(b"PLUF\x02"), "this is no content model: it does not begin with PLUC");
        assert_eq!(
            says(b"PLUC\x01\0\0\0\0"),
            "this content model has format 1, this build reads format 2; train it again with cargo dev train --only content"
        );
        assert_eq!(says(b"PLUC\x02\0\0"), "this content model is cut off");
    }
}
