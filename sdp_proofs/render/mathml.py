"""LaTeX as MathML, which browsers typeset without any script.

What the converter makes of a formula is rebuilt from a list of known elements and attributes, because the
converter itself escapes nothing and hands on links and styles.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from html import escape, unescape
from xml.etree.ElementTree import Element

_PRESENTATION = (
    "mrow mi mn mo mtext mspace mfrac msqrt mroot mover munder munderover msub msup msubsup mtable mtr mtd mpadded "
    "mphantom mstyle"
)
_HARMLESS = (
    "accent accentunder columnalign columnspacing depth displaystyle fence form height linethickness lspace "
    "mathvariant maxsize minsize movablelimits rowspacing rspace scriptlevel separator stretchy width"
)
_ELEMENTS, _ATTRIBUTES = frozenset(_PRESENTATION.split()), frozenset(_HARMLESS.split())
_JOINTS = frozenset("∧∨⟹⟺⇒⇔")
_RELATIONS = _JOINTS | frozenset("=≠<>≤≥≈∈→")
_BEFORE_A_SIGN = _RELATIONS | frozenset("([{,")
_BREAKS = _RELATIONS | frozenset("+−-")
_BARS, _OPENING, _CLOSING = frozenset("|‖∥"), frozenset("([{"), frozenset(")]}")
_SCRIPTED = ("msub", "msup", "msubsup")
_LIMITS = {"msub": "munder", "msubsup": "munderover"}
_NAMES = ("max", "min", "sup", "inf", "lim", "Pr", "det", "log", "exp")
_FUNCTIONS = frozenset(("log", "ln", "exp", "sin", "cos", "deg", "tanh", "cosh"))
_PRIMED, _PRIMES = ("msup", "msubsup"), ("′", "″", "‴")
_ABBREVIATED = re.compile(r"_\{([A-Z]{3,})\}")
"""An abbreviation for an index, which is no product of letters."""
_WHOLE = 24
"""Letters up to which a formula in a line of text is never broken; a sign counts nine, as the converter writes it."""
_LONG = 20
"""Letters that a part of a longer one has at most, where it can be cut: as many as a title has room for on a phone."""
_DEEPEST = 3
"""Brackets within each other that such a formula may be broken in."""
_BESIDE = re.compile(r"(\(?)(<math>(?:(?!</math>).)*</math>)([-.,;:)?!']*)", re.DOTALL)
_TALL = frozenset(("mfrac", "mtable", "munder", "mover", "munderover", "msqrt", "mroot"))
_LARGE = frozenset("∑∏∫⋃⋂")
_SPACES = {
    **dict.fromkeys(_NAMES, ("0.17em", "0.06em")),
    **dict.fromkeys(_JOINTS, ("0.7em", "0.7em")),
    "/": ("0.06em", "0.06em"),
}


def mathml(latex: str, *, display: bool = False) -> str | None:
    r"""The MathML of a formula, or `None` where the converter gives up.

    Args:
        latex: a formula without dollar signs.
        display: on lines of its own. Browsers do not break formulas, so it comes in clauses that may stand one below
            the other, and their parts may be broken before relations and signs, as those of a long one in a text.

    Example:
        >>> print(mathml("n^2"))
        <math><msup><mi>n</mi><mn>2</mn></msup></math>
        >>> print(mathml(r"\text{<script>}"))
        <math><mtext>&lt;script&gt;</mtext></math>
        >>> print(*mathml("a < b", display=True).split("<wbr>"), sep="\n")
        <span class="clause"><math displaystyle="true"><mi>a</mi></math>
        <math displaystyle="true"><mo form="infix">&lt;</mo><mi>b</mi></math></span>
        >>> print(mathml(r"n \log n"))
        <math><mi>n</mi><mo lspace="0.17em" rspace="0.17em">log</mo><mi>n</mi></math>
        >>> print(mathml("x'"))
        <math><mrow><mi>x</mi><mo lspace="0em" rspace="0em">′</mo></mrow></math>
        >>> mathml(r"\left(n")
    """
    return _converted(latex, display)


def joined(html: str) -> str:
    """Tie formulas to the brackets and punctuation beside them.

    A word joiner does not hold them: a page's style has to keep what is `tied` on one line.

    Example:
        >>> print(joined("if (<math><mi>n</mi></math>, <math><mi>m</mi></math> or"))
        if <span class="tied">(<math><mi>n</mi></math>,</span> <math><mi>m</mi></math> or
    """
    return _BESIDE.sub(lambda one: f'<span class="tied">{one[0]}</span>' if one[1] or one[3] else one[0], html)


@cache
def _converted(latex: str, display: bool) -> str | None:
    from latex2mathml.converter import convert_to_element

    try:
        latex = latex.replace(r"\vert{}", "|").replace(r"\Vert{}", r"\|")
        named = _ABBREVIATED.sub(r"_{\\mathrm{\1}}", latex)
        [row] = convert_to_element(named, display="block" if display else "inline")
        _space(row)
        if not display:
            lines = _parts(list(row)) if len("".join(row.itertext())) > _WHOLE else [list(row)]
            return "<wbr>".join(f"<math>{''.join(map(_text, line))}</math>" for line in lines)
        return "".join(map(_clause, _clauses(_lines(list(row)))))
    except Exception:  # the converter raises whatever its tables and stacks happen to raise on unusual input
        return None


def _space(row: Element) -> None:
    """Set the spaces around names of functions and signs.

    The converter leaves both to the browser, which takes a minus in the middle of a row for a difference, and a bar
    for a relation.
    """
    elements = list(row)
    _pair_bars(elements)
    _flatten_brackets(elements)
    for place, element in enumerate(elements):
        _space(element)
        if place > 0 and _sign(element) in ("+", "−", "-") and _sign(elements[place - 1]) in _BEFORE_A_SIGN:
            element.set("form", "prefix")
        bare = place + 1 < len(elements) and elements[place + 1].tag != "mo"
        if element.tag == "mo" and element.text in _NAMES and bare:
            element.set("lspace", "0.17em")
            element.set("rspace", "0.17em")
        if element.tag == "mi" and element.text in _FUNCTIONS and row.tag in ("math", "mrow", "msqrt"):
            before = place > 0 and (elements[place - 1].tag != "mo" or _sign(elements[place - 1]) in (")", "]"))
            element.tag = "mo"
            element.set("lspace", "0.17em" if before else "0em")
            element.set("rspace", "0.17em" if bare else "0em")


def _pair_bars(elements: list[Element]) -> None:
    """Pair bars around whole brackets; a single one is a relation."""
    depth, opened = 0, None
    for element in elements:
        bar = element[0] if element.tag in _SCRIPTED and len(element) else element
        sign = _sign(bar)
        depth += (sign in _OPENING) - (sign in _CLOSING)
        if opened is not None and depth < opened[1]:
            opened = None
        if sign in _BARS and sign:
            if opened is not None and opened[1] == depth and _sign(opened[0]) == sign:
                _set_side(opened[0], "prefix")
                _set_side(bar, "postfix")
                opened = None
            else:
                opened = (bar, depth)


def _flatten_brackets(elements: list[Element]) -> None:
    """Keep brackets around low content from growing."""
    if len(elements) < 2 or _sign(elements[0]) not in _OPENING or _sign(elements[-1]) not in _CLOSING:
        return
    inside = [part for element in elements for part in element.iter()]
    if not any(part.tag in _TALL or _sign(part) in _LARGE for part in inside):
        for bracket in (elements[0], elements[-1]):
            bracket.set("stretchy", "false")


def _set_side(bar: Element, form: str) -> None:
    for name, value in {"form": form, "lspace": "0em", "rspace": "0em"}.items():
        bar.set(name, value)


def _lines(elements: list[Element]) -> list[list[Element]]:
    """Cut a formula before every sign on its outermost level."""
    return _cut(elements, 0)


def _parts(elements: list[Element]) -> Iterator[list[Element]]:
    """Yield the lines of a formula in a text, cut where too long."""
    for line in _lines(elements):
        cuts = [_cut(line, level // 2, (level + 1) // 2) for level in range(2 * _DEEPEST + 1)]
        yield from next((parts for parts in cuts if max(map(_letters, parts)) <= _LONG), cuts[-1])


def _cut(elements: list[Element], within: int, factors: int = 0) -> list[list[Element]]:
    """Cut a formula before signs within so many brackets."""
    lines: list[list[Element]] = [[]]
    depth, after_sign, before = 0, True, ""
    for element in elements:
        sign = _sign(element)
        side = _sign(element[0]) if element.tag in _SCRIPTED and len(element) else sign
        factor = sign in _OPENING and before in _CLOSING and depth < factors
        depth += (side in _OPENING) - (side in _CLOSING)
        if lines[-1] and (factor or (sign in _BREAKS and not after_sign and depth <= within)):
            lines.append([])
        if sign in _RELATIONS or (sign in _BREAKS and not after_sign):
            element.set("form", "infix")  # at the beginning of a line it would be set as a prefix
        after_sign = sign in _BREAKS or sign in _OPENING or sign == ","
        before = side or " "
        lines[-1].append(element)
    return lines


def _letters(elements: list[Element]) -> int:
    return len(unescape("".join(text for element in elements for text in element.itertext())))


def _clauses(lines: list[list[Element]]) -> list[list[list[Element]]]:
    """Group lines into clauses that begin with a connective."""
    clauses: list[list[list[Element]]] = []
    for line in lines:
        if not clauses or (line and _sign(line[0]) in _JOINTS):
            clauses.append([])
        clauses[-1].append(line)
    return clauses


def _clause(lines: list[list[Element]]) -> str:
    parts = (f'<math displaystyle="true">{"".join(map(_text, line))}</math>' for line in lines)
    return f'<span class="clause">{"<wbr>".join(parts)}</span>'


def _primed(tag: str, children: list[Element]) -> str:
    """Set a letter with its prime beside it, not above."""
    letter = "".join(map(_text, children[:-1]))
    letter = f"<msub>{letter}</msub>" if tag == "msubsup" else letter
    return f'<mrow>{letter}<mo lspace="0em" rspace="0em">{unescape(children[-1].text or "")}</mo></mrow>'


def _sign(element: Element) -> str:
    return unescape(element.text or "") if element.tag in ("mo", "mi") else ""


def _text(element: Element) -> str:
    """Return an element as HTML; `ValueError` at unknown ones."""
    if element.tag not in _ELEMENTS:
        raise ValueError(f"elements must be presentation MathML; got {element.tag!r}")
    tag, content = element.tag, unescape(element.text or "")
    content = "\N{TILDE OPERATOR}" if (tag, content) == ("mo", "~") else content
    if "\\" in content and tag != "mtext":
        raise ValueError(f"commands must be known to the converter; got {content!r}")
    children = list(element)
    if tag in _PRIMED and unescape(children[-1].text or "") in _PRIMES:
        return _primed(tag, children)
    if tag in _LIMITS and children[0].tag == "mo" and unescape(children[0].text or "") in _NAMES:
        tag = _LIMITS[tag]
        children[0].set("movablelimits", "true")
    if tag == "mi" and content and all(unicodedata.category(sign) == "Sm" for sign in content):
        tag = "mo"  # arrows such as \iff, which the converter takes for letters
    if tag == "mo" and content in _SPACES and "lspace" not in element.attrib:
        element.set("lspace", _SPACES[content][0])
        element.set("rspace", _SPACES[content][1])
    inner = "".join(_text(child) + escape(unescape(child.tail or "")) for child in children)
    known = sorted((name, value) for name, value in element.attrib.items() if name in _ATTRIBUTES)
    marks = "".join(f' {name}="{escape(value)}"' for name, value in known)
    return f"<{tag}{marks}>{escape(content, quote=False)}{inner}</{tag}>"
