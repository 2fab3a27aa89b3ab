// The page: takes what people give it, opens it in the engine, and shows panels.

import { byId, h, language, percent, size } from "./dom.js";
import type { Engine, PageHints, Place, Session } from "./engine.js";
import { findService, startService } from "./engine-serve.js";
import { startWasm } from "./engine-wasm.js";
import { type Form, type Given, fileBytes, fromBase64, pastedBytes } from "./input.js";
import type { Panel, View } from "./panel.js";
import { PANELS } from "./panels/index.js";
import samples from "#samples";

const status = byId("status");
const answer = byId("answer");
const tabs = byId("tabs");
const shown = byId("panel");

/** What is inspected now. */
let given: Given | null = null;
let view: View | null = null;
let current: Panel = PANELS[0]!;
/** Counts what was asked for: answers to older questions are dropped. */
let asked = 0;

const engine: Promise<Engine> = findService().then((service) => (service ? startService(service, startWasm) : startWasm()));
engine.then(
  ({ version, place }) => {
    say(`Pellucid ${version} is ready.`);
    showPlace(place);
  },
  (error: Error) => say(`Pellucid cannot start: ${error.message}`, true),
);

function say(words: string, wrong = false): void {
  status.textContent = words;
  status.classList.toggle("wrong", wrong);
}

/** Says where pages are read. */
function showPlace({ name, about }: Place): void {
  byId("place").textContent = `Pages are read ${name}.`;
  byId("place-about").textContent = about;
}

/** Runs what a person asked for, unless they ask for something else meanwhile. */
async function answering(work: (isCurrent: () => boolean) => Promise<void>): Promise<void> {
  const number = ++asked;
  const isCurrent = () => number === asked;
  document.body.setAttribute("aria-busy", "true");
  try {
    await work(isCurrent);
  } catch (error) {
    if (isCurrent()) say(error instanceof Error ? error.message : String(error), true);
  } finally {
    if (isCurrent()) document.body.removeAttribute("aria-busy");
  }
}

/** What people know about the page. */
function hints(): PageHints {
  const value = (id: string): string | null => byId<HTMLInputElement>(id).value.trim() || null;
  return { content_type: value("hint-header"), language: value("hint-language"), url: value("hint-url") };
}

/** Opens a page, and shows the answer. A file is read first. */
function open(from: Given | File): void {
  void answering(async (isCurrent) => {
    say(`Reading ${from.name}…`);
    const page = from instanceof File ? await fileBytes(from) : from;
    if (!isCurrent()) return;
    given = page;
    const { open, encodings } = await engine;
    const began = performance.now();
    const session = await open(page.bytes, hints());
    if (!isCurrent()) return;
    say(`${page.name}, ${size(page.bytes.length)}, detected in ${(performance.now() - began).toFixed(0)} ms`);
    view = viewOf(page, session, encodings);
    document.body.classList.add("inspecting");
    showAnswer(page, session);
    await showPanel(current, isCurrent);
  });
}

function viewOf({ name, bytes }: Given, session: Session, encodings: string[]): View {
  const view: View & { encoding: string } = {
    name,
    bytes,
    session,
    encodings,
    encoding: session.guess.encoding,
    offset: 0,
    choose(encoding) {
      view.encoding = encoding;
      void answering((isCurrent) => showPanel(current, isCurrent));
    },
    go(id, offset) {
      if (offset !== undefined) view.offset = offset;
      const panel = PANELS.find((panel) => panel.id === id);
      if (panel) void answering((isCurrent) => showPanel(panel, isCurrent));
    },
  };
  return view;
}

/** The encoding with its probability, and what is declared against what was found. */
function showAnswer({ name, bytes }: Given, { guess }: Session): void {
  const chips = [
    guess.language && `text in ${language(guess.language)}`,
    `by ${guess.source}`,
    guess.ascii && "all bytes are ASCII",
    size(bytes.length),
  ];
  let declared: string;
  if (guess.binary) declared = "This is not text.";
  else if (!guess.declared) declared = "Nothing is declared.";
  else if (guess.declared === guess.encoding) declared = `Declared as ${guess.declared}, and found so.`;
  else declared = `Declared as ${guess.declared}, but found to be ${guess.encoding}.`;
  const wrong = guess.declared && guess.declared !== guess.encoding && !guess.binary;
  answer.replaceChildren(
    h("p", { class: "answer-name" }, name),
    h("h1", { id: "answer-encoding" }, guess.encoding),
    h(
      "p",
      { class: "answer-odds" },
      h("span", { class: "meter", role: "img", "aria-label": `probability ${percent(guess.confidence)}` }, h("span", { style: `width:${100 * guess.confidence}%` })),
      h("span", { id: "answer-confidence", "data-confidence": guess.confidence }, percent(guess.confidence)),
    ),
    h("p", { id: "answer-declared", class: wrong ? "wrong" : "" }, declared),
    h("p", { class: "chips" }, ...chips.filter(Boolean).map((chip) => h("span", { class: "chip" }, chip as string))),
  );
}

async function showPanel(panel: Panel, isCurrent: () => boolean): Promise<void> {
  if (!view) return;
  current = panel;
  for (const tab of tabs.children) {
    const chosen = tab.id === `tab-${panel.id}`;
    tab.setAttribute("aria-selected", String(chosen));
    tab.setAttribute("tabindex", chosen ? "0" : "-1");
  }
  shown.setAttribute("aria-labelledby", `tab-${panel.id}`);
  const focused = (document.activeElement as HTMLInputElement | null)?.value;
  const parts = await panel.show(view);
  if (!isCurrent()) return;
  shown.replaceChildren(...parts);
  shown.dataset["panel"] = panel.id;
  shown.dataset["encoding"] = view.encoding;
  showPlace(view.session.place);
  // Who chose with the keyboard goes on there.
  if (focused) [...shown.querySelectorAll<HTMLInputElement>("input[type=radio]")].find((input) => input.value === focused)?.focus();
}

for (const panel of PANELS) {
  const tab = h("button", { id: `tab-${panel.id}`, role: "tab", "aria-controls": "panel", "aria-selected": panel === current, tabindex: panel === current ? 0 : -1, onclick: () => view?.go(panel.id) }, panel.title);
  tabs.append(tab);
}
tabs.addEventListener("keydown", (event) => {
  const step = { ArrowRight: 1, ArrowLeft: -1, Home: -PANELS.length, End: PANELS.length }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const at = PANELS.indexOf(current) + step;
  const panel = PANELS[Math.abs(step) === 1 ? (at + PANELS.length) % PANELS.length : Math.max(0, Math.min(PANELS.length - 1, at))]!;
  view?.go(panel.id);
  byId(`tab-${panel.id}`).focus();
});

// Files: dropped anywhere, or chosen.
const file = byId<HTMLInputElement>("file");
file.addEventListener("change", () => {
  const chosen = file.files?.[0];
  if (chosen) open(chosen);
  file.value = "";
});
let over = 0;
addEventListener("dragenter", () => document.body.classList.toggle("dragging", ++over > 0));
addEventListener("dragleave", () => document.body.classList.toggle("dragging", --over > 0));
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
  event.preventDefault();
  over = 0;
  document.body.classList.remove("dragging");
  const dropped = event.dataTransfer?.files[0];
  const text = event.dataTransfer?.getData("text/plain");
  if (dropped) open(dropped);
  else if (text) paste(text, "auto");
});

// Text: pasted into the field, or anywhere else.
const text = byId<HTMLTextAreaElement>("text");
const form = byId<HTMLSelectElement>("form");

function paste(content: string, as: Form): void {
  try {
    open({ name: "pasted text", bytes: pastedBytes(content, as) });
  } catch (error) {
    say(error instanceof Error ? error.message : String(error), true);
  }
}

byId("paste").addEventListener("submit", (event) => {
  event.preventDefault();
  if (text.value) paste(text.value, form.value as Form);
  else say("There is nothing in the field.", true);
});
addEventListener("paste", (event) => {
  if (event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLInputElement) return;
  const pasted = event.clipboardData;
  const dropped = pasted?.files[0];
  if (dropped) open(dropped);
  else if (pasted?.getData("text/plain")) paste(pasted.getData("text/plain"), "auto");
});

for (const { name, about, base64 } of samples) {
  byId("samples").append(h("button", { type: "button", title: about, onclick: () => open({ name: about, bytes: fromBase64(base64) }) }, name));
}

for (const id of ["hint-header", "hint-language", "hint-url"]) {
  byId(id).addEventListener("change", () => given && open(given));
}

// Light or dark: as the system has it, until somebody says otherwise.
const theme = byId<HTMLButtonElement>("theme");
theme.addEventListener("click", () => {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const now = document.documentElement.dataset["theme"] ?? (dark ? "dark" : "light");
  document.documentElement.dataset["theme"] = now === "dark" ? "light" : "dark";
});
