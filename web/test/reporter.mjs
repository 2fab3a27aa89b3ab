// Prints tests as `cargo test` does, which is what `cargo dev test` counts.

export default async function* reporter(source) {
  let passed = 0;
  const failures = [];
  for await (const { type, data } of source) {
    if (type === "test:stdout" || type === "test:stderr") yield data.message;
    if (type === "test:diagnostic" && /^skipped: /.test(data.message)) yield `${data.message}\n`;
    if ((type !== "test:pass" && type !== "test:fail") || data.details.type === "suite") continue;
    // A test with tests inside is counted by those.
    const name = data.file ? `${data.file.replace(/.*\//, "").replace(/\.test\.mjs$/, "")}: ${data.name}` : data.name;
    if (data.skip !== undefined) {
      yield `test ${name} ... ignored, ${data.skip}\n`;
    } else if (type === "test:pass") {
      passed += 1;
      yield `test ${name} ... ok\n`;
    } else {
      failures.push([name, data.details.error]);
      yield `test ${name} ... FAILED\n`;
    }
  }
  for (const [name, error] of failures) yield `\n${name}\n${error?.cause?.stack ?? error?.stack ?? error}\n`;
  const result = failures.length > 0 ? "FAILED" : "ok";
  yield `\ntest result: ${result}. ${passed} passed; ${failures.length} failed\n`;
}
