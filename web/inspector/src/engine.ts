// What the page asks of Pellucid. Panels know only these interfaces, and so they work the same with the library in a worker
// (`engine-wasm.ts`) and with one behind HTTP: each method of a session fits one `POST /v1/…` with the bytes of the page.

import type { Decoded, Guess, Hints, Method, Page, Pieces, Seen, Undone, Window } from "../../package/src/types.js";

export type { Guess, Hints, Method, Page, Score, Evidence, Seen, Cell, Window } from "../../package/src/types.js";

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

export type PageWish = { favor: "balance" | "precision" | "recall"; comments: boolean };

/** One page, opened. Encodings are names from its guess, or any others that Pellucid knows. */
export interface Session {
  readonly guess: Guess;
  /** Reads it in an encoding. */
  read(encoding: string): Promise<Reading>;
  /** The beginnings of the text in several encodings. */
  glimpses(encodings: string[]): Promise<string[]>;
  /** Which bytes of a stretch became which characters. */
  window(encoding: string, start: number, end: number): Promise<Window>;
  /** Undoes double encoding, and reads pieces in other encodings. */
  repair(encoding: string): Promise<Repair>;
  /** The main content, with the probability of each block. */
  page(encoding: string, wish: PageWish): Promise<Page>;
  /** What each method says of the encoding. */
  methods(): Promise<MethodAnswer[]>;
  /** What each extractor says of the content. */
  extractors(encoding: string): Promise<ExtractorAnswer[]>;
  /** What R2L sees. */
  r2l(encoding: string, script: string): Promise<Seen>;
}

export interface Engine {
  /** The version of the library. */
  readonly version: string;
  /** Names of all encodings. */
  readonly encodings: string[];
  open(bytes: Uint8Array, hints: PageHints): Promise<Session>;
}
