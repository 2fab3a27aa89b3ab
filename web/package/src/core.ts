// Detection, decoding and repair: what every entry of the package has.

import * as wasm from "#wasm";
import { ready } from "#load";
import { asBytes } from "./bytes.js";
import type { Bytes, Decoded, DecodeOptions, EncodingRow, Errors, Guess, Hints, Repaired } from "./types.js";

export type * from "./types.js";
export { DecodeStream, detectStream, type DecodeStreamOptions } from "./streams.js";

/** The version of the library. */
export function version(): string {
  ready();
  return wasm.version();
}

/**
 * Detects the encoding of bytes. It never fails, whatever the bytes.
 *
 * ```js
 * detect(new Uint8Array([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]), { language: "ru" }).encoding // "windows-1251"
 * ```
 */
export function detect(data: Bytes, hints?: Hints): Guess {
  ready();
  return wasm.detect(asBytes(data), hints);
}

/** Decodes bytes, in the encoding that is detected or that the caller knows. */
export function decode(data: Bytes, options?: Hints & DecodeOptions): Decoded {
  ready();
  return wasm.decode(asBytes(data), options);
}

/** Undoes earlier decoding mistakes in a text, where that is certain and exact. Everything else stays as it is. */
export function repair(text: string): Repaired {
  ready();
  return wasm.repair(text);
}

/** The bytes of a text, without a byte order mark. `errors` is for characters that the encoding lacks. */
export function encode(text: string, encoding: string, errors: Errors = "replace"): Uint8Array {
  ready();
  return wasm.encode(text, encoding, errors);
}

/** All encodings that Pellucid reads and writes. */
export function encodings(): EncodingRow[] {
  ready();
  return wasm.encodings();
}

/** The encoding with this name, label or Python codec; undefined if there is none. Labels mean the same as on the web. */
export function encoding(name: string): EncodingRow | undefined {
  ready();
  return wasm.encoding(name);
}

/** Detects the encoding of a page that arrives in pieces: feed them all, then finish. Its memory is bounded. */
export class Stream {
  #stream: wasm.Stream | null;

  constructor(hints?: Hints) {
    ready();
    this.#stream = new wasm.Stream(hints);
  }

  /** Takes the next piece. */
  feed(data: Bytes): void {
    this.#open().feed(asBytes(data));
  }

  /** The answer before the last piece, as soon as it is clear; null before that. */
  early(): Guess | null {
    return this.#open().early() ?? null;
  }

  /** The answer after the last piece, the same as for the whole page. A finished stream takes no more pieces. */
  finish(): Guess {
    const stream = this.#open();
    this.#stream = null;
    return stream.finish();
  }

  #open(): wasm.Stream {
    if (!this.#stream) throw new Error("the stream is finished; make another one for another page");
    return this.#stream;
  }
}
