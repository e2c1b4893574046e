// The page: forms whose answers follow what is typed, one worker that computes, and a line on what is being done.
import { Computer } from "./client.js";
import { $ } from "./dom.js";
import { panels } from "./panels.js";

const PAUSE = 250, SHOWN_AFTER = 500; // milliseconds: after the last key; before the progress line
const SECONDS = { replay: 60 }; // how long a question may take

let state = "Loading Python …", numbers = false, certificates = false;
let typed = 0; // how often a field was changed
let wanted = null, running = null; // questions: {panel, question, given, files, done}
const background = []; // points of curves, asked while nothing else is

const computer = new Computer((said) => {
  if (said.kind === "at") {
    (window.marks ??= {})[said.name] = said.milliseconds;
    if (said.name === "certificates") { certificates = true; state = "Certificates can be replayed; loading exact arithmetic …"; }
    if (said.name === "ready") { numbers = true; state = `Ready after ${(said.milliseconds / 1000).toFixed(1)} s.`; }
  }
  if (said.kind === "complete") { window.complete = true; keep(); }
  if (said.kind === "restarted") { numbers = certificates = false; state = "Loading Python again …"; }
  if (said.kind === "broken") state = `This browser cannot run the page: ${said.error}`;
  shown();
  next();
});

// After the first visit the page opens without a network.
async function keep() {
  if (window.kept !== undefined) return;
  window.kept = false;
  try {
    await navigator.serviceWorker.register(new URL("sw.js", import.meta.url));
    await navigator.serviceWorker.ready;
    state += " It opens without a network from now on.";
  } catch { /* some windows keep nothing */ }
  window.kept = true;
  shown();
}

function shown() {
  const seconds = running ? (performance.now() - running.from) / 1000 : 0;
  const visible = running && !running.quiet && seconds * 1000 >= SHOWN_AFTER;
  $("state").textContent = visible && numbers ? `Computing … ${seconds.toFixed(0)} s` : state;
  $("cancel").hidden = !visible;
}
setInterval(() => { if (running) shown(); }, 200);

async function next() {
  if (running) {
    if (wanted && computer.interrupts && !running.cancelled) { running.cancelled = true; computer.cancel(); }
    return;
  }
  const one = wanted ?? background[0];
  if (!one || !(numbers || (certificates && one.question === "replay"))) return;
  if (one === wanted) wanted = null; else background.shift();
  running = { ...one, from: performance.now() };
  const found = await computer.ask(one.question, one.given, { files: one.files, seconds: SECONDS[one.question] ?? 600 });
  const { cancelled } = running;
  running = null;
  shown();
  if (!cancelled && (one.quiet || !wanted)) one.done(found);
  next();
}

const page = {
  // What was typed since then is another question: this one's answer is no longer shown.
  ask(question, given, done, { files = {} } = {}) {
    const before = typed;
    wanted = { question, given, files, done: (found) => { if (before === typed) done(found); } };
    background.length = 0;
    shown();
    next();
  },
  later(question, given, done, { files = {} } = {}) { background.push({ question, given, files, done, quiet: true }); next(); },
  forget() { background.length = 0; },
  link(panel, fields) { return `${location.origin}${location.pathname}#${panel}?${new URLSearchParams(fields)}`; },
};

$("cancel").onclick = () => computer.cancel();
document.addEventListener("keydown", (event) => { if (event.key === "Escape" && running) computer.cancel(); });

for (const [name, panel] of Object.entries(panels)) {
  const section = $(name), form = section.querySelector("form"), place = section.querySelector(".answer");
  let clock;
  const ask = () => { clearTimeout(clock); if (!section.hidden && form.checkValidity()) panel.ask(page, form, place); };
  form.addEventListener("input", (event) => {
    for (const other of form.querySelectorAll("[data-for]")) {
      const field = form.elements[other.dataset.for];
      if (event.target === other) field.value = other.value; else if (event.target === field) other.value = field.value;
    }
    if (place.childElementCount) place.classList.add("stale");
    typed++;
    page.forget();
    clearTimeout(clock);
    clock = setTimeout(ask, PAUSE);
  });
  form.addEventListener("submit", (event) => { event.preventDefault(); ask(); });
  panel.start = ask;
  Promise.resolve(panel.begin?.(page, form, place)).then(() => { if (panel.started) ask(); });
}

const tabs = [...document.querySelectorAll("[role=tab]")];
function open(tab) {
  for (const one of tabs) {
    const on = one === tab;
    one.setAttribute("aria-selected", on);
    one.tabIndex = on ? 0 : -1;
    $(one.getAttribute("aria-controls")).hidden = !on;
  }
  const name = tab.getAttribute("aria-controls"), panel = panels[name], answer = $(name).querySelector(".answer");
  // Another panel's question may have taken the place of this one's.
  if (panel.started && answer.childElementCount && !answer.classList.contains("stale")) return;
  panel.started = true;
  panel.start();
}
tabs.forEach((tab, place) => {
  tab.onclick = () => open(tab);
  tab.onkeydown = ({ key }) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
    if (!step) return;
    const other = tabs[(place + step + tabs.length) % tabs.length];
    open(other);
    other.focus();
  };
});

// A link names the panel and its fields; values only ever become values of fields.
function restored() {
  const [name, fields = ""] = location.hash.slice(1).split("?");
  const tab = tabs.find((one) => one.getAttribute("aria-controls") === name) ?? tabs[0];
  const form = $(tab.getAttribute("aria-controls")).querySelector("form"), values = new URLSearchParams(fields);
  panels[tab.getAttribute("aria-controls")].restore?.(form, values);
  for (const [field, value] of values) {
    const element = form.elements[field];
    if (element && element.type !== "file") {
      element.value = value;
      const slider = form.querySelector(`[data-for="${CSS.escape(field)}"]`);
      if (slider) slider.value = value;
    }
  }
  panels[tab.getAttribute("aria-controls")].started = false;
  open(tab);
}
addEventListener("hashchange", restored);
restored();
