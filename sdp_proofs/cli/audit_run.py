"""`sdp-proofs audit-run`: what the canaries of a run prove, beside what its record allows."""

from __future__ import annotations

import typer

from sdp_proofs.cli.answers import print_lines
from sdp_proofs.cli.command import AsJson, command
from sdp_proofs.cli.output import DISAGREES, print_json, progress_bar


@command("audit-run", "runs.audit_run")
def audit_run(
    *, outcome: str, run: str | None, delta: str, confidence: str, guesses: str | None, as_json: AsJson = False
) -> None:
    """Bound the epsilon of a training run from below by its canaries, and from above by its record.

    The lower end holds with the confidence, the upper one is proven. Where the lower one is larger, the program is not
    what its record says, and the command ends with 1.
    """
    from sdp_proofs.api import runs
    from sdp_proofs.runs.audited import HYPOTHESES
    from sdp_proofs.runs.canaries import rounded

    with progress_bar("audit-run"):
        found = runs.audit_run(outcome, run, delta=delta, confidence=confidence, guesses=guesses)
    if as_json:
        print_json(found.document(), "sdp-proofs/audit-run/1")
    else:
        lines = [("delta", found.delta), ("epsilon", f"at least {rounded(found.lower)}, confidence {found.confidence}")]
        if found.upper is not None:
            value = found.upper.value
            lines.append(("", "at most " + ("infinity" if value is None else value.at_most(6)) + ", by the record"))
            lines.append(("release", str(found.run.release if found.run else "")))
        if found.claim_refuted is not None:
            said = "rejected" if found.claim_refuted else "not rejected"
            lines.append(("its trade-off", f"{said} at the same confidence"))
        lines += [("lower end by", found.method), ("verdict", found.verdict)]
        rests = [*HYPOTHESES[found.method], *(() if found.run is None else found.run.unseen)]
        lines += [("it rests on" if number == 0 else "", line) for number, line in enumerate(rests)]
        print_lines(lines)
    if found.broken:
        raise typer.Exit(DISAGREES)
