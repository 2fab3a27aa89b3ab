// `npm run bench`: Pellucid, jschardet and chardet on the same pages, in Node and in Chromium, in one run. `cargo dev web` must have
// built the package.

import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { cpus } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import * as esbuild from "esbuild";
import { launch, noChromium, serve } from "../test/chromium.mjs";
import { built, npm } from "../test/tools.mjs";
import { pages } from "./pages.mjs";
import { trial } from "./trial.mjs";

const require = createRequire(import.meta.url);
const pellucid = await import(join(npm, "node/detect.js"));
const sets = pages(pellucid.encode);
const folder = join(built, "bench");
mkdirSync(folder, { recursive: true });

/** Each as a program for browsers, whole. */
const bundles = { jschardet: join(folder, "jschardet.js"), chardet: join(folder, "chardet.js") };
for (const [name, outfile] of Object.entries(bundles)) {
  await esbuild.build({ stdin: { contents: `export { default } from "${name}"`, resolveDir: import.meta.dirname ?? "." }, bundle: true, minify: true, format: "esm", platform: "browser", outfile, logLevel: "error" });
}

/** Detectors by name: how each is imported in Node, and which encoding it says. */
const DETECTORS = {
  pellucid: { module: join(npm, "node/detect.js"), detect: (p) => (bytes) => p.detect(bytes).encoding },
  jschardet: { module: require.resolve("jschardet").replace("index.cjs", "index.js"), detect: (p) => (bytes) => p.detect(bytes).encoding },
  chardet: { module: require.resolve("chardet"), detect: (p) => (bytes) => p.detect(bytes) },
};

function decode(bytes, name) {
  const known = pellucid.encoding(name);
  return known ? pellucid.decode(bytes, { encoding: known.name }).text : "";
}

const rows = [];
for (const [name, { module, detect }] of Object.entries(DETECTORS)) {
  const found = detect(await import(module));
  const cold = execFileSync(process.execPath, ["-e", `const t = performance.now(); import(${JSON.stringify(module)}).then((m) => { (m.default?.detect ?? m.detect)(new Uint8Array([0xe9, 0x20, 0xe8])); console.log(performance.now() - t); })`], { encoding: "utf8" });
  rows.push({ where: `Node ${process.version}`, name, whole: trial(found, sets.whole, decode), titles: trial(found, sets.titles, decode), cold: Number(cold) });
}

if (noChromium) console.log(`skipped: in Chromium: ${noChromium}`);
else {
  writeFileSync(join(folder, "pages.json"), JSON.stringify(Object.fromEntries(Object.entries(sets).map(([set, pages]) => [set, pages.map(({ text, bytes }) => ({ text, bytes: Buffer.from(bytes).toString("base64") }))]))));
  writeFileSync(join(folder, "trial.js"), readFileSync(new URL("trial.mjs", import.meta.url)));
  const [server, browser] = [await serve(), await launch()];
  for (const name of Object.keys(DETECTORS)) {
    const page = await browser.newPage();
    await page.goto(`${server.url}/inspector/icon.svg`);
    const answer = await page.evaluate(async ([base, name]) => {
      const { trial } = await import(`${base}/bench/trial.js`);
      const sets = await (await fetch(`${base}/bench/pages.json`)).json();
      for (const pages of Object.values(sets)) for (const page of pages) page.bytes = Uint8Array.from(atob(page.bytes), (c) => c.charCodeAt(0));
      const began = performance.now();
      const module = await import(name === "pellucid" ? `${base}/npm/browser/detect.js` : `${base}/bench/${name}.js`);
      const found = module.default ?? module;
      const detect = (bytes) => (name === "chardet" ? found.detect(bytes) : found.detect(bytes).encoding);
      detect(new Uint8Array([0xe9, 0x20, 0xe8]));
      const cold = performance.now() - began;
      const pellucid = await import(`${base}/npm/browser/detect.js`);
      const decode = (bytes, name) => {
        const known = pellucid.encoding(name);
        return known ? pellucid.decode(bytes, { encoding: known.name }).text : "";
      };
      return { whole: trial(detect, sets.whole, decode), titles: trial(detect, sets.titles, decode), cold };
    }, [server.url, name]);
    rows.push({ where: `Chromium ${browser.version()}`, name, ...answer });
    await page.close();
  }
  await browser.close();
  server.close();
}

/** What is downloaded: the program, and for Pellucid its module. */
const files = {
  pellucid: [join(npm, "browser/detect.js"), join(npm, "wasm/detect.wasm")],
  "pellucid, with page()": [join(npm, "browser/index.js"), join(npm, "wasm/page.wasm")],
  "pellucid/full": [join(npm, "browser/full.js"), join(npm, "wasm/full.wasm")],
  jschardet: [bundles.jschardet],
  chardet: [bundles.chardet],
};

const percent = (share) => (100 * share).toFixed(1);
console.log(`${sets.whole.length} pages and ${sets.titles.length} titles in ${new Set(sets.whole.map(({ encoding }) => encoding)).size} encodings; ${cpus()[0].model}\n`);
console.log("| | | pages right, % | titles right, % | pages a second | MB/s | titles a second | import and first answer, ms |\n|---|---|---:|---:|---:|---:|---:|---:|");
for (const { where, name, whole, titles, cold } of rows) {
  console.log(`| ${where} | ${name} | ${percent(whole.right)} | ${percent(titles.right)} | ${whole.pages.toFixed(0)} | ${whole.megabytes.toFixed(1)} | ${titles.pages.toFixed(0)} | ${cold.toFixed(0)} |`);
}
console.log("\n| download, kB | as it is | gzip -9 | brotli |\n|---|---:|---:|---:|");
for (const [name, paths] of Object.entries(files)) {
  const sizes = paths.map((path) => readFileSync(path));
  const sum = (of) => (sizes.reduce((sum, bytes) => sum + of(bytes).length, 0) / 1000).toFixed(0);
  console.log(`| ${name} | ${sum((bytes) => bytes)} | ${sum((bytes) => gzipSync(bytes, { level: 9 }))} | ${sum(brotliCompressSync)} |`);
}
