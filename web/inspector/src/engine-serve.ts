// The engine that is `pellucid serve`: the page asks the service that it comes from, at native speed. What the service cannot answer
// (the page is too long for it, or it has stopped) is answered in the browser instead.

import { type Engine, type Place, type Session, type Words, openSession } from "./engine.js";

/** What a service says of itself. A folder of static files has the same address, with no name in it: see `build.mjs`. */
interface About {
  name: string | null;
  version: string;
  max_bytes: number;
}

/** The service that this page comes from, if it is one, and of the version that this page was made for. */
export async function findService(): Promise<About | null> {
  if (location.protocol === "file:") return null;
  try {
    const response = await fetch("v1/about.json", { cache: "no-store" });
    const about = (await response.json()) as About;
    return about.name === "pellucid serve" && about.version === PELLUCID_VERSION ? about : null;
  } catch {
    return null;
  }
}

/** Where the service is. */
function place(): Place {
  if (/^(localhost|.*\.localhost|127\..*|\[::1\])$/.test(location.hostname)) {
    return { name: "by pellucid serve on this machine", about: "It is read by pellucid serve on this machine, and goes nowhere else." };
  }
  const name = `by pellucid serve at ${location.host}`;
  return { name, about: `It is sent to ${location.host}, and read there by pellucid serve.` };
}

/** Starts the engine, with another one to spare. */
export async function startService({ version, max_bytes }: About, startSpare: () => Promise<Engine>): Promise<Engine> {
  const rows = (await (await fetch("v1/encodings")).json()) as { name: string; use: string }[];
  const served = place();
  let started: Promise<Engine> | undefined;
  // Its module comes from the service, too.
  const spare = (): Promise<Engine> =>
    (started ??= startSpare().catch((error: Error) => {
      started = undefined;
      throw new Error(`pellucid serve does not answer; is it running? (${error.message})`);
    }));
  const encodings = rows.filter((row) => row.use !== "never").map((row) => row.name);
  return {
    version,
    encodings,
    place: served,
    async open(bytes, hints) {
      const inBrowser = async (): Promise<Session> => (await spare()).open(bytes, hints);
      if (bytes.length > max_bytes) return inBrowser();
      // Sent with each question, and copied once.
      const page = new Blob([bytes]);
      let instead: Promise<Session> | undefined;
      let now = served;
      const ask = async (words: Words): Promise<any> => {
        if (!instead) {
          const answer = await post(page, words);
          if (answer) return answer.result;
        }
        const session = await (instead ??= inBrowser().catch((error) => {
          instead = undefined;
          throw error;
        }));
        now = session.place;
        return session.ask(words);
      };
      return openSession(hints, ask, () => now);
    },
  };
}

/** The answer of the service; null if it has none, and somebody else may. */
async function post(body: Blob, words: Words): Promise<{ result: any } | null> {
  let response;
  let result;
  try {
    response = await fetch(`v1/inspect?${new URLSearchParams(words)}`, { method: "POST", body });
    result = await response.json();
  } catch {
    return null;
  }
  if (response.ok) return { result };
  // Wrong hints are wrong everywhere.
  if (response.status === 400) throw new Error(result.error);
  return null;
}
