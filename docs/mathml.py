"""A Sphinx extension: formulas become MathML at build time, so that the pages need no script and no network."""

from __future__ import annotations

from typing import Any

from docutils import nodes

from sdp_proofs.render.mathml import joined, mathml
from sdp_proofs.render.unicode import unicode_of


def setup(app: Any) -> dict[str, bool]:
    """Add the renderer, chosen by `html_math_renderer = "mathml"`."""
    app.add_html_math_renderer("mathml", (_inline, None), (_block, None))
    app.add_node(formula, html=(_formula, None))
    app.add_role("formula", _formula_role)
    app.connect("html-page-context", _join)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


class formula(nodes.inline):
    """A formula in a title: what lists of titles and the search see of it are signs on a line."""


def _formula_role(
    name: str, rawtext: str, text: str, lineno: int, inliner: Any, options: Any = None, content: Any = ()
) -> tuple[list[nodes.Node], list[nodes.Node]]:
    signs = unicode_of(text)
    return [formula(rawtext, signs, latex=text)], []


def _formula(translator: Any, node: formula) -> None:
    translator.body.append(mathml(node["latex"]) or node.astext())
    raise nodes.SkipNode


def _join(app: Any, name: str, template: str, context: dict[str, Any], document: Any) -> None:
    """Punctuation stays beside the formula that it follows."""
    if "body" in context:
        context["body"] = joined(context["body"])


def _inline(translator: Any, node: nodes.math) -> None:
    translator.body.append(_typeset(node, display=False))
    raise nodes.SkipNode


def _block(translator: Any, node: nodes.math_block) -> None:
    translator.body.append(f'<div class="formula">{_typeset(node, display=True)}</div>\n')
    raise nodes.SkipNode


def _typeset(node: nodes.Element, *, display: bool) -> str:
    found = mathml(node.astext(), display=display)
    if found is None:
        raise ValueError(f"a formula must be one that can be typeset as MathML; got {node.astext()!r}")
    return found
