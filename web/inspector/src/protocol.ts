// Messages between the page and its worker: a call of a method, and what became of it.

import type { Guess, PageHints, Session } from "./engine.js";

/** The methods of a session are called by their names; the worker knows which page is open. */
export type SessionMethod = Exclude<keyof Session, "guess">;

export type Call =
  | { method: "start"; args: [wasm: ArrayBuffer] }
  | { method: "open"; args: [bytes: Uint8Array, hints: PageHints] }
  | { method: SessionMethod; args: unknown[] };

export type Request = Call & { id: number };

export type Response = { id: number; result: unknown } | { id: number; error: string };

export interface Started {
  version: string;
  encodings: string[];
}

export type Opened = Guess;
