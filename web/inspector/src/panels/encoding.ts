// The text in the chosen encoding beside the alternatives, and the evidence for and against each.

import { count, h, percent, plural, prose, signed } from "../dom.js";
import type { Evidence, Excerpt } from "../engine.js";
import type { Panel, View } from "../panel.js";

/** So many candidates are offered; the others are in the list of all encodings. */
const OFFERED = 8;
/** So many candidates have their evidence shown. */
const REASONED = 4;

export const encoding: Panel = {
  id: "encoding",
  title: "Encoding",
  async show(view) {
    const { guess } = view.session;
    if (guess.binary) return [evidence(view)];
    const candidates = [guess, ...guess.alternatives].slice(0, OFFERED);
    const names = candidates.map((one) => one.encoding);
    // What is declared and what has evidence is offered, too, however unlikely it is, and the one in which most text is read wrongly.
    for (const name of [guess.declared, ...guess.evidence.map((one) => one.encoding), "windows-1252"]) {
      if (name && names.length < OFFERED && !names.includes(name)) names.push(name);
    }
    if (!names.includes(view.encoding)) names.push(view.encoding);
    const [reading, glimpses] = await Promise.all([view.session.read(view.encoding), view.session.glimpses(names)]);

    const probability = new Map(candidates.map((one) => [one.encoding, one.confidence]));
    const list = h("div", { class: "candidates", role: "radiogroup", "aria-label": "Read it in" });
    names.forEach((name, at) => {
      const known = probability.get(name);
      const chosen = name === view.encoding;
      list.append(
        h(
          "label",
          { class: "candidate" },
          h("input", { type: "radio", name: "encoding", value: name, checked: chosen, onchange: () => view.choose(name) }),
          h("span", { class: "candidate-name" }, name),
          h("span", { class: "candidate-odds" }, known === undefined ? (name === guess.declared ? "declared" : "unlikely") : percent(known)),
          h("span", { class: "candidate-text", dir: "auto" }, glimpses[at] ?? ""),
        ),
      );
    });
    const others = h("select", { "aria-label": "Another encoding", onchange: () => others.value && view.choose(others.value) }, h("option", { value: "" }, "another encoding…"));
    for (const name of view.encodings) if (!names.includes(name)) others.append(h("option", { value: name }, name));
    list.append(others);

    const damage = h("p", { class: "note" });
    if (reading.replaced === 0) damage.append("All bytes decode.");
    else {
      damage.append(`${plural(reading.replaced, "place")} did not decode: `);
      for (const [start] of reading.positions.slice(0, 12)) {
        damage.append(h("button", { class: "link", onclick: () => view.go("bytes", start) }, `byte ${count(start)}`), " ");
      }
    }
    const text = prose("", { id: "reading", "aria-label": "The text" });
    const rest = h("p", { class: "note" });
    const tools = h("div", { class: "tools" });
    const put = (excerpt: Excerpt, name: string): void => {
      text.textContent = excerpt.text;
      rest.textContent = excerpt.length > excerpt.text.length ? `The first ${count(excerpt.text.length)} of ${count(excerpt.length)} characters.` : "";
      for (const button of tools.children) button.setAttribute("aria-pressed", String(button.textContent === name));
    };
    if (reading.visible) {
      const { visible } = reading;
      tools.append(h("button", { onclick: () => put(visible, "What readers see") }, "What readers see"));
      tools.append(h("button", { onclick: () => put(reading, "With markup") }, "With markup"));
      put(visible, "What readers see");
    } else put(reading, "");
    const shown = h("section", { class: "card" }, h("h2", {}, "The text in ", h("b", {}, view.encoding)), damage, tools, text, rest);
    return [
      h("div", { class: "beside" }, h("section", { class: "card" }, h("h2", {}, "Read it in"), list), shown),
      evidence(view),
    ];
  },
};

/** Bars in bits, for and against. */
function evidence(view: View): HTMLElement {
  const { guess } = view.session;
  const about = [guess.encoding, ...guess.alternatives.slice(0, REASONED).map((one) => one.encoding)];
  if (!about.includes(view.encoding)) about.push(view.encoding);
  for (const one of guess.evidence) if (one.encoding && one.bits < -8 && !about.includes(one.encoding)) about.push(one.encoding);
  const largest = Math.max(1, ...guess.evidence.map((one) => Math.abs(one.bits)));
  const card = h("section", { class: "card", id: "evidence" }, h("h2", {}, "Evidence"));
  card.append(h("p", { class: "note" }, "In bits: +1 doubles the odds of an encoding, −1 halves them."));
  const general = guess.evidence.filter((one) => one.encoding === null);
  for (const name of about) {
    const of = guess.evidence.filter((one) => one.encoding === name);
    if (of.length === 0) continue;
    const sum = of.reduce((sum, one) => sum + one.bits, 0);
    card.append(
      h("h3", {}, name, h("span", { class: "sum" }, ` ${signed(sum)} bits in all`)),
      h("ul", { class: "bars" }, ...of.sort((a, b) => Math.abs(b.bits) - Math.abs(a.bits)).map((one) => bar(one, largest))),
    );
  }
  if (general.length > 0) {
    card.append(h("h3", {}, "Of any encoding"), h("ul", { class: "plain" }, ...general.map((one) => h("li", {}, h("span", { class: "tag" }, one.source), " ", one.words))));
  }
  return card;
}

function bar(one: Evidence, largest: number): HTMLElement {
  const width = (50 * Math.abs(one.bits)) / largest;
  const side = one.bits < 0 ? "against" : "for";
  return h(
    "li",
    { class: "bar" },
    h("span", { class: "bar-bits" }, signed(one.bits)),
    h("span", { class: "bar-track", "aria-hidden": "true" }, h("span", { class: `bar-fill ${side}`, style: `width:${width.toFixed(2)}%` })),
    h("span", { class: "bar-words" }, h("span", { class: "tag" }, one.source), " ", one.words),
  );
}
