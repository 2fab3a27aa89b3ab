// Messages between the page and its worker: what is wanted, and what became of it.

import type { Words } from "./engine.js";

/** The worker keeps the page that was opened last. */
export type Call =
  | { method: "start"; wasm: ArrayBuffer }
  | { method: "open"; bytes: Uint8Array<ArrayBuffer> }
  | { method: "ask"; words: Words };

export type Request = Call & { id: number };

export type Response = { id: number; result: unknown } | { id: number; error: string };

export interface Started {
  version: string;
  encodings: string[];
}
