"""Evidence of a run as plain frozen values, and the status that it amounts to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from sdp_proofs.ledger.claim import Claim, Coverage, Fidelity, Kind, Method, Status, Strength, recorded_as
from sdp_proofs.ledger.premise import Origin, Premise
from sdp_proofs.verdict import Verdict


@dataclass(frozen=True, slots=True)
class Evidence:
    """The answer of one check on one claim, and how long it took."""

    method: Method
    coverage: Coverage
    title: str
    scope: str
    verdict: Verdict
    seconds: float
    instances: int | None = None
    witness: str | None = None
    detail: str | None = None
    premises: tuple[Premise, ...] = ()
    countermodel: str | None = None
    believed: bool = False

    @property
    def assumed(self) -> tuple[Premise, ...]:
        """The premises that come from nowhere; evidence that has any establishes nothing."""
        return tuple(premise for premise in self.premises if premise.origin is Origin.ASSUMED)

    @property
    def proves(self) -> bool:
        """Tell whether it is a proof for all instances."""
        return (
            self.verdict is Verdict.HOLDS
            and self.coverage is Coverage.ALL
            and self.method is not Method.SEARCHED
            and not self.vacuous
            and not self.assumed
        )

    @property
    def typed(self) -> bool:
        """Tell whether this proof has a premise that somebody typed: an instance of an entry of the trust list."""
        return self.proves and any(premise.origin is Origin.TRUST for premise in self.premises)

    @property
    def strength(self) -> Strength:
        """Strength of a proof: a sentence whose proof replays, belief, a list of values, or a formula."""
        if self.method is Method.REPLAYED:
            return Strength.PROVED
        if self.believed:
            return Strength.BELIEVED
        return Strength.FORMULA if self.instances is None else Strength.COMPUTED

    @property
    def vacuous(self) -> bool:
        """Tell whether the check met no instance, so that its verdict says nothing."""
        return self.instances == 0


@dataclass(frozen=True, slots=True)
class NearMissResult:
    """Result of the checks on one false neighbour of a claim: refuted or not, and by which check.

    It is undecided if some check had no answer, which might have been the refutation. Where no check refutes it by an
    instance, `not_proved_by` is the check whose premises cannot prove it: a point meets all of them and not the
    neighbour. Nobody says that there is such an instance.
    """

    name: str
    refuted_by: str | None
    detail: str | None = None
    undecided: bool = False
    not_proved_by: str | None = None

    @property
    def refuted(self) -> bool:
        """Tell whether some check answered FAILS; UNKNOWN does not count."""
        return self.refuted_by is not None

    @property
    def met(self) -> bool:
        """Tell whether the checks tell the neighbour from the claim: it is refuted, or their proof is none of it."""
        return self.refuted or self.not_proved_by is not None


@dataclass(frozen=True, slots=True)
class FamilyResult:
    """Results of the near misses that were generated from a claim's formula.

    Attributes:
        refuted: how many were refuted, or at least not proved, by kind.
        unproved: how many of these were not refuted by an instance; see `NearMissResult`.
        weaker: how many ask for no more than the claim; these are no near misses.
        listed: those that are true although they ask for more, each with the reason on record.
        survivors: those that are neither; there must be none.
        stale: entries on record that are not generated; there must be none.
    """

    refuted: tuple[tuple[str, int], ...]
    weaker: int = 0
    listed: tuple[tuple[str, str], ...] = ()
    survivors: tuple[NearMissResult, ...] = ()
    stale: tuple[str, ...] = ()
    unproved: int = 0

    @property
    def killed(self) -> int:
        """Number of near misses that were refuted, or at least not proved."""
        return sum(count for _, count in self.refuted)

    @property
    def problems(self) -> tuple[str, ...]:
        """Describe in words the faults of the family."""
        stale = (f"{name!r} is listed as true, but not generated" for name in self.stale)
        return (*(_surviving(one) for one in self.survivors), *stale)

    @property
    def unsettled(self) -> tuple[str, ...]:
        """Problems that are due to checks without an answer."""
        return tuple(_surviving(one) for one in self.survivors if one.undecided)


def _surviving(miss: NearMissResult) -> str:
    return f"generated near miss {miss.name!r} survives: {miss.detail}"


@dataclass(frozen=True, slots=True)
class StepResult:
    """The evidence of one step of a derivation."""

    recorded: Verdict
    evidence: Evidence
    near_misses: tuple[NearMissResult, ...] = ()


@dataclass(frozen=True, slots=True)
class DerivationResult:
    """Everything a run says about a derivation, step by step.

    Attributes:
        id: the derivation's id.
        steps: one entry per step, in order.
        problems: crashes, surviving near misses and verdicts other than the recorded ones, with the step's number.
        unsettled: those of the problems that are no findings, because a check had no answer.
    """

    id: str
    steps: tuple[StepResult, ...]
    problems: tuple[str, ...] = ()
    unsettled: tuple[str, ...] = ()

    @property
    def first_broken(self) -> int | None:
        """The number, from 1, of the first step that fails."""
        verdicts = [step.evidence.verdict for step in self.steps]
        return verdicts.index(Verdict.FAILS) + 1 if Verdict.FAILS in verdicts else None

    @property
    def agrees(self) -> bool:
        """Tell whether every step has its recorded verdict, with every near miss refuted."""
        return not self.problems


@dataclass(frozen=True, slots=True)
class ClaimResult:
    """Everything a run says about one claim.

    Attributes:
        id: the claim's id.
        recorded: the recorded status; None if nobody has recorded one.
        status: the status computed from the evidence.
        evidence: one entry per check.
        near_misses: one entry per near miss.
        problems: what is wrong with the ledger itself: a crash in a check, a surviving near miss, a
            counterexample that does not fail, a contradiction.
        resting_on: ids of the ancestors that are not established.
        derivation: what the steps of the claim's derivation came to, if it has one.
        family: what became of the generated near misses, if the claim has any.
        unsettled: those of the problems that are no findings, because something crashed or had no answer.
        could_agree: whether answers that are missing, here or to claims that this one refers to, could still give the
            recorded status.
        strength: what carries it, if it is established.
    """

    id: str
    recorded: Status | None
    status: Status
    evidence: tuple[Evidence, ...] = ()
    near_misses: tuple[NearMissResult, ...] = ()
    problems: tuple[str, ...] = ()
    resting_on: tuple[str, ...] = ()
    derivation: DerivationResult | None = None
    family: FamilyResult | None = None
    unsettled: tuple[str, ...] = ()
    could_agree: bool = False
    strength: Strength | None = None

    @property
    def agrees(self) -> bool:
        """Tell whether the run confirms the record, with every near miss refuted and nothing amiss."""
        return self.recorded in (self.status, None) and not self.problems

    @property
    def agreement(self) -> Verdict:
        """Tell whether the run confirms the record: FAILS for findings only, UNKNOWN where an answer is missing."""
        if self.agrees:
            return Verdict.HOLDS
        recorded = self.recorded in (self.status, None) or self.could_agree
        missing = set(self.problems) <= set(self.unsettled) and recorded
        return Verdict.UNKNOWN if missing else Verdict.FAILS

    @property
    def undecided(self) -> bool:
        """Tell whether some check was left without a decision."""
        return any(entry.verdict is Verdict.UNKNOWN for entry in self.evidence)

    def _repr_html_(self) -> str:
        """HTML for notebooks."""
        from sdp_proofs.ledger.notebook import result_html

        return result_html(self, recorded_as(self.recorded))


PRINTED = (Fidelity.LITERAL, Fidelity.TYPO_CORRECTED)
"""Fidelities that are close enough to what is printed, so that what refutes it refutes print."""


def read_as(claim: Mapping[str, Any]) -> bool:
    """Tell whether a claim of a snapshot is a reading of what a paper says, which is counted apart.

    It is called so, or it is false and in other words than the paper's: that refutes nothing that is printed.

    Example:
        >>> lemma = {"kind": "lemma", "status": "refuted", "fidelity": "narrowed"}
        >>> read_as(lemma), read_as({**lemma, "fidelity": "literal"}), read_as({**lemma, "kind": "reading"})
        (True, False, True)
    """
    own = claim["kind"] == Kind.PROJECT
    false = claim["status"] in (Status.REFUTED, Status.REPAIRED)
    return claim["kind"] == Kind.READING or (not own and false and claim.get("fidelity", PRINTED[0]) not in PRINTED)


class ContradictionError(Exception):
    """One check proved a claim for every instance while another exhibits a failing instance."""


def status_of(evidence: Collection[Evidence]) -> Status:
    """The status of one claim, as far as its own evidence decides it.

    A search can neither establish, support nor refute a claim: what it finds has to be confirmed by a check of another
    method. Still, a claim is not called established or supported while a search exhibits a failing instance. A proof
    with a premise that is assumed supports a claim at best. Evidence without instances counts for nothing.

    Raises:
        ContradictionError: something HOLDS for ALL instances and something FAILS.

    Example:
        >>> from sdp_proofs.ledger import Coverage
        >>> holds = Evidence(Method.EXACT, Coverage.GRID, "grid", "n <= 9", Verdict.HOLDS, 0.1)
        >>> str(status_of([holds]))
        'supported'
    """
    if evidence and all(entry.vacuous for entry in evidence):
        return Status.VACUOUS
    failing = [entry for entry in evidence if entry.verdict is Verdict.FAILS]
    holding = [
        entry
        for entry in evidence
        if entry.verdict is Verdict.HOLDS and not entry.vacuous and entry.method is not Method.SEARCHED
    ]
    proofs = [entry for entry in holding if entry.proves]
    if failing and proofs:
        raise ContradictionError(
            f"{proofs[0].title!r} holds for all instances, "
            f"but {failing[0].title!r} fails at {failing[0].witness}"
        )
    if any(entry.method is not Method.SEARCHED for entry in failing):
        return Status.REFUTED
    if failing or not holding:
        return Status.OPEN
    return Status.ESTABLISHED if proofs else Status.SUPPORTED


def strength_of(evidence: Collection[Evidence], cited: Collection[Strength | None] = ()) -> Strength | None:
    """Strength of an established claim: its strongest proof, and belief if what it cites is believed; else None.

    A closed sentence whose proof replays rests on nothing that the claim cites.

    Args:
        evidence: of the claim.
        cited: the strengths of the claims that it depends on.

    Example:
        >>> from sdp_proofs.ledger import Coverage
        >>> proof = Evidence(Method.SMT, Coverage.ALL, "proof", "all", Verdict.HOLDS, 0.1)
        >>> str(strength_of([proof])), str(strength_of([proof], [Strength.BELIEVED]))
        ('formula', 'believed')
    """
    found = [entry.strength for entry in evidence if entry.proves]
    if found and Strength.BELIEVED in cited and Strength.PROVED not in found:
        return Strength.BELIEVED
    return min(found, key=list(Strength).index, default=None)


def capped_by_premises(status: Status, resting: Collection[str]) -> Status:
    """Downgrade claims whose premises are not established.

    Example:
        >>> str(capped_by_premises(Status.ESTABLISHED, ["a-conjecture"]))
        'supported'
    """
    return Status.SUPPORTED if status is Status.ESTABLISHED and resting else status


def with_repair(status: Status, repair: Status | None, alike: bool = True) -> Status:
    """A refuted claim counts as repaired once the claim that repairs it, and resembles it, is established."""
    if status is Status.REFUTED and repair is Status.ESTABLISHED and alike:
        return Status.REPAIRED
    return status


def resting_on(claim: Claim, claims: Mapping[str, Claim], statuses: Mapping[str, Status]) -> tuple[str, ...]:
    """The ancestors of a claim that are not established, sorted.

    A definition asserts nothing: what depends on one depends on claims about it.
    """
    seen: set[str] = set()
    waiting = list(claim.depends_on)
    while waiting:
        identifier = waiting.pop()
        if identifier not in seen:
            seen.add(identifier)
            waiting.extend(claims[identifier].depends_on)
    return tuple(
        sorted(
            identifier
            for identifier in seen
            if statuses.get(identifier) is not Status.ESTABLISHED
        )
    )


Row = Mapping[str, Any]


def strengths(claims: Iterable[Row]) -> dict[str, int]:
    """The established claims by strength, those with typed instances, and those that follow from these alone.

    Readings are counted apart, as everywhere. What follows from typed instances only through what it cites is believed,
    too, and is not among those that follow from its own.

    Example:
        >>> proof = {"verdict": "HOLDS", "coverage": "ALL", "method": "SMT", "instances": None, "believed": True,
        ...          "premises": [{"origin": "trust"}]}
        >>> row = {"kind": "lemma", "status": "established", "strength": "believed", "evidence": [proof]}
        >>> found = strengths([row, {**row, "evidence": []}])
        >>> found["believed"], found["typed"], found["typed_alone"]
        (2, 1, 1)
    """
    counted = [one for one in claims if one["status"] == Status.ESTABLISHED and one["kind"] != Kind.READING]
    found = Counter(str(one.get("strength")) for one in counted)
    typed = [one for one in counted if any(_has_typed(entry) for entry in _proofs(one))]
    alone = [one for one in typed if all(entry.get("believed") for entry in _proofs(one))]
    return {**{one.value: found[one.value] for one in Strength}, "typed": len(typed), "typed_alone": len(alone)}


def _proofs(claim: Row) -> list[Row]:
    """The evidence that establishes a claim."""
    return [
        entry
        for entry in claim["evidence"]
        if (entry["verdict"], entry["coverage"]) == (Verdict.HOLDS.value, Coverage.ALL)
        and entry["method"] != Method.SEARCHED
        and entry["instances"] != 0
        and all(premise["origin"] != Origin.ASSUMED for premise in entry["premises"])
    ]


def _has_typed(entry: Row) -> bool:
    return any(premise["origin"] == Origin.TRUST for premise in entry["premises"])
