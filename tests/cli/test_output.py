from __future__ import annotations

import threading
import time

import pytest

from sdp_proofs.cli import output


def test_a_run_without_a_terminal_says_how_far_it_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(output, "FIRST_LINE_SECONDS", 0.02)
    with output.progress_bar("figure 9", 40, logged=True) as advance:
        advance()
        advance(10, 40)
        time.sleep(0.3)
    lines = capsys.readouterr().err.splitlines()
    assert lines[0].startswith("figure 9: 10 of 40 after 0 s, about ")
    assert 2 <= len(lines) <= 5  # after 0.02 s, 0.04 s, 0.08 s, ...
    with output.progress_bar("account", logged=True):
        time.sleep(0.1)
    assert "account: 0 s so far" in capsys.readouterr().err


def test_other_runs_are_silent(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(output, "FIRST_LINE_SECONDS", 0.01)
    with output.progress_bar("claims", 2) as advance:
        advance()
        time.sleep(0.05)
    assert capsys.readouterr() == ("", "")


def test_only_the_main_thread_listens_to_signals() -> None:
    entered: list[bool] = []

    def work() -> None:
        with output.ended_like_by_ctrl_c():
            entered.append(True)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert entered == [True]
