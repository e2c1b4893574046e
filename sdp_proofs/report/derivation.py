"""Derivations of a snapshot as LaTeX, as Markdown and on a terminal, each step with its verdict."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from sdp_proofs.notation.typesetting import typeset
from sdp_proofs.report.phrases import instance_text
from sdp_proofs.report.spoken import spoken

if TYPE_CHECKING:
    from rich.text import Text

Document = Mapping[str, Any]

_LATEX_RELATIONS = {"=": "=", "<=": r"\leq", "<": "<", ">=": r"\geq", ">": ">", "implies": r"\implies"}
_WORDS = {"HOLDS": "holds", "FAILS": "FAILS", "UNKNOWN": "not decided"}
_COUNTED = {"HOLDS": "proved or confirmed", "FAILS": "refuted", "UNKNOWN": "not decided"}
_STYLES = {"HOLDS": "green", "FAILS": "bold red", "UNKNOWN": "magenta"}
_SPECIAL = {"\\": r"\textbackslash{}", "^": r"\textasciicircum{}", "~": r"\textasciitilde{}"} | {
    sign: f"\\{sign}" for sign in "&%$#_{}"
}


def derivation_latex(derivation: Document) -> str:
    r"""The chain as `chain` environments, one per part, with rule and verdict behind every line.

    Their lines break where they must, as those of `align*` do not; `\formula` and `\step` are macros of the ledger.

    Args:
        derivation: the derivation of a claim in a snapshot.
    """
    blocks = []
    for title, steps in _parts(derivation):
        rows = [rf"\formula{{{steps[0]['before']['latex']}}}"]
        for step in steps:
            line = f"{_LATEX_RELATIONS[step['relation']]} {step['after']['latex']}"
            rows.append(rf"\step{{{line}}}{{{_latex_mark(step, derivation)}}}")
        heading = [rf"\paragraph{{{_escaped(title)}}}"] if title else []
        blocks.append("\n".join([*heading, r"\begin{chain}", *rows, r"\end{chain}"]))
    return "\n".join(blocks) + "\n"


def derivation_markdown(derivation: Document) -> str:
    """The chain as a numbered list with formulas in dollar signs, and what broke.

    Args:
        derivation: the derivation of a claim in a snapshot.
    """
    lines = [f"**{typeset(derivation['title'])}**" + (f" ({derivation['source']})" if derivation["source"] else ""), ""]
    for title, steps in _parts(derivation):
        if title:
            lines += [f"*{typeset(title)}*", ""]
        for place, step in enumerate(steps):
            left = f"{step['before']['latex']} " if place == 0 else ""
            formula = f"${left}{_LATEX_RELATIONS[step['relation']]} {step['after']['latex']}$"
            lines.append(f"{step['number']}. {formula}: {_verdict(step, derivation, '**')}; {typeset(_reason(step))}")
            below = " " * len(f"{step['number']}. ")
            lines += [f"{below}- {remark}" for remark in _remarks(step)]
        lines.append("")
    return "\n".join([*lines, _summary(derivation)]) + "\n"


def derivation_lines(derivation: Document) -> Iterator[Text]:
    """The chain for a terminal, line by line.

    Args:
        derivation: the derivation of a claim in a snapshot.
    """
    from rich.text import Text

    yield Text(spoken(derivation["title"]) + (f" ({derivation['source']})" if derivation["source"] else ""))
    for title, steps in _parts(derivation):
        if title:
            yield Text(f"{spoken(title)}:", style="italic")
        for place, step in enumerate(steps):
            if place == 0:
                yield Text(f"    {step['before']['text']}")
            verdict = (_verdict(step, derivation), _STYLES[step["evidence"]["verdict"]])
            yield Text.assemble(f"{step['number']:>2}. {step['relation']} {step['after']['text']}   [", verdict, "]")
            evidence = step["evidence"]
            yield Text(
                f"      {spoken(_reason(step))}; {evidence['method']} for {evidence['coverage']}: {evidence['title']} "
                f"({evidence['scope']})",
                style="dim",
            )
            for remark in _remarks(step):
                yield Text(f"      {spoken(remark)}", style="dim")
    yield Text(_summary(derivation))


def _parts(derivation: Document) -> Iterator[tuple[str, list[Document]]]:
    """The unbroken parts of the chain, with their names."""
    steps = list(derivation["steps"])
    starts = [0, *(place for place, step in enumerate(steps) if place and step["part"]), len(steps)]
    for start, end in pairwise(starts):
        yield steps[start]["part"], steps[start:end]


def _verdict(step: Document, derivation: Document, mark: str = "") -> str:
    verdict = step["evidence"]["verdict"]
    word = _WORDS[verdict]
    if verdict == "FAILS" and step["number"] == derivation["first_broken"]:
        word += ", the first broken step"
    return f"{mark}{word}{mark}" if verdict != "HOLDS" else word


def _reason(step: Document) -> str:
    return f"{step['rule']} ({step['reference']})" if step["reference"] else str(step["rule"])


def _remarks(step: Document) -> Iterator[str]:
    evidence = step["evidence"]
    if evidence["witness"] is not None:
        yield f"fails at {instance_text(evidence['witness'])}"
    for hypothesis in step["hypotheses"]:
        yield f"assumes {typeset(hypothesis['text'])}" + (" (silent in the proof)" if hypothesis["silent"] else "")
    if evidence["verdict"] == "UNKNOWN" and evidence["detail"]:
        yield str(evidence["detail"])
    near_misses = step["near_misses"]
    if near_misses["total"]:
        yield f"{near_misses['refuted']} of {near_misses['total']} near misses refuted"
    if step["recorded"] != evidence["verdict"]:
        yield f"recorded {step['recorded']}"
    if step["note"]:
        yield typeset(step["note"])


def _summary(derivation: Document) -> str:
    verdicts = [step["evidence"]["verdict"] for step in derivation["steps"]]
    counts = [f"{verdicts.count(verdict)} {word}" for verdict, word in _COUNTED.items() if verdict in verdicts]
    broken = derivation["first_broken"]
    tail = "" if broken is None else f"; the first broken step is step {broken}"
    return f"{len(verdicts)} step{'' if len(verdicts) == 1 else 's'}: {', '.join(counts)}{tail}."


def _latex_mark(step: Document, derivation: Document) -> str:
    verdict = _escaped(_verdict(step, derivation))
    marked = rf"\textbf{{{verdict}}}" if step["evidence"]["verdict"] != "HOLDS" else verdict
    return f"{_escaped(_reason(step))}: {marked}"


def _escaped(text: str) -> str:
    return "".join(_SPECIAL.get(sign, sign) for sign in text)
