"""Names in Coq: those of a certificate or a formula, changed where Coq or the library gives them a meaning."""

from __future__ import annotations

import re

_KEYWORDS = (
    "as at by cofix else end exists exists2 fix for forall fun if in let match mod return struct then using where with "
    "Prop Set Type SProp Definition Theorem Q R Z N O S I nil cons true false"
)
_LIBRARY = (
    "q_add q_sub q_mul q_div q_pow q_quotient q_modulo q_floor q_ceiling q_abs comb_from comb factorial_of factorial "
    "range_from range_by range sum q_max q_min largest smallest every some size entry alike total highest lowest below "
    "at_most map flat_map filter app nth fold_left fold_right exp ln sqrt Rpower Rmax Rmin Rabs Q2R negb inject_Z "
    "published said unroll length fst snd pow list bool nat choose whole_power"
)
TAKEN = frozenset(f"{_KEYWORDS} {_LIBRARY}".split())
"""What a name of a claim must not be."""


def named(name: str) -> str:
    """The name of a symbol or a definition.

    Example:
        >>> named("loss"), named("sum"), named("S")
        ('loss', "sum'", "S'")
    """
    return f"{name}'" if name in TAKEN else name


def file_of(claim: str) -> str:
    """The name of the file of a claim, without its ending.

    Example:
        >>> file_of("remark-eight")
        'remark_eight'
    """
    return re.sub(r"[^a-z0-9]", "_", claim)
