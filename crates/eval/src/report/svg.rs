//! The few shapes that our plots are made of, as SVG text.
//!
//! Colours of ink and lines come from the page's style sheet, so that plots follow its light or dark theme.

use std::fmt::Write;

/// A drawing.
pub struct Svg {
    width: f64,
    height: f64,
    body: String,
}

/// Where a text hangs from its point.
#[derive(Clone, Copy)]
pub enum Anchor {
    /// At its beginning.
    Start,
    /// At its middle.
    Middle,
    /// At its end.
    End,
}

impl Anchor {
    fn name(self) -> &'static str {
        match self {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        }
    }
}

impl Svg {
    /// An empty drawing.
    pub fn new(width: f64, height: f64) -> Svg {
        Svg { width, height, body: String::new() }
    }

    /// A thin line of the grid.
    pub fn rule(&mut self, from: (f64, f64), to: (f64, f64)) {
        self.line("grid", from, to);
    }

    /// The line on which all points would lie, were all perfect.
    pub fn ideal(&mut self, from: (f64, f64), to: (f64, f64)) {
        self.line("ideal", from, to);
    }

    fn line(&mut self, class: &str, from: (f64, f64), to: (f64, f64)) {
        self.push(format!(
            "<line class=\"{class}\" x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\"/>",
            from.0, from.1, to.0, to.1
        ));
    }

    /// A text.
    pub fn text(&mut self, at: (f64, f64), anchor: Anchor, class: &str, text: &str) {
        let (x, y) = at;
        let (anchor, text) = (anchor.name(), escape(text));
        self.push(format!(
            "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{text}</text>"
        ));
    }

    /// A text that runs upwards from its point.
    pub fn upward(&mut self, at: (f64, f64), text: &str) {
        let (x, y) = at;
        let text = escape(text);
        self.push(format!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\" transform=\"rotate(-90 {x:.1} {y:.1})\">{text}</text>"
        ));
    }

    /// A line through these points.
    pub fn polyline(&mut self, points: &[(f64, f64)], colour: &str, width: f64) {
        let points: Vec<_> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        self.push(format!(
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\"/>",
            points.join(" ")
        ));
    }

    /// A dot, with a title shown where the pointer rests.
    pub fn dot(&mut self, at: (f64, f64), radius: f64, colour: &str, title: &str) {
        self.push(format!(
            "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"{radius:.1}\" fill=\"{colour}\"><title>{}</title></circle>",
            at.0,
            at.1,
            escape(title)
        ));
    }

    /// A filled square, with a title shown where the pointer rests.
    pub fn square(&mut self, at: (f64, f64), side: f64, class: &str, opacity: f64, title: &str) {
        self.push(format!(
            "<rect class=\"{class}\" x=\"{:.1}\" y=\"{:.1}\" width=\"{side:.1}\" height=\"{side:.1}\" \
             fill-opacity=\"{opacity:.2}\"><title>{}</title></rect>",
            at.0,
            at.1,
            escape(title)
        ));
    }

    /// The drawing as a file of its own, on white, with what it needs of the style sheet.
    pub fn alone(self, label: &str) -> String {
        alone(&self.finish(label))
    }

    /// The drawing as an element of HTML; `label` is for those who cannot see it.
    pub fn finish(self, label: &str) -> String {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {:.0} {:.0}\" width=\"{:.0}\" role=\"img\" \
             aria-label=\"{}\">\n{}</svg>\n",
            self.width,
            self.height,
            self.width,
            escape(label),
            self.body
        )
    }

    fn push(&mut self, element: String) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.body, "{element}");
    }
}

/// An element of HTML as a file of its own.
pub fn alone(element: &str) -> String {
    const STYLE: &str = "<style>svg { font: 12px system-ui, sans-serif; background: #fff; } text { fill: #212529; } \
                         .name { fill: #6c757d; } .us { font-weight: 600; } .grid { stroke: #dee2e6; }</style>\n";
    let (head, body) = element.split_once('\n').unwrap_or((element, ""));
    format!("{head}\n{STYLE}{body}")
}

/// Text made safe for HTML and SVG.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_cannot_break_out() {
        let mut svg = Svg::new(10.0, 10.0);
        svg.text((1.0, 2.0), Anchor::End, "", "<&\">");
        let svg = svg.finish("a \"b\"");
        assert!(svg.contains("&lt;&amp;&quot;&gt;</text>"));
        assert!(svg.contains("aria-label=\"a &quot;b&quot;\""));
    }
}
