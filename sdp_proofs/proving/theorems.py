r"""The numbered statements of a LaTeX source: what a new paper's ledger is to be filled with.

Environments that `\newtheorem` declares are found with their numbers, as LaTeX counts them: with a counter of their
own, one that they share, or one within sections.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

_WITHIN = r"[^\]]{0,1000}"  # of brackets; what is never closed must not be looked for from every place
_COMMENT = re.compile(r"(?<!\\)%.*")
_DECLARED = re.compile(r"\\newtheorem\{(\w+)\}(?:\[(\w+)\])?\{([^}]{0,1000})\}(?:\[(\w+)\])?")
_BEGUN = re.compile(rf"\\(section|appendix)\b|\\begin\{{(\w+)\}}(?:\[({_WITHIN})\])?")
_ENDED = re.compile(r"\\end\{(\w+)\}")
_LABEL = re.compile(r"\\label\{([^}]{0,1000})\}")
_TITLE = re.compile(rf"\\title(?:\[{_WITHIN}\])?\{{((?:[^{{}}]++|\{{[^{{}}]*+\}})*+)\}}")
_AUTHOR = re.compile(rf"\\author(?:\[{_WITHIN}\])?\{{((?:[^{{}}]++|\{{[^{{}}]*+\}})*+)\}}")
_USUAL = ("theorem", "lemma", "proposition", "corollary", "remark", "definition")


@dataclass(frozen=True, slots=True)
class Theorem:
    """One numbered statement.

    Args:
        locator: "Theorem 2", as it is printed.
        label: by which the source refers to it; empty without one.
        name: what it is called in brackets; empty without it.
        text: its LaTeX.
    """

    locator: str
    label: str
    name: str
    text: str


def theorems(source: str) -> list[Theorem]:
    r"""The numbered statements of a source, in their order.

    Example:
        >>> lemma = r"\begin{lem}[Tails]\label{l:t} $x \ge 0$. \end{lem}"
        >>> source = r"\newtheorem{lem}{Lemma} \begin{document}" + lemma + r"\end{document}"
        >>> theorems(source)
        [Theorem(locator='Lemma 1', label='l:t', name='Tails', text='$x \\ge 0$.')]
    """
    text = _COMMENT.sub("", source)
    declared = {own: (shared or own, shown, within) for own, shared, shown, within in _DECLARED.findall(text)}
    declared = {**{name: (name, name.capitalize(), "") for name in _USUAL}, **declared}
    return list(_numbered(text, declared))


def title_of(source: str) -> str:
    r"""The title of a source, in one line; empty without one.

    Example:
        >>> title_of(r"\title{On \emph{Delicate} Questions}")
        'On Delicate Questions'
    """
    found = _TITLE.search(_COMMENT.sub("", source))
    return _plain(found[1]) if found else ""


def authors_of(source: str) -> list[str]:
    r"""The authors of a source, as far as they are parted by \and or stand in commands of their own.

    Example:
        >>> authors_of(r"\author{A. Uthor \and B. Uthor\thanks{Nowhere}}")
        ['A. Uthor', 'B. Uthor']
    """
    found = _AUTHOR.findall(_COMMENT.sub("", source))
    names = [_plain(part.partition(r"\thanks")[0].partition(r"\\")[0]) for one in found for part in one.split(r"\and")]
    return [name for name in names if name]


def _numbered(text: str, declared: dict[str, tuple[str, str, str]]) -> Iterator[Theorem]:
    counts: Counter[str] = Counter()
    section, lettered, past = 0, False, 0
    within = {name for name, (_, _, counted) in declared.items() if counted == "section"}
    ends: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for end in _ENDED.finditer(text):
        ends[end[1]].append(end.span())
    for event in _BEGUN.finditer(text):
        command, kind, name = event.groups()
        if event.start() < past:
            continue  # within a statement
        if command:
            lettered, section = (True, 0) if command == "appendix" else (lettered, section + 1)
            for counter in within:
                counts[counter] = 0
            continue
        after = bisect_left(ends[kind], (event.end(), 0))
        if after == len(ends[kind]) or kind not in declared:
            continue  # other environments, such as the document itself, hold statements and are none
        stop, past = ends[kind][after]
        counter, shown, _ = declared[kind]
        counts[counter] += 1
        inside = counter in within
        place = chr(64 + section) if lettered and section else str(section)
        number = f"{place}.{counts[counter]}" if inside else str(counts[counter])
        body = text[event.end() : stop]
        label = _LABEL.search(body)
        said = " ".join(_LABEL.sub("", body).split())
        yield Theorem(f"{shown} {number}", label[1] if label else "", _plain(name or ""), said)


def _plain(text: str) -> str:
    """Text without commands and braces."""
    return " ".join(re.sub(r"\\[a-zA-Z]+\*?|[{}]|~", " ", text).split())
