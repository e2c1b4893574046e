"""Right and wrong programs of the literature, programs written to fool the reader, and brute force as the judge."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterable
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from sdp_proofs import certificate
from sdp_proofs.cli import main
from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.programs import catalogue
from sdp_proofs.programs.alignment import Work, align, check, differences
from sdp_proofs.programs.answers import program
from sdp_proofs.programs.induction import for_all_sizes
from sdp_proofs.programs.language import Refused
from sdp_proofs.programs.laws import Unit, above, probability
from sdp_proofs.programs.paths import paths
from sdp_proofs.programs.reading import read_file, read_function
from sdp_proofs.verdict import Verdict

R = Fraction(1, 2)
NAMES = [f"{entry.program.__name__}-{entry.source}" for entry in catalogue.PROGRAMS]


def test_the_benchmark_has_its_programs() -> None:
    right = sum(entry.right for entry in catalogue.PROGRAMS)
    assert (len(catalogue.PROGRAMS), right) == (39, 20)


@pytest.mark.parametrize("entry", catalogue.PROGRAMS, ids=NAMES)
def test_decided_rightly_with_a_certificate(entry: catalogue.Entry) -> None:
    answer = program(entry.program, **entry.arguments)
    assert answer.verdict is Verdict.of(entry.right)
    if entry.right:
        assert answer.certificate is None
        if answer.proof is not None:
            assert entry.budget is not None and answer.least_proved is not None
            moves = differences(entry.size, entry.neighbours)
            assert check(answer.question.source, answer.proof, moves, entry.budget)
            assert not check(answer.question.source, answer.proof, moves, answer.least_proved - 1)
    else:
        found, odds = answer.violation, answer.question.allowed(answer.unit)
        assert found is not None and odds is not None and found.exceeds(odds)
        document = json.dumps(answer.certificate)
        assert certificate.replayed(json.loads(document)).confirmed


ALL_SIZES = {
    "noisy_max": 2, "noisy_max_exponential": 2, "histogram": 1, "sparse_vector": 4, "sparse_vector_two": 8,
    "sparse_vector_fresh": 8, "sparse_vector_gap": 4, "sparse_vector_numeric": 6, "partial_sum": 1, "smart_sum": 2,
    "prefix_sum": 1, "sparse_vector_adaptive": 8, "sparse_vector_half_noise": 2,
}  # fmt: skip


@pytest.mark.parametrize("entry", catalogue.PROGRAMS, ids=NAMES)
def test_proved_for_every_size_only_if_right(entry: catalogue.Entry) -> None:
    if entry.budget is None:
        return
    found = for_all_sizes(read_function(entry.program), entry.neighbours, entry.budget)
    if entry.right and entry.program.__name__ in ALL_SIZES:
        assert found == ALL_SIZES[entry.program.__name__]
    if not entry.right:
        assert found is None


@pytest.mark.parametrize("name", ["noisy_max", "sparse_vector", "smart_sum", "prefix_sum", "sparse_vector_gap"])
def test_every_size_costs_at_most_what_the_induction_proves(name: str) -> None:
    source = read_function(getattr(catalogue, name))
    neighbours = "one" if "sum" in name else "all"
    most = for_all_sizes(source, neighbours, 8)
    budgets = [align(source, n, differences(n, neighbours)).budget for n in range(1, 5)]
    costs = [cost for cost in budgets if cost is not None]
    assert most is not None and len(costs) == len(budgets)
    assert all(cost <= most for cost in costs)
    assert max(costs) >= most - 1


def test_one_unit_less_is_not_proved_for_every_size() -> None:
    assert for_all_sizes(read_function(catalogue.sparse_vector), "all", 3) is None


# The judge: the same programs run on numbers, with noise from a finite part of the integers


def _run(name: str, noises: Iterable[int], q: tuple[int, ...]) -> Any:
    """Run a program of the catalogue in Python, with the noise that is listed."""
    left = list(noises)

    class Listed:
        def geometric(self, units: int) -> int:
            return left.pop(0)

        exponential = geometric

    return getattr(catalogue, name)(Listed(), q)


def _mass(kind: str, units: int, x: int) -> Fraction:
    a: Fraction = R**units
    return a ** abs(x) * (1 - a) / (1 + a) if kind == "geometric" else (a**x * (1 - a) if x >= 0 else Fraction(0))


KINDS = {
    "noisy_max": ["geometric1"] * 2,
    "noisy_max_and_value": ["geometric1"] * 2,
    "noisy_max_exponential": ["exponential1"] * 2,
    "histogram": ["geometric1"] * 2,
    "sparse_vector": ["geometric2", "geometric1", "geometric1"],
    "sparse_vector_gap": ["geometric2", "geometric1", "geometric1"],
    "sparse_vector_little_noise": ["geometric1", "geometric3", "geometric3"],
    "zeros_dropped_after": ["geometric1"] * 2,
}
REACH = 7


@pytest.mark.parametrize("name", KINDS)
def test_probabilities_are_those_of_brute_force(name: str) -> None:
    source = read_function(getattr(catalogue, name))
    noises = [(word[:-1], int(word[-1])) for word in KINDS[name]]
    for q in ((0, 0), (1, 0), (2, 1)):
        counted: dict[tuple[Any, ...], Fraction] = {}
        for values in product(range(-REACH, REACH + 1), repeat=len(noises)):
            mass = Fraction(1)
            for (kind, units), x in zip(noises, values, strict=True):
                mass *= _mass(kind, units, x)
            if mass:
                output = _run(name, values, q)
                key = tuple(output) if isinstance(output, (list, tuple)) else (output,)
                counted[key] = counted.get(key, Fraction(0)) + mass
        missing = 1 - sum(counted.values())
        ways = list(paths(source, 2, split=True))
        for output, mass in sorted(counted.items(), key=lambda pair: -pair[1])[:12]:
            wanted = output
            if isinstance(_run(name, [0] * len(noises), q), list):
                wanted = (("list", len(output)), *output)
            found = probability(ways, q, wanted, Unit(), Fraction(1, 2**20))
            assert found.lower <= found.upper
            assert mass - missing <= found.upper
            assert found.lower <= mass + missing


def test_the_search_for_shifts_has_a_budget_of_work(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = program(catalogue.sparse_vector_adaptive, size=3)
    monkeypatch.setattr("sdp_proofs.programs.alignment.MOST_TRIED", 1000)
    found = program(catalogue.sparse_vector_adaptive, size=3, budget=8)
    assert found.verdict is Verdict.HOLDS and "induction" in str(found)
    assert dict(found.by_size) == {size: units for size, units in whole.by_size if size < 3}
    with pytest.raises(SizeError, match="1000 shifts"):
        align(read_function(catalogue.sparse_vector_adaptive), 3, differences(3, "all"))


def test_the_shifts_are_the_cheapest() -> None:
    rows = (((1, -1), -2, False), ((0, 1), 1, True))
    free = ((True, True), (True, True))
    best = min(
        (2 * abs(s) + 3 * abs(t), (s, t)) for s, t in product(range(-6, 7), repeat=2) if s - t - 2 >= 0 and t + 1 == 0
    )
    found = Work().cheapest(rows, (2, 3), free)
    assert found is not None
    assert 2 * abs(found[0]) + 3 * abs(found[1]) == best[0]


def test_tails_add_up() -> None:
    for kind in ("geometric", "exponential"):
        for units in (1, 2):
            total = above(kind, R, units, -40) - above(kind, R, units, 41)
            assert total == sum(_mass(kind, units, x) for x in range(-40, 41))
    assert above("laplace", R, 1, 0) == Fraction(1, 2)


# Programs written to fool the reader

FOOLS = """
from fractions import Fraction
import random

STATE = [0]
K = 1
K = 2


def counts_its_calls(draw, q):
    STATE.append(1)
    return len(STATE) % 2


def counts_in_a_default(draw, q, seen=[]):
    seen.append(1)
    return len(seen) % 2


def word(draw, q):
    return f"{q[0] + draw.geometric(1)}"


def truth(draw, q):
    return 1 if q[0] + draw.geometric(1) else 0


def square(draw, q):
    noisy = q[0] + draw.geometric(1)
    return noisy * noisy


def half(draw, q):
    return (q[0] + draw.geometric(1)) * Fraction(1, 2)


def endless(draw, q):
    while True:
        noisy = q[0] + draw.geometric(1)
        if 0 <= noisy <= 2:
            return noisy


def imports(draw, q):
    import os
    return 0


def outside(draw, q):
    return random.random()


def changed(draw, q):
    return K


def real(draw, q):
    return q[0] + 0.5 * draw.laplace(1)


def identity(draw, q):
    return id(draw)


def generated(draw, q):
    yield q[0]


def leak(draw, q):
    return q[0]


def twice_one_noise(draw, q):
    noise = draw.geometric(1)
    return q[0] + noise, q[1] + noise


def nested(draw, q):
    return 0, [q[0] + draw.geometric(2), (q[1] + draw.geometric(2),)]


def equal(draw, q):
    return 1 if q[0] + draw.geometric(1) == 0 else 0


def hides_the_input(draw, q):
    held = (1, q)
    return held


def kept_in_a_closure(draw, q):
    noise = draw.geometric(1)

    def inner():
        return q[0] + noise

    return inner(), q[1] + noise


def running(draw, q):
    best, place = None, None
    for i, x in enumerate(q):
        noisy = x + draw.geometric(1)
        if best is None or noisy > best:
            best, place = noisy, i
    return place


def asks_twice(draw, q):
    noisy = q[0] + draw.geometric(1)
    if noisy >= 2 and 1 <= noisy:
        return "high"
    return "low" if noisy < 2 else q


def below_its_place(draw, q):
    noise = draw.geometric(1)
    out = []
    for i, x in enumerate(q):
        if x + noise <= i:
            out.append("below")
            break
        out.append(x + draw.geometric(1) > i)
    return out


def largest_of_largest(draw, q):
    noisy = [x + draw.laplace(1) for x in q]
    return max(max(noisy[0], noisy[1]), noisy[2])


def hides_in_a_sum(draw, q):
    out = []
    for i, x in enumerate(q):
        out.append("more" if x + i >= x else "less")
        out.append((x + i) - x + draw.geometric(1))
    return out


def asks_for_an_empty_list(draw, q):
    out = []
    for x in q:
        if x + draw.geometric(2) >= 3:
            out.append("above")
    return sum(q) if out == [] else "some"


def my_range(draw, q):
    out = []
    for i in range(len(q)):
        out.append(q[i] + draw.geometric(1))
    return out
"""


@pytest.fixture(scope="module")
def fools(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("programs") / "fools.py"
    path.write_text(FOOLS, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("counts_its_calls", 11), ("counts_in_a_default", 15), ("word", 21), ("truth", 25), ("square", 30),
        ("half", 34),
        ("endless", 39), ("imports", 45), ("outside", 50), ("changed", 7), ("real", 58), ("identity", 62),
        ("generated", 66),
    ],
)  # fmt: skip
def test_refused_with_the_line(fools: Path, name: str, line: int) -> None:
    with pytest.raises(Refused, match=rf"line {line}\b"):
        program(f"{fools}:{name}", size=1, budget=1)


@pytest.mark.parametrize(
    ("name", "size", "budget", "neighbours", "verdict"),
    [
        ("leak", 1, 1, "one", Verdict.FAILS), ("twice_one_noise", 2, 1, "one", Verdict.FAILS),
        ("nested", 2, 1, "one", Verdict.FAILS), ("nested", 2, 2, "one", Verdict.HOLDS),
        ("equal", 1, 1, "one", Verdict.HOLDS), ("hides_the_input", 2, 9, "one", Verdict.FAILS),
        ("kept_in_a_closure", 2, 9, "one", Verdict.FAILS), ("running", 4, 2, "all", Verdict.HOLDS),
        ("running", 4, 1, "all", Verdict.FAILS), ("my_range", 3, 1, "one", Verdict.HOLDS),
        ("my_range", 3, 1, "all", Verdict.FAILS), ("asks_twice", 1, 1, "one", Verdict.HOLDS),
    ],
)  # fmt: skip
def test_decided_though_it_looks_odd(
    fools: Path, name: str, size: int, budget: int, neighbours: str, verdict: Verdict
) -> None:
    answer = program(f"{fools}:{name}", size=size, budget=budget, neighbours=neighbours)
    assert answer.verdict is verdict
    assert answer.all_sizes is None or verdict is Verdict.HOLDS


def test_a_wrong_program_that_is_private_at_small_sizes_is_warned_of() -> None:
    answer = program(catalogue.sparse_vector_bad_gap, size=3, budget=4)
    assert [least for _, least in answer.by_size] == [1, 2, 3]
    assert answer.all_sizes is None
    assert "grows with the size" in answer.sentence
    assert "inputs of 3 numbers" in answer.sentence


def test_nothing_of_the_file_is_run(tmp_path: Path) -> None:
    path, mark = tmp_path / "mine.py", tmp_path / "ran"
    path.write_text(f"open({str(mark)!r}, 'w')\n\ndef f(draw, q):\n    return sum(q) + draw.geometric(1)\n")
    assert program(f"{path}:f", budget=1, neighbours="one").verdict is Verdict.HOLDS
    assert not mark.exists()


@pytest.mark.parametrize(
    "question",
    [
        {"size": 0}, {"size": 13}, {"budget": -1}, {"budget": "many"}, {"neighbours": "some"}, {"ratio": 1},
        {"odds": "1/2"}, {"odds": 2, "budget": 1}, {"delta": 2}, {"values": (2, 0)},
    ],
)  # fmt: skip
def test_bad_questions_are_refused(question: dict[str, Any]) -> None:
    with pytest.raises(DomainError):
        program(catalogue.noisy_max, **question)


def test_a_size_that_would_not_finish_is_refused() -> None:
    with pytest.raises(SizeError, match="listed"):
        program(catalogue.permute_and_flip, size=12, budget=2, values=(0, 9))


def test_what_a_delta_forgives() -> None:
    answer = program(catalogue.randomized_response, size=1, odds=1, neighbours="any", delta="1/4")
    assert answer.verdict is Verdict.HOLDS
    assert (
        program(catalogue.randomized_response, size=1, odds=1, neighbours="any", delta="6/25").verdict is Verdict.FAILS
    )


def _command(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "sdp_proofs", "program", *words], capture_output=True, text=True, check=False
    )


def test_the_command_keeps_its_contract(tmp_path: Path) -> None:
    place = tmp_path / "violation.json"
    where = f"{catalogue.__file__}:sparse_vector_little_noise"
    run = _command(where, "--size", "3", "--budget", "4", "--neighbours", "all", "--certificate", str(place), "--json")
    answer = json.loads(run.stdout)
    assert run.returncode == 1
    assert (answer["verdict"], answer["budget"], answer["least_proved"]) == ("FAILS", 4, 7)
    assert set(answer["violation"]) == {"input", "neighbour", "output", "first", "second", "ratio"}
    assert Fraction(answer["violation"]["first"]) > 16 * Fraction(answer["violation"]["second"])
    alone = [sys.executable, "-P", "-m", "sdp_proofs.certificate", str(place)]
    assert subprocess.run(alone, capture_output=True, check=False).returncode == 0
    assert _command(f"{catalogue.__file__}:noisy_max", "--budget", "2").returncode == 0
    wrong = _command(f"{catalogue.__file__}:nobody")
    assert (wrong.returncode, len(wrong.stderr.splitlines())) == (2, 1)


HOW_TO = Path(__file__).parents[2] / "docs" / "how_to"
PAGE, REFEREE = HOW_TO / "program.md", HOW_TO / "referee.md"
SHOWN = [
    found
    for page in (PAGE, REFEREE)
    for found in re.findall(r"```console\n\$ sdp-proofs (.*)\n([\s\S]*?)```", page.read_text(encoding="utf-8"))
]


@pytest.mark.parametrize(("words", "shown"), SHOWN, ids=[words for words, _ in SHOWN])
def test_the_page_shows_what_is_printed(
    words: str, shown: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(PAGE.parents[1] / "examples")
    main(words.split())
    assert capsys.readouterr().out == shown


def test_the_page_asks_for_each_version_of_its_example() -> None:
    source = (PAGE.parents[1] / "examples" / "lyu_su_li.py").read_text(encoding="utf-8")
    versions = re.findall(r"def (\w+)\(", source)
    asked = re.findall(r"lyu_su_li\.py:(\w+)", REFEREE.read_text(encoding="utf-8"))
    assert list(dict.fromkeys(asked)) == versions == ["alg_1", "alg_3", "alg_4", "alg_5", "alg_6"]
    shown = source.splitlines()[: int(re.findall(r":lines: 1-(\d+)", REFEREE.read_text(encoding="utf-8"))[0])]
    assert shown[-1] == "    return out" and sum(line.startswith("def ") for line in shown) == 2


def test_the_table_of_the_page_is_right() -> None:
    text = REFEREE.read_text(encoding="utf-8").partition("## Beside other tools")[0]
    rows = [line for line in text.splitlines() if line.startswith("| `") and "draw." not in line]
    assert len(rows) == len(catalogue.PROGRAMS)
    for row, entry in zip(rows, catalogue.PROGRAMS, strict=True):
        assert row.startswith(f"| `{entry.program.__name__}`")
        assert ("HOLDS" in row) == entry.right


CHECKDP = {  # the files of its repository, of which its test demands a counterexample where the name begins with bad
    "noisymax": "noisy_max", "badnoisymax": "noisy_max_value", "sparsevector": "sparse_vector_two",
    "badsparsevector1": "sparse_vector_bare_queries", "badsparsevector2": "sparse_vector_endless",
    "badsparsevector3": "sparse_vector_little_noise_two", "gapsparsevector": "sparse_vector_gap",
    "badgapsparsevector": "sparse_vector_bad_gap", "numsparsevector": "sparse_vector_numeric",
    "adaptivesparsevector": "sparse_vector_adaptive", "badadaptivesparsevector": "sparse_vector_bad_adaptive",
    "svt_increasing": "sparse_vector_half_noise", "partialsum": "partial_sum",
    "badpartialsum": "partial_sum_wrong_scale", "smartsum": "smart_sum", "badsmartsum": "smart_sum_bare_blocks",
}  # fmt: skip


def test_the_table_beside_checkdp_agrees_with_its_tests() -> None:
    text = REFEREE.read_text(encoding="utf-8").partition("## Beside other tools")[2]
    lines = [line for line in text.splitlines() if line.startswith("| `")]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    shown = {row[0].partition("`")[2].partition("`")[0]: (row[1], row[2]) for row in rows if row[2]}
    found = {name: file.startswith("bad") for file, name in CHECKDP.items()}
    assert shown == {name: ("FAILS", "counterexample") if bad else ("HOLDS", "proof") for name, bad in found.items()}


@pytest.mark.parametrize(
    "name", ["below_its_place", "hides_in_a_sum", "asks_twice", "asks_for_an_empty_list", "running", "my_range"]
)
@pytest.mark.parametrize("neighbours", ["one", "all", "up"])
def test_the_induction_proves_no_less_than_the_sizes_cost(fools: Path, name: str, neighbours: str) -> None:
    source = read_file(fools, name)
    found = for_all_sizes(source, neighbours, 6)
    costs = [align(source, n, differences(n, neighbours)).budget for n in (1, 2, 3)]
    assert found is None or all(cost is not None and cost <= found for cost in costs)


def test_a_largest_of_largest_numbers_costs_what_its_numbers_do(fools: Path) -> None:
    nested = program(f"{fools}:largest_of_largest", size=3)
    assert nested.least_proved is None or nested.least_proved >= 3
