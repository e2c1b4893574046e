"""Instances that were computed for a claim, kept for the mutants of its formula: these are asked about the same ones.

Most instances are the values of a program, which take much longer than the question whether a formula holds for them.
They are taken again only for a claim that is the same in everything but its formula, and only if they do not depend on
that: whoever computes them is given a claim that notices being asked for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields
from itertools import islice
from typing import Any

from sdp_proofs.ledger import Claim

Instance = tuple[str, Mapping[str, Any]]
"""A name for people, and the values of the formula's symbols."""
Instances = Callable[[Claim], Iterable[Instance]]


def remembered(instances: Instances) -> Instances:
    """The same instances, those of the last claim kept.

    Example:
        >>> from types import SimpleNamespace
        >>> def squares(claim):
        ...     print("computing")
        ...     yield "two", {"n": 2}
        >>> again = remembered(squares)
        >>> len(list(again(None))), len(list(again(None)))
        computing
        (1, 1)
    """
    kept: list[_Recording] = []

    def of(claim: Claim) -> Iterable[Instance]:
        parts = [getattr(claim, part.name, None) for part in fields(Claim) if part.name != "formula"]
        if not (kept and kept[0].serves(parts)):
            watched = _Watched(claim)
            made = _Recording(parts, watched, iter(instances(watched)))  # type: ignore[arg-type]
            if kept and kept[0].is_of(parts):
                return made  # other parameters: a mutant, after which the claim itself is asked again
            kept[:] = [made]
            return made
        return _taken_again(kept[0], claim, instances)

    return of


def _taken_again(recording: _Recording, claim: Claim, instances: Instances) -> Iterator[Instance]:
    """What was recorded for another formula, up to where that formula is asked for, and then what this claim has."""
    taken = 0
    for instance in recording:
        if recording.watched.asked:
            break
        taken += 1
        yield instance
    if recording.watched.asked:
        yield from islice(instances(claim), taken, None)


class _Watched:
    """A claim that notices being asked for its formula."""

    def __init__(self, claim: Claim) -> None:
        self.__dict__.update(claim=claim, asked=False)

    def __getattr__(self, name: str) -> Any:
        if name == "formula":
            self.__dict__["asked"] = True
        return getattr(self.claim, name)


class _Recording:
    """What was computed so far, and how it goes on."""

    def __init__(self, parts: list[Any], watched: _Watched, source: Iterator[Instance]) -> None:
        self.parts, self.watched, self.source = parts, watched, source
        self.found: list[Instance] = []
        self.broken = self.complete = False

    def is_of(self, parts: list[Any]) -> bool:
        """Whether it belongs to the claim of that id."""
        return bool(self.parts[0] == parts[0])

    def serves(self, parts: list[Any]) -> bool:
        """Whether a claim that is the same in these parts has the same instances."""
        return not self.broken and not self.watched.asked and self.parts == parts

    def __iter__(self) -> Iterator[Instance]:
        place = 0
        while True:
            if place == len(self.found):
                if self.complete:
                    return
                try:
                    self.found.append(next(self.source))
                except StopIteration:
                    self.complete = True
                    return
                except BaseException:
                    self.broken = True
                    raise
            yield self.found[place]
            place += 1
