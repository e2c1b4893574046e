"""A claim as a page."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from sdp_proofs.notation import typeset
from sdp_proofs.render.phrases import (
    DEFINITION,
    STRENGTHS,
    UNCHECKABLE,
    WORDS,
    counterexample_text,
    disagreement,
    disagreements,
    explained,
    generated_lines,
    hypotheses,
    instance_count,
    instance_text,
    letters,
    premise_line,
    standing,
    status_words,
)
from sdp_proofs.render.unicode import spoken

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
            verdict = _step_verdict(step, derivation, "**")
            lines.append(f"{step['number']}. {formula}: {verdict}; {typeset(_reason(step))}")
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
            verdict = (_step_verdict(step, derivation), _STYLES[step["evidence"]["verdict"]])
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


def _step_verdict(step: Document, derivation: Document, mark: str = "") -> str:
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
    verdict = _escaped(_step_verdict(step, derivation))
    marked = rf"\textbf{{{verdict}}}" if step["evidence"]["verdict"] != "HOLDS" else verdict
    return f"{_escaped(_reason(step))}: {marked}"


def _escaped(text: str) -> str:
    return "".join(_SPECIAL.get(sign, sign) for sign in text)


Line = tuple[int, "str | Text"]

_FIDELITY = {
    "literal": "as printed, in our words",
    "typo-corrected": "as printed, a slip of the pen corrected",
    "narrowed": "narrowed to what is meant",
    "reconstructed": "reconstructed from the text",
}


class Page:
    """The sections of claims.

    Args:
        document: a snapshot of version 1; without `cited` the tree ends at what a proof cites itself.
        shown: the claims that have a page of their own, by id.
    """

    def __init__(self, document: Document, shown: Collection[str]) -> None:
        self._claims = {claim["id"]: claim for claim in document["claims"]}
        self._trust, self._cited, self._shown = document["trust"], document.get("cited", {}), shown
        self._unfolded: set[str] = set()
        self._told: set[str] = set()

    def sections(self, claim: Document) -> Iterator[tuple[str, Iterable[Line]]]:
        """The headings of a page with their lines; sections without lines are left out by who prints it."""
        self._unfolded.clear()
        said = "of this project" if claim["kind"] == "project" else _FIDELITY[claim["fidelity"]]
        where = f"{claim['paper']}, {claim['locator']}, {claim['kind']}; {said}"
        yield f"Statement ({where})", _flat([typeset(claim["statement"].strip())])
        yield "Formula", _formula(claim)
        yield "Hypotheses", _flat(hypotheses(claim))
        yield "Letters of the proof", _flat(letters(claim))
        yield "Verdict", _verdict(claim)
        yield "Counterexample", _counterexample(claim)
        yield "Repaired by", self._repair(claim)
        proved = any((entry["verdict"], entry["coverage"]) == ("HOLDS", "ALL") for entry in claim["evidence"])
        yield "Proof" if proved else "Evidence", self._proof(claim)
        yield "Near misses", _flat(map(_near_miss, claim["near_misses"]["details"]))
        yield "Generated near misses", _flat(generated_lines(claim))
        yield "Derivation", _flat(derivation_lines(claim["derivation"]) if claim.get("derivation") else ())
        yield "Resting on (not established)", _flat(claim["resting_on"])
        yield "Believed, not checked", _flat(self._believed(self._rests_on(claim)))
        yield "Note", _flat([typeset(claim["note"])] if claim["note"] else [])
        yield disagreement(claim).capitalize(), _flat(() if claim["agrees"] else disagreements(claim))

    def _repair(self, claim: Document) -> Iterator[Line]:
        """What holds instead: on its own page if it has one, else with its proof."""
        name = claim["repaired_by"]
        if name is None:
            return
        repair = self._claims.get(name)
        if repair is None or name in self._shown:
            yield 0, f"{name}{self._standing(name)}" + ("" if repair is None else ", on a page of its own")
            return
        yield 0, f"{name} ({repair['locator']}, {status_words(repair)}): {typeset(repair['title'])}"
        yield 0, typeset(repair["statement"].strip())
        yield from _formula(repair)
        yield from _flat(hypotheses(repair))
        if claim["erratum"] is not None and claim["erratum"]["cost"]:
            yield 0, f"Cost: {typeset(claim['erratum']['cost'])}"
        yield 0, "Proof:"
        yield from ((depth + 1, line) for depth, line in self._proof(repair))

    def _proof(self, claim: Document) -> Iterator[Line]:
        """Each check with its premises, and under every citation what it rests on."""
        self._unfolded.add(claim["id"])
        if claim.get("kernel"):
            yield 0, f"by KERNEL: {claim['kernel']}"
        named: set[str] = set()
        for entry in claim["evidence"]:
            yield 0, _check(entry)
            if entry["detail"] is not None and entry["verdict"] != "FAILS":
                yield 1, entry["detail"]
            for premise in entry["premises"]:
                yield from self._premise(premise)
                named |= {premise["source"], *premise["lifts"]}
        for name in claim["depends_on"]:
            if name not in named:
                yield from self._citation(name, 0, "uses ")

    def _premise(self, premise: Document) -> Iterator[Line]:
        if premise["origin"] == "claim":
            yield 1, f"by {premise['source']}{self._standing(premise['source'])}: {premise['text']}"
            yield from self._below(premise["source"], 2)
            return
        if premise["origin"] == "trust":
            yield 1, f"by {premise['source']}{self._kind(premise['source'])}: {premise['text']}"
            for name in premise["lifts"]:
                yield from self._citation(name, 2, "from ")
            return
        yield 1, premise_line(premise)
        for name in premise["lifts"]:
            yield from self._citation(name, 2, "from ")

    def _citation(self, name: str, depth: int, word: str) -> Iterator[Line]:
        """A claim that is cited, or an earlier step of the same proof."""
        known = self._cited.get(name)
        yield depth, f"{word}{name}{self._standing(name)}" + ("" if known is None else f": {known['title']}")
        yield from self._below(name, depth + 1)

    def _below(self, name: str, depth: int) -> Iterator[Line]:
        """What a cited claim rests on."""
        known = self._cited.get(name)
        if known is None:
            return
        if name in self._unfolded:
            if known["depends_on"]:
                yield depth, "(its proof is above)"
            return
        self._unfolded.add(name)
        for entry in known["trust"]:
            if self._trust[entry]["kind"] != "engine":
                yield depth, f"by {entry}{self._kind(entry)}"
        for other in known["depends_on"]:
            yield from self._citation(other, depth, "from ")

    def _standing(self, name: str) -> str:
        """Where a cited claim stands and what is known of it."""
        known = self._cited.get(name)
        if known is None:
            return ""
        engines = [entry for entry in known["trust"] if self._trust[entry]["kind"] == "engine"]
        status = status_words({**known, "kind": ""}) if known["run"] else f"recorded as {known['status']}"
        return f" ({', '.join([known['locator'], status, *engines])})"

    def _kind(self, name: str) -> str:
        if name not in self._trust:
            return ""
        kind = self._trust[name]["kind"]
        said = {"lemma": "proved; that it applies here is believed", "rule": "proved"}.get(kind, "believed")
        return f" ({kind}, {said})"

    def _rests_on(self, claim: Document) -> list[str]:
        """The entries that a claim rests on, itself and through what it cites, those of its own first."""
        found, waiting, seen = dict.fromkeys(claim["trust"]), list(claim["depends_on"]), set[str]()
        while waiting:
            name = waiting.pop()
            if name not in seen and name in self._cited:
                seen.add(name)
                found |= dict.fromkeys(self._cited[name]["trust"])
                waiting += self._cited[name]["depends_on"]
        return list(found)

    def _believed(self, names: Iterable[str]) -> Iterator[str]:
        """What is believed, and where it is from; what an earlier page has told is named."""
        known = []
        for name in names:
            entry = self._trust[name]
            if entry["kind"] == "rule":  # it is proved, and a program applies it
                continue
            if name in self._told:
                known.append(f"{name} ({entry['kind']})")
            else:
                self._told.add(name)
                told = f"{name} ({entry['kind']}): {entry['statement']} [{entry['reference']}]"
                proved = ", ".join(entry.get("proved_by", ()))
                yield f"that this applies where it is named: {told}, proved by {proved}" if proved else told
        if known:
            yield f"as above: {', '.join(known)}"


def _flat(lines: Iterable[str | Text]) -> Iterator[Line]:
    return ((0, line) for line in lines)


def _formula(claim: Document) -> Iterator[Line]:
    if claim["formula"] is None:
        return
    yield 0, claim["formula"]["text"]
    yield 0, f"LaTeX: {claim['formula']['latex']}"
    for symbol in claim.get("symbols", ()):
        if told := explained(symbol):
            yield 1, told


def _used(claim: Document) -> Iterator[Document]:
    """The premises of the proofs for all instances."""
    for entry in claim["evidence"]:
        if (entry["verdict"], entry["coverage"]) == ("HOLDS", "ALL"):
            yield from entry["premises"]


def _verdict(claim: Document) -> Iterator[Line]:
    told = standing(claim) if standing(claim) in (DEFINITION, UNCHECKABLE) else claim["status"]
    strength = claim.get("strength")
    yield 0, f"{status_words(claim)}: {WORDS[told] if strength in (None, 'formula') else STRENGTHS[strength]}."
    if strength == "formula":
        yield 0, f"What that means: {STRENGTHS[strength]}."
        entries = sorted({premise["source"] for premise in _used(claim) if premise["origin"] == "trust"})
        if entries:
            yield 0, f"Believed is what somebody typed as an instance of {', '.join(entries)}; the proof needs it."
    if claim["uncheckable"] is not None:
        yield 0, f"Not checkable: {claim['uncheckable']}"
    if claim["erratum"] is not None:
        yield 0, f"Wrong ({claim['erratum']['defect']}): {typeset(claim['erratum']['wrong'])}"


def _counterexample(claim: Document) -> Iterator[Line]:
    if claim["counterexample"] is not None:
        yield 0, typeset(counterexample_text(claim))
    for entry in claim["evidence"]:
        if entry["witness"] is not None:
            yield 0, f"found again by {entry['title']!r}: {instance_text(entry['witness'])}"


def _check(entry: Document) -> str:
    scope = ", ".join(filter(None, (entry["scope"], instance_count(entry))))
    return (
        f"{entry['verdict']} by {entry['method']} for {entry['coverage']}: {entry['title']} "
        f"({scope}, {entry['seconds']:.3f} s)"
    )


def _near_miss(entry: Document) -> str:
    if entry.get("not_proved_by"):
        said = instance_text(entry["detail"])
        return f"{entry['name']}: not proved by {entry['not_proved_by']!r}, and refuted by no instance; {said}"
    if entry["refuted_by"] is None:
        return f"{entry['name']}: NOT refuted; {entry['detail']}"
    return f"{entry['name']}: refuted by {entry['refuted_by']!r} at {instance_text(entry['detail'])}"
