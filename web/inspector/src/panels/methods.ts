// What the methods from the papers answer, side by side, and the figures of R2L.

import { count, h, language, percent, plural, prose } from "../dom.js";
import { columns } from "../figure.js";
import type { Panel, View } from "../panel.js";

/** What each method is, in a line. */
const ABOUT: Record<string, string> = {
  pellucid: "this project's own: all evidence in one sum",
  standard: "exactly what the HTML standard says",
  hybrid: "Mozilla's and ICU's detectors on the text without markup",
  chared: "triples of bytes, for a known language",
  svm: "support vector machines over n-grams",
  default: "this project's own: a trained model of blocks",
  r2l: "letters of a right-to-left script, line by line",
  "r2l+": "R2L, with all text of its lines",
  "r2l-tree": "R2L, with whole elements",
  licea: "long lines of text near each other",
  danag: "the difference of text and markup, line by line",
};

/** Scripts that R2L can look for. */
const SCRIPTS = ["right-to-left", "arabic", "hebrew", "syriac", "thaana", "nko", "non-latin", "non-ascii"];

export const methods: Panel = {
  id: "methods",
  title: "Methods",
  async show(view) {
    const [answers, extractors] = await Promise.all([view.session.methods(), view.session.guess.binary ? [] : view.session.extractors(view.encoding)]);
    const head = (...names: string[]) => h("thead", {}, h("tr", {}, ...names.map((name) => h("th", { scope: "col" }, name))));
    const detected = h("tbody", { id: "methods" });
    for (const { method, guess, error } of answers) {
      const same = guess?.encoding === view.session.guess.encoding;
      detected.append(
        h(
          "tr",
          {},
          h("th", { scope: "row" }, method, h("span", { class: "note" }, ABOUT[method] ?? "")),
          h("td", { class: same ? "same" : "other" }, guess ? guess.encoding : (error ?? "")),
          h("td", { class: "number" }, guess ? percent(guess.confidence) : ""),
          h("td", {}, guess?.tied.length ? `tied with ${guess.tied.join(", ")}` : guess?.language ? language(guess.language) : ""),
        ),
      );
    }
    const extracted = h("tbody", {});
    for (const { extractor, text, length } of extractors) {
      extracted.append(
        h(
          "tr",
          {},
          h("th", { scope: "row" }, extractor, h("span", { class: "note" }, ABOUT[extractor] ?? "")),
          h("td", { class: "number" }, plural(length, "character")),
          h("td", { class: "long", dir: "auto" }, text.replace(/\s+/g, " ").slice(0, 160)),
        ),
      );
    }
    const tables = [
      h("section", { class: "card" }, h("h2", {}, "Which encoding"), h("div", { class: "scrolls" }, h("table", { class: "stacks" }, head("method", "answer", "probability", ""), detected))),
    ];
    if (extractors.length === 0) return tables;
    tables.push(h("section", { class: "card" }, h("h2", {}, "Which content"), h("div", { class: "scrolls" }, h("table", { class: "stacks" }, head("extractor", "length", "how it begins"), extracted))));
    return [...tables, await r2l(view)];
  },
};

/** Figures 2 and 3 of the paper on R2L, and its formula (2). */
async function r2l(view: View): Promise<HTMLElement> {
  const figures = h("div", { id: "figures" });
  const script = h("select", { onchange: () => void draw() }, ...SCRIPTS.map((name) => h("option", { value: name }, name)));
  const draw = async (): Promise<void> => {
    const seen = await view.session.r2l(view.encoding, script.value);
    const [from, to] = seen.lines;
    const found = to > from ? `Lines ${count(from + 1)} to ${count(to)} of ${count(seen.total)} are its main content, ${plural(seen.text.length, "character")}.` : "It finds no main content in this script.";
    figures.replaceChildren(
      h("p", { class: "note" }, found, seen.total > seen.content.length ? ` The figures have the first ${count(seen.content.length)}.` : null),
      columns("Figure 2: content above the axis, markup below it", [seen.content, seen.markup.map((number) => -number)], seen.lines),
      columns("Figure 3: the difference of both, formula (1)", [seen.difference.map((n) => Math.max(0, n)), seen.difference.map((n) => Math.min(0, n))], seen.lines),
      columns("Formula (2): the difference of a line and both its neighbours", [seen.smoothed.map((n) => Math.max(0, n)), seen.smoothed.map((n) => Math.min(0, n))], seen.lines),
      ...(seen.text ? [prose(seen.text, { "aria-label": "What R2L extracts" })] : []),
    );
  };
  await draw();
  return h("section", { class: "card" }, h("h2", {}, "What R2L sees, line by line"), h("div", { class: "tools" }, h("label", {}, "script ", script)), figures);
}
