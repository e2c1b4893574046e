"""A Sphinx extension: docstrings are plain text with code in backquotes, and annotations have their full names."""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, get_type_hints

from generate import api_modules
from sphinx import addnodes
from typed import paragraphs, plain_letters, set_display, set_formulas

# Signs that reStructuredText would read as markup: bars, stars that begin no list, underscores at the end of a word.
# Words between stars are emphasised, as they are meant to be.
_AFTER = r"(?![^\s)\]\"'.,;:!?/-])"
_EMPHASIS = (
    r"(?<![^\s(\[\"'/-])"
    rf"(?:(?P<stars>\*\*?)[A-Za-z][A-Za-z ,.-]*(?<=[a-z.])(?P=stars){_AFTER}|\*\*\w[^*\\]*(?<=[\w.])\*\*{_AFTER})"
)
_MARKUP = re.compile(rf"(?P<kept>{_EMPHASIS})|\||\*(?!\s)|(?<=\S)\*|(?<=\w)_(?!\w)")
_EXAMPLE = ">>>"
# Napoleon takes what stands before a colon for the type of a constant; it gets to see this sign instead.
_COLON = "\uE000"
_LONGEST_VALUE = 300
_ALIAS = re.compile(r"Alias for field number \d+")


def setup(app: Any) -> dict[str, bool]:
    """Connect both before napoleon takes the docstrings apart."""
    app.setup_extension("sphinx.ext.autodoc")
    app.connect("builder-inited", _name_annotations)
    app.connect("autodoc-process-docstring", _escape, priority=400)
    app.connect("autodoc-process-docstring", _restore_colons, priority=600)
    app.connect("object-description-transform", _leave_out_long_values)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _name_annotations(app: Any) -> None:
    """Give modules the names that they import for annotations only, so that autodoc can tell equal names apart."""
    for name in api_modules():
        module = importlib.import_module(name)
        for node in ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8")).body:
            if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
                for statement in node.body:
                    _import(statement, module)
        for thing in vars(module).values():
            if isinstance(thing, type) and thing.__module__ == name and "__init__" in vars(thing):
                _resolve(thing)


def _import(statement: ast.stmt, module: ModuleType) -> None:
    try:
        exec(ast.unparse(statement), module.__dict__)
    except ImportError:  # a package that is only there for whoever uses the feature
        return


def _resolve(kind: type) -> None:
    """Annotations of a constructor as what they name; autodoc does that for functions only."""
    constructor: Any = vars(kind)["__init__"]
    try:
        constructor.__annotations__ = get_type_hints(constructor)
    except (NameError, TypeError):  # a type variable of the class, or a name of the standard library's own making
        return


def _escape(app: Any, kind: str, name: str, thing: Any, options: Any, lines: list[str]) -> None:
    if lines and _ALIAS.fullmatch(lines[0]):
        lines.clear()  # text of Python for the fields of a named tuple
    kept = {place for place, _ in _verbatim(lines)}
    for start, end in reversed(list(paragraphs(lines))):
        if kept.isdisjoint(range(start, end)):
            lines[start:end] = (set_display if _is_display(lines, start) else set_formulas)(lines[start:end])
    verbatim = dict(_verbatim(lines))
    for place, line in enumerate(lines):
        if place not in verbatim:
            lines[place] = plain_letters(_escaped(line))
    for opening in set(verbatim.values()) - {None}:
        lines[opening] += ":"
    if kind in ("attribute", "data", "property") and lines:
        lines[0] = lines[0].replace(":", _COLON)


def _is_display(lines: list[str], start: int) -> bool:
    """Tell whether a paragraph is indented below the text before it, and is no part of a list or of a section."""
    before = next((line for line in reversed(lines[:start]) if line.strip()), "")
    indented = len(lines[start]) - len(lines[start].lstrip())
    apart = start > 0 and not lines[start - 1].strip()
    return bool(apart and before and indented >= len(before) - len(before.lstrip()) + 4)


def _verbatim(lines: list[str]) -> Iterator[tuple[int, Any]]:
    """The lines of examples and of what is indented below a colon, these with the place of the line that ends in it."""
    inside_example, opening = False, None
    for place, line in enumerate(lines):
        depth = len(line) - len(line.lstrip())
        if opening is not None and line.strip() and depth <= len(lines[opening]) - len(lines[opening].lstrip()):
            opening = None
        inside_example = line.lstrip().startswith(_EXAMPLE) or (inside_example and bool(line.strip()))
        if opening is not None or inside_example:
            yield place, opening
        elif _opens_literal(lines[place:], depth):
            opening = place


def _opens_literal(lines: list[str], depth: int) -> bool:
    """Tell whether the first line ends in a colon and an indented text that is no example follows a blank line."""
    if len(lines) < 3 or not lines[0].endswith(":") or lines[1].strip():
        return False
    indented = len(lines[2]) - len(lines[2].lstrip()) >= depth + 4
    return indented and not lines[2].lstrip().startswith(_EXAMPLE)


def _restore_colons(app: Any, kind: str, name: str, thing: Any, options: Any, lines: list[str]) -> None:
    lines[:] = [line.replace(_COLON, ":") for line in lines]


def _leave_out_long_values(app: Any, domain: str, kind: str, content: Any) -> None:
    """A table that is written out as the value of a constant is nothing to read; its docstring says what it holds."""
    for said in list(content.parent.findall(addnodes.desc_annotation)):
        if len(said.astext()) > _LONGEST_VALUE:
            said.parent.remove(said)


def _escaped(line: str) -> str:
    """The line with the signs outside of backquotes escaped."""
    parts = line.split("`")
    return "`".join(part if place % 2 else _MARKUP.sub(_as_text, part) for place, part in enumerate(parts))


def _as_text(found: re.Match[str]) -> str:
    return found["kept"] or rf"\{found[0]}"
