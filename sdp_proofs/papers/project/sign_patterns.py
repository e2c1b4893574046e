"""Sequences of signs as the words that a small machine accepts.

They have any length.

Two sequences have few sign changes or many, begin with one sign or the other: a machine that reads signs one by one
and keeps only this in mind has finitely many states. Going through its states decides all lengths at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from sdp_proofs.errors import DomainError

Arrow = tuple[str, int, str]
"""The state before, the sign that is read, and the state after. The first state is called "start"."""
Machine = tuple[Arrow, ...]
"""Automaton that accepts the words along which arrows lead from the start."""
MOST = 3
"""Sign changes are counted up to here: "three or more"."""

ANY: Machine = (("start", 1, "start"), ("start", -1, "start"))
"""All words."""
UNIMODAL: Machine = (
    ("start", 1, "before"), ("start", -1, "inside"), ("before", 1, "before"), ("before", -1, "inside"),
    ("inside", -1, "inside"), ("inside", 1, "after"), ("after", 1, "after"),
)  # fmt: skip
"""Plus signs, then minus signs, then plus signs; blocks may be missing: a complement of an interval is positive."""
FALLING_THEN_RISING: Machine = (
    *(("start", sign, f"falling {sign}") for sign in (1, -1)),
    *((f"falling {sign}", following, f"falling {following}") for sign in (1, -1) for following in (1, -1)
      if following <= sign),
    *((f"{way} {sign}", following, f"rising {following}") for way in ("falling", "rising") for sign in (1, -1)
      for following in (1, -1) if following >= sign),
)  # fmt: skip
"""A sequence that falls up to some place and rises from there, seen from a level that it does not meet."""


@dataclass(frozen=True, slots=True)
class Summary:
    """Summary of a word: its ends, its signs, its sign changes.

    Attributes:
        first: its first sign.
        last: its last sign.
        largest: 1 if it has a plus.
        changes: of sign, counted up to `MOST`.
    """

    first: int
    last: int
    largest: int
    changes: int

    def followed_by(self, sign: int) -> Summary:
        """Return the summary of the word with one more sign."""
        changes = min(MOST, self.changes + (sign != self.last))
        return replace(self, last=sign, largest=max(self.largest, sign), changes=changes)


def summaries(machine: Machine) -> frozenset[Summary]:
    """Return the summaries of all accepted words but the empty one.

    Example:
        >>> sorted(summary.changes for summary in summaries(UNIMODAL))
        [0, 0, 1, 1, 2]
    """
    return frozenset(summary for _, summary in _reached(machine))


def _reached(machine: Machine) -> Iterator[tuple[str, Summary]]:
    waiting = [(state, Summary(sign, sign, sign, 0)) for before, sign, state in machine if before == "start"]
    seen = set(waiting)
    while waiting:
        here, summary = waiting.pop()
        yield here, summary
        for before, sign, state in machine:
            following = state, summary.followed_by(sign)
            if before == here and following not in seen:
                seen.add(following)
                waiting.append(following)


def contains(larger: Machine, smaller: Machine) -> bool:
    """Tell whether the larger machine accepts all words of the smaller.

    Raises:
        DomainError: two arrows of the larger machine read the same sign in the same state.

    Example:
        >>> contains(UNIMODAL, FALLING_THEN_RISING), contains(UNIMODAL, ANY)
        (True, False)
    """
    following = {(before, sign): after for before, sign, after in larger}
    if len(following) < len(larger):
        raise DomainError("the larger machine must have one arrow at most for each state and sign")
    waiting = [("start", "start")]
    seen = set(waiting)
    while waiting:
        one, other = waiting.pop()
        for before, sign, after in smaller:
            if before != other:
                continue
            if (one, sign) not in following:
                return False
            pair = following[one, sign], after
            if pair not in seen:
                seen.add(pair)
                waiting.append(pair)
    return True


def diminished(before: Summary, after: Summary) -> bool:
    """Tell whether variation diminishing lets a word become another.

    It has not more changes, in their order if as many.

    Counts that have reached `MOST` are not told apart, and everything between them is allowed.

    Example:
        >>> valley, hill, fall = Summary(1, 1, 1, 2), Summary(-1, -1, 1, 2), Summary(1, -1, 1, 1)
        >>> diminished(valley, hill), diminished(valley, fall)
        (False, True)
    """
    if before.changes == MOST:
        return True
    return after.changes < before.changes or (after.changes == before.changes and after.first == before.first)
