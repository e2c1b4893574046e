"""Runs the ledger in WebAssembly and writes how it compares with the record: python -m docs.browser.ledger [CLAIM ...].

Node runs Python with what the ledger needs. There are neither numpy nor processes: a proof is replayed by modules of
its own in the same process. With claims, lines are printed and nothing is written.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from docs.browser import vendored
from docs.browser.build import HERE, PACKAGE, ROOT, zipped

AGREEMENT = HERE / "agreement.json"
_ABSENT = re.compile(r"No module named '(\w+)'")


def laid_out(place: Path) -> None:
    """Write Pyodide, the whole package and the packages of the ledger into a folder.

    Raises:
        VendoringError: a pinned file cannot be fetched.
    """
    files = vendored.pyodide_files()
    lock = {**json.loads(files.pop("pyodide-lock.json")), "packages": {}}
    for folder in ("pyodide", "archives"):
        (place / folder).mkdir()
    for name, content in {**files, "pyodide-lock.json": json.dumps(lock).encode()}.items():
        (place / "pyodide" / name).write_bytes(content)
    for archive in vendored.OF_THE_LEDGER:
        shutil.copy(archive.fetched(), place / "archives" / f"{archive.name}.zip")
    (place / "archives" / "flint.zip").write_bytes(zipped(vendored.flint_files()))
    own = (file for file in PACKAGE.rglob("*") if file.is_file() and "__pycache__" not in file.parts)
    package = {file.relative_to(ROOT).as_posix(): file.read_bytes() for file in own}
    (place / "archives" / "package.zip").write_bytes(zipped(package))


def run(claims: Collection[str]) -> Iterator[dict[str, Any]]:
    """Run claims, each alone, and yield what became of each; those that it refers to are believed as recorded.

    Raises:
        VendoringError: a pinned file cannot be fetched.
        RuntimeError: no node is on the PATH, or it ended before all claims were run.
    """
    node = shutil.which("node")
    if node is None:
        raise RuntimeError("node must be on the PATH")
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        laid_out(place)
        (place / "claims.json").write_text(json.dumps(list(claims)), encoding="utf-8")
        call = [node, str(HERE / "ledger.mjs"), str(place), str(place / "claims.json")]
        with subprocess.Popen(call, stdout=subprocess.PIPE, text=True) as running:
            ran = 0
            for line in running.stdout or ():
                ran += 1
                yield json.loads(line)
    if ran != len(claims):
        raise RuntimeError(f"node must run {len(claims)} claims, got {ran}")


def summary(rows: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Count the claims that agree with the record, and name the others by what they lack.

    Example:
        >>> summary([{"id": "a", "agreement": "HOLDS", "problems": []},
        ...          {"id": "b", "agreement": "UNKNOWN", "problems": ["No module named 'numpy'"]}])
        {'claims': 2, 'agree': 1, 'others': {'numpy': ['b']}}
    """
    rows, others = list(rows), dict[str, list[str]]()
    for row in rows:
        if row["agreement"] != "HOLDS":
            absent = _ABSENT.search(" ".join(row["problems"]))
            reason = absent[1] if absent else "; ".join(row["problems"]) or f"status {row['status']}"
            others.setdefault(reason, []).append(row["id"])
    return {"claims": len(rows), "agree": len(rows) - sum(map(len, others.values())), "others": others}


def sentence(found: Mapping[str, Any]) -> str:
    """Return the line of the page on the ledger.

    Example:
        >>> sentence({"claims": 3, "agree": 2, "others": {"numpy": ["b"]}})
        '2 of 3 claims of the ledger agree with the record when they are run in WebAssembly; 1 needs numpy.'
    """
    reasons = [
        f"{len(ids)} {'need' if len(ids) > 1 else 'needs'} {reason}"
        if reason.isidentifier()
        else f"{len(ids)} {'end' if len(ids) > 1 else 'ends'} otherwise"
        for reason, ids in found["others"].items()
    ]
    agree, claims, whole = found["agree"], found["claims"], found.get("ledger", found["claims"])
    left = "" if claims == whole else f" (of {whole}, the others were not run there)"
    said = f"{agree} of {claims} claims of the ledger{left} agree with the record when they are run in WebAssembly"
    return f"{'; '.join([said, *reasons])}."


def main(arguments: list[str]) -> int:
    """Run all claims and write `agreement.json`, or print lines on those that are named."""
    from sdp_proofs.papers import registry

    known = sorted(registry())
    for unknown in set(arguments) - set(known):
        print(f"no claim is called {unknown}", file=sys.stderr)
        return 2
    rows = []
    try:
        for row in run(arguments or known):
            rows.append(row)
            said = " ".join([row["id"], row["status"], row["agreement"], f"{row['seconds']:.1f} s", *row["problems"]])
            print(f"{len(rows)}/{len(arguments or known)} {said}", flush=True)
    except (RuntimeError, vendored.VendoringError) as error:
        print(error, file=sys.stderr)
        return 1
    found = summary(rows)
    print(sentence(found))
    if not arguments:
        written = {
            "measured": datetime.now(UTC).date().isoformat(),
            "Pyodide": vendored.PYODIDE.version,
            "ledger": len(known),
            **found,
        }
        AGREEMENT.write_text(json.dumps(written, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
