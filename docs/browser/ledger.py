"""Runs the ledger in WebAssembly and keeps how it compares with the record: python -m docs.browser.ledger [CLAIM ...].

Node runs Python with what the ledger needs. There are neither numpy nor processes: a proof is replayed by modules of
its own in the same process. Each claim is kept as soon as it has been run, under a digest of what it asserts: a call
without claims runs those that are new or assert something else now, and a run that was interrupted is taken up again.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Collection, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict

from docs.browser import lessons, vendored
from docs.browser.build import HERE, PACKAGE

if TYPE_CHECKING:
    from sdp_proofs.ledger.claim import Claim

AGREEMENT = HERE / "agreement.json"
_ABSENT = re.compile(r"No module named '(\w+)'")


class Row(TypedDict):
    """A claim that was run: a digest of what it asserted, the day, and what it lacked for agreeing."""

    asserted: str
    on: str
    lacks: str


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
    (place / "archives" / "flint.zip").write_bytes(lessons.zipped(vendored.flint_files()))
    package = lessons.package(PACKAGE)
    (place / "archives" / "package.zip").write_bytes(lessons.zipped(package))


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
        raise RuntimeError(f"node must run {len(claims)} claims, got {ran}; a call without claims runs the others")


def asserted(claim: Claim) -> str:
    """Return a digest of what a claim asserts and of its recorded status, under this Pyodide; evidence is no part."""
    lines = (vendored.PYODIDE.version, claim.statement, str(claim.recorded), str(claim.formula))
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:12]


def kept() -> dict[str, Row]:
    """Read what became of the claims that were run, by id."""
    found: dict[str, Row] = json.loads(AGREEMENT.read_text(encoding="utf-8")) if AGREEMENT.is_file() else {}
    return found


def keep(rows: Mapping[str, Row]) -> None:
    """Write what became of claims, a line for each."""
    lines = (f"{json.dumps(name)}: {json.dumps(row)}" for name, row in sorted(rows.items()))
    AGREEMENT.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def outcome(row: Mapping[str, Any]) -> str:
    """Return what a claim that was run lacks for agreeing with the record; empty if it agrees.

    Example:
        >>> outcome({"agreement": "HOLDS", "problems": [], "status": "refuted"})
        ''
        >>> outcome({"agreement": "UNKNOWN", "problems": ["crashed: No module named 'numpy'"], "status": "open"})
        'numpy'
    """
    if row["agreement"] == "HOLDS" and not row["problems"]:
        return ""
    absent = _ABSENT.search(" ".join(row["problems"]))
    return absent[1] if absent else "; ".join(row["problems"]) or f"status {row['status']}"


def summary(rows: Mapping[str, Row], known: Mapping[str, str]) -> dict[str, Any]:
    """Count the claims that agree with the record, and name the others by what they lack.

    Args:
        rows: what became of claims; those are left out that assert something else now.
        known: the claims of the ledger, with digests of what they assert.

    Example:
        >>> found = {"asserted": "1", "on": "2026-11-26"}
        >>> summary({"a": {**found, "lacks": ""}, "b": {**found, "lacks": "numpy"}}, {"a": "1", "b": "1", "c": "1"})
        {'ledger': 3, 'claims': 2, 'agree': 1, 'others': {'numpy': ['b']}}
    """
    counted = {name: row for name, row in rows.items() if known.get(name) == row["asserted"]}
    others = dict[str, list[str]]()
    for name, row in counted.items():
        if row["lacks"]:
            others.setdefault(row["lacks"], []).append(name)
    agree = len(counted) - sum(map(len, others.values()))
    return {"ledger": len(known), "claims": len(counted), "agree": agree, "others": others}


def sentence(found: Mapping[str, Any]) -> str:
    """Return the line of the page on the ledger.

    Example:
        >>> sentence({"ledger": 3, "claims": 3, "agree": 2, "others": {"numpy": ["b"]}})
        '2 of 3 claims of the ledger agree with the record when they are run in WebAssembly; 1 needs numpy.'
        >>> sentence({"ledger": 4, "claims": 3, "agree": 3, "others": {}}).partition(" agree")[0]
        '3 of 3 claims of the ledger (of 4, the others were not run there)'
    """
    reasons = [
        f"{len(ids)} {'need' if len(ids) > 1 else 'needs'} {reason}"
        if reason.isidentifier()
        else f"{len(ids)} {'end' if len(ids) > 1 else 'ends'} otherwise"
        for reason, ids in found["others"].items()
    ]
    agree, claims, whole = found["agree"], found["claims"], found["ledger"]
    left = "" if claims == whole else f" (of {whole}, the others were not run there)"
    said = f"{agree} of {claims} claims of the ledger{left} agree with the record when they are run in WebAssembly"
    return f"{'; '.join([said, *reasons])}."


def current() -> str:
    """Return the line of the page on the ledger as it is now."""
    from sdp_proofs.papers import registry

    return sentence(summary(kept(), {name: asserted(claim) for name, claim in registry().items()}))


def main(arguments: list[str]) -> int:
    """Run the claims that are named, or those that are not kept yet, and keep what becomes of them."""
    from sdp_proofs.papers import registry

    known = {name: asserted(claim) for name, claim in registry().items()}
    for unknown in set(arguments) - set(known):
        print(f"no claim is called {unknown}", file=sys.stderr)
        return 2
    rows = {name: row for name, row in kept().items() if known.get(name) == row["asserted"]}
    wanted = arguments or sorted(set(known) - set(rows))
    day = datetime.now(UTC).date().isoformat()
    try:
        for place, row in enumerate(run(wanted), start=1):
            rows[row["id"]] = {"asserted": known[row["id"]], "on": day, "lacks": outcome(row)}
            keep(rows)
            said = " ".join([row["id"], row["status"], row["agreement"], f"{row['seconds']:.1f} s", *row["problems"]])
            print(f"{place}/{len(wanted)} {said}", flush=True)
    except (RuntimeError, vendored.VendoringError, KeyboardInterrupt) as error:
        print(str(error) or "interrupted; a call without claims runs the others", file=sys.stderr)
        return 1
    keep(rows)
    print(sentence(summary(rows, known)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
