"""The names of columns as they are typeset in LaTeX."""

from __future__ import annotations

from sdp_proofs.report.latex_words import escape

_LATEX = {
    "absent_type": "absent type",
    "answers": "$K$",
    "beta": r"$\beta$",
    "beyond_union_bound": r"$\Pr[\mathrm{beyond}]$",
    "adjacency": "adjacency",
    "cells": "ten cells",
    "central_limit_estimate": r"$\epsilon$, central limit",
    "classical_delta": r"$\delta$ of the formula",
    "classical_is_enough": "formula is enough",
    "classical_sigma": r"$\sigma$ of the formula",
    "conditions_met": "conditions met",
    "decay_rate": "decay rate",
    "delta": r"$\delta(x)$",
    "delta_sdp": r"$\delta_{\mathrm{SDP}}$",
    "delta_standing": r"$\delta(x) < 1/n$",
    "dp_delta": r"$\delta_{\mathrm{DP}}$",
    "draws": "$T$",
    "epsilon": r"$\epsilon$",
    "excess": "$s$",
    "fall": r"$-\ln(\delta)/n$",
    "first_votes": "first",
    "floor": "$f$",
    "least_noise_fails": "fails",
    "least_noise_meets": "least noise",
    "lower": "lower bound",
    "marked": "$H$",
    "mean_l1": "mean $l_1$ error",
    "mean_largest": "mean error",
    "method_of_types": "method of types",
    "n_over_b": "$n/b$",
    "noise_of_code": "code",
    "noise_of_formula": "formula",
    "noise_of_theorem_2": "Theorem 2",
    "one_over_n": "$1/n$",
    "one_tail": "one tail",
    "parameter_delta": r"$\delta$",
    "parameter_epsilon": r"$\epsilon$",
    "poisson": "Poisson",
    "quantile_l1": "$l_1$ quantile",
    "quantile_largest": "quantile",
    "rate": r"$\eta$",
    "records": "$n$",
    "renyi_loses": r"R\'enyi loses",
    "renyi_upper": r"$\epsilon$, R\'enyi",
    "relative_entropy": "relative entropy",
    "remark_8": "Remark 8",
    "remark_8_standing": "Remark 8 holds",
    "second_votes": "second",
    "sigma": r"$\sigma$",
    "tail": "tail",
    "tail_over_printed": "tail/printed",
    "theta": r"$\theta$",
    "threshold": "$t$",
    "two_tails": "two tails",
    "types": "$m$",
    "union_bound": "union bound",
    "utility": "utility",
    "utility_standing": "utility $< 1/n$",
}


_GIVEN = {"delta": r"$\delta$"}
"""What a column of values that were asked for is called, if not as one that was computed."""


def latex_heading(name: str, *, given: bool = False) -> str:
    r"""The LaTeX of a column's name; the words of a name that is not known.

    Args:
        name: of the column.
        given: whether its values were asked for, as the delta of a budget is.

    Example:
        >>> latex_heading("delta_sdp"), latex_heading("printed_standing"), latex_heading("odd_name")
        ('$\\delta_{\\mathrm{SDP}}$', 'printed holds', 'odd name')
        >>> latex_heading("delta"), latex_heading("delta", given=True), latex_heading("n_over_b_upper")
        ('$\\delta(x)$', '$\\delta$', '$n/b$ (upper)')
    """
    if given and name in _GIVEN:
        return _GIVEN[name]
    if name in _LATEX:
        return _LATEX[name]
    stem, joint, end = name.rpartition("_")
    if joint and end == "standing":
        return f"{latex_heading(stem)} holds"
    if joint and end in ("lower", "upper") and stem in _LATEX:
        return f"{_LATEX[stem]} ({end})"
    return escape(name.replace("_", " "))
