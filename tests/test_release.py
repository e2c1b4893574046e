"""One version everywhere, and documents that say which edition made them."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

import sdp_proofs
from sdp_proofs.cli import main
from sdp_proofs.edition import digest, edition

ROOT = Path(__file__).parents[1]


def test_every_file_names_the_same_version() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == sdp_proofs.__version__
    assert f"version: {sdp_proofs.__version__}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    recipe = (ROOT / ".ci" / "conda" / "meta.yaml").read_text(encoding="utf-8")
    assert f'set version = "{sdp_proofs.__version__}"' in recipe


def test_the_command_says_version_and_digest(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"{edition()}\n"
    assert re.fullmatch(rf"sdp-proofs {re.escape(sdp_proofs.__version__)} \({digest()}\)", edition())


def test_the_workflow_runs_what_everybody_runs() -> None:
    workflow = (ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8")
    for script in (".ci/run", ".ci/kernel", ".ci/browser", ".ci/package", ".ci/installation ${{ matrix.kind }}"):
        assert f"run: {script}\n" in workflow
        assert (ROOT / script.split()[0]).stat().st_mode & 0o111


def test_the_conda_recipe_asks_for_what_the_project_asks_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    recipe = (ROOT / ".ci" / "conda" / "meta.yaml").read_text(encoding="utf-8")

    def listed(heading: str) -> set[str]:
        """The requirements below a heading, as pyproject.toml writes them."""
        lines = re.search(rf"^  {heading}:\n((?:    - .*\n)+)", recipe, re.MULTILINE)
        assert lines is not None
        return {re.sub(r"\s+|-base", "", line.strip(" -")) for line in lines[1].splitlines()}

    assert listed("run") == {*project["dependencies"], f"python{project['requires-python']}"}
    extras = project["optional-dependencies"]
    assert listed("run_constrained") == {*extras["ledger"], *extras["plots"], *extras["frames"]}


def test_every_extra_that_a_make_target_installs_exists() -> None:
    """pip only warns of one that does not, so the target would run without what it is for."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    wanted = set(re.findall(r"/\.installed-([a-z]+)", makefile)) - {"core"}
    assert {"ledger", "test", "dev", "docs", "peers"} <= wanted
    assert wanted <= project["optional-dependencies"].keys()
