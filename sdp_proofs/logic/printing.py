"""Terms as text that can be read back, as LaTeX, and as a sentence: always from the term, never from a caption.

One table of levels says where brackets stand; bound variables take names that nothing else has. `read` gives the term
of a text, so that what is printed can be compared with what is proved; `shown` prints only what reads back as the term.
LaTeX is for readers and has a few more signs: y < x for not x <= y, x/y for x inv(y), a square for a product with
itself, -x for 0 - x, n for its real number, 2 for the successor of the successor of zero.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NoReturn

from sdp_proofs.logic import kernel
from sdp_proofs.logic.kernel import Term, Type, binary, const, fn, lam, match, spine, var, with_types
from sdp_proofs.logic.terms import DEFINITIONS, arity

BINDER, IMPLICATION, CONJUNCTION, RELATION, SUM, PRODUCT, POWER, APPLIED = range(8)

# symbol in text, in LaTeX, level of the whole, levels of the two sides
_INFIX = {
    "implies": ("=>", r"\implies", IMPLICATION, (CONJUNCTION, IMPLICATION)),
    "and": ("and", r"\text{ and }", CONJUNCTION, (CONJUNCTION, RELATION)),
    "le": ("<=", r"\le", RELATION, (SUM, SUM)),
    "eq": ("=", "=", RELATION, (SUM, SUM)),
    "plus": ("+", "+", SUM, (SUM, PRODUCT)),
    "minus": ("-", "-", SUM, (SUM, PRODUCT)),
    "times": ("*", r"\,", PRODUCT, (PRODUCT, POWER)),
}
_SYMBOLS = {symbol: name for name, (symbol, *_) in _INFIX.items()}
_WORDS = {"for", "all", "exists", "in", "and"}
_GREEK = {
    "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "kappa", "lambda", "mu", "nu", "rho", "sigma",
    "tau", "phi", "chi", "psi", "omega",
}  # fmt: skip
_SIGNED = {"and", "not", "minus", "times", "zero", "succ", "num", "total"}
# typeset forms of the constants of the kernel, beside the definitions' own
_LATEX = {
    "not": r"\neg {0}", "or": r"{0} \text{{ or }} {1}", "max": r"\max({0},\,{1})", "inv": r"{0}^{{-1}}",
    "exp": r"e^{{{0}}}", "log": r"\log({0})",
    "lub": r"\sup({0})", "pair": r"({0},\,{1})", "fst": r"\mathrm{{fst}}({0})",
    "snd": r"\mathrm{{snd}}({0})", "false": r"\text{{false}}",
}  # fmt: skip


def type_text(ty: Type) -> str:
    """A type as text."""
    return ty if type(ty) is str else f"({type_text(ty[1])} {ty[0]} {type_text(ty[2])})"


def type_latex(ty: Type, means: bool = True) -> str:
    """A type as LaTeX; the functionals on functions of a set are written M(set) where they are `means`."""
    if type(ty) is str:
        return {"R": r"\mathbb{R}", "N": r"\mathbb{N}", "o": r"\mathbb{B}"}.get(ty, _letter(ty))
    if means and ty[0] == "->" and ty[2] == "R" and type(ty[1]) is tuple and ty[1][0] == "->" and ty[1][2] == "R":
        return rf"\mathcal{{M}}({type_latex(ty[1][1])})"
    arrow = r"\to" if ty[0] == "->" else r"\times"
    return rf"({type_latex(ty[1], means)} {arrow} {type_latex(ty[2], means)})"


def set_of(v: Term, *terms: Term) -> str:
    """The set of a variable as LaTeX: M(set) if some term speaks of it itself, not of its values alone."""
    return type_latex(v.ty, any(_spoken_of(v, t) for t in terms))


def _spoken_of(v: Term, t: Term) -> bool:
    """Decide if a variable stands somewhere without all of its arguments."""
    if v not in t.free:
        return False
    head, args = spine(t)
    if head == v:
        return type(t.ty) is tuple or any(_spoken_of(v, a) for a in args)
    return any(_spoken_of(v, one) for one in (*args, *(one for one in head.parts if type(one) is Term)))


def names_of(t: Term) -> dict[str, Term]:
    """The names under which free variables are printed, each with its variable."""
    found: dict[str, Term] = {}
    for v in sorted(t.free, key=lambda v: (v.parts[0], repr(v.ty))):
        found[_new(v.parts[0], set(found))] = v
    return found


def _new(like: str, taken: set[str]) -> str:
    """A name that no constant, keyword or other variable has."""
    name, k = like, 0
    while name in taken or name in _WORDS or name in kernel.CONSTANTS or kernel.meaning(name) is not None:
        k += 1
        name = f"{like}_{k}"
    return name


class _Writer:
    """One way to write terms; the levels and the names are those of all ways."""

    latex = False

    def __init__(self, t: Term) -> None:
        self.free = {v: name for name, v in names_of(t).items()}

    def show(self, t: Term, bound: tuple[str, ...], level: int) -> str:
        said, own = self.parts(t, bound)
        return f"({said})" if own < level else said

    def fresh(self, hint: str, bound: tuple[str, ...]) -> str:
        return _new(hint or "u", {*bound, *self.free.values()})

    def parts(self, t: Term, bound: tuple[str, ...]) -> tuple[str, int]:
        head, args = spine(t)
        if t.head == "lam":
            name = self.fresh(t.hint, bound)
            body = self.show(t.parts[1], (name, *bound), BINDER)
            return self.function(name, t.parts[0], body), BINDER
        if t.head == "num":
            return self.number(Fraction(*t.parts))
        if head.head == "const":
            name = head.parts[0]
            if name in ("forall", "exists") and len(args) == 1 and args[0].head == "lam":
                own = self.fresh(args[0].hint, bound)
                body = self.show(args[0].parts[1], (own, *bound), BINDER)
                return self.quantifier(name, own, args[0], body), BINDER
            special = self.special(head, args, bound)
            if special is not None:
                return special
            if name in _INFIX and len(args) == 2:
                _, _, level, sides = _INFIX[name]
                one, two = (self.show(a, bound, side) for a, side in zip(args, sides, strict=True))
                return self.infix(name, one, two), level
        if not args:
            return self.atom(head, args, bound), APPLIED
        said = ", ".join(self.show(a, bound, BINDER) for a in args)
        first = self.atom(head, args, bound) if head.head != "lam" else self.show(head, bound, APPLIED)
        return f"{first}({said})", APPLIED

    def special(self, head: Term, args: list[Term], bound: tuple[str, ...]) -> tuple[str, int] | None:
        return None

    def atom(self, head: Term, args: list[Term], bound: tuple[str, ...]) -> str:
        if head.head == "bound":
            return str(bound[head.parts[0]])
        if head.head == "var":
            return str(self.free[head])
        return self.constant(head, args)

    def constant(self, head: Term, args: list[Term]) -> str:
        name = head.parts[0]
        said = f"[{name}]" if name in _INFIX or name in _WORDS or name == "forall" else name
        pattern = kernel.generic(name)
        known: dict[str, Type] = {}
        for a in args:
            if type(pattern) is tuple:
                match(pattern[1], a.ty, known)
                pattern = pattern[2]
        whole = match(kernel.generic(name), head.ty)
        unknown = {s: ty for s, ty in whole.items() if s not in known and s not in kernel.BASE}
        types = ", ".join(f"{s}: {type_text(ty)}" for s, ty in whole.items() if s not in kernel.BASE)
        return said + (f"{{{types}}}" if unknown else "")

    def number(self, x: Fraction) -> tuple[str, int]:
        return (str(x), APPLIED) if x >= 0 and x.denominator == 1 else (f"({x})", APPLIED)

    def function(self, name: str, ty: Type, body: str) -> str:
        return f"{name} in {type_text(ty)} -> {body}"

    def quantifier(self, kind: str, name: str, inner: Term, body: str) -> str:
        return f"{'for all' if kind == 'forall' else 'exists'} {name} in {type_text(inner.parts[0])}, {body}"

    def infix(self, name: str, one: str, two: str) -> str:
        return f"{one} {_INFIX[name][0]} {two}"


class _Latex(_Writer):
    latex = True

    def special(self, head: Term, args: list[Term], bound: tuple[str, ...]) -> tuple[str, int] | None:
        name = head.parts[0]
        if name in _SIGNED and (own := getattr(self, f"_{name}")(args, bound)):
            return own  # type: ignore[no-any-return]
        form = _LATEX.get(name) or (DEFINITIONS[name].latex if name in DEFINITIONS else "")
        n = arity(form) if form else 0
        if not form or len(args) < n:
            return None
        slots = []
        for i in range(n):
            at = form.index(f"{{{i}}}")
            before, behind = form[:at], form[at + 3 :]
            closed = before.endswith(("{{", "(", r"\,")) and behind.startswith(("}}", ")", ",", r"\,"))
            slots.append(self.show(args[i], bound, BINDER if closed else APPLIED))
        said, level = form.format(*slots), IMPLICATION if name == "or" else _level(form, head, n)
        if len(args) > n:
            inner = ", ".join(self.show(a, bound, BINDER) for a in args[n:])
            return f"{said if level == APPLIED else f'({said})'}({inner})", APPLIED
        return said, level

    def _and(self, args: list[Term], bound: tuple[str, ...]) -> tuple[str, int] | None:
        if len(args) != 2:
            return None
        return r" \text{ and } ".join(self.show(a, bound, CONJUNCTION) for a in args), CONJUNCTION

    def _not(self, args: list[Term], bound: tuple[str, ...]) -> tuple[str, int] | None:
        """Write the negation of an order or an equation with the sign that everybody uses."""
        if len(args) == 1 and (sides := _two(args[0], "le")):
            return f"{self.show(sides[1], bound, SUM)} < {self.show(sides[0], bound, SUM)}", RELATION
        if len(args) == 1 and (sides := _two(args[0], "eq")):
            return rf"{self.show(sides[0], bound, SUM)} \ne {self.show(sides[1], bound, SUM)}", RELATION
        return None

    def _minus(self, args: list[Term], bound: tuple[str, ...]) -> tuple[str, int] | None:
        return (f"-{self.show(args[1], bound, PRODUCT)}", SUM) if len(args) == 2 and args[0] == kernel.real(0) else None

    def _times(self, args: list[Term], bound: tuple[str, ...]) -> tuple[str, int] | None:
        """Write a square, a fraction, or a product; a point stands where two numbers or a fraction would meet."""
        if len(args) != 2:
            return None
        one, two = args
        if one == two:
            return f"{self.show(one, bound, APPLIED)}^{{2}}", POWER
        if below := _divisor(two):
            return rf"\frac{{{self.show(one, bound, BINDER)}}}{{{self.show(below, bound, BINDER)}}}", POWER
        right = self.show(two, bound, POWER)
        if (inner := _two(one, "times")) and inner[1] == two:
            one, right = inner[0], f"{self.show(two, bound, APPLIED)}^{{2}}"
        point = right[0].isdigit() or right.startswith((r"\tfrac", r"\frac")) or _ends_divided(one)
        return self.show(one, bound, PRODUCT) + (r" \cdot " if point else r"\,") + right, PRODUCT

    def _zero(self, args: list[Term], bound: tuple[str, ...]) -> tuple[str, int] | None:
        return "0", APPLIED

    def _succ(self, args: list[Term], bound: tuple[str, ...]) -> tuple[str, int] | None:
        """Write a numeral, or what is added to a natural number."""
        if not args:
            return None
        inner, more = args[0], 1
        while spine(inner)[0] == kernel.SUCC and spine(inner)[1]:
            inner, more = spine(inner)[1][0], more + 1
        return (str(more), APPLIED) if inner == kernel.ZERO else (f"{self.show(inner, bound, SUM)} + {more}", SUM)

    def _num(self, args: list[Term], bound: tuple[str, ...]) -> tuple[str, int] | None:
        return self.parts(args[0], bound) if args else None

    def _total(self, args: list[Term], bound: tuple[str, ...]) -> tuple[str, int] | None:
        return (self.sum(args[0], args[1], bound), PRODUCT) if len(args) == 2 else None

    def sum(self, f: Term, n: Term, bound: tuple[str, ...]) -> str:
        """A finite sum, with the term of each place written out."""
        name = self.fresh(f.hint or "j", bound)
        v = var(name, "N")
        body = kernel.open_(f.parts[1], v) if f.head == "lam" else kernel.app(f, v)
        self.free[v] = name
        said = self.show(body, bound, PRODUCT)
        del self.free[v]
        return rf"\sum_{{{_letter(name)} < {self.show(n, bound, SUM)}}} {said}"

    def constant(self, head: Term, args: list[Term]) -> str:
        return rf"\mathrm{{{head.parts[0].replace('_', ' ')}}}".replace(" ", r"\ ")

    def atom(self, head: Term, args: list[Term], bound: tuple[str, ...]) -> str:
        said = super().atom(head, args, bound)
        return said if head.head == "const" else _letter(said)

    def number(self, x: Fraction) -> tuple[str, int]:
        said = str(abs(x.numerator)) if x.denominator == 1 else rf"\tfrac{{{abs(x.numerator)}}}{{{x.denominator}}}"
        return (f"-{said}", SUM) if x < 0 else (said, APPLIED if x.denominator == 1 else POWER)

    def function(self, name: str, ty: Type, body: str) -> str:
        return rf"{_letter(name)} \mapsto {body}"

    def quantifier(self, kind: str, name: str, inner: Term, body: str) -> str:
        v = var("own__", inner.parts[0])
        where = rf" \in {set_of(v, kernel.open_(inner.parts[1], v))}"
        more, dot, rest = body.partition(r".\; ")
        if more.startswith(rf"\{kind} ") and more.endswith(where):  # one sign for neighbours of one set
            return rf"\{kind} {_letter(name)},\,{more.removeprefix(rf'{chr(92)}{kind} ')}{dot}{rest}"
        return rf"\{kind} {_letter(name)}{where}.\; {body}"

    def infix(self, name: str, one: str, two: str) -> str:
        return rf"{one}\,{two}" if name == "times" else f"{one} {_INFIX[name][1]} {two}"


def _two(t: Term, name: str) -> tuple[Term, Term] | None:
    """The two sides of an operation by its name, or None."""
    head, args = spine(t)
    return (args[0], args[1]) if head.head == "const" and head.parts[0] == name and len(args) == 2 else None


def _divisor(t: Term) -> Term | None:
    """The number by which a factor divides, or None: x of inv(x), 3 of 1/3."""
    head, args = spine(t)
    if head.head == "const" and head.parts[0] == "inv" and args:
        return args[0]
    return kernel.real(t.parts[1]) if t.head == "num" and t.parts[0] == 1 and t.parts[1] > 1 else None


def _ends_divided(t: Term) -> bool:
    """Decide if a factor ends with a fraction, on whose line another factor would stand."""
    sides = _two(t, "times")
    return (t.head == "num" and t.parts[1] > 1) or _divisor(sides[1] if sides else t) is not None


def _level(form: str, head: Term, n: int) -> int:
    """The level of a typeset form: closed at both ends, a power, a sum, or a proposition."""
    if form.startswith("e^") or re.match(r"\{\d\}\^", form):
        return POWER
    if not form.startswith("{") and not form.endswith("}"):
        return APPLIED
    if " " not in form:
        return APPLIED if not form.startswith("{") else PRODUCT
    found = head.ty
    for _ in range(n):
        found = found[2]
    return RELATION if found == "o" else BINDER + 1 if "mapsto" in form else SUM


def _letter(name: str) -> str:
    """A name as LaTeX: Greek words as letters, digits and words after an underscore as subscripts."""
    stem, *rest = name.split("_")
    if m := re.fullmatch(r"([A-Za-z]+)(\d+)", stem):
        stem, rest = m[1], [m[2], *rest]
    said = "\\" + stem if stem in _GREEK else stem if len(stem) == 1 else rf"\mathit{{{stem}}}"
    lower = ",".join(one for one in rest if one)
    return said + (f"_{{{lower}}}" if lower else "")


def text(t: Term) -> str:
    """A term as text that `read` gives back."""
    return _Writer(t).show(t, (), BINDER)


def latex(t: Term) -> str:
    """A term as LaTeX."""
    return _Latex(t).show(t, (), BINDER)


def shown(t: Term) -> str:
    """A term as text, compared with what the text reads as.

    Raises:
        ValueError: if the text reads as another term.
    """
    said = text(t)
    if read(said, names_of(t)) != t:
        raise ValueError(f"the text reads as another term: {said}")
    return said


# ---- sentences -----------------------------------------------------------------------------------------------------
def taken_apart(t: Term) -> tuple[list[tuple[str, Type]], list[Term], Term, dict[str, Term]]:
    """The outer variables of a closed sentence with their types, its premises, its conclusion, names for variables."""
    own: list[tuple[str, Type]] = []
    names: dict[str, Term] = {}
    while spine(t)[0].head == "const" and spine(t)[0].parts[0] == "forall" and spine(t)[1][0].head == "lam":
        inner = spine(t)[1][0]
        name = _new(inner.hint or "u", set(names))
        own.append((name, inner.parts[0]))
        names[name] = var(name, inner.parts[0])
        t = kernel.open_(inner.parts[1], names[name])
    premises = []
    while spine(t)[0].head == "const" and spine(t)[0].parts[0] == "implies" and len(spine(t)[1]) == 2:
        p, t = binary(t, "implies")
        premises.append(p)
    return own, premises, t, names


def _joined_by_and(t: Term) -> list[Term]:
    """The propositions that "and" joins, in order."""
    sides = _two(t, "and")
    return [one for side in sides for one in _joined_by_and(side)] if sides else [t]


def sentence(t: Term) -> str:
    """A closed sentence in words and LaTeX: variables with their sets, premises, conclusions."""
    own, premises, end, names = taken_apart(t)
    ends = _joined_by_and(end)
    level = CONJUNCTION if len(ends) > 1 else BINDER  # an implication among others stands in brackets
    said = " and ".join(f"${_Latex(one).show(one, (), level)}$" for one in ends)
    if premises:
        said = f"If {', '.join(f'${latex(one)}$' for p in premises for one in _joined_by_and(p))}, then {said}"
    if own:
        groups: dict[str, list[str]] = {}
        for name, _ in own:
            groups.setdefault(set_of(names[name], *premises, end), []).append(_letter(name))
        sets = ", ".join(rf"${', '.join(letters)} \in {where}$" for where, letters in groups.items())
        said = f"For all {sets}: {said[0].lower() + said[1:] if premises else said}"
    return said + "."


def defined(name: str) -> str:
    r"""Typeset a definition: the notion at variables, and what it stands for.

    Raises:
        KeyError: nothing is defined by that name.

    Example:
        >>> from sdp_proofs.logic import definitions
        >>> print(defined("bind"))
        (P ; K)(f) = P(a \mapsto K(a, f))
    """
    t = kernel.meaning(name)
    if t is None:
        raise KeyError(name)
    own: list[Term] = []
    head = const(name, t.ty)
    while t.head == "lam":
        v = var(_new(t.hint or "u", {one.parts[0] for one in own}), t.parts[0])
        own.append(v)
        t = kernel.open_(t.parts[1], v)
    said = rf"\mathrm{{num}}({_letter(own[0].parts[0])})" if name == "num" else latex(head(*own))  # elsewhere unseen
    return rf"{said} \iff {latex(t)}" if t.ty == "o" else f"{said} = {latex(t)}"


# ---- reading -------------------------------------------------------------------------------------------------------
_TOKEN = re.compile(r"\s*(for all\b|exists\b|in\b|and\b|=>|->|<=|[A-Za-z][A-Za-z0-9_]*|\d+|[-+*/=(),:{}\[\]])")


class _Reader:
    """A recursive descent over the text of a term."""

    def __init__(self, said: str, names: Mapping[str, Term]) -> None:
        self.names, self.tokens, at = names, [], 0
        while at < len(said.rstrip()):
            m = _TOKEN.match(said, at)
            if m is None:
                raise ValueError(f"unreadable: {said[at : at + 20]}")
            token, at = m[1], m.end()
            self.tokens.append(token)
        self.at = 0

    def peek(self, ahead: int = 0) -> str:
        return self.tokens[self.at + ahead] if self.at + ahead < len(self.tokens) else ""

    def take(self, wanted: str = "") -> str:
        token = self.peek()
        if not token or (wanted and token != wanted):
            self.fail(wanted)
        self.at += 1
        return token

    def fail(self, wanted: str) -> NoReturn:
        here = " ".join(self.tokens[self.at : self.at + 5])
        raise ValueError(f"expected {wanted or 'more'}, got {here or 'the end'}")

    def type(self) -> Type:
        if self.peek() == "(":
            self.take()
            one = self.type()
            kind = self.take()
            made = (kind, one, self.type())
            self.take(")")
            return kernel.as_type(made)
        return kernel.as_type(self.take())

    def term(self, env: Mapping[str, Term]) -> Term:
        if self.peek() in ("for all", "exists") and self.peek(2) == "in":
            kind = self.take()
            v, inner = self.variable(env)
            self.take(",")
            body = self.term(inner)
            whole = lam(v, body)
            return const("forall" if kind == "for all" else "exists", fn(fn(v.ty, "o"), "o"))(whole)
        if kernel.is_name(self.peek()) and self.peek(1) == "in":
            v, inner = self.variable(env)
            self.take("->")
            return lam(v, self.term(inner))
        left = self.infix(env, CONJUNCTION)
        if self.peek() == "=>":
            self.take()
            return kernel.IMPLIES(left, self.term(env))
        return left

    def variable(self, env: Mapping[str, Term]) -> tuple[Term, Mapping[str, Term]]:
        name = self.take()
        self.take("in")
        v = var(f"{name}__{len(env)}", self.type())
        return v, {**env, name: v}

    def infix(self, env: Mapping[str, Term], level: int) -> Term:
        if level == APPLIED:
            return self.applied(env)
        found = self.infix(env, level + 1)
        while _SYMBOLS.get(self.peek()) in _INFIX and _INFIX[_SYMBOLS[self.peek()]][2] == level:
            name = _SYMBOLS[self.take()]
            found = _joined(name, [found, self.infix(env, level + 1)], {})
            if level == RELATION:
                break
        return found

    def applied(self, env: Mapping[str, Term]) -> Term:
        name, types, head = "", {}, None
        if self.peek() == "(":
            self.take()
            if (self.peek() == "-" and self.peek(1).isdigit()) or (self.peek().isdigit() and self.peek(1) == "/"):
                sign = -1 if self.peek() == "-" and self.take() else 1
                x = Fraction(int(self.take()))
                if self.peek() == "/":
                    self.take()
                    x /= int(self.take())
                self.take(")")
                return kernel.real(sign * x)
            head = self.term(env)
            self.take(")")
        elif self.peek().isdigit():
            return kernel.real(int(self.take()))
        elif self.peek() == "[":
            self.take()
            name = self.take()
            self.take("]")
        else:
            name = self.take()
            head = env.get(name) or self.names.get(name)
        if head is None and self.peek() == "{":
            while self.take() != "}":
                if self.peek() == "}":
                    continue
                own = self.take()
                self.take(":")
                types[own] = self.type()
        args: list[Term] = []
        while self.peek() == "(" and (head is None or type(head.ty) is tuple) and not args:
            self.take()
            args.append(self.term(env))
            while self.peek() == ",":
                self.take()
                args.append(self.term(env))
            self.take(")")
        if head is None:
            return _joined(name, args, types)
        return head(*args)


def _joined(name: str, args: Sequence[Term], types: dict[str, Type]) -> Term:
    """A constant at values, its sets found from them or given."""
    found = pattern = kernel.generic(name)
    known = dict(types)
    for one in args:
        if type(found) is tuple:
            match(found[1], one.ty, known)
            found = found[2]
    head = const(name, with_types(pattern, known))
    for one in args:
        head = kernel.app(head, one)
    return head


def read(said: str, names: Mapping[str, Term] | None = None) -> Term:
    """The term of a text.

    Args:
        said: what `text` printed.
        names: free variables by their names.

    Raises:
        ValueError: if the text cannot be read.
        TypeError: if it is not well typed.
    """
    reader = _Reader(said, names or {})
    found = reader.term({})
    if reader.peek():
        reader.fail("the end")
    return found


