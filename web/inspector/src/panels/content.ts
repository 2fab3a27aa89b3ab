// The main content, highlighted by the probability of each block.

import { count, h, language, percent, plural, prose } from "../dom.js";
import type { Content, PageWish } from "../engine.js";
import type { Panel, View } from "../panel.js";

export const content: Panel = {
  id: "content",
  title: "Main content",
  async show(view) {
    const root = h("div", {});
    const wish: PageWish = { favor: "balance", comments: false };
    const draw = async (): Promise<void> => {
      const page = await view.session.page(view.encoding, wish);
      root.replaceChildren(...shown(page, wish, draw, view));
    };
    await draw();
    return [root];
  },
};

function shown({ content: page, all, chosen }: Content, wish: PageWish, draw: () => Promise<void>, view: View): Node[] {
  const scores = page.scores ?? [];
  const facts: [string, string | null][] = [
    ["title", page.title],
    ["language", page.language && language(page.language)],
    ["declared language", page.declared_language],
    ["authors", page.authors.join(", ") || null],
    ["date", page.date],
    ["site", page.site_name],
    ["kind", page.kind],
    ["description", page.description],
    ["address", page.url],
  ];
  const about = h("dl", { class: "facts" });
  for (const [name, value] of facts) if (value) about.append(h("dt", {}, name), h("dd", { dir: "auto" }, value));

  const favor = h(
    "select",
    { onchange: () => ((wish.favor = favor.value as PageWish["favor"]), void draw()) },
    ...(["balance", "precision", "recall"] as const).map((name) => h("option", { value: name, selected: name === wish.favor }, name)),
  );
  const comments = h("input", { type: "checkbox", checked: wish.comments, onchange: () => ((wish.comments = comments.checked), void draw()) });
  const only = h("input", { type: "checkbox", onchange: () => list.classList.toggle("only-chosen", only.checked) });
  const list = h("div", { class: "blocks", id: "blocks", tabindex: 0, role: "region", "aria-label": "Blocks of the page" });
  for (const one of scores) {
    list.append(
      h(
        "div",
        { class: one.chosen ? "block chosen" : "block", style: `--p:${one.score.toFixed(3)}`, title: `${percent(one.score)} main content` },
        h("span", { class: "block-odds" }, percent(one.score)),
        h("span", { class: "block-text", dir: "auto" }, one.text),
      ),
    );
  }
  const quality = page.empty
    ? h("p", { id: "quality" }, `No main content: ${page.empty}.`)
    : h("p", { id: "quality" }, `${count(chosen.blocks)} of ${plural(all.blocks, "block")} kept, ${count(chosen.characters)} of ${plural(all.characters, "character")}; F1 to expect: ${percent(page.quality ?? 0)}${page.page_type ? `; page type: ${page.page_type}` : ""}${page.origin === "page" ? "" : `; found in ${page.origin}`}.`);

  const output = prose(page.text, { id: "content-text", "aria-label": "The main content" });
  const format = (name: string, text: string): HTMLElement => {
    const button = h("button", { "aria-pressed": String(name === "Text"), onclick: () => {
      output.textContent = text;
      for (const other of button.parentElement!.children) other.setAttribute("aria-pressed", String(other === button));
    } }, name);
    return button;
  };
  return [
    h("section", { class: "card" }, h("h2", { dir: "auto" }, page.title ?? view.name), about, quality, page.truncated ? h("p", { class: "note" }, "Only the first part of the page was read: it takes too much memory.") : null),
    h(
      "div",
      { class: "beside even" },
      h(
        "section",
        { class: "card" },
        h("h2", {}, "The page, block by block"),
        h("div", { class: "tools" }, h("label", {}, "favor ", favor), h("label", {}, comments, " comments"), h("label", {}, only, " only what is kept")),
        list,
        all.blocks > scores.length ? h("p", { class: "note" }, `The first ${count(scores.length)} of ${plural(all.blocks, "block")}.`) : null,
      ),
      h("section", { class: "card" }, h("h2", {}, "What is extracted"), h("div", { class: "tools" }, format("Text", page.text), format("Markdown", page.markdown ?? "")), output),
    ),
  ];
}
