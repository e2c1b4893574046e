"""Calls that a program may make besides its own functions: draws, methods of lists, a few functions of Python."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from sdp_proofs.programs.language import Function
from sdp_proofs.programs.values import MOST_STEPS, NOISES, Draw, Linear, Once, Values, kind_of

MOST_DRAWS = 100
"""Draws on one path."""
MOST_UNITS = 1000
"""Units of one noise."""
_LIST_METHODS = {
    "append": (1,), "extend": (1,), "pop": (0, 1), "remove": (1,), "index": (1,), "insert": (2,), "copy": (0,),
    "count": (1,),
}  # fmt: skip
"""Methods of lists, with how many arguments they take."""
_WITHOUT_SHIFTS = {
    "gumbel": "a shift changes its density without bound; noisy max with it is the exponential mechanism, which is "
    "written with draw.bernoulli",
    "gaussian": "a shift changes its density without bound, so that no epsilon is enough without a delta; ask "
    "`sdp-proofs account 'gaussian(sigma=..)'`",
    "discrete_gaussian": "a shift changes its masses without bound, and they add up to no rational number; cut to a "
    "window it is written with draw.bernoulli",
}
"""Noise that the literature has and the language has not."""
_NAMED = {"max": "key", "min": "key", "enumerate": "start", "sum": "start"}
"""The argument of a function that may be given by name."""


class Library(Values):
    """Calls of what is not written in the program."""

    def call(self, function: Function, given: Iterable[Any], named: Mapping[str, Any], node: ast.AST | None) -> Any:
        """Call a function of the language."""
        raise NotImplementedError

    def _method(self, held: Any, name: str, given: list[Any], named: dict[str, Any], node: ast.Call) -> Any:
        if isinstance(held, Draw):
            return self._drawn(name, given, named, node)
        shown = ast.unparse(node.func)
        if named or len(given) not in _LIST_METHODS.get(name, ()) or not isinstance(held, (list, tuple)):
            raise self.refused(node, f"a program must not call {shown}, or not with these arguments")
        if name == "index":
            return self._index(held, given[0], node)
        if name == "count":
            return sum(self.same(item, given[0], node) for item in held)
        if isinstance(held, tuple):
            raise self.refused(node, f"{shown.rpartition('.')[0]} must be a list of this call to be changed")
        if name == "remove":
            del held[self._index(held, given[0], node)]
            return None
        if name == "extend":
            more = list(self.items(given[0], node))
            self.short(len(held) + len(more), node)
            held.extend(more)
            return None
        try:
            return getattr(held, name)(*given)
        except (TypeError, IndexError) as error:
            raise self.refused(node, f"{ast.unparse(node)} must be possible: {error}", *given) from None

    def _index(self, held: Any, wanted: Any, node: ast.AST) -> int:
        if isinstance(wanted, Linear):
            place: int | None = self.world.place(list(held), wanted)
            if place is not None:
                return place
        for i, item in enumerate(held):
            if self.same(item, wanted, node):
                return i
        raise self.refused(node, "what is looked for must be in the list")

    def _drawn(self, name: str, given: list[Any], named: dict[str, Any], node: ast.AST) -> Any:
        if named or len(given) != 1:
            raise self.refused(node, f"draw.{name} must be given one argument")
        argument = given[0]
        self.draws += 1
        if self.draws > MOST_DRAWS:
            raise self.refused(node, f"a path must draw at most {MOST_DRAWS} times")
        if name in NOISES:
            if isinstance(argument, bool) or not isinstance(argument, int) or not 1 <= argument <= MOST_UNITS:
                wanted = f"its rate in units, an integer from 1 to {MOST_UNITS}"
                raise self.refused(node, f"draw.{name} must be given {wanted}, got {kind_of(argument, True)}")
            return self.world.draw(name, argument, node)
        if name == "bernoulli":
            if isinstance(argument, Linear) or not isinstance(argument, (int, Fraction)) or not 0 <= argument <= 1:
                raise self.refused(
                    node, f"draw.bernoulli must be given a chance in [0, 1], got {kind_of(argument, True)}", argument
                )
            return self.world.coin(Fraction(argument))
        if name == "choice":
            options = list(self.items(argument, node))
            if not options:
                raise self.refused(node, "draw.choice must be given something to choose from")
            return options[self.world.pick(len(options))]
        if name in _WITHOUT_SHIFTS:
            raise self.refused(node, f"draw.{name} is not to be had: {_WITHOUT_SHIFTS[name]}")
        known = ", ".join((*NOISES, "bernoulli", "choice"))
        raise self.refused(node, f"what is drawn must be one of {known}, got {name}")

    def _builtin(self, name: str, given: list[Any], named: dict[str, Any], node: ast.Call) -> Any:  # noqa: PLR0912
        if any(word != _NAMED.get(name) for word in named):
            raise self.refused(node, f"{name} must be given its arguments without names")
        match name, given:
            case "max" | "min", [*_]:
                return self._extreme(name, given, named, node)
            case "sum", [values] | [values, _]:
                total: Any = named.get("start", given[1] if given[1:] else 0)
                if isinstance(total, str):
                    raise self.refused(node, "words must be added one by one")
                for item in self.items(values, node):
                    total = self.arithmetic(ast.Add(), total, item, node)
                return total
            case "abs", [Linear() as number]:
                return number if self.world.at_least_zero(number) else number.times(-1)
            case "any", [values]:
                return any(self.as_truth(item, node) for item in self.items(values, node))
            case "all", [values]:
                return all(self.as_truth(item, node) for item in self.items(values, node))
            case "bool", [value]:
                return self.as_truth(value, node)
            case "int" | "abs", [value] if isinstance(value, (int, Fraction)):
                return int(value) if name == "int" else abs(value)
            case "Fraction", [int() | Fraction() | str(), *_]:
                if isinstance(given[0], str) and (len(given[0]) > MOST_UNITS or "e" in given[0].lower()):
                    raise self.refused(node, "a fraction must be written out in digits")
                try:
                    return Fraction(*given)
                except (ValueError, TypeError, ZeroDivisionError) as error:
                    raise self.refused(node, f"a fraction must be one: {error}") from None
            case "len", [list() | tuple() | str() | dict() | range() as value]:
                return len(value)
            case "range", [*ends] if 1 <= len(ends) <= 3 and all(isinstance(end, int) for end in ends):
                try:
                    numbers = range(*ends)
                    self.short(len(numbers), node)
                except (ValueError, OverflowError):
                    raise self.refused(node, f"a range must be one of at most {MOST_STEPS} numbers") from None
                return numbers
            case "enumerate", [values] | [values, _]:
                start = named.get("start", given[1] if given[1:] else 0)
                if isinstance(start, int):
                    return Once(enumerate(self.items(values, node), start))
            case "zip", [*lists]:
                return Once(zip(*(self.items(part, node) for part in lists), strict=False))
            case "list", [] | [_]:
                return list(self.items(given[0], node)) if given else []
            case "tuple", [] | [_]:
                return tuple(self.items(given[0], node)) if given else ()
            case "reversed", [list() | tuple() | str() | range() as values]:
                return Once(reversed(values))
        raise self.refused(
            node, f"{name} must be given what it is for, got {', '.join(map(kind_of, given)) or 'nothing'}", *given
        )

    def _extreme(self, name: str, given: list[Any], named: dict[str, Any], node: ast.Call) -> Any:
        options = list(self.items(given[0], node)) if len(given) == 1 else given
        key = named.pop("key", None)
        if named or not options or (key is not None and not isinstance(key, Function)):
            raise self.refused(node, f"{name} must be given numbers and at most a function as key")
        values = [self.call(key, (option,), {}, node) if key else option for option in options]
        sign = 1 if name == "max" else -1
        if any(isinstance(value, Linear) for value in values):
            signed = [self.arithmetic(ast.Mult(), sign, value, node) for value in values]
            found = self.world.largest(signed)
            if key is None:
                return self.arithmetic(ast.Mult(), sign, found, node)
            place = self.world.place(signed, found)
            if place is None:
                place = next(i for i, value in enumerate(signed) if self.same(value, found, node))
            return options[place]
        if not all(isinstance(value, (int, Fraction)) for value in values):
            raise self.refused(node, f"{name} must be given numbers, got {', '.join(map(kind_of, values))}")
        return options[max(range(len(values)), key=lambda i: sign * values[i])]
