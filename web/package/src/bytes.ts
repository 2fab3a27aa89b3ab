// Bytes in whatever they come.

import type { Bytes } from "./types.js";

/** Views bytes as a Uint8Array, without a copy. */
export function asBytes(data: Bytes): Uint8Array {
  if (data instanceof Uint8Array) return data;
  if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  if (data instanceof ArrayBuffer || Object.prototype.toString.call(data) === "[object SharedArrayBuffer]") {
    return new Uint8Array(data);
  }
  const what = typeof data === "string" ? "a string, which is decoded already" : Object.prototype.toString.call(data);
  throw new TypeError(`expected a Uint8Array, an ArrayBuffer or a view of one, not ${what}`);
}
