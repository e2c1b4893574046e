// Starts Python where it is loaded: in the worker of a page, or in node for the tests. Certificates come first.
const SITE = "/lib/python3.14/site-packages";
const CORE = "core.zip", FLINT = "flint.zip"; // or .tar.zst, where node packed them
// Each file is written in one piece: the file system copies a growing file over and over.
const UNPACKED = `
import io, os, tarfile
from compression import zstd
with open("/archive", "rb") as packed:
    whole = memoryview(zstd.decompress(packed.read()))
with tarfile.open(fileobj=io.BytesIO(whole)) as archive:
    for one in archive:
        place = "${SITE}/" + one.name
        os.makedirs(os.path.dirname(place), exist_ok=True)
        with open(place, "wb", buffering=0) as file:
            file.write(whole[one.offset_data : one.offset_data + one.size])
del whole, archive`;
// Symbols of libraries are shared: without, each of 45 libraries gets its own list of all, and calls between them pass
// through JavaScript.
const LINKED = `
import os, sys
flags = sys.getdlopenflags()
sys.setdlopenflags(flags | os.RTLD_GLOBAL)
import flint
sys.setdlopenflags(flags)`;

function unpack(python, name, bytes) {
  if (name.endsWith(".zip")) { python.unpackArchive(bytes, "zip", { extractDir: SITE }); return; }
  python.FS.writeFile("/archive", bytes);
  python.runPython(UNPACKED);
  python.FS.unlink("/archive");
}

// loadPyodide, and read(name), which fetches a file of this folder; at(name) is told what is ready. Archives are of a
// lesson: the whole package and what it needs; then cells are run instead of questions answered.
export async function start({ loadPyodide, read, indexURL, at = () => {}, numbers = true, archives = [] }) {
  const core = read(CORE), flint = numbers ? read(FLINT) : null, more = archives.map(read);
  // A lesson may import any module of the standard library; the page's own has those alone that its questions reach.
  const python = await loadPyodide({ indexURL, ...(archives.length ? { stdLibURL: `${indexURL}../stdlib.zip` } : {}) });
  at("python");
  unpack(python, CORE, await core);
  let answers = python.pyimport("answers");
  python.runPython("import sdp_proofs.certificate.printing");
  at("certificates");
  const ask = (question, given, files = {}) => {
    for (const [name, bytes] of Object.entries(files)) python.FS.writeFile(name, bytes);
    return JSON.parse(answers.ask(question, JSON.stringify(given)));
  };
  const rest = numbers ? flint.then(async (bytes) => {
    unpack(python, FLINT, bytes);
    python.runPython(LINKED);
    at("flint");
    answers.ready();
    for (const [place, archive] of archives.entries()) unpack(python, archive, await more[place]);
    if (more.length) {
      answers = python.pyimport("lesson");
      answers.prepare();
    }
    at("ready");
  }) : null;
  return { python, ask, rest };
}
