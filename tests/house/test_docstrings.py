"""Docstrings and comments open with a noun or a verb; first lines are short enough to be read at a glance."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from statistics import median

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = "sdp_proofs", "tests", "docs", "notebooks", ".ci"
# A clause that begins so has no subject: "What is cited." is "Return the claim that the citation names."
HEADLESS = frozenset({
    "what", "whatever", "whether", "where", "wherever", "who", "whoever", "whose", "those", "that", "which", "how",
    "of", "it", "its", "they",
})  # fmt: skip
PRONOUNS = frozenset({"it", "its", "they", "who"})  # a comment may speak of the line that it stands in
MOST_WORDS = 12  # the median of first lines in ten packages of the field lies between 7 and 11


def first_lines(source: str) -> Iterator[tuple[int, str]]:
    """Yield the first line of every docstring and of every string under a name, with the line of what it documents."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            text = ast.get_docstring(node)
            if text:
                yield getattr(node, "lineno", 1), text.splitlines()[0]
            for before, after in pairwise(node.body):
                match before, after:
                    case ast.Assign() | ast.AnnAssign(), ast.Expr(value=ast.Constant(value=str(text))) if text:
                        yield before.lineno, text.splitlines()[0]


def is_headless(line: str) -> bool:
    """Tell whether a first line opens with a relative clause or a pronoun in the place of a noun or a verb."""
    word = re.match(r"\W*([A-Za-z]+)", line)
    return word is not None and word[1].lower() in HEADLESS


def comments(source: str) -> Iterator[tuple[int, str]]:
    """Yield every comment with its line, of one that fills several lines the first; a string may look like one."""
    for before, (number, line) in pairwise([(0, ""), *enumerate(source.splitlines(), 1)]):
        code, mark, text = line.rpartition("# ")
        if mark and not code.strip() and before[1].lstrip().startswith("# "):
            continue
        if mark and (not code.strip() or code.endswith("  ")):
            yield number, text


@pytest.fixture(scope="module")
def texts() -> dict[str, str]:
    """Read all modules."""
    files = [file for folder in FOLDERS for file in sorted((ROOT / folder).rglob("*.py")) if "_build" not in file.parts]
    return {file.relative_to(ROOT).as_posix(): file.read_text(encoding="utf-8") for file in files}


@pytest.fixture(scope="module")
def lines(texts: dict[str, str]) -> list[tuple[str, int, str]]:
    """List all first lines with their files and places, but of theorems: there a docstring is the theorem in words."""
    own = {name: text for name, text in texts.items() if "/theories/" not in name}
    return [(name, number, line) for name, text in own.items() for number, line in first_lines(text)]


def test_no_docstring_opens_without_a_noun_or_a_verb(texts: dict[str, str]) -> None:
    found = [
        f"{name}:{number}: {line}"
        for name, text in texts.items()
        for number, line in first_lines(text)
        if is_headless(line)
    ]
    assert not found, "\n".join(found)


def test_no_comment_opens_with_a_relative_clause(texts: dict[str, str]) -> None:
    found = [
        f"{name}:{number}: {line}"
        for name, text in texts.items()
        for number, line in comments(text)
        if is_headless(line) and line.split()[0].lower() not in PRONOUNS
    ]
    assert not found, "\n".join(found)


def test_comments_are_found() -> None:
    source = "\n".join(["# One", "# that goes on", "x = 1  # of x", "y = '#  z'", "    " + "# which y"])
    assert [*comments(source)] == [(1, "One"), (3, "of x"), (5, "which y")]
    assert [is_headless(line) for _, line in comments(source)] == [False, True, True]


def test_first_lines_are_short(lines: list[tuple[str, int, str]]) -> None:
    lengths = [len(line.split()) for name, _, line in lines if name.startswith("sdp_proofs/")]
    assert len(lengths) > 1000
    assert median(lengths) <= MOST_WORDS


@pytest.mark.parametrize("line", ["What is cited.", "Of a file.", "*Whether* it holds.", "Its name.", "`That` one."])
def test_headless_lines_are_found(line: str) -> None:
    assert [*first_lines(f'def f():\n    """{line}"""')] == [(1, line)]
    assert [*first_lines(f'A: int = 1\n"""{line}"""\nB = 2')] == [(1, line)]
    assert is_headless(line)


@pytest.mark.parametrize("line", ["Return the claim.", "Largest number.", "Itself and others.", "Often asked."])
def test_other_lines_pass(line: str) -> None:
    assert not is_headless(line)
