"""Sections of a claim's page, built once as blocks, which the writers set.

Where a snapshot has the claims that a claim cites, the proof is a tree: each citation with what it rests on in turn,
down to what is believed; a citation that has been unfolded once on a page is named the next time. Where it has not, the
sections end at the citations of the claim itself, with links.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Any

from sdp_proofs.logic.numbered import reason
from sdp_proofs.render.blocks import (
    Block,
    Chain,
    Formula,
    Item,
    Items,
    Line,
    Paragraph,
    Part,
    Section,
    Step,
    claim,
    code,
    items,
    joined,
    marked,
    name,
    program,
    prose,
    scope,
    strong,
    trusted,
    words,
)
from sdp_proofs.render.phrases import (
    DEFINITION,
    STRENGTHS,
    UNCHECKABLE,
    WORDS,
    counterexample_text,
    disagreement,
    disagreements,
    generated_lines,
    instance_count,
    instance_text,
    near_miss_count,
    premise_line,
    standing,
    status_words,
)

Document = Mapping[str, Any]

_FIDELITY = {
    "literal": "as printed, in our words",
    "typo-corrected": "as printed, a slip of the pen corrected",
    "narrowed": "narrowed to what is meant",
    "reconstructed": "reconstructed from the text",
}
_TOLD = {"HOLDS": "holds", "FAILS": "FAILS", "UNKNOWN": "not decided"}
_COUNTED = {"HOLDS": "proved or confirmed", "FAILS": "refuted", "UNKNOWN": "not decided"}


class Pages:
    """The sections of the claims of a snapshot.

    Args:
        document: a snapshot of version 1.
        shown: the claims that have a page of their own, by id.
        place: where a reader finds the entries of the trust ledger that are named only.
        timed: whether checks tell their seconds, which differ from run to run.
    """

    def __init__(
        self, document: Document, shown: Collection[str], *, place: str = "as above", timed: bool = False
    ) -> None:
        self._claims = {entry["id"]: entry for entry in document["claims"]}
        self._trust, self._cited, self._shown = document["trust"], document.get("cited", {}), shown
        self._unfolds = "cited" in document
        self._users = backwards(document, "depends_on")
        self._repaired = backwards(document, "repaired_by")
        self._unfolded: set[str] = set()
        self._place, self._timed = place, timed

    def sections(self, entry: Document, told: set[str] | None = None) -> Iterator[Section]:
        """Yield the parts of a claim's page that have something in them.

        Args:
            entry: of the snapshot.
            told: the entries of the trust ledger that are only named; those that the page tells are added.
        """
        self._unfolded.clear()
        for key, title, blocks in self._parts(entry, set() if told is None else told):
            found = tuple(blocks)
            if found:
                yield Section(key, title, found, _aside(key, entry))

    def _parts(self, entry: Document, told: set[str]) -> Iterator[tuple[str, str, Iterable[Block]]]:
        said = "of this project" if entry["kind"] == "project" else _FIDELITY[entry["fidelity"]]
        where = f"{entry['paper']}, {entry['locator']}, {entry['kind']}; {said}"
        yield "statement", f"Statement ({where})", [Paragraph(prose(entry["statement"].strip()))]
        yield "sentence", "Sentence, proved by replay", _sentences(entry)
        yield "sentence", "No sentence is proved", _no_sentence(entry)
        yield "display", "Formula", _formula(entry)
        yield "hypotheses", "Hypotheses", _hypotheses(entry)
        yield "letters", "Letters of the proof", items(map(_letter, entry.get("letters", ())))
        yield "standing", "Verdict", map(Paragraph, _verdict(entry))
        yield "counterexample", "Counterexample", map(Paragraph, self._counterexample(entry))
        instead = "Put in its place" if entry["status"] == "refuted" else "Repaired by"
        yield "repair", instead, self._repair(entry)
        if not self._unfolds:
            yield "repair", "In the place of", self._named(self._repaired[entry["id"]])
        proved = any(map(_proves, entry["evidence"]))
        yield "proof", "Proof" if proved else "Evidence", items(self._proof(entry))
        yield "misses", "Near misses", items(_near_misses(entry))
        yield "generated", "Generated near misses", items(map(program, generated_lines(entry)))
        yield "chain", "Derivation", self._chain(entry)
        if not self._unfolds:
            yield "references", "Depends on", self._named(entry["depends_on"])
        yield "references", "Resting on (not established)", self._named(entry["resting_on"])
        if not self._unfolds:
            yield "references", "Used by", self._named(self._users[entry["id"]])
        yield "believed", "Believed, not checked", items(self._believed(self._rests_on(entry), told))
        yield "note", "Note", [Paragraph(prose(entry["note"]))] if entry["note"] else ()
        problems = () if entry["agrees"] else disagreements(entry)
        yield "problems", disagreement(entry).capitalize(), items(map(words, problems))

    def _named(self, names: Iterable[str]) -> Iterable[Block]:
        """List claims by name, with titles where there are links."""
        if self._unfolds:
            return items(map(claim, names))
        return items(claim(one) + self._title(one) for one in names)

    def _title(self, named: str) -> Line:
        known = self._claims.get(named)
        return () if known is None else words(": ") + prose(known["title"]) + words(f" ({status_words(known)})")

    def _counterexample(self, entry: Document) -> Iterator[Line]:
        """Yield the recorded instance, and on a terminal where checks fail."""
        if entry["counterexample"] is not None:
            yield prose(counterexample_text(entry))
        for check in entry["evidence"]:
            if check["witness"] is not None and self._unfolds:
                title = name(repr(check["title"]))
                yield words("found again by ") + title + words(": ") + code(instance_text(check["witness"]))

    def _repair(self, entry: Document) -> Iterator[Block]:
        """Yield the replacement: by link, or with its proof on a terminal."""
        named = entry["repaired_by"]
        if named is None:
            return
        cost = entry["erratum"] and entry["erratum"]["cost"]
        costs = [Paragraph(words("Cost: ") + prose(cost))] if cost else []
        if not self._unfolds:
            yield from self._named([named])
            yield from costs
            return
        repair = self._claims.get(named)
        if repair is None or named in self._shown:
            own = "" if repair is None else ", on a page of its own"
            yield Paragraph(claim(named) + words(f"{self._standing(named)}{own}"))
            return
        status = f" ({repair['locator']}, {status_words(repair)}): "
        yield Paragraph(claim(named) + words(status) + prose(repair["title"]))
        yield Paragraph(prose(repair["statement"].strip()))
        yield from _formula(repair)
        yield from _hypotheses(repair)
        yield from costs
        yield Items((Item(words("Proof:"), below=tuple(self._proof(repair))),))

    def _proof(self, entry: Document) -> Iterator[Item]:
        """Yield the checks with premises, unfolding each citation once."""
        self._unfolded.add(entry["id"])
        if entry.get("kernel"):
            yield Item(words(f"by KERNEL: {entry['kernel']}"))
        named = {one for check in entry["evidence"] for premise in check["premises"] for one in _names(premise)}
        for check in entry["evidence"]:
            below = [] if self._unfolds or check["witness"] is None else [_witness(check)]
            if check["detail"] is not None and not (self._unfolds and check["verdict"] == "FAILS"):
                below.append(Item(program(check["detail"])))
            below += map(self._premise, check["premises"])
            yield Item(self._check(check), below=tuple(below), kind=check["verdict"].lower())
        if self._unfolds:
            yield from (self._citation(one, "uses ") for one in entry["depends_on"] if one not in named)

    def _check(self, check: Document) -> Line:
        """Return verdict, method, coverage, title and scope of a check."""
        by = words(f" by {check['method']} for {check['coverage']}: ") + name(check["title"])
        within = [scope(check["scope"])] * bool(check["scope"]) + list(map(words, self._counts(check)))
        return strong(check["verdict"]) + by + words(" (") + joined(within) + words(")")

    def _counts(self, check: Document) -> Iterator[str]:
        if check["instances"] is not None:
            yield instance_count(check["instances"])
        if self._timed:
            yield f"{check['seconds']:.3f} s"

    def _chain(self, entry: Document) -> Iterator[Chain]:
        if entry.get("derivation"):
            yield derivation_of(entry["derivation"], unfolds=self._unfolds)

    def _premise(self, premise: Document) -> Item:
        if not self._unfolds:
            return Item(program(premise_line(premise)))
        source, text = premise["source"], program(premise["text"])
        if premise["origin"] == "claim":
            line = words("by ") + claim(source) + words(f"{self._standing(source)}: ") + text
            return Item(line, below=tuple(self._below(source)))
        if premise["origin"] == "trust":
            line = words(f"by {source}{self._kind(source)}: ") + text
        else:
            line = program(premise_line(premise))
        return Item(line, below=tuple(self._citation(one, "from ") for one in premise["lifts"]))

    def _citation(self, named: str, word: str) -> Item:
        """Return the entry for a cited claim or an earlier step."""
        known = self._cited.get(named)
        line = words(word) + claim(named) + words(self._standing(named))
        line += () if known is None else words(": ") + name(known["title"])
        return Item(line, below=tuple(self._below(named)))

    def _below(self, named: str) -> Iterator[Item]:
        """Yield the entries that a cited claim rests on."""
        known = self._cited.get(named)
        if known is None:
            return
        if named in self._unfolded:
            if known["depends_on"]:
                yield Item(words("(its proof is above)"))
            return
        self._unfolded.add(named)
        for entry in known["trust"]:
            if self._trust[entry]["kind"] != "engine":
                yield Item(words(f"by {entry}{self._kind(entry)}"))
        for other in known["depends_on"]:
            yield self._citation(other, "from ")

    def _standing(self, named: str) -> str:
        """Return locator, status and engines of a cited claim, in brackets."""
        known = self._cited.get(named)
        if known is None:
            return ""
        engines = [entry for entry in known["trust"] if self._trust[entry]["kind"] == "engine"]
        status = status_words({**known, "kind": ""}) if known["run"] else f"recorded as {known['status']}"
        return f" ({', '.join([known['locator'], status, *engines])})"

    def _kind(self, named: str) -> str:
        if named not in self._trust:
            return ""
        kind = self._trust[named]["kind"]
        said = {"lemma": "proved; that it applies here is believed", "rule": "proved"}.get(kind, "believed")
        return f" ({kind}, {said})"

    def _rests_on(self, entry: Document) -> list[str]:
        """List the trust entries of a claim, own ones first."""
        found, waiting, seen = dict.fromkeys(entry["trust"]), list(entry["depends_on"]), set[str]()
        while waiting:
            named = waiting.pop()
            if named not in seen and named in self._cited:
                seen.add(named)
                found |= dict.fromkeys(self._cited[named]["trust"])
                waiting += self._cited[named]["depends_on"]
        return list(found)

    def _believed(self, names: Iterable[str], told: set[str]) -> Iterator[Line]:
        """Yield trust entries with references; those told before by name."""
        known = []
        for named in names:
            entry = self._trust.get(named)
            if entry is None or entry["kind"] == "rule":  # a rule is proved, and a program applies it
                continue
            if named in told:
                known.append(f"{named} ({entry['kind']})")
            else:
                told.add(named)
                said = trusted(named) + words(f" ({entry['kind']}): ") + marked(entry["statement"])
                said += words(f" [{entry['reference']}]")
                proved = ", ".join(entry.get("proved_by", ()))
                if proved:
                    said = words("that this applies where it is named: ") + said + words(f", proved by {proved}")
                yield said
        if known:
            yield words(f"{self._place}: {', '.join(known)}")


def derivation_of(derivation: Document, *, unfolds: bool = False) -> Chain:
    """Return a derivation as a block; a page with links tells the near misses of its steps as well."""
    steps = [_step(step, derivation, unfolds) for step in derivation["steps"]]
    starts = [0, *(place for place, step in enumerate(derivation["steps"]) if place and step["part"]), len(steps)]
    parts = []
    for start, end in pairwise(starts):
        first = derivation["steps"][start]
        before = Formula(first["before"]["latex"], first["before"]["text"])
        parts.append(Part(first["part"], before, tuple(steps[start:end])))
    verdicts = [step["evidence"]["verdict"] for step in derivation["steps"]]
    counts = [f"{verdicts.count(verdict)} {word}" for verdict, word in _COUNTED.items() if verdict in verdicts]
    broken = derivation["first_broken"]
    tail = "" if broken is None else f"; the first broken step is step {broken}"
    summary = f"{len(verdicts)} step{'' if len(verdicts) == 1 else 's'}: {', '.join(counts)}{tail}."
    return Chain(derivation["title"], derivation["source"] or "", tuple(parts), summary)


def _step(step: Document, derivation: Document, unfolds: bool) -> Step:
    check, verdict = step["evidence"], step["evidence"]["verdict"]
    broken = verdict == "FAILS" and step["number"] == derivation["first_broken"]
    reference = name(f" ({step['reference']})") if step["reference"] else ()
    by = words(f"{check['method']} for {check['coverage']}: ") + name(check["title"])
    by += words(" (") + scope(check["scope"]) + words(")")
    remarks = (*_remarks(step), *(() if unfolds else _near_misses(step)))
    after = Formula(step["after"]["latex"], step["after"]["text"])
    told = _TOLD[verdict] + (", the first broken step" if broken else "")
    return Step(step["number"], step["relation"], after, verdict, told, words(step["rule"]) + reference, by, remarks)


def _remarks(step: Document) -> Iterator[Line]:
    check = step["evidence"]
    if check["witness"] is not None:
        yield words(f"fails at {instance_text(check['witness'])}")
    for hypothesis in step["hypotheses"]:
        silent = words(" (silent in the proof)" if hypothesis["silent"] else "")
        yield words("assumes ") + prose(hypothesis["text"]) + silent
    if check["verdict"] == "UNKNOWN" and check["detail"]:
        yield words(check["detail"])
    if step["near_misses"]["total"]:
        yield words(f"{step['near_misses']['refuted']} of {step['near_misses']['total']} near misses refuted")
    if step["recorded"] != check["verdict"]:
        yield words(f"recorded {step['recorded']}")
    if step["note"]:
        yield prose(step["note"])


_LONG = 400  # letters of a sentence that a reader takes in at once, in TeX


def _sentences(entry: Document) -> Iterator[Paragraph | Items]:
    """Yield the closed sentences that state the claim, their definitions, and what meets their premises."""
    for one in entry.get("sentences", ()):
        yield from _laid_out(one["name"], one["sentence"])
        if one["computed"]:
            yield Paragraph(words(f"It rests on {'; '.join(one['computed'])}."))
        if one.get("definitions"):
            notions = joined([trusted(each) for each in one["definitions"]])
            yield Paragraph(words("Definitions: ") + notions + words("."))
        yield from _met(one.get("met", {}))


def _laid_out(called: str, sentence: str) -> Iterator[Paragraph | Items]:
    """Yield a sentence in one paragraph, or a long one with its premises and conclusions as lists."""
    if len(sentence) <= _LONG:
        yield Paragraph(name(called) + words(": ") + prose(sentence))
        return
    parts: dict[str, list[Line]] = {"for all": [], "if": [], "then": []}
    where = "for all"
    for at, said in enumerate(re.split(r"(\$[^$]*\$)", sentence)):
        if at % 2:
            parts[where].append(prose(said))
        elif "if" in said.lower().split() or (at and ":" in said):
            where = "if" if "if" in said.lower().split() else "then"
        elif "then" in said.split():
            where = "then"
    if not parts["then"]:  # neither variables nor premises
        parts = {"then": parts["for all"]}
    yield Paragraph(name(called) + words(":"))
    yield Items(tuple(Item(words(word), below=tuple(map(Item, lines))) for word, lines in parts.items() if lines))


_UNTRIED = "so no hunt tries it or a mutant that keeps them"


def _met(found: Document) -> Iterator[Paragraph]:
    """Yield the instance that meets the premises of a sentence, or the reason why none is evaluated."""
    match found.get("how"):
        case "instance":
            yield Paragraph(words("An instance that meets its premises: ") + code(found["said"]) + words("."))
        case "lebesgue":
            yield Paragraph(words(f"No evaluation meets its premises, {_UNTRIED}; believed is {found['said']}."))
        case "unseen":
            said = f"No evaluation runs through its premises, {_UNTRIED}; they are met so: {found['said']}."
            yield Paragraph(words(said))


def _no_sentence(entry: Document) -> Iterator[Paragraph]:
    """Yield the reason why a claim of a numbered result has no proved sentence."""
    told = "" if entry.get("sentences") else reason(entry["id"])
    if told:
        yield Paragraph(prose(told))


def _formula(entry: Document) -> Iterator[Formula]:
    if entry["formula"] is not None:
        symbols = tuple(filter(None, (_explained(symbol) for symbol in entry.get("symbols", ()))))
        yield Formula(entry["formula"]["latex"], entry["formula"]["text"], symbols)


def _hypotheses(entry: Document) -> tuple[Items, ...]:
    """Return the hypotheses of a claim, stated ones and those of its proof."""
    told = [Item(prose(one["text"]), "silent in the paper" if one["silent"] else "") for one in entry["hypotheses"]]
    for one in entry.get("supposed", ()):
        told.append(Item(prose(f"${one['latex']}$" if one["latex"] else one["text"]), "from the proof"))
    return items(told)


def _letter(symbol: Document) -> Line:
    return _explained(symbol) or name(symbol["name"])


def _explained(symbol: Document) -> Line:
    """Return a symbol with its TeX and meaning; empty if neither is known."""
    means, latex = symbol["means"] or "", symbol["latex"]
    told = [prose(f"${latex}$")] if latex != symbol["name"] else []
    if means:
        said = " " in means or "." not in means
        told.append(name(means) if said else words("computed by ") + code(f"sdp_proofs.{means}"))
    return name(symbol["name"]) + words(": ") + joined(told) if told else ()


def _verdict(entry: Document) -> Iterator[Line]:
    told = standing(entry) if standing(entry) in (DEFINITION, UNCHECKABLE) else entry["status"]
    strength = entry.get("strength")
    yield words(f"{status_words(entry)}: {WORDS[told] if strength in (None, 'formula') else STRENGTHS[strength]}.")
    if strength == "formula":
        yield words(f"What that means: {STRENGTHS[strength]}.")
        used = [one for check in entry["evidence"] if _proves(check) for one in check["premises"]]
        entries = sorted({premise["source"] for premise in used if premise["origin"] == "trust"})
        if entries:
            yield words(f"Believed is what somebody typed as an instance of {', '.join(entries)}; the proof needs it.")
    if entry["uncheckable"] is not None:
        yield words("Not checkable: ") + name(entry["uncheckable"])
    if entry["erratum"] is not None:
        yield words(f"Wrong ({entry['erratum']['defect']}): ") + prose(entry["erratum"]["wrong"])


def _aside(key: str, entry: Document) -> str:
    """Return how many near misses are refuted, beside the title of their section."""
    if key == "misses":
        return f"false neighbours, which the same checks must refute: {near_miss_count(entry)}"
    return f"{entry['generated']['refuted']} of {entry['generated']['total']} refuted" if key == "generated" else ""


def _proves(check: Document) -> bool:
    return (check["verdict"], check["coverage"]) == ("HOLDS", "ALL")


def _names(premise: Document) -> set[str]:
    return {premise["source"], *premise["lifts"]}


def _witness(check: Document) -> Item:
    return Item(words("witness: ") + code(instance_text(check["witness"])))


def _near_misses(entry: Document) -> Iterator[Line]:
    """Yield the near misses of a claim or of a step, and what became of each."""
    for one in entry["near_misses"]["details"]:
        detail = instance_text(one["detail"] or "")
        if one.get("not_proved_by"):
            by = name(repr(one["not_proved_by"]))
            yield name(one["name"]) + words(": not proved by ") + by + words(f", and refuted by no instance; {detail}")
        elif one["refuted_by"] is None:
            yield name(one["name"]) + words(f": NOT refuted; {one['detail']}")
        else:
            by = name(repr(one["refuted_by"]))
            yield name(one["name"]) + words(": refuted by ") + by + words(" at ") + code(detail)


def backwards(document: Document, field: str) -> Mapping[str, list[str]]:
    """Index claims by the entries that a field of theirs names."""
    found: dict[str, list[str]] = defaultdict(list)
    for entry in document["claims"]:
        named = entry[field] or []
        for one in [named] if isinstance(named, str) else named:
            found[one].append(entry["id"])
    return found
