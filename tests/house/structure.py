"""The structure of the package, read from its syntax trees: who imports whom, circles, and what is named where.

Everything is counted from the sources of the folder `sdp_proofs`; nothing is imported.
"""

from __future__ import annotations

import ast
import tokenize
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components

ROOT = Path(__file__).parent.parent.parent
PACKAGE = "sdp_proofs"
_LAYOUT = (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER)
TRUSTED = ("logic.kernel", "logic.replay", "logic.definitions")


@dataclass(frozen=True)
class Module:
    """One file.

    Args:
        name: dotted, without the package; empty for the package itself.
        path: of the file.
    """

    name: str
    path: Path

    @cached_property
    def text(self) -> str:
        """Text of the module."""
        return self.path.read_text(encoding="utf-8")

    @cached_property
    def tree(self) -> ast.Module:
        """Syntax tree of the module."""
        return ast.parse(self.text)

    @cached_property
    def strings(self) -> frozenset[str]:
        """All strings of the module."""
        return frozenset(_strings(self.tree))

    @cached_property
    def imported(self) -> frozenset[tuple[str, str]]:
        """The names that are imported from modules of the package, each with its module, but not for types alone."""
        return frozenset(
            (node.module.removeprefix(f"{PACKAGE}."), alias.name)
            for node in _without_types(self.tree)
            if isinstance(node, ast.ImportFrom) and node.module is not None
            for alias in node.names
        )

    @property
    def room(self) -> str:
        """The folder or file at the top of the package that it is in."""
        return self.name.partition(".")[0] or "(package)"

    @property
    def lines(self) -> int:
        """Lines of the module."""
        return len(self.text.splitlines())


class House:
    """All modules of a package, by name.

    Args:
        root: the folder that holds `pyproject.toml` and the package.
    """

    def __init__(self, root: Path = ROOT) -> None:
        self.root = root
        found = (Module(_name(path, root), path) for path in sorted((root / PACKAGE).rglob("*.py")))
        self.modules: Mapping[str, Module] = {module.name: module for module in found}

    def rooms(self) -> dict[str, tuple[int, int]]:
        """Lines and files of each room."""
        lines: Counter[str] = Counter()
        files: Counter[str] = Counter()
        for module in self.modules.values():
            lines[module.room] += module.lines
            files[module.room] += 1
        return {room: (lines[room], files[room]) for room in sorted(lines)}

    def imports(self, module: Module) -> frozenset[str]:
        """The modules of the package that a module imports, at its top or in its functions, but not for types alone."""
        return self._imports[module.name] - {module.name}

    @cached_property
    def _imports(self) -> dict[str, frozenset[str]]:
        return {name: frozenset(self._imported(module)) for name, module in self.modules.items()}

    def _imported(self, module: Module) -> set[str]:
        found: set[str] = set()
        for node in _without_types(module.tree):
            if isinstance(node, ast.Import):
                found |= {name for alias in node.names if (name := self._known(alias.name)) is not None}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                for alias in node.names:
                    deeper = self._known(f"{node.module}.{alias.name}")
                    name = self._known(node.module) if deeper is None else deeper
                    found |= set() if name is None else {name}
        return found

    def circles(self) -> list[list[str]]:
        """Sets of modules that import each other in a circle."""
        names = sorted(self.modules)
        place = {name: number for number, name in enumerate(names)}
        arrows = [(place[name], place[other]) for name in names for other in self.imports(self.modules[name])]
        starts, ends = zip(*arrows, strict=True)
        matrix = csr_array(([1] * len(arrows), (starts, ends)), shape=(len(names), len(names)))
        _, labels = connected_components(matrix, directed=True, connection="strong")
        sizes = Counter(labels.tolist())
        shared = sorted(label for label, size in sizes.items() if size > 1)
        return [[name for name in names if labels[place[name]] == label] for label in shared]

    def floors(self) -> dict[str, int]:
        """The floor of each room by the contract on layers, the lowest 0."""
        text = (self.root / "pyproject.toml").read_text(encoding="utf-8")
        contracts = tomllib.loads(text)["tool"]["importlinter"]["contracts"]
        layers = next(one["layers"] for one in contracts if one["type"] == "layers")
        return {room.strip(" ()"): floor for floor, layer in enumerate(reversed(layers)) for room in layer.split("|")}

    def upward_strings(self) -> list[tuple[str, str]]:
        """Strings that name a module of a higher floor, each with the module that it stands in."""
        floors, found = self.floors(), []
        for module in self.modules.values():
            here = floors.get(module.room)
            for text in (*_strings(module.tree), *_filled(module.tree)):
                named = self._named(text)
                if here is not None and named is not None and floors.get(named.partition(".")[0], -1) > here:
                    found.append((module.name, text))
        return found

    def places(self, name: str, own: str) -> set[str]:
        """The modules that import a name from the one where it is at home."""
        known = (module for module in self.modules.values() if f"{PACKAGE}.{own}" in module.text)
        return {module.name for module in known if (own, name) in module.imported}

    def places_of_mechanisms(self) -> dict[str, set[str]]:
        """The modules that name a mechanism outside its own module and outside statements, each with what it names."""
        found: dict[str, set[str]] = {}
        for name, own in self.mechanisms().items():
            for place in self.places(name, own):
                if not place.startswith("papers"):
                    found.setdefault(place, set()).add(name)
        return found

    def mechanisms(self) -> dict[str, str]:
        """The classes with a name in the language of releases, each with its module."""
        return {
            node.name: module.name
            for module in self.modules.values()
            if module.room in ("accounting", "mechanisms")
            for node in module.tree.body
            if isinstance(node, ast.ClassDef) and _declares_a_name(node)
        }

    def figures(self) -> dict[str, str]:
        """The figures that modules of the room `figures` declare by name, each with its module."""
        return {
            str(node.args[0].value): module.name
            for module in self.modules.values()
            if module.room == "figures"
            for node in ast.walk(module.tree)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Figure"
            and node.args and isinstance(node.args[0], ast.Constant)
        }  # fmt: skip

    def figure_places(self) -> dict[str, set[str]]:
        """The modules of other rooms that import a figure or name it, by figure.

        A name counts where it can be nothing else: with a letter and a hyphen, and of no table.
        """
        found: dict[str, set[str]] = {}
        for name, own in self.figures().items():
            named = "-" in name and any(sign.isalpha() for sign in name)
            found[name] = {
                module.name
                for module in self.modules.values()
                if module.room not in ("figures", "tables")
                and (own in self.imports(module) or (named and name in module.strings))
            }
        return found

    def trusted(self) -> dict[str, int]:
        """Lines of code that a reader of a proof must believe, by module: kernel, replay and what defines a notion.

        Blank lines, comments and docstrings do not count.
        """
        found = {}
        for name, module in self.modules.items():
            if name in TRUSTED:
                found[name] = len(_code(module.path, module.tree))
            elif module.room == "logic" and (nodes := [node for node in module.tree.body if _defines(node)]):
                found[name] = sum(len(_code(module.path, node)) for node in nodes)
        return found

    def _known(self, dotted: str) -> str | None:
        package, _, name = dotted.partition(".")
        return name if package == PACKAGE and name in self.modules else None

    def _named(self, text: str) -> str | None:
        """The module that a dotted string names, alone or with something in it."""
        path = text.partition(":")[0]
        path = path.removeprefix(f"{PACKAGE}.")
        if "." not in path or not all(part.isidentifier() for part in path.rstrip(".").split(".")):
            return None
        parts = path.rstrip(".").split(".")
        names = (".".join(parts[:size]) for size in range(len(parts), 0, -1))
        return next((name for name in names if name in self.modules), None)


def _name(path: Path, root: Path) -> str:
    parts = path.relative_to(root / PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _without_types(tree: ast.AST) -> Iterator[ast.AST]:
    """All nodes but those under `if TYPE_CHECKING`."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            continue
        yield node
        yield from _without_types(node)


def _defines(node: ast.stmt) -> bool:
    """Tell whether a function is decorated with `definition`."""
    return isinstance(node, ast.FunctionDef) and any(
        isinstance(name, ast.Name) and name.id == "definition"
        for mark in node.decorator_list
        for name in ast.walk(mark)
    )


def _code(path: Path, tree: ast.AST) -> set[int]:
    """The lines of a part of a module that hold code."""
    first, last = getattr(tree, "lineno", 1), getattr(tree, "end_lineno", None)
    first = min([first, *(mark.lineno for mark in getattr(tree, "decorator_list", []))])
    prose = {
        line
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }
    return {line for line in _held(path) - prose if first <= line and (last is None or line <= last)}


@cache
def _held(path: Path) -> frozenset[int]:
    """The lines of a module that hold more than layout and comments."""
    with tokenize.open(path) as file:
        tokens = [token for token in tokenize.generate_tokens(file.readline) if token.type not in _LAYOUT]
    return frozenset(line for token in tokens for line in range(token.start[0], token.end[0] + 1))


def _strings(tree: ast.AST) -> Iterator[str]:
    return (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str))


def _filled(tree: ast.Module) -> Iterator[str]:
    """The f-strings that begin with a constant of the module, `f"{_ROOM}door"`, filled in."""
    known = {
        target.id: line.value.value
        for line in tree.body
        if isinstance(line, ast.Assign) and isinstance(line.value, ast.Constant) and isinstance(line.value.value, str)
        for target in line.targets
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(tree):
        match node:
            case ast.JoinedStr(values=[ast.FormattedValue(value=ast.Name(id=name)), ast.Constant(value=rest)]):
                if name in known:
                    yield f"{known[name]}{rest}"


def _declares_a_name(node: ast.ClassDef) -> bool:
    """Tell whether a class sets `name` to a string: what a release is called."""
    return any(
        isinstance(line, ast.AnnAssign | ast.Assign)
        and any(isinstance(target, ast.Name) and target.id == "name" for target in _targets(line))
        and isinstance(line.value, ast.Constant) and bool(line.value.value)
        for line in node.body
    )  # fmt: skip


def _targets(line: ast.AnnAssign | ast.Assign) -> list[ast.expr]:
    return line.targets if isinstance(line, ast.Assign) else [line.target]
