"""Runs the small language along one path, with numbers that may hold noise.

Who runs it, a *world*, says what a draw is, which way a comparison with noise goes, and which of several ways is taken
where there is a choice. The machine knows Python's words and nothing of probability.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Protocol

from sdp_proofs.programs.language import BUILTINS, Builtin, Function, Refused, Scope, frozen, function_of

MOST_STEPS = 20_000
"""Statements of one path; a loop that has not ended by then is said to be endless."""
MOST_DRAWS = 100
"""Draws on one path."""


@dataclass(frozen=True)
class Linear:
    """A number that holds noise or secret input: integers times unknowns, and a constant.

    Attributes:
        terms: the coefficient of each unknown, none of them zero; an unknown is a kind and a number.
        constant: the rest.
    """

    terms: tuple[tuple[tuple[str, int], int], ...]
    constant: int = 0

    @classmethod
    def unknown(cls, kind: str, number: int) -> Linear:
        """Make an unknown."""
        return cls((((kind, number), 1),))

    @classmethod
    def of(cls, terms: Mapping[tuple[str, int], int], constant: int) -> Linear:
        """Make a sum of unknowns; those with coefficient zero are dropped."""
        return cls(tuple(sorted((key, value) for key, value in terms.items() if value)), constant)

    def plus(self, other: Linear | int, times: int = 1) -> Linear:
        """Add a multiple of another number."""
        if isinstance(other, int):
            return Linear(self.terms, self.constant + times * other)
        terms = dict(self.terms)
        for key, value in other.terms:
            terms[key] = terms.get(key, 0) + times * value
        return Linear.of(terms, self.constant + times * other.constant)

    def times(self, factor: int) -> Linear:
        """Multiply by an integer."""
        return Linear.of({key: factor * value for key, value in self.terms}, factor * self.constant)


class World(Protocol):
    """Decides what the language leaves open on one path."""

    def draw(self, kind: str, units: int, node: ast.AST) -> Any:
        """Give fresh noise of a kind (geometric, exponential, laplace)."""

    def coin(self, chance: Fraction) -> bool:
        """Throw a coin."""

    def pick(self, options: int) -> int:
        """Pick one of some equally likely options."""

    def at_least_zero(self, number: Any) -> bool:
        """Decide a comparison."""

    def largest(self, numbers: list[Any]) -> Any:
        """Give the largest of some numbers."""

    def place(self, numbers: list[Any], value: Any) -> int | None:
        """Give the first place of a value that `largest` gave, or None where it was not that."""


class _Leave(Exception):
    """Ends a loop or a call."""


class _Break(_Leave):
    pass


class _Continue(_Leave):
    pass


class _Return(_Leave):
    def __init__(self, value: Any) -> None:
        self.value = value


class Draw:
    """Stands for the first parameter of a program."""


NOISES = ("geometric", "exponential", "laplace")
_LIST_METHODS = ("append", "extend", "pop", "remove", "index", "insert", "copy", "count")


def run(function: Function, inputs: tuple[Any, ...], world: World) -> Any:
    """Run a mechanism on inputs, in a world.

    Raises:
        Refused: it uses what the language does not have, or does not end.
    """
    return Machine(world, function.scope).call(function, (Draw(), inputs), {}, None)


def constant(statement: ast.stmt, name: str, scope: Scope) -> Any:
    """Evaluate an assignment of a file as a constant or a function.

    Raises:
        Refused: it is no constant of the small language.
    """
    machine, names = Machine(_Nowhere(), scope), _Names({}, scope)
    machine.execute(statement, names)
    value = names.values[name]
    return value if isinstance(value, Function) else frozen(value, name)


class _Nowhere:
    """The world of constants, in which nothing is drawn."""

    def __getattr__(self, name: str) -> Any:
        raise Refused(None, "a constant must not be drawn or compared with noise")


@dataclass(frozen=True)
class _Names:
    values: dict[str, Any]
    scope: Scope
    local: Mapping[str, Any] | None = None

    def find(self, node: ast.Name) -> Any:
        if node.id in self.values:
            return self.values[node.id]
        if self.local and node.id in self.local:
            return self.local[node.id]
        try:
            return self.scope.find(node.id)
        except KeyError:
            raise Refused(
                node, f"{node.id} must be a parameter, a constant or a function of the program", self.scope.first_line
            ) from None


_ARITHMETIC: dict[type, Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}


class Machine:
    """Walks the syntax of one call after the other; `world` decides what is open."""

    def __init__(self, world: Any, scope: Scope) -> None:
        self.world, self.scope, self.steps, self.draws = world, scope, 0, 0

    # Calls and statements

    def call(self, function: Function, given: Iterable[Any], named: Mapping[str, Any], node: ast.AST | None) -> Any:
        """Call a function of the language."""
        outer, self.scope = self.scope, function.scope
        try:
            names = _Names(self._bound(function, list(given), dict(named), node), function.scope, function.local)
            if isinstance(function.body, ast.expr):
                return self.value(function.body, names)
            try:
                self.block(function.body, names)
            except _Return as left:
                return left.value
            return None
        finally:
            self.scope = outer

    def _bound(
        self, function: Function, given: list[Any], named: dict[str, Any], node: ast.AST | None
    ) -> dict[str, Any]:
        wanted = function.arguments
        places = [argument.arg for argument in (*wanted.posonlyargs, *wanted.args)]
        if wanted.vararg or wanted.kwarg or len(given) > len(places):
            raise self.refused(node, f"{function.name} must be called with its {len(places)} parameters")
        bound = dict(zip(places, given, strict=False))
        syntax = dict(zip(places[len(places) - len(wanted.defaults) :], wanted.defaults, strict=True))
        syntax.update({a.arg: d for a, d in zip(wanted.kwonlyargs, wanted.kw_defaults, strict=True) if d is not None})
        for name in (*places, *(argument.arg for argument in wanted.kwonlyargs)):
            if name in named and name not in bound:
                bound[name] = named.pop(name)
            elif name not in bound and name in function.defaults:
                bound[name] = function.defaults[name]
            elif name not in bound and name in syntax:
                bound[name] = self.value(syntax[name], _Names({}, function.scope, function.local))
            elif name not in bound:
                raise self.refused(node, f"{function.name} must be given {name}")
        if named:
            raise self.refused(node, f"{function.name} has no parameter {', '.join(named)}")
        return bound

    def block(self, statements: list[ast.stmt], names: _Names) -> None:
        """Execute statements one after the other."""
        for statement in statements:
            self.execute(statement, names)

    def execute(self, node: ast.stmt, names: _Names) -> None:  # noqa: PLR0912 (one case for each kind of node)
        """Execute one statement."""
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise self.refused(node, f"a path must end within {MOST_STEPS} steps")
        match node:
            case ast.Return():
                raise _Return(self.value(node.value, names) if node.value else None)
            case ast.Assign():
                value = self.value(node.value, names)
                for target in node.targets:
                    self.assign(target, value, names)
            case ast.AnnAssign(value=ast.expr()):
                self.assign(node.target, self.value(node.value, names), names)  # type: ignore[arg-type]
            case ast.AugAssign(target=ast.Name() | ast.Subscript()):
                old = self.value(_loaded(node.target), names)
                value = self.value(node.value, names)
                if isinstance(old, list) and isinstance(node.op, ast.Add):
                    old.extend(self.items(value, node))
                else:
                    self.assign(node.target, self.arithmetic(node.op, old, value, node), names)
            case ast.If():
                self.block(node.body if self.truth(node.test, names) else node.orelse, names)
            case ast.For():
                self._loop(node, names)
            case ast.While():
                self._while(node, names)
            case ast.Break():
                raise _Break
            case ast.Continue():
                raise _Continue
            case ast.Expr(value=ast.Constant()) | ast.Pass():
                pass
            case ast.Expr():
                self.value(node.value, names)
            case ast.FunctionDef():
                names.values[node.name] = function_of(node, self.scope, _Around(names))
            case _:
                raise self.refused(node, f"a program must do without `{ast.unparse(node).splitlines()[0]}`")

    def _loop(self, node: ast.For, names: _Names) -> None:
        for item in self.items(self.value(node.iter, names), node):
            self.assign(node.target, item, names)
            try:
                self.block(node.body, names)
            except _Continue:
                continue
            except _Break:
                return
        self.block(node.orelse, names)

    def _while(self, node: ast.While, names: _Names) -> None:
        while self.truth(node.test, names):
            self.steps += 1
            if self.steps > MOST_STEPS:
                raise self.refused(node, f"a path must end within {MOST_STEPS} steps")
            try:
                self.block(node.body, names)
            except _Continue:
                continue
            except _Break:
                return
        self.block(node.orelse, names)

    def assign(self, target: ast.expr, value: Any, names: _Names) -> None:
        """Give a value to a name, to several, or to a place in a list."""
        match target:
            case ast.Name():
                names.values[target.id] = value
            case ast.Tuple() | ast.List():
                parts = list(self.items(value, target))
                if len(parts) != len(target.elts):
                    raise self.refused(
                        target, f"{len(target.elts)} names must be given as many values, got {len(parts)}"
                    )
                for part, item in zip(target.elts, parts, strict=True):
                    self.assign(part, item, names)
            case ast.Subscript():
                held = self.value(target.value, names)
                if not isinstance(held, list):
                    raise self.refused(target, "only a part of a list can be assigned")
                held[self._position(held, target.slice, names)] = value
            case _:
                raise self.refused(target, f"a value must be given to a name, got {ast.unparse(target)}")

    # Expressions

    def value(self, node: ast.expr, names: _Names) -> Any:  # noqa: PLR0912 (one case for each kind of node)
        """Evaluate an expression."""
        match node:
            case ast.Constant():
                if isinstance(node.value, float):
                    raise self.refused(node, f"a number must be an integer or a fraction, got {node.value}")
                return frozen(node.value, "a constant")
            case ast.Name():
                return self._named(node, names)
            case ast.Tuple():
                return tuple(self._listed(node.elts, names))
            case ast.List():
                return list(self._listed(node.elts, names))
            case ast.Dict() if None not in node.keys:
                keys = [self.value(key, names) for key in node.keys if key is not None]
                return dict(zip(keys, self._listed(node.values, names), strict=True))
            case ast.ListComp() | ast.GeneratorExp():
                return list(
                    self._comprehended(node.elt, node.generators, _Names(dict(names.values), names.scope, names.local))
                )
            case ast.BinOp():
                return self.arithmetic(node.op, self.value(node.left, names), self.value(node.right, names), node)
            case ast.UnaryOp(op=ast.Not()):
                return not self.truth(node.operand, names)
            case ast.UnaryOp(op=ast.USub()):
                return self.arithmetic(ast.Mult(), -1, self.value(node.operand, names), node)
            case ast.UnaryOp(op=ast.UAdd()):
                return self.value(node.operand, names)
            case ast.BoolOp():
                return self._connected(node, names)
            case ast.Compare():
                return self._compared(node, names)
            case ast.IfExp():
                return self.value(node.body if self.truth(node.test, names) else node.orelse, names)
            case ast.Subscript():
                held = self.value(node.value, names)
                return held[self._position(held, node.slice, names)]
            case ast.Lambda():
                return function_of(node, self.scope, _Around(names))
            case ast.Call():
                return self._called(node, names)
            case _:
                raise self.refused(node, f"a program must do without `{ast.unparse(node)}`")

    def _named(self, node: ast.Name, names: _Names) -> Any:
        try:
            return names.find(node)
        except Refused:
            if node.id in BUILTINS:
                return Builtin(node.id)
            raise

    def _listed(self, nodes: list[ast.expr], names: _Names) -> Iterator[Any]:
        for node in nodes:
            if isinstance(node, ast.Starred):
                yield from self.items(self.value(node.value, names), node)
            else:
                yield self.value(node, names)

    def _comprehended(self, node: ast.expr, generators: list[ast.comprehension], names: _Names) -> Iterator[Any]:
        if not generators:
            yield self.value(node, names)
            return
        first, *rest = generators
        for item in self.items(self.value(first.iter, names), first.iter):
            self.assign(first.target, item, names)
            if all(self.truth(test, names) for test in first.ifs):
                yield from self._comprehended(node, rest, names)

    def _connected(self, node: ast.BoolOp, names: _Names) -> Any:
        ends = isinstance(node.op, ast.Or)
        value: Any = None
        for part in node.values:
            value = self.value(part, names)
            if self.as_truth(value, part) is ends:
                return value
        return value

    def _position(self, held: Any, node: ast.expr, names: _Names) -> Any:
        if isinstance(node, ast.Slice):
            ends = [self.value(part, names) if part else None for part in (node.lower, node.upper, node.step)]
            if isinstance(held, (list, tuple, str)) and all(end is None or isinstance(end, int) for end in ends):
                return slice(*ends)
        place = None if isinstance(node, ast.Slice) else self.value(node, names)
        if isinstance(held, dict) and not isinstance(place, Linear) and place in held:
            return place
        if not isinstance(held, (list, tuple, str)) or not isinstance(place, int):
            what = "a number with noise or secret input" if isinstance(place, Linear) else repr(place)
            raise self.refused(node, f"a place in a list must be a plain integer, got {what}", place)
        if not -len(held) <= place < len(held):
            raise self.refused(node, f"a place must be within the {len(held)} entries, got {place}")
        return place

    def truth(self, node: ast.expr, names: _Names) -> bool:
        """Evaluate a condition."""
        return self.as_truth(self.value(node, names), node)

    def as_truth(self, value: Any, node: ast.AST) -> bool:
        """Take a value as true or false, unless it holds noise."""
        if isinstance(value, Linear):
            raise self.refused(node, "a number with noise must be compared with a number before it decides anything")
        return bool(value)

    def _compared(self, node: ast.Compare, names: _Names) -> bool:
        left = self.value(node.left, names)
        for relation, operand in zip(node.ops, node.comparators, strict=True):
            right = self.value(operand, names)
            if not self._holds(relation, left, right, node):
                return False
            left = right
        return True

    def _holds(self, relation: ast.cmpop, left: Any, right: Any, node: ast.AST) -> bool:
        numbers = isinstance(left, (Linear, int, Fraction)) and isinstance(right, (Linear, int, Fraction))
        noisy = isinstance(left, Linear) or isinstance(right, Linear)
        match relation:
            case ast.Is() | ast.IsNot():
                return (left is right) == isinstance(relation, ast.Is)
            case ast.In() | ast.NotIn():
                found = any(self.same(left, item, node) for item in self.items(right, node))
                return found == isinstance(relation, ast.In)
            case ast.Eq():
                return self.same(left, right, node)
            case ast.NotEq():
                return not self.same(left, right, node)
            case ast.GtE() if noisy and numbers:
                return self._least(left, right, node)
            case ast.LtE() if noisy and numbers:
                return self._least(right, left, node)
            case ast.Gt() if noisy and numbers:
                return not self._least(right, left, node)
            case ast.Lt() if noisy and numbers:
                return not self._least(left, right, node)
        if noisy or not (numbers or type(left) is type(right)) or left is None:
            raise self.refused(node, f"two numbers must be compared, got {_kind(left)} and {_kind(right)}")
        orders = {ast.GtE: operator.ge, ast.LtE: operator.le, ast.Gt: operator.gt, ast.Lt: operator.lt}
        return bool(orders[type(relation)](left, right))

    def _least(self, left: Any, right: Any, node: ast.AST) -> bool:
        """Decide left >= right."""
        for side in (left, right):
            if isinstance(side, Fraction) and side.denominator != 1:
                raise self.refused(node, f"a number with noise must be compared with an integer, got {side}")
        difference = self.arithmetic(ast.Sub(), left, right, node)
        return bool(self.world.at_least_zero(difference)) if isinstance(difference, Linear) else difference >= 0

    def same(self, left: Any, right: Any, node: ast.AST) -> bool:
        """Decide that two values are equal."""
        if not (isinstance(left, Linear) or isinstance(right, Linear)):
            if isinstance(left, (list, tuple)) and type(left) is type(right) and len(left) == len(right):
                return all(self.same(a, b, node) for a, b in zip(left, right, strict=True))
            return bool(left == right)
        if not all(isinstance(side, (Linear, int, Fraction)) for side in (left, right)):
            return False  # a number is no word
        return self._least(left, right, node) and self._least(right, left, node)

    def arithmetic(self, sign: ast.operator, left: Any, right: Any, node: ast.AST) -> Any:
        """Compute with two values: linearly where one of them holds noise."""
        if isinstance(left, Linear) or isinstance(right, Linear):
            return self._linear(sign, left, right, node)
        plain = all(isinstance(side, (int, Fraction)) for side in (left, right))
        if isinstance(sign, ast.Add) and isinstance(left, (list, tuple, str)) and type(left) is type(right):
            return operator.add(left, right)
        if isinstance(sign, ast.Mult) and isinstance(left, (list, tuple, str)) and isinstance(right, int):
            return left * self._short(right, node)
        if isinstance(sign, ast.Mult) and isinstance(right, (list, tuple, str)) and isinstance(left, int):
            return right * self._short(left, node)
        if not plain:
            raise self.refused(
                node, f"two numbers must be computed with, got {_kind(left)} and {_kind(right)}", left, right
            )
        if isinstance(sign, (ast.Div, ast.FloorDiv, ast.Mod)) and right == 0:
            raise self.refused(node, "a divisor must not be 0")
        if isinstance(sign, ast.Div):
            return _plain(Fraction(left) / Fraction(right))
        if isinstance(sign, ast.Pow):
            if not isinstance(right, int) or abs(right) > 10_000 or (left == 0 and right < 0):
                raise self.refused(node, f"an exponent must be an integer of at most 10000, got {right}")
            return _plain(Fraction(left) ** right)
        if type(sign) not in _ARITHMETIC:
            raise self.refused(node, "a program must do without this operation")
        return _plain(_ARITHMETIC[type(sign)](left, right))

    def _linear(self, sign: ast.operator, left: Any, right: Any, node: ast.AST) -> Any:
        for side in (left, right):
            if not isinstance(side, Linear) and (not isinstance(side, int)):
                raise self.refused(
                    node, f"only integers may be added to noise or multiplied with it, got {_kind(side)}", left, right
                )
        match sign:
            case ast.Add():
                found = left.plus(right) if isinstance(left, Linear) else right.plus(left)
            case ast.Sub():
                found = left.plus(right, -1) if isinstance(left, Linear) else right.times(-1).plus(left)
            case ast.Mult() if not (isinstance(left, Linear) and isinstance(right, Linear)):
                found = left.times(right) if isinstance(left, Linear) else right.times(left)
            case _:
                raise self.refused(node, "a number with noise or secret input must be used linearly", left, right)
        return found if found.terms else found.constant

    def _short(self, length: int, node: ast.AST) -> int:
        if length > MOST_STEPS:
            raise self.refused(node, f"a list must have at most {MOST_STEPS} entries")
        return length

    # Calls

    def items(self, value: Any, node: ast.AST) -> Iterable[Any]:
        """List what a loop goes over."""
        if isinstance(value, (tuple, str, range, dict)):
            return value
        if isinstance(value, list):
            return self._grown(value)
        raise self.refused(node, f"a loop must go over a list or a range, got {_kind(value)}")

    @staticmethod
    def _grown(value: list[Any]) -> Iterator[Any]:
        yield from value  # as Python does, with what is appended meanwhile

    def _called(self, node: ast.Call, names: _Names) -> Any:
        if any(word.arg is None for word in node.keywords):
            raise self.refused(node, "arguments must be written out")
        if isinstance(node.func, ast.Attribute):
            return self._method(node, node.func, names)
        function = self.value(node.func, names)
        given = list(self._listed(node.args, names))
        named = {str(word.arg): self.value(word.value, names) for word in node.keywords}
        if isinstance(function, Function):
            self.steps += 1
            if self.steps > MOST_STEPS:
                raise self.refused(node, f"a path must end within {MOST_STEPS} steps")
            return self.call(function, given, named, node)
        if not isinstance(function, Builtin):
            raise self.refused(node, f"a program must not call {ast.unparse(node.func)}")
        return self._builtin(function.name, given, named, node)

    def _method(self, node: ast.Call, called: ast.Attribute, names: _Names) -> Any:
        held = self.value(called.value, names)
        given = list(self._listed(node.args, names))
        named = {str(word.arg): self.value(word.value, names) for word in node.keywords}
        if isinstance(held, Draw):
            return self._drawn(called.attr, given, named, node)
        if named or called.attr not in _LIST_METHODS or not isinstance(held, (list, tuple)):
            raise self.refused(node, f"a program must not call {ast.unparse(called)}")
        if called.attr == "index":
            return self._index(held, given, node)
        if called.attr in ("remove", "count"):
            places = [i for i, item in enumerate(held) if self.same(item, given[0], node)]
            if called.attr == "count":
                return len(places)
            if not places:
                raise self.refused(node, "what is removed must be in the list")
            if isinstance(held, tuple):
                raise self.refused(node, "only a list can lose an entry")
            del held[places[0]]
            return None
        if isinstance(held, tuple):
            raise self.refused(node, f"{ast.unparse(called.value)} must be a list of this call to be changed")
        try:
            return getattr(held, called.attr)(*given)
        except (TypeError, IndexError, AttributeError) as error:
            raise self.refused(node, f"{ast.unparse(node)} must be possible: {error}") from None

    def _index(self, held: Any, given: list[Any], node: ast.AST) -> int:
        if len(given) == 1 and isinstance(given[0], Linear):
            place: int | None = self.world.place(list(held), given[0])
            if place is not None:
                return place
        for i, item in enumerate(held):
            if self.same(item, given[0], node):
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
            if isinstance(argument, bool) or not isinstance(argument, int) or argument < 1:
                raise self.refused(
                    node, f"draw.{name} must be given its rate in units, an integer >= 1, got {_kind(argument, True)}"
                )
            return self.world.draw(name, argument, node)
        if name == "bernoulli":
            if isinstance(argument, Linear) or not isinstance(argument, (int, Fraction)) or not 0 <= argument <= 1:
                raise self.refused(
                    node, f"draw.bernoulli must be given a chance in [0, 1], got {_kind(argument, True)}", argument
                )
            return self.world.coin(Fraction(argument))
        if name == "choice":
            options = list(self.items(argument, node))
            if not options:
                raise self.refused(node, "draw.choice must be given something to choose from")
            return options[self.world.pick(len(options))]
        known = ", ".join((*NOISES, "bernoulli", "choice"))
        raise self.refused(node, f"what is drawn must be one of {known}, got {name}")

    def _builtin(self, name: str, given: list[Any], named: dict[str, Any], node: ast.Call) -> Any:  # noqa: PLR0912
        match name, given:
            case "max" | "min", [*_]:
                return self._extreme(name, given, named, node)
            case "sum", [values, *start]:
                total: Any = start[0] if start else 0
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
                try:
                    return _plain(Fraction(*given))
                except (ValueError, TypeError, ZeroDivisionError) as error:
                    raise self.refused(node, f"a fraction must be one: {error}") from None
            case "len", [list() | tuple() | str() | dict() | range() as value]:
                return len(value)
            case "range", [*ends] if 1 <= len(ends) <= 3 and all(isinstance(end, int) for end in ends):
                numbers = range(*ends)
                self._short(len(numbers), node)
                return numbers
            case "enumerate", [values, *start]:
                return list(enumerate(self.items(values, node), *start))
            case "zip", [*lists]:
                return list(zip(*(self.items(part, node) for part in lists), strict=False))
            case "list", [] | [_]:
                return list(self.items(given[0], node)) if given else []
            case "tuple", [] | [_]:
                return tuple(self.items(given[0], node)) if given else ()
            case "reversed", [values]:
                return list(self.items(values, node))[::-1]
        raise self.refused(
            node, f"{name} must be given what it is for, got {', '.join(map(_kind, given)) or 'nothing'}", *given
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
            raise self.refused(node, f"{name} must be given numbers, got {', '.join(map(_kind, values))}")
        return options[max(range(len(values)), key=lambda i: sign * values[i])]

    def refused(self, node: ast.AST | None, reason: str, *values: Any) -> Refused:
        """Refuse with the line; `values` are what stood there, perhaps numbers that are not known yet."""
        return Refused(node, reason, self.scope.first_line, any(isinstance(value, Linear) for value in values))


class _Around(Mapping[str, Any]):
    """The names of an enclosing call, read when they are used, as Python does."""

    def __init__(self, names: _Names) -> None:
        self._names = names

    def __getitem__(self, name: str) -> Any:
        if name in self._names.values:
            return self._names.values[name]
        if self._names.local is not None:
            return self._names.local[name]
        raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._names.values)

    def __len__(self) -> int:
        return len(self._names.values)


def _loaded(node: ast.expr) -> ast.expr:
    """Return the expression that reads what is assigned."""
    if isinstance(node, ast.Subscript):
        return ast.copy_location(ast.Subscript(node.value, node.slice, ast.Load()), node)
    return node


def _plain(value: Any) -> Any:
    return int(value) if isinstance(value, Fraction) and value.denominator == 1 else value


def _kind(value: Any, shown: bool = False) -> str:
    """Name what a value is, for a line of error."""
    if isinstance(value, Linear):
        return "a number with noise or secret input"
    if shown and isinstance(value, (int, Fraction, str)):
        return str(value)
    return {type(None): "None", str: "a word", int: "an integer", Fraction: "a fraction"}.get(
        type(value), f"a {type(value).__name__}"
    )
