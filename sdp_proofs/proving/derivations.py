"""Derivations in the form of a statement: the lines of a proof, each with a check, in the symbols of a section.

    PROOF = SECTION.derivation(
        "chernoff-step", "The tail of one count",
        line("loss", "<=", "Pr", Rule.DEFINITION, by_solver("all reals", "loss <= Pr")),
        line("<=", "exp(-K*H)", Rule.THEOREM, by_solver("all reals", ...), reference="Hoeffding 1963, Theorem 4",
             mutants={"twice the exponent": "exp(-2*K*H)", "equality": "="}),
        source="App. E.1",
    )

A line goes on where the one before ends, unless it says where it begins. Its check is one of those of claims, and is
asked about the line as about a claim.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypedDict, Unpack

from sdp_proofs.errors import DomainError
from sdp_proofs.formulas.formula import Formula
from sdp_proofs.ledger import (
    Check,
    Claim,
    Derivation,
    Hypothesis,
    Kind,
    Outcome,
    Relation,
    Rule,
    Status,
    Step,
    StepMiss,
)
from sdp_proofs.proving.steps import assertion
from sdp_proofs.verdict import Verdict

Words = str | tuple[str, ...]
Written = Callable[[str], Formula]
"""How a section reads the text of a formula."""
_SIGNS = tuple(relation.value for relation in Relation)


class More(TypedDict, total=False):
    """What a line may say beside its sides and its check; see `ledger.Step`.

    Attributes:
        part: a name, if a new part of the chain begins here.
        mutants: false neighbours by name: another right side, another relation, or (old, new) in the right side,
            or else in the left one.
        holds: False for a broken step of a published proof.
    """

    part: str
    mutants: Mapping[str, str | tuple[str, str]]
    given: Words
    silent: Words
    reference: str
    note: str
    holds: bool


class Line:
    """One line of a proof; see `line`."""

    def __init__(self, before: str, relation: str, after: str, rule: Rule, check: Check, more: More) -> None:
        if relation not in _SIGNS:
            raise DomainError(f"a relation must be one of {', '.join(_SIGNS)}; got {relation!r}")
        self.before, self.relation, self.after, self.rule = before, Relation(relation), after, rule
        self.check, self.more = check, more

    def step(self, previous: Formula | None, written: Written) -> Step:
        """The step of a derivation that it is, after one that ends with a formula."""
        if not self.before and previous is None:
            raise DomainError(f"the first line of a derivation must say where it begins; got {self.after!r}")
        before = written(self.before) if self.before else previous
        return Step(
            before=before, relation=self.relation, after=written(self.after), rule=self.rule,
            check=of_lines(self.check), part=self.more.get("part", ""), note=self.more.get("note", ""),
            reference=self.more.get("reference", ""),
            recorded=Verdict.HOLDS if self.more.get("holds", True) else Verdict.FAILS,
            hypotheses=(
                *(Hypothesis(text) for text in _several(self.more.get("given"))),
                *(Hypothesis(text, silent=True) for text in _several(self.more.get("silent"))),
            ),
            near_misses=tuple(self._miss(name, text, written) for name, text in self.more.get("mutants", {}).items()),
        )  # fmt: skip

    def _miss(self, name: str, change: str | tuple[str, str], written: Written) -> StepMiss:
        if isinstance(change, tuple):
            old, new = change
            if old not in self.after and old in self.before:
                return StepMiss(name, before=written(self.before.replace(old, new)))
            if old not in self.after:
                raise DomainError(f"a mutant must replace what is there; {old!r} does not occur in {self.after!r}")
            return StepMiss(name, after=written(self.after.replace(old, new)))
        if change in _SIGNS:
            return StepMiss(name, relation=Relation(change))
        return StepMiss(name, after=written(change))


def line(*parts: str | Rule | Check, **more: Unpack[More]) -> Line:
    """A line of a derivation: where it begins, unless it goes on; relation; right side; rule; check.

    Example:
        >>> from sdp_proofs.proving.checks import by_solver
        >>> line("<=", "x + 1", Rule.ALGEBRA, by_solver("all reals", [])).relation.value
        '<='
    """
    match parts:
        case (str(relation), str(after), Rule() as rule, Check() as check):
            return Line("", relation, after, rule, check, more)
        case (str(before), str(relation), str(after), Rule() as rule, Check() as check):
            return Line(before, relation, after, rule, check, more)
    raise DomainError(f"a line must be [before,] relation, after, rule, check; got {len(parts)} parts")


def derivation(identifier: str, title: str, lines: tuple[Line, ...], source: str, written: Written) -> Derivation:
    """The derivation that lines make."""
    steps: list[Step] = []
    for one in lines:
        steps.append(one.step(steps[-1].after if steps else None, written))
    return Derivation(id=identifier, title=title, source=source, steps=tuple(steps))


def of_lines(check: Check) -> Check:
    """The check of a claim, for lines: it is asked about a claim that asserts what the line asserts."""

    def run(step: Step) -> Outcome:
        return check.run(
            Claim(
                id="line", paper="line", locator="line", title="line", kind=Kind.PROOF_STEP, statement="line",
                recorded=Status.OPEN, formula=assertion(step),
            )
        )

    return Check(check.method, check.coverage, run, check.title)


def _several(words: Words | None) -> tuple[str, ...]:
    return () if words is None else (words,) if isinstance(words, str) else tuple(words)
