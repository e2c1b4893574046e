"""Alignment proofs as sentences of the logic: replayed, compiled by Coq, compared with brute force, and forged."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from sdp_proofs.cli import main
from sdp_proofs.errors import DomainError
from sdp_proofs.logic import kernel, printing, proofs
from sdp_proofs.logic.kernel import Term, binary, spine
from sdp_proofs.logic.tactics import Stuck
from sdp_proofs.programs import catalogue, sentences
from sdp_proofs.programs.alignment import align_each_path, differences
from sdp_proofs.programs.answers import program
from sdp_proofs.programs.reading import read_function
from sdp_proofs.programs.sentences import read_theorem, theorem_of
from sdp_proofs.programs.steps import Proving

RIGHT = [entry for entry in catalogue.PROGRAMS if entry.right and entry.budget and "flip" not in entry.program.__name__]
NAMES = [entry.program.__name__ for entry in RIGHT]
SMALL = [entry for entry in RIGHT if entry.program.__name__ in ("noisy_max_exponential", "smart_sum", "truncated")]


def _proved(entry: catalogue.Entry, size: int) -> sentences.ProgramTheorem:
    moves = differences(size, entry.neighbours)
    found = theorem_of(read_function(entry.program), size, moves, entry.budget)
    assert (found.budget, found.rows % len(moves)) == (entry.budget, 0)
    assert found.text.count("close(") == len(moves)
    return found


@pytest.mark.parametrize("entry", SMALL, ids=[entry.program.__name__ for entry in SMALL])
def test_the_kernel_replays_a_proof(entry: catalogue.Entry) -> None:
    found = _proved(entry, min(entry.size, 2))
    assert {"a_larger_budget", "noise_may_be_moved_up"} <= set(found.replayed())


@pytest.mark.slow
@pytest.mark.parametrize("entry", RIGHT, ids=NAMES)
def test_the_kernel_replays_every_right_program_of_the_benchmark_at_its_size(entry: catalogue.Entry) -> None:
    assert "a_larger_budget" in _proved(entry, entry.size).replayed()


# The sentence speaks of the program: its term, worked out with noise on a few integers, is what Python does.


def _value(t: Term, names: dict[str, Any]) -> Any:
    """Work out a real term, with functions for the laws of noise."""
    head, args = spine(t)
    if t.head == "num":
        return Fraction(*t.parts)
    if t.head == "lam":
        x = kernel.var(f"own{len(names)}", t.parts[0])
        return lambda value: _value(kernel.open_(t.parts[1], x), {**names, x.parts[0]: value})
    if head.head == "var":
        found = names[head.parts[0]]
        for one in args:
            found = found(_value(one, names))
        return found
    name = head.parts[0]
    if name == "truth":
        return Fraction(_holds(args[0], names))
    left, right = (_value(one, names) for one in args)
    return {"plus": left + right, "minus": left - right, "times": left * right}[name]


def _holds(p: Term, names: dict[str, Any]) -> bool:
    head, args = spine(p)
    if head.parts[0] == "not":
        return not _holds(args[0], names)
    low, high = binary(p, "le")
    return bool(_value(low, names) <= _value(high, names))


def _mechanism(found: sentences.ProgramTheorem) -> Term:
    """The right side of what the sentence says of the mechanism: for all inputs, M(q)(f) = this."""
    _, premises, _, _ = printing.taken_apart(printing.read(found.text))
    said = premises[-1]
    while spine(said)[0].parts[0] == "forall":
        inner = spine(said)[1][0]
        name = {"R": f"q{inner.hint[1:]}"}.get(inner.parts[0], "f")
        said = kernel.open_(inner.parts[1], kernel.var(name, inner.parts[0]))
    return binary(said, "eq")[1]


REACH = range(-2, 3)
DRAWS = {"noisy_max": (1, 1), "sparse_vector_gap": (2, 1, 1), "zeros_dropped_after": (1, 1), "smart_sum": (1, 1)}


def _weight(units: int, x: int) -> Fraction:
    return Fraction(1, 1 + abs(x) * units)


@pytest.mark.parametrize("name", DRAWS)
def test_the_sentence_speaks_of_the_program_as_python_runs_it(name: str) -> None:
    proofs.load()
    mechanism: Callable[..., Any] = getattr(catalogue, name)
    found = theorem_of(read_function(mechanism), 2, differences(2, "one"))
    laws = {f"G{k}": lambda g, k=k: sum(_weight(k, x) * g(Fraction(x)) for x in REACH) for k in (1, 2)}
    shapes = {letter: shape for letter, shape in found.outputs.items()}
    term = _mechanism(found)
    for q in ((0, 0), (1, 0), (2, 1)):
        counted: dict[Any, Fraction] = {}
        for noise in product(REACH, repeat=len(DRAWS[name])):
            drawn: list[tuple[int, int]] = []

            class Listed:
                def geometric(self, units: int, noise: Any = noise, drawn: Any = drawn) -> int:
                    drawn.append((units, noise[len(drawn)]))
                    return int(drawn[-1][1])

            out = mechanism(Listed(), q)
            mass = Fraction(1)
            for units, x in drawn:
                mass *= _weight(units, x)
            # Noise that was not drawn is not in the sentence.
            unused = len(REACH) ** (len(noise) - len(drawn))
            counted[_key(out)] = counted.get(_key(out), Fraction(0)) + mass / unused
        for wanted, mass in counted.items():
            letters = {letter: _output(shape, wanted) for letter, shape in shapes.items()}
            inputs = {f"q{i + 1}": Fraction(x) for i, x in enumerate(q)}
            got = _value(term, {**laws, **letters, "f": bool, **inputs})
            assert got == mass


def _key(out: Any) -> tuple[Any, ...]:
    return (("list", len(out)), *out) if isinstance(out, list) else out if isinstance(out, tuple) else (out,)


def _output(shape: str, wanted: tuple[Any, ...]) -> Any:
    """A letter of an output, as a function of its numbers that says whether it is the one that is wanted."""
    parts = [part.strip() for part in shape[1:-1].replace("('list', ", "('list'; ").split(", ")]
    same_shape = len(parts) == len(wanted)
    holes = sum(part == "_" for part in parts)

    def compared(*numbers: Fraction) -> Fraction:
        left = list(numbers)
        said = [left.pop(0) if part == "_" else part.replace(";", ",") for part in parts]
        shown = [other if isinstance(one, Fraction) else repr(other) for one, other in zip(said, wanted, strict=False)]
        return Fraction(same_shape and said == shown)

    return _curried(compared, holes) if holes else compared()


def _curried(f: Callable[..., Fraction], holes: int, *given: Fraction) -> Any:
    return f(*given) if holes == len(given) else lambda x: _curried(f, holes, *given, x)


# Sentences that must not be proved


def test_a_wrong_program_has_no_sentence_at_the_budget_that_is_claimed() -> None:
    wrong = [entry for entry in catalogue.PROGRAMS if not entry.right and entry.budget and entry.size <= 3]
    for entry in wrong:
        moves = differences(entry.size, entry.neighbours)
        with pytest.raises(DomainError, match="shifts for each path"):
            theorem_of(read_function(entry.program), entry.size, moves, entry.budget)


@pytest.mark.parametrize("by", [1, -1])
def test_rows_with_another_shift_prove_nothing(by: int) -> None:
    proofs.load()
    source, moves = read_function(catalogue.histogram), differences(2, "one")
    rows = align_each_path(source, 2, moves).rows
    for i, row in enumerate(rows):
        for j in range(len(row.shifts)):
            shifts = (*row.shifts[:j], row.shifts[j] + by, *row.shifts[j + 1 :])
            forged = (*rows[:i], replace(row, shifts=shifts), *rows[i + 1 :])
            with proofs.deep(), pytest.raises((Stuck, ValueError)):
                Proving(source, 2, moves, forged, 9).proved()


def test_a_cost_that_is_said_too_low_proves_nothing() -> None:
    proofs.load()
    source, moves = read_function(catalogue.noisy_max), differences(2, "all")
    rows = align_each_path(source, 2, moves).rows
    with proofs.deep(), pytest.raises(ValueError, match="add up"):
        Proving(source, 2, moves, tuple(replace(row, cost=min(row.cost, 1)) for row in rows), 1).proved()


def test_a_document_of_another_sentence_is_refused() -> None:
    found = theorem_of(read_function(catalogue.partial_sum), 2, differences(2, "one"))
    document = json.loads(json.dumps(found.to_dict()))
    assert "a_larger_budget" in read_theorem(document).replayed()
    for before, after in (("q1 + 1", "q1 + 2"), ("1 <= u", "0 <= u"), ("rises(", "falls(")):
        assert before in document["text"]
        with pytest.raises(proofs.Refused, match="another sentence"):
            read_theorem({**document, "text": document["text"].replace(before, after, 1)}).replayed()
    for change in ({"schema": "other"}, {"steps": 1}, {"steps": document["steps"] * 2}):
        with pytest.raises(DomainError):
            read_theorem({**document, **change})
    with pytest.raises(DomainError, match="sentence of the logic"):
        read_theorem({**document, "text": "for all u in"}).replayed()


def test_only_a_proof_by_shifts_becomes_a_sentence() -> None:
    listed = program(catalogue.permute_and_flip, budget=2)
    with pytest.raises(DomainError, match="proved by shifts"):
        listed.theorem()
    assert program(catalogue.noisy_max, size=2, budget=2).theorem().budget == 2


def test_the_command_writes_and_replays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "sum.json"
    words = [f"{catalogue.__file__}:partial_sum", "--size", "2", "--budget", "1", "--neighbours", "one"]
    assert main(["program", *words, "--proof", str(file)]) == 0
    assert "replayed: 4 shifts prove program-partial-sum-of-size-2 at 1 units" in capsys.readouterr().err
    assert sentences.main([str(file)]) == 0
    assert capsys.readouterr().out.startswith("PROVED: for all u in R")
    document = json.loads(file.read_text())
    file.write_text(json.dumps({**document, "text": document["text"].replace("q1 - 1", "q1 - 3")}))
    assert sentences.main([str(file)]) == 1
    assert "NOT PROVED" in capsys.readouterr().out
    file.write_text("{}")
    assert sentences.main([str(file)]) == sentences.main([]) == 2


def test_a_refuted_program_gets_no_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "none.json"
    words = [f"{catalogue.__file__}:partial_sum_wrong_scale", "--size", "1", "--budget", "1", "--neighbours", "one"]
    assert main(["program", *words, "--proof", str(file)]) == 1
    assert "no sentence is written" in capsys.readouterr().err
    assert not file.exists()


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("coqc") is None, reason="coqc is not on the path")
@pytest.mark.parametrize(("name", "size"), [("sparse_vector", 2), ("partial_sum", 2), ("noisy_max_exponential", 2)])
def test_coq_compiles_the_proof_of_a_program(name: str, size: int, tmp_path: Path) -> None:
    neighbours = "one" if "sum" in name else "all"
    found = theorem_of(read_function(getattr(catalogue, name)), size, differences(size, neighbours))
    texts = found.coq().files()
    for file, text in texts.items():
        (tmp_path / file).write_text(text)
    for file in texts:
        command = ["coqc", "-R", str(tmp_path), "SdpProofs", str(tmp_path / file)]
        done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
        assert done.returncode == 0, done.stderr[-500:]
    assert "Axioms:" in done.stdout and "admit" not in done.stdout
