// The engine in a worker: the page stays responsive, whatever the size of what is dropped on it.

import type { Engine, Guess, PageHints, Session } from "./engine.js";
import type { Call, Response, SessionMethod, Started } from "./protocol.js";
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

/** Starts the engine. */
export async function startEngine(): Promise<Engine> {
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
  const { version, encodings } = await call<Started>({ method: "start", args: [wasm] }, [wasm]);
  return {
    version,
    encodings,
    async open(bytes: Uint8Array, hints: PageHints): Promise<Session> {
      const guess = await call<Guess>({ method: "open", args: [bytes, hints] });
      const method = (name: SessionMethod) => (...args: unknown[]) => call<any>({ method: name, args });
      return {
        guess,
        read: method("read"),
        glimpses: method("glimpses"),
        window: method("window"),
        repair: method("repair"),
        page: method("page"),
        methods: method("methods"),
        extractors: method("extractors"),
        r2l: method("r2l"),
      };
    },
  };
}
