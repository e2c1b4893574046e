"""The core where there is no numpy, no thread, no clock of a thread, and integers of 32 bits: a browser, a small board.

Each test is a process of its own, made poor before the package is imported. The decimal module keeps to the limits that
it has on 32 bits, and refuses larger ones as it does there.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from tests.test_certificate import REMARK

ROOT = Path(__file__).parents[1]
MISSING = ("numpy", "scipy", "matplotlib", "pandas", "sklearn", "jax", "resource")
POOR = f"""
import decimal, sys, threading, time

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {MISSING!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

class Context(decimal.Context):
    def __new__(cls, prec=None, rounding=None, Emin=None, Emax=None, *others, **named):
        for limit in (prec, Emin, Emax):
            if limit is not None and abs(limit) > 425000000:
                raise OverflowError("Python int too large to convert to C ssize_t")
        return super().__new__(cls)

def refused(*_):
    raise RuntimeError("can't start new thread")

sys.meta_path.insert(0, Missing())
del time.thread_time
decimal.MAX_EMAX = decimal.MAX_PREC = 425000000
decimal.MIN_EMIN = -425000000
decimal.Context = Context
threading.Thread.start = refused
"""
COMMANDS = POOR + """
from sdp_proofs.cli import main
from sdp_proofs.ledger import results

def as_shipped(loader, about=None):
    return results.Shipped(results.read(results.SHIPPED).catalogue)

results.shipped = as_shipped
for line in sys.argv[1:]:
    code = main(line.split("|"))
    assert code == 0, (line, code)
"""

REPLAYED = """
from sdp_proofs.certificate.__main__ import main as replay
assert replay(["a.json", "long.json", "r.json"]) == 0
"""


def run(script: str, *arguments: str, cwd: Path = ROOT) -> str:
    """Output of a script in a process of its own, which must end well and say nothing else."""
    call = [sys.executable, "-c", script, *arguments]
    done = subprocess.run(call, cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout


def test_questions_about_numbers(tmp_path: Path) -> None:
    votes = tmp_path / "votes.csv"
    votes.write_text("vote\n" + "a\n" * 30 + "b\n" * 12)
    found = run(
        COMMANDS,
        "delta|--counts|300,700|--rate|0.9|--epsilon|1|--digits|12",
        "epsilon|--counts|30,20|--rate|0.9|--delta|1/2",
        "utility|--counts|30,20|--rate|0.9|--odds|3",
        "smoothed|--source|0.9,0.1|--source|0.5,0.5|--records|60|--rate|0.9|--epsilon|1|--digits|6",
        "account|poisson(rate=0.01, gaussian(sigma=1)) * 1000|--delta|1e-5|--digits|4",
        "account|randomised-response(truth=2/3) * 3|--epsilon|log(2)",
        f"audit|{votes}|--column|vote|--rate|0.9|--epsilon|1",
        cwd=tmp_path,
    )
    assert "2.515" in found and "1.828" in found and "2/9" in found


def test_certificates_are_written_and_replayed(tmp_path: Path) -> None:
    (tmp_path / "long.json").write_text(json.dumps({**REMARK, "let": [*REMARK["let"], ["x", "7**600000"]]}))
    found = run(
        COMMANDS + REPLAYED,
        "certificate|remark-eight|--output|a.json",
        "account|randomised-response(truth=2/3) * 3|--epsilon|log(2)|--certificate|a.json",
        "certificate|a.json",
        "account|poisson(rate=1/10, gaussian(sigma=1)) * 5|--epsilon|1|--certificate|r.json|--digits|3",
        "certificate|r.json",
        cwd=tmp_path,
    )  # fmt: skip
    assert found.count("\nrelease: checked") == 2 and found.count("\nrelease: not checked") == 2
    assert "x = 7**600000 = about " in found


def test_what_is_known_of_the_papers() -> None:
    found = run(COMMANDS, "list", "show|remark-eight", "errata|--paper|smoothed-dp", "show|remark-eight|--json")
    assert "remark-eight" in found


def test_the_whole_ledger_is_loaded_and_a_derivation_runs() -> None:
    run(
        POOR
        + """
from sdp_proofs.papers import registry
from sdp_proofs.provers.subdivision import Budget

assert len(registry()) > 800
assert Budget(3, 60.0).spend()
"""
    )


def test_progress_is_silent_without_threads() -> None:
    found = run(
        POOR
        + """
from sdp_proofs.cli import output
output.FIRST_LINE_SECONDS = 0.0
for terminal in (False, True):
    sys.stderr.isatty = lambda: terminal
    with output.progress_bar("work", 3, logged=True) as advance:
        advance()
        advance(2, 3)
print("done")
"""
    )
    assert found == "done\n"


def test_small_smoothed_answers_are_the_same_without_numpy() -> None:
    command = "smoothed|--source|0.9,0.1|--source|0.5,0.5|--records|60|--rate|0.9|--epsilon|1|--digits|12"
    poor = run(COMMANDS, command)
    rich = run(COMMANDS.replace(POOR, "import sys"), command)
    assert poor == rich


def test_what_needs_more_says_so(tmp_path: Path) -> None:
    script = COMMANDS.replace("assert code == 0, (line, code)", "print(code)")
    call = [sys.executable, "-c", script, "figure|1|--output|x.png"]
    done = subprocess.run(call, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "2\n")
    assert "matplotlib must be installed for this" in done.stderr
