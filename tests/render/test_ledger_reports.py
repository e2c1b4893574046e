from __future__ import annotations

import io
from typing import Any

import pytest
from rich.console import Console

from sdp_proofs.ledger import run_registry, snapshot
from sdp_proofs.render.ledger import print_claims, print_ledger, print_list
from sdp_proofs.render.terminal import stdout_console
from tests.ledger.toy_ledger import registry


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    return snapshot(registry(), run_registry(registry()))


def test_text_in_brackets_is_no_markup(document: dict[str, Any]) -> None:
    changed = {
        **document,
        "claims": [{**document["claims"][0], "statement": "x in [0,1], [red]not red[/red]"}],
    }
    stream = io.StringIO()
    print_claims(changed, Console(file=stream, width=100, markup=False, highlight=False, emoji=False))
    assert "x in [0,1], [red]not red[/red]" in stream.getvalue()


@pytest.mark.parametrize(("no_color", "coloured"), [(None, True), ("1", False)])
def test_colours_respect_no_color(
    monkeypatch: pytest.MonkeyPatch, document: dict[str, Any], no_color: str | None, coloured: bool
) -> None:
    if no_color is None:
        monkeypatch.delenv("NO_COLOR", raising=False)
    else:
        monkeypatch.setenv("NO_COLOR", no_color)
    monkeypatch.setenv("TERM", "xterm-256color")
    stream = io.StringIO()
    print_ledger(document, Console(file=stream, width=100, force_terminal=True))
    assert ("\x1b[32m" in stream.getvalue()) is coloured


@pytest.mark.parametrize("width", [60, 80, 119, 120, 200])
def test_ids_are_whole_and_stand_at_the_end_or_the_beginning_of_a_line(
    document: dict[str, Any], width: int
) -> None:
    name = "three-hundred-thousand-ballots-are-a-fifth-of-a-percent"
    claims = [
        {**claim, "id": f"{claim['id']}-{name}"[-60:], "locator": "Sec. 3.2, Justification 1, conclusion"}
        for claim in document["claims"]
    ]
    for lister in (False, True):
        stream = io.StringIO()
        to = Console(file=stream, width=width, markup=False, highlight=False, emoji=False)
        print_list(claims, to) if lister else print_ledger({**document, "claims": claims}, to)
        lines = stream.getvalue().splitlines()
        words = {word for line in lines for word in (line.split()[:1] + line.split()[-1:])}
        assert {claim["id"] for claim in claims} <= words
        assert max(map(len, lines)) <= width


def test_titles_in_a_list_are_in_signs(document: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    titled = {**document["claims"][0], "title": "delta_SDP <= exp(-n/6) for epsilon > 0", "recorded": "repaired"}
    print_list([titled])
    assert "δ_SDP ≤ exp(-n/6) for ε > 0" in capsys.readouterr().out


def test_a_pipe_is_wide_unless_columns_says_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    assert stdout_console().width == 200
    monkeypatch.setenv("COLUMNS", "90")
    assert stdout_console().width == 90
