"""The names of columns as they are typeset in LaTeX."""

from __future__ import annotations

_LATEX = {
    "absent_type": "absent type",
    "adjacency": "adjacency",
    "cells": "ten cells",
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
    "lower": "lower bound",
    "marked": "$H$",
    "method_of_types": "method of types",
    "one_over_n": "$1/n$",
    "one_tail": "one tail",
    "parameter_delta": r"$\delta$",
    "parameter_epsilon": r"$\epsilon$",
    "poisson": "Poisson",
    "rate": r"$\eta$",
    "records": "$n$",
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
    "utility": "utility",
    "utility_standing": "utility $< 1/n$",
}


def latex_heading(name: str) -> str | None:
    r"""The LaTeX of a column's name; None for a name that is not known, which is then printed as it is.

    Example:
        >>> latex_heading("delta_sdp"), latex_heading("printed_standing"), latex_heading("odd_name")
        ('$\\delta_{\\mathrm{SDP}}$', 'printed holds', None)
    """
    if name.endswith("_standing") and name not in _LATEX:
        return f"{name.removesuffix('_standing').replace('_', ' ')} holds"
    return _LATEX.get(name)
