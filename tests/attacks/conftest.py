"""The program that replays certificates, as attacks run it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from sdp_proofs.certificate.__main__ import main
from sdp_proofs.certificate.limits import MAX_WORK, Budget
from sdp_proofs.cli import main as command


@pytest.fixture
def _little_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """A part of the budget, so that what would use all of it is refused sooner."""
    for module in ("accounting", "__main__"):
        monkeypatch.setattr(f"sdp_proofs.certificate.{module}.Budget", lambda: Budget(MAX_WORK // 50))


@pytest.fixture
def replay(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str]]:
    """A function that puts a text before the program, or the command: the exit code and what it said."""

    def replayed(text: str, program: Callable[[list[str]], int] = main) -> tuple[int, str]:
        file = tmp_path / "certificate.json"
        file.write_text(text, encoding="utf-8", errors="surrogatepass")
        code = program(["certificate", str(file)] if program is command else [str(file)])
        shown = capsys.readouterr()
        check_said(code, shown.out, shown.err)
        return code, shown.out

    return replayed


def check_said(code: int, out: str, err: str) -> None:
    """One true reason in one line where it is refused, a verdict else, and nothing that a terminal acts on."""
    assert code in (0, 1, 2)
    assert all(line.isprintable() for line in (out + err).splitlines())
    assert not re.search(r"Traceback|[A-Z][a-z]+Error|well formed", out + err)
    if code == 2:
        assert out == "" and err.count("\n") == 1
    else:
        assert err == ""
        assert [line.partition(":")[0] for line in out.splitlines() if not line.startswith(" ")][:3] == [
            "accounting", "NOT CONFIRMED" if code else "confirmed", "release",
        ]  # fmt: skip
