// What each panel asks, and how its answer is shown.
import { completion } from "./completion.js";
import { $, button, curve, download, el, facts, pasted, ranges, table } from "./dom.js";

const WORDS = { HOLDS: ["yes, proven", "good"], FAILS: ["no, proven", "bad"], UNKNOWN: ["not decided at these digits", "open"] };
const DIRECTIONS = { add: "a record is added", remove: "a record is removed", replace: "a record is replaced" };
const CURVE = [0.6, 0.75, 0.9, 1.2, 1.5, 1.9, 2.4]; // of the noise multiplier
const LARGEST = 2 ** 28; // bytes of a file
const LONGEST = 80; // characters of the name of a column that are shown

const fields = (form) => Object.fromEntries([...new FormData(form)]
  .filter(([, value]) => typeof value === "string").map(([name, value]) => [name, value.trim()]));
const seconds = (milliseconds) => `${(milliseconds / 1000).toFixed(2)} s in this browser`;
const SHORT = 24; // characters of a fraction that is read at a glance
const digits = (ends) => ends && (ends.exact && ends.exact.length <= SHORT ? [["exactly", ends.exact, "digits"]]
  : [["at least", ends.lower, "digits"], ["at most", ends.upper, "digits"]]);

function fill(place, ...parts) {
  place.classList.remove("stale");
  place.replaceChildren(...parts.filter((part) => part != null));
}
const failed = (place, error) => fill(place, el("p", { class: "error" }, error));

// Copies the address of this question; asks for its certificate and offers it as a file.
function buttons(page, panel, { link, certificate, text, files }) {
  const said = el("span", { class: "small", role: "status" });
  const copied = button("Copy a link to this question", async () => {
    const address = page.link(panel, link);
    try { await navigator.clipboard.writeText(address); said.textContent = "copied"; }
    catch { said.textContent = address; }
  });
  const written = text ? button("Certificate", () => download("certificate.json", text)) : button("Certificate", () => {
    if (said.closest(".stale")) { said.textContent = "Another question is being answered."; return; }
    said.textContent = "";
    page.ask("certificate", certificate, ({ answer }) => {
      if (answer.error) { said.textContent = answer.error; return; }
      said.textContent = `${answer.ok.says}; replay it with python -P -m sdp_proofs.certificate, or under “This theorem”`;
      download(`${panel}-certificate.json`, answer.ok.document);
    }, { files });
  });
  return el("div", { class: "buttons" }, copied, written, said);
}

// The answer of `account`, to a training run or to a release.
function accounted(page, place, panel, given, link, { answer, milliseconds }) {
  if (answer.error) { failed(place, answer.error); return null; }
  const { ok } = answer, { checked } = ok;
  fill(place,
    el("p", { class: "headline" }, ok.headline),
    el("p", {}, ok.quote),
    facts([
      ...(digits(ok.ends) ?? []),
      ok.direction && ["worst case", DIRECTIONS[ok.direction] ?? ok.direction],
      checked && [`${ok.letter} ≤ ${checked.claimed}?`, ...WORDS[checked.above]],
      checked && [`${ok.letter} ≥ ${checked.claimed}?`, ...WORDS[checked.below]],
    ]),
    el("div", { class: "picture" }),
    pasted("For the shell", ok.shell),
    pasted("For Python", ok.python),
    ok.rests_on.length ? el("details", {}, el("summary", {}, "What no accountant sees"), el("ul", {}, ...ok.rests_on.map((text) => el("li", {}, text)))) : null,
    buttons(page, panel, { link, certificate: { of: panel, ...given } }),
    el("p", { class: "small" }, `${seconds(milliseconds)}, by ${ok.method}`),
  );
  return ok;
}

const training = {
  ask(page, form, place) {
    const all = fields(form), { length, number, ...rest } = all, given = { ...rest, [length]: number };
    page.ask("training", given, (found) => {
      const ok = accounted(page, place, "training", given, all, found);
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

const counts = {
  files: {},
  begin(page, form, place) {
    form.elements.file.addEventListener("input", (event) => {
      event.stopPropagation(); // the question is asked when the columns are known
      this.choose(page, form, place);
    });
  },
  choose(page, form, place) {
    const file = form.elements.file.files[0];
    form.elements.counts.disabled = Boolean(file);
    form.querySelector("[data-of=file]").hidden = true;
    if (place.childElementCount) place.classList.add("stale");
    const small = !file || file.size <= LARGEST;
    this.files = file && small ? { "records.csv": file } : {}; // which the worker reads
    if (small) this.ask(page, form, place);
    else failed(place, `a file must have at most ${LARGEST} bytes, got ${file.size}; use sdp-proofs audit`);
  },
  // The columns of a file come first; a question that takes their place asks for them again.
  read(page, form, place) {
    page.ask("columns", { path: "records.csv" }, ({ answer }) => {
      if (answer.error) { failed(place, answer.error); return; }
      const { columns, more } = answer.ok, short = (name) => (name.length > LONGEST ? `${name.slice(0, LONGEST)} …` : name);
      form.elements.column.replaceChildren(...columns.map((name) => new Option(short(name), name)),
        ...(more ? [el("option", { disabled: true }, `${more} more columns are not listed`)] : []));
      form.querySelector("[data-of=file]").hidden = false;
      this.ask(page, form, place);
    }, { files: this.files });
  },
  ask(page, form, place) {
    if (this.files["records.csv"] && form.querySelector("[data-of=file]").hidden) { this.read(page, form, place); return; }
    const { counts: typed, column, ...rest } = fields(form), { files } = this;
    const data = files["records.csv"] ? { path: "records.csv", column } : { counts: typed };
    const given = { ...data, ...rest };
    page.ask("counts", given, ({ answer, milliseconds }) => {
      if (answer.error) { failed(place, answer.error); return; }
      const { ok } = answer, [small, tone] = { HOLDS: ["smaller than 1/n", "good"], FAILS: ["not smaller than 1/n", "bad"], UNKNOWN: ["too close to 1/n to tell", "open"] }[ok.below_one_over_n];
      const more = el("div", { class: "picture" }, el("p", { class: "small" }, "Other ε: computing …"));
      fill(place,
        el("p", { class: "headline" }, ok.headline),
        el("p", {}, ok.quote),
        ...ok.warnings.map((text) => el("p", { class: "open" }, text)),
        facts([
          ...digits(ok.ends),
          ["records, sampled", `${ok.records}, ${ok.draws}`],
          ["1/n", `${ok.one_over_n}; δ is ${small}`, tone],
          ["worst database", `${ok.worst}: the δ that differential privacy has to allow`],
        ]),
        el("h2", {}, "Where the published share may go"),
        ranges(ok.shares),
        el("h2", {}, "At other ε"),
        more,
        pasted("For the shell", ok.shell),
        pasted("For Python", ok.python),
        buttons(page, "counts", { link: rest, certificate: { of: "counts", ...given }, files }),
        el("p", { class: "small" }, `${seconds(milliseconds)}. A link to this question holds no counts, no column and no file.`),
      );
      page.later("audit", { ...data, rate: rest.rate }, (found) => this.tabulate(more, found), { files });
    }, { files });
  },
  tabulate(box, { answer }) {
    if (answer.error) { box.replaceChildren(el("p", { class: "small" }, answer.error)); return; }
    const { rows, epsilons } = answer.ok;
    box.replaceChildren(
      table(["ε", "δ at most", "below 1/n", "largest sample with δ ≤ 1/n"], rows.map((row) =>
        [row.epsilon, row.delta.upper, { HOLDS: "yes", FAILS: "no", UNKNOWN: "open" }[row.below_one_over_n], row.most_draws])),
      ...epsilons.map(({ delta, epsilon }) => el("p", {}, epsilon
        ? `The least ε with δ ≤ ${delta}: ${epsilon.upper} (rounded up).`
        : `No ε has δ ≤ ${delta}: more often than that a sample excludes one of two neighbours.`)),
    );
  },
};

const theorem = {
  known: [],
  async begin(page, form, place) {
    this.known = await (await fetch(new URL("certificates.json", import.meta.url))).json();
    const select = form.elements.claim;
    for (const paper of new Set(this.known.map((one) => one.paper)))
      select.append(el("optgroup", { label: paper }, ...this.known.filter((one) => one.paper === paper)
        .map((one) => el("option", { value: one.claim }, `${one.locator}: ${one.title}`))));
    select.value = "remark-eight";
    this.choose(form);
    select.addEventListener("change", () => this.choose(form));
    form.elements.file.addEventListener("input", async (event) => {
      event.stopPropagation();
      const file = form.elements.file.files[0];
      if (!file) return;
      if (file.size > 2 ** 24) { failed(place, `a certificate must have at most ${2 ** 24} bytes, got ${file.size}`); return; }
      form.elements.certificate.value = await file.text();
      form.querySelector(".numbers").replaceChildren();
      this.ask(page, form, place);
    });
    this.loaded?.();
  },
  // A field for each number of the certificate that is written as one.
  choose(form) {
    const chosen = this.known.find((one) => one.claim === form.elements.claim.value);
    if (!chosen) return;
    const document = structuredClone(chosen.certificate), box = form.querySelector(".numbers");
    const written = () => { form.elements.certificate.value = JSON.stringify(document, null, 1); };
    box.replaceChildren(...["let", "at"].flatMap((part) => document[part].map((entry) => {
      const last = entry.length - 1;
      if (!/^-?\d+(\/\d+)?$/.test(entry[last])) return null;
      const field = el("input", { value: entry[last], name: `number-${part}-${entry[0]}`, inputmode: "text" });
      field.addEventListener("input", () => { entry[last] = field.value; written(); });
      return el("label", {}, `${entry[0]} ${part === "let" ? "=" : entry[1].replace("==", "=")} `, field);
    }).filter(Boolean)));
    written();
  },
  restore(form, values) {
    this.loaded = () => {
      form.elements.claim.value = values.get("claim") ?? form.elements.claim.value;
      this.choose(form);
      for (const [name, value] of values) {
        const field = form.elements[name];
        if (name.startsWith("number-") && field) { field.value = value; field.dispatchEvent(new Event("input", { bubbles: true })); }
      }
    };
    if (this.known.length) this.loaded();
  },
  ask(page, form, place) {
    const text = form.elements.certificate.value;
    if (!text) return;
    const { certificate, ...link } = fields(form), chosen = this.known.find((one) => one.claim === link.claim);
    page.ask("replay", { certificate: text }, ({ answer, milliseconds }) => {
      if (answer.error) { failed(place, answer.error); return; }
      const { ok } = answer;
      const [headline, tone] = ok.formula === null ? (ok.confirmed ? ["Confirmed: δ is at most what is stated.", "good"] : ["Not confirmed.", "bad"])
        : !ok.met ? ["A condition of the statement is not met here.", "open"]
        : ok.confirmed ? ["The statement fails here.", "bad"] : ["The statement holds here.", "good"];
      fill(place,
        el("p", { class: `headline ${tone}` }, headline),
        chosen && text.includes(`"${chosen.claim}"`) ? el("p", {}, `${chosen.paper}, ${chosen.locator}: ${chosen.title}`) : null,
        el("pre", { class: "lines", tabindex: 0 }, ok.lines.join("\n")),
        buttons(page, "theorem", { link, text }),
        el("p", { class: "small" }, `${seconds(milliseconds)}, with Python's standard library alone`),
      );
    });
  },
};

const release = {
  begin(page, form) { completion(form.elements.release, $("completions")); },
  ask(page, form, place) {
    const all = fields(form), { given: which, number, ...rest } = all, given = { ...rest, [which]: number };
    page.ask("release", given, (found) => accounted(page, place, "release", given, all, found));
  },
};

export const panels = { training, counts, theorem, release };
