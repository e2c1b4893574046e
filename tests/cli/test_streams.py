"""Odd places to be started in: closed and full streams, broken pipes, no home, no width, few files."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

RUN = f'"{sys.executable}" -m sdp_proofs'
GOOD = "delta --counts 30,70 --rate 0.9 --odds 2"
BAD = "delta --counts x --rate 0.9 --odds 2"
ROOT = Path(__file__).parents[2]


def started(line: str, *before: str) -> subprocess.CompletedProcess[str]:
    """A line of the shell, of which the package's command is what follows `RUN`; it buffers, as it does by default."""
    script = "; ".join(["unset PYTHONUNBUFFERED", *before, f"{RUN} {line}"])
    return subprocess.run(["sh", "-c", script], capture_output=True, text=True, check=False, cwd=ROOT)


@pytest.mark.slow(every=4)
@pytest.mark.parametrize(
    ("line", "code"),
    [
        (f"{GOOD} <&-", 0),
        (f"{GOOD} 2>&-", 0),
        (f"{GOOD} >&-", 2),
        (f"{GOOD} <&- >&- 2>&-", 2),
        (f"{GOOD} >/dev/full", 2),
        (f"{GOOD} >/dev/full 2>/dev/full", 2),
        ("list --json >/dev/full", 2),
        ("--help >&-", 2),
        ("--version >/dev/full", 2),
        (f"{BAD} 2>&-", 2),
        (f"{BAD} 2>/dev/full", 2),
        (f"{BAD} >&- 2>/dev/full", 2),
        ("table remark-8 --records 100 --output /dev/null --format csv 2>/dev/full", 0),
        ("table remark-8 --records 100 --output /dev/null --format csv 2>&-", 0),
        ("table remark-8 --records 100 --output /dev/full --format csv", 2),
        ("certificate losses-fall-at-every-election --output /dev/full", 2),
    ],
)
def test_the_exit_code_is_that_of_the_computation(line: str, code: int) -> None:
    """Lost diagnostics change nothing; lost data is an output that cannot be written, in one line where one can be."""
    done = started(line)
    assert done.returncode == code
    assert "Traceback" not in done.stderr and "Exception ignored" not in done.stderr
    assert done.stderr.count("\n") == (code == 2 and "2>" not in line)
    assert (done.stdout != "") == (code == 0 and "table" not in line)


@pytest.mark.slow(every=3)
@pytest.mark.parametrize(("line", "code"), [("list --json", 141), (GOOD, 141), (BAD, 2)])
def test_nobody_reads_the_output(line: str, code: int) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "sdp_proofs", *line.split()]
    done = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, text=True, check=False, cwd=ROOT)
    os.close(writing)
    assert done.returncode == code
    assert done.stderr.count("\n") == (code == 2)
    broken = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, cwd=ROOT)
    assert broken.stderr is not None
    broken.stderr.close()
    assert broken.wait() == (code if code == 2 else 0)


@pytest.fixture(scope="module")
def plain() -> str:
    return started(GOOD).stdout


@pytest.mark.slow(every=2)
@pytest.mark.parametrize(
    "before",
    [
        "unset HOME; export TERM=dumb COLUMNS=-3 LC_ALL=C PYTHONIOENCODING=ascii; ulimit -n 8",
        "export HOME=/proc COLUMNS=x; d=$(mktemp -d); cd $d; rmdir $d",
    ],
)
def test_odd_environments_change_nothing(before: str, plain: str) -> None:
    odd = started(GOOD, f"export PYTHONPATH='{ROOT}'", before)
    assert (odd.returncode, odd.stdout, odd.stderr) == (0, plain, "")
    assert started("list --status open", f"export PYTHONPATH='{ROOT}'", before).returncode == 0
