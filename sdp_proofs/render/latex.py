r"""Blocks as LaTeX that pdfTeX, XeTeX and LuaTeX accept alike.

What is made here needs the packages amsmath and amssymb, and for letters beyond ASCII the font encoding T1.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from string import ascii_letters, digits

from sdp_proofs.render.blocks import (
    RELATIONS,
    Article,
    Block,
    Chain,
    Formula,
    Heading,
    Item,
    Items,
    Kind,
    Labels,
    Line,
    Paragraph,
    Phrase,
    Section,
    Table,
    paragraphs,
    prose,
)
from sdp_proofs.render.pieces import Piece, Style

OUTLINES = r"\IfFileExists{lmodern.sty}{\usepackage{lmodern}}{}"
"""Fonts with outlines where they are installed: those of T1 are bitmaps otherwise."""
PREAMBLE = (
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
_LEVELS = ("section", "subsection", "subsubsection")


def document(body: Iterable[str], title: str = "") -> str:
    """Return lines as a complete document, with a title that viewers of its PDF show."""
    titled = rf"\hypersetup{{pdftitle={{{escape(title)}}}}}" + "\n" if title else ""
    return "\n".join([PREAMBLE + titled + r"\begin{document}", *body, r"\end{document}"]) + "\n"


class Latex:
    r"""The writer; `\formula`, `\step` and `\heading` are macros of its preamble.

    Args:
        known: the claims that can be linked to.
        widths: of the columns of tables, as shares of a line.
    """

    def __init__(self, known: Collection[str] = (), widths: Collection[float] = ()) -> None:
        self._known, self._widths = known, tuple(widths)

    def line(self, line: Line) -> str:
        """Return a line; blank lines in it stay."""
        pieces = (piece for phrase in line for piece in _pieces(phrase))
        return "\n\n".join("".join(map(self._piece, found)) for found in paragraphs(pieces))

    def block(self, block: Block) -> str:
        """Return a block."""
        match block:
            case Heading():
                return rf"\{_LEVELS[block.level - 1]}*{{{self.line(block.line)}}}"
            case Paragraph():
                return self.line(block.line)
            case Formula():
                shown = rf"\begin{{flushleft}}\formula{{{block.latex}}}\end{{flushleft}}"
                return "\n".join([shown, *_itemized(map(self.line, block.symbols))])
            case Items():
                return "\n".join(self._items(block.entries))
            case Labels():
                return "\n".join(rf"\heading{{{escape(label)}}}{self.line(line)}" for label, line in block.entries)
            case Table():
                return self._table(block)
            case Chain():
                return self._chain(block)
            case Article():
                return "\n".join(map(self.block, block.blocks))

    def section(self, section: Section) -> str:
        """Return a section of a claim's page."""
        title = f"{section.title} ({section.aside})" if section.aside else section.title
        head = "" if section.name in ("statement", "display") else rf"\heading{{{escape(title)}}}"
        return head + "\n\n".join(map(self.block, section.blocks))

    def linked(self, identifier: str, latex: str) -> str:
        """Return what leads to a claim."""
        return rf"\hyperlink{{{target(identifier)}}}{{{latex}}}"

    def _piece(self, piece: Piece) -> str:
        if piece.style is Style.CLAIM and piece.text in self._known:
            return self.linked(piece.text, escape(piece.text))
        return _piece(piece)

    def _items(self, entries: Iterable[Item]) -> Iterator[str]:
        return _itemized(map(self._entry, entries))

    def _entry(self, entry: Item) -> str:
        remark = f" ({escape(entry.remark)})" if entry.remark else ""
        return "\n".join([self.line(entry.line) + remark, *self._items(entry.below)])

    def _table(self, table: Table) -> str:
        columns = "".join(rf"L{{{share}\linewidth}}" for share in self._widths)
        rows = [[escape(cell) for cell in table.header], *([self.line(cell) for cell in row] for row in table.rows)]
        lines = [rf"\begin{{longtable}}{{{columns}}}", *(" & ".join(row) + r" \\" for row in rows)]
        return "\n".join([*lines, r"\end{longtable}"])

    def _chain(self, chain: Chain) -> str:
        """Return `chain` environments, whose lines break as those of `align*` do not."""
        source = f" ({escape(chain.source)})" if chain.source else ""
        lines, remarks = [self.line(prose(chain.title)) + source], list[str]()
        for part in chain.parts:
            lines += [rf"\paragraph{{{escape(part.title)}}}"] if part.title else []
            lines += [r"\begin{chain}", rf"\formula{{{part.before.latex}}}"]
            for step in part.steps:
                told = escape(step.told) if step.verdict == "HOLDS" else rf"\textbf{{{escape(step.told)}}}"
                mark = f"{self.line(step.reason)}: {told}"
                lines.append(rf"\step{{{RELATIONS[step.relation]} {step.after.latex}}}{{{mark}}}")
                remarks += [f"Step {step.number}: {self.line(remark)}" for remark in step.remarks]
            lines.append(r"\end{chain}")
        return "\n".join([*lines, *_itemized(remarks)])


def _pieces(phrase: Phrase) -> Iterator[Piece]:
    """Yield the pieces of a phrase; program text as words, which may be broken."""
    loose = phrase.kind in (Kind.PROGRAM, Kind.SCOPE, Kind.CODE)
    for piece in phrase.pieces():
        yield Piece(Style.PLAIN, piece.text) if loose and piece.style is Style.CODE else piece


def _itemized(lines: Iterable[str]) -> Iterator[str]:
    shown = [rf"\item {line}" for line in lines]
    if shown:
        yield from [r"\begin{itemize}", *shown, r"\end{itemize}"]


_PLAIN = frozenset(ascii_letters + digits + "-")


def target(identifier: str) -> str:
    """Return a name that needs no escapes."""
    return "".join(sign if sign in _PLAIN else f".{ord(sign)}." for sign in identifier)


def typed(text: str) -> str:
    r"""Return words with formulas that are typed as people type.

    Example:
        >>> print(typed("whether delta(x) < 1/n, that is 5% less"))
        whether $\delta(x) < 1/n$, that is 5\% less
    """
    return Latex().line(prose(text))


def _piece(one: Piece) -> str:
    """Return a piece in its style."""
    match one.style:
        case Style.MATH:
            return f"${one.text}$"
        case Style.CODE:
            return rf"\texttt{{{escape(one.text)}}}"
        case Style.STRONG:
            return rf"\textbf{{{escape(one.text)}}}"
        case Style.EMPHASIS:
            return rf"\emph{{{escape(one.text)}}}"
        case _:
            return escape(one.text)


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
_SET_UP = "–—‘’“”…§±°¹²³"  # signs that inputenc knows beyond letters
_NOT_IN_T1 = "ĦħĸĿŀŉŦŧſ"  # letters of Latin Extended-A that the encoding lacks
_LONG_NUMBER = re.compile(r"[0-9]{20,}")
_GROUP = 10
"""Digits of a long number after which its line may break."""


def escape(text: str) -> str:
    r"""Escape text so that LaTeX prints it; unprintable signs become numbers.

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
