"""Families of near misses: generated slips in a claim's formula.

The claim's own checks meet them.

How to give a claim its family:

    family=family(counts=["n", "T"], true={NOT_ATTAINED: ["< for <= in loss <= T / n"]})

Each slip must be refuted, but for two kinds. Those that ask for no more than the claim are left out by rule: the gap
between the two sides is nowhere smaller than before, as the checks find out when they are asked for just that, so the
truth of the claim plays no part in it. Those that ask for more and are not refuted all the same are listed in `true`,
each under the reason why; they show where a claim is not tight. A listed slip that is refuted, or that does not exist,
is a stale entry; the tests look for both. A hypothesis that a proof does not need is listed by itself.

Refuted claims have no family: what refutes them refutes their neighbours, too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from sdp_proofs.ledger import Check, Claim, Coverage, FamilyResult, Method, NearMissResult
from sdp_proofs.ledger.examination import examine
from sdp_proofs.verdict import Verdict

if TYPE_CHECKING:
    from sdp_proofs.formulas.formula import Formula

NOT_ATTAINED = "true: equality does not occur"
BOUNDARY = "true: it holds at the boundary as well"
ROOM = "true: the step is smaller than the room between the two sides"
IDLE = "true: the changed place does not matter where the statement applies"
ALIKE = "true: the statement is symmetric in the symbols"
CONVERSE = "true: the converse holds as well"
EQUAL = "true: the two sides are equal wherever they are compared"
NOT_NEEDED = "true: the hypothesis is not needed, or follows from the others"
UNDECIDED = "not decided by the checks"
UNREFUTED = "open: no instance refutes it"  # a sentence alone proves the claim

_CEILING = 2048  # bits: gaps that do not differ are told apart by no precision


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A claim with one slip.

    Attributes:
        kind: of the slip.
        name: what was changed.
        key: the same for files: the place in the formula, or the name of a hypothesis that is left out.
        claim: the neighbour; it differs from the claim in its formula, or in what its only check assumes.
        asks_no_more: what holds if the neighbour is no stronger than the claim; None if it is not left out by rule.
    """

    kind: str
    name: str
    key: str
    claim: Claim
    asks_no_more: Formula | None


@dataclass(frozen=True, slots=True)
class Family:
    """The generated near misses of a claim, see `family`."""

    counts: tuple[str, ...] = ()
    true: Mapping[str, str] = field(default_factory=dict)
    deep: bool = False

    def neighbours(self, claim: Claim) -> Iterator[Neighbour]:
        """Yield the claim with every slip, and without every hypothesis.

        Slips are in its formula, hypotheses those of its checks.
        """
        from sdp_proofs.formulas.mutations import MutationKind, mutations_of

        bare = claim.unrecorded()
        for slip in mutations_of(claim.formula, self.counts):
            changed = replace(bare, formula=slip.formula)
            yield Neighbour(str(slip.kind), slip.name, slip.key, changed, slip.asks_no_more)
        for check in claim.checks:
            for name, weakened in check.without().items() if check.without else ():
                checked = replace(bare, checks=(weakened,))
                left_out = f"{check.title}, without {name}"
                yield Neighbour(str(MutationKind.HYPOTHESIS), left_out, left_out, checked, None)

    def provoke(self, claim: Claim) -> FamilyResult:
        """Run the checks on every neighbour that is not listed as true."""
        from sdp_proofs.provers.smt import countermodels_kept

        with countermodels_kept():
            return self._provoked(claim)

    def _provoked(self, claim: Claim) -> FamilyResult:
        court = Court(claim)
        kinds: Counter[str] = Counter()
        met, listed, survivors, idle, weaker, unproved = set(), [], [], [], 0, 0
        for neighbour in self.neighbours(claim):
            known = {neighbour.name, neighbour.key} & self.true.keys()
            if known:
                met |= known
                listed.append((neighbour.name, self.true[min(known)]))
                continue
            result = court.refutation(neighbour)
            if result.met:
                kinds[neighbour.kind] += 1
                unproved += not result.refuted
            elif court.proved(neighbour):
                idle.append((neighbour.name, NOT_NEEDED))
            elif court.asks_no_more(neighbour):
                weaker += 1
            else:
                survivors.append(result)
        stale = tuple(name for name in self.true if name not in met)
        counted = tuple(sorted(kinds.items()))
        return FamilyResult(counted, weaker, (*listed, *idle), tuple(survivors), stale, unproved)


def family(
    counts: Collection[str] = (),
    true: Mapping[str, Collection[str]] | None = None,
    *,
    deep: bool = False,
) -> Family:
    """The near misses that are generated from a claim's formula.

    Args:
        counts: the symbols that are integers: each, at each place, is put one up and one down.
        true: slips that ask for more than the claim and are not refuted, by reason.
        deep: whether they are examined on demand only, because it takes long.

    Example:
        >>> family(true={NOT_ATTAINED: ["< for <= in x <= 1"]}).true
        {'< for <= in x <= 1': 'true: equality does not occur'}
    """
    listed = {name: reason for reason, names in (true or {}).items() for name in names}
    return Family(tuple(counts), listed, deep)


class Court:
    """Checks of a claim that meet its neighbours, one after the other.

    A check that decides the formula at instances, and does nothing else, computes them once for all neighbours.
    """

    def __init__(self, claim: Claim) -> None:
        self.claim = claim
        # A sentence does not speak of the letters of the claim.
        self.checks = [one for one in claim.checks if not one.deep and one.method is not Method.REPLAYED]
        self._instances: dict[str, list[tuple[str, Mapping[str, Any]]]] = {}

    def refutation(self, neighbour: Neighbour) -> NearMissResult:
        """Return the check that refutes the neighbour, or all answers."""
        answers, undecided, unproved = [], False, None
        for check in self.checks if neighbour.claim.checks == self.claim.checks else neighbour.claim.checks:
            verdict, detail, countermodel = self._decided(check, neighbour.claim)
            if verdict is Verdict.FAILS:
                return NearMissResult(neighbour.name, check.title, detail)
            if countermodel and unproved is None:
                said = f"no proof from the premises: {countermodel}"
                unproved = NearMissResult(neighbour.name, None, said, not_proved_by=check.title)
            answers.append(f"{check.title!r} answers {verdict.value}")
            undecided = undecided or verdict is Verdict.UNKNOWN
        if unproved is not None:
            return unproved
        return NearMissResult(neighbour.name, None, ", ".join(answers), undecided)

    def proved(self, neighbour: Neighbour) -> bool:
        """Tell whether the neighbour is proved without one of the hypotheses.

        It is a stronger theorem then.
        """
        if neighbour.claim.checks == self.claim.checks:
            return False
        return all(examine(check, neighbour.claim)[0].proves for check in neighbour.claim.checks)

    def asks_no_more(self, neighbour: Neighbour) -> bool:
        """Tell whether a check finds the neighbour nowhere stronger."""
        if neighbour.asks_no_more is None:
            return False
        weaker = replace(neighbour.claim, formula=neighbour.asks_no_more)
        # Only checks that decide any formula they are given: others may know the claim they were written for.
        general = [check for check in self.checks if check.instances or check.without]
        return any(self._decided(check, weaker)[0] is Verdict.HOLDS for check in general)

    def _decided(self, check: Check, claim: Claim) -> tuple[Verdict, str | None, str | None]:
        if check.instances is None:
            evidence, _ = examine(check, claim)
            return evidence.verdict, evidence.witness, evidence.countermodel if check.coverage is Coverage.ALL else None
        if check.title not in self._instances:  # they depend on parameters, never on the formula
            self._instances[check.title] = list(check.instances(self.claim))
        instances = self._instances[check.title]
        verdict = Verdict.HOLDS if instances else Verdict.UNKNOWN
        for name, values in instances:
            match claim.formula.decide(values, _CEILING):
                case Verdict.FAILS:
                    return Verdict.FAILS, name, None
                case Verdict.UNKNOWN:
                    verdict = Verdict.UNKNOWN
        return verdict, None, None
