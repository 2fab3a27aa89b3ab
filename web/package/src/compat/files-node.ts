// Files, for chardet's functions that take a path.

import { closeSync, openSync, readFileSync, readSync } from "node:fs";
import { open, readFile } from "node:fs/promises";

export interface Files {
  read(path: string, length: number | undefined, offset: number | undefined): Promise<Uint8Array>;
  readSync(path: string, length: number | undefined, offset: number | undefined): Uint8Array;
}

const files: Files = {
  async read(path, length, offset) {
    if (!length) return readFile(path);
    const file = await open(path, "r");
    try {
      const { bytesRead, buffer } = await file.read(new Uint8Array(length), 0, length, offset ?? null);
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  },
  readSync(path, length, offset) {
    if (!length) return readFileSync(path);
    const file = openSync(path, "r");
    try {
      const buffer = new Uint8Array(length);
      return buffer.subarray(0, readSync(file, buffer, 0, length, offset ?? null));
    } finally {
      closeSync(file);
    }
  },
};

export function fileSystem(): Files {
  return files;
}
