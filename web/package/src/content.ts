// Main content.

import * as wasm from "#wasm";
import { ready } from "#load";
import { asBytes } from "./bytes.js";
import type { Bytes, Hints, Page, PageOptions, TextHints } from "./types.js";

/** Extracts the main content of a page: detects, decodes and extracts. It never fails, whatever the bytes. */
export function page(data: Bytes, options?: Hints & PageOptions): Page {
  ready();
  return wasm.page(asBytes(data), options);
}

/** Extracts the main content of a page that is a string already. */
export function extract(html: string, options?: TextHints & PageOptions): Page {
  ready();
  if (typeof html !== "string") throw new TypeError("extract takes a string; page() takes bytes");
  return wasm.extract(html, options);
}
