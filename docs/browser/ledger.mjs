// Runs claims of the ledger in WebAssembly: node ledger.mjs FOLDER CLAIMS.json, a line of JSON for each of them.
// FOLDER holds Pyodide, and archives whose content becomes Python's packages; each claim is run alone, and those that it
// refers to are believed to be what is recorded.
import { readFile, readdir } from "node:fs/promises";
import { pathToFileURL } from "node:url";

const [folder, claims] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: `${folder}/pyodide/` });
for (const name of await readdir(`${folder}/archives`))
  python.unpackArchive(new Uint8Array(await readFile(`${folder}/archives/${name}`)), "zip", { extractDir: "/lib/python3.14/site-packages" });
python.globals.set("claims", await readFile(claims, "utf-8"));
python.setStdout({ batched: (line) => console.log(line) });
try {
  python.runPython(`
import json, os, subprocess, sys, time

import lesson

subprocess.run = lesson.here
sys.setdlopenflags(sys.getdlopenflags() | os.RTLD_GLOBAL)
import flint
import sdp_proofs.ledger.run as run
from sdp_proofs.papers import registry

run.require = lambda extra: None  # scipy, joblib and the writers of reports are not there
known = registry()
for one in json.loads(claims):
    began = time.perf_counter()
    *_, found = run.run_registry(known, [one], believing=True)
    print(json.dumps({
        "id": one, "recorded": str(found.recorded), "status": str(found.status), "agreement": found.agreement.value,
        "problems": list(found.problems), "seconds": round(time.perf_counter() - began, 2),
    }), flush=True)
`);
} catch (error) { // whose own text would print the line of Pyodide that it arose in, which is all of it
  console.error(error.message);
  process.exit(1);
}
process.exit(0);
