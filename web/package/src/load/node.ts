// Node, as an ES module: the module is read at the first call.

import { readFileSync } from "node:fs";
import { initSync } from "#wasm";

declare const WASM_FILE: string;

let loaded = false;

export function ready(): void {
  if (loaded) return;
  initSync({ module: readFileSync(new URL(WASM_FILE, import.meta.url)) });
  loaded = true;
}
