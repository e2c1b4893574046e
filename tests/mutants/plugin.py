"""For pytest inside a copy of the project: runs the named tests in the given order, or writes what each test costs.

`MUTANTS_ITEMS` names a file with ids of tests, one a line; `MUTANTS_COSTS` one that receives a line for each test that
has ended: its id, its processor seconds, and by files of the package the functions that it entered.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from time import process_time
from types import CodeType, FrameType

import pytest


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep the tests that are asked for; one that the mutant has made disappear is not missed."""
    listed = os.environ.get("MUTANTS_ITEMS")
    if listed is not None:
        order = {name: place for place, name in enumerate(Path(listed).read_text(encoding="utf-8").splitlines())}
        items[:] = sorted((item for item in items if item.nodeid in order), key=lambda item: order[item.nodeid])


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Fixtures are paid by the test that needs them first."""
    place = os.environ.get("MUTANTS_COSTS")
    if place is None:
        yield
        return
    entered: dict[int, CodeType] = {}  # by identity: the hash of code takes long

    def enter(frame: FrameType, _event: str, _argument: object) -> None:
        entered[id(frame.f_code)] = frame.f_code

    started = process_time()
    sys.settrace(enter)  # no line is traced, for `enter` returns nothing
    yield
    sys.settrace(None)
    names = functions(entered.values(), item.config.rootpath)
    line = json.dumps([item.nodeid, round(process_time() - started, 3), names])
    with Path(place).open("a", encoding="utf-8") as file:
        file.write(line + "\n")


def functions(entered: Iterable[CodeType], root: Path) -> dict[str, list[str]]:
    """Their names as mutants have them, by the files of the package below the root."""
    found: dict[str, set[str]] = {}
    for code in entered:
        if code.co_filename.startswith(f"{root}/sdp_proofs/") and code.co_name != "<module>":
            name = code.co_qualname.replace(".<locals>", "")
            found.setdefault(code.co_filename.removeprefix(f"{root}/"), set()).add(name)
    return {file: sorted(names) for file, names in found.items()}
