// Pages to measure on: the texts of `testdata/corpus/texts.toml`, each in each of its encodings, undeclared.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "smol-toml";
import { testdata } from "../test/tools.mjs";

/** Whole texts as pages, and their titles alone. */
export function pages(encode) {
  const whole = [];
  const titles = [];
  for (const { encodings, title, text } of parse(readFileSync(join(testdata, "corpus/texts.toml"), "utf8")).text) {
    for (const encoding of encodings) {
      const page = `<html><title>${title}</title><body><h1>${title}</h1><p>${text.trim()}</p></body></html>`;
      whole.push({ encoding, text: page, bytes: encode(page, encoding, "strict") });
      titles.push({ encoding, text: title, bytes: encode(title, encoding, "strict") });
    }
  }
  return { whole, titles };
}
