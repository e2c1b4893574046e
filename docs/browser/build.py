"""The folder of the page "Try it": Python, python-flint, the modules that its questions need, and the page itself."""

from __future__ import annotations

import hashlib
import importlib
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from docs.browser import lessons, vendored
from docs.browser.lessons import zipped

HERE = Path(__file__).parent
PAGE = HERE / "page"
ROOT = HERE.parents[1]
PACKAGE = ROOT / "sdp_proofs"
FOLDER = "try"
ABSENT = ("numpy", "scipy", "sympy", "mpmath", "z3", "matplotlib", "pandas", "typer", "rich", "hypothesis", "joblib")
"""Packages that are installed on the machine that builds, and not in the page."""

POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; "
    "style-src 'self'; img-src 'self' data:; font-src 'self'; base-uri 'none'; "
    "form-action 'self'"
)
"""Policy of the page and its worker: load from its own host, and nothing else."""
HEADERS = {
    "Content-Security-Policy": f"{POLICY}; frame-ancestors 'self'",
    "Cross-Origin-Embedder-Policy": "require-corp",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
"""Headers that `make browser` sends; the file `_headers` asks the same of hosts that read one."""

SHARED = ("site.css", "icon.svg")
"""Files of the rest of the site that the page shows; fonts that are not kept are replaced by the system's."""

# Asks every question in a process of its own, in which nothing is installed that the page does not have.
ASKING = """
import json, sys

class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {absent!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Absent())
sys.path[:0] = [{root!r}, {here!r}]
import answers
answers.ready()
for one in json.loads({questions!r}):
    for name, text in one.get("files", {{}}).items():
        open(name, "w").write(text)
    answers.ask(one["question"], json.dumps(one["given"]))
print(json.dumps(sorted(module.__file__ for name, module in sys.modules.items()
                        if name.partition(".")[0] == "sdp_proofs" and module.__file__)))
"""


def questions() -> list[dict[str, Any]]:
    """Return the questions that are asked to find the modules, in node and in browsers."""
    found: list[dict[str, Any]] = json.loads((HERE / "questions.json").read_text(encoding="utf-8"))
    return found


def needed(folder: Path) -> list[Path]:
    """Find the modules that the questions load, and the rest of the rooms of engines that they lead into.

    An engine that no question of the list happens to reach is one lookup away from those that are reached.

    Args:
        folder: an empty one, to ask in.
    """
    script = ASKING.format(
        absent=ABSENT, root=str(ROOT), here=str(HERE), questions=(HERE / "questions.json").read_text(encoding="utf-8")
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=folder, capture_output=True, text=True, check=True)
    found = {Path(name) for name in json.loads(done.stdout.splitlines()[-1])}
    rooms = {PACKAGE / room for room in ("accounting", "certificate", "numbers")}
    return sorted(found | {file for room in rooms for file in room.glob("*.py") if file.name != "__main__.py"})


def build(place: Path) -> Iterator[str]:
    """Write the folder, and yield lines on what was done.

    Args:
        place: the folder, which is emptied first.

    Raises:
        VendoringError: a pinned file cannot be fetched.
    """
    pyodide, flint = vendored.pyodide_files(), vendored.flint_files()
    shutil.rmtree(place, ignore_errors=True)
    (place / "pyodide").mkdir(parents=True)
    lock = {**json.loads(pyodide.pop("pyodide-lock.json")), "packages": {}}
    for name, content in {**pyodide, "pyodide-lock.json": json.dumps(lock).encode()}.items():
        (place / "pyodide" / name).write_bytes(content)
    with tempfile.TemporaryDirectory() as asked:
        modules = needed(Path(asked))
    core = {str(file.relative_to(ROOT)): file.read_bytes() for file in modules}
    core["answers.py"] = (HERE / "answers.py").read_bytes()
    (place / "core.zip").write_bytes(zipped(core))
    (place / "flint.zip").write_bytes(zipped(flint))
    for name, content in lessons.archives(PACKAGE, pyodide["python_stdlib.zip"]).items():
        (place / name).write_bytes(content)
    (place / "certificates.json").write_text(json.dumps(certificates(), ensure_ascii=False), encoding="utf-8")
    (place / "grammar.json").write_text(json.dumps(grammar(), ensure_ascii=False), encoding="utf-8")
    for file in PAGE.iterdir():
        if file.suffix in {".css", ".js", ".mjs"}:
            shutil.copy(file, place)
    node = shutil.which("node")
    if node is not None:
        subprocess.run([node, str(HERE / "packed.mjs"), str(place), str(_kept_libraries())], check=True)
        loader = place / "python.mjs"
        text = loader.read_text("utf-8")
        for name in ("core", "flint"):
            text = text.replace(f'"{name}.zip"', f'"{name}.tar.zst"')
        loader.write_text(text, encoding="utf-8")
    else:
        yield "without node on the PATH: the page loads more slowly, as nothing is compiled"
    (place / "licences.txt").write_text(licences(), encoding="utf-8")
    (place / "index.html").write_text(page(), encoding="utf-8")
    (place / "sw.js").write_text(kept(place), encoding="utf-8")
    (place / "_headers").write_text(
        "".join(["/*\n", *(f"  {name}: {value}\n" for name, value in HEADERS.items())]), encoding="utf-8"
    )
    size = sum(file.stat().st_size for file in place.rglob("*") if file.is_file())
    yield f"{len(modules)} modules, {size / 1e6:.1f} MB"


def _kept_libraries() -> Path:
    """Return where the packed libraries are kept: a name for what they are made of, and by what."""
    found = hashlib.sha256((HERE / "packing.py").read_bytes() + (HERE / "vendored.py").read_bytes())
    for archive in vendored.ARCHIVES:
        found.update(archive.sha256.encode())
    return vendored.CACHE / f"libraries-{found.hexdigest()[:16]}.tar.zst"


def certificates() -> list[dict[str, Any]]:
    """Return the certificates of all refuted statements, as the shipped results have them, with paper and title.

    Raises:
        RuntimeError: the package ships no results.
    """
    from sdp_proofs.ledger import results
    from sdp_proofs.ledger.digests import SHIPPED
    from sdp_proofs.papers import papers
    from sdp_proofs.render.blocks import prose
    from sdp_proofs.render.terminal import plain

    kept = results.readable(SHIPPED)
    if kept is None:
        raise RuntimeError("the package must ship its results; run: make results")
    headings = {paper.key: paper.heading for paper in papers()}
    return [
        {
            "claim": claim["id"],
            "locator": claim["locator"],
            "paper": headings[claim["paper"]],
            "title": plain(prose(claim["title"])),
            "certificate": claim["counterexample"],
        }
        for claim in kept.catalogue.excerpt(kept.catalogue.claims)["claims"]
        if claim["counterexample"] is not None
    ]


def grammar() -> list[dict[str, Any]]:
    """Return what can be written in a release, for the completion: name, form, description, and its parameters."""
    from inspect import signature

    from sdp_proofs.accounting.grammar import form, mechanisms

    return [
        {
            "name": kind.name,
            "form": form(kind),
            "about": (kind.__doc__ or "").strip().partition("\n")[0],
            "parameters": [name.replace("_", "-") for name in signature(kind).parameters if name != kind.inner],
        }
        for kind in mechanisms().values()
    ]


def licences() -> str:
    """Return what the folder holds of others: versions, licences, sources, hashes."""
    lines = ["This page is made of sdp-proofs (MIT) and of the work of others:\n"]
    for one in (*vendored.ARCHIVES, *vendored.OF_LESSONS):
        lines += [f"{one.name} {one.version}", f"  licence  {one.license}", f"  sources  {one.source}"]
        lines += [f"  archive  {one.url}", f"  SHA-256  {one.sha256}\n"]
    lines.append("Changed in pyodide/pyodide.asm.mjs, under its licence, so that libraries load faster:\n")
    for old, new in vendored.CHANGES:
        lines += [f"  instead of  {old}", f"  stands      {new}\n"]
    lines += ["Of Python's standard library, modules that nothing can import are left out.", "Modules are compiled."]
    lines.append(
        "Of python-flint, stubs and tests are left out, and flint/__init__.py imports each name when it is first used;"
    )
    lines.append("the texts of the licences of python-flint, FLINT, GMP and MPFR are in flint.zip or flint.tar.zst.\n")
    return "\n".join(lines)


def page() -> str:
    """Return the page in the shell of the site's own pages."""
    head = (
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n<link rel="stylesheet" href="try.css">\n'
        '<script type="module" src="app.js"></script>'
    )
    from docs.browser import ledger

    body = (PAGE / "body.html").read_text(encoding="utf-8").replace("<!--ledger-->", ledger.current())
    return str(pages().shell(f"{FOLDER}/index.html", "Try it", [body], script=head))


def absent() -> str:
    """Return what stands in the place of the page where its parts could not be fetched."""
    said = "<p>This copy of the site was built without a network. <code>make browser</code> builds the page.</p>"
    return str(pages().shell(f"{FOLDER}/index.html", "Try it", ["<h1>Try it</h1>", said]))


def pages() -> Any:
    """Return the module of the site's own pages, which is imported from the folder of the documentation."""
    sys.path.insert(0, str(ROOT / "docs"))
    try:
        return importlib.import_module("site_pages")
    finally:
        sys.path.remove(str(ROOT / "docs"))


def kept(place: Path) -> str:
    """Return the service worker: it keeps the files of a folder, under a name that changes with any of them."""
    files = [file.relative_to(place).as_posix() for file in sorted(place.rglob("*")) if file.is_file()]
    files = [name for name in files if name not in ("_headers", "sw.js", *lessons.FILES)]
    found = hashlib.sha256()
    for name in files:
        found.update(f"{name}\0".encode() + (place / name).read_bytes())
    values = {
        "version": f"try-{found.hexdigest()[:16]}",
        "files": [*files, *(f"../_static/{name}" for name in SHARED)],
        "headers": HEADERS,
    }
    script = (PAGE / "sw.js").read_text(encoding="utf-8")
    for name, value in values.items():
        script = script.replace(f"/*{name}*/", json.dumps(value))
    return script
