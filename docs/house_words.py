"""A Sphinx extension: words of this project are linked to the glossary where a page first uses them.

Beside the word stands the field's. The pages that no theme lays out call `linked` themselves (`site_pages.shell`), so
that one table serves the whole site; README, which no builder touches, is held to the same table by a test.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

GLOSSARY = Path(__file__).with_name("glossary.md")
LEDGER_PAGES = ("results/", "papers/", "claims/")
SMOOTHED = ("explanation/smoothed", "smoothed_", "quantised")
STRUCTURE = ("explanation/house", "explanation/tests", "design")


@dataclass(frozen=True)
class Word:
    """A word of this project.

    Attributes:
        row: its entry of the glossary, as that is written there.
        field: the field's word, shown beside it.
        forms: a regular expression for the word in a text.
        pages: beginnings of the addresses of the pages where the word has this meaning; empty for all.
    """

    row: str
    field: str
    forms: str = ""
    pages: tuple[str, ...] = ()

    @property
    def pattern(self) -> str:
        """The regular expression that finds the word."""
        return self.forms or f"{self.row}s?"


WORDS = (
    Word("odds", "e^ε", r"(?<!posterior )(?<!prior )odds"),
    Word("sampling histogram", "subsampling without replacement, histogram released"),
    Word("sampling average", "subsampled mean"),
    Word("unique record", "singleton"),
    Word("draws", "batch size", r"(?-i:(?<=\bT )draws)|(?<=\bthe )draws"),
    Word("law", "probability distribution", r"laws?(?! of large)"),
    Word("source", "data distribution", r"sources?", (*LEDGER_PAGES, "tutorial", *SMOOTHED)),
    Word("floor", "least probability of a type", r"floors?", LEDGER_PAGES),
    Word("homogeneous assignment", "all records follow one distribution"),
    Word("geometric bound", "two-sided geometric-series bounds"),
    Word("conditioning factor", "de-Poissonisation"),
    Word("sawtooth", "not monotone in the count"),
    Word("elementary bidiagonal factors", "Neville elimination", r"elementary bidiagonal factors?"),
    Word("enclosure", "proven interval"),
    Word("bracket", "proven lower and upper bound", r"bracket(?:ed)?"),
    Word("mirror", "the pair in the other direction", "mirror"),
    Word("ledger", "proof repository", r"(?<!trust )ledgers?"),
    Word("established", "proved for all instances", "established"),
    Word("supported", "evidence, no proof", "supported", (*LEDGER_PAGES, "explanation/evidence", "design")),
    Word("repaired", "false as printed, replaced by a proved statement", "repaired"),
    Word("reading", "interpretation", r"readings|(?<=a )reading(?! of the)"),
    Word("narrowed", "a special case of the printed one", r"narrowed", LEDGER_PAGES),
    Word("reconstructed", "not printed in these words", r"reconstructed", LEDGER_PAGES),
    Word("near miss", "mutant", r"near miss(?:es)?"),
    Word("slip", "mutation operator", r"slips?(?! of the pen)"),
    Word("kill rate", "mutation score"),
    Word("survivor", "surviving mutant"),
    Word("hunt", "search for counterexamples", r"hunt(?:s|ed|ing)?"),
    Word("trust list", "axioms", r"trust (?:list|ledger)"),
    Word("believed", "taken as an axiom", r"believed", LEDGER_PAGES),
    Word("lifting step", "a step from formulas to mechanisms"),
    Word("wing", "package of one paper"),
    Word("recount", "audit", r"recount(?:s|ed)?"),
    Word("room", "subpackage", r"rooms?(?! for)", STRUCTURE),
    Word("door", "python -m entry point", r"doors?", STRUCTURE),
    Word("ALL", "all instances", r"ALL"),
    Word("GRID", "a grid of instances", r"GRID"),
    Word("SAMPLE", "a sample of instances", r"SAMPLE"),
    Word("BOX", "all points of a box", r"BOX"),
)
"""The words of the glossary that a reader of the field would not know, or would take for something else."""

_SKIPPED = frozenset((
    "a", "button", "code", "dt", "h1", "h2", "h3", "h4", "h5", "h6", "kbd", "label", "math", "nav", "option", "pre",
    "samp", "script", "select", "style", "svg", "summary", "textarea", "th", "title",
))  # fmt: skip
_VOID = frozenset(("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"))
_TOKEN = re.compile(r"<!--.*?-->|<(/?)([A-Za-z][\w-]*)[^>]*?(/?)>|[^<]+|<", re.DOTALL)


def setup(app: Any) -> dict[str, bool]:
    """Listen to the pages that are about to be written."""
    app.connect("html-page-context", _link)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _link(app: Any, page: str, template: str, context: dict[str, Any], document: Any) -> None:
    if document is None or "body" not in context:
        return
    if page == "glossary":
        context["body"] = with_anchors(context["body"])
    elif not page.startswith(("generated/api/", "changelog")):
        context["body"] = linked(context["body"], page, "../" * page.count("/"))


def anchor(row: str) -> str:
    """Return the address of a word within the glossary.

    Example:
        >>> anchor("near miss"), anchor("ALL")
        ('word-near-miss', 'word-all')
    """
    return "word-" + re.sub(r"[^a-z0-9]+", "-", row.casefold()).strip("-")


def rows() -> dict[str, str]:
    """Return the entries of the glossary: each word of a first column, with the rest of its row."""
    found = dict[str, str]()
    for line in GLOSSARY.read_text(encoding="utf-8").splitlines():
        if line.startswith("|") and not line.startswith(("| here", "|--")):
            first, _, rest = line.strip("|").strip().partition(" | ")
            for word in first.split(","):
                found.setdefault(word.strip(" `"), rest)
    return found


def with_anchors(html: str) -> str:
    """Return the glossary with an anchor at each word of a first column.

    Example:
        >>> with_anchors("<tr><td><p>mutant, near miss</p></td><td><p>x</p></td></tr>")
        '<tr id="word-mutant"><td><span id="word-near-miss"></span><p>mutant, near miss</p></td><td><p>x</p></td></tr>'
    """
    given = set[str]()

    def named(found: re.Match[str]) -> str:
        words = [anchor(word) for word in re.sub(r"<[^>]+>", "", found[3]).split(",")]
        first, *others = [word for word in dict.fromkeys(words) if word not in given and word != "word-"] or [""]
        given.update((first, *others))
        spans = "".join(f'<span id="{word}"></span>' for word in others)
        own = f' id="{first}"' if first else ""
        return f"<tr{found[1] or ''}{own}>{found[2]}{spans}{found[3]}</td>"

    return re.sub(r"<tr( [^>]*)?>(\s*<td[^>]*>)(.*?)</td>", named, html, flags=re.DOTALL)


def spoken(page: str) -> tuple[Word, ...]:
    """Return the words that have the project's meaning on a page, by its address below the root."""
    return tuple(word for word in WORDS if not word.pages or page.startswith(word.pages))


def linked(html: str, page: str, root: str) -> str:
    """Return the text of a page with the first use of each word linked to the glossary.

    Headings, labels, code, formulas and links are left as they are; a use in one of these is no first use.

    Args:
        html: well-formed.
        page: the address of the page below the root, which says whose words it speaks.
        root: the way from the page to the root, as `../`.

    Example:
        >>> re.sub("<a .*?>", "<a>", linked("<h2>Slips</h2><p>A slip</p>", "tutorial", ""))
        '<h2>Slips</h2><p>A <a>slip</a> <small>(mutation operator)</small></p>'
    """
    words = spoken(page)
    return "".join(_parts(html, {_group(word): word for word in words}, _finder(words), root))


def _parts(html: str, left: dict[str, Word], find: re.Pattern[str], root: str) -> Iterator[str]:
    skipped = list[str]()  # the open elements, from the outermost one that is left alone
    for token in _TOKEN.finditer(html):
        tag = (token[2] or "").lower()
        if not tag:
            yield token[0] if skipped else _text(token[0], left, find, root)
            continue
        yield token[0]
        if tag in _VOID or token[3]:
            continue
        if token[1]:
            del skipped[-1:]
        elif skipped or tag in _SKIPPED:
            skipped.append(tag)


def _text(text: str, left: dict[str, Word], find: re.Pattern[str], root: str) -> str:
    def shown(found: re.Match[str]) -> str:
        word = left.pop(str(found.lastgroup), None)
        if word is None:
            return found[0]
        link = f'<a class="house-word" href="{root}glossary.html#{anchor(word.row)}">{found[0]}</a>'
        before, after = text[: found.start()], text[found.end() :]
        nested = before.count("(") > before.count(")") or after.startswith(" (")
        return f"{link} <small>{f'= {escape(word.field)}' if nested else f'({escape(word.field)})'}</small>"

    return find.sub(shown, text) if left else text


def _group(word: Word) -> str:
    return "w_" + word.row.replace(" ", "_")


@cache
def _finder(words: tuple[Word, ...]) -> re.Pattern[str]:
    parts = [(f"(?P<{_group(word)}>{word.pattern})".replace(" ", r"\s"), word.row.isupper()) for word in words]
    return re.compile(rf"(?<![\w-])(?:{'|'.join(part if upper else f'(?i:{part})' for part, upper in parts)})(?![\w-])")
