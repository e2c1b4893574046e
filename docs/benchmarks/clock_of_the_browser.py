"""Times of the page in headless Chromium: starts beside a bare Pyodide, cancelling, and gaps between frames.

Everything that needs a clock and a quiet machine is measured here; tests look at what does not.
"""

from __future__ import annotations

import json
import os
import tempfile
import threading
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

from docs.benchmarks.timing import table
from docs.browser.build import FOLDER, HEADERS
from docs.browser.serve import server
from docs.browser.vendored import pyodide_files
from tests.browser.chromium import Chromium, program

VISITS = 3
TRIES = 5
BARE = {
    "index.html": '<!doctype html><meta charset="utf-8"><script type="module" src="app.js"></script>',
    "app.js": (
        "new Worker('worker.js', { type: 'module' }).onmessage = ({ data }) => { window.marks = { ready: data }; };"
    ),
    "worker.js": (
        'import { loadPyodide } from "./pyodide/pyodide.mjs";\nconst begun = performance.now();\n'
        'await loadPyodide({ indexURL: new URL("./pyodide/", import.meta.url).href });\n'
        "postMessage(Math.round(performance.now() - begun));\n"
    ),
}
"""A page that loads Pyodide as npm has it, and nothing else: what a start is compared with."""
# A frame after another, from the beginning of a page; and what of its own thread took longer than 50 ms.
WATCH = """
window.gaps = { last: performance.now(), longest: 0, task: 0 };
const frame = (now) => {
  window.gaps.longest = Math.max(window.gaps.longest, now - window.gaps.last);
  window.gaps.last = now;
  requestAnimationFrame(frame);
};
requestAnimationFrame(frame);
new PerformanceObserver((list) => {
  for (const one of list.getEntries()) window.gaps.task = Math.max(window.gaps.task, one.duration);
}).observe({ type: "longtask", buffered: true });
"""
FORGET = "Object.assign(window.gaps, { last: performance.now(), longest: 0, task: 0 })"
GAPS = "JSON.stringify([window.gaps.longest, window.gaps.task])"
# A question that takes long: a lattice of three parts, and fifty digits.
LONG = """
document.getElementById("tab-release").click();
document.querySelector("#release .answer").replaceChildren();
document.querySelector("#release [name=digits]").value = "50";
document.querySelector("#release [name=release]").value =
  "parallel(discrete-gaussian(sigma=1000) * 1000, laplace(scale=50) * 300, " +
  "poisson(rate=0.01, gaussian(sigma=1.1)) * 1000)";
document.querySelector("#release form").requestSubmit();
"""
# From the click to the answer of the page, in milliseconds.
CANCEL = """
new Promise((resolve) => {
  const from = performance.now();
  document.getElementById("cancel").click();
  const look = () => document.querySelector("#release .error")?.textContent === "cancelled"
    ? resolve(performance.now() - from) : setTimeout(look, 1);
  look();
})
"""
TABLE = """
(() => {
  const rows = ["vote"];
  for (let row = 0; row < 100000; row++) rows.push(row % 3 ? "yes" : "no");
  const given = new DataTransfer(), field = document.querySelector("#counts [name=file]");
  given.items.add(new File([rows.join("\\n")], "file.csv"));
  document.querySelector("#counts .answer").replaceChildren();
  field.files = given.files;
  field.dispatchEvent(new Event("input", { bubbles: true }));
})()
"""


def sections(place: Path) -> Iterator[str]:
    """Tables of starts, cancelling and gaps; a line where there is no Chromium.

    Args:
        place: the folder that holds the built page.
    """
    path = program()
    if path is None:
        yield "Not measured in a browser: no Chromium is on the PATH."
        return
    with tempfile.TemporaryDirectory() as name:
        bare = Path(name)
        (bare / "pyodide").mkdir()
        for file, content in pyodide_files(changed=False).items():
            (bare / "pyodide" / file).write_bytes(content)
        for file, text in BARE.items():
            (bare / file).write_text(text, encoding="utf-8")
        yield _starts(path, place, bare)
    yield _cancelled(path, place)
    yield _gaps(path, place)


@contextmanager
def _served(place: Path, headers: Mapping[str, str], folder: str = "") -> Iterator[str]:
    """Address of a folder; all of it has been compressed once, which is the host's work and no part of a visit."""
    with server(place, 0, headers) as serving:
        threading.Thread(target=serving.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{serving.server_port}/{folder}"
        for file in (place / folder).rglob("*"):
            if file.is_file() and not file.name.startswith("_"):
                with urllib.request.urlopen(address + file.relative_to(place / folder).as_posix()) as answer:
                    answer.read()
        yield address
        serving.shutdown()


@contextmanager
def _browser(path: str) -> Iterator[Chromium]:
    with tempfile.TemporaryDirectory() as profile:
        browser = Chromium(path, Path(profile))
        yield browser
        browser.close()


def _starts(path: str, place: Path, bare: Path) -> str:
    """Seconds and processor seconds of a first and a later visit, the two pages in turns."""
    found: dict[tuple[str, str], list[float]] = {}
    with _served(place, HEADERS, f"{FOLDER}/") as page, _served(bare, HEADERS) as other:
        for _ in range(VISITS):
            with _browser(path) as browser, _browser(path) as second:
                for visit in ("first", "again"):
                    for name, one, address in (("bare", second, other), ("page", browser, page)):
                        one.open("about:blank")
                        spent = _processor_seconds(one.process.pid)
                        one.open(address)
                        one.until("window.marks?.ready")
                        spent = _processor_seconds(one.process.pid) - spent
                        marks = {**one.evaluate("window.marks"), "processor": 1000 * spent}
                        for mark, value in marks.items():
                            found.setdefault((visit, f"{name} {mark}"), []).append(value / 1000)
                        one.until("window.marks && (window.kept || !document.querySelector('#state'))")
    rows = []
    for visit in ("first", "again"):
        least = {mark: min(values) for (when, mark), values in found.items() if when == visit}
        plain = least["bare ready"]
        rows.append(
            [
                visit,
                *(
                    f"{least[f'page {mark}']:.1f} s ({least[f'page {mark}'] / plain:.1f})"
                    for mark in ("certificates", "ready")
                ),
                f"{plain:.1f} s",
                f"{least['page processor']:.1f} s",
                f"{least['bare processor']:.1f} s",
            ]
        )
    head = [
        "visit",
        "certificates can be replayed after",
        "every question is answered after",
        "bare Pyodide is ready after",
        "processor, page",
        "processor, bare",
    ]
    said = (
        f"Headless Chromium on the same machine, no network between, files compressed before; the fastest of {VISITS} "
        "new profiles. In brackets the ratio to the start of a bare Pyodide in the same minutes, as npm has it and "
        "without a library. Processor seconds are those of all processes of the browser until everything is ready."
    )
    return f"{table(head, rows)}\n\n{said}"


def _processor_seconds(pid: int) -> float:
    """Processor time of all processes below one, where the system tells."""
    children: dict[int, list[tuple[int, int]]] = {}
    for process in Path("/proc").glob("[0-9]*"):
        try:
            parts = (process / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        except OSError:
            continue
        children.setdefault(int(parts[1]), []).append((int(process.name), int(parts[11]) + int(parts[12])))
    total, waiting = 0, [pid]
    while waiting:
        for child, ticks in children.get(waiting.pop(), ()):
            total += ticks
            waiting.append(child)
    return total / os.sysconf("SC_CLK_TCK")


def _cancelled(path: str, place: Path) -> str:
    """Milliseconds from the click on Cancel to the answer, with and without memory that is shared with the worker."""
    rows = []
    for name, headers in (("shared", HEADERS), ("not shared", {})):
        with _browser(path) as browser, _served(place, headers, f"{FOLDER}/") as address:
            browser.open(address)
            browser.until("window.kept && document.querySelector('#training .headline')")
            waited = []
            for _ in range(TRIES):
                browser.until("document.getElementById('state').textContent.startsWith('Ready')")
                browser.evaluate(LONG)
                browser.until("!document.getElementById('cancel').hidden")
                waited.append(browser.evaluate(CANCEL))
            rows.append([name, *(f"{value:.0f} ms" for value in (min(waited), median(waited), max(waited)))])
    return table(["memory", "cancel answers after", "median", f"longest of {TRIES}"], rows)


def _gaps(path: str, place: Path) -> str:
    """The longest gap between frames, and the longest task of the page's own thread, in each situation."""
    with _browser(path) as browser, _served(place, HEADERS, f"{FOLDER}/") as address:
        browser.call("Page.addScriptToEvaluateOnNewDocument", {"source": WATCH}, browser.page)

        def measured(begin: Callable[[], Any], met: str) -> list[str]:
            found = []
            for _ in range(VISITS):
                browser.evaluate(FORGET)
                begin()
                browser.until(met)
                found.append(json.loads(browser.evaluate(GAPS)))
            longest, task = min(one[0] for one in found), min(one[1] for one in found)
            return [f"{longest:.0f} ms", f"{task:.0f} ms" if task else "below 50 ms"]

        def asked() -> None:
            browser.evaluate("delete window.began")
            browser.evaluate("document.getElementById('cancel').click()")
            browser.evaluate(LONG)

        def opened() -> None:
            browser.open("about:blank")
            browser.open(address)

        browser.open(address)
        browser.until("window.kept")
        over = "(window.began ??= performance.now()) < performance.now() - 1500"
        rows = [
            ["loading", *measured(opened, "window.marks?.ready && window.kept")],
            ["nothing is asked", *measured(lambda: browser.evaluate("delete window.began"), over)],
        ]
        rows.append(["a long question", *measured(asked, over)])
        browser.evaluate("document.getElementById('cancel').click()")
        browser.evaluate("document.getElementById('tab-counts').click()")
        done = "document.querySelector('#counts .answer table') && !document.querySelector('#counts .stale')"
        rows.append(["a CSV file of 100,000 rows", *measured(lambda: browser.evaluate(TABLE), done)])
    return table(["while", "longest gap between frames", "longest task of the page's thread"], rows)
