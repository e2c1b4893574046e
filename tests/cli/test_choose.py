"""The chooser of `sdp-proofs` without arguments: each way ends in a command that answers."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest

from sdp_proofs.cli import main
from sdp_proofs.cli.choose import CHOICES, choose


@pytest.mark.parametrize(
    ("replies", "words"),
    [
        (["1", "", "", ""], "sdp-proofs delta --counts 300,700 --rate 0.9 --epsilon 1"),
        (["2", "run.json", ""], "sdp-proofs account run.json --delta 1e-5"),
        (["3", "gaussian(2) * 3", "1e-6", "4"], "sdp-proofs account 'gaussian(2) * 3' --delta 1e-6 --check 4"),
        (["4", "it's; rm -rf"], "sdp-proofs show 'it'\"'\"'s; rm -rf'"),
    ],
)
def test_every_way_ends_in_a_command(replies: list[str], words: str) -> None:
    rest = iter(replies)
    assert choose(lambda text: next(rest), lambda text: None) == words
    assert list(rest) == []


@pytest.mark.parametrize("number", range(1, len(CHOICES)))
def test_the_examples_are_commands_that_answer(number: int, capsys: pytest.CaptureFixture[str]) -> None:
    rest = iter([str(number), *[""] * 9])
    command = choose(lambda text: next(rest), lambda text: None)
    assert command is not None and main(shlex.split(command)[1:]) == 0
    assert capsys.readouterr().out


@pytest.mark.parametrize("number", range(1, len(CHOICES) + 1))
def test_the_landing_page_shows_the_example_of_each(number: int) -> None:
    page = (Path(__file__).parents[2] / "docs" / "index.md").read_text(encoding="utf-8")
    section = page.split("## What do you have?")[1].split("\n## ")[0]
    cards = section.split(":::{grid-item-card} ")[1:]
    assert len(cards) == len(CHOICES)
    rest = iter([str(number), *[""] * 9])
    command = choose(lambda text: next(rest), lambda text: None)
    assert f"```sh\n{command}\n```" in cards[number - 1]
    assert cards[number - 1].split("\n")[0].lower() == CHOICES[number - 1].what.split(":")[0]


def test_it_asks_at_a_terminal_and_helps_elsewhere(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([]) == 0
    assert "Usage" in capsys.readouterr().out
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    replies = iter(["4", "Remark 8"])
    monkeypatch.setattr("builtins.input", lambda text="": next(replies))
    assert main([]) == 0
    assert "sdp-proofs show 'Remark 8'" in capsys.readouterr().out
    monkeypatch.setattr("builtins.input", lambda text="": "9")
    assert main([]) == 0
    assert "Usage" in capsys.readouterr().out
