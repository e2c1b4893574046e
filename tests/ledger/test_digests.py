"""A key changes with everything that decides a claim, and with nothing else."""

from __future__ import annotations

import ast
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from sdp_proofs.ledger import Registry, TrustLedger, digests, run_registry
from sdp_proofs.ledger.cache import Store
from sdp_proofs.ledger.digests import keys
from tests.ledger.toy_ledger import claim


def forget() -> None:
    """Forget the files, as a new process would see them."""
    for function in vars(digests).values():
        if hasattr(function, "cache_clear"):
            function.cache_clear()
    digests._stamps.clear()


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


OWN = {
    "__init__": "def __getattr__(name):\n    from importlib import import_module\n    return import_module(name)\n",
    "ledger/__init__": "",
    "ledger/run": "",
    "ledger/registry": "from importlib import import_module\ndef load(name):\n    return import_module(name)\n",
    "rooms/__init__": "",
    "rooms/engine": "",
    "render/__init__": "",
    "render/page": "",
    "papers/__init__": "from importlib import import_module\ndef papers():\n    return import_module('far')\n",
    "papers/wings": "from .first.paper import PAPER\n",
    "papers/first/__init__": "",
    "papers/first/paper": "PAPER = 'first'\n",
    "papers/first/home": "def check():\n    from sdp_proofs.papers.first.near import LIMIT\n    return LIMIT\n",
    "papers/first/near": "from ..wings import PAPER\nfrom .beside import LIMIT\nfrom . import other\n",
    "papers/first/beside": "LIMIT = 10\nMEANS = 'papers.first.words.LIMIT'\n",
    "papers/first/other": "",
    "papers/first/words": "LIMIT = 10\n",
    "papers/first/far": "",
}


@pytest.fixture(autouse=True)
def own(place: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A small package in the place of this one, and what a new process would know of it."""
    folder = place / "ours" / "sdp_proofs"
    for name, text in OWN.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / f"{name}.py").write_text(text)
    (folder / "table.csv").write_text("1\n")
    (folder / "papers" / "survivors.json").write_text("{}\n")
    (folder / "render" / "page.css").write_text("")
    monkeypatch.setattr(digests, "_own_folder", lambda: folder)
    forget()
    yield folder
    monkeypatch.undo()
    forget()  # caches of the small package, which others would take for this one


_names = iter(range(10**6))


@pytest.fixture
def package(place: Path) -> Path:
    """A ledger of another package, with a module below and a file of data."""
    folder = place / f"their_ledger_{next(_names)}"
    (folder / "below").mkdir(parents=True)
    for name in ("__init__", "claims", "numbers", "below/__init__", "below/deeper"):
        (folder / f"{name}.py").write_text("LIMIT = 10\n")
    (folder / "below" / "table.csv").write_text("1,2\n")
    return folder


def ledger(home: str) -> Registry:
    claims = [claim(id="first-claim"), claim(id="second-claim", depends_on=("first-claim",)), claim(id="homeless")]
    return Registry(claims, TrustLedger(), {"first-claim": home, "second-claim": home})


def marks(package: Path, loader: str = "") -> dict[str, str]:
    forget()
    sys.modules.pop(package.stem, None)
    return keys(ledger(f"{package.stem}.claims" if package.is_dir() else package.stem), loader)


def test_claims_with_a_home_have_one(package: Path) -> None:
    found = marks(package)
    assert set(found) == {"first-claim", "second-claim"}
    assert len(set(found.values())) == 2
    assert marks(package) == found
    assert keys(ledger(f"{package.name}.claims"), ids=["first-claim"]) == {"first-claim": found["first-claim"]}


def edit(name: str, text: str) -> Callable[[Path], object]:
    return lambda package: (package / name).write_text(text)


CHANGES: dict[str, Callable[[Path], object]] = {
    "the module": edit("claims.py", "LIMIT = 11\n"),
    "the package": edit("__init__.py", "LIMIT = 11\n"),
    "a module beside, which a relative or a dynamic import may name": edit("numbers.py", "LIMIT = 11\n"),
    "a module below": edit("below/deeper.py", "LIMIT = 11\n"),
    "a file of data": edit("below/table.csv", "1,3\n"),
    "a new file": edit("new.txt", ""),
    "a file that is gone": lambda package: (package / "numbers.py").unlink(),
    "a file that is called otherwise": lambda package: (package / "numbers.py").rename(package / "figures.py"),
    "a part of one file that moves to another": lambda package: (
        edit("numbers.py", "")(package),
        edit("claims.py", "LIMIT = 10\nLIMIT = 10\n")(package),
    ),
    "compiled code without source": edit("fast.pyc", "x"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_every_file_of_a_package_counts(package: Path, change: str) -> None:
    before = marks(package)
    CHANGES[change](package)
    after = marks(package)
    assert set(after) == set(before)
    assert all(after[name] != before[name] for name in before)


def test_what_python_caches_does_not_count(package: Path) -> None:
    before = marks(package)
    (package / "__pycache__").mkdir()
    (package / "__pycache__" / "claims.cpython-311.pyc").write_text("x")
    assert marks(package) == before


def test_packages_beside_that_are_imported_count(package: Path, place: Path) -> None:
    beside = place / f"beside_{next(_names)}"
    beside.mkdir()
    (beside / "__init__.py").write_text("")
    (beside / "more.txt").write_text("1")
    unrelated = marks(package)
    (beside / "more.txt").write_text("2")
    assert marks(package) == unrelated
    for line in (f"def f():\n    from {beside.name} import x\n", f"import sys, {beside.name}.a as b\n"):
        (package / "claims.py").write_text(line)
        before = marks(package)
        (beside / "more.txt").write_text((beside / "more.txt").read_text() + "3")
        assert marks(package)["first-claim"] != before["first-claim"]


def test_the_package_of_the_loader_counts(package: Path, place: Path) -> None:
    """A loader may make claims of another one's package, whatever home it says they have."""
    own = "sdp_proofs.papers.first.home"
    (place / f"{package.name}_loader.py").write_text("LIMIT = 1\n")
    loader = f"{package.name}_loader:registry"
    before = keys(ledger(own), loader)
    assert before
    assert before != keys(ledger(own))
    (place / f"{package.name}_loader.py").write_text("LIMIT = 2\n")
    forget()
    assert keys(ledger(own), loader)["first-claim"] != before["first-claim"]


@pytest.mark.parametrize("file", ["papers/first/far.py", "ledger/run.py", "__init__.py", "table.csv"])
def test_this_package_counts_for_the_ledgers_of_others(package: Path, own: Path, file: str) -> None:
    before = marks(package)
    (own / file).write_text((own / file).read_text() + "\n")
    assert marks(package)["first-claim"] != before["first-claim"]


def test_the_environment_counts(package: Path, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reads = "import os\nA = os.environ['THEIR_A']\nB = os.environ.get('THEIR_B', 1)\nC = os.getenv('THEIR_C')\n"
    (package / "numbers.py").write_text(reads + "D = 'THEIR_D' in os.environ\n")
    seen = [marks(package)["first-claim"]]
    for name in ("THEIR_A", "THEIR_B", "THEIR_C", "THEIR_D", "SYMPY_GROUND_TYPES", "Z3_X"):
        monkeypatch.setenv(name, "1")
        seen.append(marks(package)["first-claim"])
    (place / "z3_solver-99.dist-info").mkdir()
    seen.append(marks(package)["first-claim"])
    monkeypatch.setattr(sys, "version", "4.0")
    seen.append(marks(package)["first-claim"])
    assert len(set(seen)) == len(seen)
    monkeypatch.setenv("UNRELATED", "1")
    assert marks(package)["first-claim"] == seen[-1]


def link(package: Path) -> None:
    (package / "linked").symlink_to(package.parent)


UNKNOWABLE: dict[str, Callable[[Path], object]] = {
    "a variable with a computed name": edit("numbers.py", "import os\nx = os.environ['A' + 'B']\n"),
    "all variables": edit("numbers.py", "import os\nx = dict(os.environ)\n"),
    "variables under another name": edit("numbers.py", "from os import environ as e\nx = e['A']\n"),
    "a file that is not Python": edit("numbers.py", "def f(:\n"),
    "a folder that is a link": link,
    "a file that is a link to nothing": lambda package: (package / "gone").symlink_to("nowhere"),
    "nesting": edit("numbers.py", "(" * 5000),
    "a null": edit("numbers.py", "\0"),
}


@pytest.mark.parametrize("change", UNKNOWABLE)
def test_what_cannot_be_told_has_none(package: Path, change: str) -> None:
    assert marks(package)
    UNKNOWABLE[change](package)
    assert marks(package) == {}


def test_large_packages_have_none(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(digests, "MAX_BYTES", 40)
    assert marks(package) == {}


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("x = 1\n", True),
        ("import sympy\nx = sympy.eval\n", True),
        ("x = open('data.csv').read()\n", False),
        ("from pathlib import Path\nx = Path(__file__).parent\n", False),
        ("from importlib import import_module\nx = import_module('a' + 'b')\n", False),
        ("from importlib import import_module as i\nx = i('a' + 'b')\n", False),
        ("exec('x = 1')\n", False),
        ("x = __import__('a')\n", False),
    ],
)
def test_a_ledger_of_one_file_must_be_the_whole_of_it(place: Path, text: str, known: bool) -> None:
    file = place / f"single_{next(_names)}.py"
    file.write_text(text)
    found = marks(file)
    assert bool(found) is known
    file.write_text(text + "y = 2\n")
    assert not found or marks(file)["first-claim"] != found["first-claim"]


def test_the_words_of_a_claim_count(package: Path) -> None:
    """A ledger may be made by a program from what no file of it says."""

    def mark(**changes: object) -> str:
        registry = Registry([claim(**changes)], TrustLedger(), {claim().id: f"{package.name}.claims"})
        return keys(registry)[claim().id]

    assert mark() == mark()
    assert mark(parameters={"factor": 0, "shift": -1}) != mark()
    assert mark(parameters={"factor": 0, "shift": 0, "run": lambda: 1}) == mark(
        parameters={"factor": 0, "shift": 0, "run": lambda: 1}
    )


@pytest.mark.parametrize("change", ["claims.py", "below/table.csv"])
def test_nothing_is_kept_once_a_file_has_changed(package: Path, tmp_path: Path, change: str) -> None:
    """A process that starts in the middle of a run loads what is there then."""
    registry = ledger(f"{package.name}.claims")
    store = Store(tmp_path / "store", marks(package), unchanged=digests.unchanged)
    assert digests.unchanged()
    (package / change).write_text("LIMIT = 1234\n")
    assert not digests.unchanged()
    assert all(result.agrees for result in run_registry(registry, store=store))
    assert not (tmp_path / "store").exists()
    later = Store(tmp_path / "store", marks(package), unchanged=digests.unchanged)
    list(run_registry(registry, store=later))
    assert later.find(registry["first-claim"]) is not None


def own_mark() -> str:
    forget()
    return keys(ledger("sdp_proofs.papers.first.home"))["first-claim"]


def test_a_new_engine_counts(own: Path) -> None:
    before = own_mark()
    (own / "rooms" / "new.py").write_text("")
    assert own_mark() != before


def test_a_home_that_is_no_statement_is_decided_by_the_engines(own: Path) -> None:
    assert keys(ledger("sdp_proofs.rooms.engine"))
    for home in ("sdp_proofs.render.page", "sdp_proofs.rooms.nowhere"):
        assert keys(ledger(home)) == {}


@pytest.mark.parametrize(
    ("file", "counts"),
    [
        ("papers/first/home.py", True),
        ("papers/first/near.py", True),
        ("papers/first/beside.py", True),
        ("papers/first/other.py", True),
        ("papers/first/words.py", True),
        ("papers/first/__init__.py", True),
        ("rooms/__init__.py", True),
        ("rooms/engine.py", True),
        ("__init__.py", True),
        ("ledger/run.py", True),
        ("table.csv", True),
        ("papers/first/far.py", False),
        ("papers/first/paper.py", False),
        ("papers/wings.py", False),
        ("papers/__init__.py", False),
        ("papers/survivors.json", False),
        ("render/page.py", False),
        ("render/page.css", False),
    ],
)
def test_a_change_reaches_all_that_imports_it_and_nothing_else(own: Path, file: str, counts: bool) -> None:
    before = own_mark()
    (own / file).write_text((own / file).read_text() + "\n")
    assert (own_mark() != before) is counts


@pytest.mark.parametrize(
    "line",
    [
        "from importlib import import_module\nx = import_module('sdp_proofs.papers.first.' + 'far')\n",
        "from importlib import import_module\nx = import_module('sdp_proofs.papers.first.far')\n",
        "from importlib import import_module as i\n",
        "import importlib\nf = importlib.import_module\n",
        "exec('import sdp_proofs.papers.first.far')\n",
        "import builtins\nbuiltins.eval('1')\n",
    ],
)
def test_an_import_by_name_may_reach_everything(own: Path, line: str) -> None:
    (own / "papers/first/near.py").write_text(line)
    before = own_mark()
    (own / "papers/first/far.py").write_text("LIMIT = 12\n")
    assert own_mark() != before


def test_a_change_reaches_the_claims_that_depend_on_it(own: Path) -> None:
    """In one direction only: what rests on a claim does not decide it."""
    claims = [claim(id="first-claim"), claim(id="second-claim", depends_on=("first-claim",))]
    homes = {"first-claim": "sdp_proofs.papers.first.home", "second-claim": "sdp_proofs.papers.first.far"}
    apart = Registry(claims, TrustLedger(), homes)
    seen = [keys(apart)]
    for file in ("papers/first/beside.py", "papers/first/far.py"):
        (own / file).write_text("LIMIT = 13\n")
        forget()
        seen.append(keys(apart))
    start, below, above = seen
    assert below["first-claim"] != start["first-claim"]
    assert below["second-claim"] != start["second-claim"]
    assert above["first-claim"] == below["first-claim"]
    assert above["second-claim"] != below["second-claim"]


def test_the_variables_that_this_package_reads_count(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (own / "papers/first/beside.py").write_text("import os\nLIMIT = os.environ.get('OUR_LIMIT')\n")
    before = own_mark()
    monkeypatch.setenv("OUR_LIMIT", "1")
    assert own_mark() != before
    (own / "papers/first/beside.py").write_text("import os\nLIMIT = os.environ.get('OUR' + '_LIMIT')\n")
    forget()
    assert keys(ledger("sdp_proofs.papers.first.home")) == {}


@pytest.fixture
def real(monkeypatch: pytest.MonkeyPatch) -> Path:
    """This package itself."""
    folder = Path(digests.__file__).parents[1]
    monkeypatch.setattr(digests, "_own_folder", lambda: folder)
    forget()
    return folder


def test_the_ledger_of_this_package_keeps_its_sections_apart(real: Path) -> None:
    """Else every claim would be examined again after every change of another one."""
    home = "sdp_proofs.papers.smoothed_dp.figures_1_and_3"
    assert "sdp_proofs.verdict" in digests.engines()
    assert home in digests.section(home)
    assert len(digests.section(home)) < len(digests.papers()) / 10
    assert digests.surroundings()


def test_the_rooms_that_only_ask_are_those_above_the_papers(real: Path) -> None:
    """import-linter forbids that what is below imports them; else a change there could change an answer, and no key."""
    told = tomllib.loads((real.parent / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    [layers] = [one["layers"] for one in told if one["name"] == "Imports go downwards only"]
    above = [room.strip("() ") for layer in layers[: layers.index("(papers)")] for room in layer.split("|")]
    assert sorted(digests.ASKING) == sorted(["__main__", *above])


def test_no_module_that_decides_takes_a_name_of_the_package_itself(real: Path) -> None:
    """Names of the package itself are questions, of a room that only asks."""
    for name in [*digests.engines(), *digests.papers()]:
        for node in ast.walk(ast.parse(digests._content(digests._modules()[name]))):
            if isinstance(node, ast.ImportFrom) and node.module == "sdp_proofs" and name != "sdp_proofs":
                taken = {one.name for one in node.names if f"sdp_proofs.{one.name}" not in digests._modules()}
                assert taken <= {"__version__"}, name
            if isinstance(node, ast.Import):
                assert all(one.name != "sdp_proofs" for one in node.names), name


def test_no_statement_means_a_program_of_a_room_that_only_asks() -> None:
    from sdp_proofs.papers import registry

    for one in registry().values():
        assert not {means.partition(".")[0] for means in one.means.values()} & set(digests.ASKING), one.id
