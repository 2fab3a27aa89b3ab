// `pellucid`: detection, and main content.

export * from "./core.js";
export { extract, page } from "./content.js";
