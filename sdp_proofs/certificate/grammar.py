"""Grammar of expressions: one line of plain characters, few kinds of nodes, and no name with two meanings."""

from __future__ import annotations

import ast
import functools
import re
import warnings
from collections.abc import Iterable, Sequence
from keyword import iskeyword

from sdp_proofs.certificate.limits import MAX_NESTING, MAX_TEXT, CertificateError, LimitError

FUNCTIONS = frozenset(
    {
        *("exp", "log", "sqrt", "comb", "factorial", "floor", "ceil", "range"),
        *("len", "sum", "max", "min", "all", "any", "running"),
    }
)
"""The functions of the language, whose names nothing else may have."""
FORMULA_FUNCTIONS = frozenset(
    {
        *("And", "Or", "Not", "Implies", "Equivalent", "Eq", "Ne", "Max", "Min", "Sum"),
        *("abs", "exp", "log", "sqrt", "floor", "ceiling", "binomial", "factorial", "pi"),
    }
)
"""Functions of a formula."""
SIGNS: dict[type, str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%", ast.Pow: "**",
    ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!=",
}  # fmt: skip
_CHARACTERS = re.compile(r"[A-Za-z0-9_ +\-*/%()\[\],.:<>=!]*")
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")


def words(text: str, what: str) -> str:
    """Words for a reader, refused if they hold what a terminal acts on or what turns the direction of writing.

    Raises:
        CertificateError: there is a control character, an invisible one, a line break or a lone surrogate.
        LimitError: they are too long.
    """
    if len(text) > MAX_TEXT:
        raise LimitError(f"{what} must have at most {MAX_TEXT} characters, got {len(text)}")
    if not text.isprintable():
        odd = next(character for character in text if not character.isprintable())
        raise CertificateError(f"{what} must be plain text in one line, got the character {ord(odd):#x}")
    return text


def name(text: str, taken: Iterable[str], reserved: Iterable[str] = FUNCTIONS) -> str:
    """A name that means nothing else yet.

    Raises:
        CertificateError: it is not a name, or it is a function's, or it is taken.
    """
    if not _NAME.fullmatch(text) or iskeyword(text) or len(text) > MAX_TEXT:
        raise CertificateError(f"a name must be made of letters, digits and _, got {text[:60]!a}")
    if text in reserved:
        raise CertificateError(f"a name must not be that of a function, got {text!r}")
    if text in taken:
        raise CertificateError(f"a name must not be given a second meaning, got {text!r}")
    return text


def tree_of(text: str, what: str) -> ast.expr:
    """The syntax tree of one line.

    Raises:
        CertificateError: it is not an expression of Python's, or has other characters than the language needs.
        LimitError: it is too long or too deeply nested.
    """
    words(text, what)
    if not _CHARACTERS.fullmatch(text):
        raise CertificateError(f"{what} must be written with letters, digits and operators, got {text[:60]!a}")
    try:
        tree = _parsed(text)
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        raise CertificateError(f"{what} must be an expression of Python's, got {text[:60]!r}") from None
    if tree is None:
        raise LimitError(f"{what} must be nested at most {MAX_NESTING} deep, got {text[:60]!r}")
    return tree


@functools.lru_cache(maxsize=1 << 11)  # the certificates of a ledger share their definitions; nobody changes a tree
def _parsed(text: str) -> ast.expr | None:
    """The tree of a text, or None if it is nested too deeply."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # Python reads with a doubt, such as "1if", are a SyntaxError then
        tree = ast.parse(text.strip(), mode="eval").body
    level: Sequence[ast.AST] = [tree]
    for _ in range(MAX_NESTING):
        if not level:
            return tree
        level = [child for node in level for child in ast.iter_child_nodes(node)]
    return None


def expression(text: str, known: frozenset[str], what: str = "an expression") -> ast.expr:
    """The tree of an expression of the language over known names, with nothing in it that has no meaning.

    Raises:
        CertificateError: a node is not of the language, a name is not known yet, or has two meanings.

    Example:
        >>> type(expression("n**2 > 2 * n", frozenset({"n"}))).__name__
        'Compare'
    """
    tree = tree_of(text, what)
    _check(tree, known)
    return tree


def _check(node: ast.expr, known: frozenset[str]) -> None:
    match node:
        case ast.Constant(value=literal) if type(literal) in (int, bool):
            return
        case ast.Name(id=found):
            if found not in known:
                raise CertificateError(f"a name must be defined before it is used, got {found!r}")
        case ast.Lambda(args=arguments, body=body):
            _check(body, _with_parameters(arguments, known))
        case ast.GeneratorExp(elt=element, generators=clauses) | ast.ListComp(elt=element, generators=clauses):
            _check(element, _with_loops(clauses, known))
        case ast.Call(func=ast.Name(id=found), args=arguments, keywords=[]):
            if found not in FUNCTIONS and found not in known:
                functions = ", ".join(sorted(FUNCTIONS))
                raise CertificateError(f"a function must be defined, or be one of {functions}; got {found!r}")
            for argument in arguments:
                _check(argument, known)
        case _:
            for operand in _operands(node):
                _check(operand, known)


def _operands(node: ast.expr) -> Sequence[ast.expr]:
    """Return the operands of a node; raises if it is not of the language."""
    match node:
        case ast.BinOp(left=left, op=op, right=right) if type(op) in SIGNS:
            return left, right
        case ast.Compare(left=left, ops=signs, comparators=others) if all(type(sign) in SIGNS for sign in signs):
            return left, *others
        case ast.BoolOp(values=parts) | ast.Tuple(elts=parts) | ast.List(elts=parts):
            return parts
        case ast.UnaryOp(op=ast.USub() | ast.Not(), operand=operand):
            return (operand,)
        case ast.IfExp(test=test, body=body, orelse=orelse):
            return test, body, orelse
        case ast.Subscript(value=sequence, slice=index):
            return sequence, index
    raise CertificateError(f"an expression must be of the small language, got {_shown(node)}")


def _with_parameters(arguments: ast.arguments, known: frozenset[str]) -> frozenset[str]:
    plain = arguments.args
    others = [*arguments.posonlyargs, *arguments.kwonlyargs, *arguments.defaults, arguments.vararg, arguments.kwarg]
    if any(other is not None for other in others):
        raise CertificateError("a lambda must have plain parameters, without defaults and stars")
    for argument in plain:
        known = known | {name(argument.arg, known)}
    return known


def _with_loops(clauses: Sequence[ast.comprehension], known: frozenset[str]) -> frozenset[str]:
    for clause in clauses:
        if not isinstance(clause.target, ast.Name) or clause.is_async:
            raise CertificateError("a loop must be over one name")
        _check(clause.iter, known)
        known = known | {name(clause.target.id, known)}
        for condition in clause.ifs:
            _check(condition, known)
    return known


def _shown(node: ast.AST) -> str:
    try:
        return ascii(ast.unparse(node)[:60])
    except (ValueError, RecursionError):
        return "something else"
