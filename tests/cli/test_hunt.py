from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator

import pytest

from sdp_proofs.cli import ledger, main
from sdp_proofs.hunting.searches import Search
from sdp_proofs.hunting.spaces import Instance, Integers, Laws
from sdp_proofs.ledger import Claim, Registry, TrustLedger
from sdp_proofs.verdict import Verdict
from tests.ledger.toy_ledger import claim, refuted_claim

HERE = __name__


def _search(fails_at: int) -> Search:
    return Search({"n": Integers(0, 9)}, lambda _, at: Verdict.of(at["n"] != fails_at))


def hunted_registry() -> Registry:
    """A refuted claim, one that holds, one that nobody knows to be false, and one that cannot be hunted."""
    claims: list[Claim] = [
        refuted_claim(search=_search(0)),
        claim(search=_search(-1)),
        claim(id="squares-are-small", locator="Remark 2", search=_search(7)),
        claim(id="laws-are-even", locator="Remark 3",
              search=Search({"law": Laws(2)}, lambda _, at: Verdict.of(at["law"][0] != 1))),
        claim(id="without-a-space", locator="Remark 4"),
    ]  # fmt: skip
    return Registry(claims, TrustLedger())


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ledger, "LEDGER", f"{HERE}:hunted_registry")


def test_what_is_on_record_is_found_and_no_news(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hunt", "squares-are-positive"]) == 0
    text = capsys.readouterr().out
    lines = [line.split(maxsplit=1) for line in text.splitlines()]
    assert ["claim", "squares-are-positive, recorded as refuted"] in lines
    assert ["counterexample", "n = 0"] in lines
    assert "exhaustive search, then shrinking" in text


def test_nothing_found_says_what_was_covered(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hunt", "squares-are-nonnegative"]) == 0
    text = capsys.readouterr().out
    assert "none found" in text
    assert "10 instances" in text
    assert "every instance of the space that is searched" in text


@pytest.mark.parametrize(("name", "shown"), [("squares-are-small", "n = 7"), ("Remark 3", "law = (1, 0)")])
def test_news_are_an_exit_code(capsys: pytest.CaptureFixture[str], name: str, shown: str) -> None:
    assert main(["hunt", name]) == 1
    assert shown in capsys.readouterr().out


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hunt", "remark 2", "--json", "--seed", "5"]) == 1
    document = json.loads(capsys.readouterr().out)
    assert document["schema"] == "sdp-proofs/hunt/1"
    (found,) = document["hunts"]
    assert (found["counterexample"], found["stage"], found["seed"]) == ({"n": "7"}, "exhaustive", 5)
    assert found["examined"] >= 8
    assert (found["end"], found["effort"]) == ("a counterexample", 20_000)
    assert found["asked"] >= found["examined"]


def test_effort_is_what_ends_a_hunt(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hunt", "squares-are-small", "--effort", "5"]) == 0
    assert "all questions asked, 5 of 5" in capsys.readouterr().out
    assert main(["hunt", "squares-are-small", "--effort", "50"]) == 1


def interrupting(at: int) -> Search:
    """A search in which somebody presses Ctrl-C at its n-th instance; then n = 7 would fail."""

    def decide(_: Claim, instance: Instance) -> Verdict:
        if instance["n"] == at:
            os.kill(os.getpid(), signal.SIGINT)
        return Verdict.of(instance["n"] != 7)

    return Search({"n": Integers(0, 9)}, decide)


def interrupted_registry() -> Registry:
    """Three claims at one place, of which the second is interrupted."""
    claims: list[Claim] = [
        claim(id="squares-are-small", search=_search(-1)),
        claim(id="squares-are-even", search=interrupting(3)),
        claim(id="squares-are-odd", search=_search(7)),
    ]
    return Registry(claims, TrustLedger())


@pytest.fixture
def interrupts() -> Iterator[None]:
    """Let an interrupt raise KeyboardInterrupt, also where the shell that started the tests ignores it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interrupts")
@pytest.mark.parametrize("form", [[], ["--json"]])
def test_ctrl_c_ends_the_hunt_of_all_claims_and_shows_what_it_has(
    capsys: pytest.CaptureFixture[str], form: list[str]
) -> None:
    """An interrupt is neither a success nor a finding, and no claim is hunted after it."""
    assert main(["hunt", claim().locator, "--ledger", f"{HERE}:interrupted_registry", *form]) == 130
    text = capsys.readouterr().out
    if form:
        hunts = json.loads(text)["hunts"]
        assert [(hunt["claim"], hunt["end"]) for hunt in hunts] == [
            ("squares-are-small", "no more instances"), ("squares-are-even", "interrupted"),
        ]  # fmt: skip
    else:
        assert "squares-are-small" in text and "ended by          interrupted" in text
        assert "squares-are-odd" not in text


def test_ctrl_c_before_a_hunt_begins_ends_all(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def pressed(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("sdp_proofs.hunting.hunt.hunt", pressed)
    assert main(["hunt", "squares-are-positive"]) == 130
    assert capsys.readouterr().out == ""


def test_ctrl_c_while_a_counterexample_is_made_simpler_keeps_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hunt", claim().locator, "--ledger", f"{HERE}:shrinking_registry"]) == 130
    text = capsys.readouterr().out
    assert "counterexample    n = 7" in text and "squares-are-odd" not in text


def shrinking_registry() -> Registry:
    """A claim that fails at once, and is interrupted when its instances are asked for again."""
    asked: list[int] = []

    def decide(_: Claim, instance: Instance) -> Verdict:
        asked.append(instance["n"])
        if 7 in asked[:-1]:
            raise KeyboardInterrupt
        return Verdict.of(instance["n"] != 7)

    claims: list[Claim] = [
        claim(id="squares-are-even", search=Search({"n": Integers(0, 9)}, decide)),
        claim(id="squares-are-odd", search=_search(7)),
    ]
    return Registry(claims, TrustLedger())


def test_a_ledger_of_ones_own(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ledger, "LEDGER", "tests.ledger.toy_ledger:registry")
    assert main(["hunt", "squares-are-small", "--ledger", f"{HERE}:hunted_registry"]) == 1
    assert "n = 7" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["without-a-space"], "says where to search"),
        (["nothing"], "got 'nothing'"),
        (["squares-are-small", "--effort", "0"], "effort must be at least one question"),
        (["squares-are-small", "--effort", "1.5"], "--effort"),
        (["squares-are-small", "--seconds", "0"], "seconds must be positive"),
        (["squares-are-small", "--seconds", "x"], "--seconds"),
        (["squares-are-small", "--ledger", "no.such:thing"], "ModuleNotFoundError: No module named 'no'\n"),
        (["squares-are-small", "--ledger", "json:none"], "a ledger must be found and return a Registry"),
        (["squares-are-small", "--ledger", "json:JSONEncoder"], "must return a Registry"),
        (["squares-are-small", "--ledger", "nothing"], "must be MODULE:FUNCTION or the name"),
    ],
)
def test_bad_input_gets_one_line(capsys: pytest.CaptureFixture[str], arguments: list[str], part: str) -> None:
    assert main(["hunt", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("sdp-proofs: error: ")
    assert captured.err.count("\n") == 1
    assert part in captured.err
