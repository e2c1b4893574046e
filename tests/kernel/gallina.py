"""A reader of the theorems on fractions that evaluates what Coq's text says, written from Coq's grammar alone.

It knows the words of `library/Exact.v` by their meaning in Python, and nothing of how the text came about.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from math import ceil, comb, factorial, floor
from typing import Any

_TOKEN = re.compile(
    r"\s*(\(\*.*?\*\)|\d+|[A-Za-z_][\w']*|<->|<=\?|<\?|=\?|/\\|\\/|->|=>|:=|==|<=|\+\+|&&|\|\||//|%%|.)"
)


def _curried(function: Callable[..., Any], count: int) -> Any:
    def take(*got: Any) -> Any:
        return function(*got) if len(got) == count else lambda one: take(*got, one)

    return take()


def _entry(none: Any, items: list[Any], place: Fraction) -> Any:
    index = floor(place) + (len(items) if place < 0 else 0)
    return items[index] if 0 <= index < len(items) else none


WORDS: dict[str, Any] = {
    "comb": _curried(lambda n, k: Fraction(comb(int(n), int(k)) if 0 <= k <= n else 0), 2),
    "factorial": _curried(lambda n: Fraction(factorial(int(n))), 1),
    "q_floor": _curried(lambda a: Fraction(floor(a)), 1),
    "q_ceiling": _curried(lambda a: Fraction(ceil(a)), 1),
    "q_abs": _curried(abs, 1),
    "q_max": _curried(max, 2),
    "q_min": _curried(min, 2),
    "range": _curried(lambda a, b: [Fraction(k) for k in range(int(a), int(b))], 2),
    "range_by": _curried(lambda a, b, c: [Fraction(k) for k in range(int(a), int(b), int(c))], 3),
    "sum": _curried(lambda items: sum(items, Fraction(0)), 1),
    "largest": _curried(lambda items: max(items, default=Fraction(0)), 1),
    "smallest": _curried(lambda items: min(items, default=Fraction(0)), 1),
    "every": _curried(all, 1),
    "some": _curried(any, 1),
    "size": _curried(lambda items: Fraction(len(items)), 1),
    "entry": _curried(_entry, 3),
    "alike": _curried(lambda same, a, b: len(a) == len(b) and all(same(x)(y) for x, y in zip(a, b, strict=True)), 3),
    "Qeq_bool": _curried(lambda a, b: a == b, 2),
    "negb": _curried(lambda a: not a, 1),
    "map": _curried(lambda f, items: [f(one) for one in items], 2),
    "filter": _curried(lambda f, items: [one for one in items if f(one)], 2),
    "flat_map": _curried(lambda f, items: [two for one in items for two in f(one)], 2),
    "true": True,
    "false": False,
}
INFIX: dict[str, Callable[[Any, Any], Any]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b if b else Fraction(0),
    "^": lambda a, b: a ** int(b),
    "//": lambda a, b: Fraction(a // b),
    "%%": lambda a, b: a % b,
    "<=?": lambda a, b: a <= b,
    "<?": lambda a, b: a < b,
    "=?": lambda a, b: a == b,
    "<=": lambda a, b: a <= b,
    "<": lambda a, b: a < b,
    "==": lambda a, b: a == b,
    "=": lambda a, b: a == b,
    "&&": lambda a, b: a and b,
    "||": lambda a, b: a or b,
    "++": lambda a, b: a + b,
    "/\\": lambda a, b: a and b,
    "\\/": lambda a, b: a or b,
    "->": lambda a, b: not a or b,
    "<->": lambda a, b: a == b,
}
TIGHT = {"+": 5, "-": 5, "++": 5, "*": 6, "/": 6, "//": 6, "%%": 6, "^": 7, "&&": 4, "||": 4}
LOOSE = {"<->": 0, "->": 1, "\\/": 2, "/\\": 3}


class Reader:
    """Turns text into functions of the names in scope."""

    def __init__(self, text: str) -> None:
        self.tokens = [token for token in _TOKEN.findall(text) if not token.startswith("(*") and token.strip()]
        self.place = 0

    def next(self, wanted: str | None = None) -> str:
        token = self.tokens[self.place]
        assert wanted is None or token == wanted, f"{wanted} expected, got {' '.join(self.tokens[self.place:][:8])}"
        self.place += 1
        return token

    @property
    def ahead(self) -> str:
        return self.tokens[self.place] if self.place < len(self.tokens) else ""

    def expression(self, least: int = 0) -> Any:
        left = self._prefix()
        while True:
            sign = self.ahead
            strength = TIGHT.get(sign, LOOSE.get(sign, 3.5 if sign in INFIX else -1))
            if strength < least or sign not in INFIX:
                return left
            self.next()
            right = self.expression(strength if sign == "->" else strength + 0.25)
            left = _joined(INFIX[sign], left, right)

    def _prefix(self) -> Any:
        if self.ahead == "~":
            self.next()
            inner = self.expression(3.4)
            return lambda scope: not inner(scope)
        found = self._atom()
        while self.ahead in ("(", "[") or re.fullmatch(r"\d+|[A-Za-z_][\w']*", self.ahead):
            if self.ahead in ("then", "else"):
                break
            found = _joined(lambda function, one: function(one), found, self._atom())
        return found

    def _atom(self) -> Any:
        token = self.next()
        if token == "(":
            inner = self._within()
            self.next(")")
            return inner
        if token == "[":
            items = []
            while self.ahead != "]":
                items.append(self.expression())
                if self.ahead == ";":
                    self.next()
            self.next("]")
            return lambda scope: [item(scope) for item in items]
        if token.isdigit():
            return lambda scope: Fraction(token)
        return lambda scope: scope[token]

    def _within(self) -> Any:
        if self.ahead == "fun":
            self.next()
            names = []
            while self.ahead != "=>":
                names.append(self.next())
            self.next("=>")
            return _function(names, self.expression())
        if self.ahead == "if":
            self.next()
            test = self.expression()
            self.next("then")
            yes = self.expression()
            self.next("else")
            no = self.expression()
            return lambda scope: yes(scope) if test(scope) else no(scope)
        return self.expression()


def _joined(operation: Callable[[Any, Any], Any], left: Any, right: Any) -> Any:
    return lambda scope: operation(left(scope), right(scope))


def _function(names: list[str], body: Any) -> Any:
    return lambda scope: _curried(lambda *values: body({**scope, **dict(zip(names, values, strict=True))}), len(names))


def evaluated(statement: str) -> bool:
    """Tell whether the theorem at the end of a statement is true."""
    scope = dict(WORDS)
    for sentence in re.split(r"\.\s*\n|\.\Z", statement):
        reader = Reader(sentence)
        if not reader.tokens:
            continue
        kind, name = reader.next(), reader.next()
        if kind == "Theorem":
            reader.next(":")
            return bool(reader.expression()(scope))
        names: list[str] = []
        while reader.ahead == "(":
            reader.next()
            while reader.ahead != ":":
                names.append(reader.next())
            while reader.next() != ")":
                if reader.tokens[reader.place - 1] == "(":
                    _skip(reader)
        while reader.next() != ":=":
            pass
        body = reader.expression()
        scope[name] = _function(names, body)(scope) if names else body(scope)
    raise AssertionError("no theorem")


def _skip(reader: Reader) -> None:
    depth = 1
    while depth:
        depth += {"(": 1, ")": -1}.get(reader.next(), 0)
