// Web streams: bytes in, text or an answer out.

import * as wasm from "#wasm";
import { ready } from "#load";
import { asBytes } from "./bytes.js";
import type { Bytes, CharacterOptions, Guess, Hints } from "./types.js";

/** Detects the encoding of what a stream or an iterator brings. It stops reading as soon as the answer is clear. */
export async function detectStream(
  source: AsyncIterable<Bytes> | ReadableStream<Bytes>,
  hints?: Hints,
): Promise<Guess> {
  ready();
  const stream = new wasm.Stream(hints);
  for await (const piece of pieces(source)) {
    stream.feed(asBytes(piece));
    const early = stream.early();
    if (early) {
      stream.free();
      return early;
    }
  }
  return stream.finish();
}

async function* pieces(source: AsyncIterable<Bytes> | ReadableStream<Bytes>): AsyncGenerator<Bytes> {
  if (Symbol.asyncIterator in source) {
    yield* source as AsyncIterable<Bytes>;
    return;
  }
  // Not every browser can iterate over a stream.
  const reader = (source as ReadableStream<Bytes>).getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    await reader.cancel();
  }
}

/** Options of a stream that decodes. */
export interface DecodeStreamOptions extends Hints, CharacterOptions {
  /** Hold back at most so many bytes until the encoding is clear, by default 1 MiB. Then the most probable one is used. */
  wait?: number | null | undefined;
}

const WAIT = 1 << 20;

/**
 * Decodes a page while it arrives, as `TextDecoderStream` does, but finds the encoding itself. `guess` says which one it is.
 *
 * ```js
 * const text = (await fetch(url)).body.pipeThrough(new DecodeStream())
 * ```
 */
export class DecodeStream implements TransformStream<Bytes, string> {
  readonly readable: ReadableStream<string>;
  readonly writable: WritableStream<Bytes>;
  /** The answer about the encoding, as soon as the first text is written. */
  readonly guess: Promise<Guess>;

  constructor(options: DecodeStreamOptions = {}) {
    ready();
    const { wait, errors, newlines, controls, keep_bom, ...hints } = options;
    const most = wait ?? WAIT;
    if (!Number.isInteger(most) || most < 0) throw new TypeError("wait must be a whole number of bytes");
    const detector = new wasm.Stream(hints);
    const held: Uint8Array[] = [];
    let length = 0;
    let decoder: wasm.TextStream | null = null;
    let found!: (guess: Guess) => void;
    let failed!: (error: unknown) => void;
    this.guess = new Promise((resolve, reject) => ((found = resolve), (failed = reject)));
    // Who never asks for the guess has the error from the stream itself.
    this.guess.catch(() => {});

    /** Decodes with this encoding from now on, and what was held back first. */
    const begin = (guess: Guess, out: TransformStreamDefaultController<string>): wasm.TextStream => {
      const begun = new wasm.TextStream(guess.encoding, { errors, newlines, controls, keep_bom });
      decoder = begun;
      found(guess);
      for (const piece of held.splice(0)) write(out, begun.feed(piece));
      return begun;
    };

    const transform = new TransformStream<Bytes, string>({
      transform(chunk, out) {
        const bytes = asBytes(chunk);
        if (decoder) return write(out, decoder.feed(bytes));
        detector.feed(bytes);
        // Whoever wrote it may write into the same memory again.
        held.push(bytes.slice());
        length += bytes.length;
        const early = detector.early();
        if (early) {
          begin(early, out);
          detector.free();
        } else if (length >= most) {
          begin(detector.finish(), out);
        }
      },
      flush(out) {
        const last = decoder ?? begin(detector.finish(), out);
        write(out, last.finish());
        last.free();
      },
    });
    this.readable = transform.readable;
    const writer = transform.writable.getWriter();
    const failing = async (work: Promise<void>): Promise<void> => {
      try {
        await work;
      } catch (error) {
        failed(error);
        throw error;
      }
    };
    this.writable = new WritableStream<Bytes>({
      write: (chunk) => failing(writer.write(chunk)),
      close: () => failing(writer.close()),
      abort: (reason) => {
        failed(reason);
        return writer.abort(reason);
      },
    });
  }
}

function write(out: TransformStreamDefaultController<string>, text: string): void {
  if (text) out.enqueue(text);
}
