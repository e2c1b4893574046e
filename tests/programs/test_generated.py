"""Programs written at random: each is read and followed as Python runs it, and what is proved of it is true."""

from __future__ import annotations

import importlib.util
import itertools
import random
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.programs.alignment import align, check, differences
from sdp_proofs.programs.induction import for_all_sizes
from sdp_proofs.programs.language import Refused, Source
from sdp_proofs.programs.machine import run
from sdp_proofs.programs.paths import Path as Way
from sdp_proofs.programs.paths import flat, paths
from sdp_proofs.programs.reading import read_file
from sdp_proofs.programs.values import Linear

spec = importlib.util.spec_from_file_location("generated", Path(__file__).with_name("generated.py"))
assert spec is not None and spec.loader is not None
generated = importlib.util.module_from_spec(spec)
spec.loader.exec_module(generated)

Options = list[tuple[Any, float]]
FAR = 5
"""Distance from 0 up to which noise is listed; what lies beyond is counted as a rest."""


pytestmark = pytest.mark.filterwarnings("ignore::SyntaxWarning")


class Missing(Exception):
    """A draw for which the script has nothing: its kind and its argument."""


class Script:
    """Noise in the order in which it is asked for, for Python and the reader alike.

    Attributes:
        given: what is drawn, one after the other.
        at: how many were drawn.
    """

    def __init__(self, given: tuple[Any, ...] | random.Random) -> None:
        self.given, self.at = given, 0

    def next(self, kind: str, argument: Any) -> Any:
        if isinstance(self.given, random.Random):
            return self.given.choice(_listed(kind, argument))[0]
        if self.at == len(self.given):
            raise Missing(kind, argument)
        self.at += 1
        return self.given[self.at - 1]

    def geometric(self, units: int) -> Any:
        return self.next("geometric", units)

    def exponential(self, units: int) -> Any:
        return self.next("exponential", units)

    def bernoulli(self, chance: Fraction) -> bool:
        return chance == 1 or (chance != 0 and bool(self.next("coin", chance)))

    def choice(self, options: Any) -> Any:
        return list(options)[self.next("pick", len(options))]

    # The world of the reader
    coin = bernoulli

    def draw(self, kind: str, units: int, node: object) -> Any:
        return self.next(kind, units)

    def pick(self, options: int) -> Any:
        return self.next("pick", options)


def _listed(kind: str, argument: Any) -> Options:
    """List what a draw may give at r = 1/2, with the probabilities."""
    if kind == "coin":
        return [(True, float(argument)), (False, 1 - float(argument))]
    if kind == "pick":
        return [(i, 1 / argument) for i in range(argument)]
    ratio = 0.5**argument
    if kind == "exponential":
        return [(x, (1 - ratio) * ratio**x) for x in range(FAR + 1)]
    return [(x, (1 - ratio) / (1 + ratio) * ratio ** abs(x)) for x in range(-FAR, FAR + 1)]


def _shown(output: Any) -> Any:
    if isinstance(output, (list, tuple)):
        return type(output).__name__, *map(_shown, output)
    return type(output).__name__, str(output)


def _made(seed: int, place: Path, **size: int) -> tuple[Source, Callable[..., Any]] | None:
    """Read the program of a seed, and let Python load it; None where the reader refuses it."""
    text = generated.Writer(seed, **size).program()
    names: dict[str, Any] = {}
    try:
        exec(compile(text, "program.py", "exec"), names)
        (place / "program.py").write_text(text)
        return read_file(place / "program.py", "f"), names["f"]
    except (SyntaxError, DomainError):
        return None


def _misread(seeds: range, place: Path) -> tuple[list[int], int]:
    """List the programs that the reader runs otherwise than Python, and count the runs that agree."""
    wrong, agree = [], 0
    for seed in seeds:
        made = _made(seed, place)
        for k in range(4) if made is not None else ():
            source, function = made  # type: ignore[misc]
            q = tuple(random.Random(k).randint(0, 2) for _ in range(1 + k % 3))
            try:
                read = _shown(run(source.function, q, Script(random.Random(k))))  # type: ignore[arg-type]
            except Refused:
                continue
            try:
                true = _shown(function(Script(random.Random(k)), q))
            except Exception as error:  # the reader must refuse what fails in Python
                true = error
            if read != true and "function" not in str(true):  # a function that is returned is refused later
                wrong.append(seed)
            agree += read == true
    return wrong, agree


def test_generated_programs_are_read_as_python_runs_them(tmp_path: Path) -> None:
    wrong, agree = _misread(range(100), tmp_path)
    assert not wrong
    assert agree > 100


@pytest.mark.slow
def test_many_generated_programs_are_read_as_python_runs_them(tmp_path: Path) -> None:
    assert not _misread(range(100, 4000), tmp_path)[0]


# On symbols, and as proofs


class TooMany(Exception):
    """Too many runs to list."""


def _runs(function: Callable[..., Any], q: tuple[int, ...], most: int = 4000) -> Iterator[tuple[Any, Any, float]]:
    """Run a program on every script of noise that is near 0: the script, the output, its probability."""
    todo: list[tuple[tuple[Any, ...], float]] = [((), 1.0)]
    for _ in range(most):
        if not todo:
            return
        script, chance = todo.pop()
        try:
            output = function(Script(script), q)
        except Missing as missing:
            todo += [((*script, x), chance * p) for x, p in _listed(*missing.args)]
        else:
            yield script, output, chance
    raise TooMany


def _output_of(way: Way, q: tuple[int, ...], script: tuple[Any, ...]) -> list[tuple[str, Any]] | None:
    """Give what a path returns on an input and a script, with the kinds of words; None where it is not taken."""
    known: dict[tuple[str, int], Any] = {("input", i): x for i, x in enumerate(q)}
    left = list(script)

    def value(number: Linear) -> Any:
        return sum(times * known[key] for key, times in number.terms) + number.constant

    for event in way.trail:
        if event[0] in ("draw", "coin", "pick"):
            if not left:
                return None
            shown = left.pop(0)
            if event[0] == "draw":
                known["noise", event[1]] = shown
            elif event[2] != (shown if event[0] == "pick" else 1 - shown):
                return None
        elif event[0] == "ask" and (value(event[1]) >= 0) != event[2]:
            return None
        elif event[0] == "largest":
            numbers = [value(number) for number in event[1]]
            if numbers.index(max(numbers)) != event[2]:
                return None
    if left:
        return None
    return [("a number", value(x)) if isinstance(x, Linear) else (type(x).__name__, x) for x in way.output]


def _same(told: list[tuple[str, Any]], output: Any) -> bool:
    parts = flat(output)
    return len(told) == len(parts) and all(
        value == part and kind in ("a number", type(part).__name__)
        for (kind, value), part in zip(told, parts, strict=True)
    )


def _followed(seeds: range, place: Path) -> tuple[list[Any], Counter[str]]:
    """List the programs that are followed or proved otherwise than Python runs them, and count what was compared."""
    wrong: list[Any] = []
    count: Counter[str] = Counter()
    for seed, size in itertools.product(seeds, (1, 2)):
        made = _made(seed, place, least=2, most=4)
        if made is None:
            continue
        source, function = made
        box = list(itertools.product(range(2), repeat=size))
        try:
            ways = list(paths(source, size, split=True, most=100))
            laws = {q: list(_runs(function, q)) for q in box}
        except (DomainError, SizeError, TooMany):
            continue
        for q in box:
            for script, output, _ in random.Random(seed).sample(laws[q], min(8, len(laws[q]))):
                told = [found for way in ways if (found := _output_of(way, q, script)) is not None]
                count["runs"] += 1
                if len(told) != 1 or not _same(told[0], output):
                    wrong.append((seed, size, q, script))
        wrong += [(seed, *found) for found in _broken(source, size, laws, count)]
    return wrong, count


def _broken(source: Source, size: int, laws: dict[Any, list[Any]], count: Counter[str]) -> Iterator[Any]:
    """List proofs that probabilities contradict: more than the budget allows, also with all that was not listed."""
    chances: dict[Any, Counter[Any]] = {q: Counter() for q in laws}
    for q, found in laws.items():
        for _, output, chance in found:
            chances[q][_shown(output)] += chance  # type: ignore[assignment]
    for neighbours in ("one", "all") if size > 1 else ("one",):
        moves = differences(size, neighbours)
        try:
            proof = align(source, size, moves)
        except (Refused, SizeError):
            continue
        for budget in (proof.budget, for_all_sizes(source, neighbours, 2)):
            if budget is None:
                continue
            count["proofs"] += 1
            if budget == proof.budget and not check(source, proof, moves, budget):
                yield size, neighbours, "its rows are refused"
            for q, d in itertools.product(laws, moves):
                x = tuple(a + b for a, b in zip(q, d, strict=True))
                rest = 1 - sum(chances[x].values()) if x in laws else 1
                for output, chance in chances[q].items() if x in laws else ():
                    if chance > 2.0**budget * (chances[x][output] + rest) * (1 + 1e-9):
                        yield size, neighbours, budget, q, x, output


def test_generated_programs_are_followed_and_proved_as_python_runs_them(tmp_path: Path) -> None:
    wrong, count = _followed(range(12), tmp_path)
    assert not wrong
    assert count["runs"] > 100 and count["proofs"] > 5


@pytest.mark.slow
def test_many_generated_programs_are_followed_and_proved_as_python_runs_them(tmp_path: Path) -> None:
    assert not _followed(range(12, 400), tmp_path)[0]
