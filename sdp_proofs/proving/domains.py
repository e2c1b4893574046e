"""What the domains of symbols mean for whoever cites what is proved over them."""

from __future__ import annotations

from collections.abc import Mapping

from sdp_proofs.formulas.formula import Formula

_LIMITS = {"positive": "{} > 0", "natural": "{} >= 0"}
_WHOLE = ("integer", "natural")


def limits(domains: Mapping[str, str]) -> tuple[Formula, ...]:
    """The formulas that say what can be said of domains in formulas.

    Example:
        >>> [str(one) for one in limits({"x": "positive", "n": "natural", "y": "real"})]
        ['x > 0', 'n >= 0']
    """
    return tuple(Formula(_LIMITS[kind].format(name), [name]) for name, kind in domains.items() if kind in _LIMITS)


def integers_of(domains: Mapping[str, str]) -> frozenset[str]:
    """The symbols that stand for integers only.

    Example:
        >>> sorted(integers_of({"x": "positive", "n": "natural", "k": "integer"}))
        ['k', 'n']
    """
    return frozenset(name for name, kind in domains.items() if kind in _WHOLE)
