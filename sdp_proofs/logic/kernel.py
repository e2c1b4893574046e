"""Types, terms, and the only functions that make a theorem.

A type is 'R' (real numbers), 'o' (propositions), 'N' (natural numbers), the name of a set that is not empty,
('->', s, t) for functions or ('*', s, t) for pairs. Each type and each term is one of these, checked when it is built:
a subclass, an object that claims to be equal, a name with strange letters is refused or replaced by the honest one.

Nothing else is believed: no solver, no table that is open to others. A `Theorem` in memory is not yet a proof, since
Python hides nothing from the code beside it: the word *proved* belongs to `replay`, in a process of its own.
"""

from __future__ import annotations

import gc
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import count
from math import gcd
from typing import Any
from zlib import crc32

Type = Any
BASE = ("R", "o", "N")
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_TYPES: dict[Any, Type] = {}
_HASHES: dict[int, int] = {}


def is_name(x: object) -> bool:
    """True of a plain string of letters, digits and underscores that begins with a letter."""
    return type(x) is str and _NAME.fullmatch(x) is not None


def as_type(x: Any) -> Type:
    """The one object of a type; what is no type raises TypeError."""
    found = _TYPES.get(x)
    if found is None:
        if type(x) is tuple and len(x) == 3 and type(x[0]) is str and x[0] in ("->", "*"):
            found = (x[0], as_type(x[1]), as_type(x[2]))
            code = hash((crc32(x[0].encode()), _HASHES[id(found[1])], _HASHES[id(found[2])]))
        elif is_name(x):
            found, code = x, crc32(x.encode())
        else:
            raise TypeError("not a type")
        found = _TYPES.setdefault(found, found)
        _HASHES.setdefault(id(found), code)
    return found


def fn(*types: Type) -> Type:
    """The type of functions: fn(a, b, c) is a -> (b -> c)."""
    *first, last = types
    for one in reversed(first):
        last = ("->", one, last)
    return as_type(last)


# ---- terms ---------------------------------------------------------------------------------------------------------
_TERMS: dict[Any, Term] = {}
_NORMAL: dict[Term, Term] = {}
_NONE: frozenset[Any] = frozenset()
_HEADS = {one: one for one in ("var", "const", "num", "bound", "app", "lam")}


class Term:
    """A well-typed term; a wrong one raises TypeError when it is built.

    Attributes:
        head: 'var' or 'const' (a name), 'num' (numerator, denominator), 'bound' (an index), 'app' (f, x),
            'lam' (type, body).
        parts: what belongs to the head.
        ty: its type.
        free: its variables.
        loose: the indices, with their types, that belong to no function inside.
        top: the greatest of these indices and one; 0 if there are none.
        hint: how a reader calls the bound variable; of no meaning.
    """

    __slots__ = ("free", "hashed", "head", "hint", "loose", "parts", "top", "ty")
    free: frozenset[Term]
    hashed: int
    head: str
    hint: str
    loose: frozenset[tuple[int, Type]]
    parts: tuple[Any, ...]
    top: int
    ty: Type

    def __new__(cls, head: str, parts: tuple[Any, ...], ty: Type, hint: str = "") -> Term:
        """The term of these parts, the same object each time."""
        if cls is not Term or type(parts) is not tuple or not (type(hint) is str and (hint == "" or is_name(hint))):
            raise TypeError("not a term")
        head, ty = _HEADS[head], as_type(ty)
        if len(parts) != (2 if head in ("app", "lam", "num") else 1):
            raise TypeError("not a term")
        one, free, loose = parts[0], _NONE, _NONE
        key: Any
        if head == "app":
            x = parts[1]
            if type(one) is not Term or type(x) is not Term:
                raise TypeError("not a term")
            key = (id(one), id(x))
            if key not in _TERMS:
                if type(one.ty) is not tuple or one.ty[0] != "->" or one.ty[1] is not x.ty or one.ty[2] is not ty:
                    raise TypeError(f"{one.ty} does not apply to {x.ty}")
                free, loose, code = one.free | x.free, one.loose | x.loose, hash((1, one.hashed, x.hashed))
        elif head == "lam":
            one, body = as_type(one), parts[1]
            if type(body) is not Term or as_type(("->", one, body.ty)) is not ty:
                raise TypeError("not a function")
            key, parts = ("lam", id(one), id(body), hint), (one, body)
            if key not in _TERMS:
                if any(i == 0 and s is not one for i, s in body.loose):
                    raise TypeError("a bound variable has one type")
                free, loose = body.free, frozenset((i - 1, s) for i, s in body.loose if i)
                code = hash((2, _HASHES[id(one)], body.hashed))
        elif head == "num":
            if type(one) is not int or type(parts[1]) is not int or parts[1] <= 0 or gcd(*parts) != 1 or ty != "R":
                raise TypeError("a number is a fraction of integers in lowest terms")
            key, code = ("num", *parts), hash((3, *parts))
        elif head == "bound":
            if type(one) is not int or one < 0:
                raise TypeError("not an index")
            key, loose, code = ("bound", one, id(ty)), frozenset([(one, ty)]), hash((4, one, _HASHES[id(ty)]))
        else:
            if not is_name(one):
                raise TypeError("not a name")
            key, code = (head, one, id(ty)), hash((5 if head == "var" else 6, crc32(one.encode()), _HASHES[id(ty)]))
            if head == "const" and key not in _TERMS:
                match(generic(one), ty)
        known = _TERMS.get(key)
        if known is None:
            known = object.__new__(Term)
            slots = (("head", head), ("parts", parts), ("ty", ty), ("hint", hint), ("hashed", code), ("loose", loose))
            for slot, value in (*slots, ("top", max((i + 1 for i, _ in loose), default=0))):
                object.__setattr__(known, slot, value)
            object.__setattr__(known, "free", frozenset([known]) if head == "var" else free)
            _TERMS[key] = known
        elif known.ty is not ty:  # the key of an application has no type
            raise TypeError(f"it is of type {known.ty}, got {ty}")
        return known

    def __setattr__(self, slot: str, value: Any) -> None:
        """Refuse: a term does not change."""
        raise AttributeError("a term does not change")

    __delattr__ = __setattr__  # type: ignore[assignment]

    def __hash__(self) -> int:
        return self.hashed

    def __eq__(self, other: object) -> bool:
        return self is other or (
            type(other) is Term and self.hashed == other.hashed and self.head == other.head and self.ty is other.ty
            and self.parts == other.parts
        )  # fmt: skip

    def __call__(self, *values: Any) -> Term:
        found = self
        for one in values:
            found = app(found, term(one, found.ty[1]))
        return found

    def __add__(self, other: Any) -> Term: return PLUS(self, other)
    def __radd__(self, other: Any) -> Term: return PLUS(other, self)
    def __sub__(self, other: Any) -> Term: return MINUS(self, other)
    def __rsub__(self, other: Any) -> Term: return MINUS(other, self)
    def __mul__(self, other: Any) -> Term: return TIMES(self, other)
    def __rmul__(self, other: Any) -> Term: return TIMES(other, self)
    def __le__(self, other: Any) -> Term: return LE(self, other)
    def __ge__(self, other: Any) -> Term: return LE(other, self)
    def __and__(self, other: Term) -> Term: return AND(self, other)
    def eq(self, other: Any) -> Term: return eq(self, real(other))


def forget(above: int = 300_000) -> None:
    """Drop the tables of terms and normal forms if they hold more than so many terms; what is held stays valid."""
    if len(_TERMS) > above:
        _NORMAL.clear()
        _TERMS.clear()
        _TERMS.update(_LASTING)
        gc.collect()


def plain(*terms: Any) -> None:
    """Refuse what is not a term."""
    if any(type(t) is not Term for t in terms):
        raise TypeError("not a term")


_CONSTANTS: dict[str, Type] = {
    **dict.fromkeys(("plus", "minus", "times", "max"), fn("R", "R", "R")),
    **dict.fromkeys(("inv", "exp", "log"), fn("R", "R")),
    **dict.fromkeys(("and", "implies"), fn("o", "o", "o")),
    "le": fn("R", "R", "o"), "eq": fn("A", "A", "o"), "forall": fn(fn("A", "o"), "o"), "lub": fn(fn("R", "o"), "R"),
    "zero": "N", "succ": fn("N", "N"), "rec": fn("A", fn("N", "A", "A"), "N", "A"),
    "pair": fn("A", "B", ("*", "A", "B")), "fst": fn(("*", "A", "B"), "A"), "snd": fn(("*", "A", "B"), "B"),
}  # fmt: skip
_DEFINED: dict[str, Term] = {}
CONSTANTS = tuple(_CONSTANTS)


def generic(name: str) -> Type:
    """The type of a constant or definition, its sets free to be others."""
    if name in _CONSTANTS:
        return _CONSTANTS[name]
    if name not in _DEFINED:
        raise TypeError(f"no constant is called {name}")
    return _DEFINED[name].ty


def meaning(name: str) -> Term | None:
    """The term that a definition stands for."""
    return _DEFINED.get(name)


def definitions() -> tuple[str, ...]:
    """The names that are defined, in order."""
    return tuple(_DEFINED)


def match(pattern: Type, ty: Type, found: dict[str, Type] | None = None) -> dict[str, Type]:
    """The sets that make a pattern the type; TypeError if there are none."""
    found = {} if found is None else found
    if type(pattern) is str:
        if (pattern in BASE and pattern != ty) or found.setdefault(pattern, ty) is not ty:
            raise TypeError(f"{ty} is not of the form {pattern}")
    elif type(ty) is str or pattern[0] != ty[0]:
        raise TypeError(f"{ty} is not of the form {pattern}")
    else:
        match(pattern[1], ty[1], found)
        match(pattern[2], ty[2], found)
    return found


def var(name: str, ty: Type) -> Term: return Term("var", (name,), ty)
def const(name: str, ty: Type) -> Term: return Term("const", (name,), ty)
def bound(index: int, ty: Type) -> Term: return Term("bound", (index,), ty)


def app(f: Term, x: Term) -> Term:
    """A function at a value."""
    known = _TERMS.get((id(f), id(x)))  # the table holds the two terms, so no other objects have these numbers
    if known is not None:
        return known
    plain(f, x)
    if type(f.ty) is not tuple:
        raise TypeError("not a function")
    return Term("app", (f, x), f.ty[2])


def _exact(c: Any) -> Fraction:
    """A fraction of plain integers, whatever class the number was of."""
    if type(c) not in (int, Fraction):
        raise TypeError("a number is an int or a Fraction")
    return Fraction(*(int(one) for one in c.as_integer_ratio()))


def real(x: Any) -> Term:
    """The term of a number; a term stays."""
    return x if type(x) is Term else Term("num", _exact(x).as_integer_ratio(), "R")


def lam(x: Term, body: Term, hint: str = "") -> Term:
    """The function of a variable that the body contains."""
    plain(x, body)
    if x.head != "var" or body.loose:
        raise TypeError("a function of a variable needs a variable and a body without loose indices")
    inner = _map(body, lambda one, d: bound(d, x.ty) if one == x else one, lambda one, d: x not in one.free)
    return Term("lam", (x.ty, inner), ("->", x.ty, body.ty), hint or x.parts[0].split("__")[0])


_numbers = count()


def term(x: Any, ty: Type) -> Term:
    """The term of a number or of a Python function of one argument; a term stays."""
    if type(x) is Term or not callable(x):
        return real(x)
    name = x.__code__.co_varnames[0]
    own = var(f"{name}__{next(_numbers)}", ty[1])
    return lam(own, term(x(own), ty[2]), name)


def _map(t: Term, leaf: Callable[[Term, int], Term], stop: Callable[[Term, int], bool]) -> Term:
    """A term with other leaves; the depth below functions is the second argument."""
    known: dict[tuple[int, int], Term] = {}

    def go(t: Term, depth: int) -> Term:
        if stop(t, depth):
            return t
        found = known.get((id(t), depth))
        if found is None:
            if t.head == "app":
                found = app(go(t.parts[0], depth), go(t.parts[1], depth))
            elif t.head == "lam":
                found = Term("lam", (t.parts[0], go(t.parts[1], depth + 1)), t.ty, t.hint)
            else:
                found = leaf(t, depth)
            known[id(t), depth] = found
        return found

    return go(t, 0)


def _shift(t: Term, by: int) -> Term:
    """A term with its loose indices moved."""
    if by == 0 or not t.loose:
        return t

    def leaf(one: Term, d: int) -> Term:
        return bound(one.parts[0] + by, one.ty) if one.head == "bound" and one.parts[0] >= d else one

    return _map(t, leaf, lambda one, d: one.top <= d)


def open_(body: Term, value: Term) -> Term:
    """The body of a function at a value."""
    plain(body, value)

    def leaf(one: Term, d: int) -> Term:
        if one.head != "bound" or one.parts[0] < d:
            return one
        return _shift(value, d) if one.parts[0] == d else bound(one.parts[0] - 1, one.ty)

    return _map(body, leaf, lambda one, d: one.top <= d)


def with_types(t: Any, types: Mapping[str, Type]) -> Any:
    """A type or a term with types in place of names of sets."""
    known: dict[int, Any] = {}

    def go(t: Any) -> Any:
        found = known.get(id(t))
        if found is None:
            if type(t) is not Term:
                found = types.get(t, t) if type(t) is str else as_type((t[0], go(t[1]), go(t[2])))
            elif t.head == "app":
                found = app(go(t.parts[0]), go(t.parts[1]))
            elif t.head == "lam":
                found = Term("lam", (go(t.parts[0]), go(t.parts[1])), go(t.ty), t.hint)
            else:
                found = Term(t.head, t.parts, go(t.ty))
            known[id(t)] = found
        return found

    return go(t)


PLUS, MINUS, TIMES, MAX = (const(name, fn("R", "R", "R")) for name in ("plus", "minus", "times", "max"))
INV, EXP, LOG = (const(name, fn("R", "R")) for name in ("inv", "exp", "log"))
LE, AND, IMPLIES = const("le", fn("R", "R", "o")), const("and", fn("o", "o", "o")), const("implies", fn("o", "o", "o"))
ZERO, SUCC = const("zero", "N"), const("succ", fn("N", "N"))
LUB = const("lub", fn(fn("R", "o"), "R"))


def eq(s: Term, t: Term) -> Term: return const("eq", fn(s.ty, s.ty, "o"))(s, t)
def forall(x: Term, body: Term) -> Term: return const("forall", fn(fn(x.ty, "o"), "o"))(lam(x, body))
def rec(z: Term, s: Term, n: Term) -> Term: return const("rec", fn(z.ty, s.ty, "N", z.ty))(z, s, n)
def pair(a: Term, b: Term) -> Term: return const("pair", fn(a.ty, b.ty, ("*", a.ty, b.ty)))(a, b)
def fst(o: Term) -> Term: return const("fst", fn(o.ty, o.ty[1]))(o)
def snd(o: Term) -> Term: return const("snd", fn(o.ty, o.ty[2]))(o)


def spine(t: Term) -> tuple[Term, list[Term]]:
    """The function and the arguments of f(x)(y)..."""
    args: list[Term] = []
    while t.head == "app":
        args.append(t.parts[1])
        t = t.parts[0]
    return t, args[::-1]


def binary(t: Term, name: str) -> tuple[Term, Term]:
    """The two sides of a proposition such as s <= t ('le'); ValueError if it is another."""
    head, args = spine(t)
    if head.head != "const" or head.parts[0] != name or len(args) != 2:
        raise ValueError(f"not of the form {name}")
    return args[0], args[1]


def alls(*parts: Term) -> Term:
    """For all of the variables, the last part."""
    *variables, body = parts
    for one in reversed(variables):
        body = forall(one, body)
    return body


def lams(*parts: Term) -> Term:
    """The function of the variables whose value is the last part."""
    *variables, body = parts
    for one in reversed(variables):
        body = lam(one, body)
    return body


def implies(*parts: Term) -> Term:
    """The premises imply the last part."""
    *premises, end = parts
    for one in reversed(premises):
        end = IMPLIES(one, end)
    return end


# ---- normal forms --------------------------------------------------------------------------------------------------
def normal(t: Term) -> Term:
    """The form without definitions, functions at values, recursion at 0 or n + 1, and parts of pairs."""
    plain(t)
    found = _NORMAL.get(t)
    if found is None:
        found = _NORMAL[t] = _normal(t)
    return found


def _normal(t: Term) -> Term:
    if t.head == "app":
        f, x = normal(t.parts[0]), normal(t.parts[1])
        if f.head == "lam":
            return normal(open_(f.parts[1], x))
        head, args = spine(app(f, x))
        name, (inner, parts) = head.parts[0] if head.head == "const" else "", spine(x)
        made = inner.parts[0] if inner.head == "const" else ""
        if name == "rec" and len(args) == 3 and made == "zero":
            return args[0]
        if name == "rec" and len(args) == 3 and made == "succ" and len(parts) == 1:
            return normal(args[1](parts[0], app(f, parts[0])))
        if name in ("fst", "snd") and len(args) == 1 and made == "pair" and len(parts) == 2:
            return parts[0 if name == "fst" else 1]
        return app(f, x)
    if t.head == "lam":
        body = normal(t.parts[1])
        if body.head == "app" and body.parts[1] == bound(0, t.parts[0]) and all(i for i, _ in body.parts[0].loose):
            return _shift(body.parts[0], -1)  # x -> f(x) is f
        return Term("lam", (t.parts[0], body), t.ty)
    if t.head == "const" and t.parts[0] in _DEFINED:
        whole = _DEFINED[t.parts[0]]
        return normal(with_types(whole, match(whole.ty, t.ty)))
    return t


# ---- theorems and the rules that make them -------------------------------------------------------------------------
_KEY = object()


class Theorem:
    """A proposition that follows from hypotheses, with the step that made it.

    Attributes:
        concl: what is proved.
        hyps: from what.
        rule: the name of the rule.
        parents: the theorems that the rule was given.
        args: what else it was given.
    """

    __slots__ = ("args", "concl", "hyps", "parents", "rule")
    args: Any
    concl: Term
    hyps: frozenset[Term]
    parents: tuple[Theorem, ...]
    rule: str

    def __new__(
        cls, key: object, rule: str, concl: Term, parents: tuple[Theorem, ...], hyps: Any, args: Any
    ) -> Theorem:
        """A theorem, for the rules of this module alone."""
        if key is not _KEY or any(type(p) is not Theorem for p in parents):
            raise PermissionError("only the rules make theorems")
        hyps = _NONE.union(*(p.hyps for p in parents)) if hyps is None else frozenset(hyps)
        if any(type(p) is not Term or p.ty != "o" or p.loose for p in (concl, *hyps)):
            raise TypeError("a theorem is a proposition")
        made = object.__new__(Theorem)
        slots = (("rule", rule), ("concl", concl), ("parents", parents), ("hyps", hyps), ("args", args))
        for slot, value in slots:
            object.__setattr__(made, slot, value)
        return made

    def __setattr__(self, slot: str, value: Any) -> None:
        """Refuse: a theorem does not change."""
        raise AttributeError("a theorem does not change")

    __delattr__ = __setattr__  # type: ignore[assignment]


def _theorem(rule: str, concl: Term, *parents: Theorem, hyps: Iterable[Term] | None = None,
             args: Any = None) -> Theorem:  # fmt: skip
    return Theorem(_KEY, rule, concl, parents, hyps, args)


def _proved(*theorems: Any) -> None:
    if any(type(th) is not Theorem for th in theorems):
        raise TypeError("not a theorem")


def assume(p: Term) -> Theorem:
    """From p follows p."""
    return _theorem("assume", p, hyps=[p])


def discharge(p: Term, th: Theorem) -> Theorem:
    """From a proof of q under the hypothesis p: p implies q."""
    plain(p)
    _proved(th)
    return _theorem("discharge", IMPLIES(p, th.concl), th, hyps=[h for h in th.hyps if h != p], args=p)


def mp(implication: Theorem, th: Theorem) -> Theorem:
    """From (p implies q) and p: q."""
    _proved(implication, th)
    p, q = binary(implication.concl, "implies")
    if p != th.concl and normal(p) != normal(th.concl):
        raise ValueError("the premise is another")
    return _theorem("mp", q, implication, th)


def gen(x: Term, th: Theorem) -> Theorem:
    """From p(x), where no hypothesis speaks of x: for all x, p(x)."""
    plain(x)
    _proved(th)
    if x.head != "var" or any(x in h.free for h in th.hyps):
        raise ValueError("a hypothesis speaks of the variable")
    return _theorem("gen", forall(x, th.concl), th, args=x)


def spec(th: Theorem, *values: Term) -> Theorem:
    """From (for all x, p(x)): p at a value, and at more values in turn."""
    _proved(th)
    plain(*values)
    for value in values:
        head, args = spine(th.concl)
        if head.head != "const" or head.parts[0] != "forall" or len(args) != 1 or args[0].ty[1] is not value.ty:
            raise ValueError("nothing is said of all values of this type")
        f = args[0]
        th = _theorem("spec", open_(f.parts[1], value) if f.head == "lam" else app(f, value), th, args=value)
    return th


def conj(p: Theorem, q: Theorem) -> Theorem:
    """From p and from q: p and q."""
    _proved(p, q)
    return _theorem("conj", AND(p.concl, q.concl), p, q)


def left(th: Theorem) -> Theorem:
    """From (p and q): p."""
    _proved(th)
    return _theorem("left", binary(th.concl, "and")[0], th)


def right(th: Theorem) -> Theorem:
    """From (p and q): q."""
    _proved(th)
    return _theorem("right", binary(th.concl, "and")[1], th)


def same(th: Theorem, p: Term) -> Theorem:
    """The same proposition in other words: the normal forms agree."""
    _proved(th)
    plain(p)
    if th.concl != p and normal(th.concl) != normal(p):
        raise ValueError("not the same")
    return _theorem("same", p, th)


def refl(t: Term) -> Theorem:
    """A term equals itself."""
    plain(t)
    return _theorem("refl", eq(t, t), args=t)


def replace(equation: Theorem, th: Theorem, context: Term) -> Theorem:
    """From s = t and context(s): context(t)."""
    _proved(equation, th)
    plain(context)
    s, t = binary(equation.concl, "eq")
    if normal(app(context, s)) != normal(th.concl):
        raise ValueError("the context is another")
    return _theorem("replace", app(context, t), equation, th, args=context)


def set_types(th: Theorem, types: Mapping[str, Type]) -> Theorem:
    """A theorem on all sets, of some: names of sets become types."""
    _proved(th)
    types = _renaming(types)
    hyps = [with_types(h, types) for h in th.hyps]
    return _theorem("set_types", with_types(th.concl, types), th, hyps=hyps, args=types)


def _renaming(types: Mapping[str, Type]) -> dict[str, Type]:
    found = {name: as_type(ty) for name, ty in dict(types).items()}
    if any(not is_name(name) or name in BASE for name in found):
        raise ValueError("only names of sets may be replaced")
    return found


def cite(name: str, th: Theorem) -> Theorem:
    """A theorem by its name, its proof left out; what the name stands for is looked up by the replay."""
    _proved(th)
    if not is_name(name):
        raise ValueError("not a name")
    return Theorem(_KEY, "cite", th.concl, (), th.hyps, name)


def define(name: str, term: Term) -> None:
    """A new name for a closed term; nothing new can be proved with it."""
    plain(term)
    if not is_name(name) or term.free or term.loose or name in _CONSTANTS or name in _DEFINED:
        raise ValueError("a definition must be closed and its name new")
    if not _inner_sets(term) <= _sets(term.ty):
        raise ValueError("a definition must not depend on a set that its type does not name")
    _DEFINED[name] = term


def _sets(ty: Type) -> set[str]:
    return {ty} - set(BASE) if type(ty) is str else _sets(ty[1]) | _sets(ty[2])


def _inner_sets(t: Term) -> set[str]:
    return _sets(t.ty).union(*(_inner_sets(one) for one in t.parts if type(one) is Term))


# ---- arithmetic ----------------------------------------------------------------------------------------------------
Polynomial = dict[tuple[Term, ...], Fraction]


def polynomial(t: Term) -> Polynomial:
    """A real term as a polynomial in its parts that are no sum, difference or product."""
    head, args = spine(t)
    name = head.parts[0] if head.head == "const" and len(args) == 2 else ""
    if t.head == "num":
        return {(): Fraction(*t.parts)} if t.parts[0] else {}
    if name in ("plus", "minus"):
        return added(polynomial(args[0]), polynomial(args[1]), Fraction(1 if name == "plus" else -1))
    return multiplied(polynomial(args[0]), polynomial(args[1])) if name == "times" else {(t,): Fraction(1)}


def added(p: Polynomial, q: Polynomial, c: Fraction = Fraction(1)) -> Polynomial:
    """The polynomial p + c q."""
    found = dict(p)
    for m, k in q.items():
        found[m] = found.get(m, Fraction(0)) + c * k
    return {m: k for m, k in found.items() if k}


def multiplied(p: Polynomial, q: Polynomial) -> Polynomial:
    """The polynomial p q."""
    found: Polynomial = {}
    for m, k in p.items():
        for n, j in q.items():
            one = tuple(sorted((*m, *n), key=hash))
            found[one] = found.get(one, Fraction(0)) + k * j
    return {m: k for m, k in found.items() if k}


def difference(p: Term) -> tuple[str, Polynomial]:
    """('le' or 'eq', t - s) of a proposition s <= t or s = t between reals; ValueError if it is another."""
    plain(p)
    head, args = spine(p)
    if head.head == "const" and head.parts[0] in ("le", "eq") and len(args) == 2 and args[0].ty == "R":
        return head.parts[0], added(polynomial(args[1]), polynomial(args[0]), Fraction(-1))
    raise ValueError("neither <= nor = between reals")


def arith(goal: Term, facts: Sequence[Theorem], squares: Sequence[Term], certificate: Sequence[Any]) -> Theorem:
    """The goal from facts, by a certificate that adds up.

    Right side minus left side of the goal is a sum of c * (a product of facts, each as right minus left, and of
    squares), with c >= 0; where one fact of a product is an equation, c has any sign and a term may be a further
    factor. If the goal is an equation, each product contains an equation.

    Args:
        goal: s <= t or s = t between reals.
        facts: theorems of that form.
        squares: terms whose squares are used like facts, numbered after them.
        certificate: triples (c, numbers of facts and squares, a term or None).
    """
    facts, squares = tuple(facts), tuple(squares)
    _proved(*facts)
    rows = tuple((_exact(c), tuple(numbers), factor) for c, numbers, factor in certificate)
    plain(goal, *squares, *(factor for *_, factor in rows if factor is not None))
    differences = [difference(normal(fact.concl)) for fact in facts]
    differences += [("le", multiplied(p, p)) for p in (polynomial(normal(one)) for one in squares)]
    relation, wanted = difference(normal(goal))
    for c, numbers, factor in rows:
        if any(type(i) is not int or not 0 <= i < len(differences) for i in numbers):
            raise ValueError("no fact has this number")
        equation = any(differences[i][0] == "eq" for i in numbers)
        if not equation and (c < 0 or factor is not None or relation == "eq"):
            raise ValueError("an inequality must be multiplied by what is not negative")
        product: Polynomial = {(): Fraction(1)} if factor is None else polynomial(normal(factor))
        for i in numbers:
            product = multiplied(product, differences[i][1])
        wanted = added(wanted, product, -c)
    if wanted:
        raise ValueError("the certificate does not add up")
    return _theorem("arith", goal, *facts, args=(squares, rows))


# ---- axioms --------------------------------------------------------------------------------------------------------
def _axioms() -> dict[str, Term]:
    x, y, z, c, p, q, r = (*(var(n, "R") for n in "xyzc"), *(var(n, "o") for n in "pqr"))
    a, n, w, s, e = var("a", "A"), var("n", "N"), var("w", fn("A", "o")), var("s", fn("N", "o")), var("e", fn("R", "o"))
    u, v = var("u", fn("A", "B")), var("v", fn("A", "B"))
    define("false", alls(p, p))
    false = const("false", "o")
    define("not", lams(p, implies(p, false)))
    define("or", lams(p, q, alls(r, implies(implies(p, r), implies(q, r), r))))
    define("exists", lams(w, alls(r, implies(forall(a, implies(w(a), r)), r))))
    no, either = const("not", fn("o", "o")), const("or", fn("o", "o", "o"))
    most = forall(y, implies(e(y), y <= c))
    return {
        "middle": alls(p, either(p, no(p))),
        "extensionality": alls(u, v, implies(forall(a, eq(u(a), v(a))), eq(u, v))),
        "induction": alls(s, implies(s(ZERO), forall(n, implies(s(n), s(SUCC(n)))), forall(n, s(n)))),
        "antisymmetry": alls(x, y, implies(x <= y, y <= x, x.eq(y))),
        "total": alls(x, y, implies(no(x <= y), y <= x)),
        "one": no(real(1) <= 0),
        "inverse": alls(x, implies(no(x.eq(0)), (x * INV(x)).eq(1))),
        "max_left": alls(x, y, x <= MAX(x, y)),
        "max_right": alls(x, y, y <= MAX(x, y)),
        "max_least": alls(x, y, z, implies(x <= z, y <= z, MAX(x, y) <= z)),
        "exp_plus": alls(x, y, EXP(x + y).eq(EXP(x) * EXP(y))),
        "exp_above": alls(x, 1 + x <= EXP(x)),
        "exp_log": alls(x, implies(no(x <= 0), EXP(LOG(x)).eq(x))),
        "lub_above": alls(e, x, c, implies(e(x), most, x <= LUB(e))),
        "lub_least": alls(e, x, c, implies(e(x), most, LUB(e) <= c)),
    }


_AXIOMS = _axioms()
AXIOMS = tuple(_AXIOMS)
_LASTING = dict(_TERMS)


def axiom(name: str, types: Mapping[str, Type] | None = None) -> Theorem:
    """A proposition that is believed, of some sets."""
    types = _renaming(types or {})
    return _theorem("axiom", with_types(_AXIOMS[name], types), args=(name, types))
