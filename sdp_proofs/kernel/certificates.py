"""Definitions and conditions of a counterexample as definitions and propositions of Coq.

The text is Coq's, over the words of `library/Exact.v` and, where exponentials, logarithms or roots occur,
`library/Real.v`. A number that may be irrational is one of Coq's reals, all others are fractions.

Types are inferred from their use: numbers, truth values, lists and functions. A number is whole, rational or real. A
whole number may stand where a rational one is wanted, and a rational one where a real one is, so numbers are not
unified: each has a level, and the levels are the smallest that fit. Everything else is unified.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum

from sdp_proofs.errors import DomainError
from sdp_proofs.kernel.formulas import named


class Level(IntEnum):
    """Kinds of numbers: whole, rational, real."""

    WHOLE = 0
    RATIONAL = 1
    REAL = 2


@dataclass(slots=True, eq=False)
class Type:
    """A type that may still be unknown.

    Attributes:
        kind: "number", "truth", "list", "function", or nothing yet.
        parts: the type of the items; or those of the parameters, and of the result at the end.
        level: of a number.
        above: the numbers that this one is passed to; their level is no lower.
        same: the type that this one has turned out to be.
    """

    kind: str = ""
    parts: list[Type] = field(default_factory=list)
    level: Level = Level.WHOLE
    above: list[Type] = field(default_factory=list)
    same: Type | None = None

    def found(self) -> Type:
        """The type itself, behind what is the same."""
        one = self
        while one.same is not None:
            one = one.same
        return one

    def __str__(self) -> str:
        one = self.found()
        if one.kind == "list":
            return f"(list {one.parts[0]})"
        if one.kind == "function":
            return f"({' -> '.join(map(str, one.parts))})"
        return "bool" if one.kind == "truth" else "R" if one.level is Level.REAL else "Q"


def number(level: Level = Level.WHOLE) -> Type:
    """A new number of at least that level.

    Example:
        >>> str(number(Level.REAL)), str(number())
        ('R', 'Q')
    """
    return Type("number", level=level)


def truth() -> Type:
    """A truth value."""
    return Type("truth")


def listed(items: Type) -> Type:
    """A list of such items."""
    return Type("list", [items])


def function(parameters: Iterable[Type], result: Type) -> Type:
    """A function of such parameters."""
    return Type("function", [*parameters, result])


def unify(one: Type, other: Type) -> None:
    """Make two types the same.

    Raises:
        DomainError: they cannot be.
    """
    one, other = one.found(), other.found()
    if one is other:
        return
    if not one.kind:
        one, other = other, one
    if other.kind and (one.kind != other.kind or len(one.parts) != len(other.parts)):
        raise DomainError(f"an expression must have one type; got {one.kind} and {other.kind}")
    for mine, others in zip(one.parts, other.parts, strict=False):
        unify(mine, others)
    other.same = one
    one.above += other.above
    raise_level(one, max(one.level, other.level))


def flows(source: Type, target: Type) -> None:
    """Use a value of one type where another is wanted.

    It is the same type, or a number of a higher level.
    """
    source, target = source.found(), target.found()
    if source.kind == target.kind == "number":
        if source is not target:
            source.above.append(target)
            raise_level(target, source.level)
    else:
        unify(source, target)


def raise_level(one: Type, level: Level) -> None:
    """Raise a number, and all that it is passed to, to a level."""
    waiting = [one.found()]
    waiting[0].level = max(waiting[0].level, level)
    while waiting:
        current = waiting.pop()
        for target in map(Type.found, current.above):
            if target.level < current.level:
                target.level = current.level
                waiting.append(target)


WHOLE_RESULTS = frozenset({"floor", "ceil", "len", "comb", "factorial"})
REAL_RESULTS = frozenset({"exp", "log", "sqrt"})


@dataclass(slots=True)
class Inference:
    """Types of nodes, and of the functions that nodes call.

    They are kept by identity.

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


_RATIONAL = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.Pow: "^", ast.FloorDiv: "//", ast.Mod: "%%"}
_RELATIONS = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!="}
_FUNCTIONS = {"comb": "comb", "factorial": "factorial", "floor": "q_floor", "ceil": "q_ceiling"}
_REAL_FUNCTIONS = {"exp": "exp", "log": "ln", "sqrt": "sqrt"}
_OVER = {"sum": ("sum", "total"), "max": ("largest", "highest"), "min": ("smallest", "lowest")}


@dataclass(slots=True)
class Translation:
    """Definitions that have been read, and the text of expressions over them.

    Attributes:
        scope: the type of each definition.
        reals: the definitions of which the value, or what they compute, may be irrational.
    """

    scope: dict[str, Type] = field(default_factory=dict)
    reals: list[str] = field(default_factory=list)
    _inference: Inference = field(default_factory=Inference)
    _trees: dict[str, ast.expr] = field(default_factory=dict)

    def define(self, name: str, text: str) -> None:
        """Read a definition over those before.

        Its types are known when all have been read.
        """
        tree = ast.parse(text, mode="eval").body
        self._trees[name] = tree
        self.scope[name] = self._inference.type_of(tree, self.scope)

    def read(self, text: str) -> ast.expr:
        """Read an expression over the definitions."""
        tree = ast.parse(text, mode="eval").body
        self._inference.type_of(tree, self.scope)
        return tree

    def level(self, tree: ast.expr) -> Level:
        """Return the kind of number that an expression is."""
        return self._type(tree).level

    def definitions(self) -> list[str]:
        """Write the definitions in Coq, in order.

        Call it when everything has been read.
        """
        lines = []
        for name, tree in self._trees.items():
            found = self.scope[name].found()
            if _is_real(found):
                self.reals.append(named(name))
            if found.kind == "function":
                assert isinstance(tree, ast.Lambda)
                head = " ".join(
                    f"({named(one.arg)} : {kind!s})"
                    for one, kind in zip(tree.args.args, found.parts, strict=False)
                )
                body = self.text(tree.body, found.parts[-1])
                lines.append(f"Definition {named(name)} {head} : {found.parts[-1]!s} := {body}.")
            else:
                lines.append(f"Definition {named(name)} : {found!s} := {self.text(tree, found)}.")
        return lines

    def text(self, node: ast.expr, wanted: Type | None = None) -> str:
        """An expression in Coq, as a value of the wanted type."""
        mine = self._type(node)
        if wanted is None or wanted.found().kind != "number" or wanted.found().level is not Level.REAL:
            return self._text(node)
        if mine.level is Level.REAL:
            return self._text(node)
        return f"(Q2R {_atom(self._text(node))}%Q)"

    def proposition(self, node: ast.expr) -> str:
        """Write a condition as a proposition.

        Relations between numbers are Coq's, anything else is computed to be true.
        """
        match node:
            case ast.BoolOp(op=op, values=parts):
                sign = r" /\ " if isinstance(op, ast.And) else r" \/ "
                return sign.join(f"({self.proposition(part)})" for part in parts)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return f"~ ({self.proposition(operand)})"
            case ast.Compare(left=left, ops=signs, comparators=others) if self._are_numbers((left, *others)):
                chain = [left, *others]
                pairs = zip(signs, chain, chain[1:], strict=False)
                return r" /\ ".join(self._proposed(_RELATIONS[type(sign)], one, other) for sign, one, other in pairs)
        return f"{self._text(node)} = true"

    def _proposed(self, sign: str, one: ast.expr, other: ast.expr) -> str:
        real = Level.REAL in (self.level(one), self.level(other))
        left, right = (self._side(side, real) for side in (one, other))
        return relation(sign, left, right, real)

    def _side(self, node: ast.expr, real: bool) -> str:
        return self.text(node, Type("number", level=Level.REAL) if real else None)

    def _type(self, node: ast.expr) -> Type:
        return self._inference.types[id(node)].found()

    def _are_numbers(self, nodes: Sequence[ast.expr]) -> bool:
        return all(self._type(node).kind == "number" for node in nodes)

    def _text(self, node: ast.expr) -> str:
        mine = self._type(node)
        match node:
            case ast.Constant(value=bool(found)):
                return str(found).lower()
            case ast.Constant(value=found):
                return str(found)
            case ast.Name(id=name):
                return named(name)
            case ast.BinOp():
                return self._operation(node, mine)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                if mine.level is Level.REAL:
                    return f"(- {self.text(operand, mine)})%R"
                return f"(0 - {self._text(operand)})"
            case ast.UnaryOp(operand=operand):
                return f"(negb {_atom(self._text(operand))})"
            case ast.BoolOp(op=op, values=parts):
                return f"({(' && ' if isinstance(op, ast.And) else ' || ').join(self._text(part) for part in parts)})"
            case ast.Compare(left=left, ops=signs, comparators=others):
                chain = [left, *others]
                pairs = zip(signs, chain, chain[1:], strict=False)
                tests = [self._tested(_RELATIONS[type(sign)], one, other) for sign, one, other in pairs]
                return tests[0] if len(tests) == 1 else f"({' && '.join(tests)})"
            case ast.IfExp(test=test, body=body, orelse=orelse):
                return f"(if {self._text(test)} then {self.text(body, mine)} else {self.text(orelse, mine)})"
            case ast.Tuple(elts=parts) | ast.List(elts=parts):
                return f"[{'; '.join(self.text(part, mine.parts[0]) for part in parts)}]"
            case ast.Subscript(value=sequence, slice=index):
                return f"(entry {_nothing(mine)} {_atom(self._text(sequence))} {_atom(self._text(index))})"
            case ast.Lambda(args=arguments, body=body):
                head = " ".join(named(one.arg) for one in arguments.args)
                return f"(fun {head} => {self.text(body, mine.parts[-1])})"
            case ast.GeneratorExp(elt=element, generators=clauses) | ast.ListComp(elt=element, generators=clauses):
                return self._loop(element, clauses, mine.parts[0])
            case ast.Call(func=ast.Name(id=name), args=arguments):
                return self._call(name, arguments, mine, node)
        raise DomainError(f"an expression must be of the small language; got {ast.unparse(node)!r}")

    def _operation(self, node: ast.BinOp, mine: Type) -> str:
        if mine.kind == "list":
            return f"({self._text(node.left)} ++ {self._text(node.right)})"
        if isinstance(node.op, ast.Pow):
            return self._power(node, mine)
        sign = _RATIONAL[type(node.op)]
        sides = [self.text(side, mine) for side in (node.left, node.right)]
        return f"({sides[0]} {sign} {sides[1]})" + ("%R" if mine.level is Level.REAL else "")

    def _power(self, node: ast.BinOp, mine: Type) -> str:
        exponent = self._type(node.right)
        real = Type("number", level=Level.REAL)
        if exponent.level is Level.REAL:
            return f"(Rpower {self.text(node.left, real)} {self.text(node.right, real)})"
        if exponent.level is not Level.WHOLE:
            raise DomainError(f"an exponent must be a whole number; got {ast.unparse(node.right)!r}")
        if mine.level is Level.REAL:
            if isinstance(node.right, ast.Constant) and isinstance(node.right.value, int):
                return f"({self._text(node.left)} ^ {node.right.value})%R"
            raise DomainError(f"the exponent of a real number must be written out; got {ast.unparse(node.right)!r}")
        return f"({self._text(node.left)} ^ {self._text(node.right)})"

    def _tested(self, sign: str, one: ast.expr, other: ast.expr) -> str:
        left, right = self._type(one), self._type(other)
        if left.kind == "list":
            same = f"({_same(left)} {_atom(self._text(one))} {_atom(self._text(other))})"
            return same if sign == "==" else f"(negb {same})"
        if sign in (">", ">="):
            sign, one, other = {">": "<", ">=": "<="}[sign], other, one
        if Level.REAL in (left.level, right.level):
            if sign not in ("<", "<="):
                raise DomainError("whether irrational numbers are equal cannot be computed")
            sides = f"{_atom(self._side(one, True))} {_atom(self._side(other, True))}"
            return f"({'below' if sign == '<' else 'at_most'} {sides})"
        if sign == "!=":
            return f"(negb ({self._text(one)} =? {self._text(other)}))"
        return f"({self._text(one)} {'=?' if sign == '==' else sign + '?'} {self._text(other)})"

    def _loop(self, element: ast.expr, clauses: Sequence[ast.comprehension], items: Type) -> str:
        if not clauses:
            return f"[{self.text(element, items)}]"
        first, *rest = clauses
        assert isinstance(first.target, ast.Name)
        name, over = named(first.target.id), _atom(self._text(first.iter))
        if first.ifs:
            condition = " && ".join(self._text(one) for one in first.ifs)
            over = f"(filter (fun {name} => {condition}) {over})"
        if rest:
            return f"(flat_map (fun {name} => {self._loop(element, rest, items)}) {over})"
        return f"(map (fun {name} => {self.text(element, items)}) {over})"

    def _call(self, name: str, arguments: Sequence[ast.expr], mine: Type, node: ast.Call) -> str:
        called = self._inference.called.get(id(node))
        if called is not None:
            pairs = zip(arguments, called.found().parts, strict=False)
            return f"({named(name)} {' '.join(_atom(self.text(argument, wanted)) for argument, wanted in pairs)})"
        if name in _REAL_FUNCTIONS:
            return f"({_REAL_FUNCTIONS[name]} {_atom(self._side(arguments[0], True))})"
        if name in _OVER and len(arguments) == 1:
            return f"({_OVER[name][mine.level is Level.REAL]} {_atom(self._text(arguments[0]))})"
        if name in ("max", "min"):
            real = mine.level is Level.REAL
            binary = f"R{name}" if real else f"q_{name}"
            sides = [_atom(self.text(argument, mine)) for argument in arguments]
            result = sides[-1]
            for side in reversed(sides[:-1]):
                result = f"({binary} {side} {result})"
            return result
        if name == "range":
            texts = [_atom(self._text(argument)) for argument in arguments]
            texts = ["0", *texts] if len(texts) == 1 else texts
            return f"({'range' if len(texts) == 2 else 'range_by'} {' '.join(texts)})"
        if name in ("all", "any", "len"):
            word = {"all": "every", "any": "some", "len": "size"}[name]
            return f"({word} {_atom(self._text(arguments[0]))})"
        if any(self.level(argument) is Level.REAL for argument in arguments):
            raise DomainError(f"{name} must be of fractions")
        return f"({_FUNCTIONS[name]} {' '.join(_atom(self._text(argument)) for argument in arguments)})"


def relation(sign: str, left: str, right: str, real: bool) -> str:
    """A relation between two numbers as a proposition."""
    if sign in (">", ">="):
        sign, left, right = {">": "<", ">=": "<="}[sign], right, left
    if real:
        return f"({left} <> {right})%R" if sign == "!=" else f"({left} {'=' if sign == '==' else sign} {right})%R"
    return f"~ ({left} == {right})" if sign == "!=" else f"({left} {sign} {right})"


def _is_real(one: Type) -> bool:
    one = one.found()
    return (one.kind == "number" and one.level is Level.REAL) or any(map(_is_real, one.parts))


def _atom(text: str) -> str:
    return text if text.startswith(("(", "[")) or text.replace("_", "").replace("'", "").isalnum() else f"({text})"


def _nothing(items: Type) -> str:
    if items.kind == "list":
        return "[]"
    return "false" if items.kind == "truth" else "0%R" if items.level is Level.REAL else "0"


def _same(items: Type) -> str:
    if items.kind == "list":
        return f"alike ({_same(items.parts[0].found())})" if items.parts[0].found().kind == "list" else (
            f"alike {_same(items.parts[0].found())}"
        )
    if items.kind == "truth":
        return "Bool.eqb"
    if items.level is Level.REAL:
        raise DomainError("whether irrational numbers are equal cannot be computed")
    return "Qeq_bool"
