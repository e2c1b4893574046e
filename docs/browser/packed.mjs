// Makes archives smaller and faster, with the Python that will read them: node packed.mjs FOLDER QUESTIONS
// Modules that the questions load are compiled; what nothing can import is left out of the standard library; libraries
// are packed more tightly than a zip archive does.
import { readFile, rm, writeFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";

const [folder, questions] = process.argv.slice(2);
const load = (name) => import(pathToFileURL(`${folder}/${name}`).href);
const { loadPyodide } = await load("pyodide/pyodide.mjs");
const { start } = await load("python.mjs");
const read = async (name) => new Uint8Array(await readFile(`${folder}/${name}`));
const { python, ask, rest } = await start({ loadPyodide, read, indexURL: `${folder}/pyodide/` });
await rest;
for (const { question, given, files = {} } of JSON.parse(await readFile(questions, "utf-8")))
  ask(question, given, Object.fromEntries(Object.entries(files).map(([name, text]) => [name, new TextEncoder().encode(text)])));
python.FS.mkdir("/packed");
for (const [name, place] of [["stdlib.zip", "pyodide/python_stdlib.zip"], ["core.zip", "core.zip"], ["flint.zip", "flint.zip"]])
  python.FS.writeFile(`/packed/${name}`, await read(place));
python.runPython(await readFile(new URL("packing.py", import.meta.url), "utf-8"));
await writeFile(`${folder}/pyodide/python_stdlib.zip`, python.FS.readFile("/packed/stdlib.new"));
await writeFile(`${folder}/core.zip`, python.FS.readFile("/packed/core.new"));
await writeFile(`${folder}/flint.tar.zst`, python.FS.readFile("/packed/flint.new"));
await rm(`${folder}/flint.zip`);
process.exit(0);
