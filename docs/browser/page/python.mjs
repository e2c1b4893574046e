// Starts Python where it is loaded: in the worker of a page, or in node for the tests. Certificates come first.
const SITE = "/lib/python3.14/site-packages";
const FLINT = "flint.zip"; // or flint.tar.zst, where node packed it

// loadPyodide, and read(name), which fetches a file of this folder; at(name) is told what is ready.
export async function start({ loadPyodide, read, indexURL, at = () => {}, numbers = true }) {
  const core = read("core.zip"), flint = numbers ? read(FLINT) : null;
  const python = await loadPyodide({ indexURL });
  at("python");
  python.unpackArchive(await core, "zip", { extractDir: SITE });
  const answers = python.pyimport("answers");
  python.runPython("import sdp_proofs.certificate.printing");
  at("certificates");
  const ask = (question, given, files = {}) => {
    for (const [name, bytes] of Object.entries(files)) python.FS.writeFile(name, bytes);
    return JSON.parse(answers.ask(question, JSON.stringify(given)));
  };
  const rest = numbers ? flint.then((bytes) => {
    if (FLINT.endsWith(".zip")) python.unpackArchive(bytes, "zip", { extractDir: SITE });
    else {
      python.FS.writeFile("/flint", bytes);
      python.runPython(`import tarfile\nwith tarfile.open("/flint", "r:zst") as archive: archive.extractall("${SITE}", filter="data")`);
      python.FS.unlink("/flint");
    }
    python.runPython("import flint");
    at("flint");
    answers.ready();
    at("ready");
  }) : null;
  return { python, ask, rest };
}
