// Asks the questions of a list where node runs what a browser would load: node ask.mjs FOLDER QUESTIONS [ARCHIVE ...]
// With archives, which are those of a lesson, its cells are run.
import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";

const [folder, questions, ...archives] = process.argv.slice(2);
const load = (name) => import(pathToFileURL(`${folder}/${name}`).href);
const { loadPyodide } = await load("pyodide/pyodide.mjs");
const { start } = await load("python.mjs");
const marks = {}, begun = performance.now();
const { ask, rest } = await start({
  loadPyodide,
  read: async (name) => new Uint8Array(await readFile(`${folder}/${name}`)),
  indexURL: `${folder}/pyodide/`,
  archives,
  at: (name) => { marks[name] = Math.round(performance.now() - begun); },
});
await rest;
const answers = JSON.parse(await readFile(questions, "utf-8")).map(({ question, given, files = {} }) => {
  const bytes = Object.fromEntries(Object.entries(files).map(([name, text]) => [name, new TextEncoder().encode(text)]));
  const from = performance.now();
  const answer = ask(question, given, bytes);
  return { answer, milliseconds: Math.round(performance.now() - from) };
});
console.log(JSON.stringify({ marks, answers }));
