// `pellucid/compat/jschardet`: every name that jschardet 4 exports, answers of the same shape, and the examples of its documentation.

import assert from "node:assert/strict";
import { createReadStream, readFileSync } from "node:fs";
import { join } from "node:path";
import { mock, test } from "node:test";
import * as theirs from "jschardet";
import { npm, root } from "./tools.mjs";

const ours = await import(join(npm, "node/compat/jschardet.js"));
const { encode } = await import(join(npm, "node/detect.js"));
const { chardet, detect, detectAll } = ours;

const shape = (result) => Object.keys(result).sort();

test("all names are there", () => {
  assert.deepEqual(Object.keys(ours).sort(), Object.keys(theirs).sort());
  assert.deepEqual(Object.keys(ours.default).sort(), Object.keys(theirs.default).sort());
  assert.deepEqual(Object.keys(ours.chardet).sort(), Object.keys(theirs.chardet).sort());
  for (const name of Object.keys(theirs.chardet)) {
    const [one, other] = [ours.chardet[name], theirs.chardet[name]];
    assert.equal(typeof one, typeof other, name);
    if (typeof one !== "function") assert.deepEqual(one, other, name);
  }
  const methods = (type) => Object.getOwnPropertyNames(type.prototype).filter((name) => !name.startsWith("_")).sort();
  assert.deepEqual(methods(chardet.UniversalDetector), methods(theirs.chardet.UniversalDetector));
  assert.deepEqual(chardet.UniversalDetector.LEGACY_MAP, theirs.chardet.UniversalDetector.LEGACY_MAP);
  assert.equal(ours.VERSION, theirs.VERSION);
});

test("the examples of its documentation", async () => {
  const ascii = detect("Python is a great programming language for beginners and experts alike.");
  assert.deepEqual(ascii, { encoding: "ascii", confidence: 1, language: "en", mimeType: "text/plain" });
  const utf8 = detect(new TextEncoder().encode("The naïve approach doesn't always work in complex systems."));
  assert.deepEqual([utf8.encoding, utf8.language, utf8.mimeType], ["utf-8", "en", "text/plain"]);
  const japanese = detect(encode("日本語の文字コード検出テストです。", "euc-jp"));
  assert.deepEqual([japanese.encoding, japanese.language], ["EUC-JP", "ja"]);
  const french = detectAll(Buffer.from(encode("Le café est une boisson très populaire en France et dans le monde entier.", "windows-1252")));
  assert.equal(french[0].encoding, "Windows-1252");
  assert.deepEqual(french.map(({ confidence }) => confidence), french.map(({ confidence }) => confidence).sort((a, b) => b - a));
  assert.equal(detect("\xc3\xa0\xc3\xad\xc3\xa0\xc3\xa7\xc3\xa3").encoding, "utf-8");

  const detector = new chardet.UniversalDetector();
  for await (const chunk of createReadStream(join(root, "README.md"))) {
    detector.feed(chunk);
    if (detector.done) break;
  }
  const closed = detector.close();
  assert.deepEqual([closed.encoding, closed.language, closed.mimeType], ["utf-8", "en", "text/plain"]);
});

test("answers have the shape of theirs", () => {
  const inputs = ["", "plain", "\xe9t\xe9", "<html><meta charset=koi8-r>", "\x89PNG\r\n\x1a\n\0\0\0\rIHDR", new Uint8Array(100)];
  for (const input of inputs) {
    assert.deepEqual(shape(detect(input)), shape(theirs.detect(input)));
    for (const [key, value] of Object.entries(theirs.detect(input))) {
      if (value !== null && detect(input)[key] !== null) assert.equal(typeof detect(input)[key], typeof value, key);
    }
    assert.deepEqual(shape(detectAll(input)[0]), shape(theirs.detectAll(input)[0]));
    assert.deepEqual(detectAll(input)[0], detect(input));
  }
  // What all detectors agree on has the very same name.
  const agreed = {
    "ISO-2022-JP": "\x1b$B$3$s$K$A$O@$3&\x1b(B", "utf-8": "h\xc3\xa9llo w\xc3\xb6rld caf\xc3\xa9", "UTF-8-SIG": "\xef\xbb\xbfHello",
    "UTF-16": "\xff\xfeh\0i\0", "ascii": "hello", "HZ-GB-2312": "Hello ~{CEDE~} World", "ISO-2022-KR": "\x1b$)C\x0e\x21\x21\x0f",
  };
  for (const [name, bytes] of Object.entries(agreed)) {
    assert.equal(detect(bytes).encoding, name);
    assert.equal(theirs.detect(bytes).encoding, name);
  }
  const long = { ru: ["Каждый охотник желает знать, где сидит фазан. ", "koi8-r"], el: ["Η Αθήνα είναι η πρωτεύουσα της Ελλάδας. ", "windows-1253"],
    ko: ["모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다. ", "euc-kr"], zh: ["人人生而自由，在尊严和权利上一律平等。", "gbk"],
    ja: ["すべての人間は、生まれながらにして自由である。", "euc-jp"], he: ["כל בני האדם נולדו בני חורין ושווים בערכם ובזכויותיהם. ", "windows-1255"] };
  for (const [language, [text, encoding]] of Object.entries(long)) {
    const bytes = encode(text.repeat(8), encoding, "strict");
    assert.deepEqual([detect(bytes).encoding, detect(bytes).language], [theirs.detect(bytes).encoding, language], encoding);
  }
});

test("short strings are right", () => {
  const words = ["informações", "ça me fait rire", "eu não gosto de diferenciação", "mä en ota riskiä että tää selkä pahenee", "kyllä", "<string>Martin Kühl</string>"];
  for (const word of words) assert.equal(detect(encode(word, "windows-1252")).encoding, "Windows-1252", word);
  for (const word of words) assert.equal(detect(new TextEncoder().encode(word)).encoding, "utf-8", word);
});

test("only encodings that are asked for, and none that is not wanted", () => {
  const german = encode("Die schöne Müllerin fährt über die Brücke.", "windows-1252");
  assert.throws(() => detect(german, { detectEncodings: ["UTF-14"] }), /Unknown encoding "UTF-14"/);
  assert.throws(() => detect(german, { excludeEncodings: ["UTF-14"] }), /Unknown encoding "UTF-14"/);
  assert.throws(() => chardet.detect(german, { includeEncodings: [] }), /must not be empty/);
  assert.throws(() => chardet.detect(german, { noMatchEncoding: "no" }), /Unknown encoding/);
  assert.deepEqual(detectAll(german, { detectEncodings: ["UTF-8", "windows-1252"] }).map(({ encoding }) => encoding), ["Windows-1252"]);
  const japanese = encode("すべての人間は、生まれながらにして自由である。", "shift_jis");
  assert.equal(detect(japanese, { detectEncodings: ["UTF-8", "SHIFT_JIS", "EUC-JP"] }).encoding, "SHIFT_JIS");
  assert.notEqual(detect(german, { excludeEncodings: ["windows-1252"] }).encoding, "Windows-1252");
  assert.equal(chardet.detect(Buffer.from("Hello world"), { includeEncodings: ["cp1252"], compatNames: false }).encoding, "cp1252");
  assert.equal(chardet.detect(Buffer.from("Hello world"), { excludeEncodings: ["ascii"], compatNames: false }).encoding, "utf-8");
  assert.equal(chardet.detect(Buffer.from("\ufeffHello"), { excludeEncodings: ["utf-8-sig"] }).encoding, "utf-8");
  const raw = { includeEncodings: ["ascii"], noMatchEncoding: "ascii", compatNames: false };
  assert.equal(chardet.detect(new Uint8Array([0x80, 0x81, 0x82, 0x83, 0x84, 0x85]), raw).encoding, "ascii");
  assert.equal(chardet.detect(new Uint8Array(0), { emptyInputEncoding: "ascii" }).encoding, "ascii");
});

test("names can be those of codecs, and of supersets", () => {
  const hello = Buffer.from("Hello world");
  assert.equal(chardet.detect(hello, { preferSuperset: true }).encoding, "Windows-1252");
  assert.equal(chardet.detect(hello, { preferSuperset: true, compatNames: false }).encoding, "cp1252");
  assert.equal(chardet.detect(encode("日本語の文字コード検出テストです。", "euc-jp"), { compatNames: false }).encoding, "euc_jis_2004");
  const odd = Buffer.concat([Buffer.from("caf\xe9 au lait, d\xe9j\xe0 vu. ".repeat(40), "latin1"), Buffer.from([0x81])]);
  const options = { includeEncodings: ["iso8859-1", "cp1252"], preferSuperset: true };
  assert.equal(chardet.detect(odd, options).encoding, "ISO-8859-1");
  assert.equal(chardet.detect(odd.subarray(0, -1), options).encoding, "Windows-1252");
  const declared = Buffer.from('<html><head><meta charset="iso-8859-1"></head><body>p\xe4iv\xe4\xe4</body></html>', "latin1");
  assert.deepEqual([detect(declared).encoding, detect(declared).mimeType], ["ISO-8859-1", "text/html"]);
});

test("eras and limits", () => {
  const { EncodingEra } = chardet;
  // UTF-7 is a security risk, and EBCDIC is in no page: both are answers only if they are asked for.
  assert.equal(chardet.detect(Buffer.from("Hello, +ThZ1TA!")).encoding, "ascii");
  assert.equal(chardet.detect(Buffer.from("Hello, +ThZ1TA!"), { includeEncodings: ["utf-7"] }).encoding, "utf-7");
  const german = encode("Grüße aus Deutschland, schöne Häuser", "IBM273");
  assert.match(chardet.detect(german, { encodingEra: EncodingEra.MAINFRAME }).encoding, /^cp/i);
  const greek = encode("Η Αθήνα είναι η πρωτεύουσα και μεγαλύτερη πόλη της Ελλάδας.", "ISO-8859-7");
  assert.equal(chardet.detect(greek).encoding, "ISO-8859-7");
  assert.notEqual(chardet.detect(greek, { encodingEra: EncodingEra.MODERN_WEB }).encoding, "ISO-8859-7");
  for (const maxBytes of [0, -1, 1.5]) assert.throws(() => chardet.detect(german, { maxBytes }), /max_bytes/);
  const detector = new chardet.UniversalDetector({ maxBytes: 50 });
  detector.feed(new Uint8Array(30).fill(0x78));
  assert.equal(detector.done, false);
  detector.feed(new Uint8Array(30).fill(0x78));
  assert.equal(detector.done, true);
  detector.feed(new Uint8Array(30).fill(0xff));
  assert.equal(detector.close().encoding, "ascii");
});

test("a detector says the same as the function, whatever the pieces", () => {
  for (const name of ["examples/vopros.html", "testdata/extract/ash.html", "testdata/pages/pixel.png", "testdata/pages/late-meta.koi8-r.html"]) {
    const bytes = readFileSync(join(root, name));
    for (const size of [1, 64, bytes.length]) {
      const detector = new chardet.UniversalDetector();
      for (let at = 0; at < bytes.length; at += size) detector.feed(bytes.subarray(at, at + size));
      assert.deepEqual(detector.close(), chardet.detect(bytes), `${name} by ${size}`);
    }
  }
  const detector = new chardet.UniversalDetector();
  assert.deepEqual(detector.result, { encoding: null, confidence: 0, language: null, mimeType: null });
  detector.close();
  assert.throws(() => detector.feed(new Uint8Array(1)), /after close/);
  detector.reset();
  detector.feed(new Uint8Array([0x41]));
  assert.equal(detector.close().encoding, "ascii");
});

test("files that are no text have a type", () => {
  assert.deepEqual(detect(readFileSync(join(root, "testdata/pages/pixel.png"))).mimeType, "image/png");
  assert.deepEqual(detect(readFileSync(join(root, "testdata/pages/page.zip"))).mimeType, "application/zip");
  assert.equal(detect(readFileSync(join(root, "testdata/pages/pixel.png"))).encoding, null);
});

test("candidates are logged on request only", () => {
  const log = mock.method(console, "log", () => {});
  detect("hi");
  assert.equal(log.mock.callCount(), 0);
  ours.enableDebug();
  detect("hi");
  detectAll("hi");
  assert.deepEqual(log.mock.calls.map((call) => call.arguments[0]), ["[jschardet] detect candidates:", "[jschardet] detectAll candidates:"]);
  log.mock.restore();
});
