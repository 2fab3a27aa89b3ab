// The package as its users have it: installed, imported in every way, with bad input.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { npm, root } from "./tools.mjs";

const folder = mkdtempSync(join(tmpdir(), "pellucid-"));
after(() => rmSync(folder, { recursive: true, force: true }));
mkdirSync(join(folder, "node_modules"));
symlinkSync(npm, join(folder, "node_modules/pellucid"), "dir");
const require = createRequire(join(folder, "index.js"));

const pellucid = require("pellucid");
const koi8 = readFileSync(join(root, "examples/vopros.html"));
const ENTRIES = ["pellucid", "pellucid/detect", "pellucid/full", "pellucid/compat/jschardet", "pellucid/compat/chardet"];

/** Runs a program of a user's, and returns what it prints. */
function run(name, source) {
  writeFileSync(join(folder, name), source);
  return execFileSync(process.execPath, [name], { cwd: folder, encoding: "utf8" }).trim();
}

/** A stream of pieces; Node 18 has no `ReadableStream.from`. */
function streamOf(pieces) {
  return new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
}

test("import and require give the same names", () => {
  for (const entry of ENTRIES) {
    const required = Object.keys(require(entry)).filter((name) => name !== "__esModule").sort();
    const imported = run("names.mjs", `console.log(JSON.stringify(Object.keys(await import(${JSON.stringify(entry)}))))`);
    assert.deepEqual(JSON.parse(imported).sort(), required, entry);
    assert.ok(required.length > 1, entry);
  }
});

test("nothing is run when it is installed, and no other package comes with it", () => {
  const manifest = require("pellucid/package.json");
  assert.equal(manifest.scripts, undefined);
  assert.equal(manifest.dependencies, undefined);
  assert.equal(manifest.version, pellucid.version());
});

test("types fit, with import and with require", () => {
  const use = `
    const bytes = new Uint8Array([0xe9]);
    const guess: p.Guess = p.detect(bytes, { language: "fr", allow: ["utf-8", "windows-1252"] });
    const text: string = p.decode(bytes, { errors: "ignore", repair: true }).text;
    const title: string | null = p.page(bytes, { markdown: true }).title;
    const stream: ReadableStream<string> = new Blob([bytes]).stream().pipeThrough(new p.DecodeStream({ tld: "fr" }));
    const matches: { name: string }[] = chardet.analyse(bytes);
    const found: string | null = jschardet.detect("abc").encoding;
    const detector: upstream.UniversalDetector = new upstream.UniversalDetector({ encodingEra: upstream.EncodingEra.ALL });
    const options: upstream.DetectAllOptions = { ignoreThreshold: true };
    // @ts-expect-error: no such option
    p.detect(bytes, { langauge: "fr" });
    void [guess, text, title, stream, matches, found, detector, options];
  `;
  const imports = `import * as p from "pellucid";
    import chardet from "pellucid/compat/chardet";
    import jschardet, { chardet as upstream } from "pellucid/compat/jschardet";`;
  writeFileSync(join(folder, "types.mts"), imports + use);
  writeFileSync(join(folder, "types.cts"), imports.replaceAll(/import (\w+)(?:, \{(.*?)\})? from/g, "import { default as $1, $2 } from").replaceAll(", }", " }") + use);
  const options = ["--noEmit", "--strict", "--module", "nodenext", "--target", "es2022", "--lib", "es2022,dom", "--types", ""];
  const tsc = join(root, "web/node_modules/typescript/bin/tsc");
  execFileSync(process.execPath, [tsc, ...options, "types.mts", "types.cts"], { cwd: folder, stdio: "pipe", encoding: "utf8" });
});

test("bytes come in any form", () => {
  const copy = Uint8Array.from(koi8);
  const forms = [koi8, copy, copy.buffer, new DataView(copy.buffer), new Uint16Array(copy.buffer, 0, copy.length >> 1)];
  for (const form of forms) assert.equal(pellucid.detect(form).encoding, "KOI8-R");
  const inside = new Uint8Array([0xff, 0xfe, ...koi8]).subarray(2);
  assert.deepEqual(pellucid.detect(inside), pellucid.detect(koi8));
});

test("wrong input is an error that says what to do", () => {
  assert.throws(() => pellucid.detect("text"), { name: "TypeError", message: /not a string, which is decoded already/ });
  assert.throws(() => pellucid.detect(null), TypeError);
  assert.throws(() => pellucid.detect(koi8, { langauge: "ru" }), /unknown option "langauge"; use one of: .*language/);
  assert.throws(() => pellucid.detect(koi8, { language: 7 }), /language must be a string/);
  assert.throws(() => pellucid.detect(koi8, { language: "xyzzy" }), /xyzzy/);
  assert.throws(() => pellucid.detect(koi8, { encoding: "utf-14" }), /unknown encoding "utf-14"/);
  assert.throws(() => pellucid.detect(koi8, { allow: [1] }), /allow must be a string, or an array of strings/);
  assert.throws(() => pellucid.detect(koi8, { method: "svm" }), /papers/);
  assert.throws(() => pellucid.detect(koi8, { model: new Uint8Array(9) }), /not a model/);
  assert.throws(() => pellucid.detect(koi8, 7), /options must be an object/);
  assert.throws(() => pellucid.page(koi8, { extractor: "r2l" }), /pellucid\/full/);
  assert.throws(() => pellucid.page(koi8, { extractor: "nothing" }), /nothing/);
  assert.throws(() => pellucid.extract(koi8), /extract takes a string/);
  assert.throws(() => pellucid.extract("<p>x", { allow: "utf-8" }), /unknown option "allow"/);
  assert.throws(() => pellucid.encode("€", "iso-8859-2", "strict"), /€|ISO-8859-2/);
});

test("damage is counted and located, or an error", () => {
  const broken = Buffer.concat([Buffer.from("déjà vu, "), Buffer.from([0xe9]), Buffer.from(" et après")]);
  const decoded = pellucid.decode(broken);
  assert.deepEqual([decoded.encoding, decoded.replaced, decoded.positions], ["UTF-8", 1, [[11, 12]]]);
  assert.throws(() => pellucid.decode(broken, { encoding: "utf-8", errors: "strict" }), { name: "DecodeError", offset: 11 });
});

test("text comes back as it was", () => {
  const text = "naïve – “quotes” 😀 שלום 日本語 \u0000 end";
  assert.equal(pellucid.decode(new TextEncoder().encode(text)).text, text);
  assert.equal(pellucid.repair("DÃ©jÃ\u00a0 vu, cafÃ©, Ã©tÃ©").text, "Déjà vu, café, été");
  for (const row of pellucid.encodings().filter(({ name }) => /^(windows-125|KOI8|Shift|EUC-|Big5$|gb18030)/.test(name))) {
    const letters = { ru: "съешь", ja: "日本語", ko: "한국어", zh: "中文", el: "αβγ", he: "שלום", ar: "سلام", vi: "ă" };
    const language = row.languages.find((language) => language.slice(0, 2) in letters);
    const word = letters[language?.slice(0, 2)] ?? "abc";
    assert.equal(pellucid.decode(pellucid.encode(word, row.name, "strict"), { encoding: row.name }).text, word, row.name);
  }
});

test("streams have the answer of the whole, whatever the pieces", async () => {
  const whole = pellucid.decode(koi8);
  for (const size of [1, 7, 100, koi8.length]) {
    const pieces = [];
    for (let at = 0; at < koi8.length; at += size) pieces.push(koi8.subarray(at, at + size));
    const stream = new pellucid.DecodeStream();
    let text = "";
    for await (const piece of streamOf(pieces).pipeThrough(stream)) text += piece;
    assert.equal(text, whole.text);
    assert.equal((await stream.guess).encoding, "KOI8-R");
    assert.equal((await pellucid.detectStream(streamOf(pieces))).encoding, "KOI8-R");
  }
});

test("a stream that must not wait takes what is most probable so far", async () => {
  const bytes = Buffer.concat([Buffer.from("x".repeat(50)), koi8]);
  const stream = new pellucid.DecodeStream({ wait: 10 });
  const pieces = [bytes.subarray(0, 20), bytes.subarray(20)];
  for await (const _ of streamOf(pieces).pipeThrough(stream));
  assert.notEqual((await stream.guess).encoding, "KOI8-R");
});

test("errors of streams reach whoever reads, and whoever waits for the guess", async () => {
  assert.throws(() => new pellucid.DecodeStream({ langauge: "ru" }), /unknown option "langauge"/);
  assert.throws(() => new pellucid.DecodeStream({ wait: -1 }), /wait must be/);
  const strict = new pellucid.DecodeStream({ encoding: "utf-8", errors: "strict" });
  const read = async () => {
    for await (const _ of streamOf([new Uint8Array([0x41, 0xff, 0x41])]).pipeThrough(strict));
  };
  await assert.rejects(read(), { name: "DecodeError" });
  const finished = new pellucid.Stream();
  finished.finish();
  assert.throws(() => finished.feed(koi8), /the stream is finished/);
});

test("any bytes give an answer", () => {
  let state = 1;
  const chance = () => (state = (state * 48271) % 0x7fffffff);
  for (let round = 0; round < 300; round++) {
    const bytes = Uint8Array.from({ length: chance() % 400 }, () => chance() >> 8);
    const page = pellucid.page(bytes, { explain: true, blocks: true, markdown: true, html: true, repair: true, mixed: true });
    assert.equal(page.guess.encoding, pellucid.detect(bytes).encoding);
    assert.equal(typeof pellucid.decode(bytes, { repair: true, mixed: true }).text, "string");
  }
});

test("the examples of the documentation are true", () => {
  const documents = [join(npm, "README.md"), join(root, "docs/javascript.md")].map((path) => readFileSync(path, "utf8"));
  const examples = documents.flatMap((text) => [...text.matchAll(/```js\n([^]*?)```/g)].map(([, code]) => code));
  assert.ok(examples.length >= 5, String(examples.length));
  writeFileSync(join(folder, "page.html"), koi8);
  for (const code of examples) {
    // `expression // answer` becomes a check.
    let checks = 0;
    const program = code.replaceAll(/^([^\n]*?);? \/\/ → (.*)$/gm, (_, expression, answer) => {
      checks += 1;
      return `assert.deepEqual(${expression}, ${answer});`;
    });
    assert.ok(checks > 0, code);
    run("readme.mjs", `import assert from "node:assert/strict";\n${program}`);
  }
});
