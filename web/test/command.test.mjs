// JavaScript and the command say the same: every key of every page of the repository. `pellucid/detect` has a smaller model, which the
// command is told to use, too.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { lines, noCommand, npm, pages, printed, root } from "./tools.mjs";

const modules = {};
for (const entry of ["detect", "index", "full"]) modules[entry] = await import(join(npm, `node/${entry}.js`));
const files = pages();
const small = `--model=${join(root, "crates/models/small.model")}`;

/** A row of the command without what is about its file. */
function row({ path, path_hex, error, ...answer }) {
  assert.equal(error, null, path);
  return answer;
}

/** Of an object, the keys that another has. */
function like(object, keys) {
  return Object.fromEntries(Object.keys(keys).map((key) => [key, object[key]]));
}

for (const entry of Object.keys(modules)) {
  test(`${entry}: detect`, { skip: noCommand }, () => {
    assert.ok(files.length >= 30, `only ${files.length} pages`);
    const rows = lines("detect", "--explain", "--format=jsonl", ...(entry === "detect" ? [small] : []), ...files);
    files.forEach((file, at) => {
      const { candidates, evidence, check, doubled, ...wanted } = row(rows[at]);
      const guess = modules[entry].detect(readFileSync(file));
      assert.deepEqual(like(guess, wanted), wanted, file);
      assert.deepEqual(
        [guess, ...guess.alternatives].map(({ encoding, confidence }) => ({ encoding, confidence })),
        candidates.map(({ encoding, confidence }) => ({ encoding, confidence })),
        file,
      );
      assert.deepEqual(guess.evidence, evidence, file);
    });
  });
}

for (const entry of ["index", "full"]) {
  test(`${entry}: page`, { skip: noCommand }, () => {
    const texts = files.filter((file) => !file.endsWith(".png"));
    const rows = lines("extract", "--format=jsonl", "--markdown", "--blocks", "--repair", "--mixed", ...texts);
    texts.forEach((file, at) => {
      const wanted = row(rows[at]);
      const page = modules[entry].page(readFileSync(file), { markdown: true, blocks: true, repair: true, mixed: true });
      const { positions, guess, error, ...same } = page;
      assert.deepEqual(same, wanted, file);
    });
  });
}

test("options of extraction", { skip: noCommand }, () => {
  const file = join(root, "testdata/extract/bread.html");
  const [wanted] = lines("extract", "--format=jsonl", "--comments=apart", "--title=never", "--keep=footer", "--prune=table", file);
  const page = modules.index.page(readFileSync(file), { comments: "apart", title: "never", keep: "footer", prune: "table" });
  assert.deepEqual(like(page, row(wanted)), row(wanted));
  assert.equal(page.comments.length, 2);
  assert.notEqual(page.text, modules.index.page(readFileSync(file)).text);
  assert.throws(() => modules.index.page(readFileSync(file), { prune: ":not(".repeat(100) }), TypeError);
});

test("encodings", { skip: noCommand }, () => {
  assert.deepEqual(modules.detect.encodings(), lines("encodings", "--format=jsonl"));
  assert.deepEqual([modules.detect.encoding("latin1")], lines("encodings", "--format=jsonl", "latin1"));
  assert.equal(modules.detect.encoding("utf-9"), undefined);
});

test("decode", { skip: noCommand }, () => {
  for (const file of files.filter((file) => !file.endsWith(".png"))) {
    const decoded = modules.detect.decode(readFileSync(file));
    assert.equal(decoded.text, printed("decode", "--declare=never", file), file);
  }
});

test("methods and extractors from the papers", { skip: noCommand }, () => {
  const page = join(root, "testdata/r2l/khabar.html");
  const bytes = readFileSync(page);
  for (const method of ["standard", "hybrid", "chared", "svm"]) {
    const [{ encoding, confidence, tied }] = lines("detect", "--format=jsonl", `--method=${method}`, page);
    assert.deepEqual(like(modules.full.detect(bytes, { method }), { encoding, confidence, tied }), { encoding, confidence, tied });
  }
  for (const extractor of ["r2l", "r2l+", "r2l-tree", "licea", "danag"]) {
    const [{ text }] = lines("extract", "--format=jsonl", `--extractor=${extractor}`, page);
    assert.equal(modules.full.page(bytes, { extractor }).text, text, extractor);
  }
  const seen = modules.full.r2l(modules.full.decode(bytes).text);
  assert.equal(seen.text.trim(), modules.full.page(bytes, { extractor: "r2l" }).text.trim());
  assert.equal(seen.content.length, seen.smoothed.length);
  assert.ok(seen.lines[0] < seen.lines[1] && seen.lines[1] <= seen.content.length);
});
