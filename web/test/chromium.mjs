// A real browser, and a server for what was built.

import { spawn } from "node:child_process";
import { createServer } from "node:http";
import { existsSync, readFileSync, statSync } from "node:fs";
import { delimiter, extname, join, normalize } from "node:path";
import { chromium } from "playwright-core";
import { createInterface } from "node:readline";
import { built, command } from "./tools.mjs";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** Where Chromium is: in the variable CHROMIUM, else on the path. */
function find() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  const folders = (process.env.PATH ?? "").split(delimiter);
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find((path) => existsSync(path));
}

const program = find();

/** Why tests in the browser cannot run; false if they can. */
export const noChromium = program ? false : "no Chromium (Debian: apt-get install chromium; or name one in the variable CHROMIUM)";

/** Starts the browser. It talks to nobody by itself. */
export function launch() {
  const args = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
  return chromium.launch({ executablePath: program, args });
}

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm", ".svg": "image/svg+xml" };

/** Serves `target/web` as static files. */
export async function serve() {
  const server = createServer((request, response) => {
    const path = join(built, normalize(new URL(request.url, "http://localhost").pathname));
    const file = existsSync(path) && statSync(path).isDirectory() ? join(path, "index.html") : path;
    if (!file.startsWith(built) || !existsSync(file)) return response.writeHead(404).end();
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" }).end(readFileSync(file));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

/** Starts `pellucid serve` with the inspector, at any port of this machine that is free. */
export async function pellucidServe(...options) {
  const service = spawn(command, ["serve", "--listen=127.0.0.1:0", `--web=${join(built, "inspector")}`, ...options], { stdio: ["ignore", "ignore", "pipe"] });
  const asked = [];
  const url = await new Promise((resolve, reject) => {
    service.on("exit", (code) => reject(new Error(`pellucid serve ended with ${code}`)));
    createInterface({ input: service.stderr }).on("line", (line) => {
      const address = /listening on (http:\S+)/.exec(line)?.[1];
      if (address) resolve(address);
      asked.push(line);
    });
  });
  const close = () => new Promise((resolve) => {
    if (service.exitCode !== null || service.signalCode !== null) return resolve();
    service.on("exit", resolve);
    service.kill("SIGKILL");
  });
  return { url, asked, close };
}
