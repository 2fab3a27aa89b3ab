// What the build puts in: the worker as a string, samples as data, the version.

declare const PELLUCID_VERSION: string;

declare module "#worker" {
  const source: string;
  export default source;
}

declare module "#samples" {
  const samples: { name: string; about: string; base64: string }[];
  export default samples;
}
