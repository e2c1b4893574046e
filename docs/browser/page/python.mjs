// Starts Python where it is loaded: in the worker of a page, or in node for the tests. Certificates come first.
const SITE = "/lib/python3.14/site-packages";
const CORE = "core.zip", FLINT = "flint.zip"; // or .tar.zst, where node packed them
// Symbols of libraries are shared: without, each library gets its own list of all, and calls between them pass through
// JavaScript.
const LINKED = `
import os, sys
sys.setdlopenflags(sys.getdlopenflags() | os.RTLD_GLOBAL)
from flint import arb`;
const UNPACKED = `
from compression import zstd
with open("/archive", "rb") as packed:
    whole = zstd.decompress(packed.read())
with open("/archive", "wb", buffering=0) as file:
    file.write(whole)
del whole`;

// The files of a tar archive: blocks of 512 bytes, a head before each file. They share the archive's memory.
function* entries(archive) {
  const text = (from, length) => new TextDecoder().decode(archive.subarray(from, from + length)).replace(/\0.*$/s, "");
  for (let head = 0; archive[head]; ) {
    const prefix = text(head + 345, 155), size = parseInt(text(head + 124, 12), 8), from = head + 512;
    yield [(prefix && `${prefix}/`) + text(head, 100), archive.subarray(from, from + size)];
    head = from + 512 * Math.ceil(size / 512);
  }
}

function unpack(python, name, bytes) {
  if (name.endsWith(".zip")) { python.unpackArchive(bytes, "zip", { extractDir: SITE }); return; }
  const { FS } = python;
  FS.writeFile("/archive", bytes, { canOwn: true });
  python.runPython(UNPACKED);
  const archive = FS.readFile("/archive");
  FS.unlink("/archive");
  const made = new Set();
  for (const [one, content] of entries(archive)) {
    const place = `${SITE}/${one}`, folder = place.slice(0, place.lastIndexOf("/"));
    if (!made.has(folder)) { FS.mkdirTree(folder); made.add(folder); }
    FS.writeFile(place, content, { canOwn: true });
  }
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
