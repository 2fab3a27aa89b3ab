// What the page asks of Pellucid. Panels know only these interfaces, and so they work the same with the library in a worker
// (`engine-wasm.ts`) and with the service that the page comes from (`engine-serve.ts`).

import type { Decoded, Guess, Hints, Method, Page, Pieces, Seen, Undone, Window } from "../../package/src/types.js";

export type { Guess, Hints, Method, Page, Score, Evidence, Cell, Window } from "../../package/src/types.js";

/** What is known about the page beside its bytes. */
export type PageHints = Pick<Hints, "content_type" | "language" | "url">;

/** The beginning of a text; whole texts of large pages stay where they are. */
export interface Excerpt {
  text: string;
  /** How long the whole text is, in units of UTF-16. */
  length: number;
}

/** A page read in one encoding: with its markup, and, if it has any, without. */
export interface Reading extends Excerpt, Pick<Decoded, "encoding" | "replaced" | "positions" | "check"> {
  visible: Excerpt | null;
}

/** A line of the text that a repair changes. */
export interface Change {
  line: number;
  before: string;
  after: string;
}

/** What repair makes of a page. */
export interface Repair {
  repaired: Undone[];
  mixed: Pieces;
  /** The first lines that change, and how many there are in all. */
  changes: Change[];
  changed: number;
}

/** The answer of a method, or why there is none. */
export interface MethodAnswer {
  method: Method;
  guess: Guess | null;
  error: string | null;
}

/** What an extractor makes of a page. */
export interface ExtractorAnswer extends Excerpt {
  extractor: string;
}

/** The content of a page, with the first of its blocks, and how many there are and are kept. */
export interface Content {
  content: Omit<Page, "positions" | "guess">;
  all: Count;
  chosen: Count;
}

export interface Count {
  blocks: number;
  characters: number;
}

export type PageWish = { favor: "balance" | "precision" | "recall"; comments: boolean };

/** One page, opened. Encodings are names from its guess, or any others that Pellucid knows. */
export interface Session {
  readonly guess: Guess;
  /** Where the last answer comes from. */
  readonly place: Place;
  /** Any question. */
  ask: Ask;
  /** Reads it in an encoding. */
  read(encoding: string): Promise<Reading>;
  /** The beginnings of the text in several encodings. */
  glimpses(encodings: string[]): Promise<string[]>;
  /** Which bytes of a stretch became which characters. */
  window(encoding: string, start: number, end: number): Promise<Window>;
  /** Undoes double encoding, and reads pieces in other encodings. */
  repair(encoding: string): Promise<Repair>;
  /** The main content, with the probability of each block. */
  page(encoding: string, wish: PageWish): Promise<Content>;
  /** What each method says of the encoding. */
  methods(): Promise<MethodAnswer[]>;
  /** What each extractor says of the content. */
  extractors(encoding: string): Promise<ExtractorAnswer[]>;
  /** What R2L sees. */
  r2l(encoding: string, script: string): Promise<Seen>;
}

/** Where pages are read. */
export interface Place {
  /** In few words: "in this browser". */
  name: string;
  /** What that means for a page. */
  about: string;
}

export interface Engine {
  /** The version of the library. */
  readonly version: string;
  /** Names of all encodings. */
  readonly encodings: string[];
  readonly place: Place;
  open(bytes: Uint8Array<ArrayBuffer>, hints: PageHints): Promise<Session>;
}

/** A question in words: hints, and what is asked. `crates/answers` knows them, for every engine. */
export type Words = Record<string, string>;

/** Asks about the page that is open. */
export type Ask = <T>(words: Words) => Promise<T>;

/** So many answers about a page are kept: panels ask the same again when they are shown again. */
const KEPT = 24;

/** A session: each of its methods is one question. */
export async function openSession(hints: PageHints, asked: Ask, place: () => Place): Promise<Session> {
  const kept = new Map<string, Promise<any>>();
  const ask: Ask = (words) => {
    const key = JSON.stringify(words);
    const answer = kept.get(key) ?? asked(words);
    kept.delete(key);
    kept.set(key, answer);
    answer.catch(() => kept.delete(key));
    if (kept.size > KEPT) kept.delete(kept.keys().next().value!);
    return answer;
  };
  const { content_type, language, url } = hints;
  const known: Words = { ...(content_type && { content_type }), ...(language && { lang: language }), ...(url && { url }) };
  const about = <T>(encoding: string, words: Words): Promise<T> => ask<T>({ ...known, from: encoding, ...words });
  const guess = await ask<Guess>({ ...known, ask: "guess" });
  return {
    guess,
    get place() {
      return place();
    },
    ask,
    read: (encoding) => about(encoding, { ask: "read" }),
    glimpses: (encodings) => ask({ ask: "glimpses", encodings: encodings.join(",") }),
    window: (encoding, start, end) => about(encoding, { ask: "window", start: String(start), end: String(end) }),
    repair: (encoding) => about(encoding, { ask: "repair" }),
    page: (encoding, { favor, comments }) => about(encoding, { ask: "page", favor, comments: comments ? "text" : "none" }),
    methods: () => ask({ ...known, ask: "methods" }),
    extractors: (encoding) => about(encoding, { ask: "extractors" }),
    r2l: (encoding, script) => about(encoding, { ask: "r2l", script }),
  };
}
