// The API of chardet 7, which jschardet passes on as `chardet`.

import { Stream } from "../detect.js";
import { SUPERSETS } from "./names.js";
import { type DetectAllOptions, type DetectOptions, type DetectionResult, HEAD, LanguageFilter, MINIMUM_THRESHOLD, Settings, type UniversalDetectorOptions, all, deprecated, isGap } from "./settings.js";

export { DEFAULT_MAX_BYTES, DETERMINISTIC_CONFIDENCE, EVIDENCE_CAP_BYTES, EncodingEra, LanguageFilter, MINIMUM_THRESHOLD } from "./settings.js";
export type { DetectAllOptions, DetectOptions, DetectionResult } from "./settings.js";

/** The most probable encoding of bytes. */
export function detect(byteStr: Uint8Array, options: DetectOptions = {}): DetectionResult {
  return all(byteStr, options)[0]!;
}

/** All encodings that are probable enough; at least one. */
export function detectAll(byteStr: Uint8Array, options: DetectAllOptions = {}): DetectionResult[] {
  const found = all(byteStr, options);
  if (options.ignoreThreshold) return found;
  const probable = found.filter((result) => result.confidence > MINIMUM_THRESHOLD);
  return probable.length > 0 ? probable : found;
}

/** Detects the encoding of a page that arrives in pieces: feed until `done`, then close. */
export class UniversalDetector {
  static readonly MINIMUM_THRESHOLD = MINIMUM_THRESHOLD;
  static readonly LEGACY_MAP: Readonly<Record<string, string>> = SUPERSETS;

  readonly #settings: Settings;
  #stream: Stream | null = null;
  #head: Uint8Array = new Uint8Array(0);
  #length = 0;
  #gaps = false;
  #done = false;
  #closed = false;
  #result: DetectionResult | null = null;

  constructor(options: UniversalDetectorOptions = {}) {
    if ((options.langFilter ?? LanguageFilter.ALL) !== LanguageFilter.ALL) {
      deprecated("lang_filter is not implemented, and will be ignored");
    }
    this.#settings = new Settings(options);
    this.reset();
  }

  /** Takes the next piece. */
  feed(byteStr: Uint8Array): void {
    if (this.#closed) throw new Error("feed() called after close() without reset()");
    if (this.#done) return;
    const most = this.#settings.maxBytes ?? Infinity;
    const piece = byteStr.subarray(0, most - this.#length);
    this.#stream?.feed(piece);
    if (this.#head.length < HEAD) {
      const head = new Uint8Array(Math.min(HEAD, this.#head.length + piece.length));
      head.set(this.#head);
      head.set(piece.subarray(0, head.length - this.#head.length), this.#head.length);
      this.#head = head;
    }
    this.#gaps ||= piece.some(isGap);
    this.#length += piece.length;
    this.#done = this.#length >= most || this.#stream?.early() != null;
  }

  /** The answer after the last piece. */
  close(): DetectionResult {
    if (!this.#closed) {
      const guess = this.#stream?.finish() ?? null;
      const look = { head: this.#head, empty: this.#length === 0, gaps: this.#gaps };
      this.#result = this.#settings.results(guess, look)[0]!;
      this.#stream = null;
      this.#done = this.#closed = true;
    }
    return this.result;
  }

  /** Starts another page. */
  reset(): void {
    this.#stream = this.#settings.hints && new Stream(this.#settings.hints);
    this.#head = new Uint8Array(0);
    this.#length = 0;
    this.#gaps = this.#done = this.#closed = false;
    this.#result = null;
  }

  get done(): boolean {
    return this.#done;
  }

  get result(): DetectionResult {
    return this.#result ? { ...this.#result } : { encoding: null, confidence: 0, language: null, mimeType: null };
  }
}
