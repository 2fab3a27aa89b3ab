// How chardet's options become hints for Pellucid, and Pellucid's guesses answers of chardet's.

import { detect, encodings, type EncodingRow, type Guess, type Hints } from "../detect.js";
import { typeOfBinary, typeOfText } from "./mime.js";
import { SUPERSETS, codec, codecsOf, spelled } from "./names.js";

/** An answer. */
export interface DetectionResult {
  encoding: string | null;
  confidence: number;
  language: string | null;
  mimeType: string | null;
}

export interface DetectOptions {
  shouldRenameLegacy?: boolean;
  encodingEra?: number;
  chunkSize?: number;
  maxBytes?: number;
  preferSuperset?: boolean;
  compatNames?: boolean;
  includeEncodings?: Iterable<string> | null;
  excludeEncodings?: Iterable<string> | null;
  noMatchEncoding?: string;
  emptyInputEncoding?: string;
}

export interface DetectAllOptions extends DetectOptions {
  ignoreThreshold?: boolean;
}

export interface UniversalDetectorOptions extends Omit<DetectOptions, "chunkSize"> {
  langFilter?: number;
}

/** Which encodings may be an answer, by where they were used. */
export const EncodingEra = Object.freeze({
  MODERN_WEB: 1,
  LEGACY_ISO: 2,
  LEGACY_MAC: 4,
  LEGACY_REGIONAL: 8,
  DOS: 16,
  MAINFRAME: 32,
  ALL: 63,
} as const);
export type EncodingEra = (typeof EncodingEra)[keyof typeof EncodingEra];

/** Accepted without effect, as in jschardet. */
export const LanguageFilter = Object.freeze({
  CHINESE_SIMPLIFIED: 1,
  CHINESE_TRADITIONAL: 2,
  JAPANESE: 4,
  KOREAN: 8,
  NON_CJK: 16,
  ALL: 31,
  CHINESE: 3,
  CJK: 15,
} as const);
export type LanguageFilter = (typeof LanguageFilter)[keyof typeof LanguageFilter];

export const MINIMUM_THRESHOLD = 0.2;
/** jschardet looks at so much by default. Pellucid looks at all bytes, unless `maxBytes` limits them. */
export const DEFAULT_MAX_BYTES = 200_000;
/** The confidence of jschardet's certain answers. Pellucid's are probabilities. */
export const DETERMINISTIC_CONFIDENCE = 0.95;
export const EVIDENCE_CAP_BYTES = 256 * 1024;
const DEFAULT_CHUNK_SIZE = 65_536;

let debug = false;

/** Logs candidates, and notices about options that do nothing any more. */
export function enableDebug(): void {
  debug = true;
}

/** Logs, if somebody asked for it. */
export function log(...what: unknown[]): void {
  if (debug) console.log(...what);
}

export function deprecated(what: string): void {
  if (debug) console.warn(`DEPRECATION: ${what}`);
}

const warned = new Set<string>();

function warnOnce(what: string): void {
  if (!warned.has(what)) console.warn(what);
  warned.add(what);
}

/** Where an encoding was used. */
function eraOf(row: EncodingRow): number {
  if (row.family === "ebcdic") return EncodingEra.MAINFRAME;
  if (row.name.includes("mac")) return EncodingEra.LEGACY_MAC;
  if (row.name.startsWith("ISO-8859")) return EncodingEra.LEGACY_ISO;
  if (row.name.startsWith("IBM")) return EncodingEra.DOS;
  if (["UTF-7", "HZ-GB-2312", "ISO-2022-KR", "ISO-2022-CN"].includes(row.name)) return EncodingEra.LEGACY_REGIONAL;
  return row.use === "web" ? EncodingEra.MODERN_WEB : EncodingEra.LEGACY_REGIONAL;
}

/** Codecs with these names; an unknown one is an error. */
function known(names: Iterable<string> | null | undefined, option: string): Set<string> | null {
  if (names === null || names === undefined) return null;
  const all = new Set<string>();
  for (const name of names) all.add(knownOne(name, option));
  if (all.size === 0) throw new Error(`${option} must not be empty`);
  return all;
}

function knownOne(name: string, option: string): string {
  const found = codec(name);
  if (!found) throw new Error(`Unknown encoding ${JSON.stringify(name)} in ${option}`);
  return found.codec;
}

/** What is looked at of a page. */
export interface Look {
  head: Uint8Array;
  empty: boolean;
  /** Whether there are bytes from 0x80 to 0x9F that cp1252 has no character for. */
  gaps: boolean;
}

export const HEAD = 4096;

export function isGap(byte: number): boolean {
  return byte === 0x81 || byte === 0x8d || byte === 0x8f || byte === 0x90 || byte === 0x9d;
}

/** The options of chardet's functions, understood. */
export class Settings {
  readonly maxBytes: number | undefined;
  readonly hints: Hints | null;
  /** Whether codecs have to be among certain ones. */
  readonly include: Set<string> | null;
  readonly exclude: Set<string>;
  readonly #superset: boolean;
  readonly #spelled: boolean;
  readonly #noMatch: string;
  readonly #empty: string;

  constructor(options: DetectOptions) {
    const { maxBytes, chunkSize = DEFAULT_CHUNK_SIZE, encodingEra = EncodingEra.ALL } = options;
    if (chunkSize !== DEFAULT_CHUNK_SIZE) deprecated("chunk_size is not used, and will be ignored");
    if (maxBytes !== undefined && (!Number.isInteger(maxBytes) || maxBytes < 1)) {
      throw new Error("max_bytes must be a positive integer");
    }
    if (options.shouldRenameLegacy) deprecated("should_rename_legacy is deprecated, use prefer_superset instead");
    this.maxBytes = maxBytes;
    this.#superset = options.preferSuperset || options.shouldRenameLegacy || false;
    this.#spelled = options.compatNames ?? true;
    this.include = known(options.includeEncodings, "include_encodings");
    this.exclude = known(options.excludeEncodings, "exclude_encodings") ?? new Set();
    this.#noMatch = knownOne(options.noMatchEncoding ?? "cp1252", "no_match_encoding");
    this.#empty = knownOne(options.emptyInputEncoding ?? "utf-8", "empty_input_encoding");
    this.hints = this.#hints(encodingEra);
  }

  /** Whether a codec may be an answer. */
  #may(name: string): boolean {
    return (!this.include || this.include.has(name)) && !this.exclude.has(name);
  }

  /** What the detector has to know; null if no encoding may be an answer. */
  #hints(era: number): Hints | null {
    const rows = encodings().filter((row) => row.use !== "never");
    const may = (row: EncodingRow): boolean => (eraOf(row) & era) !== 0 && codecsOf(row).some((name) => this.#may(name));
    // Without a choice by the caller it is Pellucid's: UTF-7 and EBCDIC are answers only if they are asked for.
    if (!this.include && era === EncodingEra.ALL) {
      const denied = rows.filter((row) => !may(row)).map((row) => row.name);
      return denied.length === rows.length ? null : { deny: denied };
    }
    const allowed = rows.filter(may);
    if (allowed.length === 0) return null;
    const allow = allowed.map((row) => row.name);
    // What is no text is none, unless only what Pellucid never expects is asked for, which looks much like it.
    if (allowed.some((row) => row.use !== "request")) allow.push("binary");
    return { allow, prior: era & EncodingEra.MODERN_WEB ? "web" : "file" };
  }

  /** Detects. */
  guess(data: Uint8Array): Guess | null {
    return this.hints && detect(data, this.hints);
  }

  /** The codec for an encoding that was found; undefined if none may be an answer. */
  #codec(row: { name: string; python: string | null }, guess: Guess, look: Look): string | undefined {
    const names = codecsOf(row).filter((name) => this.#may(name));
    const mark = guess.source === "bom" && row.name === guess.encoding;
    const wanted = (name: string): string | undefined => (names.includes(name) ? name : undefined);
    if (row.name === "UTF-8") {
      if (guess.ascii && row.name === guess.encoding && wanted("ascii")) return "ascii";
      if (mark && wanted("utf-8-sig")) return "utf-8-sig";
      return names.find((name) => name !== "ascii" && (mark || name !== "utf-8-sig"));
    }
    if (/^UTF-(16|32)/.test(row.name)) {
      const marked = row.name.slice(0, 6).toLowerCase();
      return (mark && wanted(marked)) || names.find((name) => name !== marked) || wanted(marked);
    }
    // What Python's cp1252 cannot decode is Latin-1 for it, and so is what says so and has nothing that only cp1252 has.
    if (row.name === "windows-1252" && wanted("iso8859-1") && (look.gaps || saysLatin1(guess))) return "iso8859-1";
    return names[0];
  }

  /** A codec as the caller wants to read it. */
  #name(name: string, look: Look): string {
    const superset = this.#superset ? SUPERSETS[name] : undefined;
    const chosen = superset && !(superset === "cp1252" && look.gaps) ? superset : name;
    return this.#spelled ? spelled(chosen) : chosen;
  }

  /** An answer where nothing was found. */
  #instead(name: string, option: string, look: Look): DetectionResult {
    if (!this.#may(name)) {
      warnOnce(`pellucid: ${option} ${JSON.stringify(name)} is not among the encodings that may be an answer`);
      return { encoding: null, confidence: 0, language: null, mimeType: null };
    }
    return { encoding: this.#name(name, look), confidence: 0.1, language: null, mimeType: "text/plain" };
  }

  /** All answers, the most probable first. */
  results(guess: Guess | null, look: Look): DetectionResult[] {
    if (look.empty) return [this.#instead(this.#empty, "empty_input_encoding", look)];
    if (!guess) return [this.#instead(this.#noMatch, "no_match_encoding", look)];
    if (guess.binary) {
      return [{ encoding: null, confidence: guess.confidence, language: null, mimeType: typeOfBinary(look.head) }];
    }
    const mimeType = typeOfText(look.head);
    const found: DetectionResult[] = [];
    for (const candidate of [guess, ...guess.alternatives]) {
      const row = codec(candidate.encoding)?.rows.find((row) => row.name === candidate.encoding);
      const name = this.#codec(row ?? { name: candidate.encoding, python: null }, guess, look);
      if (name === undefined) continue;
      const encoding = this.#name(name, look);
      if (found.some((other) => other.encoding === encoding)) continue;
      const language = candidate === guess ? languageOf(guess, row) : null;
      // Of all encodings that read ASCII alike, this one is ASCII.
      found.push({ encoding, confidence: name === "ascii" ? 1 : candidate.confidence, language, mimeType });
    }
    if (found.length === 0) return [this.#instead(this.#noMatch, "no_match_encoding", look)];
    return found.sort((a, b) => b.confidence - a.confidence);
  }
}

/** Whether the page declares Latin-1 by one of its names. */
function saysLatin1(guess: Guess): boolean {
  const declares = /^declares "(iso-?8859-1|latin-?1|l1)"/i;
  return guess.declared === "windows-1252" && guess.evidence.some(({ words }) => declares.test(words));
}

/** chardet has languages without region and script, and one Norwegian. Of too little text, the encoding may tell it. */
function languageOf(guess: Guess, row: EncodingRow | undefined): string | null {
  const usual = new Set(row?.languages.map((tag) => tag.split("-")[0]));
  const language = guess.language?.split("-")[0] ?? (usual.size === 1 ? [...usual][0] : null) ?? null;
  return language === "nb" || language === "nn" ? "no" : language;
}

function lookAt(data: Uint8Array): Look {
  return { head: data.subarray(0, HEAD), empty: data.length === 0, gaps: data.some(isGap) };
}

/** All answers about bytes. */
export function all(byteStr: Uint8Array, options: DetectOptions): DetectionResult[] {
  const settings = new Settings(options);
  const data = settings.maxBytes === undefined ? byteStr : byteStr.subarray(0, settings.maxBytes);
  return settings.results(settings.guess(data), lookAt(data));
}
