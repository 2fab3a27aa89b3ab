// Browsers have no files by path.

import type { Files } from "./files-node.js";

export function fileSystem(): Files {
  throw new Error("File system is not available");
}
