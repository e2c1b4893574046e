// Python in a worker of its own: the page stays responsive. Once everything is loaded, no request leaves any more.
import { loadPyodide } from "./pyodide/pyodide.mjs";
import { start } from "./python.mjs";

const begun = performance.now();
const asked = new URL(import.meta.url).searchParams;
const numbers = !asked.has("certificates"), archives = asked.get("archives")?.split(" ") ?? [];
const at = (name) => postMessage({ kind: "at", name, milliseconds: Math.round(performance.now() - begun) });
const read = async (name) => {
  const answer = await fetch(new URL(name, import.meta.url));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
};
const started = start({ loadPyodide, read, indexURL: new URL("./pyodide/", import.meta.url).href, at, numbers, archives });
const complete = started.then(async ({ rest }) => {
  await rest;
  for (const name of ["fetch", "XMLHttpRequest", "WebSocket", "WebTransport", "EventSource", "importScripts", "Worker"])
    Object.defineProperty(self, name, { value: undefined });
  postMessage({ kind: "complete" });
});
complete.catch((error) => postMessage({ kind: "broken", error: String(error) }));

onmessage = async ({ data }) => {
  const { python, ask } = await started;
  if (data.interrupts) { python.setInterruptBuffer(new Uint8Array(data.interrupts)); return; }
  const { id, question, given, files } = data;
  if (question !== "replay") await complete;
  postMessage({ kind: "begun", id });
  const from = performance.now();
  let answer;
  try {
    for (const [name, one] of Object.entries(files))
      if (one instanceof Blob) files[name] = new Uint8Array(await one.arrayBuffer());
    answer = ask(question, given, files);
  } catch (error) {
    const said = String(error);
    answer = { error: /KeyboardInterrupt/.test(said) ? "cancelled" : said.trim().split("\n").at(-1) };
  }
  postMessage({ kind: "answer", id, answer, milliseconds: performance.now() - from });
};
