//! Tables with a head line and tabs between their columns, such as manifests.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// A table, read whole.
pub struct Table {
    path: PathBuf,
    text: String,
}

impl Table {
    /// Reads a file.
    pub fn read(path: &Path) -> Result<Table> {
        let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
        Ok(Table { path: path.to_owned(), text })
    }

    /// The head line.
    pub fn head(&self) -> &str {
        self.text.lines().next().unwrap_or_default()
    }

    /// The number of a column, where there is one of this name.
    pub fn column(&self, name: &str) -> Option<usize> {
        self.head().split('\t').position(|column| column == name)
    }

    /// The number of a column which there must be.
    pub fn required(&self, name: &str) -> Result<usize> {
        self.column(name).with_context(|| format!("{}: no column {name}", self.path.display()))
    }

    /// The rows below the head, without blank lines.
    pub fn rows(&self) -> impl Iterator<Item = Row<'_>> {
        self.text.lines().skip(1).filter(|line| !line.trim().is_empty()).map(Row)
    }
}

/// A row of a table.
#[derive(Clone, Copy)]
pub struct Row<'a>(&'a str);

impl<'a> Row<'a> {
    /// The whole line.
    pub fn line(self) -> &'a str {
        self.0
    }

    /// What stands in a column; an empty text where the line is too short.
    pub fn field(self, column: usize) -> &'a str {
        self.0.split('\t').nth(column).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_found_by_name() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), "tag\tname\ncy\tWelsh \"x\n\nru\n").unwrap();
        let table = Table::read(file.path()).unwrap();
        let (tag, name) = (table.required("tag").unwrap(), table.required("name").unwrap());
        let rows: Vec<(&str, &str)> = table.rows().map(|row| (row.field(tag), row.field(name))).collect();
        assert_eq!(rows, [("cy", "Welsh \"x"), ("ru", "")]);
        assert_eq!((table.column("no"), table.head()), (None, "tag\tname"));
        assert!(table.required("no").err().unwrap().to_string().ends_with("no column no"));
    }
}
