// Looking closer: what the inspector shows, for others who build one.

import * as wasm from "#wasm";
import { ready } from "#load";
import { asBytes } from "./bytes.js";
import type { Bytes, Seen, Window } from "./types.js";

/** Which bytes of a stretch became which characters, in an encoding. */
export function window(data: Bytes, encoding: string, start: number, end: number): Window {
  ready();
  return wasm.window(asBytes(data), encoding, start, end);
}

/** The place of a character in the bytes: the offset of the byte that completed it. */
export function locate(data: Bytes, encoding: string, textOffset: number): number {
  ready();
  return wasm.locate(asBytes(data), encoding, textOffset);
}

/** What R2L sees of a decoded page: the figures of its paper as numbers. */
export function r2l(html: string, options?: { script?: string; gap?: number }): Seen {
  ready();
  return wasm.r2l(html, options);
}
