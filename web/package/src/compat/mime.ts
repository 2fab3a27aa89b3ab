// What kind of file bytes are, as far as their beginning shows it.

/** How files begin, by offset; written as Latin-1. The longer of two alike comes first. */
const SIGNATURES: readonly (readonly [offset: number, begins: string, type: string])[] = [
  [0, "\x89PNG\r\n\x1a\n", "image/png"],
  [0, "GIF87a", "image/gif"],
  [0, "GIF89a", "image/gif"],
  [0, "\xff\xd8\xff", "image/jpeg"],
  [0, "II*\0", "image/tiff"],
  [0, "MM\0*", "image/tiff"],
  [0, "BM", "image/bmp"],
  [0, "\0\0\x01\0", "image/vnd.microsoft.icon"],
  [0, "8BPS", "image/vnd.adobe.photoshop"],
  [8, "WEBP", "image/webp"],
  [8, "WAVE", "audio/wav"],
  [8, "AVI ", "video/x-msvideo"],
  [4, "ftypavif", "image/avif"],
  [4, "ftypheic", "image/heic"],
  [4, "ftypM4A", "audio/mp4"],
  [4, "ftypqt", "video/quicktime"],
  [4, "ftyp", "video/mp4"],
  [0, "ID3", "audio/mpeg"],
  [0, "OggS", "audio/ogg"],
  [0, "fLaC", "audio/flac"],
  [0, "MThd", "audio/midi"],
  [0, "\x1aE\xdf\xa3", "video/webm"],
  [0, "%PDF-", "application/pdf"],
  [0, "PK\x03\x04", "application/zip"],
  [0, "PK\x05\x06", "application/zip"],
  [0, "\x1f\x8b", "application/gzip"],
  [0, "BZh", "application/x-bzip2"],
  [0, "\xfd7zXZ\0", "application/x-xz"],
  [0, "7z\xbc\xaf\x27\x1c", "application/x-7z-compressed"],
  [0, "Rar!\x1a\x07", "application/vnd.rar"],
  [0, "\x28\xb5\x2f\xfd", "application/zstd"],
  [257, "ustar", "application/x-tar"],
  [0, "SQLite format 3\0", "application/x-sqlite3"],
  [0, "PAR1", "application/vnd.apache.parquet"],
  [0, "ARROW1", "application/vnd.apache.arrow.file"],
  [0, "\0asm", "application/wasm"],
  [0, "\x7fELF", "application/x-elf"],
  [0, "MZ", "application/vnd.microsoft.portable-executable"],
  [0, "\xca\xfe\xba\xbe", "application/java-vm"],
  [0, "wOFF", "font/woff"],
  [0, "wOF2", "font/woff2"],
  [0, "OTTO", "font/otf"],
  [0, "\0\x01\0\0", "font/ttf"],
];

function begins(bytes: Uint8Array, offset: number, text: string): boolean {
  if (bytes.length < offset + text.length) return false;
  for (let at = 0; at < text.length; at++) if (bytes[offset + at] !== text.charCodeAt(at)) return false;
  return true;
}

/** The type of bytes that are not text. */
export function typeOfBinary(head: Uint8Array): string {
  const known = SIGNATURES.find(([offset, text]) => begins(head, offset, text));
  return known?.[2] ?? "application/octet-stream";
}

/** The type of a text: markup is known by its beginning. */
export function typeOfText(head: Uint8Array): string {
  let text = "";
  for (const byte of head.subarray(0, 1024)) if (byte !== 0) text += String.fromCharCode(byte);
  text = text.replace(/^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, "").trimStart();
  if (/^<\?xml/i.test(text) && !/<html|<!doctype html/i.test(text)) return "text/xml";
  return /^(<!--.*?-->\s*)*<(!doctype html|html|head|meta|body|title)\b/is.test(text) ? "text/html" : "text/plain";
}
