"""Suggestions for a misspelt word: only those that are really near, as a wrong suggestion is worse than none."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches

_ALIKE = 0.75
_LEAST = 3
_MOST = 3


def near(word: str, known: Iterable[str]) -> list[str]:
    """The known words that are spelt much alike, or begin with the word; their numbers are its numbers.

    Example:
        >>> near("gausian", ["gaussian", "geometric"]), near("geo", ["gaussian", "geometric"])
        (['gaussian'], ['geometric'])
        >>> near("tree", ["pure"]), near("remark 9", ["remark 8", "remark 6 mnist"])
        ([], [])
    """
    alike = [one for one in known if re.findall(r"\d+", one) == re.findall(r"\d+", word)]
    found = get_close_matches(word, alike, n=_MOST, cutoff=_ALIKE)
    if len(word) >= _LEAST:
        found += [one for one in alike if one.startswith(word) and one not in found]
    return found[:_MOST]


def suggestion(word: str, known: Iterable[str]) -> str:
    """The question whether the nearest known word was meant, to be put behind a sentence; empty without one.

    Example:
        >>> suggestion("sgma", ["sigma", "sensitivity"]), suggestion("mu", ["sigma", "sensitivity"])
        ("; did you mean 'sigma'?", '')
    """
    found = near(word, known)
    return f"; did you mean {found[0]!r}?" if found else ""
