"""The core is light: questions about numbers need neither a solver nor a plotting library, and say what is missing."""

from __future__ import annotations

import subprocess
import sys

import pytest

OPTIONAL = (
    *("scipy", "z3", "matplotlib", "sympy", "mpmath", "hypothesis", "jinja2", "joblib", "latex2mathml"),
    *("jax", "pandas", "sklearn", "distributed"),
)
BLOCKED = f"""
import sys

class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {OPTIONAL!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Blocked())
from sdp_proofs.cli import main
codes = [main(line.split("|")) for line in sys.argv[1:]]
sys.exit(max(codes))
"""


def run(*commands: str) -> subprocess.CompletedProcess[str]:
    """Commands, their words divided by bars, in a process that cannot import what is optional."""
    call = [sys.executable, "-c", BLOCKED, *commands]
    return subprocess.run(call, capture_output=True, text=True, check=False)


def test_numbers_need_the_core_alone() -> None:
    done = run(
        "delta|--counts|300,700|--rate|0.9|--epsilon|1",
        "epsilon|--counts|30,20|--rate|0.9|--delta|1/2",
        "account|gaussian(sigma=100) * 10|--epsilon|1|--adjacency|add-remove|--digits|4",
        "account|poisson(rate=0.01, gaussian(sigma=1)) * 1000|--delta|1e-5|--digits|4",
        "smoothed|--source|0.9,0.1|--source|0.5,0.5|--records|20|--rate|0.9|--epsilon|1|--digits|4",
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "epsilon           1.829" in done.stdout


def test_certificates_need_the_core_alone() -> None:
    done = run("certificate|remark-eight")
    assert done.returncode == 0
    assert '"schema"' in done.stdout


@pytest.mark.slow(every=2)
@pytest.mark.parametrize(
    ("command", "extra"), [("hunt|remark-eight", "ledger"), ("figure|1|--output|x.png", "plots")]
)
def test_what_is_missing_is_one_sentence_that_names_the_extra(command: str, extra: str) -> None:
    done = run(command)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert f'must be installed for this; run: pip install "sdp-proofs[{extra}]"' in done.stderr
