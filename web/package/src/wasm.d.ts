// What wasm-bindgen makes of `crates/wasm`, the same for its three modules; `page` and what follows it are not in all of them.
// The build resolves "#wasm" to the module of each entry.

import type { Decoded, EncodingRow, Guess, Page, Repaired, Seen, Window } from "./types.js";

export function initSync(options: { module: BufferSource | WebAssembly.Module }): unknown;
export default function init(options: {
  module_or_path: URL | Response | BufferSource | WebAssembly.Module;
}): Promise<unknown>;

export function version(): string;
export function detect(bytes: Uint8Array, hints: unknown): Guess;
export function decode(bytes: Uint8Array, options: unknown): Decoded;
export function repair(text: string): Repaired;
export function encodings(): EncodingRow[];
export function encoding(name: string): EncodingRow | undefined;
export function encode(text: string, encoding: string, errors?: string): Uint8Array;

export class Stream {
  constructor(hints: unknown);
  feed(bytes: Uint8Array): void;
  early(): Guess | undefined;
  finish(): Guess;
  free(): void;
}

export class TextStream {
  constructor(encoding: string, options: unknown);
  feed(bytes: Uint8Array): string;
  finish(): string;
  readonly replaced: number;
  free(): void;
}

export function page(bytes: Uint8Array, options: unknown): Page;
export function extract(text: string, options: unknown): Page;

/** Answers what the inspector asks, in words: see `crates/answers/src/inspect`. */
export function inspect(bytes: Uint8Array, words: Record<string, string>): unknown;
export function window(bytes: Uint8Array, encoding: string, start: number, end: number): Window;
export function locate(bytes: Uint8Array, encoding: string, textOffset: number): number;
export function r2l(text: string, options: unknown): Seen;
