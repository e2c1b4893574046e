"""Which values of its symbols a proof speaks of, as a sentence: all natural numbers n and all real x."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

_SAID = {"positive": "{} > 0", "integer": "{} is an integer", "natural": "{} is a natural number"}
_WHOLE = {"natural": "all natural numbers", "integer": "all integers"}


def domain_said(name: str, domain: str) -> str:
    """A symbol's domain as a statement; nothing is said of a real number.

    Example:
        >>> domain_said("a", "natural"), domain_said("x", "positive"), domain_said("y", "real")
        ('a is a natural number', 'x > 0', '')
    """
    return _SAID.get(domain, "").format(name)


def all_values(domains: Mapping[str, str], conditions: Sequence[str] = ()) -> str:
    """All values of symbols in their domains that meet conditions; what the domains already say is said once.

    Args:
        domains: of the symbols that occur, see `provers.symbolic`.
        conditions: in words and formulas, those that say that a symbol is positive among them.

    Example:
        >>> print(all_values({"a": "natural", "n": "natural"}, ["a is a natural number", "n >= 3"]))
        all natural numbers a, n with n >= 3
        >>> print(all_values({"k": "integer", "n": "natural", "x": "positive"}, ["x > 0"]))
        all natural numbers n, all integers k and all real x with x > 0
        >>> print(all_values({"x": "real", "y": "positive"}, ["y > 0"]))
        all real values of the symbols with y > 0
        >>> print(all_values({"x": "real"}, ["x is an integer"]))
        all real values of the symbols where x is an integer
    """
    ranges: list[str] = []
    known: set[str] = set()
    for domain, said in _WHOLE.items():
        if names := [name for name, own in domains.items() if own == domain]:
            ranges.append(f"{said} {', '.join(names)}")
            known.update(domain_said(name, domain) for name in names)
    if not ranges:
        whole = "all real values of the symbols"
    else:
        if names := [name for name, own in domains.items() if own not in _WHOLE]:
            ranges.append(f"all real {', '.join(names)}")
        *others, last = ranges
        whole = " and ".join(filter(None, (", ".join(others), last)))
    further = [condition for condition in conditions if condition not in known]
    if not further:
        return whole
    sentences = any(" is " in condition for condition in further)
    return f"{whole} {'where' if sentences else 'with'} {', '.join(further)}"
