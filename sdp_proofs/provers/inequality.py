"""Inequalities over boxes: proved, refuted by a point, or open.

Intervals may be open and half-infinite.

Tried in turn: the range of the difference over the whole box; z3, for rational functions; Taylor's theorem about
the places where equality is touched; subdivision in Arb balls with ranges, slopes and local Taylor remainders.

A formula is taken apart into single terms that must be positive, or not negative, and these are made simpler.

What each rule uses, and where its hypotheses are checked. B is the box of spans, R the points of B at which the
conditions are true, f the larger side minus the smaller; to prove is f >= 0 or f > 0 on R.

* Definedness (`_undefined`). The formula has a value on all of R, with v log(v/w) = 0 for v = 0, and a premise has one
  wherever those before it are true. Terms of + - * / ** exp, log, sqrt, abs, Max, Min are continuous where they have a
  value, so f is continuous on R; floor and ceiling are not, and no rule but ranges applies to them. Where an f that is
  stripped of shared factors (`divided`) has no value, one of these is 0 and both sides are equal.
* Ranges. An interval extension contains every value that f has at a point of the intervals; f need not be defined
  on all of them, nor do the conditions matter.
* z3. A rational f has its sign wherever the box and the rational conditions, that is on R and perhaps on more; no
  divisor may be open, `SmtResult.everywhere`. That there is no such point proves it as well.
* Cover (`Subdivision`, `pieces`, `tightened`). R is covered by parts; a part on which a condition certainly fails
  everywhere holds no point of R.
* Closure (`Region.opened`). f >= 0 on a dense subset of R implies f >= 0 on R, f being continuous. The inside of B is
  dense in B but not in R: what the conditions must be for that is checked.
* Mean value (`_by_slopes`). f is differentiable inside B and continuous at the corner c that is compared with, whatever
  the conditions say. Then f(p) = f(c) + f'(q)(p - c) for p inside B, with q between. The bound is closed, so it
  reaches the p of R on the ends, at which f is continuous.
* Taylor about a place x = g(y) (`_by_taylor`, `Touching`). For p = (x, y) in R the segment from (g(y), y) to p stays
  where f is smooth, the place excepted, that is in B and where the conditions hold that z3 proves to hold on the way
  (`_kept_towards`, no divisor open); f and its first k - 1 derivatives in x are continuous and 0 at the place for
  every y of R (`touchings`). Then f(p) = D(q)(x - g(y))**k/k! with q between, and a sign of the k-th derivative D
  decides; strictly, if x != g(y). A D that has been simplified is equal and defined on the set on which its sign is
  shown. With one symbol, D may have its sign at the place only, if the next derivative has it everywhere.
* Half-line (`_decided_far_out`). In a part with x on [e, oo), whatever the conditions say: f >= 0 at x = e, where it
  has a value; its first k - 1 derivatives are >= 0 there, where f is smooth (alternating signs for (-oo, e]); the
  k-th is >= 0 on all of the part, in the inside of which f is smooth. Then f >= f(e, y) by Taylor's theorem.
* Next to an open end (`_vanishes_only_outside`). Taylor about a place that is not in B, with D of strict sign.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from sdp_proofs.errors import DomainError
from sdp_proofs.formulas.derivatives import substitute, text
from sdp_proofs.formulas.formula import Formula
from sdp_proofs.formulas.ranges import ONE, Box, SpanLike, exact_constant, factors, product, read_box, shown
from sdp_proofs.formulas.syntax import Node
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.provers.region import (
    CEILING,
    Z3_STEPS,
    Point,
    Region,
    checked_names,
    is_positive,
    is_rational,
    obligations,
)
from sdp_proofs.provers.smt import prove_for_all_reals
from sdp_proofs.provers.subdivision import MAX_ORDER, Budget, Subdivision, Term, Touching, candidates, touchings
from sdp_proofs.verdict import Verdict

_MAX_CASES = 6


@dataclass(frozen=True, slots=True)
class Goal:
    """A difference that must be positive (strict) or not negative.

    It must be so where the conditions hold.
    """

    larger: Node
    smaller: Node
    strict: bool
    where: tuple[Formula, ...] = ()

    @property
    def node(self) -> Node:
        """The term."""
        return self.larger if exact_constant(self.smaller) == 0 else Node("sub", (self.larger, self.smaller))


def obligations_of(statement: Node) -> list[tuple[Node, str]] | None:
    """Return the conditions for every term of a statement to be defined."""
    found: list[tuple[Node, str]] = []
    for part in statement.children():
        below = obligations_of(part) if part.is_statement else obligations(part)
        if below is None:
            return None
        found += below
    return found


def goals_of(formula: Formula) -> tuple[list[Formula], list[Goal]]:
    """Split an implication into its hypotheses and its goals.

    Raises:
        DomainError: not an inequality.
    """
    assumed, tree = [], formula.tree
    while tree.head == "implies":
        condition, tree = tree.parts
        assumed.append(Formula(text(condition), tuple(formula.symbols)))
    return assumed, list(_comparisons(tree))


def conclusion_of(formula: Formula) -> Node:
    """Return the statement behind all implications.

    Example:
        >>> text(conclusion_of(Formula("Implies(x > 0, Implies(y > 0, x*y > 0))", ["x", "y"])))
        '(x * y) > 0'
    """
    tree: Node = formula.tree
    while tree.head == "implies":
        tree = tree.parts[1]
    return tree


def _comparisons(node: Node) -> Iterator[Goal]:
    if node.head == "and":
        for part in node.parts:
            yield from _comparisons(part)
        return
    if node.head != "relation" or not set(node.parts[0]) <= {"<", "<=", ">", ">="}:
        raise DomainError(f"an inequality must consist of < <= > >= joined by And; got {text(node)}")
    signs, terms = node.parts
    for sign, left, right in zip(signs, terms, terms[1:], strict=False):
        larger, smaller = (right, left) if sign in ("<", "<=") else (left, right)
        # a >= max(b, c) is two inequalities without a maximum, which have derivatives.
        for above in larger.parts if larger.head == "min" else (larger,):
            for below in smaller.parts if smaller.head == "max" else (smaller,):
                yield from _without_exponentials(Goal(above, below, sign in ("<", ">")))


def _without_exponentials(goal: Goal) -> Iterator[Goal]:
    """Compare the exponents: the exponential function increases."""
    if goal.larger.head == goal.smaller.head == "exp":
        goal = Goal(goal.larger.parts[0], goal.smaller.parts[0], goal.strict)
    yield goal


def divided(goal: Goal, region: Region) -> Goal:
    """Strike out shared factors that are positive on the region.

    Example:
        >>> from sdp_proofs.formulas.ranges import read_box
        >>> [goal] = goals_of(Formula("-h*x >= -h", ["h", "x"]))[1]
        >>> text(divided(goal, Region(read_box({"h": "(0, oo)", "x": (0, 1)}))).node)
        '(1 - x)'
    """
    left, right = list(_spread(goal.larger)), list(_spread(goal.smaller))
    turned = False
    for factor in list(left):
        if factor not in right:
            continue
        sign = exact_constant(factor)
        if sign is None and not region.satisfies(factor, ">" if goal.strict else ">="):
            continue
        if sign == 0:
            continue
        left.remove(factor)
        right.remove(factor)
        turned ^= sign is not None and sign < 0
    larger, smaller = (right, left) if turned else (left, right)
    return Goal(product(larger), product(smaller), goal.strict, goal.where)


def _spread(node: Node) -> Iterator[Node]:
    """The factors of a term, those of a numerator too."""
    for factor in factors(node):
        if factor.head == "div" and exact_constant(factor.parts[0]) != 1:
            yield from _spread(factor.parts[0])
            yield Node("div", (ONE, factor.parts[1]))
        else:
            yield factor


def pieces(goal: Goal, names: tuple[str, ...]) -> Iterator[Goal]:
    """Resolve the first maximum, minimum or absolute value, case by case."""
    rough = _first_rough(goal.larger) or _first_rough(goal.smaller)
    if rough is None or len(goal.where) >= _MAX_CASES:
        return
    if rough.head == "abs":
        [inside] = rough.parts
        cases = [(inside, [(inside, ">=")]), (Node("neg", (inside,)), [(inside, "<=")])]
    else:
        sign = ">=" if rough.head == "max" else "<="
        cases = [
            (part, [(Node("sub", (part, other)), sign) for other in rough.parts if other is not part])
            for part in rough.parts
        ]
    for value, conditions in cases:
        assumed = [Formula(f"{text(node)} {sign} 0", names) for node, sign in conditions]
        larger, smaller = (_with(side, rough, value) for side in (goal.larger, goal.smaller))
        yield Goal(larger, smaller, goal.strict, (*goal.where, *assumed))


def _first_rough(node: Node) -> Node | None:
    if node.head in ("abs", "max", "min") and node.free_names():
        return node
    return next((found for part in node.children() if (found := _first_rough(part)) is not None), None)


def _with(node: Node, old: Node, new: Node) -> Node:
    if node == old:
        return new
    return Node(node.head, tuple(_with(part, old, new) if isinstance(part, Node) else part for part in node.parts))


MAX_SYMBOLS = 4
_DEPTH = 2
_INNER_BOXES = 400
_DENOMINATORS = (1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 25, 32, 50, 64, 100, 1000)
Strength = Literal["SMT", "CERTIFIED"]


@dataclass(frozen=True, slots=True)
class InequalityResult:
    """Result of the examination of an inequality on a box.

    Attributes:
        verdict: HOLDS on every point; FAILS at `witness`; or UNKNOWN.
        witness: rational values in the box at which the conditions hold and the inequality fails, re-evaluated.
        undecided: where the verdict is UNKNOWN, the box that could not be decided.
        at_middle: the difference of the sides in the middle of that box, where it is known.
        boxes: how many boxes were looked at.
        method: what decided, in words.
        strength: SMT if z3 alone decided, otherwise CERTIFIED.
        engines: what the verdict rests on: "arb", "sympy", "z3".
        reason: why the verdict is UNKNOWN.
    """

    verdict: Verdict
    witness: Point | None = None
    undecided: Box | None = None
    at_middle: Enclosure | None = None
    boxes: int = 0
    method: str = ""
    strength: Strength = "CERTIFIED"
    engines: tuple[str, ...] = ()
    reason: str = ""


def prove_inequality(
    formula: Formula,
    box: Mapping[str, SpanLike],
    *,
    where: Sequence[Formula] = (),
    touching: Mapping[str, Any] | None = None,
    boxes: int = 20_000,
    seconds: float = 30.0,
) -> InequalityResult:
    """Decide whether an inequality holds on a box, under conditions.

    A product v*log(u) with u = v or u = v/w is continued by 0 log 0 = 0; otherwise a statement that is undefined
    somewhere in the box is never proved.

    Args:
        formula: relations < <= > >=, joined by And, perhaps behind an Implies.
        box: an interval with rational ends for every symbol: "[0, 1)", "(0, oo)" or a pair of closed ends.
        where: side conditions.
        touching: places where the two sides are equal, by symbol: {"a": "b"} for a = b. Ends of intervals,
            equal symbols and simple rational numbers are tried without being named.
        boxes: how many boxes may be looked at.
        seconds: of the processor, how long all of it may take.

    Raises:
        DomainError: not an inequality, a symbol without an interval, or more than four symbols.

    Example:
        >>> chernoff = Formula("(1 + s)*log(1 + s) - s >= s**2/3", ["s"])
        >>> prove_inequality(chernoff, {"s": "[0, 1]"}).verdict
        <Verdict.HOLDS: 'HOLDS'>
        >>> prove_inequality(chernoff, {"s": "[0, 2]"}).witness
        {'s': Fraction(2, 1)}
        >>> pinsker = Formula("a*log(a/b) + (1 - a)*log((1 - a)/(1 - b)) >= 2*(a - b)**2", ["a", "b"])
        >>> prove_inequality(pinsker, {"a": "(0, 1)", "b": "(0, 1)"}).verdict
        <Verdict.HOLDS: 'HOLDS'>
    """
    spans = read_box(box)
    if len(spans) > MAX_SYMBOLS:
        raise DomainError(f"an inequality must have at most {MAX_SYMBOLS} symbols; got {len(spans)}")
    for statement in (formula, *where):
        checked_names(statement, spans)
        if not statement.tree.is_statement:
            raise DomainError(f"an inequality must be given; got the term {statement.text!r}")
    strange = [name for name in touching or {} if name not in spans]
    if strange:
        raise DomainError(f"the sides can only touch along a symbol of the box; got {strange[0]!r}")
    assumed, goals = goals_of(formula)
    named = [(name, Formula(str(place), tuple(spans)).tree) for name, place in (touching or {}).items()]
    prover = _Prover(formula, Budget(boxes, seconds), named)
    return prover.result(Region(spans, tuple(where), prover.engines), assumed, goals)


@dataclass
class _Prover:
    formula: Formula
    budget: Budget
    named: list[tuple[str, Node]]
    engines: set[str] = field(default_factory=set)
    methods: list[str] = field(default_factory=list)
    middle: Point = field(default_factory=dict)

    def result(self, given: Region, assumed: list[Formula], goals: list[Goal]) -> InequalityResult:
        """Refute at points, settle the domain, then prove each goal."""
        tight = given.with_conditions((*given.where, *assumed)).tightened()
        if tight is None:
            return self._open("no point satisfies the conditions")
        region = tight
        self.middle = {name: span.middle() for name, span in region.box.items()}
        for point in region.probes():
            if self._refutes(point, region):
                return self._refuted(point, region)
        if region.where and region.inhabitant() is None:
            return self._open("no point that satisfies the conditions was found")
        undefined = self._undefined(given, assumed)
        waiting = list(goals)
        while waiting:
            goal = waiting.pop()
            part = region.with_conditions((*region.where, *goal.where)).tightened()
            if part is None:
                continue
            goal = divided(goal, part)
            cases = list(pieces(goal, region.names))
            # A range knows maxima; only where that is not enough, the cases are told apart.
            sparing = Budget(_INNER_BOXES, self.budget.left() / 4) if cases else self.budget
            part = part.restricted(goal.node.free_names())
            verdict, witness, undecided, reason = self._prove(Term(goal.node), goal.strict, part, _DEPTH, sparing)
            if verdict is Verdict.UNKNOWN and cases:
                waiting += cases
                continue
            if verdict is Verdict.FAILS and witness is not None:
                return self._refuted(witness, region)
            if verdict is not Verdict.HOLDS:
                return self._open(reason, undecided or region.box, goal.node)
        if undefined:
            return self._open(undefined, region.box)
        return InequalityResult(
            Verdict.HOLDS,
            boxes=self.budget.examined,
            method="; ".join(dict.fromkeys(self.methods)),
            strength="SMT" if self.engines == {"z3"} else "CERTIFIED",
            engines=tuple(sorted(self.engines)),
        )

    def _open(self, reason: str, box: Box | None = None, node: Node | None = None) -> InequalityResult:
        value = None
        if box is not None and node is not None:
            middle = {name: span.middle() for name, span in box.items()}
            value = Formula(text(node), tuple(box)).value(middle)
            reason = f"{reason}: {shown(box)}"
        return InequalityResult(
            Verdict.UNKNOWN, undecided=box, at_middle=value, boxes=self.budget.examined, reason=reason
        )

    def _refuted(self, point: Point, region: Region) -> InequalityResult:
        simple = self._simplified({**self.middle, **point}, region)
        return InequalityResult(Verdict.FAILS, simple, boxes=self.budget.examined, method="a point", engines=("arb",))

    def _refutes(self, point: Point, region: Region) -> bool:
        point = {**self.middle, **point}
        return region.contains(point) and self.formula.decide(point, CEILING) is Verdict.FAILS

    def _simplified(self, point: Point, region: Region) -> Point:
        for bound in _DENOMINATORS:
            near = {name: value.limit_denominator(bound) for name, value in point.items()}
            if self._refutes(near, region):
                return near
        return point

    def _undefined(self, given: Region, assumed: list[Formula]) -> str:
        """Say why the formula may be undefined; else empty.

        A hypothesis must be defined where those before it are true.
        """
        statements = [*(formula.tree for formula in assumed), conclusion_of(self.formula)]
        for place, statement in enumerate(statements):
            region = given.with_conditions((*given.where, *assumed[:place])).tightened()
            reason = "" if region is None else self._undefined_in(region, statement)
            if reason:
                return reason
        return ""

    def _undefined_in(self, region: Region, statement: Node) -> str:
        required = obligations_of(statement)
        if required is None:
            return "a constant of the formula is not defined"
        for node, sign in required:
            if region.satisfies(node, sign):
                continue
            signs = [(node, False)] if sign == ">=" else [(node, True)]
            if sign == "!=":
                signs.append((Node("neg", (node,)), True))
            # Terms of the condition must themselves be defined; this is among the other conditions.
            if not any(self._prove(Term(term), strict, region, 0)[0] is Verdict.HOLDS for term, strict in signs):
                return f"{text(node)} {sign} 0 is not proven, so the formula may be undefined"
        return ""

    def _prove(
        self, term: Term, strict: bool, region: Region, depth: int, budget: Budget | None = None
    ) -> tuple[Verdict, Point | None, Box | None, str]:
        """Return verdict, witness, undecided box and reason for one goal.

        Below the top a witness refutes nothing.
        """
        sign = ">" if strict else ">="
        top = depth == _DEPTH
        found = term.function.over(region.box)
        positive = is_positive(term.node) or (found is not None and bool(found[0] > 0))
        if positive or (found is not None and not strict and found[0] >= 0):
            self._note("ranges", "arb")
            return Verdict.HOLDS, None, None, ""
        asked = region.ask(term.node, sign)
        if asked is not None and asked.everywhere:
            self._note("z3")
            return Verdict.HOLDS, None, None, ""
        if asked is not None and asked.witness is not None:
            point = {**{name: span.middle() for name, span in region.box.items()}, **asked.witness}
            if not top or self._refutes(point, region):
                return Verdict.FAILS, point, None, "z3 refutes it"
        # If 0 is allowed, a limit settles the ends of the spans, so the inside must be smooth only.
        inside = region if strict else region.opened()
        box = region.with_conditions(())
        smooth = (box if strict else box.interior()).is_smooth(term.node)
        places: list[Touching] = []
        if smooth or inside.is_smooth(term.node):
            places = touchings(term, inside, candidates(region.box, self.named))
            if strict and top:
                for place in places:
                    touched = place.point(self.middle)
                    if touched is not None and self._refutes(touched, region):
                        return Verdict.FAILS, touched, None, "the sides are equal there"
            if depth and any(self._by_taylor(term, place, strict, inside, depth) for place in places):
                return Verdict.HOLDS, None, None, ""
        budget = budget or Budget(min(_INNER_BOXES, self.budget.boxes), self.budget.left() / 4)
        division = Subdivision(
            term,
            strict,
            region,
            places if smooth else [],
            smooth,
            lambda point: self._refutes(point, region) if top else region.contains(point),
        ).run(budget)
        if budget is not self.budget:
            self.budget.examined += budget.examined
        if division.verdict is Verdict.HOLDS:
            self._note(f"subdivision with {', '.join(sorted(division.rules))}", "arb")
        return division.verdict, division.witness, division.undecided, division.reason

    def _note(self, method: str, *engines: str) -> None:
        self.methods.append(method)
        self.engines.update(engines)

    def _by_taylor(self, term: Term, place: Touching, strict: bool, region: Region, depth: int) -> bool:
        """Decide by the sign of a derivative on the whole region.

        The term is zero at the place.
        """
        kept = region.with_conditions(tuple(c for c in region.where if _kept_towards(c, place, region)))
        if not kept.is_smooth(term.node):
            return False
        if strict and not (place.is_excluded(region.box) or region.satisfies(place.distance, "!=")):
            return False
        side = 1 if region.satisfies(place.distance, ">=") else -1 if region.satisfies(place.distance, "<=") else 0
        leading, order = place.derivative.simplified(kept), place.order
        while True:
            if side == 0 and order % 2:
                return False
            before = len(self.methods)
            signed = leading if side >= 0 or order % 2 == 0 else Term(Node("neg", (leading.node,)))
            if self._prove(signed, strict, kept, depth - 1)[0] is Verdict.HOLDS:
                method = f"Taylor's theorem of order {order} about {place.name} = {text(place.place)}"
                self.methods[before:] = [f"{method}, its remainder by {'; '.join(self.methods[before:])}"]
                self.engines.add("arb")
                return True
            following = leading.partial(place.name)
            if strict or following is None or order == MAX_ORDER or len(region.box) > 1 or side == 0:
                return False
            there = Formula(f"{text(signed.node)} >= 0", region.names)
            place_value = Formula(text(place.place)).value({})
            if place_value is None or there.decide({place.name: place_value}, CEILING) is not Verdict.HOLDS:
                return False
            leading, order = following, order + 1


def _kept_towards(condition: Formula, place: Touching, region: Region) -> bool:
    """Ask z3 whether a condition holds on the way to the place.

    It holds at the point where the way begins.
    """
    share = "way_" + "_".join(region.names)
    symbols = (*region.names, share)
    step = Node("mul", (Node("symbol", (share,)), place.distance))
    there = substitute(condition.tree, {place.name: Node("add", (place.place, step))})
    texts = [text(for_all) for for_all in (condition.tree, there)]
    ends = [condition for name, span in region.box.items() for condition in span.conditions(name)]
    assumed = [Formula(assumption, symbols) for assumption in (texts[0], *ends, f"0 <= {share} <= 1")]
    if not is_rational(there):
        return False
    return prove_for_all_reals(assumed, Formula(texts[1], symbols), steps=Z3_STEPS).everywhere
