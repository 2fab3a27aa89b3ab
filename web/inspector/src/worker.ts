// The worker: runs the library, and keeps the page that is open.

import * as wasm from "#wasm";
import type { Hints, Method } from "../../package/src/types.js";
import type { Change, ExtractorAnswer, MethodAnswer, PageHints, PageWish, Reading, Repair } from "./engine.js";
import type { Request, Response, Started } from "./protocol.js";

/** So much of a text is shown at once. */
const SHOWN = 60_000;
/** So much of it in a glimpse. */
const GLIMPSE = 200;
/** So much of a page is searched for the best place for a glimpse. */
const SEARCHED = 1 << 18;
/** So many lines that a repair changes are shown. */
const CHANGES = 60;
const METHODS: Method[] = ["pellucid", "standard", "hybrid", "chared", "svm"];
const EXTRACTORS = ["default", "r2l", "r2l+", "r2l-tree", "licea", "danag"];

let bytes = new Uint8Array(0);
let hints: PageHints = {};

const methods = {
  start(module: ArrayBuffer): Started {
    wasm.initSync({ module });
    const names = wasm.encodings().filter((row) => row.use !== "never").map((row) => row.name);
    return { version: wasm.version(), encodings: names };
  },

  open(page: Uint8Array<ArrayBuffer>, known: PageHints) {
    bytes = page;
    hints = known;
    return wasm.detect(bytes, hints);
  },

  read(encoding: string): Reading {
    const { text, replaced, positions, check } = wasm.decode(bytes, { encoding });
    const visible = /<[a-z!?/]/i.test(text.slice(0, 4096)) ? wasm.page(bytes, { encoding, extract: "all" }).text : null;
    return {
      text: excerpt(text, SHOWN),
      length: text.length,
      visible: visible === null ? null : { text: excerpt(visible, SHOWN), length: visible.length },
      encoding,
      replaced,
      positions,
      check,
    };
  },

  glimpses(encodings: string[]): string[] {
    const at = foreign();
    return encodings.map((encoding) => {
      const { cells } = wasm.window(bytes, encoding, at, Math.min(bytes.length, at + GLIMPSE));
      const text = cells.map((cell) => cell.text).join("");
      // Without markup, and without the rest of a tag and the beginning of another.
      return text.replace(/^[^<]*>/, "").replace(/<[^>]*(>|$)/g, " ").replace(/\s+/g, " ").trim() || text.trim();
    });
  },

  window(encoding: string, start: number, end: number) {
    return wasm.window(bytes, encoding, start, end);
  },

  repair(encoding: string): Repair {
    const before = wasm.decode(bytes, { encoding }).text.split("\n");
    const { text, repaired, mixed } = wasm.decode(bytes, { encoding, repair: true, mixed: true });
    const after = text.split("\n");
    const changes: Change[] = [];
    let changed = 0;
    // Neither repair adds or removes a line end.
    for (let line = 0; line < Math.max(before.length, after.length); line++) {
      if (before[line] === after[line]) continue;
      changed += 1;
      if (changes.length < CHANGES) changes.push({ line: line + 1, ...around(before[line] ?? "", after[line] ?? "") });
    }
    return { repaired, mixed, changes, changed };
  },

  page(encoding: string, wish: PageWish) {
    const page = wasm.page(bytes, { ...hints, encoding, ...wish, explain: true, markdown: true });
    for (const score of page.scores ?? []) score.text = excerpt(score.text, 2000);
    return { ...page, text: excerpt(page.text, SHOWN), markdown: excerpt(page.markdown ?? "", SHOWN) };
  },

  methods(): MethodAnswer[] {
    return METHODS.map((method) => {
      try {
        return { method, guess: wasm.detect(bytes, { ...hints, method } satisfies Hints), error: null };
      } catch (error) {
        return { method, guess: null, error: String(error) };
      }
    });
  },

  extractors(encoding: string): ExtractorAnswer[] {
    return EXTRACTORS.map((extractor) => {
      const { text } = wasm.page(bytes, { encoding, extractor });
      return { extractor, text: excerpt(text, 600), length: text.length };
    });
  },

  r2l(encoding: string, script: string) {
    const seen = wasm.r2l(wasm.decode(bytes, { encoding }).text, { script });
    return { ...seen, text: excerpt(seen.text, SHOWN) };
  },
};

/** The beginning of a text, without half of a character at its end. */
function excerpt(text: string, length: number): string {
  return text.length > length ? text.slice(0, length).replace(/[\ud800-\udbff]$/, "") : text;
}

/** Where candidates differ most: the stretch with most bytes beyond ASCII, in the first part of the page. */
function foreign(): number {
  const step = 50;
  const end = Math.min(bytes.length, SEARCHED);
  const high = new Uint16Array(Math.ceil(end / step) + GLIMPSE / step);
  for (let at = 0; at < end; at++) if (bytes[at]! >= 0x80 || bytes[at] === 0x1b) high[Math.floor(at / step)]! += 1;
  let [best, most] = [0, 0];
  for (let start = 0; start * step < end; start++) {
    let sum = 0;
    for (let part = start; part < start + GLIMPSE / step; part++) sum += high[part]!;
    if (sum > most) [best, most] = [start * step, sum];
  }
  // From the end of the tag or the word before it on.
  for (let at = best; at > Math.max(0, best - 60); at--) if (bytes[at - 1] === 0x3e || bytes[at - 1] === 0x0a) return at;
  return best;
}

/** Where two lines differ, with a little of what stands around it. */
function around(before: string, after: string): { before: string; after: string } {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start++;
  start = Math.max(0, start - 40);
  return { before: before.slice(start, start + 240), after: after.slice(start, start + 240) };
}

self.onmessage = ({ data }: MessageEvent<Request>) => {
  let answer: Response;
  try {
    const method = methods[data.method] as (...args: any[]) => unknown;
    answer = { id: data.id, result: method(...data.args) };
  } catch (error) {
    answer = { id: data.id, error: error instanceof Error ? error.message : String(error) };
  }
  self.postMessage(answer);
};
