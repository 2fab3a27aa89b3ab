// Browsers, workers and bundlers: the module is fetched when this file is imported. So functions need no `await`.

import init from "#wasm";

/** The build puts the path of each entry's module here, as a literal: bundlers look for `new URL("…", import.meta.url)`. */
declare const WASM_FILE: string;

await init({ module_or_path: new URL(WASM_FILE, import.meta.url) });

export function ready(): void {}
