//! Groups of Parquet are read as they were written, also by a run that was stopped between them. Any bytes are a footer or an error.
#![no_main]

use std::sync::Arc;

use arrow_array::{ArrayRef, BinaryArray, RecordBatch, StringArray};
use bytes::Bytes;
use libfuzzer_sys::fuzz_target;
use pellucid_batch::read::rows::Rows;
use pellucid_batch::write::groups::{Groups, MAGIC};
use pellucid_batch::{Columns, Found};

type Row<'a> = (&'a str, &'a [u8]);

fn table(rows: &[Row]) -> RecordBatch {
    let urls: ArrayRef = Arc::new(StringArray::from_iter_values(rows.iter().map(|(url, _)| url)));
    let pages: ArrayRef = Arc::new(BinaryArray::from_iter_values(rows.iter().map(|(_, page)| page)));
    RecordBatch::try_from_iter([("url", urls), ("html", pages)]).expect("columns of one length")
}

fuzz_target!(|input: (u8, Vec<Vec<Row>>, &[u8])| {
    let (stops, tables, junk) = input;
    if let Ok(groups) = Groups::restore(junk) {
        let _ = groups.footer();
    }
    let tables: Vec<Vec<Row>> = tables.into_iter().filter(|rows| !rows.is_empty()).collect();
    let mut groups = Groups::default();
    let mut file = MAGIC.to_vec();
    for (n, rows) in tables.iter().enumerate() {
        if n > 0 && stops >> (n % 8) & 1 == 1 {
            groups = Groups::restore(&groups.footer().expect("groups")).expect("our own footer");
        }
        // In one batch or in two.
        let (first, rest) = rows.split_at(rows.len() / 2);
        let batches = if first.is_empty() { vec![table(rest)] } else { vec![table(first), table(rest)] };
        let bytes = groups.add(&batches, file.len() as u64).expect("memory");
        file.extend_from_slice(&bytes);
    }
    if tables.is_empty() {
        return;
    }
    file.extend_from_slice(&groups.footer().expect("groups"));
    let columns = Columns { content: Some("html".into()), base64: false };
    for (n, expected) in tables.iter().enumerate() {
        let rows = Rows::new(Bytes::copy_from_slice(&file), "file".into(), columns.clone(), n)
            .expect("our own file");
        let mut count = 0;
        for (found, (url, page)) in rows.zip(expected) {
            match found {
                // An empty address is none.
                Found::Page(record) => {
                    assert_eq!((record.url.as_deref().unwrap_or_default(), &record.body[..]), (*url, *page))
                }
                Found::Other(reject) => assert!(!reject.detail.is_empty()),
            }
            count += 1;
        }
        assert_eq!(count, expected.len());
    }
});
