"""Selection of mutants and of the tests that judge them: those that import the module, the nearest first."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import islice
from pathlib import Path

from tests.mutants.mutations import Mutant, is_another_program, mutants

ROOT = Path(__file__).parents[2]
ENGINES = (
    "numbers", "formulas", "provers", "sums", "privacy", "distributions", "ledger", "hunting", "proving", "certificate",
    "accounting", "mechanisms", "smoothing", "training",
)  # fmt: skip
FILES = 8  # files of tests, for one module


def engine_files(folders: Iterable[str] = ENGINES) -> list[str]:
    """The source files below some folders of the package, or the files themselves."""
    found: list[Path] = []
    for folder in folders:
        place = ROOT / "sdp_proofs" / folder
        found += [place] if place.is_file() else sorted(place.rglob("*.py"))
    return [str(file.relative_to(ROOT)) for file in found]


def chosen(files: Iterable[str], count: int, seed: int) -> list[Mutant]:
    """So many mutants of the files, at random; an edit somewhere leaves most of the choice as it was."""
    sources = {file: (ROOT / file).read_bytes() for file in files}
    every = [mutant for file, source in sources.items() for mutant in mutants(file, source)]
    every.sort(key=lambda mutant: mutant.rank(seed))
    return list(islice((one for one in every if is_another_program(sources[one.file], one)), count))


def own_tests_of(file: str) -> list[str]:
    """List its doctests and its own test file."""
    stem, folder = Path(file).stem, Path(file).parts[-2]
    names = f"test_{stem}", f"test_{folder if stem == '__init__' else stem}"
    return [file, *(test for test in _tests_that_import(file) if Path(test).stem in names)]


def judges_of(file: str) -> list[str]:
    """List its doctests, its own test file, then others that import it: of its name and folder first, then near."""
    folders, own = Path(file).parts[1:-1], own_tests_of(file)

    def order(test: str) -> tuple[bool, int, int, int, str]:
        others = Path(test).parts[1:-1]
        shared = sum(own == other for own, other in zip(folders, others, strict=False))
        named = Path(test).name.startswith(f"test_{Path(file).stem}_")
        return not named, -shared, _distances(test)[file], len(others), test

    others = sorted((test for test in _tests_that_import(file) if test not in own), key=order)
    return [*own, *others[: FILES + 1 - len(own)]]


def needed_tests(test: str) -> list[str]:
    """A file of tests and those of the folder `tests` that it imports."""
    return [test, *sorted(file for file in _distances(test) if file.startswith("tests/") and file != test)]


def _tests_that_import(file: str) -> list[str]:
    # Whole ledgers, pages and notebooks notice much, and need minutes for it.
    return [test for test in _test_files() if file in _distances(test)]


@cache
def _test_files() -> tuple[str, ...]:
    folders = (
        "accounting", "attacks", "distributions", "figures", "formulas", "hunting", "ledger", "mechanisms",
        "numbers", "privacy", "property", "provers", "proving", "smoothing", "sums", "training",
    )
    places = [place for folder in folders for place in (ROOT / "tests" / folder).rglob("test_*.py")]
    places += (ROOT / "tests").glob("test_*certificate*.py")
    return tuple(sorted(str(place.relative_to(ROOT)) for place in places))


@cache
def _distances(test: str) -> dict[str, int]:
    """Count the imports between a test and each file that it needs."""
    distances, shell = {test: 0}, [test]
    while shell:
        beyond = sorted({other for file in shell for other in _imported(file)} - distances.keys())
        distances |= dict.fromkeys(beyond, distances[shell[0]] + 1)
        shell = beyond
    return distances


@cache
def _imported(file: str) -> tuple[str, ...]:
    tree = ast.parse((ROOT / file).read_bytes())
    found = (_file(name) for node in ast.walk(tree) for name in _names(node))
    return tuple(sorted({other for other in found if other is not None}))


def _names(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    if isinstance(node, ast.ImportFrom) and node.module is not None and not node.level:
        yield node.module
        yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _file(module: str) -> str | None:
    place = Path(*module.split("."))
    for candidate in (place.with_suffix(".py"), place / "__init__.py"):
        if (ROOT / candidate).is_file():
            return str(candidate)
    return None
