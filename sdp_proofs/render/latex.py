"""LaTeX."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from string import ascii_letters, digits
from typing import Any

from sdp_proofs.edition import edition, today
from sdp_proofs.ledger.paper import Paper
from sdp_proofs.notation import typeset
from sdp_proofs.render.blocks import Piece, Style, paragraphs
from sdp_proofs.render.claims import derivation_latex
from sdp_proofs.render.errata import FURTHER, heading, misprints_of, parts, preface, sections, title
from sdp_proofs.render.front import HEADINGS, LEADS, headline
from sdp_proofs.render.phrases import (
    counted,
    counterexample_text,
    evidence_marks,
    hypotheses,
    instance_count,
    instance_text,
    letters,
    near_miss_count,
    premise_line,
    status_beside_record,
)
from sdp_proofs.render.programs import scopes

OUTLINES = r"\IfFileExists{lmodern.sty}{\usepackage{lmodern}}{}"
"""Fonts with outlines where they are installed: those of T1 are bitmaps otherwise."""
_ESCAPES = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\ensuremath{<}",
    ">": r"\ensuremath{>}",
    "|": r"\ensuremath{|}",
    '"': "''",
    "`": r"\textasciigrave{}",
}
_COMMANDS = """
≤ leq ≥ geq ≠ neq ≈ approx × times · cdot ∞ infty ∈ in ∉ notin ∅ emptyset ∑ sum ∏ prod √ surd ∧ land ∨ lor ¬ neg
⇒ Rightarrow ⇔ Leftrightarrow → to ← leftarrow ⊂ subset ⊆ subseteq ∪ cup ∩ cap ∀ forall ∃ exists ⟹ implies ⟺ iff
α alpha β beta γ gamma δ delta ε epsilon ζ zeta η eta θ theta ι iota κ kappa λ lambda μ mu ν nu ξ xi π pi ρ rho σ sigma
τ tau υ upsilon φ varphi χ chi ψ psi ω omega Γ Gamma Δ Delta Θ Theta Λ Lambda Ξ Xi Π Pi Σ Sigma Φ Phi Ψ Psi Ω Omega
"""
_WORDS = _COMMANDS.split()
_SYMBOLS = {sign: rf"\ensuremath{{\{name}}}" for sign, name in zip(_WORDS[::2], _WORDS[1::2], strict=True)}
_SYMBOLS["−"] = r"\ensuremath{-}"
_SET_UP = "–—‘’“”…§±°¹²³"  # what inputenc knows beyond letters
_NOT_IN_T1 = "ĦħĸĿŀŉŦŧſ"  # letters of Latin Extended-A that the encoding lacks
_LONG_NUMBER = re.compile(r"[0-9]{20,}")
_GROUP = 10
"""Digits of a long number after which its line may break."""


def typed(text: str) -> str:
    r"""Words with formulas that are typed as people type.

    Example:
        >>> print(typed("whether delta(x) < 1/n, that is 5% less"))
        whether $\delta(x) < 1/n$, that is 5\% less
    """
    return markdown(typeset(text))


def markdown(text: str) -> str:
    """The little Markdown that claims are written in."""
    return "\n\n".join("".join(map(piece, pieces)) for pieces in paragraphs(text))


def piece(one: Piece) -> str:
    """A stretch of a paragraph in its style."""
    match one.style:
        case Style.MATH:
            return f"${one.text}$"
        case Style.CODE:
            return rf"\texttt{{{escape(one.text)}}}"
        case Style.STRONG:
            return rf"\textbf{{{escape(one.text)}}}"
        case Style.EMPHASIS:
            return rf"\emph{{{escape(one.text)}}}"
        case Style.PLAIN:
            return escape(one.text)


def escape(text: str) -> str:
    r"""Text that LaTeX prints as it is; a sign that it cannot print becomes its number, a long number may be broken.

    Example:
        >>> print(escape("50% of δ_x"), escape("☃"), escape("1" * 25))
        50\% of \ensuremath{\delta}\_x [U+2603] 1111111111\allowbreak 1111111111\allowbreak 11111
    """
    return _LONG_NUMBER.sub(_breakable, "".join(map(_sign, text)))


def _breakable(number: re.Match[str]) -> str:
    groups = (number[0][start : start + _GROUP] for start in range(0, len(number[0]), _GROUP))
    return r"\allowbreak ".join(groups)


def _sign(sign: str) -> str:
    if sign in _ESCAPES:
        return _ESCAPES[sign]
    if sign in _SYMBOLS:
        return _SYMBOLS[sign]
    if sign.isspace():
        return " "
    latin = (sign.isascii() and sign.isprintable()) or (sign.isalpha() and ord(sign) < 0x180 and sign not in _NOT_IN_T1)
    if latin or sign in _SET_UP:
        return sign
    return f"[U+{ord(sign):04X}]"


_PREAMBLE = (
    r"""\documentclass[11pt]{article}
\usepackage[T1]{fontenc}
\usepackage[utf8]{inputenc}
"""
    + OUTLINES
    + r"""
\usepackage{amsmath,amssymb,array,longtable}
\usepackage[a4paper,margin=25mm]{geometry}
\usepackage[hidelinks]{hyperref}
\setlength{\parindent}{0pt}
\setlength{\parskip}{0.5\baselineskip plus 2pt}
\sloppy
\newcolumntype{L}[1]{>{\raggedright\arraybackslash}p{#1}}
\newcommand{\heading}[1]{\par\textit{#1:} }
% Names in code break after an underscore.
\let\underscore\_
\renewcommand{\_}{\underscore\allowbreak}
% A formula that is wider than the line gets fences of one size, between which lines may break.
\newsavebox{\measured}
\let\fitleft\left
\let\fitright\right
\newcommand{\fence}[1]{\hbox{$\fitleft#1\vbox to 11pt{}\fitright.$}}
\newcommand{\formula}[1]{\sbox{\measured}{$\displaystyle #1$}%
  \ifdim\wd\measured>\linewidth
    \begingroup\small\medmuskip=4mu plus 4mu\relpenalty=0 \binoppenalty=0
    \def\left##1{\mathopen{\fence##1}}\def\right##1{\mathclose{\fence##1}}%
    $\textstyle #1$\endgroup
  \else\usebox{\measured}\fi}
\newenvironment{chain}{\begin{flushleft}\setlength{\leftskip}{2em}}{\end{flushleft}}
\newcommand{\step}[2]{\par\formula{#1}\unskip\nobreak\hskip 0pt plus 1fil\penalty50 \hskip 2em\hbox{}\nobreak
  \hskip 0pt plus 1fil \sbox{\measured}{#2}\ifdim\wd\measured>0.8\linewidth #2\else\usebox{\measured}\fi
  {\parfillskip=0pt\par}}
"""
)
_PLAIN = frozenset(ascii_letters + digits + "-")


def ledger_latex(document: Mapping[str, Any]) -> str:
    """The overview and a section per claim, as a complete document.

    Times are left out, so that equal evidence gives equal text.

    Args:
        document: a snapshot of version 1.
    """
    lines = [_PREAMBLE + r"\begin{document}", r"\section*{The ledger of claims}", escape(counted(document)) + "."]
    lines += ["", *(escape(line) for line in headline(document))]
    lines += ["", escape(f"Made by {edition()} on {today()}.")]
    if not document["complete"]:
        lines.append("The run was interrupted: only the claims below were finished.")
    lines += [
        r"\begin{longtable}{@{}L{20mm}L{23mm}L{63mm}L{41mm}@{}}",
        r"status & where & claim & evidence \\ \hline",
        r"\endhead",
    ]
    for claim in document["claims"]:
        place = typed(claim["locator"])
        cells = (_status(claim), place, _linked(claim["id"], typed(claim["title"])))
        lines.append(" & ".join((*cells, escape(evidence_marks(claim)))) + r" \\")
    lines.append(r"\end{longtable}")
    known = {claim["id"] for claim in document["claims"]}
    for claim in document["claims"]:
        lines += ["", *_section(claim, known)]
    if document["trust"]:
        lines += ["", r"\section*{Believed, not checked}", r"\begin{description}"]
        for name, entry in document["trust"].items():
            text = f"{entry['kind']}. {entry['statement']} ({entry['reference']})"
            lines.append(rf"\item[{{{escape(name)}}}] {escape(text)}")
        lines.append(r"\end{description}")
    return "\n".join([*lines, r"\end{document}"]) + "\n"


def _section(claim: Mapping[str, Any], known: set[str]) -> Iterator[str]:
    where = f"{claim['paper']}, {typeset(claim['locator'])}, {claim['kind']}, {claim['fidelity']}"
    yield rf"\subsection*{{\hypertarget{{{_target(claim['id'])}}}{{{markdown(typeset(claim['title']))}}}}}"
    yield rf"\textbf{{{_status(claim)}}} ({markdown(where)})\\ \texttt{{{escape(claim['id'])}}}"
    yield ""
    yield typed(claim["statement"])
    if claim["formula"] is not None:
        yield rf"\begin{{flushleft}}\formula{{{claim['formula']['latex']}}}\end{{flushleft}}"
    if claim["repaired_by"] is not None:
        heading = "Holds instead" if claim["status"] == "repaired" else "Put in its place"
        yield rf"\heading{{{heading}}}" + _reference(claim["repaired_by"], known)
    if claim["counterexample"] is not None:
        yield r"\heading{Counterexample}" + typed(counterexample_text(claim))
    yield from _items(r"\heading{Hypotheses}", map(typed, hypotheses(claim)))
    yield from _items(r"\heading{Letters of the proof}", map(typed, letters(claim)))
    if claim["uncheckable"] is not None:
        yield r"\heading{Not checkable}" + typed(claim["uncheckable"])
    yield from _items(r"\heading{Evidence}", map(_evidence, claim["evidence"]))
    misses = claim["near_misses"]["details"]
    yield from _items(rf"\heading{{Near misses refuted, {near_miss_count(claim)}}}", map(_near_miss, misses))
    if claim.get("derivation"):
        yield from _derivation(claim["derivation"])
    for heading, field in (("Depends on", "depends_on"), ("Rests on, though not established", "resting_on")):
        if claim[field]:
            names = ", ".join(_reference(name, known) for name in claim[field])
            yield rf"\heading{{{heading}}}" + names
    if claim["trust"]:
        yield r"\heading{Believed, not checked}" + escape(", ".join(claim["trust"]))
    if claim["note"]:
        yield r"\heading{Note}" + typed(claim["note"])


def _derivation(derivation: Mapping[str, Any]) -> Iterator[str]:
    source = f" ({derivation['source']})" if derivation["source"] else ""
    yield r"\heading{Derivation}" + typed(derivation["title"]) + escape(source)
    yield derivation_latex(derivation)
    witnesses = ((step["number"], step["evidence"]["witness"]) for step in derivation["steps"])
    shown = ((number, instance_text(witness)) for number, witness in witnesses if witness is not None)
    broken = (escape(f"Step {number} fails at {witness}") for number, witness in shown)
    yield from _items(r"\heading{Broken steps}", broken)


def _items(heading: str, items: Iterator[str]) -> Iterator[str]:
    shown = [rf"\item {item}" for item in items]
    if shown:
        yield "\n".join([heading, r"\begin{itemize}", *shown, r"\end{itemize}"])


def _evidence(entry: Mapping[str, Any]) -> str:
    words = scopes(entry["scope"])  # program text is printed as words are, so that it can be broken
    scope = "".join(escape(part.text) if part.style is Style.CODE else piece(part) for part in words)
    mark = f"{entry['verdict'].lower()}, {entry['method']}/{entry['coverage']}"
    told = f": {typed(entry['title'])} ({', '.join(filter(None, (scope, instance_count(entry))))})"
    witness = "" if entry["witness"] is None else f"; witness: {instance_text(entry['witness'])}"
    detail = "" if entry["detail"] is None else f"; {entry['detail']}"
    premises = "".join(f"; {premise_line(premise)}" for premise in entry["premises"])
    return rf"\textbf{{{escape(mark)}}}" + told + escape(witness + detail + premises)


def _near_miss(entry: Mapping[str, Any]) -> str:
    found = "not refuted" if entry["refuted_by"] is None else f"refuted by {entry['refuted_by']}"
    found = f"not proved by {entry['not_proved_by']}" if entry.get("not_proved_by") else found
    detail = "" if entry["detail"] is None else f": {entry['detail']}"
    return typed(entry["name"]) + escape(f"; {found}{detail}")


def errata_latex(
    entries: Sequence[Mapping[str, Any]], papers: Iterable[Paper] = (), front: Sequence[Mapping[str, Any]] = ()
) -> str:
    """The errata as a complete document.

    Args:
        entries: of `errata.errata_of`.
        papers: the papers that these are about.
        front: of `front.front_of`.
    """
    papers = tuple(papers)
    misprints = misprints_of(papers)
    lines = [_PREAMBLE + r"\begin{document}", rf"\section*{{{escape(title(papers))}}}"]
    for paragraph in preface(entries, papers, front):
        lines += ["", markdown(paragraph)]
    for severity, members in sections(entries):
        lines += ["", rf"\subsection*{{{escape(HEADINGS[severity])}}}", escape(LEADS[severity])]
        for entry in members:
            lines += ["", rf"\subsubsection*{{{markdown(heading(entry))}}}"]
            lines += [rf"\heading{{{escape(label)}}}{markdown(text)}" for label, text in parts(entry)]
    if misprints:
        columns = "".join(rf"L{{{share}\linewidth}}" for share in (0.2, 0.33, 0.38))
        lines += ["", rf"\subsection*{{{FURTHER}}}", rf"\begin{{longtable}}{{{columns}}}"]
        lines += [
            " & ".join(typed(cell) for cell in row) + r" \\"
            for row in (("where", "printed", "meant"), *misprints)
        ]
        lines.append(r"\end{longtable}")
    return "\n".join([*lines, r"\end{document}", ""])


def _status(claim: Mapping[str, Any]) -> str:
    return status_beside_record(claim)


def _reference(identifier: str, known: set[str]) -> str:
    return _link(identifier, identifier) if identifier in known else escape(identifier)


def _link(identifier: str, text: str) -> str:
    return _linked(identifier, escape(text))


def _linked(identifier: str, latex: str) -> str:
    return rf"\hyperlink{{{_target(identifier)}}}{{{latex}}}"


def _target(identifier: str) -> str:
    """A name that needs no escapes."""
    return "".join(sign if sign in _PLAIN else f".{ord(sign)}." for sign in identifier)
