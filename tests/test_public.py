"""The page on what is public agrees with the package: names, schemas with their fields, and codes of refusals."""

from __future__ import annotations

import importlib
import json
import re
import warnings
from pathlib import Path

import pytest

import sdp_proofs
from sdp_proofs import errors
from sdp_proofs.api.options import described
from sdp_proofs.cli import main
from sdp_proofs.cli.app import build
from sdp_proofs.cli.command import COMMANDS
from sdp_proofs.extras import MissingExtraError

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "explanation" / "public.md").read_text(encoding="utf-8")
PRIVATE = {"results", "draws", "kernel", "training", "printed-by-accountants"}
"""Schemas of files that the package keeps for itself."""
QUESTIONS = {
    "delta": "delta --counts 7,3 --rate 0.9 --odds 3",
    "delta-releases": "delta --counts 4,6 --draws 5 --odds 4 --releases 2",
    "delta-average": "delta --mechanism sampling-average --values 0,1,2 --levels 0:3 --draws 2 --odds 2",
    "delta-pair": "delta laplace(scale=2) --counts 7,3 --neighbour 6,3 --epsilon 1",
    "epsilon": "epsilon --counts 7,3 --rate 1/2 --delta 0.9",
    "utility": "utility --counts 7,3 --rate 0.9 --odds 3",
    "utility-of-noise": "utility laplace(scale=2)",
    "smoothed": "smoothed --source 0.9,0.1 --source 1/2,1/2 --records 6 --rate 1/2 --odds 3",
    "account": "account laplace(scale=2) --epsilon 1/4 --adjacency add-remove",
    "account-calibration": "account gaussian(sigma=?) --delta 1e-5 --epsilon 1 --adjacency add-remove --digits 2",
    "account-explain": "account laplace(scale=2)*3 --explain --delta 1e-5",
    "account-measure": "account laplace(scale=2) --fpr 1/10 --digits 3",
    "audit-run": "audit-run canaries.csv --delta 1e-5 --guesses 60",
    "conversion": "convert --from gdp --value 1 --to zcdp",
    "trust": "trust --paper dp-lssgd",
    "cone": "trust means-are-linear",
    "list": "list Theorem 3",
    "hunt": "hunt ratio-of-one-record-more-as-printed --effort 20",
    "table": "table chernoff --records 100 --draws 20 --marked 5 --theta 0.6 --format json",
    "table-comparison": "table chernoff --compare typed.csv --format json",
    "account-curve": "account laplace(scale=2) --adjacency add-remove --curve curve.csv",
    "program": "program coins.py:answer --budget 1",
    "program-theorem": "program noisy.py:largest --size 2 --budget 2 --proof",
    "audit": "audit votes.csv --column vote --rate 1/2 --epsilon 1",
    "ledger": "show means-are-linear",
    "errata": "errata --paper accountants",
    "export": "export --coq coq ratio-of-one-record-more-as-printed",
    "export-sentences": "export --coq-sentences coq reflexive",
    "new-paper": "new-paper my-paper --folder .",
    "figure": "figure notions",
    "train": "train --steps 1 --seed 1",
    "counterexample": "certificate ratio-of-one-record-more-as-printed --output",
    "accounting": "account laplace(scale=2) --epsilon 1/4 --adjacency add-remove --certificate",
}
"""A command for each schema, in a folder with the files below; a last word that is an option writes the document."""
FILES = {
    "typed.csv": "records,draws,marked,theta,tail\n100,20,5,0.6,0.00535\n",
    "votes.csv": "voter,vote\n1,yes\n2,yes\n3,no\n4,no\n",
    "noisy.py": "def largest(draw, q):\n    return q[0] + draw.geometric(1)\n",
    "canaries.csv": (ROOT / "docs" / "examples" / "canaries.csv").read_text(encoding="utf-8"),
    "coins.py": (ROOT / "docs" / "examples" / "coins.py").read_text(encoding="utf-8"),
}
OPTIONAL = {"trust": {"kernel", "strengths"}, "accounting": {"odds", "pairs"}}
"""Fields that some documents of a schema do not have."""


def section(title: str) -> str:
    return PAGE.partition(f"## {title}\n")[2].partition("\n## ")[0]


def rows(title: str) -> list[list[str]]:
    """The cells of a section's table, without its head."""
    lines = [line for line in section(title).splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def coded(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


def test_the_page_lists_the_names_of_the_package() -> None:
    listed = [name for row in rows("Names in Python") for name in coded(row[1])]
    assert sorted(listed) == sdp_proofs.__all__


def test_the_page_lists_the_schemas_of_the_package() -> None:
    written = {
        found
        for file in (ROOT / "sdp_proofs").rglob("*.py")
        for found in re.findall(r'"sdp-proofs/([a-z-]+)/\d+"', file.read_text(encoding="utf-8"))
    }
    listed = {coded(row[0])[0].split("/")[1] for row in rows("JSON documents")}
    assert listed == written - PRIVATE
    assert written >= PRIVATE


@pytest.mark.parametrize("schema", QUESTIONS)
def test_a_document_has_the_fields_on_the_page(
    schema: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        Path(name).write_text(text, encoding="utf-8")
    words = QUESTIONS[schema].split(" ") if schema != "list" else ["list", "Theorem 3"]
    asked = [*words, "written.json"] if words[-1].startswith("--") else [*words, "--json"]
    assert main(words if "--format" in words else asked) == 0
    printed = capsys.readouterr().out
    document = json.loads(Path("written.json").read_text() if Path("written.json").exists() else printed)
    row = next(row for row in rows("JSON documents") if coded(row[0])[0].split("/")[1] == schema)
    assert document.pop("schema") == coded(row[0])[0]
    if schema in ("conversion", "figure"):
        assert document.pop(document["asked"] if schema == "conversion" else "rows")
    known = coded(row[2].partition(", and ")[0])
    assert {*known} <= {*document} | OPTIONAL.get(schema, set())
    assert {*document} - OPTIONAL.get(schema, set()) <= {*coded(row[2])}


def test_every_schema_is_asked() -> None:
    assert {coded(row[0])[0].split("/")[1] for row in rows("JSON documents")} == {*QUESTIONS}


def test_the_page_lists_the_codes_of_refusals() -> None:
    kinds = [errors.DomainError, errors.OptionsError, errors.UnknownNameError, errors.SizeError]
    listed = {coded(row[0])[0]: coded(row[1])[0] for row in rows("Refusals")}
    others = {errors.PrecisionError.code: "PrecisionError", MissingExtraError.code: "DomainError"}
    assert listed == {**{kind.code: kind.__name__ for kind in kinds}, **others}
    assert all(issubclass(kind, errors.DomainError) for kind in (*kinds, MissingExtraError))


def test_every_parameter_of_a_question_is_an_option_of_its_command() -> None:
    """The command asks for each parameter in the same words as the question, or in words of its own."""
    build()
    for command in COMMANDS.values():
        for name in command.questions[:1]:
            module, _, function = name.partition(".")
            question = getattr(importlib.import_module(f"sdp_proofs.api.{module}"), function)
            if question.__name__ != command.name.replace("list", "claims"):
                continue  # a command that borrows words of a question of another name
            missing = {*described(question)} - {*command.options}
            assert not missing, f"{command.name} lacks {missing}"


def test_what_was_renamed_warns_and_still_works() -> None:
    for old in coded(section("Deprecation and versions").partition("So until")[2])[:1]:
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            assert getattr(sdp_proofs, old.removeprefix("sdp.")) is not None
        assert [one.category for one in said] == [DeprecationWarning]
