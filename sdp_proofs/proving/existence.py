"""That there is something of which a proof speaks: inputs of a sequence, elements of a set.

What a proof assumes of these is no condition on whoever cites it, for they are its own. So it must ask nothing of the
parameters: whatever these are, some values of the inputs meet all that is said of them. Otherwise what follows for the
parameters would be false where nothing is like that.

Values are taken from one point at which all of it is met, or looked for among 0, 1, the other symbols, and what a
symbol is compared with, or one more or less; that they serve for all parameters is shown by the solver.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from sdp_proofs.formulas.derivatives import text
from sdp_proofs.formulas.formula import Formula
from sdp_proofs.formulas.syntax import Node, names_in
from sdp_proofs.proving.conjunctions import parts
from sdp_proofs.proving.terms import with_terms

_MOST_QUESTIONS = 200
_BEYOND = ("<", ">", "!=")
"""Relations that what a symbol is compared with does not meet itself."""


def missing(
    names: Iterable[str], said: Sequence[Formula], known: Sequence[Formula], held: Sequence[Formula] = ()
) -> str:
    """What is said of symbols and not shown of any values of these, for all values of the others; empty if it is.

    Args:
        names: the symbols for which there must be values.
        said: what they must meet.
        known: what is known of the other symbols.
        held: what holds of symbols that are no variables: of some of these, and of others.

    Example:
        >>> below = Formula("And(0 <= x, x <= rate)", ["x", "rate"])
        >>> missing(["x"], [below], [])
        '0 <= x, x <= rate'
        >>> missing(["x"], [below], [Formula("rate >= 0", ["rate"])])
        ''
    """
    wanted, apart = frozenset(names), [part for one in held for part in _apart(one)]
    single = [*(part for one in said for part in parts(one)), *(one for one in apart if wanted & set(one.free))]
    given = (*known, *(one for one in apart if one not in single), *_of_binomials(single))
    failing = next((group for group in _linked(single, wanted) if not _Search(wanted, given).succeeds(group)), [])
    return ", ".join(map(str, failing))


def _apart(formula: Formula) -> Iterator[Formula]:
    """The parts of a conjunction, also of one that follows from a condition."""
    for one in parts(formula):
        if one.tree.head != "implies":
            yield one
            continue
        given, so = (Formula(text(part), one.symbols) for part in one.tree.parts)
        yield from (Formula(f"Implies({given}, {part})", one.symbols) for part in parts(so))


def _linked(said: Sequence[Formula], names: frozenset[str]) -> list[list[Formula]]:
    """What is said, by the symbols that it links: values of one group of these are looked for without the others."""
    groups: list[tuple[set[str], list[Formula]]] = []
    for one in said:
        spoken, together = set(one.free) & names, [one]
        for group in [group for group in groups if group[0] & spoken]:
            groups.remove(group)
            spoken, together = group[0] | spoken, [*group[1], *together]
        groups.append((set(spoken), together))
    return [together for _, together in groups]


def _of_binomials(said: Sequence[Formula]) -> Iterator[Formula]:
    """What is known of the binomial coefficients in formulas, wherever they have values; some are divisors."""
    for one in said:
        waiting = [one.tree]
        while waiting:
            node = waiting.pop()
            waiting += node.children() if node.head not in ("symbol", "number") else ()
            if node.head == "binomial":
                above, below = map(text, node.parts)
                fact = f"Implies(And(0 <= {below}, {below} <= {above}), {text(node)} >= 1)"
                yield Formula(fact, one.symbols)


class _Search:
    def __init__(self, names: frozenset[str], known: tuple[Formula, ...]) -> None:
        self.names, self.known = names, known
        self.left, self.answers = _MOST_QUESTIONS, dict[str, bool]()

    def succeeds(self, said: Sequence[Formula]) -> bool:
        """Whether values are found: those of a point, or others."""
        return self._at_a_point(said) or self._found(said)

    def _at_a_point(self, said: Sequence[Formula]) -> bool:
        """Whether the values at a point that meets what is said serve whatever the other symbols are."""
        from sdp_proofs.proving.solving import follows

        point = follows((*self.known, *said), Formula("0 == 1")).witness or {}
        values = {name: str(value) for name, value in point.items() if name in self.names}
        return bool(values) and all(self._holds(_with(one, values)) for one in said)

    def _found(self, said: Sequence[Formula]) -> bool:
        """Whether values are found, one symbol after the other; what speaks of none any more is asked at once."""
        open_ = [one for one in said if self.names & set(one.free)]
        if not all(self._holds(one) for one in said if one not in open_):
            return False
        if not open_:
            return True
        name = min(self.names.intersection(*[open_[0].free]), key=lambda one: _place(open_, one))
        values = dict.fromkeys(self._values(name, open_))
        return any(self._found([_with(one, {name: term}) for one in open_]) for term in values)

    def _holds(self, one: Formula) -> bool:
        from sdp_proofs.proving.solving import follows

        if str(one) not in self.answers:
            if not self.left:
                return False
            self.left -= 1
            self.answers[str(one)] = follows(self.known, one).everywhere
        return self.answers[str(one)]

    def _values(self, name: str, said: Sequence[Formula]) -> Iterator[str]:
        compared = [pair for one in said for pair in _compared(one.tree, name)]
        yield from (term for sign, term in compared if sign == "==")
        yield from ("0", "1")
        yield from (term for _, term in compared)
        yield from (f"{term} {way} 1" for sign, term in compared if sign in _BEYOND for way in "+-")
        yield from sorted({other for one in said for other in one.free} - self.names)


def _place(said: Sequence[Formula], name: str) -> tuple[bool, int, str]:
    """What is equal to something comes first, then what least is said of."""
    equal = any(sign == "==" for one in said for sign, _ in _compared(one.tree, name))
    return not equal, sum(name in one.free for one in said), name


def _compared(tree: Node, name: str) -> Iterator[tuple[str, str]]:
    """The signs and the terms between which and a symbol there is one."""
    if tree.head == "relation":
        signs, terms = tree.parts
        for sign, left, right in zip(signs, terms, terms[1:], strict=False):
            for one, other in ((left, right), (right, left)):
                if one.head == "symbol" and one.parts[0] == name and name not in other.free_names():
                    yield sign, text(other)
    elif tree.is_statement:
        for part in tree.children():
            yield from _compared(part, name)


def _with(formula: Formula, values: Mapping[str, str]) -> Formula:
    used = {name: term for name, term in values.items() if name in formula.free}
    return with_terms(formula, used, [name for term in used.values() for name in names_in(term)]) if used else formula
