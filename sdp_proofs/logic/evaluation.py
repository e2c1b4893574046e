"""Values of terms on an instance: true, false, or not decided; never a guess.

Sets are finite (0, 1, ..., size - 1), numbers are fractions, and exp and log are balls that contain their values; two
balls that overlap decide nothing. What runs over infinitely many objects is decided by an example that tells (a false
instance of *for all*), by listing what its premise admits, or exactly by form: closeness, divergence, law and their
kind are decided from the masses of means. The masses of a mean are found by putting unknowns in place of the values of
its argument: whatever comes out as a linear form in the unknowns *is* linear, and its coefficients are the masses.
All natural numbers are the first five and `Late`, any one beyond, which a sequence that is constant there does not tell
apart; all functions on a finite set are one whose values are unknowns, where they cancel.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice, product
from typing import Any

from sdp_proofs.logic import kernel
from sdp_proofs.logic.kernel import BASE, Term, Type, match, spine, with_types
from sdp_proofs.logic.surface import Statement
from sdp_proofs.logic.values import (
    GRID,
    Everything,
    Late,
    Linear,
    Listed,
    NotDecided,
    Sequence_,
    Table,
    Unknown,
    Weights,
    elementary,
    inverse,
    largest,
    minus,
    plus,
    sign,
    times,
)
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.reals import read_integer, read_rational

_BITS = 128
_MOST_MEMBERS, _MOST_STEPS, _MOST_READS = 4096, 1000, 400_000
_LATE = 5
"""The natural numbers from here on are one value, `Late`."""


# ---- readings ------------------------------------------------------------------------------------------------------
Code = Callable[[Mapping[str, Any], tuple[Any, ...]], Any]


class Reading:
    """Evaluation of terms where each set has so many elements.

    Attributes:
        sizes: the number of elements of each set.
    """

    def __init__(self, sizes: Mapping[str, int]) -> None:
        if any(name in BASE or type(n) is not int or n < 1 for name, n in sizes.items()):
            raise ValueError("a set has one element or more; R, N and o are no sets")
        self.sizes = dict(sizes)
        self.left = _MOST_READS
        self._codes: dict[Term, Code] = {}

    # ---- elements of a type
    def finite(self, ty: Type) -> bool:
        """True of types whose members can be listed."""
        if isinstance(ty, str):
            return ty == "o" or ty in self.sizes
        return self.finite(ty[2]) and (self.finite(ty[1]) or self._one(ty))

    def _one(self, ty: Type) -> bool:
        """True of the sequences in a set of one element, of which there is one."""
        return ty[0] == "->" and ty[1] == "N" and type(ty[2]) is str and self.sizes.get(ty[2]) == 1

    def members(self, ty: Type) -> list[Any]:
        """All elements of a finite type.

        Raises:
            NotDecided: if there are infinitely many, or too many.
        """
        if not self.finite(ty):
            raise NotDecided(f"{ty} is not listed")
        if isinstance(ty, str):
            return [False, True] if ty == "o" else list(range(self.sizes[ty]))
        if self._one(ty):
            return [Sequence_((0,))]
        first, second = self.members(ty[1]), self.members(ty[2])
        count = len(first) * len(second) if ty[0] == "*" else len(second) ** len(first)
        if count > _MOST_MEMBERS:
            raise NotDecided("too many members")
        if ty[0] == "*":
            return list(product(first, second))
        return [Table(tuple(zip(first, values, strict=True))) for values in product(second, repeat=len(first))]

    def samples(self, ty: Type) -> Iterator[Any]:
        """Some elements of an infinite type: one that tells decides, silence does not."""
        if ty == "R":
            yield from GRID[:6]
            yield Fraction(-1)
        elif ty == "N":
            yield from range(5)
        elif isinstance(ty, tuple) and ty[0] == "->":
            if self.finite(ty[1]) and ty[2] == "R":
                domain = self.members(ty[1])
                corners = product((Fraction(0), Fraction(1)), repeat=len(domain))
                yield from (Table(tuple(zip(domain, values, strict=True))) for values in islice(corners, 64))
            elif ty[1] == "N" and ty[2] == "R":
                yield from (Sequence_((Fraction(p), Fraction(q))) for p in (0, 1) for q in (0, 1))
            elif ty[1] == "N" and isinstance(ty[2], str) and self.finite(ty[2]):
                yield from (Sequence_(pair) for pair in product(self.members(ty[2]), repeat=2))
            elif is_mean(ty) and self.finite(ty[1][1]):
                yield from (Weights(((a, Fraction(1)),)) for a in self.members(ty[1][1]))

    def canonical(self, x: Any, ty: Type) -> Any:
        """The one object of a value, by which values are compared.

        Raises:
            NotDecided: if the value is a ball, or a function with infinitely many values to compare.
        """
        if isinstance(ty, str):
            if isinstance(x, (Linear, Late, arb)) or x is None:
                raise NotDecided("not one value")
            return x
        if ty[0] == "*":
            return self.canonical(x[0], ty[1]), self.canonical(x[1], ty[2])
        if is_mean(ty):
            return frozenset((a, self.canonical(m, "R")) for a, m in self.masses(x, ty[1][1]).items())
        if ty[1] == "N" and isinstance(x, Sequence_):
            values = [self.canonical(one, ty[2]) for one in x.values]
            while len(values) > 1 and values[-1] == values[-2]:
                values.pop()
            return Sequence_(tuple(values))
        return Table(tuple((a, self.canonical(x(a), ty[2])) for a in self.members(ty[1])))

    def masses(self, mean: Any, over: Type) -> dict[Any, Any]:
        """The masses of a mean on a set.

        Raises:
            NotDecided: if the mean is not linear in the values of its argument, as far as its form shows.
        """
        found = mean.masses if isinstance(mean, Weights) else ()
        if not isinstance(mean, Weights):
            form = mean(lambda a: Linear(((self.canonical(a, over), Fraction(1)),)))
            if isinstance(form, Linear) and sign(form.constant) == 0:
                found = form.masses
            elif isinstance(form, Linear) or sign(form) != 0:
                raise NotDecided("not linear")
        merged: dict[Any, Any] = {}
        for a, m in found:
            if isinstance(a, Unknown):
                raise NotDecided("not a mean of the elements alone")
            merged[a] = plus(merged.get(a, Fraction(0)), m)
        return {a: m for a, m in merged.items() if isinstance(m, arb) or m}

    # ---- notions that are decided by form
    def is_law(self, mean: Any, over: Type) -> bool:
        """Masses that are not negative and add up to one."""
        masses = self.masses(mean, over)
        total: Any = Fraction(0)
        for m in masses.values():
            if sign(m) < 0:
                return False
            total = plus(total, m)
        return sign(minus(total, Fraction(1))) == 0

    def divergence(self, odds: Any, first: Any, second: Any, over: Type) -> Any:
        """The greatest of P f - E Q f over tests f: each value of f is 0 or 1, whatever pays."""
        p, q = self.masses(first, over), self.masses(second, over)
        found: Any = Fraction(0)
        for a in {**p, **q}:
            gain = minus(p.get(a, Fraction(0)), times(odds, q.get(a, Fraction(0))))
            if sign(gain) > 0:
                found = plus(found, gain)
        return found

    def greatest_loss(self, near: Any, mechanism: Any, odds: Any, x: Any, sets: tuple[Type, Type]) -> Any:
        """The largest of 0 and the divergences to and from the neighbours of a database."""
        found: Any = Fraction(0)
        for y in self.members(sets[0]):
            if decided(near(x)(y)):
                two = mechanism(x), mechanism(y)
                found = largest([found, *(self.divergence(odds, *pair, sets[1]) for pair in (two, two[::-1]))])
        return found

    def is_smoothed(self, near: Any, mechanism: Any, odds: Any, d: Any, laws: Any, sets: tuple[Type, Type]) -> bool:
        """A bound of the losses with small means: the least is the greatest loss, and anything where nobody is near."""
        if not isinstance(laws, Listed):
            raise NotDecided("the class of laws is not listed")
        databases, loss = self.members(sets[0]), {}
        for x in databases:  # the bound is asked for where x has a neighbour; elsewhere it may be as low as one likes
            if any(decided(near(x)(y)) for y in databases):
                loss[x] = self.greatest_loss(near, mechanism, odds, x, sets)
        for law in laws.members:
            masses = self.masses(law, sets[0])
            if any(sign(m) < 0 for m in masses.values()):
                raise NotDecided("not a law")
            if set(masses) <= set(loss) and sign(minus(d, Weights(tuple(masses.items()))(loss.__getitem__))) < 0:
                return False
        return True

    def is_chi(self, m: Any, first: Any, second: Any, over: Type) -> bool:
        """The greatest of 2 P f - Q f^2 over functions f, the sum of p^2/q, is at most m."""
        p, q = self.masses(first, over), self.masses(second, over)
        found: Any = Fraction(0)
        for a in {**p, **q}:
            one, other = p.get(a, Fraction(0)), q.get(a, Fraction(0))
            if sign(other) < 0 or (sign(other) == 0 and sign(one) != 0):
                return False
            if sign(other) > 0:
                found = plus(found, times(times(one, one), inverse(other)))
        return sign(minus(m, found)) >= 0

    def is_integral(self, functions: Any, mean: Any, over: Type) -> bool:
        """A positive linear functional on the bounded functions, or on all functions of a finite set."""
        if not (isinstance(functions, (Everything, _Bounded)) and self.finite(over)):
            raise NotDecided("an integral on this class")
        return all(sign(m) >= 0 for m in self.masses(mean, over).values())

    # ---- terms
    def code(self, t: Term) -> Code:
        """The value of a term, from the values of its variables and of the functions around it."""
        found = self._codes.get(t)
        if found is None:
            found = self._codes[t] = _caught(self._made(t)) if t.ty == "o" else self._made(t)
        return found

    def _made(self, t: Term) -> Code:
        if t.head == "var":
            return lambda env, stack: env[t.parts[0]]
        if t.head == "bound":
            return lambda env, stack: stack[t.parts[0]]
        if t.head == "num":
            value = Fraction(*t.parts)
            return lambda env, stack: value
        if t.head == "lam":
            body = self.code(t.parts[1])
            return lambda env, stack: lambda x: body(env, (x, *stack))
        if t.head == "const":
            one = self._constant(t)
            return lambda env, stack: one
        head, args = spine(t)
        name = head.parts[0] if head.head == "const" else ""
        if name in ("forall", "exists") and len(args) == 1:
            return self._all(args[0], name == "exists")
        if name in ("and", "or", "implies") and len(args) == 2:
            return _connected(name, *(self.code(one) for one in args))
        f, x = self.code(t.parts[0]), self.code(t.parts[1])

        def applied(env: Mapping[str, Any], stack: tuple[Any, ...]) -> Any:
            self.left -= 1
            if self.left < 0:
                raise NotDecided("too much to read")
            return f(env, stack)(x(env, stack))

        return applied

    def _all(self, f: Term, some: bool) -> Code:
        """For all, or for some, elements: by a list, or by what a premise lists, or by an example that tells."""
        over, inner = f.ty[1], self.code(f)
        classes = _classes(f)
        guards = [self.code(one) for one in ([] if some else classes)]

        def run(env: Mapping[str, Any], stack: tuple[Any, ...]) -> bool | None:
            body, full = inner(env, stack), True
            if self.finite(over):
                values: Iterable[Any] = self.members(over)
            elif over == "N":
                values = (*range(_LATE), Late(_LATE))
            elif not some and self._holds_of_unknowns(body, over):
                return True
            else:
                lists = [c for c in (g(env, ("unknown", *stack)) for g in guards) if isinstance(c, Listed)]
                full = bool(lists)
                values = lists[0].members if lists else self.samples(over)
                body = self._beyond(f, lists[0], env, stack) if lists else body
            found: bool | None = not some if full else None
            for value in values:
                one: bool | None = body(value)
                if one is some:
                    return some
                if one is None:
                    found = None
            return found

        return run

    def _holds_of_unknowns(self, body: Callable[[Any], Any], over: Type) -> bool:
        """True if a body holds of a real function on a finite set whatever its values are."""
        if isinstance(over, str) or over[0] != "->" or over[2] != "R" or not self.finite(over[1]):
            return False
        owner = object()
        unknowns = ((a, Linear(((Unknown(owner, a), Fraction(1)),))) for a in self.members(over[1]))
        return body(Table(tuple(unknowns))) is True

    def _beyond(self, f: Term, listed: Listed, env: Mapping[str, Any], stack: tuple[Any, ...]) -> Callable[[Any], Any]:
        """The body for a member of a listed class, whose premise of membership is met."""
        premises, end = _taken_apart(f.parts[1])
        kept = [self.code(p) for p in premises if self._names(p, listed, env, stack) is not True]
        last = self.code(end)

        def body(value: Any) -> bool | None:
            now, unknown = (value, *stack), False
            for p in kept:
                met = p(env, now)
                if met is False:
                    return True
                unknown = unknown or met is None
            told: bool | None = last(env, now)
            return None if unknown and told is not True else told

        return body

    def _names(self, p: Term, listed: Listed, env: Mapping[str, Any], stack: tuple[Any, ...]) -> bool:
        """True of the premise that an element is of this class."""
        return _puts_into(p) and self.code(p.parts[0])(env, ("unknown", *stack)) is listed

    def _constant(self, t: Term) -> Any:
        name, ty = t.parts[0], t.ty
        plain = _PLAIN.get(name)
        if plain is not None:
            return plain
        if name == "eq":
            return lambda x: lambda y: self._equal(x, y, ty[1])
        if name == "law":
            return lambda P: self.is_law(P, ty[1][1][1])
        if name in ("close", "events_close"):
            over = ty[2][2][1][1][1]
            return lambda E: lambda d: lambda P: lambda Q: sign(minus(d, self.divergence(E, P, Q, over))) >= 0
        if name == "divergence":
            return lambda E: lambda P: lambda Q: self.divergence(E, P, Q, ty[2][1][1][1])
        if name == "greatest_loss":
            sets = (ty[1][1], ty[2][1][2][1][1])
            return lambda near: lambda M: lambda E: lambda x: self.greatest_loss(near, M, E, x, sets)
        if name == "smoothed":
            two = (ty[1][1], ty[2][1][2][1][1])
            return lambda near: lambda M: lambda E: lambda d: lambda laws: self.is_smoothed(near, M, E, d, laws, two)
        if name == "chi":
            return lambda m: lambda P: lambda Q: self.is_chi(m, P, Q, ty[2][1][1][1])
        if name == "integral":
            return lambda ig: lambda M: self.is_integral(ig, M, ty[1][1][1])
        if name == "bounded":
            return _Bounded(self.finite(ty[1][1]))
        whole = kernel.meaning(name)
        if whole is None or name in ("exists", "or"):
            raise NotDecided(f"{name} has no value here")
        return self.code(with_types(whole, match(whole.ty, ty)))({}, ())

    def _equal(self, x: Any, y: Any, ty: Type) -> bool:
        if ty == "R":
            return sign(minus(x, y)) == 0
        if ty == "N" and isinstance(x, Late) is not isinstance(y, Late):
            late, other = (x, y) if isinstance(x, Late) else (y, x)
            if other < late.bound:
                return False
        try:
            return bool(self.canonical(x, ty) == self.canonical(y, ty))
        except NotDecided:
            if isinstance(ty, str) or ty[0] == "*" or all(self._equal(x(a), y(a), ty[2]) for a in self.samples(ty[1])):
                raise
            return False


class _Bounded:
    """The predicate of bounded functions: on a finite set, all; elsewhere those whose values are a finite list."""

    def __init__(self, all_of_them: bool) -> None:
        self.all_of_them = all_of_them

    def __call__(self, f: Any) -> bool:
        if self.all_of_them or isinstance(f, Sequence_):
            return True
        raise NotDecided("a bound of infinitely many values")


def is_mean(ty: Type) -> bool:
    """True of the type of functionals (A -> R) -> R."""
    return type(ty) is tuple and ty[2] == "R" and type(ty[1]) is tuple and ty[1][0] == ty[0] == "->" and ty[1][2] == "R"


def decided(p: bool | None) -> bool:
    """A proposition that is true or false.

    Raises:
        NotDecided: if it is neither here.
    """
    if p is None:
        raise NotDecided("a proposition is open")
    return p


def _caught(code: Code) -> Code:
    def run(env: Mapping[str, Any], stack: tuple[Any, ...]) -> bool | None:
        try:
            found: bool | None = code(env, stack)
        except NotDecided:
            return None
        return found

    return run


def _connected(name: str, p: Code, q: Code) -> Code:
    """The connectives of three values: one side may decide alone."""

    def run(env: Mapping[str, Any], stack: tuple[Any, ...]) -> bool | None:
        one: bool | None = p(env, stack)
        if name == "implies":
            one = None if one is None else not one
        stop = name != "and"
        if one is stop:
            return stop
        other: bool | None = q(env, stack)
        return stop if other is stop else None if one is None or other is None else not stop

    return run


def _taken_apart(t: Term) -> tuple[list[Term], Term]:
    premises = []
    head, args = spine(t)
    while head.head == "const" and head.parts[0] == "implies" and len(args) == 2:
        premises.append(args[0])
        head, args = spine(t := args[1])
    return premises, t


def _classes(f: Term) -> list[Term]:
    """The classes that premises of a body put its variable into."""
    if f.head != "lam":
        return []
    premises, _ = _taken_apart(f.parts[1])
    return [p.parts[0] for p in premises if _puts_into(p)]


def _puts_into(p: Term) -> bool:
    """True of a premise that applies a class to the innermost bound variable."""
    if p.head != "app" or p.parts[1].head != "bound" or any(i == 0 for i, _ in p.parts[0].loose):
        return False
    return bool(p.parts[1].parts[0] == 0)


def _truth(p: bool | None) -> Fraction:
    return Fraction(decided(p))


def _recursion(start: Any, step: Any, n: int | Late) -> Any:
    last = n.bound if isinstance(n, Late) else n
    if last > _MOST_STEPS:
        raise NotDecided("too many steps")
    for k in range(last):
        start = step(k)(start)
    if isinstance(n, Late):  # the same from here on, if one step more changes nothing
        after = step(n)(start)
        if not all(type(one) in (int, bool, Fraction) for one in (start, after)) or start != after:
            raise NotDecided("still changing")
    return start


_PLAIN: dict[str, Any] = {
    "plus": lambda x: lambda y: plus(x, y),
    "minus": lambda x: lambda y: minus(x, y),
    "times": lambda x: lambda y: times(x, y),
    "max": lambda x: lambda y: largest((x, y)),
    "inv": inverse,
    "exp": lambda x: elementary("exp", x),
    "log": lambda x: elementary("log", x),
    "le": lambda x: lambda y: sign(minus(y, x)) >= 0,
    "not": lambda p: None if p is None else not p,
    "false": False,
    "truth": _truth,
    "zero": 0,
    "succ": lambda n: n if isinstance(n, Late) else n + 1,
    "rec": lambda z: lambda s: lambda n: _recursion(z, s, n),
    "pair": lambda a: lambda b: (a, b),
    "fst": lambda o: o[0],
    "snd": lambda o: o[1],
}


# ---- statements at values ------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Evaluated:
    """A statement at one instance.

    Attributes:
        verdict: True, False, or None where it is not decided.
        premises: of each premise the same, up to the first that fails.
        conclusion: of the conclusion, if all premises hold.
    """

    verdict: bool | None
    premises: tuple[bool | None, ...]
    conclusion: bool | None


class Judge:
    """A statement, to be decided at many instances over sets of the same sizes."""

    def __init__(self, statement: Statement, sizes: Mapping[str, int]) -> None:
        self.reading = Reading(sizes)
        self.premises = [self.reading.code(p) for p in statement.premises]
        self.conclusion = self.reading.code(statement.conclusion)

    def __call__(self, values: Mapping[str, Any], met_only: bool = False) -> Evaluated:
        """Decide premises, then the conclusion; with `met_only` not where a premise is undecided."""
        found = self.met(values)
        if False in found.premises or (met_only and None in found.premises):
            return found
        with ctx.workprec(_BITS):
            end = self.conclusion(values, ())
        return Evaluated(None if None in found.premises and end is not True else end, found.premises, end)

    def met(self, values: Mapping[str, Any]) -> Evaluated:
        """Decide the premises alone, until one is false."""
        met: list[bool | None] = []
        with ctx.workprec(_BITS):
            self.reading.left = _MOST_READS
            for p in self.premises:
                met.append(p(values, ()))
                if met[-1] is False:
                    return Evaluated(True, tuple(met), None)
        return Evaluated(None, tuple(met), None)


def evaluated(statement: Statement, sizes: Mapping[str, int] | None = None, /, **values: Any) -> Evaluated:
    """Decide a statement at values of its variables, exactly.

    Args:
        statement: a statement, registered or not.
        sizes: the number of elements of sets whose size no law or table shows.
        **values: for each variable, what `read_value` reads.

    Returns:
        The verdict with that of each premise; a premise that fails makes the sentence true.

    Raises:
        ValueError: if a value is missing, is one too many, or does not fit.

    Example:
        >>> from sdp_proofs.logic import proofs, surface
        >>> one = proofs.load()["events_suffice"]
        >>> evaluated(one, E=1, delta="1/2", P=["1/2", "1/2"], Q=[0, 1]).verdict
        True
    """
    wanted = {v.parts[0]: v.ty for v in statement.variables}
    if set(values) != set(wanted):
        raise ValueError(f"{statement.name} is asked with {', '.join(wanted)}; got {', '.join(values) or 'nothing'}")
    known = dict(sizes or {})
    for name, ty in wanted.items():
        _learn(ty, values[name], known, name)
    for name in {s for ty in wanted.values() for s in sets_of(ty)} - set(known):
        known[name] = 2
    judge = Judge(statement, known)
    return judge({name: read_value(ty, values[name], judge.reading, name) for name, ty in wanted.items()})


def sets_of(ty: Type) -> set[str]:
    """The names of sets in a type."""
    return ({ty} - set(BASE)) if isinstance(ty, str) else sets_of(ty[1]) | sets_of(ty[2])


def _learn(ty: Type, value: Any, sizes: dict[str, int], name: str) -> None:
    """The sizes of sets that lists of values show."""
    if not isinstance(ty, tuple) or ty[0] != "->" or not isinstance(value, (list, tuple)):
        return
    over = ty[1][1] if is_mean(ty) else ty[1]
    if isinstance(over, str) and over not in BASE and sizes.setdefault(over, len(value)) != len(value):
        raise ValueError(f"{name}: the set {over} has {sizes[over]} elements; got {len(value)} values")
    if not is_mean(ty):
        for one in value:
            _learn(ty[2], one, sizes, name)


def read_value(ty: Type, value: Any, reading: Reading, name: str) -> Any:
    """The value of a variable as people write it.

    A number is an int, a Fraction or a string; a law is the list of its masses; a function on a set is the list of its
    values, on natural numbers the list of its first values, the last one for ever; a class is a list of its members.

    Raises:
        ValueError: if the value does not fit.
    """
    if isinstance(value, (Weights, Table, Sequence_, Listed, Everything)):
        return value
    if callable(value):
        many = len(inspect.signature(value).parameters)
        return _checked(ty, value if many == 1 else _curried(value, many), reading, name)
    if isinstance(ty, str):
        return _read_element(ty, value, reading, name)
    if not isinstance(value, (list, tuple)):
        raise ValueError(f"{name} is a list; got {value!r}")
    if ty[0] == "*":
        return read_value(ty[1], value[0], reading, name), read_value(ty[2], value[1], reading, name)
    if is_mean(ty):
        return Weights.of(read_rational(m, name) for m in value)
    if ty[2] == "o" and isinstance(ty[1], tuple):
        return Listed(tuple(read_value(ty[1], one, reading, name) for one in value))
    values = [read_value(ty[2], one, reading, name) for one in value]
    if ty[1] == "N":
        return Sequence_(tuple(values))
    domain = reading.members(ty[1])
    if len(domain) != len(values):
        raise ValueError(f"{name}: {len(domain)} values are wanted; got {len(values)}")
    return Table(tuple(zip(domain, values, strict=True)))


def _read_element(ty: str, value: Any, reading: Reading, name: str) -> Any:
    if ty == "R":
        return read_rational(value, name)
    if ty == "o":
        if type(value) is not bool:
            raise ValueError(f"{name} is True or False; got {value!r}")
        return value
    n = read_integer(value, name)
    if n < 0 or (ty != "N" and n >= reading.sizes[ty]):
        raise ValueError(f"{name}: {ty} has no element {n}")
    return n


def _curried(f: Callable[..., Any], many: int, *first: Any) -> Callable[[Any], Any]:
    return lambda x: f(*first, x) if len(first) == many - 1 else _curried(f, many, *first, x)


def _checked(ty: Type, value: Any, reading: Reading, name: str) -> Any:
    """A Python function whose values are read as those of lists are."""
    if callable(value):

        def at(x: Any) -> Any:
            if isinstance(x, Late):
                raise NotDecided("a function that may tell many numbers apart")
            return _checked(ty[2], value(x), reading, name)

        return at
    return value if isinstance(value, (Linear, arb)) else read_value(ty, value, reading, name)
