"""A second judge of certificates: Python itself evaluates them, in fractions and in the package's balls.

The replay of `sdp_proofs.certificate` walks the syntax tree with intervals of its own. This one shares no code with it:
names are resolved by a visitor, what Python means otherwise is rewritten (integers are fractions, powers may be real,
values have kinds, comparisons are decided), the interpreter runs the rest, and the package's `Formula` decides the
formula. It has no limits: it is asked only where the first judge has met none.
"""

from __future__ import annotations

import ast
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from sdp_proofs.formulas.evaluation import Evaluation, quantity
from sdp_proofs.formulas.formula import Formula
from sdp_proofs.formulas.syntax import Node
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.verdict import Verdict
from tests.papers.second_values import FUNCTIONS, INNER, MalformedError, OpenError, number, plus, truth

BITS = 1024
NEAR = Fraction(1, 10**6)


def judged(certificate: Mapping[str, Any]) -> bool:
    """Tell whether the hypotheses hold and the formula fails.

    Raises:
        MalformedError: it cannot be said, as a part of the certificate has no meaning.
        OpenError: it is not decided.
    """
    before, ctx.prec = ctx.prec, BITS
    try:
        return _judged(certificate)
    except (ValueError, ArithmeticError, LookupError, TypeError, SyntaxError, NameError) as error:
        raise MalformedError(str(error)) from error
    finally:
        ctx.prec = before


def _judged(certificate: Mapping[str, Any]) -> bool:
    _shaped(certificate)
    trees: list[tuple[str, ast.Expression]] = []
    names: list[str] = []
    for name, text in certificate["let"]:
        trees.append((name, _read(text, names)))
        _fresh(name, names)
        names.append(name)
    given = [_read(text, names) for text in certificate["given"]]
    at = [(symbol, sign, _read(text, names)) for symbol, sign, text in certificate["at"]]
    formula = _formula(certificate)
    inner = {f"_{name}": found for name, found in {**FUNCTIONS, **INNER}.items()}
    scope: dict[str, Any] = {"__builtins__": {}, **inner}
    for name, tree in trees:
        scope[name] = _run(tree, scope)
    met = [truth(_run(tree, scope)) for tree in given]
    values = {symbol: (sign, number(_run(tree, scope))) for symbol, sign, tree in at}
    return _fails(formula, values) and all(met)


def _shaped(certificate: Mapping[str, Any]) -> None:
    if set(certificate) - {"schema", "claim", "locator", "says", "let", "given", "formula", "at"}:
        raise MalformedError("unknown key")
    lists = {"let": (str, str), "at": (str, str, str)}
    for key, kinds in lists.items():
        if type(certificate[key]) is not list:
            raise MalformedError(key)
        for entry in certificate[key]:
            if type(entry) is not list or tuple(map(type, entry)) != kinds:
                raise MalformedError(key)
    if type(certificate["given"]) is not list or any(type(text) is not str for text in certificate["given"]):
        raise MalformedError("given")
    for key in ("schema", "claim", "locator", "says", "formula"):
        text = certificate.get(key, "")
        if type(text) is not str or {unicodedata.category(character)[0] for character in set(text) - {" "}} & set("CZ"):
            raise MalformedError(key)


def _formula(certificate: Mapping[str, Any]) -> Formula:
    symbols = [symbol for symbol, _, _ in certificate["at"]]
    formula = Formula(certificate["formula"], symbols)
    ascii_only = certificate["formula"].isascii() and all(symbol.isascii() for symbol in symbols)
    signs = {sign for _, sign, _ in certificate["at"]} <= {"==", "<=", ">="}
    if not formula.tree.is_statement or not ascii_only or not signs or re.search(r"\d[eE]\d", formula.text):
        raise MalformedError(formula.text)
    if len(set(symbols)) < len(symbols) or set(formula.free) != set(symbols):
        raise MalformedError("every symbol once")
    return formula


def _fails(formula: Formula, values: Mapping[str, tuple[str, Any]]) -> bool:
    """Tell whether the formula is false for every value within the bounds that can make a difference."""
    bounded = [symbol for symbol, (sign, _) in values.items() if sign != "=="]
    for node in _sides(formula.tree):
        if node.free_names() & set(bounded) and not _is_linear(node, set(bounded)):
            raise MalformedError("a bound must enter by sums, or products with exact numbers")
    point = {symbol: value for symbol, (_, value) in values.items()}
    levels = _levels(formula, point) if bounded else []
    choices = [_within(*values[symbol], levels) for symbol in bounded]
    points = [{**point, **dict(zip(bounded, chosen, strict=True))} for chosen in product(*choices)]
    return all([_false_at(formula, tried) for tried in points])


def _is_linear(node: Node, bounded: set[str]) -> bool:
    """Tell whether bounds enter a term by sums and products only, and no product has two of them."""
    if node.head == "symbol" or not node.free_names() & bounded:
        return True
    parts = list(node.children())
    with_bounds = [part for part in parts if part.free_names() & bounded]
    product = node.head == "mul" or (node.head == "div" and with_bounds == parts[:1])
    alone = node.head in ("add", "sub", "neg") or (product and len(with_bounds) == 1)
    return alone and all(_is_linear(part, bounded) for part in parts)


def _levels(formula: Formula, point: Mapping[str, Any]) -> list[Fraction]:
    """Values at which a relation may change: the sides of relations that a symbol alone may pass."""
    evaluation = Evaluation({name: quantity(value, name) for name, value in point.items()}, BITS)
    found = [evaluation.value(side) for side in _sides(formula.tree)]
    balls = [evaluation.enclosure(value) for value in found if value is not None]
    return [ball.exact if ball.exact is not None else _midpoint(ball.ball) for ball in balls]


def _within(sign: str, bound: Any, levels: list[Fraction]) -> list[Any]:
    """The bound itself, and numbers at, just before and just behind each level on its side."""
    start = bound if isinstance(bound, Fraction) else _midpoint(bound.ball)
    steps = {abs(level - start) + shift for level in levels for shift in (-NEAR, 0, NEAR)} | {NEAR, Fraction(10**9)}
    forward = sorted({Fraction(0), *(step for step in steps if step > 0)})
    return [plus(bound, step if sign == ">=" else -step) for step in forward]


def _midpoint(ball: arb) -> Fraction:
    mantissa, exponent = ball.mid().man_exp()
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)


def _false_at(formula: Formula, point: Mapping[str, Any]) -> bool:
    evaluation = Evaluation({name: quantity(value, name) for name, value in point.items()}, BITS)
    for relation in _relations(formula.tree):
        if evaluation.verdict(relation) is Verdict.UNKNOWN:
            raise OpenError(formula.text)
    return evaluation.verdict(formula.tree) is Verdict.FAILS


def _relations(node: Node) -> Iterator[Node]:
    if node.head == "relation":
        yield node
    else:
        for part in node.parts:
            yield from _relations(part)


def _sides(node: Node) -> Iterator[Node]:
    for relation in _relations(node):
        yield from relation.parts[1]


def _read(text: str, names: Sequence[str]) -> ast.Expression:
    if not text.isascii() or not text.isprintable() or any(character in text for character in "#'\"\\;{}@&|^~$`?"):
        raise MalformedError(text)
    tree = ast.parse(text.strip(), mode="eval")
    if any(type(node) not in _NODES for node in ast.walk(tree)):
        raise MalformedError(text)
    _Resolver(names).visit(tree)
    return ast.fix_missing_locations(_Rewriter().visit(tree))


def _run(tree: ast.Expression, scope: dict[str, Any]) -> Any:
    return eval(compile(tree, "<certificate>", "eval"), scope)


def _fresh(name: str, taken: Sequence[str]) -> None:
    if not name.isascii() or not name.isidentifier() or name.startswith("_") or name in taken or name in FUNCTIONS:
        raise MalformedError(name)
    ast.parse(f"{name} = 1")  # a keyword is no name


_NODES = {
    ast.Expression, ast.Constant, ast.Name, ast.Load, ast.Store, ast.BinOp, ast.Add, ast.Sub, ast.Mult, ast.Div,
    ast.FloorDiv, ast.Mod, ast.Pow, ast.UnaryOp, ast.USub, ast.Not, ast.BoolOp, ast.And, ast.Or, ast.Compare, ast.Lt,
    ast.LtE, ast.Gt, ast.GtE, ast.Eq, ast.NotEq, ast.IfExp, ast.Tuple, ast.List, ast.Subscript, ast.Lambda,
    ast.arguments, ast.arg, ast.GeneratorExp, ast.ListComp, ast.comprehension, ast.Call,
}  # fmt: skip


class _Resolver(ast.NodeVisitor):
    """Refuses names that are unknown or have two meanings; `bound` is a stack of the names in sight."""

    def __init__(self, names: Sequence[str]) -> None:
        self.bound = list(names)

    def visit_Name(self, node: ast.Name) -> None:
        if node.id not in self.bound:
            raise MalformedError(node.id)

    def visit_Constant(self, node: ast.Constant) -> None:
        if not isinstance(node.value, int):
            raise MalformedError(repr(node.value))

    def visit_Call(self, node: ast.Call) -> None:
        if not isinstance(node.func, ast.Name) or node.keywords:
            raise MalformedError("call")
        if node.func.id not in FUNCTIONS:
            self.visit(node.func)
        for argument in node.args:
            self.visit(argument)

    def visit_Lambda(self, node: ast.Lambda) -> None:
        given = node.args
        if given.posonlyargs or given.kwonlyargs or given.defaults or given.vararg or given.kwarg:
            raise MalformedError("parameters")
        depth = len(self.bound)
        for argument in given.args:
            self._bind(argument.arg)
        self.visit(node.body)
        del self.bound[depth:]

    def visit_GeneratorExp(self, node: ast.GeneratorExp | ast.ListComp) -> None:
        depth = len(self.bound)
        for clause in node.generators:
            if clause.is_async or not isinstance(clause.target, ast.Name):
                raise MalformedError("loop")
            self.visit(clause.iter)
            self._bind(clause.target.id)
            for condition in clause.ifs:
                self.visit(condition)
        self.visit(node.elt)
        del self.bound[depth:]

    visit_ListComp = visit_GeneratorExp

    def _bind(self, name: str) -> None:
        _fresh(name, self.bound)
        self.bound.append(name)


class _Rewriter(ast.NodeTransformer):
    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        return node if isinstance(node.value, bool) else _called("exact", node)

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        self.generic_visit(node)
        return _called("operate", ast.Constant(type(node.op).__name__), node.left, node.right)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        self.generic_visit(node)
        return _called("negative" if isinstance(node.op, ast.USub) else "denied", node.operand)

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        self.generic_visit(node)
        return ast.BoolOp(node.op, [_called("truth", part) for part in node.values])

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        self.generic_visit(node)
        return ast.IfExp(_called("truth", node.test), node.body, node.orelse)

    def visit_List(self, node: ast.List) -> ast.expr:
        self.generic_visit(node)
        return ast.Tuple(node.elts, ast.Load())

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        self.generic_visit(node)
        return _called("entry", node.value, node.slice)

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        self.generic_visit(node)
        signs = ast.Tuple([ast.Constant(type(sign).__name__) for sign in node.ops], ast.Load())
        return _called("compared", signs, node.left, *node.comparators)

    def visit_GeneratorExp(self, node: ast.GeneratorExp | ast.ListComp) -> ast.expr:
        self.generic_visit(node)
        for clause in node.generators:
            clause.iter = _called("tuple", clause.iter)
            clause.ifs = [_called("truth", condition) for condition in clause.ifs]
        return _called("all_of", ast.GeneratorExp(node.elt, node.generators))

    visit_ListComp = visit_GeneratorExp

    def visit_Call(self, node: ast.Call) -> ast.expr:
        assert isinstance(node.func, ast.Name)
        arguments = [self.visit(argument) for argument in node.args]
        known = node.func.id in FUNCTIONS
        return _called(node.func.id, *arguments) if known else _called("call", node.func, *arguments)


def _called(name: str, *arguments: ast.expr) -> ast.expr:
    return ast.Call(ast.Name(f"_{name}", ast.Load()), list(arguments), [])
