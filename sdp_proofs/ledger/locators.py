"""Locators as people type them: "Fig. 1", "Figure 1" and "fig 1" are the same place."""

from __future__ import annotations

import re

_ABBREVIATIONS = {
    "alg": "algorithm",
    "app": "appendix",
    "cor": "corollary",
    "def": "definition",
    "defn": "definition",
    "eq": "equation",
    "eqn": "equation",
    "ex": "example",
    "fig": "figure",
    "ineq": "inequality",
    "lem": "lemma",
    "prop": "proposition",
    "rem": "remark",
    "rmk": "remark",
    "sec": "section",
    "tab": "table",
    "thm": "theorem",
}
_TOKEN = re.compile(r"[^\W\d_]+|\d+")


def normalised(locator: str) -> str:
    """A locator with case, spacing, punctuation and abbreviations levelled out.

    Example:
        >>> normalised("Eq. (3)"), normalised("App. E.1, step 2")
        ('equation 3', 'appendix e 1 step 2')
    """
    tokens = _TOKEN.findall(locator.casefold())
    return " ".join(_ABBREVIATIONS.get(token, token) for token in tokens)


def has_part(locator: str, place: str) -> bool:
    """Whether whole words of a normalised locator are a place, which has a word besides numbers.

    Example:
        >>> has_part("appendix e 1 equation 7", "equation 7"), has_part("theorem 31", "theorem 3"), has_part("a 1", "1")
        (True, False, False)
    """
    return bool(re.search(r"[^\W\d_]", place)) and f" {place} " in f" {locator} "
