// What each panel asks and how it shows the answer.
import { curve, el, facts, pasted } from "./dom.js";

const WORDS = { HOLDS: ["yes, proven", "good"], FAILS: ["no, proven", "bad"], UNKNOWN: ["not decided at these digits", "open"] };
const DIRECTIONS = { add: "a record is added", remove: "a record is removed", replace: "a record is replaced" };
const CURVE = [0.6, 0.75, 0.9, 1, 1.2, 1.5, 1.9, 2.4];

const fields = (form) => Object.fromEntries([...new FormData(form)]
  .filter(([, value]) => typeof value === "string").map(([name, value]) => [name, value.trim()]));

export const failed = (place, error) => {
  place.classList.remove("stale");
  place.replaceChildren(el("p", { class: "error", role: "alert" }, error));
};

// The answer of `account`, as of a training run or of a release.
function accounted(place, page, panel, form, { answer, milliseconds }) {
  if (answer.error) { failed(place, answer.error); return null; }
  const { ok } = answer, { checked } = ok;
  place.classList.remove("stale");
  place.replaceChildren(
    el("p", { class: "headline" }, ok.headline),
    el("p", {}, ok.quote),
    facts([
      ok.ends && ["at least", ok.ends.exact ?? ok.ends.lower, "digits"],
      ok.ends && ["at most", ok.ends.exact ?? ok.ends.upper, "digits"],
      ["worst case", DIRECTIONS[ok.direction] ?? ok.direction],
      checked && [`${ok.letter} ≤ ${checked.claimed}?`, ...WORDS[checked.above]],
      checked && [`${ok.letter} ≥ ${checked.claimed}?`, ...WORDS[checked.below]],
    ]),
    el("div", { class: "picture" }),
    pasted("For the shell", ok.shell),
    pasted("For Python", ok.python),
    ok.rests_on.length ? el("details", {}, el("summary", {}, "What no accountant sees"), el("ul", {}, ...ok.rests_on.map((text) => el("li", {}, text)))) : null,
    el("p", { class: "small" }, `${(milliseconds / 1000).toFixed(2)} s in this browser, by ${ok.method}`),
  );
  return ok;
}

const training = {
  given(form) {
    const { length, number, ...rest } = fields(form);
    return { ...rest, [length]: number };
  },
  ask(page, form, place) {
    const given = this.given(form);
    page.ask("training", given, (found) => {
      const ok = accounted(place, page, "training", form, found);
      if (ok?.ends) this.draw(page, place, given, ok);
    });
  },
  // The same run with other noise, point after point while nothing else is asked.
  draw(page, place, given, ok) {
    const noise = Number(given.noise_multiplier), box = place.querySelector(".picture");
    if (!(noise > 0)) return;
    const points = [[noise, Number(ok.ends.upper)]];
    for (const factor of CURVE) {
      const other = Number((noise * factor).toPrecision(3));
      if (other === noise) continue;
      page.later("training", { ...given, noise_multiplier: String(other), digits: "3", check: "" }, ({ answer }) => {
        if (!answer.ok?.ends || !box.isConnected) return;
        points.push([other, Number(answer.ok.ends.upper)]);
        points.sort(([one], [two]) => one - two);
        box.replaceChildren(curve({
          points, marked: noise, across: "noise multiplier σ", along: "ε",
          label: `ε by noise multiplier: ${points.map(([x, y]) => `${x}: ${y.toPrecision(3)}`).join("; ")}`,
        }));
      });
    }
  },
};

export const panels = { training };
