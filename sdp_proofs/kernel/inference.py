"""What type each part of a certificate has, see `kernel.types`."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from sdp_proofs.errors import DomainError
from sdp_proofs.kernel.types import Level, Type, flows, function, listed, number, truth, unify

WHOLE_RESULTS = frozenset({"floor", "ceil", "len", "comb", "factorial"})
REAL_RESULTS = frozenset({"exp", "log", "sqrt"})


@dataclass(slots=True)
class Inference:
    """The types of the nodes that have been looked at, and of the functions that nodes call, by identity.

    Example:
        >>> tree = ast.parse("sum(1/k for k in range(1, n))", mode="eval").body
        >>> str(Inference().type_of(tree, {"n": number()}))
        'Q'
    """

    types: dict[int, Type] = field(default_factory=dict)
    called: dict[int, Type] = field(default_factory=dict)

    def type_of(self, node: ast.expr, scope: Mapping[str, Type]) -> Type:
        """The type of an expression over names of known types.

        Raises:
            DomainError: it has none.
        """
        found = self._type_of(node, scope)
        self.types[id(node)] = found
        return found

    def _type_of(self, node: ast.expr, scope: Mapping[str, Type]) -> Type:
        match node:
            case ast.Constant(value=bool()):
                return truth()
            case ast.Constant():
                return number()
            case ast.Name(id=name):
                return scope[name]
            case ast.BinOp():
                return self._operation(node, scope)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return self._number(operand, scope)
            case ast.UnaryOp(operand=operand):
                return self._truth(operand, scope)
            case ast.BoolOp(values=parts):
                for part in parts:
                    self._truth(part, scope)
                return truth()
            case ast.Compare(left=left, comparators=others):
                sides = [self.type_of(side, scope) for side in (left, *others)]
                for side in sides[1:]:
                    if sides[0].found().kind != "number" or side.found().kind != "number":
                        unify(sides[0], side)
                return truth()
            case ast.IfExp(test=test, body=body, orelse=orelse):
                self._truth(test, scope)
                return self._join([self.type_of(body, scope), self.type_of(orelse, scope)])
            case ast.Tuple(elts=parts) | ast.List(elts=parts):
                return listed(self._join([self.type_of(part, scope) for part in parts]))
            case ast.Subscript(value=sequence, slice=index):
                self._number(index, scope)
                return self._items(self.type_of(sequence, scope))
            case ast.Lambda(args=arguments, body=body):
                parameters = {argument.arg: Type() for argument in arguments.args}
                return function(parameters.values(), self.type_of(body, {**scope, **parameters}))
            case ast.GeneratorExp(elt=element, generators=clauses) | ast.ListComp(elt=element, generators=clauses):
                inner = dict(scope)
                for clause in clauses:
                    assert isinstance(clause.target, ast.Name)
                    inner[clause.target.id] = self._items(self.type_of(clause.iter, inner))
                    for condition in clause.ifs:
                        self._truth(condition, inner)
                return listed(self.type_of(element, inner))
            case ast.Call(func=ast.Name(id=name), args=arguments) if name in scope:
                self.called[id(node)] = scope[name]
                return self._called(scope[name], [self.type_of(argument, scope) for argument in arguments])
            case ast.Call(func=ast.Name(id=name), args=arguments):
                return self._built_in(name, arguments, scope)
        raise DomainError(f"an expression must be of the small language; got {ast.unparse(node)!r}")

    def _operation(self, node: ast.BinOp, scope: Mapping[str, Type]) -> Type:
        left, right = self.type_of(node.left, scope), self.type_of(node.right, scope)
        if isinstance(node.op, ast.Add) and "list" in (left.found().kind, right.found().kind):
            unify(left, right)
            return left
        division = isinstance(node.op, ast.Div)
        negative = isinstance(node.op, ast.Pow) and not (
            isinstance(node.right, ast.Constant) and isinstance(node.right.value, int)
        )
        result = number(Level.RATIONAL if division or negative else Level.WHOLE)
        for side in (left, right):
            as_number(side)
        flows(left, result)
        if isinstance(node.op, ast.FloorDiv):
            return number()
        if isinstance(node.op, ast.Pow):
            # a whole exponent keeps the fractions; whether it is whole is known when all is
            if right.found().level is Level.REAL:
                flows(right, result)
            return result
        flows(right, result)
        return result

    def _number(self, node: ast.expr, scope: Mapping[str, Type]) -> Type:
        return as_number(self.type_of(node, scope))

    def _truth(self, node: ast.expr, scope: Mapping[str, Type]) -> Type:
        found = self.type_of(node, scope)
        unify(found, truth())
        return found

    def _items(self, of: Type) -> Type:
        items = Type()
        unify(of, listed(items))
        return items

    def _join(self, types: Sequence[Type]) -> Type:
        if types and all(one.found().kind == "number" for one in types):
            result = number()
            for one in types:
                flows(one, result)
            return result
        result = Type()
        for one in types:
            unify(one, result)
        return result

    def _called(self, called: Type, arguments: Sequence[Type]) -> Type:
        if not called.found().kind:
            unify(called, function([Type() for _ in arguments], Type()))
        parts = called.found().parts
        if called.found().kind != "function" or len(parts) != len(arguments) + 1:
            raise DomainError("a function must be called with as many arguments as it has")
        for argument, parameter in zip(arguments, parts, strict=False):
            flows(argument, parameter)
        return parts[-1]

    def _built_in(self, name: str, arguments: Sequence[ast.expr], scope: Mapping[str, Type]) -> Type:
        if name in ("sum", "max", "min") and len(arguments) == 1:
            return as_number(self._items(self.type_of(arguments[0], scope)))
        if name == "len":
            self._items(self.type_of(arguments[0], scope))
            return number()
        if name in ("all", "any"):
            unify(self._items(self.type_of(arguments[0], scope)), truth())
            return truth()
        if name == "running":
            raise DomainError("a recurrence that is multiplied out with bounded length has no translation")
        types = [self._number(argument, scope) for argument in arguments]
        if name in ("max", "min"):
            return self._join(types)
        if name == "range":
            return listed(number())
        if name in WHOLE_RESULTS:
            return number()
        if name in REAL_RESULTS:
            return number(Level.REAL)
        raise DomainError(f"a function must be of the small language; got {name!r}")


def as_number(one: Type) -> Type:
    """The type, which must be a number."""
    if one.found().kind != "number":
        unify(one, number())
    return one
