"""Formulas are found in lines of plain text, and nothing else is taken for one."""

from __future__ import annotations

import re

import pytest

from sdp_proofs.ledger import results
from sdp_proofs.ledger.digests import SHIPPED
from sdp_proofs.notation import typeset, with_formulas
from sdp_proofs.papers import registry
from sdp_proofs.papers.trust import TRUST
from sdp_proofs.render.mathml import mathml
from sdp_proofs.render.unicode import spoken

FORMULAS = {
    "delta_SDP <= m e^(-f n)": r"\delta_{\mathrm{SDP}} \le m e^{-f n}",
    "d(x,x') = x'^2": r"d(x, x') = x'^{2}",
    "|u|^2 + 2 sigma |D u|^2": r"|u|^{2} + 2 \sigma |D u|^{2}",
    "KL(theta || rho) >= 0": r"\mathrm{KL}(\theta \,\|\, \rho) \ge 0",
    "||D - D'||_1": r"\|D - D'\|_{1}",
    "Pr[M(x) in S | A]": r"\Pr[M(x) \in S \mid A]",
    "binom(T,k) (M/n)^k": r"\binom{T}{k} (M/n)^{k}",
    "e^(eps_1 + eps_2) Q_1": r"e^{\epsilon_{1} + \epsilon_{2}} Q_{1}",
    "1 - f (1 - e^-K+)": r"1 - f (1 - e^{-K_{+}})",
    "P_M-1,k <= P_M,k": r"P_{M - 1, k} \le P_{M, k}",
    "delta_M+1 <= delta_M + 1": r"\delta_{M + 1} \le \delta_{M} + 1",
    "P_{M-1,k} <= (cn/2)!": r"P_{M - 1, k} \le (cn/2)!",
    "sum_k p_k": r"\sum_{k} p_{k}",
    "1.5e-7 n": r"1.5\cdot10^{-7} n",
    "n = 155,507,476": r"n = 155{,}507{,}476",
    "ln 2": r"\ln 2",
    "p = 0.94466...": r"p = 0.94466\dots",
    "F - F*": r"F - F^{*}",
    "alpha^|k|/sqrt(4 sigma + 1)": r"\alpha^{|k|}/\sqrt{4 \sigma + 1}",
}
WORDS = (
    "a record of a two-type law, 95 % of them", "step (i) of App. A.2, Figure 3 (d), Appendix B", "A mechanism (see I)",
    "dp_accounting and prv_accountant", "the 2nd of 1,024 values in [0, 1)", "L. Xia et al., i.e. others",
    "DC and NE-3, 1920-2020, 1/2", "post-processing; the authors' words", "Eq. (8), inequality (5)", "é and δ",
)  # fmt: skip


@pytest.mark.parametrize("text", FORMULAS)
def test_a_formula_is_read_as_a_whole(text: str) -> None:
    assert with_formulas(text) == f"${FORMULAS[text]}$"
    assert with_formulas(f"now if {text}, then so.") == f"now if ${FORMULAS[text]}$, then so."


@pytest.mark.parametrize("text", WORDS)
def test_words_stay_words(text: str) -> None:
    assert with_formulas(text) == text


def test_what_is_marked_already_stays() -> None:
    text = r"`x <= 2` and $\delta \le 2$"
    assert with_formulas(text) == text


def test_a_bracket_with_words_is_no_formula_but_its_letters_are() -> None:
    assert with_formulas("v (all left out - N) >= 0") == "$v$ (all left out - $N$) >= 0"
    assert with_formulas("(T of n)") == "($T$ of $n$)"
    assert typeset("v (all left out - N) >= 0").endswith("≥ 0")


def test_a_number_ends_where_the_next_clause_begins() -> None:
    assert with_formulas("at T = n - 1 delta falls") == r"at $T = n - 1$ $\delta$ falls"


def test_every_formula_in_a_title_can_be_set() -> None:
    shipped = results.read(SHIPPED)
    assert shipped is not None
    titles = [claim["title"] for claim in shipped.catalogue.claims.values()]
    formulas = [formula for title in titles for formula in re.findall(r"\$([^$]*)\$", with_formulas(title))]
    assert len(formulas) > len(titles) / 2
    assert not [formula for formula in formulas if mathml(formula) is None or formula.count("{") != formula.count("}")]
    assert not [title for title in titles if "\\" in spoken(typeset(title))]


HALF_SET = re.compile(
    r"[<>=≤≥^|~]|\$ \$|\$[(\[]|[)\]]\$|,[a-z]\(| [+-] "
    r"|(?<!dp)(?<!prv)_|\b(?:sum|prod|sup|exp|ln|log|sqrt|grad|diag)(?:\(|(?<!the sum)(?<!a sum) \$)"
)
"""Remains of a formula of which only parts could be read: signs, scripts and functions outside of dollar signs."""


def test_no_title_is_half_typeset() -> None:
    titles = [claim.title for claim in registry().values()]
    assert [title for title in titles if HALF_SET.search(without_formulas(title))] == []
    half = ("P(far) + k <= 1", "sum A_k", "max(far, T)^2", "n = the size")
    assert all(HALF_SET.search(without_formulas(title)) for title in half)


@pytest.mark.parametrize("sign", ["<=", ">=", "!=", "<grad", "sqrt(", "grad F", "sum_"])
def test_no_statement_and_no_entry_of_the_trust_ledger_has_signs_as_typed(sign: str) -> None:
    texts = [text for claim in registry().values() for text in (claim.statement, claim.note)]
    texts += [entry.statement for entry in TRUST.values()]
    assert len(texts) > 1000
    assert [text for text in texts if sign in without_formulas(text)] == []


def without_formulas(text: str) -> str:
    """The text as it is typeset, of its formulas the dollar sign only, and without code."""
    return re.sub(r"`[^`]*`", "", re.sub(r"\$[^$]+\$", "$", typeset(text)))


def test_a_letter_that_could_be_an_article_is_a_symbol_by_what_follows() -> None:
    assert with_formulas("A and B, the laws a, b and a record") == "$A$ and $B$, the laws $a$, $b$ and a record"
    assert with_formulas("A database of a type is a set") == "A database of a type is a set"
    assert with_formulas("I, too, have Appendix A, I and II") == "I, too, have Appendix A, I and II"


def test_nothing_is_multiplied_by_zero_or_joined_across_a_clause() -> None:
    assert with_formulas("For every epsilon > 0 delta(x) falls") == r"For every $\epsilon > 0$ $\delta(x)$ falls"
    assert with_formulas("(P_1 - d_1)/(Q_1 Q_2) at t = -2") == "$(P_{1} - d_{1})/(Q_{1} Q_{2})$ at $t = -2$"
    assert with_formulas("(1 - 1/E) min H >= T") == r"$(1 - 1/E) \min H \ge T$"
