// The bytes beside the characters that they became. Each knows the other: point at one, or walk with the arrow keys.

import { count, h } from "../dom.js";
import type { Cell } from "../engine.js";
import type { Panel, View } from "../panel.js";

/** So many bytes are shown at once. */
const SHOWN = 768;

export const bytes: Panel = {
  id: "bytes",
  title: "Bytes",
  async show(view) {
    const length = view.bytes.length;
    const start = Math.max(0, Math.min(view.offset, length - 1));
    const end = Math.min(length, start + SHOWN);
    const encoding = view.session.guess.binary ? "windows-1252" : view.encoding;
    const [window, reading] = await Promise.all([view.session.window(encoding, start, end), view.session.read(encoding)]);
    const cells = window.cells.filter((cell) => cell.start < end);

    const hex = h("div", { class: "hex", role: "group", "aria-label": "Bytes" });
    const text = h("div", { class: "prose cells", role: "group", "aria-label": "Characters" });
    for (let row = start; row < end; row += 16) {
      hex.append(h("span", { class: "offset", style: `grid-row:${(row - start) / 16 + 1}` }, row.toString(16).padStart(6, "0")));
    }
    let at = start;
    const place = (offset: number): string => `grid-row:${Math.floor((offset - start) / 16) + 1};grid-column:${((offset - start) % 16) + 2}`;
    cells.forEach((cell, number) => {
      for (let offset = Math.max(cell.start, start); offset < Math.min(cell.end, end); offset++) {
        const kind = cell.damaged ? "byte damaged" : view.bytes[offset]! >= 0x80 ? "byte high" : "byte";
        hex.append(h("span", { class: kind, "data-cell": number, style: place(offset) }, hexOf(view.bytes[offset]!)));
      }
      at = cell.end;
      text.append(h("span", { class: cell.damaged ? "cell damaged" : "cell", "data-cell": number }, shown(cell.text)));
    });
    // What became no character: the rest of an escape sequence, or a byte order mark.
    for (let offset = at; offset < end; offset++) hex.append(h("span", { class: "byte silent", style: place(offset) }, hexOf(view.bytes[offset]!)));

    const told = h("p", { class: "note", role: "status", id: "cell" }, "Point at a byte or a character, or walk with the arrow keys.");
    const linked = h("div", { class: "linked", tabindex: 0, "aria-label": "Bytes and their characters: walk with the arrow keys", "aria-describedby": "cell" }, hex, text);
    link(linked, cells, told, view);

    const go = (to: number) => view.go("bytes", Math.max(0, Math.min(to, length - 1)));
    const jump = h("input", { type: "number", min: 0, max: Math.max(0, length - 1), value: start, "aria-label": "Offset" });
    const form = h(
      "form",
      { class: "tools", onsubmit: (event: Event) => (event.preventDefault(), go(Number(jump.value))) },
      h("button", { type: "button", disabled: start === 0, onclick: () => go(start - SHOWN) }, "← before"),
      h("label", {}, "from byte ", jump),
      h("button", { type: "submit" }, "go"),
      h("button", { type: "button", disabled: end >= length, onclick: () => go(start + SHOWN) }, "after →"),
      h("span", { class: "note" }, `of ${count(length)}, read in ${encoding}`),
    );
    const damage = h("p", { class: "tools" });
    if (reading.replaced > 0) {
      damage.append(h("span", { class: "note" }, `Did not decode (${count(reading.replaced)}):`));
      for (const [from] of reading.positions) damage.append(h("button", { class: "chip damaged", onclick: () => go(Math.max(0, from - (from % 16) - 64)) }, count(from)));
    } else damage.append(h("span", { class: "note" }, "All bytes decode."));
    return [h("section", { class: "card" }, h("h2", {}, "Bytes and characters"), form, damage, told, linked)];
  },
};

/** Highlights the bytes of a character, and the character of a byte. */
function link(root: HTMLElement, cells: Cell[], told: HTMLElement, view: View): void {
  let lit = -1;
  const light = (number: number, scroll = false): void => {
    if (number === lit) return;
    lit = number;
    for (const old of root.querySelectorAll(".lit")) old.classList.remove("lit");
    const cell = cells[number];
    if (!cell) return;
    for (const part of root.querySelectorAll(`[data-cell="${number}"]`)) {
      part.classList.add("lit");
      if (scroll) part.scrollIntoView({ block: "nearest" });
    }
    const codes = [...cell.text].map((character) => `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`);
    const raw = [...view.bytes.subarray(cell.start, cell.end)].map(hexOf).join(" ");
    told.textContent = `Byte ${count(cell.start)}: ${raw} → ${cell.damaged ? "did not decode" : `${shown(cell.text).trim()} ${codes.join(" ")}`}`;
  };
  const over = (event: Event): void => {
    const part = (event.target as Element).closest<HTMLElement>("[data-cell]");
    if (part) light(Number(part.dataset["cell"]));
  };
  root.addEventListener("pointerover", over);
  root.addEventListener("click", over);
  root.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 16, ArrowUp: -16, Home: -Infinity, End: Infinity }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    light(Math.max(0, Math.min(cells.length - 1, (lit < 0 && step > 0 ? -1 : lit) + (lit < 0 ? 1 : step))), true);
  });
}

function hexOf(byte: number): string {
  return byte.toString(16).padStart(2, "0");
}

/** Characters that can be seen: an arrow before a line end, other controls as they are written in programs. */
function shown(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f]/g, (control) => {
    if (control === "\n") return "↵\n";
    return { "\r": "\\r", "\t": "\\t" }[control] ?? `\\x${hexOf(control.charCodeAt(0))}`;
  });
}
