"""Search for instances: where a statement fails, where its premises are met, and what its mutants do.

Instances are drawn from the sorts of the variables over sets of one to three elements. Where a premise asks that some
laws be close up to odds or a slack that is a variable, the variable is made as small as the premise allows, since most
false statements fail only there. From an instance that is nearly false the hunt goes on nearby. What is found is exact:
`evaluation` decides each instance or says that it cannot.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Any, Protocol

from sdp_proofs.logic import kernel
from sdp_proofs.logic.evaluation import Evaluated, Judge, Reading, is_mean, sets_of
from sdp_proofs.logic.kernel import Term, Type, alls, implies, spine
from sdp_proofs.logic.printing import text
from sdp_proofs.logic.surface import Sort, Statement
from sdp_proofs.logic.terms import not_
from sdp_proofs.logic.values import (
    GRID,
    Everything,
    Listed,
    NotDecided,
    Rule,
    Sequence_,
    Table,
    Weights,
    largest,
    minus,
    sign,
)

Instance = dict[str, Any]
# So many draws without an instance that is nearer to false, before the hunt goes on near another.
_PATIENCE = 60
# Functions of a real number, of which some are drawn.
_RULES = (
    Rule("x -> x", lambda x: x),
    Rule("x -> 0", lambda x: Fraction(0)),
    Rule("x -> 1", lambda x: Fraction(1)),
)


def told(sizes: Mapping[str, int], instance: Mapping[str, Any]) -> str:
    """An instance as text: values of the variables, and how many elements the sets have."""
    at = "; ".join(f"{name} = {value}" for name, value in instance.items())
    sets = ", ".join(f"{name} of {n}" for name, n in sizes.items())
    return (f"{at} (sets: {sets})" if at else f"sets: {sets}") if sets else at


@dataclass(frozen=True)
class Found:
    """The outcome of a hunt.

    Attributes:
        met: the number of instances that met all premises, as far as is decided.
        undecided: the number of these where something could not be decided.
        sizes: the sizes of the sets of the instance.
        instance: an instance that meets the premises where the conclusion is false, the simplest that was found.
    """

    met: int
    undecided: int
    sizes: dict[str, int]
    instance: Instance | None

    @property
    def refuted(self) -> bool:
        """True if an instance refutes the statement."""
        return self.instance is not None

    def __str__(self) -> str:
        if self.instance is None:
            open_ = f", {self.undecided} of them not decided" if self.undecided else ""
            return f"no instance found; the premises were met {self.met} times{open_}"
        return f"false at {told(self.sizes, self.instance)}"


@dataclass(frozen=True)
class Mutant:
    """A statement with a small change, and what the hunt for it found.

    Attributes:
        change: what was changed, in words.
        statement: the changed statement.
        found: the outcome of the hunt.
    """

    change: str
    statement: Statement
    found: Found


# ---- draws ---------------------------------------------------------------------------------------------------------
class Chance(Protocol):
    """A source of choices: a generator of random numbers, or a search that shrinks what it chose."""

    def random(self) -> float:
        """A number in [0, 1)."""

    def choice(self, options: Sequence[Any], /) -> Any:
        """One of some options."""

    def randrange(self, start: int, stop: int | None = None, /) -> int:
        """A number below `start`, or from `start` to below `stop`."""


class Draws:
    """Random values of types, over sets of given sizes."""

    def __init__(self, rng: Chance, reading: Reading) -> None:
        self.rng, self.reading = rng, reading

    def of(self, ty: Type, like: Any = "function") -> Any:
        """A value of a type, of the kind that a sort names."""
        if ty == "R":
            return self.number(like)
        if isinstance(ty, str):
            return self.element(ty)
        if ty[0] == "*":
            return self.of(ty[1]), self.of(ty[2])
        if is_mean(ty):
            return self.mean(ty[1][1], like == "law")
        if ty[2] == "o" and isinstance(ty[1], tuple) and ty[1][0] == "->":
            return self.some_class(ty[1])
        last = like
        if isinstance(like, tuple):
            many, own = like[1], like[2]
            last = own.like if many == 1 else (like[0], many - 1, own)
        elif like == "channel":
            last = "law"
        return self.function(ty, "function" if last in ("bounded", "law") and not is_mean(ty[2]) else last)

    def number(self, like: Any = "") -> Fraction:
        """A number of the grid, of the kind that a sort names."""
        one: Fraction = self.rng.choice(GRID)
        if like == "odds":
            return 1 + one
        if like == "rate":
            return one if one <= 1 else 1 / one
        sign_: int = self.rng.choice((1, 1, -1))
        return one if like == "nonneg" else one * sign_

    def element(self, ty: str) -> Any:
        """An element of a set, a natural number or a truth value."""
        if ty == "o":
            return self.rng.random() < 0.5
        return self.rng.randrange(4 if ty == "N" else self.reading.sizes[ty])

    def function(self, ty: Type, last: Any) -> Any:
        """A table where the set is finite, some values where it is not."""
        if self.reading.finite(ty[1]):
            return Table(tuple((x, self.of(ty[2], last)) for x in self.reading.members(ty[1])))
        if ty[1] == "N":
            if ty[2] == "R" and self.rng.random() < 0.5:  # a table of masses
                masses = self.law_masses(self.rng.randrange(1, 4))
                return Sequence_((*masses, Fraction(0)))
            return Sequence_(tuple(self.of(ty[2], last) for _ in range(self.rng.randrange(1, 4))))
        if ty[1] == ty[2] == "R":
            return self.rng.choice(_RULES)
        if ty[1][0] == "->" and ty[1][1] == "N" and self.reading.finite(ty[1][2]):  # it looks at the first place
            table = {x: self.of(ty[2], last) for x in self.reading.members(ty[1][2])}
            return Rule(
                "s -> " + ", ".join(f"{value} if s(0) = {x}" for x, value in table.items()), lambda s: table[s(0)]
            )
        constant = self.of(ty[2], last)
        return Rule(f"x -> {constant}", lambda x: constant)

    def near(self, sorts: list[tuple[Term, Sort]], env: Instance) -> Instance:
        """An instance that differs in one variable, of a table in one value."""
        v, sort = self.rng.choice(sorts)
        old, new = env[v.parts[0]], self.of(v.ty, sort.like)
        if isinstance(old, Table) and isinstance(new, Table):
            place = self.rng.randrange(len(old.pairs))
            new = Table((*old.pairs[:place], new.pairs[place], *old.pairs[place + 1 :]))
        return {**env, v.parts[0]: new}

    def law_masses(self, n: int) -> list[Fraction]:
        """Masses that are not negative and add up to one."""
        weights = [self.rng.choice((0, 0, 1, 1, 2, 3)) for _ in range(n)]
        weights[self.rng.randrange(n)] += 1
        return [Fraction(w, sum(weights)) for w in weights]

    def mean(self, over: Type, is_law: bool) -> Weights:
        """A law, or a functional with any masses."""
        if self.reading.finite(over):
            places = self.reading.members(over)
        else:
            places = list(dict.fromkeys(self.reading.canonical(self.of(over), over) for _ in range(2)))
        masses = self.law_masses(len(places)) if is_law else [self.number() for _ in places]
        return Weights(tuple((a, m) for a, m in zip(places, masses, strict=True) if m))

    def some_class(self, ty: Type) -> Any:
        """A class of functions: some laws, or all functions."""
        if is_mean(ty):
            return Listed(tuple(self.mean(ty[1][1], True) for _ in range(self.rng.choice((1, 1, 2)))))
        return Everything()


# ---- tight premises, and how far a conclusion fails ----------------------------------------------------------------
Leaf = Callable[[str, list[Term], tuple[Any, ...]], Any]


def _greatest(p: Term, reading: Reading, env: Instance, leaf: Leaf, stack: tuple[Any, ...] = ()) -> Any:
    """The greatest number that `leaf` gives for the parts of a proposition that must all hold; at least minus one."""
    head, args = spine(p)
    name = head.parts[0] if head.head == "const" else ""
    if name == "forall" and args[0].head == "lam":
        over, body = args[0].parts
        members = reading.members(over) if reading.finite(over) else list(reading.samples(over))
        return largest([Fraction(-1), *(_greatest(body, reading, env, leaf, (x, *stack)) for x in members)])
    if name == "implies":
        met = reading.code(args[0])(env, stack)
        return _greatest(args[1], reading, env, leaf, stack) if met else Fraction(-1)
    if name == "and":
        return largest([_greatest(one, reading, env, leaf, stack) for one in args])
    return leaf(name, args, stack)


def _private(reading: Reading, env: Instance, args: list[Term], stack: tuple[Any, ...], of_pair: Any) -> Any:
    """The greatest number of the laws of all neighbours."""
    near, mechanism = (reading.code(args[i])(env, stack) for i in (0, 1))
    members = reading.members(args[0].ty[1])
    pairs = [(mechanism(x), mechanism(y)) for x in members for y in members if near(x)(y)]
    return largest([Fraction(-1), *(of_pair(*pair, args[1].ty[2][1][1]) for pair in pairs)])


def _least(p: Term, slack: Term, signed: bool, reading: Reading, env: Instance) -> Any:
    """The least value of a variable for which a premise holds, if it stands for odds or slack of closeness there."""

    def leaf(name: str, args: list[Term], stack: tuple[Any, ...]) -> Any:
        if name not in ("close", "events_close", "private"):
            raise NotDecided("no closeness")
        E, d = args[-2:] if name == "private" else args[:2]
        if slack not in ((d,) if signed else (E, d)):  # odds that may be negative are left as they were drawn
            raise NotDecided("no slack")
        other = reading.code(d if slack == E else E)(env, stack)

        def of_pair(first: Any, second: Any, over: Type) -> Any:
            if slack == d:
                return reading.divergence(other, first, second, over)
            return least_odds(reading.masses(first, over), reading.masses(second, over), other)

        if name == "private":
            return _private(reading, env, args, stack, of_pair)
        first, second = (reading.code(args[i])(env, stack) for i in (2, 3))
        return of_pair(first, second, args[2].ty[1][1])

    return _greatest(p, reading, env, leaf)


def least_odds(first: Mapping[Any, Any], second: Mapping[Any, Any], slack: Any) -> Any:
    """The least E >= 0 for which the sum of the positive parts of p - E q is at most the slack.

    Raises:
        NotDecided: if no E is large enough, or a mass is no fraction.
    """
    rows = [(first.get(a, Fraction(0)), second.get(a, Fraction(0))) for a in {**first, **second}]
    if not all(isinstance(x, (int, Fraction)) and x >= 0 for row in (*rows, (slack,)) for x in row):
        raise NotDecided("not masses")
    # The sum falls from one ratio p/q to the next on a line: of the terms that are still positive there.
    ends = sorted({Fraction(0), *(p / q for p, q in rows if q)})
    for start in reversed(ends):
        alive = [(p, q) for p, q in rows if p - start * q > 0]
        if sum((p - start * q for p, q in alive), Fraction(0)) > slack:
            slope = sum((q for _, q in alive), Fraction(0))
            if not slope:
                raise NotDecided("no odds are enough")
            return (sum((p for p, _ in alive), Fraction(0)) - slack) / slope
    return Fraction(0)


def _gap(p: Term, reading: Reading, env: Instance) -> Any:
    """Measure how far a conclusion is from true: above 0 it is false."""

    def leaf(name: str, args: list[Term], stack: tuple[Any, ...]) -> Any:
        values = [reading.code(one)(env, stack) for one in args]
        if name in ("close", "events_close"):
            odds, slack, first, second = values
            return minus(reading.divergence(odds, first, second, args[2].ty[1][1]), slack)
        if name == "private":
            return minus(_private(reading, env, args, stack, partial(reading.divergence, values[2])), values[3])
        if name == "le":
            return minus(*values)
        raise NotDecided("no measure")

    return _greatest(p, reading, env, leaf)


def _tightened(statement: Statement, judge: Judge, env: Instance) -> Instance:
    """The instance with odds and slacks as small as the premises allow, and their sorts."""
    env, lowest = dict(env), {"odds": Fraction(1)}
    for p in statement.premises[statement.guards :]:
        for v, sort in statement.sorts:
            if v.ty == "R" and v in p.free:
                try:
                    least = _least(p, v, not sort.guard(v), judge.reading, env)
                except NotDecided:
                    continue
                env[v.parts[0]] = max(least, lowest.get(sort.like, Fraction(0)))
    return env


# ---- the hunt ------------------------------------------------------------------------------------------------------
def hunt(statement: Statement, tries: int = 300, seed: int = 1) -> Found:
    """Search for an instance where the premises hold and the conclusion does not.

    Args:
        statement: a statement, registered or not.
        tries: the number of instances that are drawn.
        seed: of the draws, for a hunt that can be repeated.

    Returns:
        What was found; without an instance nothing is shown to be true.

    Example:
        >>> from sdp_proofs.logic import proofs
        >>> hunt(proofs.load()["tests_decide_events"], tries=20).refuted
        False
    """
    met = undecided = 0
    best: tuple[tuple[int, int, str], dict[str, int], Instance] | None = None
    for sizes, env, result in _instances(statement, tries, seed):
        met += 1
        if result.conclusion is False and None not in result.premises:
            shown = {name: str(value) for name, value in env.items()}
            key = (sum(sizes.values()), sum(map(len, shown.values())), str(shown))
            if best is None or key < best[0]:
                best = key, sizes, env
        elif result.verdict is None:
            undecided += 1
    return Found(met, undecided, best[1] if best else {}, best[2] if best else None)


def examples(statement: Statement, tries: int = 300, seed: int = 1) -> Iterator[tuple[dict[str, int], Instance]]:
    """Yield instances that meet all premises: a statement that has none may say nothing."""
    for sizes, env, result in _instances(statement, tries, seed, hunted=False):
        if None not in result.premises:
            yield sizes, env


def _instances(
    statement: Statement, tries: int, seed: int, hunted: bool = True
) -> Iterator[tuple[dict[str, int], Instance, Evaluated]]:
    """Yield instances that meet the premises: drawn anew, or near the one whose conclusion is nearest to false.

    Where nothing is hunted, all are drawn anew and no conclusion is evaluated.
    """
    rng = random.Random(seed)
    names = sets_in(statement)
    judges: dict[tuple[int, ...], Judge] = {}
    best: tuple[Any, dict[str, int], Instance] | None = None
    stale = 0
    for _ in range(tries):
        from_here = best if statement.sorts and rng.random() < 1 / 2 else None
        sizes = from_here[1] if from_here else {name: rng.choice((1, 2, 2, 3)) for name in names}
        judge = judges.setdefault(tuple(sizes.values()), Judge(statement, sizes))
        draws = Draws(rng, judge.reading)
        try:
            if from_here:
                drawn = draws.near(statement.sorts, from_here[2])
            else:
                drawn = {v.parts[0]: draws.of(v.ty, sort.like) for v, sort in statement.sorts}
            tight = _tightened(statement, judge, drawn)
        except NotDecided:
            continue
        stale += 1
        for env in (drawn, tight) if tight != drawn else (drawn,):
            result = judge(env, met_only=True) if hunted else judge.met(env)
            if False in result.premises:
                continue
            yield sizes, env, result
            if None in result.premises or not hunted:
                continue
            try:
                gap = _gap(statement.conclusion, judge.reading, env)
                better = 1 if best is None else sign(minus(gap, best[0]))
                if better >= 0 or stale > _PATIENCE:
                    best, stale = (gap, sizes, env), 0 if better > 0 or stale > _PATIENCE else stale
            except NotDecided:
                pass


def sets_in(statement: Statement) -> list[str]:
    """The sets that a statement speaks of."""
    return sorted({one for v in statement.variables for one in sets_of(v.ty)} | _inner_sets(statement.term))


def drawn(statement: Statement, judge: Judge, rng: Chance, *, tight: bool) -> Instance:
    """An instance drawn from the sorts of the variables.

    Args:
        statement: whose variables get values.
        judge: of this statement, over sets of the sizes that are wanted.
        rng: the choices.
        tight: make odds and slacks as small as the premises allow, where most false statements fail.

    Raises:
        NotDecided: where a premise cannot be made tight.
    """
    draws = Draws(rng, judge.reading)
    found = {v.parts[0]: draws.of(v.ty, sort.like) for v, sort in statement.sorts}
    return _tightened(statement, judge, found) if tight else found


def _inner_sets(t: Term) -> set[str]:
    return sets_of(t.ty).union(*(_inner_sets(one) for one in t.parts if type(one) is Term))


# ---- mutants -------------------------------------------------------------------------------------------------------
def mutants(statement: Statement, tries: int = 300, seed: int = 1) -> list[Mutant]:
    """Hunt what differs a little: premises dropped, constants changed, summands and factors of the conclusion left out.

    A mutant for which nothing is found may be a stronger theorem, or false where the hunt does not look. Where the
    statement is true, one without a premise can fail only where this fails: there it is hunted first, and what is
    told of a hunt that finds nothing is how often it was there.
    """
    return [Mutant(change, one, _outside(statement, one, tries, seed)) for change, one in changed(statement)]


def _outside(whole: Statement, one: Statement, tries: int, seed: int) -> Found:
    """Hunt a mutant first where the premise that it leaves out fails."""
    dropped = [not_(p) for p in whole.premises if p not in one.premises]
    found = hunt(replace(one, premises=[*one.premises, *dropped]), tries, seed)
    if not dropped or found.refuted:
        return found
    anywhere = hunt(one, tries, seed)
    return anywhere if anywhere.refuted else found


def changed(statement: Statement) -> Iterator[tuple[str, Statement]]:
    """Yield the statements that differ a little, each with the change in words."""
    for i, p in enumerate(statement.premises):
        rest = [*statement.premises[:i], *statement.premises[i + 1 :]]
        guards = statement.guards - (i < statement.guards)
        yield f"without the premise {text(p)}", _with(statement, rest, statement.conclusion, guards, p)
    for said, end in changed_conclusions(statement):
        yield f"{said} in the conclusion", _with(statement, statement.premises, end, statement.guards)


def changed_conclusions(statement: Statement) -> Iterator[tuple[str, Term]]:
    """Yield conclusions that differ a little from that of a statement, each with the change in words."""
    for said, back, new in _small_changes(statement.conclusion):
        yield said, back(new)


def _with(one: Statement, premises: list[Term], end: Term, guards: int, dropped: Term | None = None) -> Statement:
    """The statement with other parts; a variable whose own premise was dropped is drawn freely."""
    whole = alls(*one.variables, implies(*premises, end))
    sorts = one.sorts
    if dropped is not None:
        sorts = [(v, Sort(v.ty, lambda x: []) if dropped in sort.guard(v) else sort) for v, sort in sorts]
    return replace(
        one, name=f"{one.name}_changed", premises=premises, conclusion=end, term=whole, guards=guards, sorts=sorts,
        claims=(), prover=None, uses=[], _theorem=None, _full=None,
    )  # fmt: skip


def _small_changes(t: Term) -> Iterator[tuple[str, Any, Term]]:
    """Yield (words, how to put it back, the new part) for constants, sums and products inside a term."""
    for part, back in _places(t, lambda new: new):
        head, args = spine(part)
        name = head.parts[0] if head.head == "const" else ""
        if part.head == "num":
            value = Fraction(*part.parts)
            for other in {value / 2, value + 1} - {value}:
                yield f"{other} for {value}", back, kernel.real(other)
        elif name in ("plus", "times") and len(args) == 2:
            for kept in args:
                yield f"{text(kept)} for {text(part)}", back, kept


def _places(t: Term, back: Any) -> Iterator[tuple[Term, Any]]:
    yield t, back
    if t.head == "app":
        f, x = t.parts
        yield from _places(f, lambda new: back(kernel.app(new, x)))
        yield from _places(x, lambda new: back(kernel.app(f, new)))
    elif t.head == "lam":
        v = kernel.var(_unlike(t.hint or "u", t), t.parts[0])
        yield from _places(kernel.open_(t.parts[1], v), lambda new: back(kernel.lam(v, new, t.hint)))


def _unlike(hint: str, t: Term) -> str:
    """A name that no free variable of a term has."""
    taken, name = {v.parts[0] for v in t.free}, hint
    while name in taken:
        name += "_"
    return name


def unused(statement: Statement) -> Iterator[Term]:
    """Yield the premises that the registered proof does not use."""
    found = {h for th in _steps(statement.full) if th.rule == "assume" for h in th.hyps}
    yield from (p for p in statement.premises if p not in found)


def _steps(th: kernel.Theorem) -> Iterator[kernel.Theorem]:
    seen: set[int] = set()
    waiting = [th]
    while waiting:
        one = waiting.pop()
        if id(one) not in seen:
            seen.add(id(one))
            yield one
            waiting += one.parents
