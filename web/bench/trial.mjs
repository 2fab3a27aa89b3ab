// One trial of one detector, the same in Node and in the browser: how many pages it has right, and how many it reads in a second.

/** Measures a function from bytes to a name. `decode(bytes, name)` is the text in that encoding. */
export function trial(detect, pages, decode) {
  const plain = (text) => text.replace(/^\ufeff/, "");
  let right = 0;
  for (const { bytes, text } of pages) {
    const name = detect(bytes);
    if (name !== null && plain(decode(bytes, name)) === plain(text)) right += 1;
  }
  // The first round was for the compiler.
  const total = pages.reduce((sum, { bytes }) => sum + bytes.length, 0);
  let rounds = 0;
  const began = performance.now();
  do {
    for (const { bytes } of pages) detect(bytes);
    rounds += 1;
  } while (performance.now() - began < 2000);
  const seconds = (performance.now() - began) / 1000;
  return { right: right / pages.length, pages: (rounds * pages.length) / seconds, megabytes: (rounds * total) / seconds / 1e6 };
}
