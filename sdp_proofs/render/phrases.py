"""Short phrases on a snapshot that several pages need."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from sdp_proofs.ledger.evidence import read_as

READING = "reading"
"""Word for a claim that is a reading of what is printed, whatever its status."""
NOT_EXAMINED = "not examined"
MARK = "(!)"
DEFINITION, UNCHECKABLE = "definition", "uncheckable"
_DEFINES = (DEFINITION, "algorithm", "equation")
_VALUE = re.compile(r"(?:^|[,;:] )(\w+ = [^,;:]+)")
_BETWEEN_VALUES = re.compile(r", (?=\w+ = )")
_LONG = re.compile(r"\d{41,}")
_END = 12
"""Digits that are shown at either end of a number that is too long to be read."""
WORDS = {
    NOT_EXAMINED: "nobody has written a check for it yet, nor said why there can be none",
    "established": "proved for all instances",
    "supported": "it holds wherever it was tried, or follows from what is not established",
    "repaired": "false as stated; what holds instead is established",
    "refuted": "false as stated; nothing established takes its place",
    "open": "neither proved nor refuted",
    "vacuous": "no instance meets the hypotheses",
    DEFINITION: "a definition or an algorithm, which asserts nothing; what is said of it are claims of their own",
    UNCHECKABLE: "asserts nothing that could be computed: a table of words, a report on runs that are not given",
    READING: "a sentence that leaves something open, taken more strictly than it is written, or a statement that fails "
    "in other words than the printed ones; that it fails refutes nothing that is printed, and it is counted apart",
}
"""Words that a claim can be counted as, in the order of tables, with their meanings."""


STRENGTHS = {
    "proved": "the sentence is proved",
    "formula": "the formula is proved for all values of its letters that meet the hypotheses; that the words of the "
    "statement say no more is for the reader to see",
    "computed": "programs decide it for the instances or inputs that the evidence names, and nothing is said of others",
    "believed": "nothing that is proved decides it: it follows from instances that somebody typed, or is about a "
    "sequence that somebody says its symbols to be, or rests on a program's word that all instances are decided; or "
    "that is so of what it cites",
}
"""Words for what carries an established claim, with their meanings."""


def standing(claim: Mapping[str, Any]) -> str:
    """Return the word that a claim is counted under.

    Example:
        >>> standing({"kind": "lemma", "status": "repaired"}), standing({"kind": "reading", "status": "repaired"})
        ('repaired', 'reading')
        >>> standing({"kind": "definition", "status": "open", "uncheckable": "It asserts nothing."})
        'definition'
    """
    if read_as(claim):
        return READING
    if claim["status"] == "open" and claim.get("uncheckable"):
        return DEFINITION if claim["kind"] in _DEFINES else UNCHECKABLE
    return str(claim["status"])


def refuted(claim: Mapping[str, Any]) -> bool:
    """Tell whether a statement is refuted, rather than a strict reading."""
    return standing(claim) in ("refuted", "repaired")


def status_words(claim: Mapping[str, Any]) -> str:
    """Return the status, marked for readings, with the word of what carries an established claim.

    Example:
        >>> status_words({"kind": "lemma", "status": "repaired"}), status_words({"kind": "reading", "status": "open"})
        ('repaired', 'reading (open)')
        >>> status_words({"kind": "lemma", "status": "established", "strength": "believed"})
        'established, believed'
        >>> status_words({"kind": "lemma", "status": "established", "strength": "proved"})
        'established, proved'
    """
    told = f"{READING} ({claim['status']})" if read_as(claim) else standing(claim)
    return f"{told}, {claim['strength']}" if claim.get("strength") else told


def status_beside_record(claim: Mapping[str, Any]) -> str:
    """Return the status, with the recorded one if they differ.

    Example:
        >>> status_beside_record({"kind": "lemma", "status": "open", "agrees": False, "recorded": None})
        'open (not finished)'
    """
    if claim["agrees"]:
        return status_words(claim)
    beside = "not finished" if claim["recorded"] is None else f"recorded: {claim['recorded']}"
    return f"{status_words(claim)} ({beside})"


def counted(document: Mapping[str, Any]) -> str:
    """Count the claims by standing, established ones by what carries them as well; repaired ones are named false.

    Example:
        >>> lemmas = [{"kind": "lemma", "status": status} for status in ("established", "repaired", "refuted")]
        >>> counted({"claims": [*lemmas, {"kind": "reading", "status": "repaired"}]})
        '4 claims: 1 established, 2 false as stated (1 repaired), 1 reading'
        >>> carried = [{"kind": "lemma", "status": "established", "strength": one} for one in ("proved", "computed")]
        >>> counted({"claims": carried})
        '2 claims: 2 established (1 proved, 1 computed)'
    """
    counts = Counter(map(standing, document["claims"]))
    carried = Counter(one.get("strength") for one in document["claims"] if standing(one) == "established")
    strong = ", ".join(f"{carried[word]} {word}" for word in STRENGTHS if carried[word])
    strong = f" ({strong})" if strong else ""
    false = counts["repaired"] + counts["refuted"]
    told = [
        (counts[NOT_EXAMINED], NOT_EXAMINED),
        (counts["established"], f"established{strong}"),
        (counts["supported"], "supported"),
        (false, f"false as stated ({counts['repaired']} repaired)"),
        *((counts[word], word) for word in ("open", "vacuous")),
        (counts[DEFINITION], f"{DEFINITION}{'' if counts[DEFINITION] == 1 else 's'}"),
        (counts[UNCHECKABLE], UNCHECKABLE),
        (counts[READING], f"{READING}{'' if counts[READING] == 1 else 's'}"),
    ]
    words = [f"{number} {text}" for number, text in told if number]
    total = len(document["claims"])
    return f"{total} claim{'' if total == 1 else 's'}" + (": " if words else "") + ", ".join(words)


def beliefs_counted(found: Mapping[str, int]) -> str:
    """Count the claims that rest on typed instances; empty if none does.

    Args:
        found: of `ledger.evidence.strengths`.

    Example:
        >>> beliefs_counted({"typed": 140, "typed_alone": 77, "believed": 120})
        '140 established claims rest on instances that somebody typed, and 77 of them follow from these alone; 120 are \
beliefs in all, with what cites them, sequences that words name and checks that no way to prove has made.'
    """
    if not found["believed"] + found["typed"]:
        return ""
    rest = "1 established claim rests" if found["typed"] == 1 else f"{found['typed']} established claims rest"
    follow = "1 of them follows" if found["typed_alone"] == 1 else f"{found['typed_alone']} of them follow"
    return (
        f"{rest} on instances that somebody typed, and {follow} from these alone; {found['believed']} "
        f"{'is a belief' if found['believed'] == 1 else 'are beliefs'} in all, with what cites them, sequences that "
        "words name and checks that no way to prove has made."
    )


def near_misses_counted(document: Mapping[str, Any]) -> str:
    """Count the refuted near misses of claims and of derivations.

    Example:
        >>> near_misses_counted({"claims": [{"near_misses": {"refuted": 2, "total": 2}, "derivation": None}]})
        '2 of 2 near misses refuted'
        >>> generated = {"generated": {"refuted": 40, "total": 40}, "near_misses": {"refuted": 2, "total": 2}}
        >>> near_misses_counted({"claims": [generated]})
        '2 of 2 near misses refuted, and 40 of 40 generated ones (kill rate 100 %)'
        >>> near_misses_counted({"claims": [{"near_misses": {"refuted": 2, "total": 5, "not_proved": 3}}]})
        '2 of 5 near misses refuted by instances, 3 not proved'
    """
    counts = [claim["near_misses"] for claim in document["claims"]]
    for claim in document["claims"]:
        counts += [step["near_misses"] for step in (claim.get("derivation") or {"steps": ()})["steps"]]
    refuted, unproved, total = _totals(counts)
    written = f"{refuted:,} of {total:,} near misses refuted{_unproved(unproved)}"
    families = [claim["generated"] for claim in document["claims"] if "generated" in claim]
    if not families:
        return written
    killed, alike, made = _totals(families)
    everything = total + made
    # Rounded down: one survivor among thousands must not read as a hundred per cent.
    rate = (refuted + unproved + killed + alike) * 1000 // everything / 10 if everything else 100
    return f"{written}, and {killed:,} of {made:,} generated ones{_unproved(alike)} (kill rate {rate:g} %)"


def _totals(counts: Sequence[Mapping[str, Any]]) -> tuple[int, int, int]:
    """Sum the refuted, the unproved and all near misses."""
    return (
        sum(count["refuted"] for count in counts), sum(count.get("not_proved", 0) for count in counts),
        sum(count["total"] for count in counts),
    )  # fmt: skip


def _unproved(count: int) -> str:
    return f" by instances, {count:,} not proved" if count else ""


def evidence_marks(claim: Mapping[str, Any]) -> str:
    """Return method, coverage and verdict of every check in a row.

    Example:
        >>> evidence_marks({"evidence": [{"method": "SMT", "coverage": "ALL", "verdict": "HOLDS"}]})
        'SMT/ALL holds'
    """
    marks = [
        f"{entry['method']}/{entry['coverage']} {entry['verdict'].lower()}" for entry in claim["evidence"]
    ]
    return ", ".join(dict.fromkeys(marks)) or "none"


def instance_count(number: int | None) -> str:
    """Count the instances of a check in words; empty without a count.

    Example:
        >>> [instance_count(number) for number in (None, 1, 20000)]
        ['', '1 instance', '20,000 instances']
    """
    return "" if number is None else "1 instance" if number == 1 else f"{number:,} instances"


def near_miss_count(claim: Mapping[str, Any]) -> str:
    """Return refuted near misses as fractions, written and generated.

    Example:
        >>> near_miss_count({"near_misses": {"refuted": 2, "total": 2}, "generated": {"refuted": 40, "total": 41}})
        '2/2 + 40/41'
        >>> near_miss_count({"near_misses": {"refuted": 1, "not_proved": 2, "total": 3}})
        '1/3, 2 not proved'
    """
    counts = [claim["near_misses"], *([claim["generated"]] if "generated" in claim else [])]
    told = " + ".join(f"{count['refuted']}/{count['total']}" for count in counts if count["total"])
    unproved = sum(count.get("not_proved", 0) for count in counts)
    return f"{told}, {unproved} not proved" if unproved else told


def generated_lines(claim: Mapping[str, Any]) -> Iterator[str]:
    """Yield the fate of generated near misses, by kind and survivor.

    Example:
        >>> none = {"refuted": 0, "total": 0, "kinds": {}, "survivors": [], "weaker": 0, "listed": []}
        >>> list(generated_lines({"generated": none}))
        []
    """
    if "generated" not in claim:
        return
    family = claim["generated"]
    kinds = ", ".join(f"{count} {kind}" for kind, count in family["kinds"].items())
    if family["total"]:
        unproved = _unproved(family.get("not_proved", 0))
        told = f"generated: {family['refuted']} of {family['total']} refuted{unproved}"
        yield told + (f" ({kinds})" if kinds else "")
    for survivor in family["survivors"]:
        yield f"NOT refuted: {survivor['name']}; {survivor['detail']}"
    if family["weaker"]:
        yield f"left out, since they ask for no more than the claim: {family['weaker']}"
    for entry in family["listed"]:
        yield f"{entry['name']}: {entry['reason']}"


def counterexample_line(claim: Mapping[str, Any]) -> str:
    """Return the recorded counterexample up to its first colon or stop.

    Example:
        >>> counterexample_line({"counterexample": {"says": "n = 0, in the U.S. too: its square is not positive."}})
        'fails: n = 0, in the U.S. too'
    """
    return "fails: " + re.split(r": |\. (?=[A-Z])|\.$", claim["counterexample"]["says"])[0]


def counterexample_text(claim: Mapping[str, Any]) -> str:
    """Return the recorded counterexample with its reason.

    Example:
        >>> counterexample_text({"counterexample": {"says": "n = 0: its square is not positive."}})
        'fails: n = 0: its square is not positive.'
    """
    return f"fails: {claim['counterexample']['says']}"


def premise_line(premise: Mapping[str, Any]) -> str:
    """Return a premise of a proof with its origin.

    Example:
        >>> premise_line({"text": "loss <= tail", "origin": "trust", "source": "sum-over-outputs", "lifts": ["a", "b"]})
        'by sum-over-outputs from a, b: loss <= tail'
    """
    match premise["origin"]:
        case "claim":
            origin = f"by {premise['source']}"
        case "collected":
            origin = f"collected from {', '.join(premise['lifts']) or 'what is known of each'}"
        case "trust":
            lifted = f" from {', '.join(premise['lifts'])}" if premise["lifts"] else ""
            origin = f"by {premise['source']}{lifted}"
        case "step":
            origin = f"by the step {premise['source']!r}"
        case other:
            origin = str(other)
    return f"{origin}: {premise['text']}"


def instance_text(text: str) -> str:
    """Shorten an instance: no value twice, long numbers by their ends.

    Example:
        >>> instance_text("n = 3, T = 2, odds 2: n = 3, T = 2, loss = [0.1, 0.2]")
        'n = 3, T = 2, odds 2: loss = [0.1, 0.2]'
        >>> instance_text("n = 3: n = 3"), instance_text("no proof from the premises: n = 2")
        ('n = 3', 'no proof from the premises: n = 2')
        >>> instance_text(f"gamma = {3**200}/2")
        'gamma = 265613988875...384699044001 (96 digits)/2'
    """
    named, colon, values = text.rpartition(": ")
    told = {said.strip() for said in _VALUE.findall(named)}
    kept = [value for value in _BETWEEN_VALUES.split(values) if value not in told]
    once = f"{named}{colon if kept else ''}{', '.join(kept)}"
    return _LONG.sub(lambda number: f"{number[0][:_END]}...{number[0][-_END:]} ({len(number[0])} digits)", once)


def disagreement(claim: Mapping[str, Any]) -> str:
    """Return the predicate of a claim that disagrees or is unfinished.

    Example:
        >>> draft = {"recorded": None, "agreement": "UNKNOWN", "kind": "lemma", "status": "established"}
        >>> disagreement(draft), disagreement({**draft, "recorded": "open", "agreement": "FAILS"})
        ('is not finished (established so far)', 'disagrees with the record')
    """
    if claim["recorded"] is None:
        if refuted(claim):
            return "is false"
        return f"is {NOT_EXAMINED}" if claim["status"] == NOT_EXAMINED else (
            f"is not finished ({status_words(claim)} so far)"
        )
    return "is undecided" if claim["agreement"] == "UNKNOWN" else "disagrees with the record"


def verdict_line(claim: Mapping[str, Any]) -> str | None:
    """Return the witness of a refutation off record; None if there is none.

    Example:
        >>> evidence = [{"verdict": "FAILS", "witness": "all p: p = 9/16"}]
        >>> claim = {"status": "refuted", "counterexample": None, "evidence": evidence, "near_misses": {"total": 0}}
        >>> verdict_line(claim)
        'FALSE at p = 9/16; near misses missing'
    """
    if claim["status"] not in ("refuted", "repaired") or claim["counterexample"] is not None:
        return None
    witness = next(str(entry["witness"]) for entry in claim["evidence"] if entry["verdict"] == "FAILS")
    lacks = "" if claim["near_misses"]["total"] else "; near misses missing"
    return f"FALSE at {instance_text(witness).rpartition(': ')[2]}{lacks}"


def false_line(claim: Mapping[str, Any]) -> str | None:
    """Return the warning above a formula that fails; None if none is due.

    Example:
        >>> lemma = {"kind": "lemma", "fidelity": "literal", "status": "repaired", "repaired_by": "squares"}
        >>> false_line({**lemma, "counterexample": {"says": "n = 0: its square is not positive."}})
        'FALSE as printed: n = 0. What holds instead: squares'
    """
    if claim["status"] not in ("refuted", "repaired"):
        return None
    kind = "FALSE" if claim["kind"] == "project" else "Fails as it is read here" if read_as(claim) else (
        "FALSE as printed"
    )
    if claim["counterexample"] is not None:
        where = f": {counterexample_line(claim).removeprefix('fails: ')}"
    else:
        where = str(verdict_line(claim)).removeprefix("FALSE")
    instead = f". What holds instead: {claim['repaired_by']}" if claim["repaired_by"] is not None else ""
    return f"{kind}{where}{instead}"


def legend(claims: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """Yield the lines that explain the mark (!) and the way out.

    Example:
        >>> list(legend([{"agrees": True}]))
        []
    """
    marked = [claim for claim in claims if not claim["agrees"]]
    if marked:
        yield f"{MARK} what the run finds is not what is on record, or the claim is not finished: see above."
    if any(claim.get("generated", {}).get("survivors") for claim in marked):
        yield (
            "A generated near miss survives if it is true as well: name it with the reason among its `survivors`, "
            'or leave generated ones out with generated="none" at the claim.'
        )


def assumed_line(claim: Mapping[str, Any]) -> str:
    """Return the premises of a claim that have no origin, in one line; empty if there are none.

    Example:
        >>> premises = [{"text": "c > 1", "origin": "assumed"}, {"text": "x >= 0", "origin": "hypothesis"}]
        >>> assumed_line({"evidence": [{"premises": premises}]})
        'assumed, with no origin: c > 1'
    """
    found = dict.fromkeys(
        premise["text"]
        for entry in claim.get("evidence", ())
        for premise in entry.get("premises", ())
        if premise["origin"] == "assumed"
    )
    return f"assumed, with no origin: {', '.join(found)}" if found else ""


def disagreements(claim: Mapping[str, Any]) -> Iterator[str]:
    """Yield the differences between a claim and its record."""
    if claim["recorded"] not in (claim["status"], None):
        why = f"; {assumed}" if (assumed := assumed_line(claim)) else ""
        yield f"the evidence says {claim['status']}, the record says {claim['recorded']}{why}"
    yield from claim["problems"]
