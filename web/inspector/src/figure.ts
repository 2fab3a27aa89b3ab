// A figure of columns: what is above the axis, what is below it, and a stretch that is marked.

import { count, h, svg } from "./dom.js";

const WIDTH = 900;
const HEIGHT = 150;
/** So many columns fit; of more lines, each column is the largest of several. */
const COLUMNS = 450;

/** Draws columns for lines: those of the first series go up, those of the second one (negative) down. */
export function columns(title: string, [up, down]: [number[], number[]], marked: [start: number, end: number]): HTMLElement {
  const lines = Math.max(1, up.length);
  const each = Math.ceil(lines / COLUMNS);
  const bins = Math.ceil(lines / each);
  const extreme = (series: number[], of: (...numbers: number[]) => number): number[] =>
    Array.from({ length: bins }, (_, bin) => of(0, ...series.slice(bin * each, (bin + 1) * each)));
  const [above, below] = [extreme(up, Math.max), extreme(down, Math.min)];
  const [top, bottom] = [Math.max(1, ...above), Math.min(-1, ...below)];
  const scale = HEIGHT / (top - bottom);
  const axis = top * scale;
  const width = WIDTH / bins;
  const path = (series: number[]): string =>
    series.map((number, bin) => (number === 0 ? "" : `M${(bin * width).toFixed(1)} ${axis.toFixed(1)}v${(-number * scale).toFixed(1)}h${Math.max(0.8, width * 0.9).toFixed(2)}V${axis.toFixed(1)}z`)).join("");
  const figure = svg(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": `${title}; at most ${count(top)} above and ${count(-bottom)} below, in ${count(lines)} lines` },
    marked[1] > marked[0] ? svg("rect", { class: "figure-marked", x: ((marked[0] / each) * width).toFixed(1), y: 0, width: (((marked[1] - marked[0]) / each) * width).toFixed(1), height: HEIGHT }) : null,
    svg("path", { class: "figure-up", d: path(above) }),
    svg("path", { class: "figure-down", d: path(below) }),
    svg("line", { class: "figure-axis", x1: 0, x2: WIDTH, y1: axis.toFixed(1), y2: axis.toFixed(1) }),
  );
  return h("figure", {}, h("figcaption", {}, title, h("span", { class: "note" }, ` ${count(top)} to −${count(-bottom)} characters`)), figure);
}
