"""Things that the modules of a folder declare by name, found without importing the modules.

A module declares a thing by a call at its top level, `Figure("bounds", ...)`, in a tuple that is called `FIGURES`. The
names are read off the text of the modules: a key press in a shell, or a page of help, imports no engine.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, Generic, TypeVar

from sdp_proofs.errors import UnknownNameError

T = TypeVar("T")


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
        """Return for each module the names that it declares, and the help in its docstring.

        That is its first line, and every paragraph that begins with an option.
        """
        found = []
        for _, names, text in self._modules():
            first, *others = text.partition('"""')[2].partition('"""')[0].split("\n\n")
            says = [first, *(paragraph for paragraph in others if paragraph.startswith("--"))]
            found.append((sorted(names), " ".join(" ".join(says).split())))
        return sorted(found)

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
