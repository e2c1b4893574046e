"""The measures of the house, on a small house whose figures are known."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.house.compare import differences
from tests.house.rendered import commands, without_clocks
from tests.house.structure import House

LAYERS = """
[[tool.importlinter.contracts]]
type = "layers"
layers = ["(roof)", "(walls) | (stairs)", "(cellar)"]
"""
FILES = {
    "__init__": "",
    "cellar.__init__": "",
    "cellar.wine": "from sdp_proofs.cellar import coal\nPAGE = 'roof.tiles:laid'\n"
    "_UP = 'sdp_proofs.walls.'\nWALL = f'{_UP}brick'\n",
    "cellar.coal": "def burn():\n    from sdp_proofs.cellar.wine import PAGE\n    return PAGE\n",
    "walls.brick": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from sdp_proofs.roof import tiles\n"
    "BELOW = 'cellar.wine'\n",
    "roof.tiles": "from sdp_proofs.accounting.kinds import Noise\nimport sdp_proofs.walls.brick\n",
    "accounting.kinds": "class Noise:\n    name = 'noise'\nclass Base:\n    name = ''\n",
    "figures.steps": "FIGURES = (Figure('steps-by-year', 'project'), Figure('1', 'project'))\n",
    "logic.kernel": '"""Rules."""\n\n# one rule\ndef refl(t):\n    """Same."""\n    return t\n',
    "logic.theories.odds": "def helper():\n    return 1\n\n\n@definition(place='1')\ndef odd(n):\n    return n % 2\n",
    "stairs.steep": "NAMES = ('steps-by-year', '1')\n",
    "stairs.flat": "def climb():\n    from sdp_proofs.figures import steps\n",
}


@pytest.fixture
def house(tmp_path: Path) -> House:
    (tmp_path / "pyproject.toml").write_text(LAYERS)
    for name, text in FILES.items():
        path = (tmp_path / "sdp_proofs").joinpath(*name.split(".")).with_suffix(".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return House(tmp_path)


def test_rooms_are_counted(house: House) -> None:
    assert house.rooms()["cellar"] == (7, 3)
    assert sum(files for _, files in house.rooms().values()) == len(FILES)


def test_a_circle_through_a_function_is_a_circle_and_types_make_none(house: House) -> None:
    assert house.circles() == [["cellar.coal", "cellar.wine"]]
    assert house.imports(house.modules["walls.brick"]) == set()
    assert house.imports(house.modules["roof.tiles"]) == {"accounting.kinds", "walls.brick"}


def test_strings_that_name_an_upper_floor(house: House) -> None:
    assert house.floors() == {"cellar": 0, "walls": 1, "stairs": 1, "roof": 2}
    named = house.upward_strings()
    assert ("cellar.wine", "roof.tiles:laid") in named and ("cellar.wine", "sdp_proofs.walls.brick") in named
    assert {module for module, _ in named} == {"cellar.wine"}


def test_mechanisms_and_figures_are_found_where_they_stand(house: House) -> None:
    assert house.mechanisms() == {"Noise": "accounting.kinds"}
    assert house.places_of_mechanisms() == {"roof.tiles": {"Noise"}}
    assert house.figures() == {"steps-by-year": "figures.steps", "1": "figures.steps"}
    assert house.figure_places() == {"steps-by-year": {"stairs.flat", "stairs.steep"}, "1": {"stairs.flat"}}


def test_what_a_proof_rests_on_is_kernel_and_definitions(house: House) -> None:
    assert house.trusted() == {"logic.kernel": 2, "logic.theories.odds": 3}


def test_this_house_is_measured() -> None:
    house = House()
    assert {"Gaussian", "Poisson"} <= house.mechanisms().keys()
    assert set(house.rooms()) - {"(package)", "__main__", "certificate"} == set(house.floors())


def test_differences_of_two_folders(tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    before, now = {"a": b"1\n2\n", "b": b"\xff", "c": b""}, {"a": b"1\n3\n", "b": b"\xfe", "d": b""}
    for folder, texts in ((old, before), (new, now)):
        folder.mkdir()
        for name, text in texts.items():
            (folder / name).write_bytes(text)
    found = list(differences(old, new))
    assert found[0].splitlines()[-2:] == ["-2", "+3"]
    assert found[1:] == ["bytes differ: b", "only before: c", "only now: d"]
    assert list(differences(old, old)) == []


def test_what_a_clock_decides_is_blanked_out() -> None:
    text = 'holds (12.5 s, 0.1s) "seconds": 0.25, 1.5 seconds'
    assert without_clocks(text) == 'holds (# s, #s) "seconds": #, 1.5 seconds'
    progress = "figure 2: 0 of 36 after 10 s\nfigure 2: 3 of 36 after 20 s, about 2 min left\nwrote it\n"
    assert without_clocks(progress) == "wrote it\n"


def test_commands_are_words() -> None:
    assert ["show", "Remark 8"] in commands()
