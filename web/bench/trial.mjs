// One trial of one detector, the same in Node and in the browser: how many pages it has right, and how many it reads in a second.

/** Measures a function from bytes to a name. `decode(bytes, name)` is the text in that encoding. */
export function trial(detect, pages, decode) {
  const plain = (text) => text.replace(/^\ufeff/, "");
  let right = 0;
  for (const { bytes, text } of pages) {
    const name = detect(bytes);
    if (name !== null && plain(decode(bytes, name)) === plain(text)) right += 1;
  }
  // The first round was for the compiler. Of the others the fastest counts: what slows the rest is somebody else's.
  const total = pages.reduce((sum, { bytes }) => sum + bytes.length, 0);
  let fastest = Infinity;
  const end = performance.now() + 3000;
  while (performance.now() < end) {
    const began = performance.now();
    for (const { bytes } of pages) detect(bytes);
    fastest = Math.min(fastest, (performance.now() - began) / 1000);
  }
  return { right: right / pages.length, pages: pages.length / fastest, megabytes: total / fastest / 1e6 };
}
