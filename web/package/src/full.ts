// `pellucid/full`: the methods and extractors from the papers as well, with their models.

export * from "./core.js";
export { extract, page } from "./content.js";
export { locate, r2l, window } from "./looks.js";
