"""A small, fixed part of the fuzz of the command line; `python -m tests.cli.fuzz 1000` is the long run."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.full import trials

ROOT = Path(__file__).parents[2]


def test_invocations_at_random() -> None:
    count = str(trials(12, full=120))
    command = [sys.executable, "-m", "tests.cli.fuzz", count, "7"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith(f"{count} invocations, 0 wrong")
