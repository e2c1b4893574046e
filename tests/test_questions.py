"""Questions of people with data, in Python: the same answers as the command line's, and results that convert."""

from __future__ import annotations

import json
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise

import pytest

import sdp_proofs as sdp
from sdp_proofs.cli import main
from sdp_proofs.cli.app import COMMANDS
from sdp_proofs.ledger import Kind, Registry, TrustLedger
from sdp_proofs.numbers.conversion import Valued, decimal, rounded_down, rounded_up
from tests.ledger.toy_ledger import claim, refuted_claim

OTHER_NAMES = {"list": "claims", "show": "verify", "certificate": "counterexample", "audit-run": "audit_run"}
"""`list` is a word of Python, and the package `certificate` replays what the command of this name writes."""
FILES = {"export", "new-paper", "scaffold", "train"}
"""Questions that make files of their own, or sources: at the command line, and in rooms of their own."""

VOTES = ["yes"] * 700 + ["no"] * 300


@pytest.mark.parametrize(
    "data", [[700, 300], (700, 300), "700,300", {"yes": 700, "no": 300}, sdp.Database((700, 300), 900)]
)
def test_counts_come_in_many_forms(data: object) -> None:
    how = {} if isinstance(data, sdp.Database) else {"rate": "0.9"}
    assert sdp.delta(data, epsilon=1, **how).value.rounded(6) == "2.51505e-6"  # type: ignore[arg-type]


def test_todays_form_still_answers() -> None:
    database = sdp.Database.read(counts="700,300", rate="0.9")
    assert sdp.delta(database, sdp.Budget.read(epsilon=1)).neighbour == (701, 299)
    assert sdp.utility(database, budget=sdp.Budget.read(epsilon=1)).value.rounded(4) == "1.908e-6"


@pytest.mark.parametrize(
    ("call", "part"),
    [
        (lambda: sdp.delta([700, 300], rate=0.9, epsilon=1), r"write it as a string \('0.9'\)"),
        (lambda: sdp.delta([700, 300], 1, rate="0.9"), "a budget must be named: write epsilon=1 or odds=1"),
        (lambda: sdp.delta([700, 300], rate="0.9"), "exactly one of epsilon, odds and threshold"),
        (lambda: sdp.delta(sdp.Database((7, 3), 9), rate="0.9", epsilon=1), "must not be given with a Database"),
        (lambda: sdp.account("gaussian(sigma=1)"), "exactly one of delta and epsilon"),
        (lambda: sdp.audit(["a", None], rate="0.5"), "every record must have a value, got none at position 1"),
        (lambda: sdp.audit(["a", "a"], rate="0.5"), "between 2 and 1000 different values, got 1"),
        (lambda: sdp.table("nothing"), "table must be one of accounting, chernoff"),
        (lambda: sdp.figure("nothing"), "figure must be one of 1, 2, 3, 4, bounds, remark-8"),
        (lambda: sdp.epsilon([700, 1], rate="0.9", delta="1e-6"), "larger, got 1e-6: where a sample excludes"),
    ],
)
def test_what_cannot_be_read_says_what_to_write(call: object, part: str) -> None:
    with pytest.raises(sdp.DomainError, match=part):
        call()  # type: ignore[operator]


def test_floats_have_one_door() -> None:
    assert decimal(0.9) == Decimal("0.9")
    found = sdp.delta([700, 300], rate=sdp.decimal(0.9), epsilon=sdp.decimal(1.0))
    assert str(found.value) == str(sdp.delta([700, 300], rate="0.9", epsilon=1).value)
    assert sdp.decimal(1e-300) == Decimal("1e-300")


def test_a_float_epsilon_or_delta_is_the_decimal_that_it_prints_as() -> None:
    for as_float, as_text in (
        (sdp.delta([700, 300], rate="0.9", epsilon=0.1), sdp.delta([700, 300], rate="0.9", epsilon="0.1")),
        (sdp.epsilon([700, 300], rate="0.9", delta=1e-6), sdp.epsilon([700, 300], rate="0.9", delta="1e-6")),
        (sdp.account(sdp.Gaussian(1), delta=1e-5, adjacency="add-remove"),
         sdp.account("gaussian(sigma=1)", delta="1e-5", adjacency="add-remove")),
    ):  # fmt: skip
        assert str(as_float.value) == str(as_text.value)
    assert sdp.Gaussian(sigma=1.1) == sdp.Gaussian("1.1") and sdp.Laplace(0.5) == sdp.Laplace("0.5")
    for refused in (
        lambda: sdp.Gaussian(1).poisson(rate=0.1),
        lambda: sdp.Finite(first=[0.5, 0.5], second=[0.5, 0.5]),
        lambda: sdp.delta([700.0, 300], rate="0.9", epsilon=1),
    ):
        with pytest.raises(sdp.DomainError, match="a string"):
            refused()


def test_a_result_of_a_claim_answers_to_its_old_keys_and_says_so() -> None:
    found = sdp.claims("fifty-six-units")
    with pytest.warns(DeprecationWarning, match="write .id"):
        assert found[0]["id"] == "fifty-six-units"
    assert "<td>fifty-six-units</td>" in found._repr_html_() and "fifty-six-units" in f"{found}"
    assert found[0].to_dict()["id"] == found[0].id and len(found) == 1 and [*found] == [found[0]]


def test_results_convert() -> None:
    found = sdp.delta([700, 300], rate="0.9", epsilon=1)
    assert 2.515e-6 < float(found) < 2.516e-6
    assert f"{found:.3e}" == "2.516e-6"
    assert f"{found.value:.3e}" == "2.515e-6"
    assert found < 1e-5 and found <= "1e-5" and not found > Fraction(1, 10)
    assert not found < 2.515e-6
    row = found.to_dict()
    assert Decimal(row["delta_lower"]) < Decimal(row["delta_upper"])
    assert row["neighbour"] == "701,299"


def test_comparisons_that_are_not_decided_say_so() -> None:
    class Wide(Valued):
        value = sdp.Enclosure.between("1", "2")

    with pytest.raises(sdp.PrecisionError, match="ask for more digits"):
        _ = Wide() < "1.5"
    assert Wide() < 3


@pytest.mark.parametrize("text", ["0", "1/3", "-1/3", "1e-400", "-1e-400", "1e400", "-1e400", "5e-324", "7"])
def test_doubles_are_rounded_outward(text: str) -> None:
    value = sdp.Enclosure.of(text)
    low, high = rounded_down(value), rounded_up(value)
    assert value.exact is not None
    assert (low == float("-inf") or Fraction(low) <= value.exact) and (
        high == float("inf") or Fraction(high) >= value.exact
    )


def test_frames_have_both_ends() -> None:
    pandas = pytest.importorskip("pandas")
    row = sdp.delta([700, 300], rate="0.9", epsilon=1).to_frame().iloc[0]
    assert row["delta_lower"] <= row["delta"] <= row["delta_upper"]
    series = pandas.Series(VOTES, name="vote")
    frame = sdp.audit(series, rate="0.9").to_frame()
    assert list(frame["epsilon"]) == ["0.1", "0.5", "1", "2", "4"]
    assert all(frame["delta_lower"] <= frame["delta_upper"])
    assert sdp.audit(series, rate="0.9").column.name == "vote"
    assert sdp.delta(series.value_counts(), rate="0.9", epsilon=1).value.rounded(4) == "2.515e-6"
    table = sdp.table("chernoff", records=100, draws=20, marked=5, theta="0.6").to_frame()
    assert len(table) == 1 and table["records"][0] == 100


def test_the_command_epsilon_is_the_inverse_of_delta(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["epsilon", "--counts", "700,300", "--rate", "0.9", "--delta", "1e-6", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    low, high = (document["epsilon"][end] for end in ("lower", "upper"))
    losses = [sdp.delta([700, 300], rate="0.9", epsilon=end) for end in (low, high)]
    assert losses[0] >= "1e-6" >= losses[1]
    assert document["schema"] == "sdp-proofs/epsilon/1"
    assert main(["epsilon", "--counts", "700,300", "--rate", "0.9", "--delta", "1e-6"]) == 0
    assert "epsilon           1.0622" in capsys.readouterr().out


def test_python_and_the_command_line_say_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    release = "laplace(scale=10) * 3"
    found = sdp.account(release, epsilon="0.1", adjacency="add-remove")
    assert main(["account", release, "--epsilon", "0.1", "--adjacency", "add-remove", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["delta"] == found.value.to_json(13)
    assert found.to_dict()["delta_lower"] and found.to_dict()["direction"] == found.direction


def test_smoothed_losses_fall_with_epsilon() -> None:
    sources = ["0.9,0.1", "9/40,31/40"]
    losses = [sdp.smoothed(sources, records=30, rate="0.5", epsilon=epsilon, digits=6) for epsilon in (0, 1)]
    assert all(later < earlier for earlier, later in pairwise(losses))
    assert losses[0].to_dict()["delta_sdp_lower"]


def test_every_command_has_a_function_of_the_package() -> None:
    asked = {OTHER_NAMES.get(command, command) for command in COMMANDS} - FILES
    assert set(COMMANDS) >= FILES
    assert asked <= set(sdp.__all__)
    assert all(callable(getattr(sdp, name)) for name in asked)


def test_the_names_of_the_package_are_in_order() -> None:
    assert list(sdp.__all__) == sorted(sdp.__all__)


def test_papers_are_asked_in_python_as_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    """The packaged ledger where nothing is run, so that the words of both are those of the same results."""
    for words, answer in (
        (["list", "Remark 8", "--json"], sdp.claims("Remark 8").to_dict()),
        (["certificate", "remark-eight"], sdp.counterexample("remark-eight")),
        (["trust", "--paper", "dp-lecture", "--json"], sdp.trust("dp-lecture").to_dict()),
    ):
        assert main(words) == 0
        printed = json.loads(capsys.readouterr().out)
        assert {key: printed[key] for key in answer} == json.loads(json.dumps(answer))


def test_a_ledger_of_ones_own_is_asked_in_python() -> None:
    ledger = Registry([refuted_claim(), claim()], TrustLedger())
    found = sdp.errata(ledger=ledger)
    assert [entry["claim"] for entry in found.entries] == ["squares-are-positive"]
    assert found.to_dict()["errata"] == json.loads(found.text("json"))["errata"]
    assert all(mark in found.text(form) for form, mark in (("html", "<!doctype"), ("latex", "\\documentclass")))
    assert sdp.errata(severity="result", ledger=ledger).entries == found.entries
    step = Registry([refuted_claim(kind=Kind.PROOF_STEP)], TrustLedger())
    assert not sdp.errata(severity="result", ledger=step).entries and sdp.errata(severity="step", ledger=step).entries
    assert sdp.claims(status="refuted", ledger=ledger)[0].id == "squares-are-positive"
    assert sdp.counterexample("squares-are-positive", ledger=ledger)["claim"] == "squares-are-positive"
    assert sdp.verify("squares-are-positive", ledger=ledger).claims[0].status == "refuted"
    with pytest.raises(sdp.DomainError, match="severity must be one of result"):
        sdp.errata(severity="worst", ledger=ledger)


def test_a_hunt_in_python_is_that_of_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    name = "ratio-of-one-record-more-as-printed"
    assert main(["hunt", name, "--effort", "50", "--json"]) == 0
    printed, found = json.loads(capsys.readouterr().out)["hunts"][0], sdp.hunt(name, effort=50).to_dict()
    for part in (*printed["stages"], *found["stages"], printed, found):
        del part["seconds"]
    assert printed == found and found["counterexample"]
    with pytest.raises(sdp.DomainError, match="one claim must be hunted at a time; 'Lemma 11' names"):
        sdp.hunt("Lemma 11")
