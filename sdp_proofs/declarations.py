"""Things that the modules of a folder declare by name, found without importing the modules.

A module declares a thing by a call at its top level, `Figure("bounds", ...)`, in a tuple that is called `FIGURES`. The
names are read off the text of the modules: a key press in a shell, or a page of help, imports no engine. So are the
options: each parameter carries an `Option`, and names in it are looked up in what the module imports for them.
"""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, Generic, TypeVar, get_args

from sdp_proofs.errors import UnknownNameError

T = TypeVar("T")


@dataclass(frozen=True)
class Option:
    """The words of one parameter, for help, errors and completion.

    Args:
        help: one sentence, or two.
        flag: the option, or several divided by a blank, where it is not `--` and the parameter's name.
        metavar: the placeholder of its value.
        completes: words to complete, or what they are names of: "claim", "paper", "status", "severity", "figure",
            "table".
        default: the default in words, where the value does not say it; False hides it.
        argument: whether it is typed without a flag.
        limits: the least and the largest number.
    """

    help: str
    flag: str = ""
    metavar: str | None = None
    completes: str | tuple[str, ...] = ()
    default: str | bool = True
    argument: bool = False
    limits: tuple[int, int] | None = None


Declared = Callable[[ast.Module], Iterable[tuple[str, ast.expr]]]
"""Finds the options of a module in its text: names, each with an expression for a type annotated with its `Option`."""


class Declarations(Generic[T]):
    """The things of one kind that the modules of a package declare.

    Args:
        package: its full name.
        kind: of the things: the name of their class, whose first argument is their name.
    """

    def __init__(self, package: str, kind: str) -> None:
        self._package, self._kind = package, kind
        self._declared = re.compile(rf'^(?:    |\w+ = \(?|return )*{kind}\(\s*"([a-z0-9-]+)"', re.MULTILINE)

    def names(self) -> list[str]:
        """Return their names, sorted."""
        return sorted(self._homes())

    def topics(self) -> list[tuple[list[str], str]]:
        """Return for each module the names that it declares, and the first line of its docstring."""
        found = []
        for _, names, text in self._modules():
            first = text.partition('"""')[2].partition('"""')[0].partition("\n\n")[0]
            found.append((sorted(names), " ".join(first.split())))
        return sorted(found)

    def options(self, declared: Declared) -> dict[str, tuple[Option, Any]]:
        """Return the options of all things by name, each with its type; the help says which things have it.

        Where several modules have an option, all but the help is what the first one says.
        """
        found: dict[str, tuple[Option, Any]] = {}
        says: dict[str, dict[str, list[str]]] = {}
        for home, names, text in self._modules():
            if "option" in text.lower():
                tree = ast.parse(text)
                known = _Imported(f"{self._package}.{home}", tree)
                for name, expression in declared(tree):
                    kind, option = get_args(eval(ast.unparse(expression), {}, known))  # this package's own source
                    found.setdefault(name, (option, kind))
                    says.setdefault(name, {}).setdefault(option.help.rstrip("."), []).extend(names)
        told = {
            name: " ".join(f"{words} ({', '.join(sorted(set(having)))})." for words, having in ways.items())
            for name, ways in says.items()
        }
        return {name: (replace(option, help=told[name]), kind) for name, (option, kind) in found.items()}

    def one(self, name: str) -> T:
        """Return the thing of that name; its module alone is imported.

        Raises:
            UnknownNameError: there is none.
        """
        homes = self._homes()
        if name not in homes:
            known = ", ".join(self.names())
            raise UnknownNameError(f"{self._kind.lower()} must be one of {known}, got {repr(name) if name else 'none'}")
        return self._of(homes[name])[name]

    def all(self) -> Mapping[str, T]:
        """Return all of them by name; every module is imported."""
        found = {name: one for home in set(self._homes().values()) for name, one in self._of(home).items()}
        return dict(sorted(found.items()))

    def _of(self, home: str) -> dict[str, T]:
        module: Any = import_module(f"{self._package}.{home}")
        return {one.name: one for one in getattr(module, f"{self._kind.upper()}S")}

    def _homes(self) -> dict[str, str]:
        return {name: home for home, names, _ in self._modules() for name in names}

    def _modules(self) -> Iterator[tuple[str, list[str], str]]:
        """The modules with a declaration: their names, what they declare, and their text."""
        for folder in import_module(self._package).__path__:
            for path in sorted(Path(folder).glob("*.py")):
                text = path.read_text(encoding="utf-8")
                names = self._declared.findall(text)
                if names:
                    yield path.stem, names, text


class _Imported(dict[str, Any]):
    """The names that a module imports from others: a name is imported when it is looked up, and its module alone."""

    def __init__(self, module: str, tree: ast.Module) -> None:
        super().__init__(Annotated=Annotated)
        self._module = module
        self._homes = {
            alias.asname or alias.name: (node.module, alias.name)
            for node in tree.body if isinstance(node, ast.ImportFrom) and node.module
            for alias in node.names
        }  # fmt: skip

    def __missing__(self, name: str) -> Any:
        if name in self._homes:
            home, own = self._homes[name]
            return getattr(import_module(home), own)
        if hasattr(builtins, name):
            return getattr(builtins, name)
        raise UnknownNameError(f"an option of {self._module} must use imported names, got {name}")
