from __future__ import annotations

import pytest

from sdp_proofs.papers import registry
from sdp_proofs.render.mathml import joined, mathml
from sdp_proofs.render.pieces import Style, paragraphs
from tests.render.page_tree import read


def pieces(text: str) -> list[tuple[str, str]]:
    return [(piece.style.value, piece.text) for paragraph in paragraphs(text) for piece in paragraph]


def test_every_formula_of_the_ledger_is_typeset() -> None:
    formulas = [claim.formula.latex() for claim in registry().values() if claim.formula is not None]
    texts = [text for claim in registry().values() for text in (claim.statement, claim.note)]
    inline = [piece.text for text in texts for part in paragraphs(text) for piece in part if piece.style is Style.MATH]
    assert formulas and inline
    assert [latex for latex in formulas if mathml(latex, display=True) is None] == []
    assert [latex for latex in inline if mathml(latex) is None] == []


def test_a_displayed_formula_breaks_at_its_outermost_signs_only() -> None:
    page = read(mathml(r"f(a + b) \leq -\left(c - d\right) \land c < d", display=True) or "")
    clauses = page.all("span")
    assert [[line.text for line in clause.all("math")] for clause in clauses] == [["f(a+b)", "≤−(c−d)"], ["∧c", "<d"]]
    assert all(len(clause.all("wbr")) == 1 for clause in clauses)


@pytest.mark.parametrize(
    ("inside", "grows"),
    [
        ("1 - p", False),
        ("x^{2} + y_{i}", False),
        (r"\frac{1}{p}", True),
        (r"e^{\frac{1}{p}}", True),
        (r"\sum_{i} x", True),
    ],
)
def test_brackets_grow_around_what_is_taller_than_a_letter_only(inside: str, grows: bool) -> None:
    page = read(mathml(rf"\left({inside}\right)", display=True) or "")
    brackets = [sign for sign in page.all("mo") if sign.text in "()"]
    assert [bracket["stretchy"] for bracket in brackets] == [str(grows).lower()] * 2


@pytest.mark.parametrize("latex", [r"\left(x", r"\unheardof", "}{", r"\class{a}{\href{b}{c}}\foo"])
def test_what_cannot_be_typeset_is_none(latex: str) -> None:
    assert mathml(latex) is None


def test_nothing_but_known_elements_and_attributes_come_through() -> None:
    text = mathml(r"\href{javascript:alert(1)}{x} + \style{color:red}{y} + \text{<img src=x onerror=y>}")
    assert text is not None
    tree = read(text)
    assert {element.tag for element in tree} <= {"page", "math", "mrow", "mi", "mo", "mtext", "wbr"}
    assert not {"href", "style", "class", "src"} & {name for element in tree for name in element.attributes}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It costs $5 and $6.", [("plain", "It costs $5 and $6.")]),
        ("$n$-th of `a*b*c`", [("math", "n"), ("plain", "-th of "), ("code", "a*b*c")]),
        ("2 * a * b and a*b*c", [("plain", "2 * a * b and a*b*c")]),
        ("*so* **it** is", [("emphasis", "so"), ("plain", " "), ("strong", "it"), ("plain", " is")]),
        ("one\ntwo\n\nthree", [("plain", "one\ntwo"), ("plain", "three")]),
        ("an open $ stays", [("plain", "an open $ stays")]),
        ("", []),
    ],
)
def test_pieces_of_markdown(text: str, expected: list[tuple[str, str]]) -> None:
    assert pieces(text) == expected


def test_signs_stand_as_in_print() -> None:
    assert "infix" not in str(mathml(r"\exp(-n)", display=True))
    assert "infix" in str(mathml("a - n", display=True))
    assert '<mo form="prefix">−</mo>' in str(mathml(r"\exp(-n)")) and "prefix" not in str(mathml("(a) - n"))
    assert "<msup>" not in str(mathml("P'(S)")) and "<msub>" in str(mathml("x_1'"))
    assert mathml(r"2 \ln n") == '<math><mn>2</mn><mo lspace="0.17em" rspace="0.17em">ln</mo><mi>n</mi></math>'
    assert 'lspace="0.17em" rspace="0em">ln' in str(mathml(r"(1-p) \ln(x)"))


def test_bars_in_pairs_are_the_sides_of_a_size_and_one_alone_is_a_relation() -> None:
    def forms(latex: str) -> list[str | None]:
        bars = [sign for sign in read(mathml(latex) or "").all("mo") if sign.text in "|‖"]
        return [sign.attributes.get("form") for sign in bars]

    assert forms(r"|F(p)| + \vert{}x\vert{}") == ["prefix", "postfix"] * 2
    assert forms(r"\|x\|_2^2 \le e^{-|b - c|}") == ["prefix", "postfix"] * 2
    assert forms(r"\Pr[h | H] + \Pr[a | b]") == [None, None]


def test_a_long_formula_in_a_text_may_be_broken_and_a_short_one_is_not() -> None:
    assert "<wbr>" not in str(mathml("a + b = c"))
    pieces = str(mathml("a + b = " + " + ".join("abcdefghijkl"))).split("<wbr>")
    assert len(pieces) > 3 and all(piece.startswith("<math>") and piece.endswith("</math>") for piece in pieces)


def test_a_long_factor_may_be_broken_within_its_brackets() -> None:
    def widest(latex: str) -> int:
        return max(len(read(piece).text) for piece in str(mathml(latex)).split("<wbr>"))

    assert widest(r"(1-T/n)^2(1+h_2/(H_2+1-h_2))(1-p)^n = x") <= 17
    assert str(mathml("(1-a/A)(1+b/(B+1-b))(1-c)")).count("<wbr>") == 2  # between factors rather than within one
    assert widest(r"\exp(-((1-e-T/n)/(T/n))^2 H/3) + a + b") <= 20
    assert str(mathml("a(b+c) = " + " + ".join("defghijklm"))).count("<wbr>") == 10  # its brackets are left whole


def test_punctuation_is_tied_to_the_formula_beside_it() -> None:
    pieces = joined(f"({mathml('a')}) is {mathml('b')}-fold, {mathml(' + '.join('abcdefghijklmnop'))}.")
    assert pieces.count('<span class="tied">') == 3 and pieces.endswith("</math>.</span>")
    assert f'<span class="tied">({mathml("a")})</span> is' in pieces


def test_an_index_of_capitals_is_a_word() -> None:
    assert str(mathml(r"\delta_{SDP}")).count('mathvariant="normal"') == 3 and "normal" not in str(mathml("x_{ij}"))
