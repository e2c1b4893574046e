from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from sdp_proofs.cli import main

SMALL = ("train", "--steps", "20", "--seed", "1")


def run_json(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert main([*arguments, "--json"]) == 0
    document: dict[str, Any] = json.loads(capsys.readouterr().out)
    return document


def test_the_example_of_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    words = "train --data digits --smoothing 1 --clip 1 --sigma 2 --batch 64 --steps 500 --seed 1".split()  # noqa: SIM905
    document = run_json(capsys, *words)
    assert document["schema"] == "sdp-proofs/train/1"
    assert document["release"] == "poisson(rate=16/375, gaussian(sigma=2)) * 500"
    assert (document["adjacency"], document["delta"], document["records"]) == ("add-remove", "1e-5", "1500")
    assert float(document["accuracy"]) > 0.85 and 0 < float(document["loss"]) < 1


def test_a_seed_repeats_and_none_is_secret(capsys: pytest.CaptureFixture[str]) -> None:
    first, second = (run_json(capsys, *SMALL) for _ in range(2))
    assert first == second
    assert run_json(capsys, "train", "--steps", "20")["seed"] is None
    assert main([*SMALL]) == 0
    shown = capsys.readouterr()
    assert "private only towards those who do not know it" in shown.err
    assert "accuracy" in shown.out


def test_epochs_and_no_noise(capsys: pytest.CaptureFixture[str]) -> None:
    document = run_json(capsys, "train", "--epochs", "1", "--sigma", "0", "--batch", "50")
    assert document["steps"] == "30"
    assert document["release"] is document["epsilon"] is None
    assert document["remark"].startswith("not private")


def test_the_accountant_proves_what_the_run_released(capsys: pytest.CaptureFixture[str]) -> None:
    document = run_json(capsys, *SMALL, "--delta", "1/1000")
    assert float(document["epsilon"]["lower"]) <= float(document["epsilon"]["upper"]) < 2
    assert document["remark"] is None


def test_a_run_is_continued(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = str(tmp_path / "run")
    whole = run_json(capsys, "train", "--steps", "15", "--seed", "4")
    run_json(capsys, "train", "--steps", "10", "--seed", "4", "--resume", file)
    assert run_json(capsys, "train", "--steps", "15", "--resume", file)["accuracy"] == whole["accuracy"]
    assert main(["train", "--steps", "15", "--seed", "5", "--resume", file]) == 2


def test_data_of_the_user(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "mine.csv"
    file.write_text("x,y,label\n" + "0.1,1,0\n1,0.2,1\n" * 50)
    document = run_json(capsys, "train", "--data", str(file), "--batch", "10", "--epochs", "2")
    assert (document["records"], document["steps"]) == ("80", "16")


@pytest.mark.slow
def test_a_network(capsys: pytest.CaptureFixture[str]) -> None:
    document = run_json(capsys, "train", "--model", "cnn", "--step-size", "0.01", "--steps", "2")
    assert document["release"] == "poisson(rate=1/25, gaussian(sigma=2)) * 2"


@pytest.mark.parametrize(
    "words",
    [
        "--smoothing -1",
        "--clip 0",
        "--clip -1",
        "--sigma -1",
        "--batch 1501",
        "--batch 0",
        "--batch 64 --epochs 1",
        "--epochs 0",
        "--epochs 1 --steps 25",
        "--steps 0",
        "--steps 1.5",
        "--sampling shuffled",
        "--data none.csv",
        "--data numbers",
        "--delta 0",
        "--delta 1",
        "--digits 0",
        "--model tree",
        "--optimizer adam",
        "--model cnn --optimizer x",
        "--model cnn --denoising permuted",
        "--layout x",
        "--denoising x",
        "--schedule x",
        "--step-size 0",
        "--weight-decay -1",
        "--seed -1",
        "--resume .",
    ],
)
def test_bad_input_is_one_line(capsys: pytest.CaptureFixture[str], words: str) -> None:
    assert main(["train", *words.split()]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith("sdp-proofs: error: ") and shown.err.count("\n") == 1


def test_without_the_extra_one_sentence_says_what_to_install(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for missing, words in (("sklearn", ""), ("jax", "--model cnn")):
        monkeypatch.setitem(sys.modules, missing, None)
        assert main(["train", *words.split()]) == 2
        assert capsys.readouterr().err.endswith('pip install "sdp-proofs[train]"\n')
        monkeypatch.undo()


def test_nothing_heavy_is_imported_for_a_bad_option() -> None:
    code = (
        "import sys; from sdp_proofs.cli import main; code = main(['train', '--model', 'tree']); "
        "sys.exit(10 * code + len({'jax', 'optax', 'sklearn', 'sympy'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=False).returncode == 20
