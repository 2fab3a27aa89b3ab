// Node, by `require`: the module is read at the first call.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { initSync } from "#wasm";

declare const WASM_FILE: string;

let loaded = false;

export function ready(): void {
  if (loaded) return;
  initSync({ module: readFileSync(join(__dirname, WASM_FILE)) });
  loaded = true;
}
