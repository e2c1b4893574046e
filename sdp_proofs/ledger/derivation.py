"""Derivations: chains of steps, each with a check of its own, as a proof writes them one below the other.

Like a claim, a step knows no mathematics: its two sides are opaque objects that offer `latex()` and `str()` and can be
compared, and its check is a function *of the step*, so the same code runs on its near misses.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import Any

from sdp_proofs.errors import DomainError
from sdp_proofs.ledger.claim import Check, Hypothesis
from sdp_proofs.verdict import Verdict


class Relation(StrEnum):
    """Relation of the left side of a step to the right side."""

    EQUAL = "="
    AT_MOST = "<="
    BELOW = "<"
    AT_LEAST = ">="
    ABOVE = ">"
    IMPLIES = "implies"


class Rule(StrEnum):
    """By what a step is justified."""

    DEFINITION = "definition"
    ALGEBRA = "algebra"
    SUBSTITUTION = "substitution"
    MONOTONICITY = "monotonicity"
    CONVEXITY = "convexity"
    UNION_BOUND = "union bound"
    CASE_SPLIT = "case split"
    EXPECTATION = "expectation"
    INDUCTION = "induction"
    INEQUALITY = "inequality of functions"
    THEOREM = "theorem"


@dataclass(frozen=True, slots=True)
class StepMiss:
    """A false neighbour of a step, which the step's own check must refute: another side, another relation."""

    name: str
    before: Any = None
    relation: Relation | None = None
    after: Any = None

    def __post_init__(self) -> None:
        if self.before is None and self.relation is None and self.after is None:
            raise DomainError(f"a near miss must change a side or the relation; got {self.name!r}")

    def of(self, step: Step) -> Step:
        """The false neighbour."""
        return dataclasses.replace(
            step,
            before=step.before if self.before is None else self.before,
            relation=step.relation if self.relation is None else self.relation,
            after=step.after if self.after is None else self.after,
            near_misses=(),
        )


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Step:
    """One line of a proof: `before` stands in `relation` to `after`.

    Attributes:
        before: the left side.
        relation: how the sides stand to each other.
        after: the right side, with which the next step goes on.
        rule: by what the step is justified.
        check: what decides the step.
        reference: the theorem, by name; needed if the rule is a theorem.
        hypotheses: what the step assumes, also silently.
        note: anything a reader should know.
        near_misses: false neighbours that the check must refute.
        recorded: the verdict last seen; FAILS for a broken step of a published proof.
        part: a name if the step does not go on from the one before, but begins a new part of the chain.
    """

    before: Any
    relation: Relation
    after: Any
    rule: Rule
    check: Check
    reference: str = ""
    hypotheses: tuple[Hypothesis, ...] = ()
    note: str = ""
    near_misses: tuple[StepMiss, ...] = ()
    recorded: Verdict = Verdict.HOLDS
    part: str = ""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Derivation:
    """A proof, or a part of one, as a chain of steps.

    Attributes:
        id: says what is derived: lowercase words joined by hyphens.
        title: one line.
        source: where the proof is printed; empty for a proof of this project.
        steps: the lines in order.

    Raises:
        DomainError: no steps, a step that does not begin where the one before ends, a part of the chain that turns
            (<= after >=), or a theorem without its name.

    Example:
        >>> from sdp_proofs.ledger import Coverage, Method, Outcome
        >>> check = Check(Method.EXACT, Coverage.ALL, lambda step: Outcome(Verdict.HOLDS, "one number"), "counting")
        >>> first = Step(before="a", relation=Relation.AT_MOST, after="b", rule=Rule.ALGEBRA, check=check)
        >>> second = Step(before="b", relation=Relation.BELOW, after="c", rule=Rule.ALGEBRA, check=check)
        >>> chain = Derivation(id="a-below-c", title="a is below c", source="", steps=(first, second))
        >>> [(before, str(relation), after) for before, relation, after in chain.conclusions()]
        [('a', '<', 'c')]
        >>> Derivation(id="c-below-a", title="c is below a", source="", steps=(second, first))
        Traceback (most recent call last):
        ...
        sdp_proofs.errors.DomainError: step 2 of c-below-a must begin with 'c', where step 1 ends; got 'a'
    """

    id: str
    title: str
    source: str
    steps: tuple[Step, ...]

    def __post_init__(self) -> None:
        if not self.steps:
            raise DomainError(f"a derivation must have a step; got none in {self.id}")
        for number, step in enumerate(self.steps, 1):
            if step.rule is Rule.THEOREM and not step.reference:
                raise DomainError(f"step {number} of {self.id} must name its theorem")
            previous = self.steps[number - 2] if number > 1 else None
            if previous is not None and not step.part and not _same(previous.after, step.before):
                raise DomainError(
                    f"step {number} of {self.id} must begin with '{previous.after}', where step {number - 1} ends; "
                    f"got '{step.before}'"
                )
            names = [miss.name for miss in step.near_misses]
            if len(set(names)) < len(names):
                raise DomainError(f"near misses of step {number} of {self.id} must have names of their own")
        list(self.conclusions())

    def parts(self) -> Iterator[tuple[Step, ...]]:
        """The unbroken parts of the chain."""
        starts = [0, *(place for place, step in enumerate(self.steps) if place and step.part), len(self.steps)]
        for start, end in pairwise(starts):
            yield self.steps[start:end]

    def conclusions(self) -> Iterator[tuple[Any, Relation, Any]]:
        """Conclusion of each part: its first side, the relation of all its steps together, its last side."""
        for steps in self.parts():
            yield steps[0].before, _combined([step.relation for step in steps], self.id), steps[-1].after

    def __repr__(self) -> str:
        return f"Derivation({self.id!r}, {len(self.steps)} steps)"

    def _repr_html_(self) -> str:
        """HTML for notebooks."""
        from sdp_proofs.ledger.notebook import derivation_html

        return derivation_html(self)


def _same(left: Any, right: Any) -> bool:
    return type(left) is type(right) and bool(left == right)


def _combined(relations: list[Relation], name: str) -> Relation:
    kinds = set(relations) - {Relation.EQUAL}
    for strict, weak in ((Relation.BELOW, Relation.AT_MOST), (Relation.ABOVE, Relation.AT_LEAST)):
        if kinds and kinds <= {strict, weak}:
            return strict if strict in kinds else weak
    if not kinds:
        return Relation.EQUAL
    # An equality between statements would be an equivalence; such a chain must say `implies` throughout.
    if set(relations) == {Relation.IMPLIES}:
        return Relation.IMPLIES
    raise DomainError(f"a part of a chain must not turn; got {' '.join(relations)} in {name}")
