"""Runs the small language along one path: names, statements, expressions and calls, as Python runs them.

Names are looked up as Python does: in the call, where a name that is assigned anywhere is the call's own; in the
calls around it, at the time of use; in the file. Defaults are evaluated where the function is defined.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from sdp_proofs.programs.language import (
    BUILTINS,
    Builtin,
    Function,
    Refused,
    Scope,
    frozen,
    function_of,
    stored,
    too_deep,
)
from sdp_proofs.programs.library import Library
from sdp_proofs.programs.values import Draw, Once, World, kind_of

MOST_CALLS = 60
"""Calls of functions inside each other."""


class _Leave(Exception):
    """Ends a loop or a call."""


class Break(_Leave):
    """Ends a loop."""


class Continue(_Leave):
    """Ends a round."""


class Return(_Leave):
    """Ends a call with a value."""

    def __init__(self, value: Any) -> None:
        self.value = value


def run(function: Function, inputs: tuple[Any, ...], world: World) -> Any:
    """Run a mechanism on inputs, in a world.

    Raises:
        Refused: it uses what the language does not have, or does not end.
    """
    return Machine(world, function.scope).mechanism(function, inputs)


def constant(statement: ast.stmt, name: str, scope: Scope) -> Any:
    """Evaluate an assignment of a file as a constant or a function.

    Raises:
        Refused: it is no constant of the small language.
    """
    machine, names = Machine(_Nowhere(), scope), Names({}, scope)
    machine.execute(statement, names)
    value = names.values[name]
    return value if isinstance(value, Function) else frozen(value, name)


def evaluated(function: Function, *arguments: Any) -> Any:
    """Evaluate a function of the small language that draws nothing.

    Raises:
        Refused: it draws, or uses what the language does not have.
    """
    return Machine(_Nowhere(), function.scope).call(function, arguments, {}, None)


class _Nowhere:
    """The world of constants, in which nothing is drawn."""

    def __getattr__(self, name: str) -> Any:
        raise Refused(None, "a constant must not be drawn or compared with noise")


@dataclass(frozen=True)
class Names:
    """The names of one call.

    Attributes:
        values: what they hold.
        scope: the names of the file.
        local: the names of the calls around.
        own: the names that the call assigns somewhere.
    """

    values: dict[str, Any]
    scope: Scope
    local: Mapping[str, Any] | None = None
    own: frozenset[str] = frozenset()

    def find(self, node: ast.Name) -> Any:
        """Look a name up.

        Raises:
            KeyError: nobody gives it a value.
            Refused: it has none yet, or none that can be read.
        """
        if node.id in self.values:
            return self.values[node.id]
        if node.id in self.own:
            raise Refused(node, f"{node.id} must be given a value before it is used", self.scope.first_line)
        if self.local is not None:
            try:
                return self.local[node.id]
            except KeyError:
                pass
        try:
            return self.scope.find(node.id)
        except Refused as refused:
            raise refused.at(node, self.scope.first_line) from None


class Machine(Library):
    """Walks the syntax of one call after the other; `world` decides what is open."""

    depth = 0

    def mechanism(self, function: Function, inputs: tuple[Any, ...]) -> Any:
        """Call a function of (draw, q)."""
        try:
            return self.call(function, (Draw(), inputs), {}, None)
        except RecursionError:
            raise too_deep(function.name) from None

    def call(self, function: Function, given: Iterable[Any], named: Mapping[str, Any], node: ast.AST | None) -> Any:
        """Call a function of the language."""
        outer, self.scope = self.scope, function.scope
        self.depth += 1
        if self.depth > MOST_CALLS:
            raise self.refused(node, f"at most {MOST_CALLS} calls may be inside each other")
        try:
            bound = self._bound(function, list(given), dict(named), node)
            names = Names(bound, function.scope, function.local, function.own)
            if isinstance(function.body, ast.expr):
                return self.value(function.body, names)
            try:
                self.block(function.body, names)
            except Return as left:
                return left.value
            return None
        finally:
            self.scope, self.depth = outer, self.depth - 1

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
        by_place = {argument.arg for argument in wanted.posonlyargs}
        for name in (*places, *(argument.arg for argument in wanted.kwonlyargs)):
            if name in named and name not in bound and name not in by_place:
                bound[name] = named.pop(name)
            elif name not in bound and name in function.defaults:
                bound[name] = function.defaults[name]
            elif name not in bound and name in syntax:
                bound[name] = self.value(syntax[name], Names({}, function.scope))
            elif name not in bound:
                raise self.refused(node, f"{function.name} must be given {name}")
        if named:
            raise self.refused(node, f"{function.name} has no parameter {', '.join(named)}")
        return bound

    def block(self, statements: list[ast.stmt], names: Names) -> None:
        """Execute statements one after the other."""
        for statement in statements:
            self.execute(statement, names)

    def execute(self, node: ast.stmt, names: Names) -> None:  # noqa: PLR0912 (one case for each kind of node)
        """Execute one statement."""
        self.step(node)
        match node:
            case ast.Return():
                raise Return(self.value(node.value, names) if node.value else None)
            case ast.Assign():
                value = self.value(node.value, names)
                for target in node.targets:
                    self.assign(target, value, names)
            case ast.AnnAssign(value=ast.expr()):
                self.assign(node.target, self.value(node.value, names), names)  # type: ignore[arg-type]
            case ast.AugAssign(target=ast.Name() | ast.Subscript()):
                self._added(node, names)
            case ast.If():
                self.block(node.body if self.truth(node.test, names) else node.orelse, names)
            case ast.For():
                self._loop(node, names)
            case ast.While():
                self._while(node, names)
            case ast.Break():
                raise Break
            case ast.Continue():
                raise Continue
            case ast.Expr(value=ast.Constant()) | ast.Pass():
                pass
            case ast.Expr():
                self.value(node.value, names)
            case ast.FunctionDef():
                names.values[node.name] = self._defined(node, names)
            case _:
                raise self.refused(node, f"a program must do without `{ast.unparse(node).splitlines()[0]}`")

    def _added(self, node: ast.AugAssign, names: Names) -> None:
        """Execute `x += y`, where the place of x is found once and a list changes itself."""
        target, held, place = node.target, None, None
        if isinstance(target, ast.Subscript):
            held = self.value(target.value, names)
            place = self._position(held, target.slice, names)
            old = held[place]
        else:
            old = self.value(target, names)
        value = self.value(node.value, names)
        if isinstance(old, list) and isinstance(node.op, ast.Add):
            more = list(self.items(value, node))
            self.short(len(old) + len(more), node)
            old.extend(more)
            value = old
        elif isinstance(old, list) and isinstance(node.op, ast.Mult) and isinstance(value, int):
            old[:] = self.arithmetic(node.op, old, value, node)
            value = old
        else:
            value = self.arithmetic(node.op, old, value, node)
        if isinstance(target, ast.Subscript):
            self._placed(held, place, value, node)
        else:
            self.assign(target, value, names)

    def _placed(self, held: Any, place: Any, value: Any, node: ast.AST) -> None:
        if not isinstance(held, list):
            raise self.refused(node, "only a part of a list can be assigned")
        if isinstance(place, slice):
            value = list(self.items(value, node))
            self.short(len(held) + len(value), node)
        try:
            held[place] = value
        except (ValueError, IndexError) as error:
            raise self.refused(node, f"a part of a list must fit: {error}") from None

    def _loop(self, node: ast.For, names: Names) -> None:
        for item in self.items(self.value(node.iter, names), node):
            self.assign(node.target, item, names)
            try:
                self.block(node.body, names)
            except Continue:
                continue
            except Break:
                return
        self.block(node.orelse, names)

    def _while(self, node: ast.While, names: Names) -> None:
        while self.truth(node.test, names):
            self.step(node)
            try:
                self.block(node.body, names)
            except Continue:
                continue
            except Break:
                return
        self.block(node.orelse, names)

    def assign(self, target: ast.expr, value: Any, names: Names) -> None:
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
                self._placed(held, self._position(held, target.slice, names), value, target)
            case _:
                raise self.refused(target, f"a value must be given to a name, got {ast.unparse(target)}")

    def value(self, node: ast.expr, names: Names) -> Any:  # noqa: PLR0912 (one case for each kind of node)
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
                if not all(map(_is_key, keys)):
                    raise self.refused(node, "the keys of a table must be constants", *keys)
                return dict(zip(keys, self._listed(node.values, names), strict=True))
            case ast.ListComp():
                return list(self._comprehension(node, names))
            case ast.GeneratorExp():
                raise self.refused(node, "a generator must be given to sum, max or the like at once; write a list")
            case ast.BinOp():
                return self.arithmetic(node.op, self.value(node.left, names), self.value(node.right, names), node)
            case ast.UnaryOp(op=ast.Not()):
                return not self.truth(node.operand, names)
            case ast.UnaryOp(op=ast.USub() | ast.UAdd()):
                sign = 1 if isinstance(node.op, ast.UAdd) else -1
                return self.arithmetic(ast.Mult(), sign, self.number(self.value(node.operand, names), node), node)
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
                return self._defined(node, names)
            case ast.Call():
                return self._called(node, names)
            case _:
                raise self.refused(node, f"a program must do without `{ast.unparse(node)}`")

    def _named(self, node: ast.Name, names: Names) -> Any:
        try:
            return names.find(node)
        except KeyError:
            if node.id in BUILTINS:
                return Builtin(node.id)
        raise self.refused(node, f"{node.id} must be a parameter, a constant or a function of the program")

    def _defined(self, node: ast.FunctionDef | ast.Lambda, names: Names) -> Function:
        """Define a function; its defaults have the values of now."""
        function = function_of(node, self.scope, _Around(names))
        places = [argument.arg for argument in (*node.args.posonlyargs, *node.args.args)]
        given = dict(zip(places[len(places) - len(node.args.defaults) :], node.args.defaults, strict=True))
        given.update(
            {a.arg: d for a, d in zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True) if d is not None}
        )
        return replace(function, defaults={name: self.value(default, names) for name, default in given.items()})

    def _comprehension(self, node: ast.ListComp | ast.GeneratorExp, names: Names) -> Iterator[Any]:
        """Give the items one after the other, as they are asked for."""
        own = frozenset(name for part in node.generators for name in stored(part.target))
        inner = Names({}, names.scope, _Around(names), own)
        first = node.generators[0].iter
        return self._comprehended(node.elt, node.generators, inner, self.items(self.value(first, names), first))

    def _listed(self, nodes: list[ast.expr], names: Names) -> Iterator[Any]:
        for node in nodes:
            if isinstance(node, ast.Starred):
                yield from self.items(self.value(node.value, names), node)
            else:
                yield self.value(node, names)

    def _comprehended(
        self, node: ast.expr, generators: list[ast.comprehension], names: Names, items: Iterable[Any] | None = None
    ) -> Iterator[Any]:
        if not generators:
            yield self.value(node, names)
            return
        first, *rest = generators
        for item in self.items(self.value(first.iter, names), first.iter) if items is None else items:
            self.step(node)
            self.assign(first.target, item, names)
            if all(self.truth(test, names) for test in first.ifs):
                yield from self._comprehended(node, rest, names)

    def _connected(self, node: ast.BoolOp, names: Names) -> Any:
        ends = isinstance(node.op, ast.Or)
        value: Any = None
        for part in node.values:
            value = self.value(part, names)
            if self.as_truth(value, part) is ends:
                return value
        return value

    def _position(self, held: Any, node: ast.expr, names: Names) -> Any:
        if isinstance(node, ast.Slice):
            ends = [self.value(part, names) if part else None for part in (node.lower, node.upper, node.step)]
            if isinstance(held, (list, tuple, str)) and all(end is None or isinstance(end, int) for end in ends):
                if ends[2] == 0:
                    raise self.refused(node, "the step of a slice must not be 0")
                return slice(*ends)
        place = None if isinstance(node, ast.Slice) else self.value(node, names)
        if isinstance(held, dict) and _is_key(place):
            if place not in held:
                raise self.refused(node, f"a table must have what is looked up, got {kind_of(place, True)}")
            return place
        if not isinstance(held, (list, tuple, str)) or not isinstance(place, int):
            what = f"{kind_of(place, True)} in {kind_of(held)}"
            raise self.refused(node, f"a place in a list must be a plain integer, got {what}", place)
        if not -len(held) <= place < len(held):
            raise self.refused(node, f"a place must be within the {len(held)} entries, got {kind_of(place, True)}")
        return place

    def truth(self, node: ast.expr, names: Names) -> bool:
        """Evaluate a condition."""
        return self.as_truth(self.value(node, names), node)

    def _compared(self, node: ast.Compare, names: Names) -> bool:
        left = self.value(node.left, names)
        for relation, operand in zip(node.ops, node.comparators, strict=True):
            right = self.value(operand, names)
            if not self._holds(relation, left, right, node):
                return False
            left = right
        return True

    def _called(self, node: ast.Call, names: Names) -> Any:
        if any(word.arg is None for word in node.keywords):
            raise self.refused(node, "arguments must be written out")
        if isinstance(node.func, ast.Attribute):
            held = self.value(node.func.value, names)
            given = self._given(node, names, isinstance(held, list))
            return self._method(held, node.func.attr, given, self._named_arguments(node, names), node)
        function = self.value(node.func, names)
        given = self._given(node, names, isinstance(function, Builtin))
        named = self._named_arguments(node, names)
        if isinstance(function, Function):
            self.step(node)
            return self.call(function, given, named, node)
        if not isinstance(function, Builtin):
            raise self.refused(node, f"a program must not call {ast.unparse(node.func)}")
        return self._builtin(function.name, given, named, node)

    def _given(self, node: ast.Call, names: Names, at_once: bool) -> list[Any]:
        """Evaluate arguments; `at_once` says that a generator is used up by the call."""
        if at_once and len(node.args) == 1 and isinstance(node.args[0], ast.GeneratorExp):
            return [Once(self._comprehension(node.args[0], names))]
        return list(self._listed(node.args, names))

    def _named_arguments(self, node: ast.Call, names: Names) -> dict[str, Any]:
        return {str(word.arg): self.value(word.value, names) for word in node.keywords}


def _is_key(value: Any) -> bool:
    """Decide that a value is a constant, by which a table can be asked."""
    if isinstance(value, tuple):
        return all(map(_is_key, value))
    return value is None or isinstance(value, (str, int, Fraction))


class _Around(Mapping[str, Any]):
    """The names of an enclosing call, read when they are used, as Python does."""

    def __init__(self, names: Names) -> None:
        self._names = names

    def __getitem__(self, name: str) -> Any:
        if name in self._names.values:
            return self._names.values[name]
        if name in self._names.own:
            raise Refused(None, f"{name} must be given a value before it is used")
        if self._names.local is not None:
            return self._names.local[name]
        raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._names.values)

    def __len__(self) -> int:
        return len(self._names.values)
