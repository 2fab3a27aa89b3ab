// Builds the npm package `pellucid` and the inspector: `node build.mjs WASM OUT`. `cargo dev web` runs it, with the three modules of
// `crates/wasm` and what loads them in the folder WASM; the package is written to OUT/npm, the page to OUT/inspector.

import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const root = dirname(here);
const [wasm, out] = process.argv.slice(2).map((path) => resolve(path));
if (!wasm || !out) throw new Error("usage: node build.mjs WASM OUT");

/** The entries of the package, and the module that each of them loads. */
const ENTRIES = { detect: "detect", index: "page", full: "full" };
const COMPAT = ["jschardet", "chardet"];

/** Where code runs: its folder and ending, what loads the module there, and how esbuild writes it. */
const PLACES = [
  { folder: "node", ending: ".js", load: "node", files: "files-node", format: "esm", platform: "node", target: "node18" },
  { folder: "node", ending: ".cjs", load: "commonjs", files: "files-node", format: "cjs", platform: "node", target: "node18" },
  { folder: "browser", ending: ".js", load: "browser", files: "files-browser", format: "esm", platform: "browser", target: "es2022" },
];

await buildPackage(join(out, "npm"));
await buildInspector(join(out, "inspector"));

async function buildPackage(to) {
  rmSync(to, { recursive: true, force: true });
  const source = join(here, "package/src");
  for (const place of PLACES) {
    const { ending, format, platform, target } = place;
    const common = { bundle: true, format, platform, target, charset: "utf8", legalComments: "none", logLevel: "warning" };
    for (const [entry, module] of Object.entries(ENTRIES)) {
      await esbuild.build({
        ...common,
        entryPoints: [join(source, `${entry}.ts`)],
        outfile: join(to, place.folder, entry + ending),
        alias: { "#wasm": join(wasm, module, `${module}.js`), "#load": join(source, "load", `${place.load}.ts`) },
        define: { WASM_FILE: JSON.stringify(`../wasm/${module}.wasm`) },
      });
    }
    for (const entry of COMPAT) {
      await esbuild.build({
        ...common,
        entryPoints: [join(source, "compat", `${entry}.ts`)],
        outfile: join(to, place.folder, "compat", entry + ending),
        alias: { "#files": join(source, "compat", `${place.files}.ts`) },
        plugins: [shared("../detect.js", `../detect${ending}`)],
      });
    }
  }
  for (const module of Object.values(ENTRIES)) {
    mkdirSync(join(to, "wasm"), { recursive: true });
    cpSync(join(wasm, module, `${module}_bg.wasm`), join(to, "wasm", `${module}.wasm`));
  }
  writeTypes(join(to, "types"));
  const manifest = JSON.parse(readFileSync(join(here, "package/package.json"), "utf8"));
  manifest.version = /^version = "(.*)"$/m.exec(readFileSync(join(root, "Cargo.toml"), "utf8"))[1];
  writeFileSync(join(to, "package.json"), JSON.stringify(manifest, null, 2) + "\n");
  cpSync(join(here, "package/README.md"), join(to, "README.md"));
  for (const licence of ["LICENSE-MIT", "LICENSE-APACHE"]) cpSync(join(root, licence), join(to, licence));
}

/** What the compatibility layers import from the package stays an import, so that the module is loaded once. */
function shared(path, instead) {
  return {
    name: "shared",
    setup(build) {
      build.onResolve({ filter: /^\.\.\/detect\.js$/ }, (found) => (found.path === path ? { path: instead, external: true } : undefined));
    },
  };
}

/** Types for ES modules, and the same for `require`. */
function writeTypes(to) {
  const project = ["--project", join(here, "package"), "--declaration", "--emitDeclarationOnly", "--outDir", to];
  execFileSync(process.execPath, [join(here, "node_modules/typescript/bin/tsc"), ...project], { stdio: "inherit" });
  rmSync(join(to, "load"), { recursive: true, force: true });
  for (const folder of [to, join(to, "compat")]) {
    for (const name of readdirSync(folder).filter((name) => name.endsWith(".d.ts"))) {
      const types = readFileSync(join(folder, name), "utf8").replace(/(from|import\()(\s*")(\.[^"]*)\.js"/g, '$1$2$3.cjs"');
      writeFileSync(join(folder, name.replace(/\.d\.ts$/, ".d.cts")), types);
    }
  }
}

async function buildInspector(to) {
  rmSync(to, { recursive: true, force: true });
  const source = join(here, "inspector");
  await esbuild.build({
    entryPoints: { inspector: join(source, "src/main.ts"), worker: join(source, "src/worker.ts") },
    outdir: to,
    bundle: true,
    format: "esm",
    target: "es2022",
    charset: "utf8",
    minify: true,
    sourcemap: true,
    legalComments: "none",
    logLevel: "warning",
    alias: { "#wasm": join(wasm, "full", "full.js") },
  });
  cpSync(join(wasm, "full", "full_bg.wasm"), join(to, "pellucid.wasm"));
  for (const name of ["index.html", "style.css", "icon.svg"]) cpSync(join(source, name), join(to, name));
  cpSync(join(source, "samples"), join(to, "samples"), { recursive: true });
}
