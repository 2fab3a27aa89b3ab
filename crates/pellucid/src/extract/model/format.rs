//! The file of a content model: its forests, and the hash of the features that they were grown with.
//!
//! | bytes | meaning, little-endian |
//! |---|---|
//! | `PLUC`, 3 | magic, version |
//! | u64 | the [hash](crate::extract::features::hash) of feature names, words, element codes and names |
//! | u8 | how many forests there are: the first, the second, and one for each type of page |
//! | u32 and bytes | of each, its length and the forest |
//!
//! Version 1 had no hash, version 2 no types of pages.

use std::fmt;

use super::forest::ForestError;
use crate::extract::features;

const MAGIC: &[u8] = b"PLUC";
const VERSION: u8 = 3;

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
    /// There is more in the file than its forests.
    TooLong,
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
            TooLong => write!(f, "this content model is too long"),
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
    /// The forests, not read yet.
    pub forests: Vec<&'a [u8]>,
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
    let (&[count], mut rest) = rest.split_first_chunk().ok_or(ContentModelError::CutOff)?;
    let mut forests = Vec::new();
    for _ in 0..count {
        let (length, after) = rest.split_first_chunk().ok_or(ContentModelError::CutOff)?;
        let length = u32::from_le_bytes(*length) as usize;
        let (forest, after) = after.split_at_checked(length).ok_or(ContentModelError::CutOff)?;
        forests.push(forest);
        rest = after;
    }
    if rest.is_empty() {
        Ok(File { hash: u64::from_le_bytes(*hash), forests })
    } else {
        Err(ContentModelError::TooLong)
    }
}

/// A file of forests that were grown with the features of this build.
pub fn write(forests: &[&[u8]]) -> Vec<u8> {
    let mut bytes = [MAGIC, &[VERSION], &features::hash().to_le_bytes(), &[forests.len() as u8]].concat();
    for forest in forests {
        bytes.extend((forest.len() as u32).to_le_bytes());
        bytes.extend(*forest);
    }
    bytes
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
        let forests = ContentModel::forests(&other).unwrap();
        assert_eq!(ContentModel::write(&forests), pellucid_models::CONTENT);
        other.push(0);
        assert_eq!(ContentModel::forests(&other), Err(ContentModelError::TooLong));
    }

    #[test]
    fn other_files_are_named() {
        let says = |bytes: &[u8]| ContentModel::parse(bytes).unwrap_err().to_string();
        assert_eq!(says(b"PLUF\x02"), "this is no content model: it does not begin with PLUC");
        assert_eq!(
            says(b"PLUC\x01\0\0\0\0"),
            "this content model has format 1, this build reads format 3; train it again with cargo dev train --only content"
        );
        assert_eq!(says(b"PLUC\x03\0\0"), "this content model is cut off");
    }
}
