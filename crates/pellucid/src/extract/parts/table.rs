//! Which tables are tables, and where their cells are.
//!
//! Pages of twenty years are laid out by tables. Such a one is not a table to a reader, but what stands in it. One is taken for a
//! table of data if it has two columns and two rows at least, no headings in its cells, and, where it has no header cells, neither
//! several paragraphs nor a long text in one. Code or another table may be in its cells where its first row is header cells, or each
//! row begins with one: others number the lines of code, or are laid out by tables in tables.

use super::Container;
use crate::html::{Element, Id, Kind, Tree, attribute};

/// Columns from here on are one. Real tables have fewer, and rows have to be filled up.
const MOST_COLUMNS: usize = 100;

/// How far down a cell reaches at most: the bound of the HTML standard.
const MOST_ROWS: u32 = 65_534;

/// A text of so many bytes of source is not a datum, in a table without header cells.
const LONG: usize = 800;

/// The cells of a table.
#[derive(Debug)]
pub(super) struct Cells {
    /// By their nodes, in order.
    cells: Vec<Cell>,
    /// In how many columns cells begin.
    pub columns: usize,
}

/// A cell of a table, and its node.
#[derive(Clone, Copy, Debug)]
struct Cell {
    id: Id,
    row: u32,
    column: u16,
    header: bool,
}

impl Cells {
    /// The cell of a node.
    pub(super) fn find(&self, id: Id) -> Option<Container> {
        let found = self.cells.binary_search_by_key(&id, |cell| cell.id).ok()?;
        let Cell { row, column, header, .. } = self.cells[found];
        Some(Container::Cell { row, column, header })
    }

    /// How many bytes they take.
    pub(super) fn held(&self) -> usize {
        self.cells.capacity() * size_of::<Cell>()
    }
}

/// What an element is by its role, in a table of other elements than those of tables.
pub(super) fn role(tree: &Tree, id: Id, element: Element) -> Element {
    if !matches!(element, Element::Div | Element::Span) {
        return element;
    }
    let tag = tree.attributes(id);
    if !tag.contains("role") {
        return element;
    }
    match attribute(tag, "role").as_deref() {
        Some("table") => Element::Table,
        Some("row") => Element::Tr,
        Some("cell") => Element::Td,
        Some("columnheader" | "rowheader") => Element::Th,
        _ => element,
    }
}

/// The cells of a table; none, if it is there for the layout.
pub(super) fn cells(tree: &Tree, table: Id) -> Option<Cells> {
    let nodes = tree.nodes();
    let attributes = tree.attributes(table);
    if attributes.contains("role") {
        let role = attribute(attributes, "role").unwrap_or_default();
        if ["presentation", "none"].iter().any(|name| role.eq_ignore_ascii_case(name)) {
            return None;
        }
    }
    let mut grid = Grid::default();
    let mut cells = Vec::new();
    let mut columns = [false; MOST_COLUMNS];
    let mut head_end = 0;
    // What there is in the current cell.
    let (mut cell_end, mut paragraphs, mut length) = (0, 0, 0);
    let (mut headers, mut several) = (false, false);
    // Whether the first row is header cells, each row begins with one, and code or tables are in cells.
    let (mut is_headed, mut are_headed, mut is_deep) = (true, true, false);
    let mut at = table + 1;
    while at < nodes[table as usize].end {
        let node = &nodes[at as usize];
        match node.kind {
            Kind::Text(_) if at < cell_end => length += tree.source(at).trim_ascii().len(),
            Kind::Text(_) => {}
            Kind::Element(element) => match role(tree, at, element) {
                Element::Table | Element::Pre if at < cell_end => {
                    is_deep = true;
                    at = node.end;
                    continue;
                }
                Element::Table | Element::Pre => return None,
                _ if element.heading().is_some() && at < cell_end => return None,
                Element::Thead => head_end = node.end,
                Element::Tr => grid.row(),
                Element::Td | Element::Th => {
                    several |= paragraphs > 1 || length > LONG;
                    (cell_end, paragraphs, length) = (node.end, 0, 0);
                    let header = role(tree, at, element) == Element::Th || at < head_end;
                    headers |= header;
                    let (row, column) = grid.cell(tree.attributes(at));
                    is_headed &= header || row > 0;
                    are_headed &= header || column > 0;
                    columns[column] = true;
                    cells.push(Cell { id: at, row, column: column as u16, header });
                }
                Element::P | Element::Blockquote | Element::Article | Element::Section => paragraphs += 1,
                Element::Script | Element::Style => {
                    at = node.end;
                    continue;
                }
                _ => {}
            },
        }
        at += 1;
    }
    several |= paragraphs > 1 || length > LONG;
    let is_data = grid.columns > 1
        && (grid.rows > 1 || headers)
        && (headers || !several)
        && (!is_deep || (is_headed || are_headed) && grid.rows > 1);
    cells.shrink_to_fit();
    is_data.then_some(Cells { cells, columns: columns.iter().filter(|begins| **begins).count() })
}

/// Where cells are, of those that reach over several rows and columns.
#[derive(Default)]
struct Grid {
    /// How many rows have begun, and how many columns there are.
    rows: u32,
    columns: usize,
    /// The next column.
    at: usize,
    /// For each column, the first row in which it is free.
    free: Vec<u32>,
}

impl Grid {
    fn row(&mut self) {
        self.rows += 1;
        self.at = 0;
    }

    /// Places the next cell.
    fn cell(&mut self, attributes: &str) -> (u32, usize) {
        // A cell may stand without a row.
        self.rows = self.rows.max(1);
        let row = self.rows - 1;
        while self.free.get(self.at).is_some_and(|free| *free > row) && self.at + 1 < MOST_COLUMNS {
            self.at += 1;
        }
        let column = self.at.min(MOST_COLUMNS - 1);
        let span = |name| {
            let value = attribute(attributes, name).and_then(|value| value.trim_ascii().parse::<u32>().ok());
            value.unwrap_or(1)
        };
        // Most cells have neither.
        let (wide, high) = match attributes.is_empty() {
            true => (1, 1),
            // A height of 0 is all that are left.
            false => (span("colspan").max(1), span("rowspan").wrapping_sub(1).min(MOST_ROWS - 1) + 1),
        };
        let end = (column + (wide as usize).min(MOST_COLUMNS)).min(MOST_COLUMNS);
        if self.free.len() < end {
            self.free.resize(end, 0);
        }
        self.free[column..end].fill(row + high);
        self.at = end;
        self.columns = self.columns.max(end);
        (row, column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The row and the column of a cell, and whether it is a header.
    type Place = (u32, u16, bool);

    fn shown(html: &str) -> Option<Vec<Place>> {
        let tree = Tree::new(html);
        let cells = cells(&tree, 1)?;
        Some(cells.cells.iter().map(|cell| (cell.row, cell.column, cell.header)).collect())
    }

    #[test]
    fn cells_have_places() {
        let h = true;
        let cases: [(&str, &[Place]); 5] = [
            (
                "<table><tr><th>a<th>b<tr><td>c<td>d</table>",
                &[(0, 0, h), (0, 1, h), (1, 0, false), (1, 1, false)],
            ),
            (
                "<table><thead><tr><td colspan=2>a<td>b<tbody><tr><td>c<td>d<td>e</table>",
                &[(0, 0, h), (0, 2, h), (1, 0, false), (1, 1, false), (1, 2, false)],
            ),
            ("<table><tr><th rowspan=2>a<td>b<tr><td>c</table>", &[(0, 0, h), (0, 1, false), (1, 1, false)]),
            (
                "<table><tr><td rowspan=0>a<td>b<tr><td>c<tr><td>d</table>",
                &[(0, 0, false), (0, 1, false), (1, 1, false), (2, 1, false)],
            ),
            (
                "<table><tr><td colspan=0>a<td>b<tr><td colspan=x>c</table>",
                &[(0, 0, false), (0, 1, false), (1, 0, false)],
            ),
        ];
        for (html, expected) in cases {
            assert_eq!(shown(html).as_deref(), Some(expected), "{html}");
        }
    }

    #[test]
    fn tables_by_their_roles() {
        let html = "<div role=table><div role=rowgroup><div role=row><div role=columnheader>a</div><div role=columnheader>b</div></div></div>\
            <div role=rowgroup><div role=row><div role=cell>c</div><div role=cell><div>d</div></div></div></div></div>";
        let expected = [(0, 0, true), (0, 1, true), (1, 0, false), (1, 1, false)];
        assert_eq!(shown(html).as_deref(), Some(&expected[..]));
    }

    #[test]
    fn layout_is_not_a_table() {
        for html in [
            "<table><tr><td>a<tr><td>b</table>",
            "<table><tr><td>a<td>b</table>",
            "<table><tr><td>a<td><h2>b</h2><tr><td>c</table>",
            "<table><tr><td>a<td><p>b<p>c<tr><td>c<td>d</table>",
            "<table><tr><td>a<td><table><tr><td>b</table><tr><td>c<td>d</table>",
            "<table role=presentation><tr><td>a<td>b<tr><td>c<td>d</table>",
            "<table><tr><td>1<td><pre>b</pre><tr><td>c<td>d</table>",
            "<table></table>",
        ] {
            assert_eq!(shown(html), None, "{html}");
        }
        let long = format!("<table><tr><td>a<td>{}<tr><td>b<td>c</table>", "long ".repeat(200));
        assert_eq!(shown(&long), None);
    }

    #[test]
    fn code_and_tables_stand_in_cells_below_headers() {
        for inside in ["<pre>b\nc</pre>", "<table><tr><td>b<td>c</table>"] {
            let cells = shown(&format!("<table><tr><th>a<th>b<tr><td>c<td>{inside}</table>"));
            assert_eq!(cells.map(|cells| cells.len()), Some(4), "{inside}");
        }
    }

    #[test]
    fn spans_are_bounded() {
        let html = "<table><tr><td colspan=1000000000 rowspan=4294967295>a<td>b<tr><td>c".to_owned()
            + &"<td>d<tr>".repeat(50_000);
        let cells = shown(&html).unwrap();
        assert_eq!(cells[..3], [(0, 0, false), (0, 99, false), (1, 99, false)]);
        assert!(cells.iter().all(|(_, column, _)| usize::from(*column) < MOST_COLUMNS));
    }
}
