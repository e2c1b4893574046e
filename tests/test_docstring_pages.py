"""The reference pages: formulas in docstrings are set where the whole paragraph can be, and nothing else is touched."""

from __future__ import annotations

import doctest
import importlib
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

DOCS = str(Path(__file__).parents[1] / "docs")
WRITTEN = """\
Delta at x. The sum of p^k over k >= 1 is at most
p/(1 - p), if p < 1.

*Proof.* See `sum_of(p^k)`, and for u_k**2 see below:

    u_k**2 <= 1

**Rare.** A table "x <= y" stays.

C. Dwork, 2006.

For 0 < c < 1

    p <= q^c,   q < 1,
    and p > 0

and the worst is

    d_k = max over t of q_t^k

for all k.

Args:
    rate: u.
    epsilon: at least 0; delta <= 1/n
        and more.

Example:
    >>> 2 ** 3 <= 9
    True
"""
READ = r"""\
Delta at :math:`x`. The sum of :math:`p^{k}` over :math:`k \ge 1` is at most
:math:`p/(1 - p)`, if :math:`p < 1`.

*Proof.* See `sum_of(p^k)`, and for u_k\*\*2 see below::

    u_k**2 <= 1

**Rare.** A table "x <= y" stays.

\C. Dwork, 2006.

For :math:`0 < c < 1`

    :math:`p \le q^{c}`,   :math:`q < 1`,

    and :math:`p > 0`

and the worst is

::

    d_k = max over t of q_t^k

for all :math:`k`.

Args:
    rate: :math:`u`.
    epsilon: at least 0; :math:`\delta \le 1/n`
        and more.

Example:
    >>> 2 ** 3 <= 9
    True
"""


@pytest.fixture(scope="module")
def docstrings() -> Iterator[ModuleType]:
    pytest.importorskip("sphinx")
    sys.path.insert(0, DOCS)
    yield importlib.import_module("docstrings")
    sys.path.remove(DOCS)


def test_examples_run(docstrings: ModuleType) -> None:
    for name, least in (("typed", 5), ("options", 1), ("command_pages", 2), ("progress", 2)):
        found = doctest.testmod(importlib.import_module(name))
        assert found.attempted >= least and not found.failed


def test_formulas_in_the_help_of_commands_are_set_on_their_page(docstrings: ModuleType) -> None:
    """Text outside of code is words and formulas in TeX; in a formula nothing is left of what is typed."""
    page = importlib.import_module("command_pages").command_page()
    prose = re.sub(r"```.*?```|`[^`]*`|^## \w+$", "", page, flags=re.DOTALL | re.MULTILINE)
    formulas = re.findall(r"\$([^$]*)\$", prose)
    assert len(formulas) > 50 and not [each for each in formulas if re.search(r"\\mathrm(?!\{SDP\})|\\log|\n", each)]
    assert not re.findall(r"[<>]=|\w\^|\b(?:delta|epsilon|sigma|log)\b", re.sub(r"\$[^$]*\$", "", prose))


def test_formulas_are_set_and_code_stays(docstrings: ModuleType) -> None:
    lines = WRITTEN.splitlines()
    docstrings._escape(None, "function", "", None, None, lines)
    assert lines == READ.removeprefix("\\\n").splitlines()


def test_what_python_says_of_the_fields_of_a_tuple_is_left_out(docstrings: ModuleType) -> None:
    lines = ["Alias for field number 0"]
    docstrings._escape(None, "attribute", "", None, None, lines)
    assert lines == []


@pytest.mark.parametrize(("value", "left"), [("= 12", True), ("= " + "(1, 2), " * 60, False)])
def test_values_that_are_tables_are_left_out(docstrings: ModuleType, value: str, left: bool) -> None:
    addnodes = importlib.import_module("sphinx.addnodes")
    content = addnodes.desc_content()
    signature = addnodes.desc_signature("", "", addnodes.desc_annotation(value, value))
    described = addnodes.desc("", signature, content)
    docstrings._leave_out_long_values(None, "py", "data", content)
    assert (value in described.astext()) is left


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("**Not at 2T/n.** More", "**Not at 2T/n.** More"),
        ("**Norms of A^-1.** Its", "**Norms of A^-1.** Its"),
        ("x**2 and **y", "x\\*\\*2 and \\*\\*y"),
        ("**kwargs and **others", "\\*\\*kwargs and \\*\\*others"),
        ("2 **n below 3**n", "2 \\*\\*n below 3\\*\\*n"),
    ],
)
def test_what_is_stressed_has_no_stars_left_and_powers_keep_theirs(
    docstrings: ModuleType, written: str, read: str
) -> None:
    assert docstrings._escaped(written) == read
