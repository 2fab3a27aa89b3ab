// Builds the npm package `pellucid` and the inspector: `node build.mjs WASM OUT`. `cargo dev web` runs it, with the three modules of
// `crates/wasm` and what loads them in the folder WASM; the package is written to OUT/npm, the page to OUT/inspector. With `--published`
// sizes are checked.

import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";
import * as esbuild from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const root = dirname(here);
const published = process.argv.includes("--published");
const [wasm, out] = process.argv.slice(2, 4).map((path) => resolve(path));
if (!wasm || !out) throw new Error("usage: node build.mjs WASM OUT [--published]");

const version = /^version = "(.*)"$/m.exec(readFileSync(join(root, "Cargo.toml"), "utf8"))[1];

/** The entries of the package, and the module that each of them loads. */
const ENTRIES = { detect: "detect", index: "page", full: "full" };
const COMPAT = ["jschardet", "chardet"];

/** Where code runs: its folder and ending, what loads the module there, and how esbuild writes it. */
const PLACES = [
  { folder: "node", ending: ".js", load: "node", files: "files-node", format: "esm", platform: "node", target: "node18" },
  { folder: "node", ending: ".cjs", load: "commonjs", files: "files-node", format: "cjs", platform: "node", target: "node18" },
  { folder: "browser", ending: ".js", load: "browser", files: "files-browser", format: "esm", platform: "browser", target: "es2022" },
];

/** Detection alone is at most so many bytes by `gzip -9`. */
const DETECT = 1_000_000;

await buildPackage(join(out, "npm"));
await buildInspector(join(out, "inspector"));
rmSync(join(out, "published"), { force: true });
if (published) await checkSizes();

/** Prints how large the modules are, and fails if detection has become too large. A file says that this was no build for tests. */
async function checkSizes() {
  for (const module of Object.values(ENTRIES)) {
    const bytes = readFileSync(join(out, "npm/wasm", `${module}.wasm`));
    const zipped = gzipSync(bytes, { level: 9 }).length;
    console.log(`${module}.wasm: ${bytes.length} bytes, ${zipped} by gzip, ${brotliCompressSync(bytes).length} by brotli`);
    if (module === "detect" && zipped > DETECT) throw new Error(`detect.wasm is ${zipped} bytes by gzip, and at most ${DETECT} are allowed`);
  }
  writeFileSync(join(out, "published"), `${version}\n`);
}

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
  manifest.version = version;
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
  // A classic script, and a worker inside of it: so the page also works when it is opened from disk.
  const common = { bundle: true, format: "iife", target: "es2022", charset: "utf8", minify: true, legalComments: "none", logLevel: "warning" };
  const worker = await esbuild.build({
    ...common,
    entryPoints: [join(source, "src/worker.ts")],
    write: false,
    alias: { "#wasm": join(wasm, "full", "full.js") },
    // It is told where its module is.
    define: { "import.meta.url": '""' },
  });
  await esbuild.build({
    ...common,
    entryPoints: [join(source, "src/main.ts")],
    outfile: join(to, "inspector.js"),
    sourcemap: true,
    define: { PELLUCID_VERSION: JSON.stringify(version) },
    plugins: [given({ "#worker": worker.outputFiles[0].text, "#samples": samples() })],
  });
  const module = readFileSync(join(wasm, "full", "full_bg.wasm"));
  writeFileSync(join(to, "pellucid.wasm"), module);
  writeFileSync(join(to, "pellucid.wasm.js"), `pellucidWasm="${module.toString("base64")}"\n`);
  // Where `pellucid serve` says what it is. Elsewhere nothing answers, and this file says so.
  mkdirSync(join(to, "v1"));
  writeFileSync(join(to, "v1/about.json"), JSON.stringify({ name: null, version }) + "\n");
  for (const name of ["index.html", "style.css", "icon.svg"]) cpSync(join(source, name), join(to, name));
}

/** Modules that are values. */
function given(values) {
  return {
    name: "given",
    setup(build) {
      build.onResolve({ filter: /^#/ }, ({ path }) => (path in values ? { path, namespace: "given" } : undefined));
      build.onLoad({ filter: /.*/, namespace: "given" }, ({ path }) => ({ contents: JSON.stringify(values[path]), loader: "json" }));
    },
  };
}

/** Pages to try the inspector on: from the repository, and those that `inspector/samples/make.mjs` wrote. */
function samples() {
  const pages = [
    ["KOI8-R, undeclared", "A Russian page that declares nothing", "examples/vopros.html"],
    ["Persian recipe", "A recipe, right to left", "testdata/extract/ash.html"],
    ["Persian news", "A page for the figures of R2L", "testdata/r2l/khabar.html"],
    ["English recipe", "Main content among menus", "testdata/extract/bread.html"],
    ["declared wrongly", "Greek UTF-8 that declares ISO-8859-7, and lost a byte", "web/inspector/samples/lost.html"],
    ["two encodings", "French UTF-8 with pieces in windows-1252", "web/inspector/samples/mixed.html"],
    ["encoded twice", "German with “Ã¼” for “ü”", "web/inspector/samples/doubled.html"],
    ["no text", "A picture", "testdata/pages/pixel.png"],
  ];
  return pages.map(([name, about, path]) => ({ name, about, base64: readFileSync(join(root, path)).toString("base64") }));
}
