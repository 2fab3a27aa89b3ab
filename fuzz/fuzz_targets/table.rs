//! Any bytes are Parquet or an error, and each row of it is a page or has a reason.
#![no_main]

use bytes::Bytes;
use libfuzzer_sys::fuzz_target;
use pellucid_batch::read::rows::Rows;
use pellucid_batch::{Columns, Found};

// The reader of Parquet panics on some files, and ours takes that for an error. What is not caught still ends the run.
fuzz_target!(init: std::panic::set_hook(Box::new(|_| {})), |input: (bool, &[u8])| {
    let (is_base64, bytes) = input;
    let columns = Columns { content: None, base64: is_base64 };
    for group in 0..3 {
        let Ok(rows) = Rows::new(Bytes::copy_from_slice(bytes), "file".into(), columns.clone(), group) else {
            return;
        };
        for found in rows.take(1000) {
            if let Found::Other(reject) = found {
                assert!(!reject.detail.is_empty());
            }
        }
    }
});
