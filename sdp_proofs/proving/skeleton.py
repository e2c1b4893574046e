r"""Modules of a new paper, for its author to fill.

They hold two invented statements, or a stub for each theorem of a LaTeX source.

Environments that `\newtheorem` declares are found with their numbers, as LaTeX counts them: with a counter of their
own, one that they share, or one within sections. Macros of the preamble are expanded, and every section of the source
becomes a section of the ledger. Whatever a stranger's source says stands in the written modules as the literal of a
string, and nowhere else.
"""

from __future__ import annotations

import keyword
import re
import sys
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from sdp_proofs.errors import DomainError

_WITHIN = r"[^\]]{0,1000}"  # depth of brackets; one that is never closed must not be looked for from every place
_COMMENT = re.compile(r"(?<!\\)%.*")
_DECLARED = re.compile(r"\\newtheorem\{(\w+)\}(?:\[(\w+)\])?\{([^}]{0,1000})\}(?:\[(\w+)\])?")
_BEGUN = re.compile(rf"\\(section|appendix)\b|\\begin\{{(\w+)\}}(?:\[({_WITHIN})\])?")
_ENDED = re.compile(r"\\end\{(\w+)\}")
_LABEL = re.compile(r"\\label\{([^}]{0,1000})\}")
_TITLE = re.compile(rf"\\title(?:\[{_WITHIN}\])?\{{((?:[^{{}}]++|\{{[^{{}}]*+\}})*+)\}}")
_AUTHOR = re.compile(rf"\\author(?:\[{_WITHIN}\])?\{{((?:[^{{}}]++|\{{[^{{}}]*+\}})*+)\}}")
_BETWEEN = re.compile(r"\\and\b|\s+and\s+")
_BODY = r"\{((?:[^{}]++|\{(?:[^{}]++|\{[^{}]*+\})*+\})*+)\}"
_MACRO = re.compile(
    r"\\(?:(?:re)?newcommand|providecommand)\*?\s*\{?\\([A-Za-z]+)\}?\s*(?:\[(\d)\])?(?:\[([^\]]{0,200})\])?\s*" + _BODY
)
_DEF = re.compile(r"\\def\s*\\([A-Za-z]+)((?:#\d){0,9})\s*" + _BODY)
_OPERATOR = re.compile(r"\\DeclareMathOperator\*?\s*\{?\\([A-Za-z]+)\}?\s*" + _BODY)
_ROUNDS = 12
"""Most levels of macros in macros; what is left then stays as it is typed."""
_USUAL = ("theorem", "lemma", "proposition", "corollary", "remark", "definition")


@dataclass(frozen=True, slots=True)
class Theorem:
    """One numbered statement.

    Args:
        locator: "Theorem 2", as it is printed.
        label: by which the source refers to it; empty without one.
        name: what it is called in brackets; empty without it.
        text: its LaTeX, the macros of the preamble expanded.
        section: "Sec. 2" or "App. A", where it stands; empty before the first section.
    """

    locator: str
    label: str
    name: str
    text: str
    section: str = ""


def theorems(source: str) -> list[Theorem]:
    r"""The numbered statements of a source, in their order.

    Example:
        >>> lemma = r"\begin{lem}[Tails]\label{l:t} $x \ge 0$. \end{lem}"
        >>> source = r"\newtheorem{lem}{Lemma} \begin{document}\section{Tails}" + lemma + r"\end{document}"
        >>> theorems(source)
        [Theorem(locator='Lemma 1', label='l:t', name='Tails', text='$x \\ge 0$.', section='Sec. 1')]
    """
    text = expanded(_COMMENT.sub("", source))
    declared = {own: (shared or own, shown, within) for own, shared, shown, within in _DECLARED.findall(text)}
    declared = {**{name: (name, name.capitalize(), "") for name in _USUAL}, **declared}
    return list(_numbered(text, declared))


def expanded(source: str) -> str:
    r"""Expand the macros that a source defines, each in terms of LaTeX's own words.

    Definitions stay where they are. A macro without its arguments, one that calls itself, and whatever would make the
    text many times as long, stays as it is typed.

    Example:
        >>> expanded(r"\newcommand{\eps}{\varepsilon} \newcommand{\pr}[1]{\Pr[#1]} $\pr{\eps > 0}$")[-22:]
        '$\\Pr[\\varepsilon > 0]$'
    """
    macros: dict[str, tuple[int, str | None, str]] = {}
    for name, count, default, body in _MACRO.findall(source):
        macros[name] = (int(count or 0), default or None, body)
    for name, parameters, body in _DEF.findall(source):
        macros[name] = (parameters.count("#"), None, body)
    for name, body in _OPERATOR.findall(source):
        macros[name] = (0, None, rf"\operatorname{{{body}}}")
    head, begins, text = source.partition(r"\begin{document}")
    if not begins:
        ends = (found.end() for one in (_MACRO, _DEF, _OPERATOR) for found in one.finditer(source))
        last = max(ends, default=0)
        head, text = source[:last], source[last:]
    if not macros:
        return source
    used = re.compile(r"\\(" + "|".join(sorted(macros, key=len, reverse=True)) + r")(?![A-Za-z])")
    longest = 4 * len(source) + 10_000
    for _ in range(_ROUNDS):
        again = _once(text, used, macros)
        if again == text or len(again) > longest:
            break
        text = again
    return head + begins + text


def _once(text: str, used: re.Pattern[str], macros: Mapping[str, tuple[int, str | None, str]]) -> str:
    """Replace every macro that is called, from left to right."""
    parts, past = [], 0
    for call in used.finditer(text):
        if call.start() < past:
            continue
        count, default, body = macros[call[1]]
        given, end = _arguments(text, call.end(), count, default)
        if given is None:
            continue
        told = _filled(body, given)
        apart = " " if told[-1:].isalpha() and text[end : end + 1].isalpha() else ""
        parts += [text[past : call.start()], told, apart]
        past = end
    return "".join([*parts, text[past:]])


def _filled(body: str, given: Sequence[str]) -> str:
    """Put the arguments in the place of #1, #2 and so on."""
    places = range(1, len(given) + 1)
    return re.sub(r"#(\d)", lambda sign: given[int(sign[1]) - 1] if int(sign[1]) in places else sign[0], body)


def _arguments(text: str, start: int, count: int, default: str | None) -> tuple[list[str] | None, int]:
    """Return the arguments of a macro and where they end; None if there are not as many."""
    found: list[str] = []
    place = start
    if count and default is not None:
        optional = re.compile(r"\s*\[([^\]]{0,200})\]").match(text, place)
        found.append(default if optional is None else optional[1])
        place = place if optional is None else optional.end()
    argument = re.compile(r"\s*(?:" + _BODY + r"|(\\[A-Za-z]+|[^\s{}\\]))")
    while len(found) < count:
        one = argument.match(text, place)
        if one is None:
            return None, start
        found.append(one[1] if one[1] is not None else one[2])
        place = one.end()
    return found, place


def title_of(source: str) -> str:
    r"""The title of a source, in one line; empty without one.

    Example:
        >>> title_of(r"\title{On \emph{Delicate} Questions}")
        'On Delicate Questions'
    """
    found = _TITLE.search(_COMMENT.sub("", source))
    return _plain(found[1]) if found else ""


def authors_of(source: str) -> list[str]:
    r"""Return the authors of a source.

    They must be parted by \and, by the word and, or stand in commands of their own.

    Example:
        >>> authors_of(r"\author{A. Uthor \and B. Uthor\thanks{Nowhere}}")
        ['A. Uthor', 'B. Uthor']
        >>> authors_of(r"\author{A. Uthor and B. Uthor}")
        ['A. Uthor', 'B. Uthor']
    """
    found = _AUTHOR.findall(_COMMENT.sub("", source))
    names = [_plain(part.partition(r"\thanks")[0].partition(r"\\")[0]) for one in found for part in _BETWEEN.split(one)]
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
        part = "" if not section else f"App. {place}" if lettered else f"Sec. {place}"
        yield Theorem(f"{shown} {number}", label[1] if label else "", _plain(name or ""), said, part)


def _plain(text: str) -> str:
    return " ".join(re.sub(r"\\[a-zA-Z]+\*?|[{}]|~", " ", text).split())


_PAPER = '''"""The paper {key}: its sections, what it numbers, its misprints and its letters."""

from __future__ import annotations

from sdp_proofs.ledger.paper import Paper

MODULES = (
    "{package}.{module}",
)
"""The modules with a `Section`, in the order in which they are shown."""

ITEMS = {items}
"""What the paper numbers, in the order of reading: `Paper.missing` names those that no claim is about."""

PAPER = Paper(
    key="{key}",
    title={title},
    authors={authors},
    venue="",
    identifier="",{inside}
    modules=MODULES,
    items=ITEMS,
    uses={uses},
    misprints=(),
    notation="{notation}",
    compared="",  # who else has compared the claims with the paper: without it the errata say that nobody has
)
'''
_SECTION = '''"""Section 1: truthful answers."""

from __future__ import annotations

{imports}
SECTION = Section(PAPER, "Sec. 1", {{"p": "p", "E": "e^{{\\\\epsilon}}"}})

SECTION.claim(
    "answers-are-private-from-the-odds-on",
    "delta = 0 for E (1 - p) >= p",
    "If everybody tells the truth with probability $p < 1$ and $e^\\\\epsilon (1 - p) \\\\ge p$, then delta is zero.",
    "Max(0, p - E*(1 - p)) <= 0",
    by_solver("all p and E", ["And(0 <= p, p < 1, E*(1 - p) >= p)"]),
    at="Lemma 1", silent="p is not 1", repairs="answers-are-private-at-all-odds",
    mutants={{"half the odds": ("E*(1", "E/2*(1"), "delta is negative": ("<= 0", "< 0")}}, generated="none",
)  # fmt: skip

SECTION.claim(
    "answers-are-private-at-all-odds",
    "delta = 0 for every epsilon >= 0",
    "If everybody tells the truth with probability $p < 1$, then delta is zero at every epsilon.",
    "Max(0, p - E*(1 - p)) <= 0",
    by_solver("all p and E", ["And(0 <= p, p < 1, E >= 1)"]),
    at="Remark 2",
    fails=instance("p = 3/4, E = 1: delta is 1/2.", "p = 3/4; E = 1", given="E >= 1"),
    wrong="Who lies rarely gives away the truth.", cost="epsilon must exceed ln(p/(1 - p)).",
    defect="missing hypothesis",
)  # fmt: skip
'''
_STUBS = '''"""The numbered statements, in the order of the paper; each is to be written as a formula with its proof."""

from __future__ import annotations

{imports}'''
_PART = '''
{section} = {made}, {place}, {{}})
'''
_STUB = '''
{section}.claim(
    "{name}",
    {title},
    {text},
    None,
    at={at},
)  # fmt: skip
'''
_LEDGER = '''"""A ledger of the paper {key}."""

from __future__ import annotations

from sdp_proofs.ledger import Registry


def registry() -> Registry:
    """The ledger, which commands find by `--ledger {package}:registry`."""
    from sdp_proofs.papers.trust import TRUST
    from sdp_proofs.proving.wing import ledger_of

    from {package}.paper import PAPER

    return ledger_of([PAPER], shared=TRUST.values())
'''
_SENTENCES = '''"""Lemma 1 as a sentence: `sdp-proofs scaffold {package}/sentences.py` hunts and proves it."""

from __future__ import annotations

from sdp_proofs.logic.vocabulary import *


def answers_are_private_from_the_odds_on(p: Real, E: Real):
    """The delta of truthful answers with probability p is zero at odds E with p <= E (1 - p)."""
    return implies(p <= E * (1 - p), MAX(0, p - E * (1 - p)) <= 0)


def steps(p, E, enough):
    """The proof: variables by name, then premises as theorems; a tactic that stops prints the goal."""
    return algebra(MAX(0, p - E * (1 - p)) <= 0, enough)
'''
_WORDS = "from sdp_proofs.proving.vocabulary import *\n"


def literal(text: str) -> str:
    """Write a text as a literal, in double quotation marks if possible.

    Example:
        >>> print(literal("Theorem 2"), literal('a "b"'))
        "Theorem 2" 'a "b"'
    """
    quoted = repr(text)
    return quoted if '"' in text else f'"{quoted[1:-1]}"'


def _compiled(files: dict[str, str]) -> Mapping[str, str]:
    """Check that Python can read every source; nothing else is written."""
    for name, text in files.items():
        compile(text, name, "exec", dont_inherit=True)
    return files


def package_of(name: str) -> str:
    """The package that the name of a paper stands for.

    Raises:
        DomainError: there can be none of that name.

    Example:
        >>> package_of("on-counting")
        'on_counting'
    """
    package = name.replace("-", "_")
    if not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", package) or keyword.iskeyword(package):
        raise DomainError(f"a paper must have a name of lowercase letters, digits and hyphens; got {name!r}")
    if package in sys.stdlib_module_names or package == "sdp_proofs":
        raise DomainError(f"a paper must not have the name of a module of Python or of this package; got {name!r}")
    return package


def wing(
    name: str, title: str, authors: Sequence[str] = (), theorems: Sequence[Theorem] = ()
) -> Mapping[str, str]:
    """Write the files of a wing of this project, by name.

    With theorems there is a stub for each of them instead of the invented statements.

    Raises:
        DomainError: there can be no package of that name, or the title is none.
    """
    package = package_of(name)
    imports = f"from sdp_proofs.papers.{package}.paper import PAPER\n{_WORDS}"
    said = _said(name, package, title, authors, theorems)
    return _compiled({
        "__init__.py": f'"""The paper {said["key"]}."""\n',
        "paper.py": _PAPER.format(**said, inside='\n    package="sdp_proofs.papers",'),
        **_statements(imports, theorems),
    })


def package(
    name: str, title: str, authors: Sequence[str] = (), theorems: Sequence[Theorem] = ()
) -> Mapping[str, str]:
    """Write the files of a ledger that stands alone, by name.

    Raises:
        DomainError: there can be no package of that name, or the title is none.

    Example:
        >>> list(package("survey", "On Surveys"))
        ['__init__.py', 'paper.py', 'introduction.py', 'sentences.py']
    """
    own = package_of(name)
    said = _said(name, own, title, authors, theorems)
    return _compiled({
        "__init__.py": _LEDGER.format(**said),
        "paper.py": _PAPER.format(**said, inside=""),
        **_statements(f"{_WORDS}\nfrom {own}.paper import PAPER\n", theorems),
        **({} if theorems else {"sentences.py": _SENTENCES.format(**said)}),
    })


def _said(
    name: str, package: str, title: str, authors: Sequence[str], theorems: Sequence[Theorem]
) -> dict[str, str]:
    """Fill in the file of the paper."""
    invented = not theorems
    items = ("Lemma 1", "Remark 2") if invented else tuple(theorem.locator for theorem in theorems)
    return {
        "key": package.replace("_", "-"),
        "title": literal(_title(title, name)),
        "package": package,
        "authors": _quoted(_title(author, name) for author in authors),
        "module": "introduction" if invented else "statements",
        "items": _quoted(items),
        "uses": '{"Remark 2": ("the proof of Theorem 3",)}' if invented else "{}",
        "notation": "p is the probability of a truthful answer, E is e^epsilon." if invented else "",
    }


def _quoted(words: Iterable[str]) -> str:
    return "(" + "".join(f"{literal(word)}, " for word in words).rstrip() + ")"


def _statements(imports: str, theorems: Sequence[Theorem]) -> Mapping[str, str]:
    """The module with the invented statements, or with the stubs."""
    if not theorems:
        return {"introduction.py": _SECTION.format(imports=imports)}
    stubs = [_STUBS.format(imports=imports)]
    taken: set[str] = set()
    sections: dict[str, str] = {}
    for theorem in theorems:
        place = theorem.section or "Sec. 1"
        if place not in sections:
            sections[place] = "SECTION" if not sections else f"SECTION_{re.sub('[^A-Z0-9]', '', place[5:])}"
            made = "Section(PAPER" if len(sections) == 1 else "SECTION.beside(PAPER"
            stubs.append(_PART.format(section=sections[place], made=made, place=literal(place)))
        name = _identifier(theorem, taken)
        taken.add(name)
        said = {"title": theorem.name or theorem.locator or theorem.label, "text": theorem.text, "at": theorem.locator}
        written = {key: literal(text) for key, text in said.items()}
        stubs.append(_STUB.format(section=sections[place], name=name, **written))
    return {"statements.py": "\n".join(stubs)}


def _identifier(theorem: Theorem, taken: Collection[str]) -> str:
    """Return a name in lowercase words, from the label if possible.

    Numbers are spelt as letters.
    """
    words = re.findall(r"[a-z]+|[0-9]+", (theorem.label or theorem.name or theorem.locator).lower())
    spelt = ["".join(chr(ord("a") + int(digit)) for digit in word) if word.isdigit() else word for word in words]
    name = "-".join(spelt) or "statement"
    while name in taken:
        name += "-again"
    return name


def _title(title: str, name: str) -> str:
    """A title in one line.

    Raises:
        DomainError: no terminal can show it.
    """
    found = " ".join(title.split()) or name.replace("-", " ").replace("_", " ").capitalize()
    if not found.isprintable():
        raise DomainError(f"a title must be printable; got {title!r}")
    return found
