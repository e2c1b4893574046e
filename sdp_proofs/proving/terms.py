"""Terms in place of symbols."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sdp_proofs.formulas.formula import Formula


def with_terms(formula: Formula, terms: Mapping[str, str], more: Sequence[str] = ()) -> Formula:
    """The formula with terms in place of some of its symbols, all at once; `more` names further symbols of the terms.

    Example:
        >>> print(with_terms(Formula("p <= x", ["p", "x"]), {"p": "x**2"}))
        (x ** 2) <= x
    """
    from sdp_proofs.formulas.derivatives import substitute, text

    symbols = {**{name: name for name in more}, **formula.symbols}
    trees = {name: Formula(term, symbols).tree for name, term in terms.items()}
    return Formula(text(substitute(formula.tree, trees)), symbols)
