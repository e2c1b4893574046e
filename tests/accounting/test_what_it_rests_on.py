"""The page on what each engine rests on: whatever it names exists, is called where it is used, or is met otherwise."""

from __future__ import annotations

import ast
import re
from fractions import Fraction
from pathlib import Path

import pytest

import sdp_proofs.accounting
from sdp_proofs.accounting import lemmas
from sdp_proofs.accounting.lemmas import LEMMAS, HypothesisError
from sdp_proofs.ledger import Status
from sdp_proofs.numbers.reals import rational
from sdp_proofs.papers import registry

PAGE = Path(__file__).parents[2] / "docs" / "explanation" / "accountant.md"
TEXT = PAGE.read_text(encoding="utf-8")
DECIDED, MET = "## Decided where it is used", "## Met otherwise"
ROWS = [line.split(" | ") for line in TEXT.partition(DECIDED)[0].splitlines() if line.startswith("| `")]
FILES = {file.stem: file for file in Path(sdp_proofs.accounting.__path__[0]).glob("[!_]*.py")}


def named(text: str) -> list[str]:
    return re.findall(r"`([^`]*)`", text)


def called() -> dict[str, list[str]]:
    """By claim: the modules that call its lemma, or ask whether it holds."""
    found: dict[str, list[str]] = {}
    for stem, file in sorted(FILES.items()):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                function = node.func
                if isinstance(function, ast.Attribute) and function.attr == "holds":
                    function = function.value
                claim = function.id.replace("_", "-") if isinstance(function, ast.Name) else ""
                if claim in LEMMAS and stem != "lemmas" and stem not in found.setdefault(claim, []):
                    found[claim].append(stem)
    return found


def decided_rows() -> list[str]:
    """The table of the page, from the lemmas and from where they are called."""
    users = called()
    return [
        f"| `{claim}` | {lemma.decides} | {', '.join(f'`{stem}`' for stem in users[claim])} |"
        for claim, lemma in sorted(LEMMAS.items())
    ]


def test_every_module_is_on_the_page() -> None:
    rest = TEXT.rpartition("The other modules decide nothing")[2]
    listed = [name for row in ROWS for name in named(row[0])]
    assert set(FILES) == {*listed, *named(rest)}
    assert not set(listed) & set(named(rest))


def test_what_is_named_is_established_or_marked_as_believed() -> None:
    known = registry()
    for _, _, proofs in ROWS:
        believed = re.findall(r"`([^`]*)` \(believed\)", proofs)
        assert named(proofs) or "argued in the docstring" in proofs
        for name in set(named(proofs)) - set(believed):
            assert known[name].recorded is Status.ESTABLISHED
        for name in believed:
            assert not known.trust[name].proved_by


def test_what_docstrings_name_is_on_the_page() -> None:
    """A claim that a module speaks of is in its row."""
    known = registry()
    for stem, file in FILES.items():
        row = " ".join(proofs for modules, _, proofs in ROWS if f"`{stem}`" in modules)
        spoken = set(named(file.read_text(encoding="utf-8"))) & set(known)
        assert spoken <= set(named(row)), stem


def test_lemmas_are_established_claims_that_are_called_where_the_page_says() -> None:
    known, users = registry(), called()
    assert set(users) == set(LEMMAS), "a lemma that nobody calls decides nothing"
    for claim, lemma in LEMMAS.items():
        assert known[claim].recorded is Status.ESTABLISHED
        assert getattr(lemmas, claim.replace("-", "_")) is lemma
    table = [line for line in TEXT.partition(DECIDED)[2].partition(MET)[0].splitlines() if line.startswith("| `")]
    assert table == decided_rows(), "\n".join(decided_rows())


def test_modules_cite_the_lemmas_that_they_call() -> None:
    for claim, stems in called().items():
        for stem in stems:
            assert any(f"`{stem}`" in modules and claim in named(proofs) for modules, _, proofs in ROWS), (claim, stem)


def test_no_hypothesis_of_a_claim_is_left_out() -> None:
    """A hypothesis of a claim is decided by its lemma, or the page says why it is met."""
    known = registry()
    met = {named(line)[0] for line in TEXT.partition(MET)[2].splitlines() if line.startswith("| `")}
    for _, _, proofs in ROWS:
        for name in named(proofs):
            if name in known and known[name].hypotheses:
                own = [hypothesis.text for hypothesis in known[name].hypotheses if "countable" not in hypothesis.text]
                assert not own or name in LEMMAS or name in met, (name, own)
    assert met <= set(known)


@pytest.mark.parametrize(
    ("claim", "instance"),
    [
        ("outputs-of-one-ratio-may-be-joined", [[(1, 2), (2, 5)]]),
        ("the-profile-of-a-sampled-pair", [0]),
        ("delta-is-below-its-chernoff-bound", [float("nan")]),
        ("aliases-are-below-a-geometric-series", [1.0]),
        ("the-ratio-off-the-real-line", [3.1416]),
        ("parallel-composition", ["replace-one"]),
        ("a-path-above-the-line-bounds-all-larger-frequencies", [3.1416, 1.0]),
        ("delta-is-above-one-less-the-affinity", [1.0]),
        ("truncation-to-a-range-of-the-answers-loses-nothing", [rational(1), rational(3), rational(1)]),
        ("truncation-to-a-range-of-the-answers-loses-nothing", [rational(0), rational(1), rational(2)]),
        ("a-range-limits-half-lines-most-from-its-ends", [rational(0), rational(1), rational(0)]),
        ("a-range-limits-symmetric-noise-most-from-its-ends", [rational(0), rational(1), rational(2)]),
        ("room-for-one-output-keeps-the-loss-of-rounded-laplace-noise", [rational(0), rational(3), rational(1)]),
        ("room-for-one-output-keeps-the-loss-of-rounded-laplace-noise", [rational(-1), rational(1), rational(1)]),
        ("room-for-one-output-keeps-the-loss-of-rounded-laplace-noise", [rational(-2), rational(3), rational("1/2")]),
        ("rounded-laplace-noise", [rational(Fraction(1, 2))]),
        ("the-excess-falls-at-least-like-the-rate", [rational(-1)]),
        ("the-next-choice-may-depend-on-all-answers", [[rational(1), rational(0)]]),
    ],
)
def test_a_lemma_refuses_another_case(claim: str, instance: list[object]) -> None:
    assert not LEMMAS[claim].holds(*instance)
    with pytest.raises(HypothesisError, match=claim):
        LEMMAS[claim](*instance)
