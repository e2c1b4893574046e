"""The questions of the page in node: WebAssembly answers with the digits of the native package."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from docs.browser.build import FOLDER, HERE
from tests.browser.test_answers import QUESTIONS, native


@pytest.mark.slow
def test_digits_are_those_of_the_package(built: Path, tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("no node is on the PATH")
    call = [node, str(Path(__file__).with_name("ask.mjs")), str(built / FOLDER), str(HERE / "questions.json")]
    done = subprocess.run(call, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    found = [one["answer"] for one in json.loads(done.stdout.splitlines()[-1])["answers"]]
    for one, answer in zip(QUESTIONS, found, strict=True):
        assert answer == native(one, tmp_path), one
