// The engine in a worker: the page stays responsive, whatever the size of what is dropped on it.

import { type Engine, type Place, openSession } from "./engine.js";
import type { Call, Response, Started } from "./protocol.js";
import workerSource from "#worker";

/** The worker is made of a string: browsers refuse to start one from a file that was opened from disk. */
function startWorker(): Worker {
  const url = URL.createObjectURL(new Blob([workerSource], { type: "text/javascript" }));
  return new Worker(url);
}

/** The bytes of the module: fetched, or from a script where the page was opened from disk and nothing can be fetched. */
async function moduleBytes(): Promise<ArrayBuffer> {
  if (location.protocol !== "file:") {
    const response = await fetch("pellucid.wasm");
    if (!response.ok) throw new Error(`pellucid.wasm: ${response.status} ${response.statusText}`);
    return response.arrayBuffer();
  }
  const inScript = globalThis as { pellucidWasm?: string };
  await new Promise<void>((resolve, reject) => {
    const script = document.createElement("script");
    script.src = "pellucid.wasm.js";
    script.onload = () => resolve();
    script.onerror = () => reject(new Error("pellucid.wasm.js is not beside this page"));
    document.head.append(script);
  });
  const text = atob(inScript.pellucidWasm ?? "");
  delete inScript.pellucidWasm;
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes.buffer;
}

const PLACE: Place = { name: "in this browser", about: "It is read here, in your browser, and goes nowhere else." };

/** Starts the engine. */
export async function startWasm(): Promise<Engine> {
  const worker = startWorker();
  const waiting = new Map<number, { resolve(result: any): void; reject(error: Error): void }>();
  let last = 0;
  worker.onmessage = ({ data }: MessageEvent<Response>) => {
    const call = waiting.get(data.id);
    waiting.delete(data.id);
    if ("error" in data) call?.reject(new Error(data.error));
    else call?.resolve(data.result);
  };
  worker.onerror = (event) => {
    for (const call of waiting.values()) call.reject(new Error(event.message || "the worker failed"));
    waiting.clear();
  };
  const call = <T>(request: Call, transfer: Transferable[] = []): Promise<T> => {
    const id = ++last;
    return new Promise<T>((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      worker.postMessage({ id, ...request }, transfer);
    });
  };

  const wasm = await moduleBytes();
  const { version, encodings } = await call<Started>({ method: "start", wasm }, [wasm]);
  return {
    version,
    encodings,
    place: PLACE,
    async open(bytes, hints) {
      await call({ method: "open", bytes });
      return openSession(hints, (words) => call({ method: "ask", words }), () => PLACE);
    },
  };
}
