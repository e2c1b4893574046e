"""Releases in files: an expression, JSON, YAML."""

from __future__ import annotations

import builtins
import sys
from pathlib import Path
from typing import Any

import pytest

from sdp_proofs.accounting.grammar import read_file
from sdp_proofs.cli import main
from sdp_proofs.errors import DomainError

FILES = {
    "release.txt": "poisson(rate=0.01, gaussian(sigma=1)) * 1000",
    "release.json": '{"release": {"sampling": "poisson", "rate": 0.01, "of": {"mechanism": "gaussian", "sigma": 1}}, '
    '"steps": 1000}',
    "release.yaml": "release:\n  sampling: poisson\n  rate: 0.01\n  of:\n    mechanism: gaussian\n    sigma: 1\n"
    "steps: 1000\n",
    "release.yml": "together:\n- release: poisson(rate=0.01, gaussian(sigma=1))\n  steps: 1000\n",
}


@pytest.mark.parametrize("name", FILES)
def test_a_release_in_a_file(name: str, tmp_path: Path) -> None:
    if name.endswith((".yaml", ".yml")):
        pytest.importorskip("yaml")
    path = tmp_path / name
    path.write_text(FILES[name], encoding="utf-8")
    # Numbers are read as typed: 0.01 is a hundredth in YAML, too.
    assert str(read_file(str(path))).startswith("poisson(rate=1/100, gaussian(sigma=1, sensitivity=1)) * 1000")


def test_a_broken_yaml_file(tmp_path: Path) -> None:
    pytest.importorskip("yaml")
    path = tmp_path / "release.yaml"
    path.write_text("release: [1, ", encoding="utf-8")
    with pytest.raises(DomainError, match="a YAML file must be well formed"):
        read_file(str(path))


def test_a_yaml_file_that_swells_is_refused(tmp_path: Path) -> None:
    """Eight aliases of eight aliases of ... would be read as a release of 8^20 terms."""
    pytest.importorskip("yaml")
    path = tmp_path / "release.yaml"
    lines = ["a0: &a0 {name: laplace, scale: 1}"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 8)}]" for n in range(1, 20)]
    path.write_text("\n".join([*lines, "sum: *a19"]), encoding="utf-8")
    with pytest.raises(DomainError, match=r"^a YAML file of a release must have no aliases, got .*release\.yaml$"):
        read_file(str(path))


def test_a_field_that_is_given_twice_is_named_shortly(tmp_path: Path) -> None:
    for name in ("release.yaml", "release.json"):
        if name.endswith("yaml"):
            pytest.importorskip("yaml")
        path = tmp_path / name
        key = "k" * 500
        path.write_text(f'{{"{key}": 1, "{key}": 2}}', encoding="utf-8")
        with pytest.raises(DomainError, match=r"^a field of a release must be given once, got 'k{56}\.\.\. twice$"):
            read_file(str(path))


def test_yaml_without_its_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    original = builtins.__import__

    def missing(name: str, *rest: Any, **named: Any) -> Any:
        if name == "yaml":
            raise ImportError(name)
        return original(name, *rest, **named)

    path = tmp_path / "release.yaml"
    path.write_text(FILES["release.yaml"], encoding="utf-8")
    monkeypatch.delitem(sys.modules, "yaml", raising=False)
    monkeypatch.setattr(builtins, "__import__", missing)
    with pytest.raises(DomainError, match="must be read with PyYAML, which is not installed"):
        read_file(str(path))


@pytest.mark.slow(every=4)
@pytest.mark.parametrize("name", FILES)
def test_a_command_takes_a_file_for_a_release(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    if name.endswith((".yaml", ".yml")):
        pytest.importorskip("yaml")
    path = tmp_path / name
    path.write_text(FILES[name], encoding="utf-8")
    printed = []
    for release in (str(path), "poisson(rate=0.01, gaussian(sigma=1)) * 1000"):
        assert main(["account", release, "--delta", "1e-5", "--digits", "4"]) == 0
        printed.append(capsys.readouterr().out.splitlines()[1:])
    assert printed[0] == printed[1] != []


def test_a_file_that_is_not_there_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["account", str(tmp_path / "none.json"), "--delta", "1e-5"]) == 2
    said = capsys.readouterr().err
    assert "a file that can be read" in said
    assert said.count("\n") == 1
