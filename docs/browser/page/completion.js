// Completes mechanisms and their parameters as a release is typed: a combobox with a list of options.
import { el } from "./dom.js";

const LEFT_OPEN = /\.\.|\bmechanism\b/;

// The word before the caret, and the mechanism whose brackets it stands in.
export function context(text, caret) {
  const before = text.slice(0, caret), word = /[a-z][a-z-]*$/i.exec(before)?.[0] ?? "";
  let depth = 0;
  for (let place = before.length - 1; place >= 0; place--) {
    if (before[place] === ")") depth++;
    if (before[place] === "(" && depth-- === 0) return { word, inside: /([a-z][a-z-]*)$/i.exec(before.slice(0, place))?.[1] ?? "" };
  }
  return { word, inside: "" };
}

export function offers(grammar, text, caret) {
  const { word, inside } = context(text, caret), kind = grammar.find((one) => one.name === inside);
  if (!word) return [];
  const parameters = (kind?.parameters ?? []).filter((name) => name.startsWith(word) && !text.includes(`${name}=`))
    .map((name) => ({ text: `${name}=`, about: `of ${inside}` }));
  const mechanisms = grammar.filter((one) => one.name.startsWith(word) && one.name !== word)
    .map((one) => ({ text: one.form, about: one.about }));
  return [...parameters, ...mechanisms].slice(0, 8).map((one) => ({ ...one, word }));
}

export async function completion(field, list) {
  const grammar = await (await fetch(new URL("grammar.json", import.meta.url))).json();
  let shown = [], chosen = -1;
  const close = () => { shown = []; chosen = -1; list.hidden = true; field.setAttribute("aria-expanded", "false"); field.removeAttribute("aria-activedescendant"); };
  const mark = (place) => {
    chosen = place;
    [...list.children].forEach((item, at) => item.setAttribute("aria-selected", at === place));
    field.setAttribute("aria-activedescendant", list.children[place].id);
  };
  const take = ({ text, word }) => {
    const caret = field.selectionStart, begin = caret - word.length;
    field.setRangeText(text, begin, caret, "end");
    const open = LEFT_OPEN.exec(text);
    if (open) field.setSelectionRange(begin + open.index, begin + open.index + open[0].length);
    close();
    field.focus();
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };
  field.addEventListener("input", (event) => {
    shown = event.isTrusted ? offers(grammar, field.value, field.selectionStart) : [];
    if (!shown.length) { close(); return; }
    list.replaceChildren(...shown.map((one, place) => el("li", { role: "option", id: `completion-${place}`, "aria-selected": "false",
      mousedown: (pressed) => { pressed.preventDefault(); take(one); } }, el("code", {}, one.text), el("span", { class: "small" }, one.about))));
    list.hidden = false;
    field.setAttribute("aria-expanded", "true");
  });
  field.addEventListener("keydown", (event) => {
    if (!shown.length) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) mark((chosen + step + shown.length) % shown.length);
    else if ((event.key === "Enter" || event.key === "Tab") && chosen >= 0) take(shown[chosen]);
    else if (event.key === "Escape") close();
    else return;
    if (event.key !== "Escape") event.preventDefault();
    event.stopPropagation();
  });
  field.addEventListener("blur", close);
}
