"""Three-valued answers, and how they combine.

An undecided comparison is never taken for a success or for a refutation: `all_of` and `any_of`
are the strong Kleene connectives, and `Verdict` refuses to be used as a bool.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import NoReturn


class Verdict(Enum):
    """The answer of a decision: proven true, proven false, or neither.

    Example:
        >>> Verdict.HOLDS.negated
        <Verdict.FAILS: 'FAILS'>
    """

    HOLDS = "HOLDS"
    FAILS = "FAILS"
    UNKNOWN = "UNKNOWN"

    def __bool__(self) -> NoReturn:
        raise TypeError("a Verdict must be compared with 'is'; UNKNOWN is neither true nor false")

    @property
    def negated(self) -> Verdict:
        """The verdict on the negated statement; UNKNOWN stays UNKNOWN."""
        return _NEGATED[self]

    @classmethod
    def of(cls, truth: bool) -> Verdict:
        """The verdict of an exact comparison."""
        return cls.HOLDS if truth else cls.FAILS


_NEGATED = {
    Verdict.HOLDS: Verdict.FAILS,
    Verdict.FAILS: Verdict.HOLDS,
    Verdict.UNKNOWN: Verdict.UNKNOWN,
}


def all_of(verdicts: Iterable[Verdict]) -> Verdict:
    """Strong Kleene conjunction: one FAILS decides; HOLDS only if every part holds.

    Example:
        >>> all_of([Verdict.HOLDS, Verdict.UNKNOWN]), all_of([])
        (<Verdict.UNKNOWN: 'UNKNOWN'>, <Verdict.HOLDS: 'HOLDS'>)
    """
    answer = Verdict.HOLDS
    for verdict in verdicts:
        if verdict is Verdict.FAILS:
            return verdict
        if verdict is Verdict.UNKNOWN:
            answer = verdict
    return answer


def any_of(verdicts: Iterable[Verdict]) -> Verdict:
    """Strong Kleene disjunction: one HOLDS decides; FAILS only if every part fails."""
    return all_of(verdict.negated for verdict in verdicts).negated
