// Makes archives smaller and faster, with the Python that will read them: node packed.mjs FOLDER KEPT
// Modules that are loaded when the page is ready are compiled, what nothing can import is left out of the standard
// library, and libraries are packed more tightly than a zip archive does. That takes long: KEPT is a file to keep it in.
import { existsSync } from "node:fs";
import { copyFile, readFile, rm, writeFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";

const [folder, kept] = process.argv.slice(2);
const load = (name) => import(pathToFileURL(`${folder}/${name}`).href);
const { loadPyodide } = await load("pyodide/pyodide.mjs");
const { start } = await load("python.mjs");
const read = async (name) => new Uint8Array(await readFile(`${folder}/${name}`));
const { python, rest } = await start({ loadPyodide, read, indexURL: `${folder}/pyodide/` });
await rest;
python.FS.mkdir("/packed");
for (const [name, place] of [["stdlib.zip", "pyodide/python_stdlib.zip"], ["core.zip", "core.zip"], ["flint.zip", "flint.zip"]])
  python.FS.writeFile(`/packed/${name}`, await read(place));
python.globals.set("again", !existsSync(kept));
python.runPython(await readFile(new URL("packing.py", import.meta.url), "utf-8"));
await writeFile(`${folder}/pyodide/python_stdlib.zip`, python.FS.readFile("/packed/stdlib.new"));
await writeFile(`${folder}/core.tar.zst`, python.FS.readFile("/packed/core.new"));
if (!existsSync(kept)) await writeFile(kept, python.FS.readFile("/packed/flint.new"));
await copyFile(kept, `${folder}/flint.tar.zst`);
for (const name of ["core.zip", "flint.zip"]) await rm(`${folder}/${name}`);
process.exit(0);
