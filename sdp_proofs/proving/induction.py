"""Proofs by induction along a sequence of states.

The theorem. Let states be tuples of numbers, one for every symbol in `following`; the first is given by `first`, and
each later one by the terms `following` of the one before it, of parameters that do not change, and of inputs that may
be others at every step. If the formula holds at the first state, and at every later one if it holds at the one before,
then it holds at all states. So the proof is about exactly these sequences, and the scope says how they go on.

What may be assumed, and what is checked of it, part by part:

* without a symbol of a state or an input: a hypothesis on the parameters;
* without a symbol of a state and with an input: what the input of every step is. It is known in the step alone, as
  there need be none before the first;
* with one and with an input: what the input of a step may be, given the state it meets. It is known in the step alone;
* with one and without an input: it must hold at all states by itself, that is at the first, and at the next if at this
  one; or it limits the claim to some states, and then the states before one of these must be among them, or the
  induction would not reach it.

What claims say of every step, of its state and of its inputs, may be cited: the step uses their formulas.

The formula, and what is kept along with it, speak of no input: that is another at the next step. What is said of inputs
is a part of what the sequences are, and no condition on the parameters. So two sequences with other inputs are not the
same, and of a sequence with a counter it is shown that it goes on: at every state some inputs are as it is said, or
there would be no sequence of most lengths, and the formula would be true of these for any parameters.

A symbol that goes on in a way that depends on no other must be a counter: it begins at an integer and goes to the next
one. Induction by twos would leave out half of them. Whoever cites the formula may put any integer for it that is no
less than the first.

Two further proofs have this form: `by_telescoping`, of equations between sums that grow term by term, and
`record_by_record`, of a number that counts samples.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import starmap
from typing import Any

from sdp_proofs.errors import DomainError
from sdp_proofs.formulas.formula import Formula
from sdp_proofs.formulas.syntax import names_in
from sdp_proofs.ledger import Check, Claim, Coverage, Method, Outcome
from sdp_proofs.ledger.premise import Citation, Origin, Premise, Recurrence
from sdp_proofs.notation import is_quantity
from sdp_proofs.provers.conditions import domain_said
from sdp_proofs.provers.symbolic import Domain, expression
from sdp_proofs.proving.entailment import follows, missing, needs, terms_of
from sdp_proofs.proving.premises import cites
from sdp_proofs.proving.reading import agreed, held, instance_of, stated
from sdp_proofs.proving.terms import (
    definedness,
    follows_at_once,
    formula_of,
    integers_of,
    is_integer,
    limits,
    parts,
    with_terms,
)
from sdp_proofs.verdict import Verdict

Terms = Mapping[str, str]


def by_induction(
    title: str,
    first: Terms,
    following: Terms,
    hypotheses: Sequence[Formula | str],
    *,
    inputs: Sequence[str] = (),
    keeps: Sequence[str] = (),
    each: Sequence[Citation] = (),
    ends: bool = False,
) -> Check:
    """Prove by z3 a first case, and the step to the next.

    Args:
        title: what is shown.
        first: the symbols of the states where the induction begins, as terms of the parameters.
        following: what comes next in their place, in terms of the symbols.
        hypotheses: what may be assumed of parameters, inputs and states.
        inputs: symbols that may stand for others at every step; what is assumed of them is no condition on the claim,
            but part of what the sequences are.
        keeps: what is shown of all states along with the formula.
        each: claims and earlier steps that hold of every step: of its state, its inputs and the parameters.
        ends: the sequence may end, where no inputs are as it is said; its counters are no variables then.

    Raises:
        DomainError: a state that begins and does not go on, or the other way round; a counter that leaves out
            integers; an input that is a state, with which one begins, or of which something is kept.
    """
    if first.keys() != following.keys():
        raise DomainError(f"what begins must go on; got {', '.join(first)} and {', '.join(following)}")
    for name, term in following.items():
        if set(names_in(term)) <= {name} and not _counts(name, term):
            raise DomainError(f"a counter must go to {name} + 1; got {term}")
    kept = tuple(part for one in keeps for part in parts(formula_of(one)))
    if both := first.keys() & set(inputs) or {name for one in kept for name in one.free} & set(inputs):
        raise DomainError(f"an input may be another at every step; got {', '.join(sorted(both))} in what is kept")
    if early := {name for term in first.values() for name in names_in(term)} & set(inputs):
        raise DomainError(f"a sequence must begin before its inputs; got {', '.join(sorted(early))} at its first state")
    counters = _counters(first, following)
    if fractional := [term for term in counters.values() if not is_integer(term, names_in(term))]:
        raise DomainError(f"a counter must begin at an integer; got {', '.join(fractional)}")
    assumed = tuple(part for hypothesis in hypotheses for part in parts(formula_of(hypothesis)))
    sequence = _Sequence(dict(first), dict(following), (*assumed, *kept), kept, frozenset(inputs), ends)
    whole = frozenset(counters).union(*map(names_in, counters.values()))
    states_of = tuple((name, sequence.meaning(name, each)) for name in first)
    starts = [f"{name} begins at {term} and goes on to {following[name]}" for name, term in first.items()]

    def run(claim: Claim) -> Outcome:
        agreed(claim, ((one, inputs) for one in each), dict(states_of))
        cited = [instance_of(replace(claim, integers=claim.integers | whole), one) for one in each]
        fixed = [formula for one, formula in zip(each, cited, strict=True) if held(claim, one, inputs)]
        failed = next(iter(sequence.gaps(claim, cited, fixed)), None)
        conditions = [*sequence.free, *sequence.linked, *sequence.limits()]
        scope = ", ".join([f"all states of the sequences: {'; '.join(starts)}", *map(str, conditions)])
        if failed is not None:
            what, countermodel = failed
            return Outcome(Verdict.UNKNOWN, scope, detail=what, countermodel=countermodel)
        # Its author's word is that the expression which is typeset is this sequence.
        named = any(is_quantity(claim.formula.symbols[name]) for name in claim.formula.free if name in first)
        premises = [
            *(Premise(text, Origin.DEFINITION) for text in starts),
            *stated(claim, *conditions),
            *(
                Premise(str(formula), Origin.STEP if one.of_step else Origin.CLAIM, one.source)
                for one, formula in zip(each, cited, strict=True)
            ),
        ]
        return Outcome(
            Verdict.HOLDS, scope, detail="first case and step by z3", premises=tuple(premises), believed=named
        )

    given = [one for one in assumed if not set(one.free) & set(inputs)]
    given += [one for one in (formula_of(f"{name} >= {term}") for name, term in counters.items()) if one not in given]
    # A counter takes all values if there are so many steps; what it counts the steps of is what it is then.
    states = frozenset(first.keys() - (set() if ends else counters.keys()))
    # A citation on a state that goes wherever an input goes is known of its first value, too.
    begun = {first[name] for name in states if each and following[name] in inputs and first[name].isidentifier()}
    return Check(
        Method.SMT, Coverage.ALL, run, title, conditions=tuple(given), fixed=states | begun, cites=cites(each),
        citations=tuple(each), whole=whole, meanings=states_of,
        needs=lambda claim, known: needs(
            (claim.formula, *first.values(), *following.values(), *sequence.assumed, *terms_of(each, known))
        ),
    )  # fmt: skip


def _counters(first: Terms, following: Terms) -> dict[str, str]:
    """Return the counter of the steps, with its first value.

    A second one is a state: it is wherever the first one is.
    """
    found = [(name, term) for name, term in first.items() if _counts(name, following[name])]
    return dict(found[:1])


def _counts(name: str, term: str) -> bool:
    """Tell whether a term is the symbol and one."""
    return "".join(term.split()).strip("()") in (f"{name}+1", f"1+{name}")


@dataclass(frozen=True, slots=True)
class _Sequence:
    first: Terms
    following: Terms
    assumed: tuple[Formula, ...]
    kept: tuple[Formula, ...]
    inputs: frozenset[str]
    ends: bool

    @property
    def free(self) -> tuple[Formula, ...]:
        """The hypotheses on the parameters."""
        return tuple(one for one in self.assumed if not set(one.free) & (self.first.keys() | self.inputs))

    @property
    def linked(self) -> tuple[Formula, ...]:
        """Return the hypotheses on an input, given the state that it meets."""
        return tuple(one for one in self.assumed if self.inputs & set(one.free))

    @property
    def _of_states(self) -> tuple[Formula, ...]:
        return tuple(one for one in self.assumed if one not in (*self.free, *self.linked))

    def meaning(self, name: str, each: Sequence[Citation]) -> Recurrence:
        """Describe a state, with all that decides on it."""
        behind = {name}
        while True:
            terms = [self.following[one] for one in behind & self.first.keys()]
            linked = [one for one in self.linked if behind & self.inputs & set(one.free)]
            more = {other for term in terms for other in names_in(term)}.union(*(one.free for one in linked))
            if more <= behind:
                break
            behind |= more
        states, inputs = sorted(behind & self.first.keys() - {name}), tuple(sorted(behind & self.inputs))
        begun = {other for one in (*states, name) for other in names_in(self.first[one])}
        beside = [f"{one} begins at {self.first[one]} and goes on to {self.following[one]}" for one in states]
        said = [*map(str, linked), *(f"{one.source}: {dict(one.terms)}" for one in each)] if inputs else []
        counters = () if self.ends else tuple(_counters(self.first, self.following).items())
        spoken = (behind | begun | {counter for counter, _ in counters}) - {*states, *self.inputs, name}
        return Recurrence(
            self.first[name], self.following[name], tuple(sorted(spoken)), counters, inputs, (*beside, *sorted(said)),
        )  # fmt: skip

    def invariants(self) -> tuple[Formula, ...]:
        """The hypotheses that hold at all states by themselves."""
        found = [one for one in self._of_states if self._begins(one)]
        while True:
            kept = [one for one in found if self._goes_on(one, found)]
            if kept == found:
                return tuple(kept)
            found = kept

    def limits(self) -> tuple[Formula, ...]:
        """The hypotheses that leave some states out."""
        known = self.invariants()
        return tuple(one for one in self._of_states if one not in known)

    def gaps(
        self, claim: Claim, cited: Sequence[Formula] = (), fixed: Sequence[Formula] = ()
    ) -> Iterator[tuple[str, str | None]]:
        """Yield what is not proved, with values that show it.

        Args:
            claim: what is to be proved.
            cited: what holds at every step.
            fixed: what is cited of inputs that are no variables there.
        """
        if moving := self.inputs & set(claim.formula.free):
            yield f"the formula speaks of what may change at every step: {', '.join(sorted(moving))}", None
            return
        known, limits = self.invariants(), self.limits()
        everywhere = [*self.free, *self.linked, *known]
        for one in self.kept:
            if one not in known:
                yield f"{one} is not shown to hold at all states", None
                return
        for limit in limits:
            before = [*everywhere, *(self._next(one) for one in limits)]
            if not _holds(before, limit):
                yield f"{limit} may hold at a state and not at the one before", None
                return
        goes_on = _counters(self.first, self.following) and not self.ends
        if goes_on and (why := missing(self.inputs, self.linked, [*self.free, *known, *limits], fixed)):
            yield f"no {', '.join(sorted(self.inputs))} with {why} is shown to be there at every step", None
            return
        started = [self._start(one) for one in self._of_states]
        start, after = self._start(claim.formula), self._next(claim.formula)
        cases = (
            ("first case", [*self.free, *started], start),
            ("step", [*everywhere, *limits, *map(self._next, limits), *cited, claim.formula], after),
        )
        for name, premises, statement in cases:
            for part in parts(statement):
                found = follows(premises, part)
                if found.verdict is not Verdict.HOLDS or found.nonzero:
                    why = f", where {', '.join(found.nonzero)} may be zero" if found.nonzero else ""
                    values = ", ".join(f"{one} = {value}" for one, value in (found.witness or {}).items())
                    shown = None if found.witness is None else values or "no symbols"
                    yield f"the {name} is not proved: {part}{why}", shown
                    return

    def _begins(self, one: Formula) -> bool:
        return _holds(self.free, self._start(one))

    def _goes_on(self, one: Formula, known: Sequence[Formula]) -> bool:
        return _holds([*self.free, *self.linked, *known], self._next(one))

    def _start(self, formula: Formula) -> Formula:
        return self._with(formula, self.first)

    def _next(self, formula: Formula) -> Formula:
        return self._with(formula, self.following)

    def _with(self, formula: Formula, terms: Terms) -> Formula:
        used = {name: term for name, term in terms.items() if name in formula.symbols}
        return with_terms(formula, used, [name for term in used.values() for name in names_in(term)])


def _holds(premises: Sequence[Formula], statement: Formula) -> bool:
    found = follows(tuple(premises), statement)
    return found.verdict is Verdict.HOLDS and not found.nonzero


def by_telescoping(
    title: str,
    now: Mapping[str, str],
    following: Mapping[str, str],
    end: Mapping[str, str],
    domains: Mapping[str, Any],
    where: Sequence[Formula] = (),
    begins: Mapping[str, str] | None = None,
) -> Check:
    """Prove an equation of sums that grow term by term.

    One more term changes both sides alike, and empty sums are equal; both are identities.

    That the symbols are sums with these terms is what the scope says: the proof is about whatever grows in this way.

    Args:
        title: what is shown.
        now: terms in place of symbols: the sums with one more term.
        following: the same without it; symbols that are not named stay as they are.
        end: the terms where nothing is left to sum.
        domains: of all symbols, those of the sums so far among them.
        where: what every step meets, the first one too, and at which points the identities are compared without sympy.
        begins: where the first term is added, as terms for the symbols that go on and of which `where` speaks.

    Raises:
        DomainError: steps are left out, and it is not said where the first one is.
    """
    moving = {*now, *following, *end}
    limits_ = [part for one in where for part in parts(one)]
    at, of_steps = dict(begins or {}), [one for one in limits_ if moving & set(one.free)]
    if unsaid := {name for one in of_steps for name in one.free if name in moving} - at.keys():
        raise DomainError(f"where not all steps are taken, the first must be said; got none for {', '.join(unsaid)}")

    def first_step() -> str:
        """Return the condition that the first step does not meet.

        Then the first term is not in the scope.
        """
        others = [*limits(domains), *(one for one in limits_ if one not in of_steps)]
        for one in of_steps:
            used = {name: term for name, term in at.items() if name in one.symbols}
            asked = with_terms(one, used, [name for term in used.values() for name in names_in(term)])
            if follows(others, asked).verdict is not Verdict.HOLDS:
                return f"{one} at the first step"
        return ""

    def run(claim: Claim) -> Outcome:
        from sdp_proofs.provers.symbolic import decide_identity

        if not claim.formula.is_equation:
            return Outcome(Verdict.UNKNOWN, scope, detail="not an equation")
        if gap := first_step():
            return Outcome(Verdict.UNKNOWN, scope, detail=f"not proved: {gap}")
        sides = [
            [with_terms(side, terms, tuple(domains)) for side in claim.formula.sides()]
            for terms in (now, following, end)
        ]
        (left, right), (later_left, later_right), ends = sides
        cases = {
            "one more term": (f"({left}) - ({right})", f"({later_left}) - ({later_right})"),
            "nothing to sum": (str(ends[0]), str(ends[1])),
        }
        for name, (one, other) in cases.items():
            if decide_identity(one, other, domains, where).verdict is not Verdict.HOLDS:
                return Outcome(Verdict.UNKNOWN, scope, detail=f"not proved: {name}")
        # Identities hold where both sides have values.
        spoken = (claim.formula, *(formula_of(text) for terms in (now, following, end) for text in terms.values()))
        needs = dict.fromkeys(need for one in spoken for need in definedness(one, whole))
        poles = [need for need in needs if not follows_at_once(need, known)]
        premises = [
            *(Premise(text, Origin.DEFINITION) for text in (*starts, *grows)),
            *(Premise(text, Origin.HYPOTHESIS) for text in (*assumed, *poles)),
        ]
        detail = "one more term, and nothing to sum, by sympy"
        found = ", ".join([scope, *poles])
        return Outcome(Verdict.HOLDS, found, detail=detail, premises=tuple(premises))

    grows = [f"{name} goes from {following.get(name, name)} to {term}" for name, term in now.items()]
    starts = [f"{name} begins at {term}" for name, term in end.items()]
    starts += [f"the first step is at {name} = {term}" for name, term in at.items()]
    kinds = [*filter(None, starmap(domain_said, domains.items()))]
    assumed = [*kinds, *map(str, limits_)]
    stated = [*starts, *grows, *assumed]
    scope = f"sums of any length, where {', '.join(stated)}"
    conditions, whole = (*limits(domains), *where), integers_of(domains)
    known = tuple(map(str, conditions))
    held = frozenset(now) | frozenset(end)
    alone = [name for name in end if name in now and following.get(name, name) == name]
    terms = tuple(sorted({name for text in (*now.values(), *end.values()) for name in names_in(text)} - held))
    return Check(
        Method.SYMBOLIC, Coverage.ALL, run, title, conditions=conditions, fixed=held,
        whole=whole, meanings=tuple((name, Recurrence(end[name], now[name], inputs=terms)) for name in alone),
    )  # fmt: skip


Changes = Mapping[str, str]
"""Terms in place of some symbols."""


def record_by_record(
    title: str,
    all_samples: str,
    none: Changes,
    records: Sequence[tuple[Changes, Changes]],
    where: Sequence[Formula],
    *,
    named: str,
    possible: Sequence[Formula],
) -> Check:
    """Prove that a product counts the samples with a given histogram.

    The product is the right side of the claim, times the number of all samples.

    With no records there is one sample, the empty one. The samples of a database with one record more are those without
    it and those with it; the latter are samples of the smaller database, one record shorter. There is one way only to
    go on like this from no records, so whatever does is the number of samples: if it goes on so for a record of every
    type, and is 1 at no records and no sample, and 0 at no records and any other sample. The number of all samples is
    checked alike.

    Args:
        title: what is shown.
        all_samples: the number of all samples, in the claim's symbols.
        none: the empty database and the empty sample.
        records: for each type, the database with one record more, and the sample without its last record.
        where: conditions for the points at which the identities are compared without sympy.
        named: the symbol on the left side, which stands for what is counted.
        possible: the databases and samples at which the right side has a value; whoever cites the claim must meet this,
            and that the numbers are those of records and of a sample.

    Raises:
        DomainError: there are no records; a number does not begin at 0, or changes by another number than 1; no number
            is that of the records of one type alone.
    """
    grows = {name for grown, _ in records for name in grown}
    shrinks = {name for _, shortened in records for name in shortened}
    steps = [*(("+", *one) for grown, _ in records for one in grown.items())]
    steps += [*(("-", *one) for _, shortened in records for one in shortened.items())]
    odd = [name for sign, name, term in steps if "".join(term.split()) != f"{name}{sign}1"]
    if not records or odd or grows & shrinks or none != dict.fromkeys(grows | shrinks, "0"):
        raise DomainError(f"records and samples must be counted one by one from 0, for each type; got {title!r}")
    said = [
        f"a record of type {number}: {_listed(grown)}; sampled: {_listed(shortened)}"
        for number, (grown, shortened) in enumerate(records, start=1)
    ]

    def run(claim: Claim) -> Outcome:
        left, share = claim.formula.sides()
        scope = f"all databases and samples, by induction on the records, where {'; '.join(said)}"
        if not claim.formula.is_equation:
            return Outcome(Verdict.UNKNOWN, scope, detail="not an equation")
        if left.text != named or named in share.free:
            return Outcome(Verdict.UNKNOWN, scope, detail=f"{left} is not the name of the right side")
        number = Formula(f"({share})*({all_samples})", share.symbols)
        if strange := set(number.free) - none.keys():
            return Outcome(Verdict.UNKNOWN, scope, detail=f"{', '.join(sorted(strange))}: no number of records")
        for what, count in (("the samples", number), ("all samples", formula_of(all_samples))):
            if gap := next(_gaps_of_count(_reduced(count), none, records, where), ""):
                return Outcome(Verdict.UNKNOWN, scope, detail=f"{what}: {gap}")
        meant = f"{named} is the share of {all_samples} samples, as likely as each other, that have a histogram"
        premises = tuple(Premise(text, Origin.DEFINITION) for text in (meant, *said))
        detail = f"a first case, and a record of each of {len(records)} types"
        return Outcome(Verdict.HOLDS, scope, detail=detail, premises=premises)

    return Check(
        Method.SYMBOLIC, Coverage.ALL, run, title, conditions=(*possible, *_reached(records)),
        fixed=frozenset({named}), whole=frozenset(none),
    )  # fmt: skip


def _reached(records: Sequence[tuple[Changes, Changes]]) -> Iterator[Formula]:
    """State that numbers are those of some records and of a sample.

    An induction on records reaches no others.

    Raises:
        DomainError: they cannot be told apart by type.
    """
    for place, what in enumerate(("records", "samples")):
        names = dict.fromkeys(name for one in records for name in one[place])
        types = {name: [number for number, one in enumerate(records) if name in one[place]] for name in names}
        own = {found[0]: name for name, found in types.items() if len(found) == 1}
        every = next((name for name, found in types.items() if len(found) == len(records)), "")
        rest = [number for number in range(len(records)) if number not in own]
        if len(rest) > 1 or (rest and not every):
            raise DomainError(f"there must be a number for the {what} of each type; got {', '.join(types)}")
        if rest:
            own[rest[0]] = f"({' - '.join([every, *own.values()])})"
        yield from (formula_of(f"{number} >= 0") for number in own.values())
        for name, found in types.items():
            if (total := " + ".join(own[number] for number in found)) != name and not (rest and name == every):
                yield formula_of(f"{name} == {total}")


def _reduced(count: Formula) -> Formula:
    """Cancel the fraction, so that it has a value at no records."""
    return Formula(str(expression(count, dict.fromkeys(count.symbols, "natural"))), count.symbols)


def _gaps_of_count(
    count: Formula, none: Changes, records: Sequence[tuple[Changes, Changes]], where: Sequence[Formula]
) -> Iterator[str]:
    """Say why it is not the number of samples of some kind."""
    begun = _counted_with(count, none)
    if Formula(f"{begun} == 1", begun.symbols).decide({}) is not Verdict.HOLDS:
        yield "the empty sample is not counted once"
    for place, (grown, shortened) in enumerate(records):
        if not _equal(_counted_with(count, _drawn(none, records, place)), "0", ()):
            yield f"no records have a sample with one of type {place + 1}"
        if not _equal(_counted_with(count, grown), f"({count}) + ({_counted_with(count, shortened)})", where):
            yield f"not split by a record with {_listed(grown)}"


def _drawn(none: Changes, records: Sequence[tuple[Changes, Changes]], place: int) -> Changes:
    """No records, and a sample with one of a type."""
    of_type = {f"drawn_{number}": shortened for number, (_, shortened) in enumerate(records)}
    return {
        name: " + ".join(["0", *(each for each, shortened in of_type.items() if name in shortened)])
        + (" + 1" if name in records[place][1] else "")
        for name in none
    }


def _counted_with(count: Formula, terms: Changes) -> Formula:
    used = {name: term for name, term in terms.items() if name in count.symbols}
    return with_terms(count, used, [name for term in used.values() for name in formula_of(term).free])


def _equal(left: Formula, right: str, where: Sequence[Formula]) -> bool:
    from sdp_proofs.provers.symbolic import decide_identity

    kinds: dict[str, Domain] = dict.fromkeys((*left.free, *formula_of(right).free), "natural")
    spoken = [one for one in where if set(one.free) <= kinds.keys()]
    return decide_identity(left, right, kinds, spoken).verdict is Verdict.HOLDS


def _listed(changes: Changes) -> str:
    return ", ".join(f"{name} = {term}" for name, term in changes.items())
