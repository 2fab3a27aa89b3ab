// The worker: runs the library, and keeps the page that is open.

import * as wasm from "#wasm";
import type { Call, Request, Response, Started } from "./protocol.js";

let bytes = new Uint8Array(0);

function answer(call: Call): unknown {
  switch (call.method) {
    case "start": {
      wasm.initSync({ module: call.wasm });
      const names = wasm.encodings().filter((row) => row.use !== "never").map((row) => row.name);
      return { version: wasm.version(), encodings: names } satisfies Started;
    }
    case "open":
      bytes = call.bytes;
      return null;
    case "ask":
      return wasm.inspect(bytes, call.words);
  }
}

self.onmessage = ({ data }: MessageEvent<Request>) => {
  let response: Response;
  try {
    response = { id: data.id, result: answer(data) };
  } catch (error) {
    response = { id: data.id, error: error instanceof Error ? error.message : String(error) };
  }
  self.postMessage(response);
};
