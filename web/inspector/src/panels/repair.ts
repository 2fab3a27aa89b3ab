// Repair and mixed pages, before and after.

import { count, h, plural } from "../dom.js";
import type { Panel } from "../panel.js";

export const repair: Panel = {
  id: "repair",
  title: "Repair",
  async show(view) {
    if (view.session.guess.binary) return [h("section", { class: "card" }, h("p", {}, "This is not text."))];
    const found = await view.session.repair(view.encoding);
    const card = h("section", { class: "card", id: "repaired" }, h("h2", {}, "Repair"));
    for (const undone of found.repaired) card.append(h("p", {}, h("span", { class: "tag" }, "double encoding"), " ", undone.words));
    if (found.mixed.pieces > 0) {
      const { encoding, pieces, bytes } = found.mixed;
      card.append(h("p", {}, h("span", { class: "tag" }, "mixed page"), ` ${plural(pieces, "piece")} in ${encoding}, ${plural(bytes, "byte")} in all`));
    }
    if (found.changed === 0) {
      card.append(h("p", {}, "Nothing to repair: no text that was read in a wrong encoding before, and no piece in another one."));
      return [card];
    }
    const shown = found.changes.length < found.changed ? `, the first ${count(found.changes.length)} of them here` : "";
    card.append(h("p", { class: "note" }, `${plural(found.changed, "line")} change${found.changed === 1 ? "s" : ""}${shown}.`));
    const table = h("table", { class: "changes stacks" }, h("thead", {}, h("tr", {}, ...["line", "before", "after"].map((name) => h("th", { scope: "col" }, name)))));
    const body = h("tbody", {});
    for (const { line, before, after } of found.changes) {
      body.append(
        h("tr", {}, h("td", { class: "number" }, count(line)), h("td", { class: "before long", dir: "auto" }, ...marked(before, after)), h("td", { class: "after long", dir: "auto" }, ...marked(after, before))),
      );
    }
    table.append(body);
    card.append(h("div", { class: "scrolls", tabindex: 0, role: "region", "aria-label": "Lines that change" }, table));
    return [card];
  },
};

/** What separates words: space and markup. */
const BETWEEN = /(\s+|<[^>]*>)/;

/** A line with the words marked that the other one does not have. */
function marked(text: string, other: string): Node[] {
  const words = new Set(other.split(BETWEEN));
  return text.split(BETWEEN).map((word) => (word.trim() === "" || words.has(word) ? document.createTextNode(word) : h("mark", {}, word)));
}
