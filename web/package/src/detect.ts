// `pellucid/detect`: the smallest entry.

export * from "./core.js";
