// The cases of testdata/, which the library, the command and Python run, too.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { parse } from "smol-toml";
import { npm, testdata } from "./tools.mjs";

const pellucid = await import(join(npm, "node/full.js"));

/** The bytes of a part: see testdata/README.md. */
function part(given) {
  const { text, bytes, file, encoding = "utf-8", times = 1 } = typeof given === "string" ? { text: given } : given;
  let piece;
  if (text !== undefined) piece = Buffer.from(pellucid.encode(text, encoding, "strict"));
  else if (bytes !== undefined) piece = unescaped(bytes);
  else piece = readFileSync(join(testdata, "pages", file));
  return Buffer.concat(Array.from({ length: times }, () => piece));
}

/** Bytes as Rust and Python write them. */
function unescaped(text) {
  const named = { n: 10, r: 13, t: 9, 0: 0 };
  const bytes = [];
  for (let at = 0; at < text.length; at++) {
    if (text[at] !== "\\") bytes.push(text.charCodeAt(at));
    else if (text[++at] === "x") (bytes.push(parseInt(text.slice(at + 1, at + 3), 16)), (at += 2));
    else bytes.push(named[text[at]] ?? text.charCodeAt(at));
  }
  return Buffer.from(bytes);
}

for (const folder of ["detect", "repair"]) {
  for (const name of readdirSync(join(testdata, folder)).filter((name) => name.endsWith(".toml"))) {
    for (const found of parse(readFileSync(join(testdata, folder, name), "utf8")).case) {
      test(found.name, () => {
        const data = Buffer.concat((Array.isArray(found.input) ? found.input : [found.input]).map(part));
        const { lang, ...hints } = found.hints ?? {};
        if (lang !== undefined) hints.language = lang;
        const wanted = found.expect;
        const guess = pellucid.detect(data, hints);
        const names = [wanted.encoding ?? guess.encoding].flat();
        assert.ok(names.includes(guess.encoding), JSON.stringify(guess, null, 1));
        for (const key of ["source", "language", "ascii"]) if (key in wanted) assert.equal(guess[key], wanted[key], key);
        const { at_least = 0, at_most = 1 } = wanted.confidence ?? {};
        assert.ok(at_least <= guess.confidence && guess.confidence <= at_most, String(guess.confidence));
        for (const words of wanted.evidence ?? []) {
          assert.ok(guess.evidence.some((one) => one.words.includes(words)), `${words} in ${JSON.stringify(guess.evidence)}`);
        }
        const { mixed = false, repair = false } = found.decode ?? {};
        const decoded = pellucid.decode(data, { mixed, repair, ...hints });
        if ("decoded" in wanted) assert.equal(decoded.text, wanted.decoded);

        const stream = new pellucid.Stream(hints);
        stream.feed(data.subarray(0, data.length / 2));
        stream.feed(data.subarray(data.length / 2));
        assert.deepEqual(stream.finish(), guess);
      });
    }
  }
}
