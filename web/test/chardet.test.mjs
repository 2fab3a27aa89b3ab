// `pellucid/compat/chardet`: every name that chardet 2 exports, answers of the same shape, and the examples of its documentation.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import * as theirs from "chardet";
import { npm, root } from "./tools.mjs";

const ours = await import(join(npm, "node/compat/chardet.js"));
const { encode } = await import(join(npm, "node/detect.js"));
const { analyse, detect, detectFile, detectFileSync } = ours;

test("all names are there, by themselves and together", () => {
  const names = Object.keys(theirs).filter((name) => !["module.exports", "__esModule"].includes(name)).sort();
  assert.deepEqual(Object.keys(ours).sort(), names);
  for (const name of Object.keys(ours.default)) assert.equal(ours.default[name], ours[name]);
  assert.deepEqual(Object.keys(ours.default).sort(), Object.keys(theirs.default.default ?? theirs.default).filter((name) => name !== "default").sort());
});

test("the examples of its documentation", async () => {
  assert.equal(detect(Buffer.from("hello there!")), theirs.detect(Buffer.from("hello there!")));
  const matches = analyse(Buffer.from("hello there!"));
  for (const match of matches) assert.deepEqual([typeof match.confidence, typeof match.name], ["number", "string"]);
  assert.deepEqual(matches.map(({ confidence }) => confidence), matches.map(({ confidence }) => confidence).sort((a, b) => b - a));
  assert.ok(matches.every(({ confidence }) => Number.isInteger(confidence) && confidence >= 0 && confidence <= 100));
  assert.equal(analyse(new Uint8Array([0x68, 0x65, 0x6c, 0x6c, 0x6f]))[0].name, "ASCII");
  const file = join(root, "README.md");
  assert.equal(await detectFile(file), "UTF-8");
  assert.equal(detectFileSync(file), "UTF-8");
  assert.equal(await detectFile(file, { sampleSize: 32 }), "ASCII");
  assert.equal(detectFileSync(file, { sampleSize: 32 }), "ASCII");
  const at = readFileSync(file).findIndex((byte) => byte >= 0x80) - 4;
  assert.equal(await detectFile(file, { sampleSize: 32, offset: at }), "UTF-8");
  assert.equal(detectFileSync(file, { sampleSize: 32, offset: at }), "UTF-8");
  await assert.rejects(detectFile(join(root, "no such file")), { code: "ENOENT" });
  assert.throws(() => detectFileSync(join(root, "no such file")), { code: "ENOENT" });
});

test("strings are no bytes", () => {
  for (const wrong of ["text", null, undefined, 7, {}]) {
    assert.throws(() => detect(wrong), /Input must be a byte array, e.g. Buffer or Uint8Array/);
  }
  assert.equal(detect([0x68, 0x65]), "ASCII");
});

test("names are chardet's", () => {
  const texts = {
    "UTF-8": "déjà vu", "UTF-16LE": "\ufeffdéjà", "UTF-16BE": "\ufeffdéjà", "Shift_JIS": "すべての人間は、生まれながらにして自由である。", "EUC-JP": "すべての人間は、生まれながらにして自由である。",
    "ISO-2022-JP": "すべての人間は", "Big5": "人人生而自由，在尊嚴和權利上一律平等。", "GB18030": "人人生而自由，在尊严和权利上一律平等。", "EUC-KR": "모든 인간은 태어날 때부터 자유로우며",
    "KOI8-R": "Каждый охотник желает знать", "windows-1251": "Каждый охотник желает знать", "ISO-8859-1": "Où est passé le café des élèves ?",
    "windows-1252": "L’été – déjà passé…", "ISO-8859-9": "Bütün insanlar hür, haysiyet ve haklar bakımından eşit doğarlar.", "windows-1256": "يولد جميع الناس أحراراً متساوين في الكرامة والحقوق",
    "windows-874": "มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกัน", "windows-1257": "Visi žmonės gimsta laisvi ir lygūs savo orumu ir teisėmis.",
  };
  for (const [name, text] of Object.entries(texts)) {
    const encoding = { "ISO-8859-9": "windows-1254", "GB18030": "gbk" }[name] ?? name;
    assert.equal(detect(encode(text, encoding, "strict")), name);
  }
});

test("short strings are right, and what is no text has no encoding", () => {
  for (const word of ["informações", "ça me fait rire", "kyllä"]) {
    assert.equal(detect(encode(word, "windows-1252")), "ISO-8859-1", word);
    assert.equal(detect(new TextEncoder().encode(word)), "UTF-8", word);
  }
  assert.equal(detect(readFileSync(join(root, "testdata/pages/pixel.png"))), null);
  assert.deepEqual(analyse(readFileSync(join(root, "testdata/pages/pixel.png"))), []);
});

test("languages are those of chardet", () => {
  const [first] = analyse(encode("Каждый охотник желает знать, где сидит фазан", "windows-1251"));
  assert.deepEqual([first.name, first.lang], ["windows-1251", "ru"]);
});
