"""Results that are shipped are believed as they were written, and as far as they follow from their own evidence."""

from __future__ import annotations

import copy
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sdp_proofs.ledger import results
from sdp_proofs.ledger.claim import Status
from sdp_proofs.ledger.digests import SHIPPED
from sdp_proofs.ledger.results import DamagedError
from tests.full import trials

ROOT = Path(__file__).parents[2]
Document = dict[str, Any]


@cache
def sealed() -> str:
    """The shipped results, sealed with the sources of today, so that this needs no renewed file."""
    if not SHIPPED.exists():
        pytest.skip("no results are shipped yet; run: make results")
    return sealed_anew(json.loads(SHIPPED.read_text(encoding="utf-8")))


def sealed_anew(document: Document) -> str:
    """The rows as they stand, twice if they stand there twice."""
    told = {key: value for key, value in document.items() if key not in ("schema", "seal")}
    told["sources"] = results._sources()
    body = json.dumps(told, separators=(",", ":"), ensure_ascii=False)[1:] + "\n"
    return f"{results._head(body.encode())}\n{body}"


def refused(place: Path, text: str | bytes) -> str:
    file = place / "results.json"
    file.write_bytes(text.encode() if isinstance(text, str) else text)
    with pytest.raises(DamagedError) as caught:
        results.read(file)
    return str(caught.value)


def test_what_was_sealed_is_read(tmp_path: Path) -> None:
    (tmp_path / "results.json").write_text(sealed(), encoding="utf-8")
    found = results.read(tmp_path / "results.json")
    assert found is not None and found.changed() == () and len(found.catalogue.claims) > 800
    (tmp_path / "again.json").write_text(found.text(), encoding="utf-8")
    assert results.read(tmp_path / "again.json") == found
    assert results.read(tmp_path / "none.json") is None


def test_any_change_of_any_word_is_damage(tmp_path: Path) -> None:
    """Digits, words, rows and whole lines: changed, removed, doubled, swapped."""
    random, text = Random(7), sealed()
    for _ in range(trials(40, full=500)):
        at, end = sorted(random.sample(range(len(text)), 2))
        end = min(end, at + random.choice((1, 2, 10, 10_000)))
        changes = (
            text[:at] + text[end:],
            text[:end] + text[at:end] + text[end:],
            text[:at] + text[at:end][::-1] + "x" + text[end:],
            text[:at] + random.choice("019aZ\"{}[],:\n \u202e") + text[at + 1 :],
        )
        for changed in changes:
            if changed != text:
                refused(tmp_path, changed)


WORDS = {
    "a status": ('"status":"refuted"', '"status":"established"'),
    "a verdict": ('"verdict":"FAILS"', '"verdict":"HOLDS"'),
    "an agreement": ('"agrees":true', '"agrees":false'),
    "a record": ('"recorded":"refuted"', '"recorded":"established"'),
    "an id": ('"id":"two-extreme', '"id":"three-extreme'),
    "a title": ('"title":"', '"title":"Not: '),
    "a place": ('"locator":"Remark 8', '"locator":"Remark 9'),
    "a witness": ('"witness":"', '"witness":"x'),
    "a digest of a source": ('"sdp_proofs":"', '"sdp_proofs":"0'),
    "a schema": ("results/3", "results/2"),
    "white space": ('"status":"refuted"', '"status": "refuted"'),
}


@pytest.mark.parametrize("word", WORDS)
def test_one_word_in_one_row_is_damage(word: str, tmp_path: Path) -> None:
    old, new = WORDS[word]
    assert old in sealed()
    assert refused(tmp_path, sealed().replace(old, new, 1)) == "not as they were sealed"


@pytest.mark.parametrize(
    "text",
    [
        "", "null", "[]", "{}", "[" * 200_000, '{"a":' * 200_000, "\ufeff{}", "\x00", b"\xff\xfe", "NaN",
        '{"schema":"sdp-proofs/results/3"}', '{"schema":"sdp-proofs/results/3","seal":"0",\n', "\n" * 9,
    ],
)  # fmt: skip
def test_what_is_no_file_of_results_is_damage(text: str | bytes, tmp_path: Path) -> None:
    refused(tmp_path, text)


@pytest.mark.parametrize(
    "body", ["", "[" * 200_000, '"a":' + "[" * 200_000, '"claims":[]}', '"claims":{},"loader":1}', '"x":NaN}', '"x":1}']
)
def test_a_forged_seal_does_not_make_results_of_anything(body: str, tmp_path: Path) -> None:
    refused(tmp_path, f"{results._head(body.encode())}\n{body}")


def test_what_is_cut_or_is_no_file_is_damage_or_nothing(tmp_path: Path) -> None:
    for share in (1, 2, 3):
        refused(tmp_path, sealed()[: share * len(sealed()) // 4])
    assert results.read(tmp_path) is None and results.read(Path("/dev/zero")) is None
    assert results.readable(tmp_path / "results.json") is None


Forgery = Callable[[Document, Random], None]


def _row(document: Document, random: Random, wanted: Callable[[Document], bool] = lambda row: True) -> Document:
    return random.choice([row for row in document["claims"] if wanted(row)])


def _another_status(document: Document, random: Random) -> None:
    row = _row(document, random, lambda row: row["evidence"])
    status = random.choice([one.value for one in Status if one.value != row["status"]])
    row.update(status=status, recorded=status)


def _another_verdict(document: Document, random: Random) -> None:
    row = _row(document, random, lambda row: row["status"] in ("established", "refuted") and len(row["evidence"]) == 1)
    row["evidence"][0]["verdict"] = "HOLDS" if row["status"] == "refuted" else "FAILS"


def _no_agreement(document: Document, random: Random) -> None:
    _row(document, random)["agrees"] = False


def _another_agreement(document: Document, random: Random) -> None:
    _row(document, random)["agreement"] = "UNKNOWN"


def _gone(document: Document, random: Random) -> None:
    document["claims"].remove(_row(document, random))


def _twice(document: Document, random: Random) -> None:
    document["claims"].append(copy.deepcopy(_row(document, random)))


def _added(document: Document, random: Random) -> None:
    document["claims"].append({**copy.deepcopy(_row(document, random)), "id": "another-claim"})


def _swapped(document: Document, random: Random) -> None:
    one, other = random.sample(range(len(document["claims"])), 2)
    rows = document["claims"]
    rows[one], rows[other] = rows[other], rows[one]


def _near_misses(document: Document, random: Random) -> None:
    _row(document, random, lambda row: row["near_misses"]["total"])["near_misses"]["refuted"] -= 1


def _generated(document: Document, random: Random) -> None:
    _row(document, random, lambda row: (row.get("generated") or {}).get("total"))["generated"]["total"] += 1


def _a_step(document: Document, random: Random) -> None:
    row = _row(document, random, lambda row: (row.get("derivation") or {}).get("steps"))
    row["derivation"]["steps"].pop(0)


def _less_told(document: Document, random: Random) -> None:
    del _row(document, random)["status"]


def _no_source(document: Document, random: Random) -> None:
    document["reads"][random.choice(list(document["reads"]))] = ["sdp_proofs.nowhere"]


FORGERIES: tuple[Forgery, ...] = (
    _another_status, _another_verdict, _no_agreement, _another_agreement, _gone, _twice, _added, _swapped, _near_misses,
    _generated, _a_step, _less_told, _no_source,
)  # fmt: skip


def forged(forgery: Forgery, random: Random) -> Document:
    document: Document = json.loads(sealed())
    forgery(document, random)
    return document


@pytest.mark.parametrize("forgery", FORGERIES, ids=lambda forgery: forgery.__name__.strip("_"))
def test_what_does_not_follow_from_its_evidence_is_damage_under_any_seal(forgery: Forgery, tmp_path: Path) -> None:
    random = Random(forgery.__name__)
    for _ in range(trials(2, full=25)):
        assert refused(tmp_path, sealed_anew(forged(forgery, random))) != "not as they were sealed"


def flipped(each_time: int) -> Iterator[Document]:
    """Every row with evidence, with another status."""
    document: Document = json.loads(sealed())
    rows, random = [row for row in document["claims"] if row["evidence"]], Random(5)
    random.shuffle(rows)
    for row in rows[: trials(each_time)]:
        was = row["status"], row["recorded"]
        other = random.choice([status.value for status in Status if status.value != was[0]])
        row.update(status=other, recorded=other)
        yield document
        row.update(status=was[0], recorded=was[1])


def test_no_status_but_its_own_follows_from_a_row(tmp_path: Path) -> None:
    for document in flipped(10):
        refused(tmp_path, sealed_anew(document))


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("package")
    shutil.copytree(ROOT / "sdp_proofs", place / "sdp_proofs", ignore=shutil.ignore_patterns("__pycache__"))
    return place


def run(place: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(place), "SDP_PROOFS_CACHE": str(place / ".results")}
    command = [sys.executable, "-m", "sdp_proofs", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=place, env=environment)


DAMAGES: dict[str, Callable[[str], str]] = {
    "a word": lambda text: text.replace('"status":"refuted"', '"status":"established"'),
    "nesting": lambda text: "[" * 200_000,
    "a row less": lambda text: sealed_anew({**(read := json.loads(text)), "claims": read["claims"][1:]}),
}


def test_damage_is_one_line_and_the_claims_are_loaded_or_run(copied: Path) -> None:
    """The file is believed by nobody any more: lists come from the claims, and what is shown of one is found anew."""
    file = copied / "sdp_proofs" / "papers" / "results.json"
    file.write_text(sealed(), encoding="utf-8")
    whole = run(copied, "list", "--json")
    rows = json.loads(whole.stdout)["claims"]
    assert (whole.returncode, whole.stderr) == (0, "")
    assert {row["status"] for row in rows} >= {"established", "refuted", "repaired"}
    listed = run(copied, "list", "two-extreme-neighbours-suffice").stdout
    assert "refuted" in listed and "recorded" not in listed
    for damage in list(DAMAGES.values())[: trials(1)]:
        file.write_text(damage(sealed()), encoding="utf-8")
        listed = run(copied, "list", "--json")
        assert listed.returncode == 0 and listed.stderr.count("\n") == 1
        assert listed.stderr.startswith("the shipped results are damaged and not used: ")
        found = json.loads(listed.stdout)["claims"]
        assert [row["id"] for row in found] == [row["id"] for row in rows]
        assert {row["status"] for row in found} == {None}
    file.write_text(DAMAGES["a word"](sealed()), encoding="utf-8")
    shown = run(copied, "show", "two-extreme-neighbours-suffice", "--full")
    assert shown.returncode == 0 and "damaged and not used" in shown.stderr
    assert "refuted" in shown.stdout.lower() and "proved for all instances" not in shown.stdout


def test_a_list_shows_what_was_found_and_marks_what_is_not_on_record(capsys: pytest.CaptureFixture[str]) -> None:
    from sdp_proofs.render.ledger import print_list

    row = {
        "id": "a-claim", "paper": "p", "locator": "Lemma 1", "title": "t", "kind": "claim", "uncheckable": None,
        "recorded": "established", "status": "refuted",
    }  # fmt: skip
    print_list([row])
    assert "refuted (!)" in capsys.readouterr().out
    print_list([{**row, "status": None}])
    said = capsys.readouterr().out
    assert "recorded" in said and "established" in said and "(!)" not in said
