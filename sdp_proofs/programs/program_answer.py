"""An answer about a program, and what people read of it: a sentence, JSON, a test, a certificate, a theorem."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.decimals import exact_decimal
from sdp_proofs.programs.alignment import Alignment
from sdp_proofs.programs.closed_forms import Ratio
from sdp_proofs.programs.laws import Unit
from sdp_proofs.programs.needed import Formula, Needed
from sdp_proofs.programs.questions import Question
from sdp_proofs.programs.violations import Violation, certificate, nested
from sdp_proofs.verdict import Verdict

if TYPE_CHECKING:
    from sdp_proofs.programs.sentences import ProgramTheorem

_MOST_SHOWN = 160
"""Letters of a function of r that are printed; JSON has all of them."""


@dataclass(frozen=True)
class ProgramAnswer:
    """An answer about a program.

    Attributes:
        question: what was asked.
        verdict: HOLDS is proved, FAILS has a violation, UNKNOWN is neither.
        least_proved: the least number of units that is proved at this size, or None.
        by_size: the same at each size from 1 on; None where nothing is proved.
        all_sizes: the units that are proved for inputs of every size, or None.
        violation: neighbours and an output; it refutes the budget if the verdict is FAILS, and has the largest ratio
            that was seen otherwise.
        method: what the verdict rests on.
        scope: the inputs and the noise that it is for.
        unit: the noise level at which probabilities were computed.
        proof: the shifts, one row for each path and difference.
        needed: units below which no budget is enough for every unit, with inputs and an output that show it, or None.
        formula: the probabilities of the violation as functions of r, where they have a closed form.
        delta_formula: what a set of outputs misses as a function of r: the delta at `unit`, at least that elsewhere.
        stopped: the search was interrupted.
        boxed: inputs were listed that do not stand for all.
    """

    question: Question
    verdict: Verdict
    method: str
    scope: str
    unit: Unit
    least_proved: int | None = None
    by_size: tuple[tuple[int, int | None], ...] = ()
    all_sizes: int | None = None
    violation: Violation | None = None
    proof: Alignment | None = field(default=None, repr=False)
    needed: Needed | None = None
    formula: Formula | None = field(default=None, repr=False)
    delta_formula: Ratio | None = field(default=None, repr=False)
    stopped: bool = False
    boxed: bool = False

    @property
    def name(self) -> str:
        """The name of the program."""
        return self.question.source.name

    @property
    def certificate(self) -> dict[str, Any] | None:
        """The violation of a refuted budget as a document that the standard library replays."""
        if self.verdict is not Verdict.FAILS or self.violation is None:
            return None
        odds = self.question.allowed(self.unit)
        # If no budget was asked for, the output never comes from the neighbour: every odds are violated.
        return certificate(self.name, self.violation, Fraction(1000) if odds is None else odds, self.question.delta)

    def theorem(self) -> ProgramTheorem:
        """State what the shifts prove as a closed sentence of the logic, with steps that its kernel replays.

        Raises:
            DomainError: the verdict does not rest on shifts of whole units at delta 0, path by path.
        """
        from sdp_proofs.programs.sentences import theorem_of

        asked = self.question
        if self.verdict is not Verdict.HOLDS or self.proof is None or self.least_proved is None:
            raise DomainError(f"a sentence must be proved by shifts of the noise at this size; {self.name} is not")
        budget = None if asked.budget is None else int(asked.budget)
        return theorem_of(asked.source, asked.size, asked.differences(asked.size), budget)

    @property
    def test(self) -> str:
        """A test of this question to paste into a test suite; it fails with the neighbours that it finds."""
        asked = self.question
        bound = [] if asked.budget is None else [f'epsilon="{asked.budget}"']
        bound += [] if asked.odds is None else [f'odds="{asked.odds}"']
        bound += [f'delta="{asked.delta}"'] if asked.delta else []
        how = f'"{asked.neighbours}"' if asked.differ is None else asked.neighbours
        words = [*bound, f"size={asked.size}", f"neighbours={how}"]
        words += [f"values={asked.values}"] if asked.values is not None else []
        whole = (
            f"def test_{self.name}_is_private():\n    assert_private({self.name}, {', '.join(words)})"
        )  # fmt: skip
        if not asked.shifted or asked.differ is not None or not bound:
            return f"from sdp_proofs.testing import assert_private\n\n\n{whole}"
        low, high = asked.box
        found = self.violation if self.verdict is Verdict.FAILS else None
        seen = "" if found is None else f"@example(pair=({found.input}, {found.neighbour}))\n"
        return (
            f"from hypothesis import {'example, ' if seen else ''}given, settings, strategies as st\n\n"
            "from sdp_proofs.strategies import neighbouring\n"
            "from sdp_proofs.testing import assert_alike, assert_private\n\n\n"
            f"{whole}\n\n\n"
            f'@given(pair=neighbouring({asked.size}, "{asked.neighbours}", st.integers({low}, {high})))\n'
            f"{seen}@settings(deadline=None)\ndef test_neighbours_of_{self.name}_are_alike(pair):\n"
            f"    assert_alike({self.name}, *pair, {', '.join(bound)})"
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as JSON has it."""
        asked = self.question
        return {
            "program": self.name,
            "size": asked.size,
            "neighbours": asked.neighbours,
            "verdict": self.verdict.value,
            "budget": None if asked.budget is None else _number(asked.budget),
            "odds": None if asked.odds is None else str(asked.odds),
            "delta": str(asked.delta),
            "least_proved": self.least_proved,
            "by_size": [{"size": n, "least_proved": least} for n, least in self.by_size],
            "all_sizes": self.all_sizes,
            "violation": _violation_document(self.violation) if self.verdict is Verdict.FAILS else None,
            "largest_ratio": None if self.verdict is Verdict.FAILS else _violation_document(self.violation),
            "unit_ratio": str(self.unit.ratio),
            "needed": None if self.needed is None else self.needed.to_dict(),
            "formula": None if self.formula is None else self.formula.to_dict(),
            "delta_formula": None if self.delta_formula is None else str(self.delta_formula),
            "method": self.method,
            "scope": self.scope,
            "all_inputs": self.verdict is Verdict.HOLDS and not self.boxed,
            "certificate": self.certificate,
        }

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def lines(self) -> Iterator[str]:
        """Write the answer for a terminal: the least budgets, the verdict, the violation."""
        if self.by_size:
            known = ", ".join("-" if least is None else str(least) for _, least in self.by_size)
            where = "at size 1" if len(self.by_size) == 1 else f"at sizes 1 to {len(self.by_size)}"
            yield f"least budget proved  {known} (in units, {where})"
        if self.all_sizes is not None:
            yield f"for every size       {self.all_sizes}"
        if self.needed is not None:
            yield f"needed for all units {self.needed}"
        yield self.sentence
        if self.violation is not None:
            yield from self._violation_lines(self.violation)
        if self.delta_formula is not None and len(str(self.delta_formula)) <= _MOST_SHOWN:
            yield f"  delta for every r        at least {self.delta_formula}, with equality at r = {self.unit}"

    def _violation_lines(self, found: Violation) -> Iterator[str]:
        odds = self.question.allowed(self.unit)
        ratio = "infinite" if found.ratio is None else ">= " + exact_decimal(found.ratio, 6, upward=False)
        allowed = "" if odds is None else f" (allowed: {exact_decimal(odds, 6, upward=True)})"
        at = "" if not found.kinds else f" at r = e^(-unit) = {found.unit}"
        yield f"  input                    {list(found.input)}"
        yield f"  neighbour                {list(found.neighbour)}"
        yield f"  output                   {found.event}"
        yield f"  P(output | input)     >= {exact_decimal(found.first, 6, upward=False)}{at}"
        yield f"  P(output | neighbour) <= {exact_decimal(found.second, 6, upward=True)}"
        yield f"  ratio                    {ratio}{allowed}"
        if self.formula is not None and len(self.formula.ratio) <= _MOST_SHOWN:
            yield f"  ratio for every r        {self.formula.ratio}"

    @property
    def sentence(self) -> str:
        """The verdict in one sentence."""
        asked = self.question
        bound = _bound(asked) if asked.budget is not None or asked.odds is not None else None
        if self.verdict is Verdict.HOLDS:
            least = self.least_proved if self.least_proved is not None else self.all_sizes
            said = bound or f"at {least} {_units(least or 0)}"
            return f"HOLDS: {self.name} is private {said}, {self.scope} ({self.method}).{self._warning()}"
        if self.verdict is Verdict.FAILS:
            return f"FAILS: {self.name} is not private {bound or 'at any budget'} ({self.method})."
        return f"UNKNOWN: whether {self.name} is private {bound or 'at some budget'} is not decided ({self.method})."

    def _warning(self) -> str:
        if self.boxed:
            return " Nothing is said of other inputs."
        growing = [least for _, least in self.by_size if least is not None]
        if self.all_sizes is None and not self.question.delta and len(growing) > 1 and growing[-1] > growing[-2]:
            return " The least budget grows with the size: ask for a larger one."
        return ""


def _bound(asked: Question) -> str:
    at = f"at ratio {asked.odds}" if asked.budget is None else f"at {_number(asked.budget)} {_units(asked.budget)}"
    return f"{at} and delta {asked.delta}" if asked.delta else at


def _units(number: Fraction | int) -> str:
    return "unit" if number == 1 else "units"


def _number(value: Fraction) -> int | str:
    return int(value) if value.denominator == 1 else str(value)


def _violation_document(found: Violation | None) -> dict[str, Any] | None:
    """Return a violation as JSON has it: probabilities rounded outward, the ratio down."""
    if found is None:
        return None
    return {
        "input": list(found.input),
        "neighbour": list(found.neighbour),
        "output": nested(found.output)
        if not found.further
        else {"one_of": [nested(output) for output in (found.output, *found.further)]},
        "first": exact_decimal(found.first, 15, upward=False),
        "second": exact_decimal(found.second, 15, upward=True),
        "ratio": "Infinity" if found.ratio is None else exact_decimal(found.ratio, 15, upward=False),
    }
