// `pellucid/compat/jschardet`: what jschardet 4 exports, answered by Pellucid.
//
// Names and shapes of answers are jschardet's. Confidence is Pellucid's: the probability that decoding with the encoding gives the right
// text. docs/javascript.md lists what differs.

import { asBytes } from "../bytes.js";
import { type DetectOptions, MINIMUM_THRESHOLD, all, enableDebug, log } from "./settings.js";

export * as chardet from "./upstream.js";
export { enableDebug };
export type { DetectAllOptions, DetectOptions, DetectionResult, EncodingEra, LanguageFilter, UniversalDetectorOptions } from "./settings.js";

/** The version of jschardet that this follows. */
export const VERSION = "4.0.0";

export interface IDetectedMap {
  encoding: string | null;
  confidence: number;
  language: string | null;
  mimeType: string | null;
}

export interface IOptionsMap {
  minimumThreshold?: number;
  detectEncodings?: Array<string>;
  excludeEncodings?: Array<string>;
}

type Data = string | Uint8Array | ArrayBuffer | ArrayBufferView;

/** A string has a byte in each character. */
function toBytes(data: Data): Uint8Array {
  if (typeof data !== "string") return asBytes(data);
  const bytes = new Uint8Array(data.length);
  for (let at = 0; at < data.length; at++) bytes[at] = data.charCodeAt(at) & 0xff;
  return bytes;
}

function common(options: IOptionsMap): DetectOptions {
  return { includeEncodings: options.detectEncodings ?? null, excludeEncodings: options.excludeEncodings ?? null };
}

/** The most probable encoding of bytes. */
export function detect(buffer: Data, options: IOptionsMap = {}): IDetectedMap {
  const found = all(toBytes(buffer), common(options));
  log("[jschardet] detect candidates:", found);
  return found[0]!;
}

/** All encodings that are probable enough; at least one. */
export function detectAll(buffer: Data, options: IOptionsMap = {}): IDetectedMap[] {
  const found = all(toBytes(buffer), common(options));
  log("[jschardet] detectAll candidates:", found);
  const { minimumThreshold: least } = options;
  const probable = found.filter(({ confidence }) => {
    return least === undefined ? confidence > MINIMUM_THRESHOLD : confidence >= least;
  });
  return probable.length > 0 ? probable : found;
}

export default { detect, detectAll, enableDebug, VERSION };
