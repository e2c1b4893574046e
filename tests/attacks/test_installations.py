"""An installation that lacks something says so, with exit code 2 and the line to type, before any work."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from importlib.machinery import PathFinder
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
import typer

from sdp_proofs.cli import command
from sdp_proofs.cli.app import COMMANDS, build
from sdp_proofs.errors import DomainError
from sdp_proofs.extras import EXTRAS, MissingExtraError, extra_of, require
from sdp_proofs.figures import figures
from sdp_proofs.ledger.run import run_claim, run_registry
from tests.full import trials
from tests.ledger.toy_ledger import claim, registry

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
REQUIRED = {
    name: re.findall(r"^[\w-]+", "\n".join(lines), re.MULTILINE)
    for name, lines in PROJECT["optional-dependencies"].items()
}
REQUIRED_BY_THE_CORE = re.findall(r"^[\w-]+", "\n".join(PROJECT["dependencies"]), re.MULTILINE)
BLOCKING = """
import sys

class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in sys.argv[1].split(","):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Blocked())
from sdp_proofs.cli import main
sys.exit(main(sys.argv[2:]))
"""
CALLS = {
    "verify": ["verify", "remark-eight"],
    "hunt": ["hunt", "remark-eight"],
    "new-paper": ["new-paper", "on-counting"],
    "scaffold": ["scaffold", "remark-eight"],
    "export": ["export", "--coq", "kernel"],
}
"""Calls of the commands that declare what they need."""
CASES = [(name, package, extra) for name in CALLS for extra in ("ledger",) for package in EXTRAS[extra]]
DRAWN = [
    ("figure", package, extra, ["figure", name, "--output", "x.csv"])
    for name, extra in (("bounds", "plots"), ("lssgd-5", "train"))
    for package in EXTRAS[extra]
]
TRAINED = [
    ("train", "sklearn", "train", ["train"]),
    ("train", "jax", "train", ["train", "--model", "cnn", "--data", "not-there.csv"]),
    ("train", "optax", "train", ["train", "--model", "cnn", "--data", "not-there.csv"]),
    ("figure", "distributed", "cluster", ["figure", "5", "--dask", "tcp://nowhere:1"]),
    ("list", "sympy", "ledger", ["list", "--ledger", "tests.ledger.toy_ledger:registry"]),
    ("errata", "z3", "ledger", ["errata", "--ledger", "tests.ledger.toy_ledger:registry"]),
]
ALL = [*((name, package, extra, CALLS[name]) for name, package, extra in CASES), *DRAWN, *TRAINED]
EACH_TIME = [one for at, one in enumerate(ALL) if at % 6 == 0 or one in TRAINED]
IN_TURN = [*EACH_TIME, *(one for one in ALL if one not in EACH_TIME)]


def run(place: Path, blocked: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-P", "-c", f"import sys; sys.path.insert(0, {str(ROOT)!r})\n{BLOCKING}", blocked]
    return subprocess.run([*command, *arguments], capture_output=True, text=True, check=False, cwd=place, timeout=60)


@pytest.mark.parametrize(("name", "package", "extra", "arguments"), IN_TURN[: trials(len(EACH_TIME))])
def test_a_missing_package_is_one_line_and_nothing_else(
    name: str, package: str, extra: str, arguments: list[str], tmp_path: Path
) -> None:
    done = run(tmp_path, package, *arguments)
    assert (done.returncode, done.stdout) == (2, ""), name
    line = f'sdp-proofs: error: {package} must be installed for this; run: pip install "sdp-proofs[{extra}]"\n'
    assert done.stderr == line
    assert list(tmp_path.iterdir()) == []


def test_every_command_that_declares_a_need_is_tried() -> None:
    build()
    assert {name for name, one in command.COMMANDS.items() if one.extras} == set(CALLS)


def test_what_is_asked_for_help_needs_nothing(tmp_path: Path) -> None:
    every = ",".join({package for packages in EXTRAS.values() for package in packages})
    for name in COMMANDS[: trials(3)]:
        done = run(tmp_path, every, name, "--help")
        assert (done.returncode, done.stderr) == (0, "")
    done = run(tmp_path, every, "figure", "--list")
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("package", EXTRAS["ledger"])
def test_no_claim_is_run_without_what_checks_need(package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A solver that is missing is no evidence: the Python interface refuses as well."""
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(MissingExtraError, match=f"{package} must be installed"):
        run_registry(registry())
    with pytest.raises(MissingExtraError, match=f"{package} must be installed"):
        run_claim(claim())


@pytest.mark.parametrize(
    ("package", "extra", "code"),
    [
        ("matplotlib", "plots", "import sdp_proofs as s; s.plots.profile(s.Database.read(counts='3,3', draws=2))"),
        ("z3", "ledger", "from sdp_proofs.ledger import run_claim; run_claim(None)"),
        ("sympy", "ledger", "import sdp_proofs as s; s.verify('remark-eight')"),
        ("pandas", "frames", "from sdp_proofs.numbers.conversion import frame; frame([])"),
        ("jax", "train", "from sdp_proofs.training.data import load; load('jax.numpy')"),
        ("matplotlib", "notebooks", "from sdp_proofs.extras import require; require('notebooks')"),
    ],
)
def test_a_notebook_is_told_what_to_install(package: str, extra: str, code: str, tmp_path: Path) -> None:
    """The same line answers in Python, as an error of import as well as of input."""
    program = BLOCKING.partition("from sdp_proofs.cli")[0] + code
    call = [sys.executable, "-P", "-c", f"import sys; sys.path.insert(0, {str(ROOT)!r})\n{program}", package]
    done = subprocess.run(call, capture_output=True, text=True, check=False, cwd=tmp_path)
    line = f'{package} must be installed for this; run: pip install "sdp-proofs[{extra}]"'
    assert done.returncode == 1 and done.stderr.endswith(f"sdp_proofs.extras.MissingExtraError: {line}\n")
    assert issubclass(MissingExtraError, ImportError)


def test_a_folder_of_the_name_is_no_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "distributed").mkdir()
    monkeypatch.setitem(sys.modules, "distributed", None)
    monkeypatch.delitem(sys.modules, "distributed")
    monkeypatch.setattr(sys, "path", [str(tmp_path)])
    monkeypatch.setattr(sys, "meta_path", [PathFinder])
    with pytest.raises(DomainError, match=r"sdp-proofs\[cluster\]"):
        require("cluster")


def test_the_extras_are_those_of_the_project() -> None:
    """The packages that are looked up are those that pip installs, by the names under which they are imported."""
    distributions = packages_distributions()
    brought = {"sdp-proofs": "sdp_proofs"}
    for package in {package for packages in EXTRAS.values() for package in packages}:
        names = {name.lower() for name in distributions.get(package, ())}
        if not names:
            pytest.skip(f"{package} is not installed")
        brought |= dict.fromkeys(names, package)
    tools = {"ipykernel", "nbconvert"}  # notebooks need it, and their code does not
    for extra, packages in EXTRAS.items():
        if extra == "notebooks":
            assert set(packages) == {*EXTRAS["ledger"], *EXTRAS["plots"], *EXTRAS["train"]}
            assert REQUIRED[extra][0] == "sdp-proofs" and set(REQUIRED[extra][1:]) == tools
        else:
            assert {brought[name.lower()] for name in REQUIRED[extra]} == set(packages), extra
    assert extra_of("z3") == "ledger" and extra_of("numpy") is None


def test_figures_say_what_they_need() -> None:
    needs = {name: figure.needs for name, figure in figures().items()}
    assert {extra for extras in needs.values() for extra in extras} <= EXTRAS.keys()
    assert needs["2"] == ("plots",) and needs["lssgd-3"] == ("plots", "train")


def test_every_requirement_has_a_least_version_and_what_decides_an_upper_end() -> None:
    """The job *oldest* installs the least ones, so that a permitted installation is one that was tried."""
    done = subprocess.run([sys.executable, ROOT / ".ci" / "minima.py"], capture_output=True, text=True, check=True)
    least = dict(line.split("==") for line in done.stdout.split())
    assert {"typer": "0.19", "python-flint": "0.8", "z3-solver": "4.13.4"}.items() <= least.items()
    named = {name for lines in (*REQUIRED.values(), REQUIRED_BY_THE_CORE) for name in lines}
    tools = {name for extra in ("dev", "docs", "peers", "runs") for name in REQUIRED[extra]} - {*REQUIRED["notebooks"]}
    assert named - tools - {"sdp-proofs"} == set(least)
    lines = [line for name in ("ledger", "plots") for line in PROJECT["optional-dependencies"][name]]
    deciding = ("numpy", "python-flint", "hypothesis", "mpmath", "scipy", "sympy", "z3-solver", "typer")
    for name in deciding:
        found = [line for line in (*PROJECT["dependencies"], *lines) if re.match(rf"{name}\b(?!-)", line)]
        assert found and all(",<" in line for line in found), name


def test_the_lock_file_is_a_set_that_the_project_permits() -> None:
    text = (ROOT / ".ci" / "lock.txt").read_text(encoding="utf-8")
    pinned = re.findall(r"^([\w.-]+)==(\S+)$", text, re.MULTILINE)
    locked = {name.lower().replace("_", "-"): version for name, version in pinned}
    every = [*PROJECT["dependencies"], *(line for lines in PROJECT["optional-dependencies"].values() for line in lines)]

    def number(version: str) -> list[int]:
        return [int(part) for part in re.findall(r"\d+", version)]

    others = [line for extra in ("peers", "runs") for line in PROJECT["optional-dependencies"][extra]]
    for line in every:
        name, bounds = re.fullmatch(r"([\w-]+)(?:\[[\w,]*\])?(.*)", line).groups()  # type: ignore[union-attr]
        if name == "sdp-proofs" or line in others:
            continue
        have = number(locked[name.lower()])
        for bound in filter(None, bounds.split(",")):
            most = bound.removeprefix("<")
            assert have < number(most) if bound.startswith("<") else have >= number(bound.removeprefix(">=")), line


def script() -> Path:
    found = Path(sys.executable).with_name("sdp-proofs")
    if not found.exists():
        pytest.skip("the console script is not installed")
    return found


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["verify", "--jobs", "1", "no-such-claim"], 2),
        (["show", "no-such-claim"], 2),
        (["delta", "--counts", "1,x", "--rate", "0.9", "--epsilon", "1"], 2),
        (["no-such-command"], 2),
        (["delta", "--counts", "300,700", "--rate", "0.9", "--epsilon", "1"], 0),
        (["--version"], 0),
    ],
)
def test_the_installed_command_does_what_it_is_asked(arguments: list[str], code: int, tmp_path: Path) -> None:
    """A parser that hears an option nobody typed would print the version and succeed, whatever the ledger says."""
    done = subprocess.run([script(), *arguments], capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.returncode == code, done.stderr
    assert done.stdout.startswith("sdp-proofs ") is (arguments == ["--version"])


def test_a_version_that_nobody_typed_is_not_shown() -> None:
    """The callback hears of the option, as a parser of another edition may tell it, and looks at who said so."""
    from sdp_proofs.cli.app import _print_version

    context = typer.Context(typer.main.get_command(build(("list",))))
    _print_version(context, True)
