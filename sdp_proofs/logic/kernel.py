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
from collections.abc import Iterable, Mapping, Sequence
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
_DIFFERENCES: dict[Term, tuple[str, Polynomial]] = {}
_NONE: frozenset[Any] = frozenset()


class _Slots:
    """A term while it is made: its slots are set here, and closed by `_made`."""

    __slots__ = ("free", "hashed", "head", "hint", "loose", "parts", "top", "ty")

    def __init__(self, head: str, parts: tuple[Any, ...], ty: Type, hashed: int, top: int = 0,
                 loose: frozenset[Any] = _NONE, free: frozenset[Any] = _NONE, hint: str = "") -> None:  # fmt: skip
        self.head, self.parts, self.ty, self.hashed = head, parts, ty, hashed
        self.top, self.loose, self.free, self.hint = top, loose, free, hint


class Term(_Slots):
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

    __slots__ = ()

    def __new__(cls, head: str, parts: tuple[Any, ...], ty: Type, hint: str = "") -> Term:
        """The term of these parts, the same object each time."""
        if cls is not Term or type(parts) is not tuple or len(parts) != (2 if head in ("app", "lam", "num") else 1):
            raise TypeError("not a term")
        if head == "app":
            made = app(parts[0], parts[1])
        elif head == "lam":
            made = _function(parts[0], parts[1], hint)
        elif head == "num":
            made = _number(parts[0], parts[1])
        elif head == "bound":
            made = bound(parts[0], ty)
        elif head in ("var", "const"):
            made = var(parts[0], ty) if head == "var" else const(parts[0], ty)
        else:
            raise TypeError("not a term")
        if made.ty is not as_type(ty):
            raise TypeError(f"it is of type {made.ty}, got {ty}")
        return made

    def __init__(self, head: str, parts: tuple[Any, ...], ty: Type, hint: str = "") -> None:
        """Change nothing: `__new__` gave the whole term."""

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
        _DIFFERENCES.clear()
        _TERMS.clear()
        _TERMS.update(_LASTING)
        gc.collect()


def plain(*terms: Any) -> None:
    """Refuse what is not a term."""
    for t in terms:
        if type(t) is not Term:
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


def _made(key: Any, *slots: Any) -> Term:
    """A new term, sealed and kept in the table."""
    made: Any = _Slots(*slots)
    made.__class__ = Term
    _TERMS[key] = made
    return made  # type: ignore[no-any-return]


def _union(a: frozenset[Any], b: frozenset[Any]) -> frozenset[Any]:
    """The union of two sets, one of the two where that is enough."""
    if a is b or not b:
        return a
    both = a | b
    return a if len(both) == len(a) else b if len(both) == len(b) else both


def app(f: Term, x: Term) -> Term:
    """A function at a value."""
    key = (id(f), id(x))
    known = _TERMS.get(key)  # the table holds the two terms, so no other objects have these numbers
    if known is not None:
        return known
    if type(f) is not Term or type(x) is not Term:
        raise TypeError("not a term")
    ty = f.ty
    if type(ty) is not tuple or ty[0] != "->" or ty[1] is not x.ty:
        raise TypeError(f"{ty} does not apply to {x.ty}")
    code, top = hash((1, f.hashed, x.hashed)), f.top if f.top > x.top else x.top
    return _made(key, "app", (f, x), ty[2], code, top, _union(f.loose, x.loose), _union(f.free, x.free))


def _function(ty: Type, body: Term, hint: str = "") -> Term:
    """The function whose value is the body, index 0 its argument."""
    ty = as_type(ty)
    key = ("lam", id(ty), id(body), hint)
    known = _TERMS.get(key)
    if known is not None:
        return known
    if type(body) is not Term or not (type(hint) is str and (hint == "" or is_name(hint))):
        raise TypeError("not a function")
    if any(i == 0 and s is not ty for i, s in body.loose):
        raise TypeError("a bound variable has one type")
    loose = frozenset([(i - 1, s) for i, s in body.loose if i]) if body.top else _NONE
    code = hash((2, _HASHES[id(ty)], body.hashed))
    whole = as_type(("->", ty, body.ty))
    return _made(key, "lam", (ty, body), whole, code, max(body.top - 1, 0), loose, body.free, hint)


def _number(p: int, q: int) -> Term:
    """The number p / q."""
    if type(p) is not int or type(q) is not int or q <= 0 or gcd(p, q) != 1:
        raise TypeError("a number is a fraction of integers in lowest terms")
    key = ("num", p, q)
    return _TERMS.get(key) or _made(key, "num", (p, q), "R", hash((3, p, q)))


def bound(index: int, ty: Type) -> Term:
    """The argument of a function around it: of the innermost one for index 0."""
    if type(index) is not int or index < 0:
        raise TypeError("not an index")
    ty = as_type(ty)
    key, code = ("bound", index, id(ty)), hash((4, index, _HASHES[id(ty)]))
    return _TERMS.get(key) or _made(key, "bound", (index,), ty, code, index + 1, frozenset([(index, ty)]))


def var(name: str, ty: Type) -> Term:
    """A variable."""
    return _named("var", 5, name, ty)


def const(name: str, ty: Type) -> Term:
    """A constant or definition, of a type that its general one allows."""
    return _named("const", 6, name, ty)


def _named(head: str, kind: int, name: str, ty: Type) -> Term:
    if not is_name(name):
        raise TypeError("not a name")
    ty = as_type(ty)
    key = (head, name, id(ty))
    known = _TERMS.get(key)
    if known is None:
        if head == "const":
            match(generic(name), ty)
        known = _made(key, head, (name,), ty, hash((kind, crc32(name.encode()), _HASHES[id(ty)])))
        if head == "var":
            object.__setattr__(known, "free", frozenset([known]))
    return known


def _exact(c: Any) -> Number:
    """A plain integer or a fraction of plain integers, whatever the number was made of."""
    if type(c) not in (int, Fraction):
        raise TypeError("a number is an int or a Fraction")
    p, q = (int(one) for one in c.as_integer_ratio())
    return p if q == 1 else Fraction(p, q)


def real(x: Any) -> Term:
    """The term of a number; a term stays."""
    return x if type(x) is Term else Term("num", _exact(x).as_integer_ratio(), "R")


def lam(x: Term, body: Term, hint: str = "") -> Term:
    """The function of a variable that the body contains."""
    plain(x, body)
    if x.head != "var" or body.loose:
        raise TypeError("a function of a variable needs a variable and a body without loose indices")
    inner = _bind(body, x, 0, {}) if x in body.free else body
    return _function(x.ty, inner, hint or x.parts[0].split("__")[0])


_numbers = count()


def term(x: Any, ty: Type) -> Term:
    """The term of a number or of a Python function of one argument; a term stays."""
    if type(x) is Term or not callable(x):
        return real(x)
    name = x.__code__.co_varnames[0]
    own = var(f"{name}__{next(_numbers)}", ty[1])
    return lam(own, term(x(own), ty[2]), name)


def _bind(t: Term, x: Term, depth: int, known: dict[tuple[int, int], Term]) -> Term:
    """A term with an index in place of a variable that it contains, so many functions deep."""
    key = (id(t), depth)
    found = known.get(key)
    if found is None:
        if t.head == "app":
            f, y = t.parts
            f = _bind(f, x, depth, known) if x in f.free else f
            found = app(f, _bind(y, x, depth, known) if x in y.free else y)
        elif t.head == "lam":
            found = _function(t.parts[0], _bind(t.parts[1], x, depth + 1, known), t.hint)
        else:
            found = bound(depth, x.ty)
        known[key] = found
    return found


def _fill(t: Term, values: Sequence[Term], by: int, depth: int, known: dict[tuple[int, int], Term]) -> Term:
    """A term that has loose indices, with values in place of the first, the last for index 0, and the others moved."""
    key = (id(t), depth)
    found = known.get(key)
    if found is None:
        if t.head == "app":
            f, x = t.parts
            f = _fill(f, values, by, depth, known) if f.top > depth else f
            found = app(f, _fill(x, values, by, depth, known) if x.top > depth else x)
        elif t.head == "lam":
            found = _function(t.parts[0], _fill(t.parts[1], values, by, depth + 1, known), t.hint)
        else:
            place = t.parts[0] - depth
            found = _shift(values[-1 - place], depth) if place < len(values) else bound(t.parts[0] + by, t.ty)
        known[key] = found
    return found


def _shift(t: Term, by: int) -> Term:
    """A term with its loose indices moved."""
    return _fill(t, (), by, 0, {}) if by and t.top else t


def open_(body: Term, *values: Term) -> Term:
    """The body of a function at a value; of a function of functions at several, the outermost first."""
    plain(body, *values)
    return _fill(body, values, -len(values), 0, {}) if body.top else body


def with_types(t: Any, types: Mapping[str, Type]) -> Any:
    """A type or a term with types in place of names of sets."""
    return _retype(t, types, {}) if types else t


def _retype(t: Any, types: Mapping[str, Type], known: dict[int, Any]) -> Any:
    found = known.get(id(t))
    if found is None:
        if type(t) is str:
            found = types.get(t, t)
        elif type(t) is not Term:
            found = as_type((t[0], _retype(t[1], types, known), _retype(t[2], types, known)))
        elif t.head == "app":
            found = app(_retype(t.parts[0], types, known), _retype(t.parts[1], types, known))
        elif t.head == "lam":
            found = _function(_retype(t.parts[0], types, known), _retype(t.parts[1], types, known), t.hint)
        else:
            found = t if t.head == "num" else Term(t.head, t.parts, _retype(t.ty, types, known))
        known[id(t)] = found
    return found


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
    return _normal(t)


def _normal(t: Term) -> Term:
    found = _NORMAL.get(t)
    if found is None:
        found = _NORMAL[t] = _reduced(t)
    return found


def _reduced(t: Term) -> Term:
    if t.head == "lam":
        body = _normal(t.parts[1])
        if body.head == "app" and body.parts[1] == bound(0, t.parts[0]) and all(i for i, _ in body.parts[0].loose):
            return _shift(body.parts[0], -1)  # x -> f(x) is f
        return _function(t.parts[0], body)
    if t.head == "const" and t.parts[0] in _DEFINED:
        whole = _DEFINED[t.parts[0]]
        return _normal(with_types(whole, match(whole.ty, t.ty)))
    if t.head != "app":
        return t
    head, args = spine(t)
    head, more = spine(_normal(head))
    args = [*more, *map(_normal, args)]
    body, taken = head, 0
    while body.head == "lam" and taken < len(args):
        body, taken = body.parts[1], taken + 1
    if taken:
        return _normal(_applied(open_(body, *args[:taken]), args[taken:]))
    name = head.parts[0] if head.head == "const" else ""
    place = {"rec": 2, "fst": 0, "snd": 0}.get(name, len(args))
    if place < len(args):
        inner, parts = spine(args[place])
        made, rest = inner.parts[0] if inner.head == "const" else "", args[place + 1 :]
        if name == "rec" and made == "zero":
            return _normal(_applied(args[0], rest))
        if name == "rec" and made == "succ":
            return _normal(_applied(args[1], [*parts, _applied(head, [*args[:2], *parts]), *rest]))
        if name != "rec" and made == "pair":
            return _normal(_applied(parts[0 if name == "fst" else 1], rest))
    return _applied(head, args)


def _applied(f: Term, values: Iterable[Term]) -> Term:
    for x in values:
        f = app(f, x)
    return f


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
        if hyps is None:
            hyps = _NONE
            for one in parents:
                hyps = _union(hyps, one.hyps)
        else:
            hyps = frozenset(hyps)
            if any(type(p) is not Term or p.ty != "o" or p.loose for p in hyps):
                raise TypeError("a hypothesis is a proposition")
        if type(concl) is not Term or concl.ty != "o" or concl.loose:
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
    for th in theorems:
        if type(th) is not Theorem:
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
Number = int | Fraction  # an int where it is whole, which is faster
Polynomial = dict[tuple[Term, ...], Number]


def polynomial(t: Term) -> Polynomial:
    """A real term as a polynomial in its parts that are no sum, difference or product."""
    found: Polynomial = {}
    waiting: list[tuple[int, Term]] = [(1, t)]
    while waiting:
        sign, t = waiting.pop()
        head, args = spine(t)
        name = head.parts[0] if head.head == "const" and len(args) == 2 else ""
        if name in ("plus", "minus"):
            waiting += [(sign if name == "plus" else -sign, args[1]), (sign, args[0])]
        elif name == "times":
            _add(found, multiplied(polynomial(args[0]), polynomial(args[1])), sign)
        else:
            _add(found, {(): _exact(Fraction(*t.parts))} if t.head == "num" else {(t,): 1}, sign)
    return found


def _add(found: Polynomial, p: Polynomial, c: Number) -> None:
    """Add c p to a polynomial that is being made."""
    for m, k in p.items():
        new = found.get(m, 0) + c * k
        if new:
            found[m] = new
        else:
            found.pop(m, None)


def added(p: Polynomial, q: Polynomial, c: Number = 1) -> Polynomial:
    """The polynomial p + c q."""
    found = dict(p)
    _add(found, q, c)
    return found


def multiplied(p: Polynomial, q: Polynomial) -> Polynomial:
    """The polynomial p q."""
    found: Polynomial = {}
    for m, k in p.items():
        for n, j in q.items():
            one = tuple(sorted((*m, *n), key=hash)) if m and n else m or n
            found[one] = found.get(one, 0) + k * j
    return {m: k for m, k in found.items() if k}


def difference(p: Term) -> tuple[str, Polynomial]:
    """('le' or 'eq', t - s) of a proposition s <= t or s = t between reals; ValueError if it is another."""
    relation, found = _difference(p)
    return relation, dict(found)


def _difference(p: Term) -> tuple[str, Polynomial]:
    plain(p)
    known = _DIFFERENCES.get(p)
    if known is None:
        head, args = spine(p)
        if head.head != "const" or head.parts[0] not in ("le", "eq") or len(args) != 2 or args[0].ty != "R":
            raise ValueError("neither <= nor = between reals")
        known = _DIFFERENCES[p] = head.parts[0], added(polynomial(args[1]), polynomial(args[0]), -1)
    return known


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
    differences = [_difference(normal(fact.concl)) for fact in facts]
    differences += [("le", multiplied(p, p)) for p in (polynomial(normal(one)) for one in squares)]
    relation, wanted = difference(normal(goal))
    for c, numbers, factor in rows:
        if any(type(i) is not int or not 0 <= i < len(differences) for i in numbers):
            raise ValueError("no fact has this number")
        equation = any(differences[i][0] == "eq" for i in numbers)
        if not equation and (c < 0 or factor is not None or relation == "eq"):
            raise ValueError("an inequality must be multiplied by what is not negative")
        product: Polynomial = {(): 1} if factor is None else polynomial(normal(factor))
        for i in numbers:
            product = multiplied(product, differences[i][1])
        _add(wanted, product, -c)
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
