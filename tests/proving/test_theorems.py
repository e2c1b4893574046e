"""Numbered statements are found in LaTeX with the numbers that LaTeX prints."""

from __future__ import annotations

from sdp_proofs.proving.skeleton import authors_of, expanded, theorems, title_of

SOURCE = r"""
\documentclass{article}
\title{On \emph{Delicate} Questions % a comment
}
\author{A. Uthor\thanks{Somewhere} \and B. Uthor}
\newtheorem{theorem}{Theorem}
\newtheorem{lemma}[theorem]{Lemma}
\newtheorem{remark}{Remark}[section]
\begin{document}
\section{Introduction}
\begin{theorem}[Privacy]\label{thm:main} $\delta = 0$. \end{theorem}
%\begin{theorem} Not there. \end{theorem}
\begin{lemma} $x \ge 0$. \end{lemma}
\begin{remark} One. \end{remark}
\section{Proofs}
\begin{remark}\label{rem:two} Two. \end{remark}
\begin{figure} no statement \end{figure}
\appendix
\section{More}
\begin{remark} Three. \end{remark}
\begin{theorem} Again. \end{theorem}
"""


def test_numbers_are_those_of_the_print() -> None:
    found = theorems(SOURCE)
    printed = ["Theorem 1", "Lemma 2", "Remark 1.1", "Remark 2.1", "Remark A.1", "Theorem 3"]
    assert [one.locator for one in found] == printed
    assert (found[0].label, found[0].name, found[0].text) == ("thm:main", "Privacy", r"$\delta = 0$.")
    assert found[3].label == "rem:two"


def test_title_and_authors() -> None:
    assert title_of(SOURCE) == "On Delicate Questions"
    assert authors_of(SOURCE) == ["A. Uthor", "B. Uthor"]
    assert (title_of(""), authors_of(""), theorems("")) == ("", [], [])


def test_macros_of_the_preamble_are_expanded() -> None:
    source = r"""
    \newcommand{\eps}{\varepsilon} \renewcommand\pr[1]{\Pr[#1]} \newcommand{\law}[2][P]{#1_{#2}}
    \def\both#1#2{#1 + #2} \DeclareMathOperator{\KL}{KL}
    \begin{document} \section{One}
    \begin{theorem} $\pr{X > \eps} \le \both{\eps}{\law{1}} + \law[Q]{2} - \KL$, $\epsilon$ stays. \end{theorem}
    \section{Two} \begin{lemma} $\pr y$ \end{lemma} \appendix \section{A} \begin{lemma} x \end{lemma}
    \end{document}
    """
    first, second, third = theorems(source)
    assert first.text == (
        r"$\Pr[X > \varepsilon] \le \varepsilon + P_{1} + Q_{2} - \operatorname{KL}$, $\epsilon$ stays."
    )
    assert second.text == r"$\Pr[y]$"
    assert [one.section for one in (first, second, third)] == ["Sec. 1", "Sec. 2", "App. A"]


def test_macros_that_never_end_are_left() -> None:
    assert expanded(r"\def\a{\a\a} \begin{document}\a") in (
        r"\def\a{\a\a} \begin{document}" + r"\a" * 2**power for power in range(14)
    )
    assert expanded(r"\newcommand{\a}[2]{#1#2}\begin{document}\a{x}").endswith(r"\a{x}")
