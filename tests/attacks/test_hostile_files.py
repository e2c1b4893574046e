"""Files that strangers made, folders that are theirs, disks that are full: one line, and nothing left behind."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import numpy as np
import pytest

from sdp_proofs.accounting.grammar import read_file, read_release
from sdp_proofs.cli import main
from sdp_proofs.cli.new_paper import LARGEST_SOURCE
from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.files import text_of
from sdp_proofs.training import run
from sdp_proofs.training.data import read_dataset
from tests.attacks.test_certificates import dumped, real

ROOT = Path(__file__).parents[2]


# --- the folder that the replay is started in ---------------------------------------------------------------------

SHADOW = "import os\nos.write(1, b'SHADOWED ' + __name__.encode())\nos._exit(0)\n"
OF_RUNPY = "import runpy, sys; print(*sys.modules)"
"""Modules that `python -m` imports itself before any of the package: only -P keeps it from the current folder."""


@pytest.fixture
def strange(tmp_path: Path) -> Path:
    """A folder with a certificate and a file in the place of every module of the standard library."""
    command = [sys.executable, "-S", "-P", "-c", OF_RUNPY]
    loaded = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    for name in sys.stdlib_module_names - set(loaded):
        (tmp_path / f"{name}.py").write_text(SHADOW)
    (tmp_path / "r.json").write_text(dumped(real("coins")))
    return tmp_path


def started(folder: Path, *options: str) -> str:
    """Output of the replay of the certificate there."""
    command = [sys.executable, "-S", *options, "-m", "sdp_proofs.certificate", "r.json"]
    done = subprocess.run(
        command, cwd=folder, env={"PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False
    )
    return done.stdout + done.stderr


@pytest.mark.parametrize("options", [("-P",), ()])
def test_no_module_of_the_current_folder_is_run(strange: Path, options: tuple[str, ...]) -> None:
    said = started(strange, *options)
    assert "SHADOWED" not in said
    assert "\nconfirmed: delta = 2/9" in said


def test_with_the_option_not_even_what_python_itself_would_run(strange: Path) -> None:
    for name in sys.stdlib_module_names:
        (strange / f"{name}.py").write_text(SHADOW)
    (strange / "sdp_proofs").mkdir()
    (strange / "sdp_proofs" / "__init__.py").write_text(SHADOW)
    assert "SHADOWED" in started(strange)  # the package itself is that of the current folder
    assert "\nconfirmed: delta = 2/9" in started(strange, "-P")


def test_the_documented_command_has_the_option() -> None:
    sources = [page for pattern in ("docs/**/*.md", "docs/*.py", "sdp_proofs/**/*.py") for page in ROOT.glob(pattern)]
    pages = [*sources, ROOT / ".ci" / "package"]
    named = [page for page in pages if " -m sdp_proofs.certificate" in page.read_text(encoding="utf-8")]
    assert len(named) > 5
    for page in named:
        lines = page.read_text(encoding="utf-8").splitlines()
        where = [line for line in lines if " -m sdp_proofs.certificate" in line and page.parent.name != "sdp_proofs"]
        assert all(" -P -m" in line for line in where), page


# --- readers --------------------------------------------------------------------------------------------------------


def test_a_paper_without_an_end_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    long = tmp_path / "long.tex"
    with long.open("wb") as stream:  # as long as it says, and takes no room on the disk
        stream.truncate(2**40)
    for source in ("/dev/zero", str(long)):
        assert main(["new-paper", "endless", "--folder", str(tmp_path), "--tex", source]) == 2
        said = capsys.readouterr().err
        assert said == f"sdp-proofs: error: {source}: must be at most {LARGEST_SOURCE // 2**20} MiB, got more\n"
        assert not (tmp_path / "endless").exists()


def test_a_text_is_read_within_its_limit(tmp_path: Path) -> None:
    file = tmp_path / "text"
    file.write_bytes(b"abc\xff")
    assert text_of(file, errors="replace") == "abc\ufffd"
    assert text_of(file, most_bytes=4, errors="ignore") == "abc"
    with pytest.raises(SizeError):
        text_of(file, most_bytes=3, errors="replace")
    for wrong in (file, tmp_path, tmp_path / "none"):
        with pytest.raises(DomainError, match="must be a readable text in UTF-8"):
            text_of(wrong)


TWICE = [
    '{"mechanism": "pure", "epsilon": "1", "epsilon": "2"}',
    '{"mechanism": "pure", "mechanism": "pure", "epsilon": "1"}',
    '{"release": {"mechanism": "pure", "epsilon": "1", "epsilon": "1"}, "steps": "2"}',
    '{"release": {"mechanism": "pure", "epsilon": "1"}, "steps": "2", "steps": "3"}',
    '{"together": [{"mechanism": "pure", "epsilon": "1", "\\u0065psilon": "1"}]}',
]


@pytest.mark.parametrize("text", TWICE)
@pytest.mark.parametrize("suffix", ["json", "yaml"])
def test_a_field_of_a_release_is_given_once(text: str, suffix: str, tmp_path: Path) -> None:
    if suffix == "yaml":
        pytest.importorskip("yaml")
    file = tmp_path / f"twice.{suffix}"
    file.write_text(text)
    with pytest.raises(DomainError, match=r"must be given once, got '[a-z]+' twice"):
        read_file(str(file))
    if suffix == "json":
        with pytest.raises(DomainError, match="twice"):
            read_release(text)


@pytest.mark.parametrize(
    "text",
    [
        "[" * 20_000, "{a: " * 20_000, "- " * 20_000, "[" * 20_000 + "]" * 20_000, "? " * 20_000, "{[a]: b}", "&a [*a]",
        "a: !!python/object/apply:os.system [x]",
    ],
)  # fmt: skip
def test_yaml_of_any_depth_is_refused(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("yaml")
    file = tmp_path / "deep.yaml"
    file.write_text(text)
    assert main(["account", str(file), "--delta", "1e-5"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_release_in_yaml_is_read(tmp_path: Path) -> None:
    pytest.importorskip("yaml")
    file = tmp_path / "good.yaml"
    file.write_text("steps: 3\nrelease: {mechanism: pure, epsilon: 1/2}\n")
    assert str(read_file(str(file))) == "pure(epsilon=1/2) * 3"


def archive(file: Path, **shapes: tuple[int, ...]) -> Path:
    """An archive whose arrays declare these shapes, of which they hold nothing."""
    with zipfile.ZipFile(file, "w") as stored:
        for name, shape in shapes.items():
            header = io.BytesIO()
            np.lib.format.write_array_header_1_0(header, {"descr": "|u1", "fortran_order": False, "shape": shape})
            stored.writestr(f"{name}.npy", header.getvalue())
    return file


@pytest.mark.parametrize(
    "shapes",
    [
        {"x_train": (10**6, 10**6)}, {"x_train": (2**31,)}, {"x_train": (2**27, 1), "y_train": (2**28,)},
        {"a": (-(2**40),), "x_train": (2**31,)}, {"unused": (10**12,)},
    ],
)  # fmt: skip
def test_an_archive_that_would_fill_the_memory_is_refused_by_what_it_declares(
    shapes: dict[str, tuple[int, ...]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = archive(tmp_path / "bomb.npz", **shapes)
    monkeypatch.setattr(np, "load", lambda *_, **__: pytest.fail("it was read"))
    with pytest.raises(SizeError, match="its arrays must have at most 2048 MiB"):
        read_dataset(file)


@pytest.mark.parametrize("content", [b"", b"PK", b"\x93NUMPY\x02\x00\xff\xff\xff\xff", b"\x93NUMPY\x03\x00", b"x" * 99])
def test_other_archives_are_refused(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "odd.npz"
    with zipfile.ZipFile(file, "w") as stored:
        stored.writestr("x_train.npy", content)
    with pytest.raises(DomainError, match=r"odd\.npz: must be a readable"):
        read_dataset(file)
    with pytest.raises(DomainError, match="must be a file that a training run wrote"):
        run.read(file, {})


# --- writers ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [("--epsilon", "log(2)", "--certificate"), ("--curve",)])
def test_a_full_disk_leaves_what_was_there(
    options: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "old.csv"
    file.write_text("old")
    command = ["account", "randomised-response(truth=2/3) * 3", *options, str(file)]
    with monkeypatch.context() as patched:
        patched.setattr(os, "replace", full)
        assert main(command) == 2
    assert "No space left on device" in capsys.readouterr().err
    assert file.read_text() == "old" and [path.name for path in tmp_path.iterdir()] == ["old.csv"]
    assert main(command) == 0 and file.read_text() != "old"


def test_a_place_that_cannot_be_written_is_refused_before_the_work(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for option in ("--certificate", "--curve"):
        command = ["account", "pure(epsilon=1)", "--epsilon", "1", option, str(tmp_path / "none" / "a.csv")]
        assert main(command) == 2
        assert f"{option} must name a file in a directory that exists" in capsys.readouterr().err


def full(*_: object) -> None:
    """Error of a full disk."""
    raise OSError(28, "No space left on device")


@pytest.mark.parametrize("after", [0, 1, 2])
def test_a_new_paper_on_a_full_disk_leaves_nothing(
    after: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    command, replace, calls = ["new-paper", "some-paper", "--folder", str(tmp_path)], os.replace, []

    def filling(*places: str) -> None:
        calls.append(places)
        (replace if len(calls) <= after else full)(*places)

    with monkeypatch.context() as patched:
        patched.setattr(os, "replace", filling)
        assert main(command) == 2
    captured = capsys.readouterr()
    assert "No space left on device" in captured.err and "Next" not in captured.out
    assert list(tmp_path.iterdir()) == []
    assert main(command) == 0
