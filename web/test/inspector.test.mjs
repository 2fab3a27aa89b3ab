// The inspector in a real Chromium: drops files, reads what is shown, and compares it with the command. All of it is done twice: with
// the library in the browser, and with a real `pellucid serve`. Screenshots are kept in `target/web/screenshots`.

import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { after, before, test } from "node:test";
import { launch, noChromium, pellucidServe, serve } from "./chromium.mjs";
import { built, lines, noCommand, pages, printed, root } from "./tools.mjs";

const skip = noChromium || noCommand;
const shots = join(built, "screenshots");
const folder = mkdtempSync(join(tmpdir(), "pellucid-"));
let browser;
let server;
let service;

before(async () => {
  if (skip) return;
  mkdirSync(shots, { recursive: true });
  server = await serve();
  service = await pellucidServe();
  browser = await launch();
});

after(async () => {
  await browser?.close();
  server?.close();
  service?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The addresses of the inspector, and where pages are read there. */
const PLACES = {
  "in this browser": () => `${server.url}/inspector/`,
  "by pellucid serve on this machine": () => `${service.url}/`,
};

/** A test in each place. */
function everywhere(name, work) {
  for (const place of Object.keys(PLACES)) {
    test(`${name}: ${place}`, { skip }, () => work((look, options) => inspector(look, options, PLACES[place](), place)));
  }
}

/** A page of the browser with the inspector on it. Errors and requests to others fail the test at its end. */
async function inspector(work, options, url, place) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const wrong = [];
  page.on("pageerror", (error) => wrong.push(error.message));
  page.on("console", (message) => message.type() === "error" && wrong.push(message.text()));
  page.on("request", (request) => {
    if (new URL(request.url()).origin !== new URL(url).origin && !/^(blob|data|file):/.test(request.url())) wrong.push(`asks for ${request.url()}`);
  });
  await page.goto(url);
  await page.locator("#status").filter({ hasText: "ready" }).waitFor({ timeout: 60_000 });
  try {
    assert.equal(await page.textContent("#place"), `Pages are read ${place}.`);
    await work(page);
    assert.equal(await page.textContent("#place"), `Pages are read ${place}.`);
  } finally {
    await context.close();
  }
  assert.deepEqual(wrong, []);
}

/** Drops a file, as a person would, and waits for its answer. */
async function drop(page, name, bytes) {
  const data = await page.evaluateHandle(
    ([name, base64]) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const data = new DataTransfer();
      data.items.add(new File([bytes], name));
      return data;
    },
    [name, Buffer.from(bytes).toString("base64")],
  );
  await page.dispatchEvent("body", "drop", { dataTransfer: data });
  await settled(page);
}

/** Waits until nothing is being worked on. */
async function settled(page) {
  await page.waitForFunction(() => !document.body.hasAttribute("aria-busy") && document.querySelector("#panel[data-panel]"), null, { timeout: 60_000 });
}

async function tab(page, name) {
  await page.getByRole("tab", { name }).click();
  await settled(page);
}

const normal = (text) => text.replaceAll("\r\n", "\n").replaceAll("\r", "\n").replaceAll("\0", "\ufffd");

everywhere("every page has the encoding and the probability that the command says", async (inspector) => {
  const files = [...pages(), join(root, "testdata/pages/page.html.gz")];
  const rows = lines("detect", "--format=jsonl", ...files);
  await inspector(async (page) => {
    for (const [at, file] of files.entries()) {
      await drop(page, basename(file), readFileSync(file));
      assert.equal(await page.textContent("#answer-encoding"), rows[at].encoding, file);
      assert.equal(Number(await page.getAttribute("#answer-confidence", "data-confidence")), rows[at].confidence, file);
      assert.equal(await page.textContent(".answer-name"), basename(file));
    }
    await page.locator("#file").setInputFiles({ name: "broken.gz", mimeType: "application/gzip", buffer: Buffer.from("not compressed") });
    await page.locator("#status.wrong").filter({ hasText: "broken.gz cannot be read" }).waitFor();
  });
});

everywhere("the text is what the command decodes, and changes when another encoding is clicked", async (inspector) => {
  const file = join(root, "examples/vopros.html");
  await inspector(async (page) => {
    await drop(page, "vopros.html", readFileSync(file));
    await page.getByRole("button", { name: "With markup" }).click();
    assert.equal(normal(await page.locator("#reading").evaluate((element) => element.textContent)), normal(printed("decode", "--declare=never", file)));
    const other = page.locator(".candidate", { hasText: "KOI8-U" }).locator("input");
    await other.check();
    await page.locator("#panel[data-encoding=KOI8-U]").waitFor();
    await page.getByLabel("Another encoding").selectOption("windows-1251");
    await page.locator("#panel[data-encoding=windows-1251]").waitFor();
    await page.getByRole("button", { name: "With markup" }).click();
    const wanted = printed("decode", "--declare=never", "--from=windows-1251", file);
    assert.equal(normal(await page.locator("#reading").evaluate((element) => element.textContent)), normal(wanted));
    // The answer itself does not change by that.
    assert.equal(await page.textContent("#answer-encoding"), "KOI8-R");
  });
});

everywhere("evidence is there in bits, with its sentences", async (inspector) => {
  const file = join(root, "web/inspector/samples/lost.html");
  const [{ evidence }] = lines("detect", "--explain", "--format=jsonl", file);
  await inspector(async (page) => {
    await drop(page, "lost.html", readFileSync(file));
    assert.match(await page.textContent("#answer-declared"), /Declared as ISO-8859-7, but found to be UTF-8/);
    const shown = await page.locator("#evidence").innerText();
    for (const { words, bits } of evidence.filter(({ encoding }) => encoding === "UTF-8" || encoding === "ISO-8859-7")) {
      assert.ok(shown.includes(words), `${words} in ${shown}`);
      if (Math.abs(bits) >= 0.1) assert.ok(shown.includes(Math.abs(bits).toFixed(1)), `${bits} in ${shown}`);
    }
    assert.ok((await page.locator(".bar-fill.against").count()) > 0);
  });
});

everywhere("bytes and characters know each other, also by keyboard", async (inspector) => {
  const file = join(root, "web/inspector/samples/lost.html");
  await inspector(async (page) => {
    await drop(page, "lost.html", readFileSync(file));
    // From the place that did not decode to its bytes.
    await page.getByRole("button", { name: /^byte / }).click();
    await settled(page);
    assert.equal(await page.getAttribute("#panel", "data-panel"), "bytes");
    assert.ok((await page.locator(".byte.damaged").count()) > 0);
    assert.equal(await page.locator(".cell.damaged").first().textContent(), "\ufffd");
    await page.getByLabel("Offset").fill("0");
    await page.keyboard.press("Enter");
    await settled(page);
    await page.locator(".linked").focus();
    const bytes = readFileSync(file);
    const title = bytes.indexOf("Το");
    for (let at = 0; at <= title; at++) await page.keyboard.press("ArrowRight");
    assert.deepEqual(await page.locator(".byte.lit").allTextContents(), ["ce", "a4"]);
    assert.deepEqual(await page.locator(".cell.lit").allTextContents(), ["Τ"]);
    assert.match(await page.textContent("#cell"), /ce a4 → Τ U\+03A4/);
    await page.locator(".cell", { hasText: /^λ$/ }).first().hover();
    assert.deepEqual(await page.locator(".byte.lit").allTextContents(), ["ce", "bb"]);
    await page.screenshot({ path: join(shots, "bytes.png"), fullPage: true });
  });
});

everywhere("text that is broken, hex, and bytes as characters can be pasted", async (inspector) => {
  await inspector(async (page) => {
    const inspect = async (text, form) => {
      await page.getByLabel("Text or bytes").fill(text);
      await page.locator("#form").selectOption(form);
      await page.getByRole("button", { name: "Inspect" }).click();
      await settled(page);
    };
    await inspect("cf f0 e8 e2 e5 f2 2c 20 ec e8 f0 2c 20 ea e0 ea 20 e4 e5 eb e0", "auto");
    assert.equal(await page.textContent("#answer-encoding"), "windows-1251");
    assert.equal(await page.textContent("#reading"), "Привет, мир, как дела");
    await inspect("d\xe9j\xe0 vu, l'\xe9t\xe9 \xe0 la for\xeat", "latin1");
    assert.equal(await page.textContent("#answer-encoding"), "windows-1252");
    await inspect("zz", "hex");
    assert.match(await page.textContent("#status"), /not hex/);
    await inspect("日本", "latin1");
    assert.match(await page.textContent("#status"), /does not fit into a byte/);

    const broken = "Im MÃ¤rz wehte ein kÃ¼hler Wind Ã¼ber die DÃ¤cher, fÃ¼r spÃ¤ter";
    await inspect(broken, "auto");
    await tab(page, "Repair");
    writeFileSync(join(folder, "broken.txt"), broken);
    const repaired = printed("decode", "--declare=never", "--repair", join(folder, "broken.txt"));
    assert.equal(repaired, "Im März wehte ein kühler Wind über die Dächer, für später");
    assert.equal(await page.locator(".changes .after").textContent(), repaired);
    assert.equal(await page.locator(".changes .before").textContent(), broken);
  });
});

everywhere("pages in two encodings are shown before and after", async (inspector) => {
  const file = join(root, "web/inspector/samples/mixed.html");
  const after = printed("decode", "--declare=never", "--mixed", "--repair", file).split("\n");
  await inspector(async (page) => {
    await drop(page, "mixed.html", readFileSync(file));
    await tab(page, "Repair");
    const rows = await page.locator(".changes tbody tr").all();
    assert.equal(rows.length, 2);
    for (const row of rows) {
      const [line, , repaired] = await row.locator("td").allTextContents();
      assert.equal(repaired, after[Number(line) - 1]);
    }
    await page.screenshot({ path: join(shots, "repair.png"), fullPage: true });
  });
});

everywhere("main content is what the command extracts, block by block", async (inspector) => {
  for (const name of ["testdata/extract/ash.html", "testdata/extract/bread.html"]) {
    const file = join(root, name);
    const [row] = lines("extract", "--format=jsonl", file);
    await inspector(async (page) => {
      await drop(page, basename(file), readFileSync(file));
      await tab(page, "Main content");
      assert.equal((await page.locator("#content-text").evaluate((element) => element.textContent)), row.text);
      assert.equal(await page.locator("#panel h2").first().textContent(), row.title);
      const chosen = await page.locator(".block.chosen .block-text").allTextContents();
      const all = await page.locator(".block").count();
      assert.ok(chosen.length > 3 && chosen.length < all, `${chosen.length} of ${all}`);
      assert.match(await page.textContent("#quality"), new RegExp(`^${chosen.length} of ${all} blocks kept`));
      // Right-to-left text begins on the right.
      const direction = await page.locator("#content-text").evaluate((element) => getComputedStyle(element).direction);
      assert.equal(direction, row.language === "fa" ? "rtl" : "ltr");
    });
  }
});

everywhere("methods answer as those of the command, and R2L has its figures", async (inspector) => {
  const file = join(root, "testdata/r2l/khabar.html");
  await inspector(async (page) => {
    await drop(page, "khabar.html", readFileSync(file));
    await tab(page, "Methods");
    for (const row of await page.locator("#methods tr").all()) {
      const method = (await row.locator("th").evaluate((element) => element.firstChild.textContent)).trim();
      const [{ encoding }] = lines("detect", "--format=jsonl", `--method=${method}`, file);
      assert.equal(await row.locator("td").first().textContent(), encoding, method);
    }
    assert.equal(await page.locator("#methods tr").count(), 5);
    assert.equal(await page.locator("#figures svg").count(), 3);
    const [{ text }] = lines("extract", "--format=jsonl", "--extractor=r2l", file);
    assert.equal((await page.locator("#figures .prose").evaluate((element) => element.textContent)).trim(), text.trim());
    await page.screenshot({ path: join(shots, "methods.png"), fullPage: true });
  });
});

everywhere("the keyboard is enough, and everything has a name", async (inspector) => {
  await inspector(async (page) => {
    const sample = page.getByRole("button", { name: "KOI8-R, undeclared" });
    await sample.focus();
    await page.keyboard.press("Enter");
    await settled(page);
    await page.getByRole("tab", { name: "Encoding" }).focus();
    for (const id of ["bytes", "repair", "content", "methods", "encoding"]) {
      await page.keyboard.press("ArrowRight");
      await page.locator(`#panel[data-panel=${id}]`).waitFor();
      const nameless = await page.evaluate(() => {
        const named = (element) => element.getAttribute("aria-label") || element.labels?.[0]?.textContent.trim() || element.textContent.trim() || element.title;
        return [...document.querySelectorAll("button, input, select, textarea, a[href], svg[role=img]")].filter((element) => !named(element)).map((element) => element.outerHTML);
      });
      assert.deepEqual(nameless, [], id);
    }
    // From the tab to the candidates and on, by Tab alone.
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement.value), "KOI8-R");
    await page.keyboard.press("ArrowDown");
    await page.locator("#panel[data-encoding=KOI8-U]").waitFor();
    await settled(page);
    assert.equal(await page.evaluate(() => document.activeElement.value), "KOI8-U");
  });
});

everywhere("a page of 10 MB does not freeze the browser", async (inspector) => {
  const paragraph = "<p>Каждый охотник желает знать, где сидит фазан, и никто ему этого не скажет.</p>\n";
  const bytes = Buffer.from(paragraph.repeat(Math.ceil(10_000_000 / Buffer.byteLength(paragraph))));
  const file = join(folder, "large.html");
  writeFileSync(file, bytes);
  await inspector(async (page) => {
    await page.evaluate(() => {
      window.longest = 0;
      let last = performance.now();
      setInterval(() => {
        window.longest = Math.max(window.longest, performance.now() - last);
        last = performance.now();
      }, 20);
    });
    await page.locator("#file").setInputFiles(file);
    await settled(page);
    assert.equal(await page.textContent("#answer-encoding"), "UTF-8");
    for (const name of ["Bytes", "Repair", "Main content"]) await tab(page, name);
    // While the worker works, the page still answers.
    await page.getByRole("tab", { name: "Methods" }).click();
    assert.equal(await page.evaluate(() => document.body.hasAttribute("aria-busy")), true);
    await settled(page);
    const longest = await page.evaluate(() => window.longest);
    assert.ok(longest < 1500, `${longest} ms without an answer`);
  });
});

everywhere("nothing fails on what is no text, nothing and noise", async (inspector) => {
  await inspector(async (page) => {
    const noise = Uint8Array.from({ length: 3000 }, (_, at) => (at * 7919 + (at >> 3) * 104729) >> 2);
    for (const [name, bytes] of [["pixel.png", readFileSync(join(root, "testdata/pages/pixel.png"))], ["empty", new Uint8Array(0)], ["noise", noise]]) {
      await drop(page, name, bytes);
      for (const panel of ["Bytes", "Repair", "Main content", "Methods", "Encoding"]) {
        await tab(page, panel);
        assert.equal(await page.locator("#status.wrong").count(), 0, `${name}, ${panel}: ${await page.textContent("#status")}`);
      }
    }
  });
});

everywhere("markup of a page never becomes markup of the inspector", async (inspector) => {
  await inspector(async (page) => {
    await drop(page, "<img src=x onerror=alert(1)>.html", Buffer.from("<p>déjà vu <script>window.hacked = 1</script><img src=x onerror='window.hacked = 1'> et après".repeat(9)));
    for (const panel of ["Bytes", "Repair", "Main content", "Methods", "Encoding"]) await tab(page, panel);
    assert.equal(await page.evaluate(() => window.hacked), undefined);
    assert.equal(await page.locator("main img").count(), 0);
  });
});

test("it works from disk, without a server", { skip }, async () => {
  const look = async (page) => {
    await drop(page, "vopros.html", readFileSync(join(root, "examples/vopros.html")));
    assert.equal(await page.textContent("#answer-encoding"), "KOI8-R");
  };
  await inspector(look, {}, `file://${join(built, "inspector/index.html")}`, "in this browser");
});

test("the service reads pages, and the browser those that it does not take", { skip }, async () => {
  const small = await pellucidServe("--max-bytes=6K");
  const [page, loaded] = [await (await browser.newContext()).newPage(), []];
  page.on("request", (request) => loaded.push(new URL(request.url()).pathname));
  const place = () => page.textContent("#place");
  try {
    await page.goto(small.url);
    await page.locator("#status").filter({ hasText: "ready" }).waitFor();
    assert.equal(await page.textContent("#place-about"), "It is read by pellucid serve on this machine, and goes nowhere else.");
    await drop(page, "vopros.html", readFileSync(join(root, "examples/vopros.html")));
    assert.equal(await page.textContent("#answer-encoding"), "KOI8-R");
    assert.match(await place(), /by pellucid serve/);
    assert.ok(small.asked.some((line) => /POST \/v1\/inspect 200/.test(line)), small.asked.join("\n"));
    assert.ok(!loaded.includes("/pellucid.wasm"), "the module is not needed");

    await drop(page, "long.html", Buffer.from(`<p>${"déjà vu ".repeat(1000)}`));
    assert.equal(await page.textContent("#answer-encoding"), "UTF-8");
    assert.match(await place(), /in this browser/);
    assert.ok(loaded.includes("/pellucid.wasm"));

    // The browser goes on when the service has stopped.
    await drop(page, "vopros.html", readFileSync(join(root, "examples/vopros.html")));
    assert.match(await place(), /by pellucid serve/);
    await small.close();
    await tab(page, "Main content");
    assert.match(await page.textContent("#content-text"), /Почему «вопрос» стал/);
    assert.match(await place(), /in this browser/);
  } finally {
    await page.context().close();
    await small.close();
  }
});

everywhere("light, dark and on a phone", async (inspector) => {
  const sizes = { light: {}, dark: { colorScheme: "dark" }, phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true } };
  const colours = {};
  for (const [name, options] of Object.entries(sizes)) {
    await inspector(async (page) => {
      await drop(page, "ash.html", readFileSync(join(root, "testdata/extract/ash.html")));
      for (const panel of ["Encoding", "Bytes", "Repair", "Main content", "Methods"]) {
        await tab(page, panel);
        const wide = await page.evaluate(() => document.scrollingElement.scrollWidth - innerWidth);
        assert.ok(wide <= 0, `${name}, ${panel}: ${wide} pixels too wide`);
        await page.screenshot({ path: join(shots, `${name}-${panel.toLowerCase().replace(" ", "-")}.png`), fullPage: true });
      }
      colours[name] = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      await page.getByRole("button", { name: "Light or dark" }).click();
      assert.notEqual(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), colours[name]);
    }, options);
  }
  assert.notEqual(colours.light, colours.dark);
});

test("the npm package works in the browser", { skip: noChromium }, async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${server.url}/inspector/icon.svg`);
  const answers = await page.evaluate(async (base) => {
    const { decode, page, DecodeStream } = await import(`${base}/npm/browser/index.js`);
    const { detect } = await import(`${base}/npm/browser/detect.js`);
    const { default: jschardet } = await import(`${base}/npm/browser/compat/jschardet.js`);
    const { default: chardet } = await import(`${base}/npm/browser/compat/chardet.js`);
    const bytes = new Uint8Array([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]);
    const stream = new Blob([bytes]).stream().pipeThrough(new DecodeStream({ language: "ru" }));
    let streamed = "";
    const reader = stream.getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read()) streamed += next.value;
    let files;
    try {
      chardet.detectFileSync("x");
    } catch (error) {
      files = error.message;
    }
    return [
      decode(bytes, { language: "ru" }).text,
      detect(bytes, { language: "ru" }).encoding,
      page(new TextEncoder().encode("<title>Thé</title><p>L'eau ne doit pas bouillir.")).title,
      jschardet.detect("\xe7a me fait rire").encoding,
      chardet.detect(new TextEncoder().encode("kyllä")),
      streamed,
      files,
    ];
  }, server.url);
  assert.deepEqual(answers, ["Привет", "windows-1251", "Thé", "Windows-1252", "UTF-8", "Привет", "File system is not available"]);
  await context.close();
});
