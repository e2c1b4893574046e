// Elements, texts and pictures of the page. Texts are set as texts: nothing that is typed or read becomes markup.
export const $ = (name) => document.getElementById(name);

export function el(tag, { class: name, ...attributes } = {}, ...children) {
  const made = document.createElement(tag);
  if (name) made.className = name;
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(key, value);
    else if (value !== false && value != null) made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.filter((child) => child != null));
  return made;
}

export const facts = (rows) => el("dl", { class: "facts" }, ...rows.filter(Boolean).flatMap(([term, value, name]) =>
  [el("dt", {}, term), el("dd", { class: name }, value)]));

export const pasted = (label, text) => el("details", { class: "copied" }, el("summary", {}, label),
  el("pre", { tabindex: 0 }, el("code", {}, text)));

export function download(name, text) {
  const link = el("a", { href: URL.createObjectURL(new Blob([text], { type: "application/json" })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

export const button = (label, click) => el("button", { type: "button", click }, label);

export const table = (heads, rows) => el("div", { class: "wide", tabindex: 0, role: "group", "aria-label": "Table" }, el("table", {},
  el("thead", {}, el("tr", {}, ...heads.map((head) => el("th", { scope: "col" }, head)))),
  el("tbody", {}, ...rows.map((row) => el("tr", {}, ...row.map((cell) => el("td", {}, cell)))))));

const SVG = "http://www.w3.org/2000/svg";
const shape = (tag, attributes, text) => {
  const made = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text != null) made.textContent = text;
  return made;
};

// A curve through points [x, y] with one of them marked; label: what a screen reader says.
export function curve({ points, marked, label, across, along, height = 220, width = 560 }) {
  const [left, right, top, bottom] = [58, 14, 14, 40];
  const xs = points.map(([x]) => x), ys = points.map(([, y]) => y);
  const low = Math.min(...xs), high = Math.max(...xs), most = Math.max(...ys) * 1.08;
  const at = (x) => left + (width - left - right) * (high > low ? (x - low) / (high - low) : 0.5);
  const up = (y) => height - bottom - (height - top - bottom) * (y / most);
  const picture = shape("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label, class: "curve" });
  for (const part of [0, 0.5, 1]) {
    const y = up(most * part);
    picture.append(shape("line", { x1: left, x2: width - right, y1: y, y2: y, class: "grid" }),
      shape("text", { x: left - 8, y: y + 4, "text-anchor": "end" }, (most * part).toPrecision(2).replace(/\.0$/, "")));
    const x = low + (high - low) * part;
    picture.append(shape("text", { x: at(x), y: height - bottom + 18, "text-anchor": part === 0 ? "start" : part === 1 ? "end" : "middle" },
      String(Number(x.toPrecision(3)))));
  }
  picture.append(shape("text", { x: (left + width - right) / 2, y: height - 4, "text-anchor": "middle" }, across),
    shape("text", { x: 12, y: top + 2, class: "along" }, along),
    shape("polyline", { points: points.map(([x, y]) => `${at(x)},${up(y)}`).join(" ") }));
  for (const [x, y] of points) picture.append(shape("circle", { cx: at(x), cy: up(y), r: x === marked ? 6 : 3, class: x === marked ? "marked" : "" }));
  return picture;
}

const percent = (share) => `${Number((100 * share).toPrecision(5))} %`;

// Of each type the least, the true and the largest share that a sample can have: [name, least, true, largest].
export function ranges(rows) {
  const low = Math.min(...rows.map(([, least]) => Number(least))), high = Math.max(...rows.map(([, , , most]) => Number(most)));
  const place = (share) => 2 + 96 * (high > low ? (Number(share) - low) / (high - low) : 0.5);
  return el("ul", { class: "ranges" }, ...rows.map(([name, least, share, most]) => {
    const picture = shape("svg", { viewBox: "0 0 100 8", preserveAspectRatio: "none", "aria-hidden": "true" });
    picture.append(shape("rect", { x: 0, y: 3.4, width: 100, height: 1.2, class: "track" }),
      shape("rect", { x: place(least), y: 2, width: Math.max(0.4, place(most) - place(least)), height: 4, class: "range" }),
      shape("rect", { x: place(share) - 0.3, y: 0, width: 0.6, height: 8, class: "marked" }));
    return el("li", {}, el("span", { class: "name" }, name), picture,
      el("span", {}, `${percent(share)} of the records; of a sample between ${percent(least)} and ${percent(most)}`));
  }));
}
