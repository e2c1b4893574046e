"""Options of `sdp-proofs account` for another measure: --order, --fpr, --prior, --advantage, --rho and --mu."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sdp_proofs.cli.answers import GUARD_DIGITS, Shown, value_lines
from sdp_proofs.cli.output import progress_bar

if TYPE_CHECKING:
    from sdp_proofs.runs.recorded import Recorded

_LABELS = {"renyi": "order", "misses": "false positives", "error": "prior"}


def answer(run: Recorded, name: str, given: str | None, adjacency: str | None, shown: Shown) -> None:
    """Print the measure of a run, rounded to where it holds."""
    from sdp_proofs.accounting.analysis import BY_CONVENTION, Question, with_group
    from sdp_proofs.accounting.measures import measure

    question = Question.of(run.release, adjacency or run.adjacency)
    with progress_bar("account"):
        found = measure(question, name, given, digits=shown.digits)
        checked = shown.checked(found.value)
    digits, why = shown.digits, f", {BY_CONVENTION}" if found.by_convention else ""
    neighbours = with_group(found.adjacency, found.changed)
    lines = [("release", str(run.release)), *run.facts, ("adjacency", f"{neighbours}{why}")]
    lines += [(_LABELS[name], found.given)] if found.given else []
    label = {"misses": "false negatives", "renyi": "divergence"}.get(name, found.asked)
    if found.value is None:
        lines.append((label, "infinite: some loss is infinite"))
    else:
        ends = value_lines(label, found.value, digits)
        if found.value.exact is None and not found.value.ball > 0:
            ends[1] = (ends[1][0], "0: no lower bound was found")
        lines += [(label, found.headline(digits)), *ends[1:], ("to quote", found.to_quote(min(digits, 4)))]
        if not found.sharp:
            lines.append(("proven digits", f"{min(found.value.proven_digits, digits)} of {digits}"))
    lines.append(("direction", found.direction))
    for side in found.sides:
        if side.value is not None and len(found.sides) > 1:
            number = side.value.at_least(digits) if found.falls else side.value.at_most(digits)
            lines.append((f"  {side.direction}", f"{number} by {side.method}"))
    document: dict[str, Any] = {
        "release": str(run.release),
        "adjacency": found.adjacency,
        "by_convention": found.by_convention,
        "measure": name,
        "given": found.given or None,
        "value": None if found.value is None else found.value.to_json(digits + GUARD_DIGITS),
        "headline": None if found.value is None else found.headline(digits),
        "guarantee": "lower" if found.falls else "upper",
        "direction": found.direction,
        "digits": str(digits),
        "sharp": found.sharp,
    }
    shown.answer(document, "sdp-proofs/account-measure/1", lines, label, checked, upper=not found.falls)
