"""Steps by which the kernel of the logic proves that a program is private, from the rows of an alignment.

The sentence speaks of the program as it was followed: a mechanism M whose mean is a tree of draws, comparisons, coins
and returns. Noise of k units is any law that rises and falls at odds u^k, where u = e^unit; geometric and Laplace
noise are such laws (`two-sided-noise-rises-and-falls`), one-sided noise rises. For each difference d of neighbours the
sentence says that M(q) is close to M(q + d) at odds u^budget, for all inputs q, all noise and all u >= 1.

    M(q)(f) = the sum over paths of what a path adds                                   (linearity, draw by draw)
    each path adds at most u^cost times what it adds on q + d with the noises shifted  (its row, from the return back)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from sdp_proofs.errors import DomainError
from sdp_proofs.logic.kernel import (
    SUCC,
    ZERO,
    Term,
    Theorem,
    alls,
    arith,
    assume,
    conj,
    discharge,
    eq,
    fn,
    gen,
    lam,
    left,
    real,
    refl,
    right,
    same,
    spec,
    var,
)
from sdp_proofs.logic.surface import fact
from sdp_proofs.logic.tactics import ar, at, contradiction, hyps_then, refuting, subst, to, under, use
from sdp_proofs.logic.terms import call, not_
from sdp_proofs.programs.alignment import Aligned
from sdp_proofs.programs.language import Source
from sdp_proofs.programs.paths import Path, paths
from sdp_proofs.programs.values import Linear

_A = "A"
_MEAN = fn(fn(_A, "R"), "R")
_LETTERS = {"geometric": "G", "exponential": "X", "laplace": "L"}
Inputs = list[Term]
Noises = tuple[Term, ...]


@dataclass
class _Node:
    """Event on some paths, with the ways on, or the return at the end.

    Attributes:
        event: the event without its outcome; ("return", path) at the end.
        ways: by outcome, in order.
    """

    event: tuple[Any, ...]
    ways: dict[Any, _Node] = field(default_factory=dict)


def _grown(ways: list[Path]) -> _Node:
    """Put the trails of paths together."""
    trails = [[*path.trail, ("return", path)] for path in ways]

    def node(at_: int, among: list[list[tuple[Any, ...]]]) -> _Node:
        event = among[0][at_]
        if event[0] == "return":
            return _Node(event)
        asked = event if event[0] == "draw" else event[:-1]
        made = _Node(asked)
        outcomes: dict[Any, list[list[tuple[Any, ...]]]] = {}
        for trail in among:
            if trail[at_][: len(asked)] != asked:
                raise DomainError("runs that agree so far must go on with the same draw or comparison")
            outcome = None if event[0] == "draw" else trail[at_][-1]
            outcomes.setdefault(outcome, []).append(trail)
        made.ways = {outcome: node(at_ + 1, part) for outcome, part in outcomes.items()}
        return made

    return node(0, trails)


def _first_largest(operands: tuple[Linear, ...], first: int) -> list[tuple[Linear, bool]]:
    """List what says that one of some numbers is the first largest."""
    return [
        (operand.plus(operands[first], -1), False) if k < first else (operands[first].plus(operand, -1), True)
        for k, operand in enumerate(operands)
        if k != first
    ]


def numeral(n: int) -> Term:
    """Write a natural number as the kernel does."""
    found = ZERO
    for _ in range(n):
        found = SUCC(found)
    return found


@dataclass
class Proving:
    """The terms and steps of one sentence.

    Attributes:
        source: the program.
        size: how many numbers its input has.
        moves: the differences of neighbours.
        rows: the alignment, for each path by itself.
        budget: units that the sentence has.
        laws: the variable of each kind of noise, by kind and units.
        outputs: the letter of each output, by its words.
        known: steps that were made before.
    """

    source: Source
    size: int
    moves: list[tuple[int, ...]]
    rows: tuple[Aligned, ...]
    budget: int
    laws: dict[tuple[str, int], Term] = field(default_factory=dict)
    outputs: dict[Any, Term] = field(default_factory=dict)
    known: dict[Any, Theorem] = field(default_factory=dict)

    def proved(self) -> Theorem:
        """Prove the sentence, with nothing left open.

        Raises:
            Stuck: a row does not keep its path.
            ValueError: the rows cost more than the budget.
        """
        ways = list(paths(self.source, self.size, split=True))
        self.tree = _grown(ways)
        self.u, self.f = var("u", "R"), var("f", fn(_A, "R"))
        self.inputs = [var(f"q{i + 1}", "R") for i in range(self.size)]
        self.mechanism = var("M", fn(*["R"] * self.size, _MEAN))
        for path in ways:
            for noise in path.noises:
                key = noise.kind, noise.units
                self.laws.setdefault(key, var(f"{_LETTERS[noise.kind]}{noise.units}", fn(fn("R", "R"), "R")))
            shape, numbers = _shape(path)
            kind = fn(*["R"] * len(numbers), _A) if numbers else _A
            self.outputs.setdefault(shape, var(f"o{len(self.outputs) + 1}", kind))
        self._assume()
        split = self._split()
        ends = [self._close(d, split) for d in self.moves]
        whole = ends[0]
        for one in ends[1:]:
            whole = conj(whole, one)
        for q in reversed(self.inputs):
            whole = gen(q, whole)
        variables = [self.u, *self.laws.values(), *self.outputs.values(), self.mechanism]
        return hyps_then(whole, self.premises, variables)

    @property
    def name(self) -> str:
        """The name of the sentence."""
        letters = re.sub("[^A-Za-z0-9]+", "_", self.source.name).strip("_")
        return f"program_{letters}_of_size_{self.size}"

    def shapes(self) -> dict[str, str]:
        """Say what the letters of the outputs stand for."""
        return {v.parts[0]: _shown(shape) for shape, v in self.outputs.items()}

    def _assume(self) -> None:
        """State what is assumed: u >= 1, the laws of the noise, what the mechanism is."""
        u, premises = self.u, [real(1) <= self.u]
        self.u1 = assume(premises[0])
        self.odds: dict[int, Term] = {}
        self.odds_positive: dict[int, Theorem] = {}
        self.law: dict[tuple[str, int], Theorem] = {}
        self.moved: dict[tuple[str, int, bool], Theorem] = {}
        for (kind, units), G in self.laws.items():
            E = self.odds.setdefault(units, call("power", u, numeral(units)))
            if units not in self.odds_positive:
                one = left(at(use(fact("a_larger_budget", u, real(1)), self.u1, ar(real(0) <= 1)), numeral(units)))
                self.odds_positive[units] = ar(real(0) <= E, one)
            law = call("law", G)
            rises, falls = call("rises", E, G), call("falls", E, G)
            premises += [law, rises] if kind == "exponential" else [law, rises, falls]
            self.law[kind, units], self.moved[kind, units, True] = assume(law), assume(rises)
            if kind != "exponential":
                self.moved[kind, units, False] = assume(falls)
        body = eq(self.mechanism(*self.inputs)(self.f), self.whole(self.tree, self.inputs, ()))
        is_program = alls(*self.inputs, self.f, body)
        premises.append(is_program)
        self.program, self.premises = assume(is_program), premises
        self.test = assume(call("test", self.f))

    # Terms

    def number(self, terms: Iterable[tuple[tuple[str, int], int]], rest: int, q: Inputs, xs: Noises) -> Term:
        """State a linear number."""
        found: Term | None = None
        for (kind, j), times in terms:
            if kind == "max":
                raise DomainError("a sentence must say which of several numbers is the largest")
            unknown = q[j] if kind == "input" else xs[j]
            one = unknown if times == 1 else real(times) * unknown
            found = one if found is None else found + one
        if found is None:
            return real(rest)
        return found + rest if rest else found

    def holds(self, number: Linear, truth: bool, q: Inputs, xs: Noises) -> Term:
        """State a comparison, what is subtracted on the other side of it."""
        low = self.number([(k, -c) for k, c in number.terms if c < 0], max(-number.constant, 0), q, xs)
        high = self.number([(k, c) for k, c in number.terms if c > 0], max(number.constant, 0), q, xs)
        return low <= high if truth else not_(low <= high)

    def returned(self, path: Path, q: Inputs, xs: Noises) -> Term:
        """State f of what a path returns."""
        shape, numbers = _shape(path)
        return self.f(self.outputs[shape](*(self.number(x.terms, x.constant, q, xs) for x in numbers)))

    def facts(self, event: tuple[Any, ...], outcome: Any) -> list[tuple[Linear, bool]]:
        """List the comparisons that an outcome stands for."""
        if event[0] == "ask":
            return [(event[1], outcome)]
        return _first_largest(event[1], outcome) if event[0] == "largest" else []

    def chance(self, event: tuple[Any, ...], outcome: Any) -> Fraction:
        """Give the chance of what a coin shows, or of what is picked."""
        if event[0] == "pick":
            return Fraction(1, event[1])
        heads: Fraction = event[1]
        return heads if outcome == 0 else 1 - heads

    def step(self, node: _Node, outcome: Any, child: Any, q: Inputs, xs: Noises) -> Term:
        """State what one way on from a node adds; `child` gives what follows, from the noises so far."""
        kind = node.event[0]
        found: Term
        if kind == "draw":
            x = self.noise(len(xs))
            found = child((*xs, x))
            return self.laws[node.event[2:]](lam(x, found))
        found = child(xs)
        if kind in ("coin", "pick"):
            return real(self.chance(node.event, outcome)) * found
        for number, truth in reversed(self.facts(node.event, outcome)):
            found = call("truth", self.holds(number, truth, q, xs)) * found
        return found

    def whole(self, node: _Node, q: Inputs, xs: Noises) -> Term:
        """State the mean of f from a node on."""
        if node.event[0] == "return":
            return self.returned(node.event[1], q, xs)
        ends = [
            self.step(node, outcome, lambda more, n=child: self.whole(n, q, more), q, xs)
            for outcome, child in node.ways.items()
        ]
        return _sum(ends)

    def along(self, way: _Way, q: Inputs, xs: Noises) -> Term:
        """State what one path adds, from a node on."""
        if not way.steps:
            return self.returned(way.path, q, xs)
        (node, outcome), rest = way.steps[0], _Way(way.steps[1:], way.path)
        return self.step(node, outcome, lambda more: self.along(rest, q, more), q, xs)

    @staticmethod
    def noise(j: int) -> Term:
        """The variable of a draw."""
        return var(f"x{j + 1}", "R")

    # Steps

    def unit(self, way: _Way, q: Inputs, xs: Noises) -> tuple[Theorem, Theorem]:
        """Prove that what a path adds is between 0 and 1."""
        key = ("unit", id(way.path), len(way.steps))
        if key not in self.known:
            free = [self.noise(j) for j in range(len(xs))]
            th = self._unit(way, self.inputs, tuple(free))
            for v in reversed([*self.inputs, *free]):
                th = gen(v, th)
            self.known[key] = th
        found = spec(self.known[key], *q, *xs)
        return left(found), right(found)

    def _unit(self, way: _Way, q: Inputs, xs: Noises) -> Theorem:
        t = self.along(way, q, xs)
        goal = call("and", real(0) <= t, t <= 1)
        if not way.steps:
            return to(at(self.test, t.parts[1]), goal)
        (node, outcome), rest = way.steps[0], _Way(way.steps[1:], way.path)
        kind = node.event[0]
        if kind == "draw":
            x = self.noise(len(xs))
            known = self.is_test(rest, q, xs)
            inner, G = lam(x, self.along(rest, q, (*xs, x))), node.event[2:]
            return to(use(fact("a_mean_of_a_test", self.laws[G], inner, A="R"), self.law[G], known), goal)
        low, high = self.unit(rest, q, xs)
        if kind in ("coin", "pick"):
            return conj(ar(real(0) <= t, low), ar(t <= 1, low, high))
        part = self.along(rest, q, xs)
        for number, truth in reversed(self.facts(node.event, outcome)):
            p = self.holds(number, truth, q, xs)
            both = use(fact("a_part_of_a_path", p, part), low, high)
            part, low, high = call("truth", p) * part, left(both), right(both)
        return to(conj(low, high), goal)

    def is_test(self, way: _Way, q: Inputs, xs: Noises) -> Theorem:
        """Prove that what a path adds is a test of its next noise."""
        x = self.noise(len(xs))
        low, high = self.unit(way, q, (*xs, x))
        return same(gen(x, conj(low, high)), call("test", lam(x, self.along(way, q, (*xs, x)))))

    def _split(self) -> Theorem:
        """Prove that the tree is the sum of its paths, for all inputs."""
        ways = list(_ways(self.tree))
        th = self._equal(self.tree, ways, self.inputs, ())
        for q in reversed(self.inputs):
            th = gen(q, th)
        return th

    def _equal(self, node: _Node, ways: list[_Way], q: Inputs, xs: Noises) -> Theorem:
        """Prove the equation of a node and the sum of the paths below it."""
        t = self.whole(node, q, xs)
        if node.event[0] == "return":
            return refl(t)
        total = _sum([self.along(way, q, xs) for way in ways])
        if node.event[0] == "draw":
            return same(self._sum_of_means(node, [_Way(way.steps[1:], way.path) for way in ways], q, xs), eq(t, total))
        equations, factors = [], []
        for outcome, child in node.ways.items():
            below = [_Way(way.steps[1:], way.path) for way in ways if way.steps[0][1] == outcome]
            equations.append(self._equal(child, below, q, xs))
            factors.append(self.step(node, outcome, lambda more: real(1), q, xs))
        certificate = [(1, (i,), factor) for i, factor in enumerate(factors)]
        return arith(eq(t, total), equations, (), certificate)

    def _sum_of_means(self, node: _Node, ways: list[_Way], q: Inputs, xs: Noises) -> Theorem:
        """Prove that the mean of a sum of paths is the sum of their means."""
        G, law, x = self.laws[node.event[2:]], self.law[node.event[2:]], self.noise(len(xs))
        (child,) = node.ways.values()
        inside = self._equal(child, ways, q, (*xs, x))
        found = under(inside, x, G)
        terms = [self.along(way, q, (*xs, x)) for way in ways]
        bounded = [use(fact("tests_are_bounded", lam(x, t), A="R"), self.is_test(way, q, xs))
                   for t, way in zip(terms, ways, strict=True)]  # fmt: skip
        facts, so_far, known = [found], terms[0], bounded[0]
        for t, b in zip(terms[1:], bounded[1:], strict=True):
            two = fact("a_mean_of_a_sum", G, lam(x, so_far), lam(x, t), A="R")
            facts.append(use(two, law, known, b))
            known = use(fact("bounded_plus", lam(x, so_far), lam(x, t), A="R"), known, b)
            so_far = so_far + t
        goal = eq(self.whole(node, q, xs), _sum([G(lam(x, t)) for t in terms]))
        return arith(goal, facts, (), [(1, (i,), None) for i in range(len(facts))])

    def _close(self, d: tuple[int, ...], split: Theorem) -> Theorem:
        """Prove that the mechanism is close to itself at a difference of the input."""
        moved = [q + by if by > 0 else q - (-by) if by < 0 else q for q, by in zip(self.inputs, d, strict=True)]
        rows = {row.path: row for row in self.rows if row.difference == d}
        here, there = self._sum_at(split, self.inputs), self._sum_at(split, moved)
        K = call("power", self.u, numeral(self.budget))
        less = [self._within(way, rows[way.path], moved, K) for way in _ways(self.tree)]
        M, N = self.mechanism(*self.inputs), self.mechanism(*moved)
        goal = M(self.f) <= K * N(self.f) + 0
        rows_ = [(1, (0,), None), (-1, (1,), K), *((1, (i + 2,), None) for i in range(len(less)))]
        th = arith(goal, [here, there, *less], (), rows_)
        closed = call("close", K, real(0), M, N)
        return same(gen(self.f, discharge(self.test.concl, th)), closed)

    def _sum_at(self, split: Theorem, q: Inputs) -> Theorem:
        """Prove that the mechanism at an input is the sum of its paths."""
        first, second = at(self.program, *q, self.f), spec(split, *q)
        goal = eq(self.mechanism(*q)(self.f), _sum([self.along(way, q, ()) for way in _ways(self.tree)]))
        return arith(goal, [first, second], (), [(1, (0,), None), (1, (1,), None)])

    def _within(self, way: _Way, row: Aligned, moved: Inputs, K: Term) -> Theorem:
        """Prove that a path adds at most u^budget times what it adds at the neighbour."""
        less, C, positive = self._kept(way, row, moved, ())
        t = self.along(way, moved, ())
        low, _ = self.unit(way, moved, ())
        scaled = ar(real(0) <= C * t, positive, low)
        spare = numeral(self.budget - row.cost)
        more = right(at(use(fact("a_larger_budget", self.u, C * t), self.u1, scaled), spare))
        goal = self.along(way, self.inputs, ()) <= K * t
        return arith(goal, [less, more], (), [(1, (0,), None), (1, (1,), None)])

    def _kept(self, way: _Way, row: Aligned, moved: Inputs, xs: Noises) -> tuple[Theorem, Term, Theorem]:
        """Prove t(q; x) <= C t(q + d; x + s) from a node on; also 0 <= C."""
        q = self.inputs
        there = tuple(_by(x, s) for x, s in zip(xs, row.shifts, strict=False))
        s, t = self.along(way, q, xs), self.along(way, moved, there)
        if not way.steps:
            C = real(1)
            return self._returns(way.path, s, moved, xs, there), C, ar(real(0) <= 1)
        (node, outcome), rest = way.steps[0], _Way(way.steps[1:], way.path)
        kind = node.event[0]
        if kind == "draw":
            return self._draw(node, rest, row, moved, xs, there)
        less, C, positive = self._kept(rest, row, moved, xs)
        if kind in ("coin", "pick"):
            goal = s <= C * t
            return arith(goal, [less], (), [(self.chance(node.event, outcome), (0,), None)]), C, positive
        low, high = self.unit(rest, moved, there)
        first, second = self.along(rest, q, xs), self.along(rest, moved, there)
        for number, truth in reversed(self.facts(node.event, outcome)):
            p, p_there = self.holds(number, truth, q, xs), self.holds(number, truth, moved, there)
            kept = self._implied(p, p_there, truth)
            less = use(fact("a_comparison_that_is_kept", p, p_there, C, first, second), positive, low, kept, less)
            first, second, part = call("truth", p) * first, call("truth", p_there) * second, second
            both = use(fact("a_part_of_a_path", p_there, part), low, high)
            low, high = left(both), right(both)
        return same(less, s <= C * t), C, positive

    def _implied(self, p: Term, there: Term, truth: bool) -> Theorem:
        """Prove that a comparison still holds when both sides have moved."""
        if truth:
            return discharge(p, ar(there, assume(p)))
        low, low_there = p.parts[1], there.parts[1]
        back = ar(low, assume(low_there))
        return discharge(p, refuting(low_there, contradiction(assume(p), back)))

    def _returns(self, path: Path, s: Term, moved: Inputs, xs: Noises, there: Noises) -> Theorem:
        """Prove that the same is returned."""
        shape, numbers = _shape(path)
        th = refl(s)
        values = [self.number(x.terms, x.constant, self.inputs, xs) for x in numbers]
        for i, x in enumerate(numbers):
            new = self.number(x.terms, x.constant, moved, there)
            th = subst(ar(eq(values[i], new)), th, self._returning(s, shape, values[:i], values[i + 1 :]))
            values[i] = new
        t = self.returned(path, moved, there)
        return arith(s <= real(1) * t, [same(th, eq(s, t))], (), [(1, (0,), None)])

    def _returning(self, s: Term, shape: Any, before: list[Term], after: list[Term]) -> Callable[[Term], Term]:
        """The equation of s and what is returned, as a function of one number in it."""
        return lambda v: eq(s, self.f(self.outputs[shape](*before, v, *after)))

    def _draw(
        self, node: _Node, rest: _Way, row: Aligned, moved: Inputs, xs: Noises, there: Noises
    ) -> tuple[Theorem, Term, Theorem]:
        """Prove the step of a draw: its noise moves by the shift of the row."""
        x, shift, key = self.noise(len(xs)), row.shifts[len(xs)], node.event[2:]
        less, C, positive = self._kept(rest, row, moved, (*xs, x))
        first, second = lam(x, self.along(rest, self.inputs, (*xs, x))), lam(x, self.along(rest, moved, (*there, x)))
        E, n, up = self.odds[key[1]], numeral(abs(shift)), shift >= 0
        word = "noise_may_be_moved_up" if up else "noise_may_be_moved_down"
        lemma = fact(word, E, self.laws[key], first, second, C, n)
        tests = self.is_test(rest, self.inputs, xs), self.is_test(rest, moved, there)
        known = self.odds_positive[key[1]], self.law[key], positive, self.moved[*key, up]
        both = use(lemma, *known, *tests, gen(x, less))
        return left(both), C * call("power", E, n), right(both)


@dataclass(frozen=True)
class _Way:
    """The rest of a path: nodes with the outcome that it takes, and the path."""

    steps: tuple[tuple[_Node, Any], ...]
    path: Path


def _ways(node: _Node) -> Iterator[_Way]:
    """List the paths below a node, in the order of the tree."""
    if node.event[0] == "return":
        yield _Way((), node.event[1])
    for outcome, child in node.ways.items():
        for way in _ways(child):
            yield _Way(((node, outcome), *way.steps), way.path)


def _shape(path: Path) -> tuple[Any, list[Linear]]:
    """Tell apart what is returned: the words, with the type of each, and the numbers that hold noise or input."""
    words = tuple(("number",) if isinstance(part, Linear) else (type(part).__name__, part) for part in path.output)
    return words, path.published


def _shown(shape: Any) -> str:
    """Show an output whose numbers are left open."""
    return "(" + ", ".join("_" if part == ("number",) else repr(part[1]) for part in shape) + ")"


def _by(x: Term, shift: int) -> Term:
    """Move a noise by a shift, in the words of the lemmas."""
    n = call("num", numeral(abs(shift)))
    return x + n if shift >= 0 else x - n


def _sum(terms: list[Term]) -> Term:
    found = terms[0]
    for one in terms[1:]:
        found = found + one
    return found
