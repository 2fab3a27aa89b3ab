// What tests have in common: where things are, and the command to compare with.

import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const target = process.env.CARGO_TARGET_DIR ?? join(root, "target");
export const built = join(target, "web");
export const npm = join(built, "npm");
export const testdata = join(root, "testdata");

export const command = join(target, "debug", process.platform === "win32" ? "pellucid.exe" : "pellucid");

/** Why tests that compare with the command cannot run; false if they can. */
export const noCommand = existsSync(command) ? false : "the command is not built (cargo build -p pellucid-cli)";

/** What the command prints, as JSON lines. */
export function lines(...args) {
  const printed = execFileSync(command, args, { encoding: "utf8", maxBuffer: 1 << 28, stdio: "pipe" });
  return printed.split("\n").filter(Boolean).map((line) => JSON.parse(line));
}

/** What the command prints. */
export function printed(...args) {
  return execFileSync(command, args, { encoding: "utf8", maxBuffer: 1 << 28, stdio: "pipe" });
}

/** Pages to try things on: those of the repository. */
export function pages() {
  const folders = ["testdata/pages", "testdata/extract", "testdata/r2l", "testdata/tokens", "testdata/corpus/pages", "examples"];
  const found = [];
  for (const folder of folders) {
    for (const name of readdirSync(join(root, folder)).sort()) {
      // The command decompresses what is compressed.
      if (/\.(html|txt|png)$/.test(name)) found.push(join(root, folder, name));
    }
  }
  return found;
}
