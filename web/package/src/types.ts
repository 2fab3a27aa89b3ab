// Hints, options and answers. Their keys are those of the command's JSON lines, so that both are the same data.

/** Bytes of a page. */
export type Bytes = Uint8Array | ArrayBuffer | ArrayBufferView;

/** Hints about the language of a page. */
export interface TextHints {
  /** A BCP 47 tag such as "ru", or a name in English. */
  language?: string | null | undefined;
  /** The address of the page. */
  url?: string | null | undefined;
  /** Its top-level domain. */
  tld?: string | null | undefined;
}

/** How the encoding is found. All but the first two are from papers, and only in `pellucid/full`. */
export type Method = "pellucid" | "standard" | "hybrid" | "chared" | "svm";

/** What the caller knows about a page. */
export interface Hints extends TextHints {
  /** The encoding itself: then there is nothing to detect. */
  encoding?: string | null | undefined;
  /** The HTTP header, "text/html; charset=koi8-r". */
  content_type?: string | null | undefined;
  /** The answer is one of these encodings. */
  allow?: string | readonly string[] | null | undefined;
  /** The answer is none of these encodings. */
  deny?: string | readonly string[] | null | undefined;
  method?: Method | null | undefined;
  /** A model of your own, from `pellucid train`. */
  model?: Uint8Array | null | undefined;
  /** "file" for old files and disks, where DOS and Mac encodings are as likely as those of the web. */
  prior?: "web" | "file" | null | undefined;
}

/** What becomes of bytes that do not decode, or of characters that an encoding lacks. */
export type Errors = "replace" | "ignore" | "strict" | "reject" | "references";

/** How bytes become characters. */
export interface CharacterOptions {
  /**
   * "replace" writes U+FFFD, "ignore" leaves them out, "references" writes the byte as "&#xE9;". "strict" throws a DecodeError at the
   * first one, "reject" after all of them are counted.
   */
  errors?: Errors | null | undefined;
  /** Write every line end as "\n". */
  newlines?: boolean | null | undefined;
  /** Leave out control characters. */
  controls?: boolean | null | undefined;
  /** Keep a byte order mark, as U+FEFF. */
  keep_bom?: boolean | null | undefined;
}

/** How bytes become text. */
export interface DecodeOptions extends CharacterOptions {
  /** Decode a page piece by piece that is partly in UTF-8 and partly in another encoding. */
  mixed?: boolean | null | undefined;
  /** Undo double encoding, such as "Ã©" for "é". */
  repair?: boolean | null | undefined;
  /** Set what the page declares about its encoding to UTF-8. */
  declare?: boolean | null | undefined;
}

/** How a page becomes its content. */
export interface PageOptions {
  /** The main content, everything that a reader sees, or the decoded page as it is. */
  extract?: "main" | "all" | "none" | null | undefined;
  /** All but the default one are from papers, and only in `pellucid/full`. */
  extractor?: "default" | "r2l" | "r2l+" | "r2l-tree" | "licea" | "danag" | null | undefined;
  favor?: "balance" | "precision" | "recall" | null | undefined;
  /** Keep the comments of readers: in the text (`true`), or apart from it; `comments` lists them. */
  comments?: boolean | "none" | "text" | "apart" | null | undefined;
  /** Put the title above the content: always, never, or where the page has it; Markdown and HTML begin with its own heading then. */
  title?: "auto" | "always" | "never" | null | undefined;
  /** A selector of CSS: what is content, whatever the model says. */
  keep?: string | null | undefined;
  /** A selector of CSS: what is removed before anything is extracted. */
  prune?: string | null | undefined;
  /** Put text into logical order that is stored as it looks, right to left. */
  logical?: boolean | null | undefined;
  /** Write presentation forms of Arabic as letters. */
  letters?: boolean | null | undefined;
  /** Write links into text, Markdown and HTML. */
  links?: boolean | null | undefined;
  /** Write images into text, Markdown and HTML. */
  images?: boolean | null | undefined;
  /** Answer with `markdown`. */
  markdown?: boolean | null | undefined;
  /** Answer with `html`. */
  html?: boolean | null | undefined;
  /** Answer with `blocks`: the parts of the content. */
  blocks?: boolean | null | undefined;
  /** Answer with `scores`: all blocks of the page, with the probability of each. */
  explain?: boolean | null | undefined;
  errors?: Errors | null | undefined;
  mixed?: boolean | null | undefined;
  repair?: boolean | null | undefined;
}

/** Where evidence comes from. */
export type Source =
  | "caller" | "text" | "bom" | "header" | "xml" | "meta" | "weak-meta" | "utf-8" | "escape" | "nulls" | "content" | "legality"
  | "ascii" | "binary" | "language" | "tld" | "prior" | "hybrid" | "chared" | "svm";

/** Another encoding that it might be, and the probability of that. */
export interface Alternative {
  encoding: string;
  confidence: number;
}

/** One observation, and what it weighs. */
export interface Evidence {
  source: Source;
  /** The encoding that it is about; null for what is only worth knowing. */
  encoding: string | null;
  /** +1 doubles the odds of the encoding, -1 halves them. */
  bits: number;
  /** The observation in words. */
  words: string;
}

/** The answer about the encoding of a page: what it is, how sure that is, and why. */
export interface Guess {
  /** As the WHATWG Encoding Standard spells it, else the best-known name; "binary" if the bytes are not text. */
  encoding: string;
  /** The probability that this encoding gives the right text, 0 to 1. */
  confidence: number;
  /** The language of the text, a BCP 47 tag; null if there is too little text. */
  language: string | null;
  /** The strongest evidence. */
  source: Source;
  /** The encodings that a method from the papers scores the same as its answer. */
  tied: string[];
  /** Whether all bytes are ASCII, so that nearly every encoding gives the same text. */
  ascii: boolean;
  /** Whether the bytes are not text. */
  binary: boolean;
  /** The encoding that the header or the page declares. */
  declared: string | null;
  /** The name in the IANA registry. */
  iana: string | null;
  /** The other candidates, the most probable first. */
  alternatives: Alternative[];
  /** Everything that was weighed. */
  evidence: Evidence[];
}

/** A misreading that was undone. */
export interface Undone {
  /** The encoding in which the text was read, and the one in which it was written. */
  via: string;
  was: string;
  /** How many runs of text were changed, and how many characters they had and have. */
  runs: number;
  before: number;
  after: number;
  words: string;
}

/** Pieces of a page in another encoding than the rest; null and zeros if there are none. */
export interface Pieces {
  encoding: string | null;
  pieces: number;
  bytes: number;
}

/** Counts of characters that clear text has few of. */
export interface Check {
  replacements: number;
  controls: number;
  unassigned: number;
  private_use: number;
  noncharacters: number;
  switches: number;
}

/** Decoded text. */
export interface Decoded {
  text: string;
  encoding: string;
  guess: Guess;
  /** How many places did not decode. */
  replaced: number;
  /** The first 64 of these places: offsets in the bytes. */
  positions: [start: number, end: number][];
  /** With `mixed`, the pieces in another encoding. */
  mixed: Pieces;
  /** With `repair`, what was undone. */
  repaired: Undone[];
  check: Check;
}

/** A repaired text. */
export interface Repaired {
  text: string;
  changed: boolean;
  repaired: Undone[];
}

/** A part of the main content. */
export interface Block {
  kind: string;
  text: string;
  /** The probability that it is main content. */
  score: number;
  /** From where to where it is in the decoded page, in bytes of UTF-8. */
  source: [start: number, end: number];
  /** What it is in, the outermost first. */
  within: string[];
  level: number | null;
  language: string | null;
  number: number | null;
  cell: [row: number, column: number] | null;
  address: string | null;
  direction: "ltr" | "rtl" | "auto" | null;
  /** Whether an earlier one has the same text. */
  repeated: boolean;
  /** Which element it is, as a selector of CSS. */
  selector: string | null;
}

/** A block of the page, chosen or not. */
export interface Score {
  /** The probability that it is main content. */
  score: number;
  chosen: boolean;
  source: [start: number, end: number];
  characters: number;
  text: string;
}

/** A page, from its bytes to its content. */
export interface Page {
  encoding: string;
  confidence: number;
  language: string | null;
  source: Source;
  title: string | null;
  authors: string[];
  date: string | null;
  modified: string | null;
  site_name: string | null;
  description: string | null;
  declared_language: string | null;
  url: string | null;
  licence: string | null;
  image: string | null;
  kind: string | null;
  keywords: string[];
  categories: string[];
  text: string;
  mixed?: Pieces;
  repaired?: Undone[];
  markdown?: string;
  html?: string;
  blocks?: Block[];
  /** With `comments`: what readers wrote. */
  comments?: { text: string; author: string | null; date: string | null }[];
  scores?: Score[];
  extractor: string;
  /** Why there is no content. */
  empty: string | null;
  /** Where the content was. */
  origin: "page" | "json-ld" | "noscript" | "data";
  /** How good the choice of the main content is likely to be, from 0 to 1: the F1 to expect. */
  quality: number | null;
  /** What sort of page it is, as the model sees it; null where that is not clear. What the page declares is `kind`. */
  page_type: "article" | "collection" | "documentation" | "forum" | "listing" | "product" | "service" | null;
  /** Whether only the first part of the page was read. */
  truncated: boolean;
  replaced: number;
  /** Always null: what fails throws. Lines of the command say here why there is no answer. */
  error: null;
  positions: [start: number, end: number][];
  guess: Guess;
}

/** A row of the table of encodings. */
export interface EncodingRow {
  /** What was looked up; null in the list of all. */
  query: string | null;
  name: string;
  iana: string | null;
  /** Python's codec. */
  python: string | null;
  /** Whether the WHATWG Encoding Standard has it, and so `TextDecoder`. */
  whatwg: boolean;
  family: "utf" | "single-byte" | "multi-byte" | "escape" | "ebcdic" | "special";
  /** When it can be an answer: "web" always, "file" after those of the web, "request" only if `allow` names it, "never". */
  use: "web" | "file" | "request" | "never";
  languages: string[];
  labels: string[];
  /** Always null, as what is unknown has no row. */
  error: null;
}

/** Bytes that became text together. */
export interface Cell {
  start: number;
  end: number;
  text: string;
  damaged: boolean;
}

/** A stretch of a page, byte by byte. */
export interface Window {
  /** Where the text of the first cell stands in the text of the page. */
  text_start: number;
  cells: Cell[];
}

/** What R2L sees of a page: characters of content and of markup in each line, their difference, and that with both neighbours. */
export interface Seen {
  /** How many lines there are. */
  total: number;
  content: number[];
  markup: number[];
  difference: number[];
  smoothed: number[];
  regions: { area: "A" | "B" | "C"; lines: [start: number, end: number] }[];
  /** The lines of the main content. */
  lines: [start: number, end: number];
  text: string;
}
