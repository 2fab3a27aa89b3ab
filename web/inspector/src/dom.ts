// Making elements, and writing numbers for people. Text from pages only ever becomes text nodes, never markup.

type Child = Node | string | number | null | undefined | false;
type Attributes = Record<string, string | number | boolean | null | undefined | ((event: any) => void)>;

/** An element: attributes, listeners (`onclick`), children. */
export function h<K extends keyof HTMLElementTagNameMap>(tag: K, attributes: Attributes, ...children: Child[]): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  fill(element, attributes, children);
  return element;
}

/** The same for a figure. */
export function svg(tag: string, attributes: Attributes, ...children: Child[]): SVGElement {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  fill(element, attributes, children);
  return element;
}

function fill(element: Element, attributes: Attributes, children: Child[]): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (name === "style" && element instanceof HTMLElement) element.style.cssText = String(value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children) {
    if (child !== null && child !== undefined && child !== false) element.append(typeof child === "number" ? String(child) : child);
  }
}

/** The element with this id, which `index.html` has. */
export function byId<T extends HTMLElement>(id: string): T {
  const element = document.getElementById(id);
  if (!element) throw new Error(`no element #${id}`);
  return element as T;
}

const grouped = new Intl.NumberFormat("en");

/** 12,345. */
export function count(number: number): string {
  return grouped.format(number);
}

/** 1 place, 2 places. */
export function plural(number: number, one: string, many = `${one}s`): string {
  return `${count(number)} ${number === 1 ? one : many}`;
}

/** 12.3 kB. */
export function size(bytes: number): string {
  if (bytes < 1000) return plural(bytes, "byte");
  const [unit, name] = bytes < 1e6 ? [1e3, "kB"] : [1e6, "MB"];
  return `${(bytes / (unit as number)).toFixed(1)} ${name}`;
}

/** 99.3 %; 100 % only if it is. */
export function percent(probability: number): string {
  const rounded = (100 * probability).toFixed(1);
  return `${rounded.replace(/\.0$/, "")} %`;
}

/** +12.3, with a real minus sign. */
export function signed(number: number): string {
  const digits = Math.abs(number).toFixed(1);
  return digits === "0.0" ? digits : (number < 0 ? "−" : "+") + digits;
}

let languages: Intl.DisplayNames | undefined;

/** Persian (fa). */
export function language(tag: string): string {
  try {
    languages ??= new Intl.DisplayNames("en", { type: "language" });
    const name = languages.of(tag);
    return name && name !== tag ? `${name} (${tag})` : tag;
  } catch {
    return tag;
  }
}

/** Text as it stands, each paragraph in its own direction. */
export function prose(text: string, attributes: Attributes = {}): HTMLElement {
  return h("div", { class: "prose", dir: "auto", tabindex: 0, role: "region", ...attributes }, text);
}
