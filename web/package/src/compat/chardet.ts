// `pellucid/compat/chardet`: what chardet 2 (node-chardet) exports, answered by Pellucid.
//
// Confidence is 100 times Pellucid's probability. Encodings that chardet does not know have Pellucid's names.

import { detect as guessOf } from "../detect.js";
import { fileSystem } from "#files";

export type EncodingName = string;

export interface Match {
  confidence: number;
  name: EncodingName;
  lang?: string;
}

export type Options = Partial<{ sampleSize: number; offset: number }>;
export type AnalyseResult = Match[];
export type DetectResult = string | null;

/** Pellucid's name → chardet's, where they differ. */
const NAMES: Record<string, string> = { "gb18030": "GB18030", "GBK": "GB18030", "ISO-8859-8-I": "ISO-8859-8" };

/** chardet's name for an encoding. Without bytes from 0x80 to 0x9F, windows-1252 and ISO-8859-1 are the same text. */
function nameOf(encoding: string, hasC1: boolean): string {
  if (!hasC1 && encoding === "windows-1252") return "ISO-8859-1";
  if (!hasC1 && encoding === "windows-1254") return "ISO-8859-9";
  return NAMES[encoding] ?? encoding;
}

function percent(probability: number): number {
  return Math.round(100 * probability);
}

/** All encodings that it may be, the most probable first. Bytes that are not text have none. */
export const analyse = (buffer: Uint8Array): AnalyseResult => {
  if (buffer === null || typeof buffer !== "object" || !Number.isFinite(buffer.length)) {
    throw new Error("Input must be a byte array, e.g. Buffer or Uint8Array");
  }
  // An array of numbers is as good as bytes for chardet.
  const bytes = buffer instanceof Uint8Array ? buffer : Uint8Array.from(buffer as ArrayLike<number>);
  const guess = guessOf(bytes, {});
  if (guess.binary) return [];
  const lang = guess.language?.split("-")[0];
  const match = (name: string, probability: number, lang?: string): Match => {
    return lang === undefined ? { confidence: percent(probability), name } : { confidence: percent(probability), name, lang };
  };
  const hasC1 = bytes.some((byte) => byte >= 0x80 && byte <= 0x9f);
  const isAscii = guess.ascii && guess.encoding === "UTF-8";
  const found: Match[] = isAscii ? [match("ASCII", 1, lang), match("UTF-8", 1, lang)] : [];
  for (const one of [guess, ...guess.alternatives]) {
    const name = nameOf(one.encoding, hasC1);
    if (percent(one.confidence) === 0 && one !== guess) continue;
    if (!found.some((other) => other.name === name)) found.push(match(name, one.confidence, one === guess ? lang : undefined));
  }
  return found.sort((a, b) => b.confidence - a.confidence);
};

/** The most probable encoding; null for bytes that are not text. */
export const detect = (buffer: Uint8Array): DetectResult => analyse(buffer)[0]?.name ?? null;

/** The encoding of a file. */
export const detectFile = async (filepath: string, opts: Options = {}): Promise<DetectResult> => {
  return detect(await fileSystem().read(filepath, opts.sampleSize, opts.offset));
};

/** The same, at once. */
export const detectFileSync = (filepath: string, opts: Options = {}): DetectResult => {
  return detect(fileSystem().readSync(filepath, opts.sampleSize, opts.offset));
};

export default { analyse, detect, detectFile, detectFileSync };
