"""What a run leaves behind: plain frozen values that cross process boundaries."""

from __future__ import annotations

from dataclasses import dataclass

from sdp_proofs.ledger.claim import Coverage, Method, Status, Strength
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
        """Whether it is a proof for all instances."""
        return (
            self.verdict is Verdict.HOLDS
            and self.coverage is Coverage.ALL
            and self.method is not Method.SEARCHED
            and not self.vacuous
            and not self.assumed
        )

    @property
    def typed(self) -> bool:
        """Whether it is a proof with a premise that somebody typed: an instance of an entry of the trust ledger."""
        return self.proves and any(premise.origin is Origin.TRUST for premise in self.premises)

    @property
    def strength(self) -> Strength:
        """What carries a proof: belief, a list of values, or a formula."""
        if self.believed:
            return Strength.BELIEVED
        return Strength.FORMULA if self.instances is None else Strength.COMPUTED

    @property
    def vacuous(self) -> bool:
        """Whether the check met no instance, so that its verdict says nothing."""
        return self.instances == 0


@dataclass(frozen=True, slots=True)
class NearMissResult:
    """Whether the checks of a claim refuted one of its false neighbours, and which check did.

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
        """Whether some check answered FAILS; UNKNOWN does not count."""
        return self.refuted_by is not None

    @property
    def met(self) -> bool:
        """Whether the checks tell the neighbour from the claim: it is refuted, or their proof is none of it."""
        return self.refuted or self.not_proved_by is not None


@dataclass(frozen=True, slots=True)
class FamilyResult:
    """What became of the near misses that were generated from a claim's formula.

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
        """How many were refuted, or at least not proved."""
        return sum(count for _, count in self.refuted)

    @property
    def problems(self) -> tuple[str, ...]:
        """What is wrong with the family, in words."""
        stale = (f"{name!r} is listed as true, but not generated" for name in self.stale)
        return (*(_surviving(one) for one in self.survivors), *stale)

    @property
    def unsettled(self) -> tuple[str, ...]:
        """Those of the problems that are due to checks without an answer."""
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
        """Whether every step has its recorded verdict, with every near miss refuted."""
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
        """Whether the run confirms the record, with every near miss refuted and nothing amiss."""
        return self.recorded in (self.status, None) and not self.problems

    @property
    def agreement(self) -> Verdict:
        """Whether the run confirms the record: FAILS for findings only, UNKNOWN where an answer is missing."""
        if self.agrees:
            return Verdict.HOLDS
        recorded = self.recorded in (self.status, None) or self.could_agree
        missing = set(self.problems) <= set(self.unsettled) and recorded
        return Verdict.UNKNOWN if missing else Verdict.FAILS

    @property
    def undecided(self) -> bool:
        """Whether some check was left without a decision."""
        return any(entry.verdict is Verdict.UNKNOWN for entry in self.evidence)

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        from sdp_proofs.ledger.notebook import result_html

        return result_html(self)
