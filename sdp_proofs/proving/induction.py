"""Proofs by induction along a sequence: of sums that grow term by term, of draws, of records.

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
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from sdp_proofs.errors import DomainError
from sdp_proofs.formulas.formula import Formula
from sdp_proofs.formulas.syntax import names_in
from sdp_proofs.ledger import Check, Claim, Coverage, Method, Outcome
from sdp_proofs.ledger.premise import Citation, Origin, Premise, Recurrence
from sdp_proofs.notation import is_quantity
from sdp_proofs.proving.abstraction import needs, terms_of
from sdp_proofs.proving.conjunctions import parts
from sdp_proofs.proving.definedness import is_integer
from sdp_proofs.proving.existence import missing
from sdp_proofs.proving.meanings import agreed, held
from sdp_proofs.proving.premises import cites, formula_of, instance_of, stated
from sdp_proofs.proving.solving import follows
from sdp_proofs.proving.terms import with_terms
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
    """The formula holds with the terms `first`; and if it holds, it holds with the terms `following`. By z3.

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
        # That what is typeset as an expression is this sequence, is its author's word.
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
    # What is cited of a state that goes wherever an input goes is known of its first value, too.
    begun = {first[name] for name in states if each and following[name] in inputs and first[name].isidentifier()}
    return Check(
        Method.SMT, Coverage.ALL, run, title, conditions=tuple(given), fixed=states | begun, cites=cites(each),
        citations=tuple(each), whole=whole, meanings=states_of,
        needs=lambda claim, known: needs(
            (claim.formula, *first.values(), *following.values(), *sequence.assumed, *terms_of(each, known))
        ),
    )  # fmt: skip


def _counters(first: Terms, following: Terms) -> dict[str, str]:
    """What counts the steps, with its first value; a second one is a state: it is wherever the first one is."""
    found = [(name, term) for name, term in first.items() if _counts(name, following[name])]
    return dict(found[:1])


def _counts(name: str, term: str) -> bool:
    """Whether a term is the symbol and one."""
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
        """What the input of a step may be, given the state that it meets."""
        return tuple(one for one in self.assumed if self.inputs & set(one.free))

    @property
    def _of_states(self) -> tuple[Formula, ...]:
        return tuple(one for one in self.assumed if one not in (*self.free, *self.linked))

    def meaning(self, name: str, each: Sequence[Citation]) -> Recurrence:
        """What one of the states is, with all that decides on it."""
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
        """What is not proved, and values that show it.

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
