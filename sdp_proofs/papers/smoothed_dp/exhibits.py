"""The figures and tables of the paper, and those on its bounds."""

from __future__ import annotations

from sdp_proofs.ledger.exhibits import Figure, Table

_DRAWN = "sdp_proofs.cli.figures."
_TABULATED = "sdp_proofs.experiments.bound_tables."
_ESTIMATED = frozenset({"grid", "draws", "mixtures"})

FIGURES = (
    Figure(
        "1",
        r"Privacy parameter $\delta(x)$ and adjusted utility of the adversary (threshold $t = 0.51$) of the US "
        r"presidential elections 1920--2020, if $0.2\,\%$ of the votes are lost at random; every value is proven.",
        f"{_DRAWN}elections", "1 s", frozenset({"data"}),
    ),
    Figure(
        "2",
        r"Smoothed privacy parameter $\delta_{\mathrm{SDP}}$ against the number $n$ of votes, each distributed as "
        r"in some district of 2020, with $0.2\,\%$ of the votes lost at random; the dashed line is $1/n$.",
        f"{_DRAWN}smoothed", "5 s", frozenset({"grid"}),
    ),
    Figure(
        "2-left",
        r"The same as figure 2.",
        f"{_DRAWN}smoothed", "5 s", frozenset({"grid"}),
    ),
    Figure(
        "2-right",
        r"Estimate of $\delta_{\mathrm{SDP}}$ of one step of SGD with gradients quantised to 8 bits, against the "
        r"number of records: means over random databases, each with its exact $\delta(x)$, with normal bands of "
        r"$99\,\%$ (about right) and, thin, upper ends that are guaranteed to $99\,\%$.",
        f"{_DRAWN}sgd", "1 s, --fresh 2 min", _ESTIMATED,
    ),
    Figure(
        "3",
        r"Privacy parameter $\delta(x)$ and adjusted utility of the US presidential elections 1920--2020 at six "
        r"settings of threshold and share of lost votes; every value is proven.",
        f"{_DRAWN}elections", "2 s", frozenset({"data"}),
    ),
    Figure(
        "4",
        r"Smoothed privacy parameter $\delta_{\mathrm{SDP}}$ against the number $n$ of votes, for the states of "
        r"1920--2020 and the districts of 2020, with $0.2\,\%$ and $1\,\%$ of the votes lost at random.",
        f"{_DRAWN}smoothed", "30 s", frozenset({"grid"}),
    ),
    Figure(
        "5",
        r"Estimates of $\delta_{\mathrm{SDP}}$ of one step of SGD with quantised gradients for four more sets of "
        r"sources.",
        f"{_DRAWN}sgd", "1 s, --fresh 3 min", _ESTIMATED,
    ),
    Figure(
        "remark-8",
        r"Where the bound of Remark~8 is proved, holds, fails and says nothing, by sampling rate and $\epsilon$.",
        f"{_DRAWN}remark_8", "80 s",
    ),
    Figure(
        "bounds",
        r"How sharp the closed forms are: exponents beside the exact rate of decay, and values beside "
        r"$\delta_{\mathrm{SDP}}$. \emph{One tail}, \emph{two tails}: Chernoff bounds of one or both tails of a "
        r"likelihood ratio; \emph{$k$ cells}: its values divided into $k$ parts, each bounded by itself.",
        f"{_DRAWN}bounds", "10 s",
    ),
)  # fmt: skip
"""In the order in which they are listed."""

TABLES = (
    Table(
        "remark-8", f"{_TABULATED}remark_8:remark_8",
        brief=("rate", "epsilon", "records", "delta_sdp", "remark_8", "two_tails"),
    ),
    Table(
        "elections", f"{_TABULATED}elections:elections",
        brief=("rate", "threshold", "year", "records", "delta", "utility"),
    ),
    Table(
        "chernoff", f"{_TABULATED}chernoff:chernoff",
        brief=("records", "marked", "draws", "theta", "tail", "printed"),
    ),
    Table(
        "table-1", f"{_TABULATED}table_1:table_1",
        brief=("notion", "rate", "epsilon", "records", "parameter_delta", "one_over_n"),
    ),
    Table(
        "theorem-5", f"{_TABULATED}theorem_5:theorem_5",
        brief=("epsilon", "draws", "records", "delta_sdp", "two_tails", "dp_delta"),
    ),
)
"""By name on the command line."""
