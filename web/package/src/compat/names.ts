// How chardet, and so jschardet, calls encodings: its codec names, and the spelling in which it shows them.
//
// The codec is one that reads what Pellucid's encoding reads: GBK is gb18030 there, EUC-KR is cp949. Encodings that are not in the table
// have the name of Python's codec, and those without one their own.

import { encoding, encodings, type EncodingRow } from "../detect.js";

/** Pellucid's name → chardet's codecs, the usual one first. */
const CODECS: Record<string, readonly string[]> = {
  "UTF-8": ["utf-8", "utf-8-sig", "ascii"],
  "UTF-16LE": ["utf-16-le", "utf-16"],
  "UTF-16BE": ["utf-16-be", "utf-16"],
  "UTF-32LE": ["utf-32-le", "utf-32"],
  "UTF-32BE": ["utf-32-be", "utf-32"],
  "UTF-7": ["utf-7"],
  "Big5": ["big5hkscs"],
  "Big5-HKSCS": ["big5hkscs"],
  "EUC-JP": ["euc_jis_2004"],
  "EUC-KR": ["cp949", "euc_kr"],
  "GBK": ["gb18030"],
  "gb18030": ["gb18030"],
  "HZ-GB-2312": ["hz"],
  "ISO-2022-JP": ["iso2022_jp_2", "iso2022_jp_2004", "iso2022_jp_ext"],
  "Shift_JIS": ["shift_jis_2004", "cp932"],
  "windows-1252": ["cp1252", "iso8859-1"],
  "windows-1254": ["cp1254", "iso8859-9"],
  "windows-874": ["cp874", "tis-620"],
  "ISO-8859-8": ["iso8859-8"],
  "ISO-8859-8-I": ["iso8859-8"],
  "x-mac-ce": ["mac-latin2"],
  "x-mac-icelandic": ["mac-iceland"],
  "KZ-1048": ["kz1048"],
};

/** Codecs of chardet that Pellucid lacks: they are known, and never an answer. */
const LACKING = new Set(["cp1006", "cp856", "hp-roman8"]);

/** How chardet spells codecs for people; it leaves the others as they are. */
const SPELLED: Record<string, string> = {
  "big5hkscs": "Big5",
  "cp855": "IBM855",
  "cp866": "IBM866",
  "cp874": "CP874",
  "cp932": "CP932",
  "cp949": "CP949",
  "euc_jis_2004": "EUC-JP",
  "euc_kr": "EUC-KR",
  "gb18030": "GB18030",
  "hz": "HZ-GB-2312",
  "iso2022_jp_2": "ISO-2022-JP",
  "iso2022_kr": "ISO-2022-KR",
  "johab": "Johab",
  "koi8-r": "KOI8-R",
  "kz1048": "KZ1048",
  "mac-cyrillic": "MacCyrillic",
  "mac-greek": "MacGreek",
  "mac-iceland": "MacIceland",
  "mac-latin2": "MacLatin2",
  "mac-roman": "MacRoman",
  "mac-turkish": "MacTurkish",
  "shift_jis_2004": "SHIFT_JIS",
  "tis-620": "TIS-620",
  "utf-16": "UTF-16",
  "utf-32": "UTF-32",
  "utf-8-sig": "UTF-8-SIG",
};
for (const number of [1, 2, 5, 6, 7, 8, 9, 13]) SPELLED[`iso8859-${number}`] = `ISO-8859-${number}`;
for (let number = 1250; number < 1258; number++) SPELLED[`cp${number}`] = `Windows-${number}`;

/** The larger Windows encoding that chardet prefers on request. */
export const SUPERSETS: Readonly<Record<string, string>> = Object.freeze({
  "ascii": "cp1252",
  "euc_kr": "cp949",
  "iso8859-1": "cp1252",
  "iso8859-2": "cp1250",
  "iso8859-5": "cp1251",
  "iso8859-6": "cp1256",
  "iso8859-7": "cp1253",
  "iso8859-8": "cp1255",
  "iso8859-9": "cp1254",
  "iso8859-11": "cp874",
  "iso8859-13": "cp1257",
  "tis-620": "cp874",
});

/** chardet's spelling of a codec. */
export function spelled(codec: string): string {
  return SPELLED[codec] ?? codec;
}

/** The codecs that read an encoding, the usual one first. */
export function codecsOf(row: Pick<EncodingRow, "name" | "python">): readonly string[] {
  const known = CODECS[row.name];
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
