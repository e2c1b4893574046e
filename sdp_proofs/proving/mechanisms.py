"""Statements about mechanisms with finitely many outputs, as formulas.

A mechanism with finitely many outputs is a table: for each input the probabilities of its outputs, as expressions in
the symbols of the section. What is said of it becomes the text of a formula, which is rendered, evaluated and proved as
any other.

Example:
    >>> flip = Mechanism({"yes": ("p", "1 - p"), "no": ("1 - p", "p")})
    >>> print(flip.is_dp("E"))
    And(p <= E*(1 - p), 1 - p <= E*p)
    >>> print(flip.is_dp("E", delta="d"))
    Max(0, p - E*(1 - p)) + Max(0, 1 - p - E*p) <= d
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations

from sdp_proofs.errors import DomainError
from sdp_proofs.formulas.formula import Formula
from sdp_proofs.formulas.syntax import names_in, parsed
from sdp_proofs.formulas.tidy import tidy
from sdp_proofs.verdict import Verdict


@dataclass(frozen=True, slots=True)
class Mechanism:
    """A mechanism with finitely many inputs and outputs.

    Args:
        law: for each input the probabilities of the outputs, always in the same order.
        neighbours: the pairs of inputs that may not be told apart; by default all of them.

    Raises:
        DomainError: fewer than two inputs, rows of different lengths, one that does not add up to one whatever its
            symbols are, an entry that is a number outside [0, 1], or a neighbour that is no input.
    """

    law: Mapping[str, Sequence[str]]
    neighbours: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        if len(self.law) < 2 or len({len(row) for row in self.law.values()}) != 1:
            raise DomainError("a mechanism must have two inputs or more, with equally many outputs each")
        for name, row in self.law.items():
            if (why := _no_law(row)):
                raise DomainError(f"the probabilities of a row must {why}; got {', '.join(row)} for {name!r}")
        unknown = [name for pair in self.neighbours for name in pair if name not in self.law]
        if unknown:
            raise DomainError(f"neighbours must be inputs of the mechanism; got {unknown[0]!r}")

    def pairs(self) -> Iterator[tuple[str, str]]:
        """The pairs of neighbouring inputs, in both orders."""
        if not self.neighbours:
            yield from permutations(self.law, 2)
        for first, second in self.neighbours:
            yield from ((first, second), (second, first))

    def is_law(self) -> str:
        """State that every row consists of probabilities.

        Example:
            >>> Mechanism({"x": ("p", "1 - p"), "y": ("0", "1")}).is_law()
            'And(p >= 0, 1 - p >= 0, 0 >= 0, 1 >= 0, p + (1 - p) == 1, 0 + 1 == 1)'
        """
        signs = [f"{tidy(entry)} >= 0" for row in self.law.values() for entry in row]
        sums = (" + ".join(_bracketed(tidy(entry)) for entry in row) for row in self.law.values())
        return _all([*signs, *(f"{total} == 1" for total in sums)])

    def loss(self, first: str, second: str, odds: str) -> str:
        """Divergence of two inputs: the sum of max(0, P - E P')."""
        return " + ".join(f"Max(0, {_excess(*terms)})" for terms in self._terms(first, second, odds))

    def is_dp(self, odds: str, delta: str = "0", *, expanded: bool = False) -> str:
        """State (epsilon, delta)-differential privacy, with odds = exp(epsilon).

        With delta = 0 the statement is P <= E P' at every output; an output that is impossible under the first input
        asserts nothing. Else the positive parts of P - E P' add up to at most delta. What two pairs of neighbours have
        in common is said once.

        Args:
            odds: E = exp(epsilon), a term.
            delta: a term.
            expanded: with one sum of positive parts for each ordered pair, nothing left out, also where delta is 0.

        Example:
            >>> coin = Mechanism({"x": ("p", "1 - p"), "y": ("q", "1 - q")})
            >>> coin.is_dp("E")
            'And(p <= E*q, 1 - p <= E*(1 - q), q <= E*p, 1 - q <= E*(1 - p))'
            >>> Mechanism({"x": ("1/2", "1/2"), "y": ("0", "1")}).is_dp("E", "d", expanded=True)
            'And(Max(0, 1/2) + Max(0, 1/2 - E) <= d, Max(0, -1/2*E) + Max(0, 1 - 1/2*E) <= d)'
        """
        if expanded:
            return _all([f"{self.loss(first, second, odds)} <= {delta}" for first, second in self.pairs()])
        terms = [[one for one in self._terms(*pair, odds) if one[0] != "0"] for pair in self.pairs()]
        if tidy(delta) == "0":
            return _all([f"{here} <= {there}" for there, here in dict.fromkeys(
                (there, here) for pair in terms for here, there in pair
            )])  # fmt: skip
        sums = dict[frozenset[tuple[str, int]], str]()
        for pair in terms:
            parts = Counter(here if there == "0" else f"Max(0, {_excess(here, there)})" for here, there in pair)
            total = " + ".join(part if times == 1 else f"{times}*{_bracketed(part)}" for part, times in parts.items())
            sums.setdefault(frozenset(parts.items()), total)
        return _all([f"{total} <= {delta}" for total in sums.values()])

    def _terms(self, first: str, second: str, odds: str) -> list[tuple[str, str]]:
        """Return P and E P' at each output."""
        rows = zip(self.law[first], self.law[second], strict=True)
        return [(tidy(here), _times(odds, tidy(there))) for here, there in rows]

    def beside(self, other: Mechanism) -> Mechanism:
        """Both mechanisms on the same input, with independent randomness: composition.

        Raises:
            DomainError: they have different inputs.

        Example:
            >>> coin = Mechanism({"x": ("p", "1 - p"), "y": ("q", "1 - q")})
            >>> coin.beside(coin).law["x"][1]
            'p*(1 - p)'
        """
        if self.law.keys() != other.law.keys():
            raise DomainError("mechanisms that are composed must have the same inputs")
        law = {name: tuple(tidy(f"({a})*({b})") for a in row for b in other.law[name])
               for name, row in self.law.items()}  # fmt: skip
        return Mechanism(law, self.neighbours)

    def then(self, kernel: Sequence[Sequence[str]]) -> Mechanism:
        """Process the output: row i is the law for output i.

        Raises:
            DomainError: another number of rows than of outputs, rows of different lengths, or one that is no law.

        Example:
            >>> Mechanism({"x": ("p", "1 - p"), "y": ("q", "1 - q")}).then([("1", "0"), ("r", "1 - r")]).law["y"][0]
            'q + r*(1 - q)'
        """
        if len(kernel) != self.outputs or len({len(row) for row in kernel}) != 1:
            raise DomainError(f"a kernel must have {self.outputs} rows of the same length; got {len(kernel)}")
        for row in kernel:
            if (why := _no_law(row)):
                raise DomainError(f"the probabilities of a row must {why}; got {', '.join(row)}")
        law = {name: tuple(tidy(_product(row, column)) for column in zip(*kernel, strict=True))
               for name, row in self.law.items()}  # fmt: skip
        return Mechanism(law, self.neighbours)

    def dominates(self, other: Mechanism, odds: str) -> str:
        """State that each pair loses at least as much here as there.

        Raises:
            DomainError: they have different inputs.
        """
        if self.law.keys() != other.law.keys():
            raise DomainError("mechanisms that are compared must have the same inputs")
        return _all([f"{other.loss(*pair, odds)} <= {self.loss(*pair, odds)}" for pair in self.pairs()])

    @property
    def outputs(self) -> int:
        """Number of outputs."""
        return len(next(iter(self.law.values())))


def _no_law(row: Sequence[str]) -> str:
    """Say what keeps a row from being a law; else empty.

    Example:
        >>> _no_law(("p", "1 - p")), _no_law(("1/2", "1/3")), _no_law(("2", "-1"))
        ('', 'add up to one', 'lie in [0, 1]')
    """
    from sdp_proofs.provers.symbolic import decide_identity

    entries = [Formula(f"And(0 <= ({entry}), ({entry}) <= 1)", names_in(entry)) for entry in row]
    if any(not one.free and one.decide({}) is not Verdict.HOLDS for one in entries):
        return "lie in [0, 1]"
    names = {name for entry in row for name in names_in(entry)}
    sums_to_one = decide_identity(_sum(row), "1", dict.fromkeys(sorted(names), "real"))
    return "" if sums_to_one.verdict is Verdict.HOLDS else "add up to one"


def _all(statements: Sequence[str]) -> str:
    return statements[0] if len(statements) == 1 else f"And({', '.join(statements)})"


def _times(odds: str, probability: str) -> str:
    """Return E P', with E in front but behind a number.

    Example:
        >>> _times("E", "1 - p"), _times("1 + r", "p"), _times("E", "0"), _times("E", "1"), _times("E", "1/2")
        ('E*(1 - p)', '(1 + r)*p', '0', 'E', '1/2*E')
    """
    if probability in ("0", "1"):
        return "0" if probability == "0" else _bracketed(odds)
    if not names_in(probability):
        return f"{probability}*{_bracketed(odds)}"
    return f"{_bracketed(odds)}*{_bracketed(probability)}"


def _excess(here: str, there: str) -> str:
    """Return P - E P', as it is written by hand.

    Example:
        >>> _excess("1 - p", "E*p"), _excess("0", "E*p"), _excess("p", "0")
        ('1 - p - E*p', '-E*p', 'p')
    """
    if there == "0":
        return here
    return f"-{there}" if here == "0" else f"{here} - {there}"


def _bracketed(term: str) -> str:
    tree = parsed(term)
    return f"({term})" if isinstance(tree, ast.BinOp) and isinstance(tree.op, ast.Add | ast.Sub) else term


def _sum(entries: Sequence[str]) -> str:
    return " + ".join(f"({entry})" for entry in entries)


def _product(row: Sequence[str], column: Sequence[str]) -> str:
    return " + ".join(f"({a})*({b})" for a, b in zip(row, column, strict=True))
