"""The LaTeX of all that the package ships: what pdfTeX would stumble over is found without it."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest

from sdp_proofs.figures import figures
from sdp_proofs.ledger.results import read
from sdp_proofs.papers import papers
from sdp_proofs.render.errata import errata_document
from sdp_proofs.render.latex import escape
from sdp_proofs.render.ledger import ledger_latex

_KNOWN = """
    ensuremath heading end begin item hyperlink hypertarget right left textbf texttt emph frac tfrac binom sqrt mathrm
    mathcal mathbb mathbf text vec hat tilde overline underline formula step section subsection subsubsection paragraph
    documentclass hline endhead linewidth allowbreak textasciicircum textbackslash textasciitilde textasciigrave
    underscore bigl bigr mathit bar
    alpha beta gamma delta epsilon zeta eta theta kappa lambda mu nu xi pi rho sigma tau phi varphi chi omega varsigma
    Gamma Delta Theta Lambda Pi Sigma Phi psi Psi Omega nabla ell infty
    le leq ge geq ne neq in subset subseteq sim approx mid land lor vee neg implies iff to leftarrow times cdot circ pm
    oplus cup bigcup dots ldots cdots colon lceil rceil lfloor rfloor lVert rVert langle rangle
    exp ln log max min sup inf sin cos tanh cosh det deg Pr sum prod int lim
    forall exists mapsto otimes
"""
KNOWN = frozenset(_KNOWN.split())
MATH = frozenset(("\\ensuremath", "\\formula", "\\step"))
TOKEN = re.compile(r"\\[A-Za-z]+|\\.|[{}$^_]|\n\s*\n", re.DOTALL)


def documents() -> dict[str, str]:
    found = read(Path(str(files("sdp_proofs.papers") / "results.json")))
    assert found is not None
    whole = found.catalogue.excerpt(found.catalogue.claims)
    return {"ledger": ledger_latex(whole), "errata": errata_document(whole, papers()).text("latex")}


def mistakes(latex: str) -> Iterator[str]:
    """Mistakes that TeX would refuse: braces, fences or dollars without a partner, unknown names, scripts in text."""
    closing = {"}": ("{", "math {"), r"\right": (r"\left",), "$": ("$",)}
    open_groups: list[str] = []
    before = ""
    for token in TOKEN.findall(latex):
        in_math = any(group in ("$", "math {") for group in open_groups)
        if token[1:].isalpha() and token[1:] not in KNOWN:
            yield f"unknown {token}"
        if token == "{":
            open_groups.append("math {" if before in MATH else "{")
        elif token == r"\left" or (token == "$" and "$" not in open_groups):
            open_groups.append(token)
        elif token in closing:
            if not open_groups or open_groups.pop() not in closing[token]:
                yield f"{token} closes nothing"
        elif token in "^_" and not in_math:
            yield f"{token} outside of a formula"
        elif token.isspace() and open_groups:
            yield f"a paragraph ends within {open_groups}"
            open_groups.clear()
        before = token
    if open_groups:
        yield f"open at the end: {open_groups}"


WRONG = ["$x", "x_1", r"$\frac{1}{2$", r"\nosuch", r"$\left(x$", r"{\ensuremath{x}", "$x\n\n$"]


@pytest.mark.parametrize("wrong", WRONG)
def test_mistakes_are_found(wrong: str) -> None:
    assert list(mistakes(wrong))
    assert not list(mistakes(escape(wrong)))


def test_what_is_shipped_has_none() -> None:
    for name, text in documents().items():
        preamble, _, body = text.partition(r"\begin{document}")
        assert r"\usepackage{amsmath,amssymb,array,longtable}" in preamble
        found = list(mistakes(body))
        assert not found, f"{name}: {found[:5]}"


def test_captions_of_figures_have_none() -> None:
    assert [(name, found) for name, one in figures().items() if (found := list(mistakes(one.caption)))] == []


@pytest.mark.slow
@pytest.mark.parametrize("name", ["ledger", "errata"])
def test_pdflatex_accepts_what_is_shipped(tmp_path: Path, name: str) -> None:
    program = shutil.which("pdflatex")
    if program is None:
        pytest.skip("pdflatex is not on the PATH")
    (tmp_path / "all.tex").write_text(documents()[name], encoding="utf-8")
    command = [program, "-interaction=nonstopmode", "-halt-on-error", "-draftmode", "all.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, timeout=300, check=False)
    told = done.stdout.decode("latin-1")
    assert done.returncode == 0, told[-2000:]
    assert re.findall(r"Overfull \\hbox \((?!\d\.)[\d.]+pt", told) == []  # up to 10 points, a third of the margin
