// From what people drop, choose, paste or type to bytes.

/** A page to look at. */
export interface Given {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** How pasted text becomes bytes. */
export type Form = "auto" | "text" | "hex" | "latin1";

/** Whether a text is bytes in hex: pairs of digits, however they are separated. */
export function isHex(text: string): boolean {
  const digits = text.replace(/0x|\\x|[\s,;:]+/gi, "");
  return digits.length >= 4 && digits.length % 2 === 0 && /^[0-9a-f]+$/i.test(digits) && /[\s,;:]|0x|\\x|[a-f]/i.test(text.trim());
}

/** The bytes of what was pasted. */
export function pastedBytes(text: string, form: Form): Uint8Array<ArrayBuffer> {
  const chosen = form === "auto" ? (isHex(text) ? "hex" : "text") : form;
  if (chosen === "text") return new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>;
  if (chosen === "hex") {
    const digits = text.replace(/0x|\\x|[\s,;:]+/gi, "");
    if (!/^([0-9a-f]{2})*$/i.test(digits)) throw new Error("this is not hex: it needs two digits for each byte");
    return Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  }
  const wide = [...text].find((character) => character.codePointAt(0)! > 0xff);
  if (wide) throw new Error(`“${wide}” does not fit into a byte`);
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/** The bytes of a file; as in the command, a page whose name ends with `.gz` is decompressed. */
export async function fileBytes(file: File): Promise<Given> {
  const stream = /\.gz$/i.test(file.name) ? file.stream().pipeThrough(new DecompressionStream("gzip")) : file;
  try {
    return { name: file.name, bytes: new Uint8Array(await new Response(stream).arrayBuffer()) };
  } catch (error) {
    throw new Error(`${file.name} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Bytes from base64, as samples have them. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
