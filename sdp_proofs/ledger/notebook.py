"""Claims, derivations and results in a notebook: small tables of HTML, formulas in dollar signs.

Whatever shows the notebook typesets the dollar signs; nothing is loaded and nothing is styled.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from sdp_proofs.notation import typeset
from sdp_proofs.verdict import Verdict

if TYPE_CHECKING:
    from sdp_proofs.ledger.claim import Claim
    from sdp_proofs.ledger.derivation import Derivation
    from sdp_proofs.ledger.evidence import ClaimResult

_SIGNS = {"=": "=", "<=": r"\le", "<": "<", ">=": r"\ge", ">": ">", "implies": r"\implies"}
_SHOWN_NEAR_MISSES = 5


def html_table(rows: Iterable[Sequence[str]], header: Sequence[str] = ()) -> str:
    """A table of cells that are HTML already, flush left, as notebooks center them otherwise.

    Example:
        >>> html_table([("a", "b")])
        '<table><tr><td style="text-align:left">a</td><td style="text-align:left">b</td></tr></table>'
    """
    lines = ["".join(f'<th style="text-align:left">{cell}</th>' for cell in header)] if header else []
    lines += ["".join(f'<td style="text-align:left">{cell}</td>' for cell in row) for row in rows]
    return f"<table>{''.join(f'<tr>{line}</tr>' for line in lines)}</table>"


def claim_html(claim: Claim, record: str) -> str:
    """Show a claim, its place, and the recorded evidence for and against it.

    Args:
        claim: what is shown.
        record: its record, in words.
    """
    rows = [("statement", _said(claim.statement))]
    if claim.formula is not None:
        rows.append(("formula", _typeset(_latex(claim.formula))))
    rows += [("assumed" + (", not stated" if each.silent else ""), _said(each.text)) for each in claim.hypotheses]
    rows += [("check", f"{check.method}, {check.coverage}: {_said(check.title)}") for check in claim.checks]
    if claim.uncheckable:
        rows.append(("no check", _said(claim.uncheckable)))
    names = [_said(miss.name) for miss in claim.near_misses]
    if names:
        more = f", and {len(names) - _SHOWN_NEAR_MISSES} more" if len(names) > _SHOWN_NEAR_MISSES else ""
        rows.append(("must be refuted", "; ".join(names[:_SHOWN_NEAR_MISSES]) + more))
    if claim.counterexample is not None:
        rows.append(("counterexample", _said(claim.counterexample.says)))
    if claim.erratum is not None:
        rows.append(("what is wrong", _said(claim.erratum.wrong)))
    if claim.repaired_by:
        rows.append(("holds instead", f"<code>{escape(claim.repaired_by)}</code>"))
    place = f"<code>{escape(claim.id)}</code> ({escape(claim.paper)}, {escape(claim.locator)})"
    return f"<p><b>{_said(claim.title)}</b><br>{place}, {record}</p>{html_table(rows)}"


def derivation_html(derivation: Derivation) -> str:
    """The chain line by line, and below every step its reason and the verdict on record.

    In columns of their own these would leave no room for the formulas on a page, and on a phone lie beyond its edge.
    """
    rows = []
    for part in derivation.parts():
        if part[0].part:
            rows.append(("", f"<i>{_said(part[0].part)}</i>"))
        for place, step in enumerate(part):
            left = f"{_latex(step.before)} " if place == 0 else ""
            line = _typeset(f"{left}{_SIGNS[step.relation]} {_latex(step.after)}")
            by = f"{step.rule}: {_said(step.reference)}" if step.reference else str(step.rule)
            number = str(derivation.steps.index(step) + 1)
            found = f"{_shown(step.recorded)} by {step.check.method}"
            rows.append((number, f"{line}<br><small>{by}; {found}</small>"))
    source = f" ({escape(derivation.source)})" if derivation.source else ""
    return f"<p><b>{_said(derivation.title)}</b>{source}</p>{html_table(rows)}"


def result_html(result: ClaimResult, record: str) -> str:
    """The answers of a claim's checks, its near misses, and the status they amount to.

    Args:
        result: what is shown.
        record: what was recorded before, in words.
    """
    rows = []
    for entry in result.evidence:
        found = entry.witness if entry.witness is not None else entry.detail or ""
        decided = f"{entry.method}, {entry.coverage}"
        rows.append((_said(entry.title), _shown(entry.verdict), decided, _said(entry.scope), escape(found)))
        for premise in entry.premises:
            source = f" {premise.source}" if premise.source else ""
            rows.append(("", "", f"{premise.origin}{escape(source)}", _said(premise.text), ""))
    for miss in result.near_misses:
        answer = "refuted" if miss.refuted else "not proved" if miss.met else "not refuted"
        rows.append((f"near miss: {_said(miss.name)}", answer, "", "", escape(miss.detail or "")))
    rows += [("problem", "", "", "", escape(problem)) for problem in result.problems]
    agrees = "as recorded" if result.status is result.recorded else record
    header = ("check", "verdict", "by", "scope", "witness or detail")
    return f"<p><code>{escape(result.id)}</code>: <b>{result.status}</b>, {agrees}</p>{html_table(rows, header)}"


def _said(text: str) -> str:
    """A line of a claim, the formulas that are typed in it in dollar signs."""
    return escape(typeset(text))


def _typeset(latex: str) -> str:
    return rf"$\displaystyle {escape(latex)}$"


def _shown(verdict: Verdict) -> str:
    return f"<b>{verdict.value}</b>" if verdict is Verdict.FAILS else verdict.value


def _latex(formula: Any) -> str:
    """The formula's LaTeX; a toy formula that has none is shown as text."""
    typeset = getattr(formula, "latex", None)
    if typeset is not None:
        return str(typeset())
    return rf"\text{{{formula}}}"
