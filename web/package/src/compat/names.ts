// How chardet, and so jschardet, calls encodings: its codec names, and the spelling in which it shows them.
//
// The codec is one that reads what Pellucid's encoding reads: GBK is gb18030 there, EUC-KR is cp949. Encodings that are not in the table
// have the name of Python's codec, and those without one their own.

import { encoding, encodings, type EncodingRow } from "../detect.js";
import { NAMES } from "./table.js";

export { SUPERSETS } from "./table.js";

const ROWS = NAMES.flat();

/** Pellucid's name → chardet's codecs, the usual one first: of its first era the one that promises most, which is the last there. */
const CODECS = new Map<string, readonly string[]>();
for (const era of NAMES) {
  for (const name of new Set(era.flatMap(([, , of]) => of))) {
    const codecs = era.filter(([, , of]) => of.includes(name)).map(([codec]) => codec).reverse();
    CODECS.set(name, [...(CODECS.get(name) ?? []), ...codecs]);
  }
}
// Python's package tries which of them reads the bytes. Hardly any page needs more than the first one.
CODECS.set("ISO-2022-JP", [...(CODECS.get("ISO-2022-JP") ?? [])].reverse());

/** Codecs of chardet that Pellucid lacks: they are known, and never an answer. */
const LACKING = ROWS.filter(([, , of]) => of.length === 0).map(([codec]) => codec);

/** How chardet spells codecs for people. */
const SPELLED = new Map(ROWS.map(([codec, spelled]) => [codec, spelled]));

/** chardet's spelling of a codec. */
export function spelled(codec: string): string {
  return SPELLED.get(codec) ?? codec;
}

/** The codecs that read an encoding, the usual one first. */
export function codecsOf(row: Pick<EncodingRow, "name" | "python">): readonly string[] {
  const known = CODECS.get(row.name);
  if (known) return known;
  const codec = row.python ?? row.name.toLowerCase();
  return [/^(iso8859|koi8|mac|utf)_/.test(codec) ? codec.replaceAll("_", "-") : codec];
}

/** What is compared of a name. */
function folded(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, "");
}

let table: Map<string, { codec: string; rows: EncodingRow[] }> | undefined;

/** All codecs by their folded names and spellings, with the encodings that they read. */
function codecs(): Map<string, { codec: string; rows: EncodingRow[] }> {
  if (table) return table;
  table = new Map();
  for (const row of encodings()) {
    if (row.use === "never") continue;
    for (const codec of codecsOf(row)) {
      const known = table.get(folded(codec));
      if (known) known.rows.push(row);
      else table.set(folded(codec), { codec, rows: [row] });
    }
  }
  for (const entry of [...table.values()]) table.set(folded(spelled(entry.codec)), entry);
  for (const codec of LACKING) table.set(folded(codec), { codec, rows: [] });
  return table;
}

/** Labels that mean one codec in Python and another on the web. */
const PYTHON: Record<string, string> = {
  latin1: "iso8859-1", iso88591: "iso8859-1", l1: "iso8859-1", cp819: "iso8859-1",
  latin5: "iso8859-9", iso88599: "iso8859-9",
  usascii: "ascii", tis620: "tis-620", iso885911: "tis-620", utf8bom: "utf-8-sig",
  euckr: "euc_kr", utf16: "utf-16", utf32: "utf-32",
};

/** The codec with this name, and the encodings that it reads; undefined if chardet would not know it. */
export function codec(name: string): { codec: string; rows: EncodingRow[] } | undefined {
  const key = folded(name);
  const python = PYTHON[key];
  const known = codecs().get(python ? folded(python) : key);
  if (known) return known;
  const row = encoding(name);
  if (!row || row.use === "never") return undefined;
  return { codec: codecsOf(row)[0] ?? row.name, rows: [row] };
}
