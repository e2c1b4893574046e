"""Claims: frozen assertions with their checks, near misses and recorded status."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from sdp_proofs.errors import DomainError
from sdp_proofs.ledger.premise import Citable, Citation, Gathered, Premise, Recurrence, joined, parameters
from sdp_proofs.verdict import Verdict

if TYPE_CHECKING:
    from sdp_proofs.ledger.counterexample import Counterexample, Erratum
    from sdp_proofs.ledger.derivation import Derivation


class Kind(StrEnum):
    """Kind of item, in the paper's words.

    `READING` is a sentence that leaves something open, taken more strictly than it is written; if it fails, nothing
    that the paper says is refuted, and it is counted apart. `PROJECT` is a statement the paper does not make.
    """

    DEFINITION = "definition"
    THEOREM = "theorem"
    LEMMA = "lemma"
    PROPOSITION = "proposition"
    COROLLARY = "corollary"
    REMARK = "remark"
    ALGORITHM = "algorithm"
    TABLE = "table"
    FIGURE = "figure"
    EXAMPLE = "example"
    EQUATION = "equation"
    PROOF_STEP = "proof-step"
    STATEMENT = "statement"
    READING = "reading"
    PROJECT = "project"


class Fidelity(StrEnum):
    """Closeness of the statement to the printed one; says nothing about its truth."""

    LITERAL = "literal"
    TYPO_CORRECTED = "typo-corrected"
    NARROWED = "narrowed"
    RECONSTRUCTED = "reconstructed"


class Method(StrEnum):
    """Engine that decides a check."""

    SYMBOLIC = "SYMBOLIC"
    SMT = "SMT"
    EXACT = "EXACT"
    CERTIFIED = "CERTIFIED"
    SEARCHED = "SEARCHED"
    REPLAYED = "REPLAYED"


class Coverage(StrEnum):
    """Set of instances that a check has decided."""

    ALL = "ALL"
    BOX = "BOX"
    GRID = "GRID"
    SAMPLE = "SAMPLE"


def weakest(first: Coverage, *others: Coverage) -> Coverage:
    """Weakest verdict and coverage of several checks together.

    Example:
        >>> weakest(Coverage.ALL, Coverage.GRID).value
        'GRID'
    """
    return min((first, *others), key=(Coverage.SAMPLE, Coverage.GRID, Coverage.BOX, Coverage.ALL).index)


class Status(StrEnum):
    """Status that the evidence amounts to; computed from evidence, recorded only for comparison.

    `NOT_EXAMINED` is a claim that nobody has written a check for, nor a reason why there can be none.
    """

    NOT_EXAMINED = "not examined"
    ESTABLISHED = "established"
    SUPPORTED = "supported"
    REFUTED = "refuted"
    REPAIRED = "repaired"
    OPEN = "open"
    VACUOUS = "vacuous"


class Strength(StrEnum):
    """Kind of proof that carries an established claim, the strongest first; computed from evidence."""

    PROVED = "proved"
    """A closed sentence whose proof replays."""
    FORMULA = "formula"
    """The formula is decided for all values of its letters; the words carry the rest."""
    COMPUTED = "computed"
    """Programs compute what is compared, for every instance of a list."""
    BELIEVED = "believed"
    """Evidence that somebody typed, or a program's word that it has decided all instances."""


def recorded_as(status: Status | None) -> str:
    """The record of a claim in words.

    Example:
        >>> recorded_as(Status.OPEN), recorded_as(None)
        ('recorded as open', 'nothing recorded')
    """
    return "nothing recorded" if status is None else f"recorded as {status}"


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """An assumption of a claim; `silent` marks one that the paper needs and does not state."""

    text: str
    silent: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """Answer of a check.

    Attributes:
        verdict: the decision over the whole scope.
        scope: the instances that were decided, in words ("all n <= 12, every histogram").
        instances: how many instances met the hypotheses; `None` if they were not enumerated. Zero
            makes the check vacuous, whatever its verdict.
        witness: an instance that fails, exactly or certifiably; required when the verdict is FAILS.
        detail: anything else a reader needs.
        premises: what the proof used beside the formula; see `ledger.premise`.
        coverage: what was decided, if that is less than the check promises.
        countermodel: values that meet all premises and not the formula. They need not be an instance, so they refute
            no claim; but no proof from these premises can exist, which is what a near miss must show.
        believed: whether instances that were typed prove it alone: without what is cited, collected or lifted.
        typed: these instances, as formulas, for the steps that cite what is proved.

    Example:
        >>> Outcome(Verdict.HOLDS, "all n <= 12", instances=12).verdict
        <Verdict.HOLDS: 'HOLDS'>
    """

    verdict: Verdict
    scope: str
    instances: int | None = None
    witness: str | None = None
    detail: str | None = None
    premises: tuple[Premise, ...] = ()
    coverage: Coverage | None = None
    countermodel: str | None = None
    believed: bool = False
    typed: tuple[Any, ...] = ()

    def __post_init__(self) -> None:
        _require(self.verdict, Verdict, "verdict")
        _require(self.scope, str, "scope")
        for name in ("witness", "detail"):
            _require(getattr(self, name), str | None, name)
        if self.instances is not None and type(self.instances) is not int:
            raise DomainError(f"instances must be a whole number or None; got {self.instances!r}")
        if self.instances is not None and self.instances < 0:
            raise DomainError(f"instances must not be negative; got {self.instances}")
        if self.verdict is Verdict.FAILS and (not self.witness or self.instances == 0):
            raise DomainError(
                f"a FAILS outcome must carry a witness; got {self.witness!r} from {self.instances} instances"
            )


_WAYS: set[str] = set()
"""The packages whose checks prove what they say for all instances."""
_ENGINES = {Method.SYMBOLIC: ["sympy"], Method.SMT: ["z3"], Method.CERTIFIED: ["arb"]}


def holds_ways_to_prove(package: str) -> None:
    """Declare that the checks of a package's modules prove what they say for all instances."""
    _WAYS.add(f"{package}.")


@dataclass(frozen=True, slots=True)
class Check:
    """One way to decide a claim, or a step of a derivation: a function of it, so that it also runs on near misses.

    A deep check takes long; it is run on demand, and only on the claim itself. `search` is a `hunt.Search` over what
    the check decides, for claims that do not say themselves where to search. `instances` are those at which a check
    decides the formula, if it does nothing else; `without` is the check with one hypothesis left out, by hypothesis.
    `conditions` are the formulas under which it proves the claim, for whoever cites it; `None`: it cannot be cited.
    `cites` and `trusts` are the ids of the claims and of the entries of the trust ledger among its premises. `proves`
    is the formula that the check is about, if that is not the claim's: such a check is a step of a proof. `fixed` are
    the symbols that do not stand for all values in its proof, see `ledger.premise.Citable`, and `definitions` what some
    of them are equal to. `citations` are the formulas of claims and steps among its premises: what does not stand for
    all values there does not here. `whole` are the symbols of which only integers are spoken in its proof, and
    `meanings` what fixed symbols stand for in it. `needs` are the entries of the trust ledger that its engine rests on,
    given the claim and the formulas of the claims and steps that it may cite, by id and by title. `own` is whether a
    part of it is a function that no way to prove has made: that such a check has decided all instances is its author's
    word. `every`, of a sentence whose formula may be cited, are the letters that stand for all values there; the others
    are what the sentence speaks of, and fixed.
    """

    method: Method
    coverage: Coverage
    run: Callable[[Any], Outcome]
    title: str
    deep: bool = False
    search: Any = None
    instances: Callable[[Claim], Iterable[tuple[str, Mapping[str, Any]]]] | None = None
    without: Callable[[], Mapping[str, Check]] | None = None
    conditions: tuple[Any, ...] | None = None
    cites: frozenset[str] = frozenset()
    trusts: frozenset[str] = frozenset()
    proves: Any = None
    fixed: frozenset[str] = frozenset()
    definitions: tuple[tuple[str, Any], ...] = ()
    citations: tuple[Citation, ...] = ()
    whole: frozenset[str] = frozenset()
    meanings: tuple[tuple[str, Recurrence | Gathered | str], ...] = ()
    engines: frozenset[str] = frozenset()
    needs: Callable[[Claim, Mapping[str, Any]], frozenset[str]] | None = None
    own: bool = False
    every: frozenset[str] | None = None

    def __post_init__(self) -> None:
        if not getattr(self.run, "__module__", "").startswith(tuple(_WAYS)):
            object.__setattr__(self, "own", True)
        if not self.engines:
            object.__setattr__(self, "engines", frozenset(_ENGINES.get(self.method, ())))
        _require(self.title, str, "title")
        _require(self.method, Method, f"method of {self.title!r}")
        _require(self.coverage, Coverage, f"coverage of {self.title!r}")
        _require(self.deep, bool, f"depth of {self.title!r}")
        if not callable(self.run):
            raise DomainError(f"a check must run a function of the claim; got {self.run!r} in {self.title!r}")
        if self.method is Method.SEARCHED and self.coverage is Coverage.ALL:
            raise DomainError(f"a search must not claim ALL instances; got {self.title!r}")

    def citable(self, formula: Any, integers: frozenset[str], known: Mapping[str, Citable]) -> Citable:
        """Statement that may be cited of a formula that this check proves, under its hypotheses and definitions.

        Conditions on symbols that the formula does not have are met by what the proof calls by these names.

        Args:
            formula: what is proved.
            integers: its symbols that stand for integers.
            known: what may be cited of the claims and steps that the check cites.
        """
        integers = integers | self.whole
        spoken = self.fixed if self.every is None else frozenset(formula.free) - self.every
        fixed = spoken.union(*(one.held(known[one.source].fixed) for one in self.citations if one.source in known))
        if self.conditions is None:
            return Citable(formula, None, integers, fixed)
        meanings = {
            one.called(name): meaning
            for one in self.citations if one.source in known
            for name, meaning in known[one.source].meanings.items()
        } | dict(self.meanings)  # fmt: skip
        places: dict[str, dict[str, str]] = {}
        for one in self.citations:
            for name, terms in one.placed(known[one.source]).items() if one.source in known else ():
                places[name] = {**terms, **places.get(name, {})}
        told = joined(one.told(known[one.source]) for one in self.citations if one.source in known)
        words = {name: found for name, found in told.items() if name in formula.free}
        stated = self._stated(set(formula.free))
        for_all = not self.trusts and not self.cites and self.every is None
        defined = frozenset(name for name, equation in self.definitions if equation in stated)
        return Citable(
            formula, stated, integers, fixed, for_all, meanings=meanings, places=places, defined=defined, words=words
        )

    def _stated(self, own: set[str]) -> tuple[Any, ...]:
        """The conditions that a formula in some symbols is proved under.

        What speaks of other symbols is left out if nothing links these to the formula: no condition, no definition,
        nothing that the proof cites or trusts, and no sequence that depends on both.
        """
        every = [*(self.conditions or ()), *(equation for _, equation in self.definitions)]
        linked, spoken = bool(self.cites or self.trusts or self.citations or self.every is not None), set(own)
        links = [*(set(one.free) for one in every), *({name, *parameters(what)} for name, what in self.meanings)]
        while more := {name for one in links if linked or spoken & one for name in one} - spoken:
            spoken |= more
        stated = [one for one in self.conditions or () if not one.free or spoken & set(one.free)]
        named = own.union(*(one.free for one in stated))
        while more := {name for what, one in self.definitions if what in named for name in one.free} - named:
            named |= more
        return (*stated, *(equation for name, equation in self.definitions if name in named))


def _require(value: Any, kind: Any, name: str) -> None:
    """Types are checked where a ledger is written: a word in place of a value would be found out much later."""
    if not isinstance(value, kind):
        must = getattr(kind, "__name__", kind)
        raise DomainError(f"{name} must be of the type {must}; got {value!r}")


@dataclass(frozen=True, slots=True)
class NearMiss:
    """A false neighbour of a claim, which the claim's own checks must refute.

    Give a false `formula`, false `parameters` (merged over those of the claim), both, or a `variant`
    function for any other change.

    Example:
        >>> NearMiss("constant 2 becomes 1", parameters={"factor": 1}).name
        'constant 2 becomes 1'
    """

    name: str
    formula: Any = None
    parameters: Mapping[str, Any] | None = None
    variant: Callable[[Claim], Claim] | None = None

    def __post_init__(self) -> None:
        replaces = self.formula is not None or self.parameters is not None
        if replaces == (self.variant is not None):
            raise DomainError(
                f"a near miss must give a formula or parameters, or else a variant; got {self.name!r}"
            )

    def of(self, claim: Claim) -> Claim:
        """The false neighbour: the claim with its formula or parameters replaced, and nothing recorded."""
        if self.variant is not None:
            changed = self.variant(claim)
        else:
            changed = dataclasses.replace(
                claim,
                formula=claim.formula if self.formula is None else self.formula,
                parameters={**claim.parameters, **(self.parameters or {})},
            )
        return changed.unrecorded()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Claim:
    """An assertion of a paper (or of this project), with what decides it.

    Attributes:
        id: says the assertion: lowercase words joined by hyphens, never a number.
        paper: key of the paper.
        locator: where the paper states it ("Remark 8", "App. E.1, step 2").
        title: one line for tables.
        kind: what the paper calls it.
        statement: the assertion in our own words, Markdown.
        recorded: the status last seen; a run that computes another status disagrees with the record. None in a draft,
            of which nobody has recorded a status: then the evidence alone says what the claim is.
        formula: one opaque object that offers `latex()` and `str()`; the checks evaluate it.
        parameters: constants of the claim that checks read and near misses change.
        checks: what decides the claim.
        near_misses: false neighbours that the checks must refute.
        family: generates further near misses from the formula, see `proving.mutants`.
        hypotheses: assumptions, also those that the paper leaves silent.
        depends_on: ids of the claims that the evidence of this one uses.
        repaired_by: id of the claim that corrects a refuted one; follows from the `repairs` of that claim.
        alike: whether that claim resembles this one, so that it repairs it; filled in by the registry.
        trust: ids of the entries of the trust ledger that the evidence rests on.
        fidelity: how close the statement is to the printed one.
        note: anything a reader should know.
        counterexample: the smallest exact one known, which a run replays.
        erratum: what is wrong with a refuted claim and what its repair costs.
        search: a `hunt.Search`, where a counterexample may be looked for; without one, those of the checks serve.
        uncheckable: why no check can decide the claim; such a claim has no checks and stays open.
        derivation: the proof, step by step, each step with its own check; says nothing about the status.
        repairs: ids of the refuted claims that this one corrects; `repaired_by` of those follows from it.
        integers: symbols of the formula that stand for integers: nothing else refutes the claim.
        over: the instances that the claim speaks of, in words, if these are a finite list and nothing else.
        ranges: the symbols that have no other values than those on that list; these are hypotheses, and printed.
        citable: what its proofs may cite; filled in by the registry.
        means: what the symbols are that are typeset as an expression: the path of a program, or "any" number and which.
        numbers: closed statements that check numbers of its words; see `ledger.prose`.
        captions: how symbols are typeset, those of its proofs too.
        speaks_of: the symbols that hypotheses may speak of: those of the formula. Its near misses keep them.
        untold: of a step of a proof, the facts on functions that are what the claim itself says, which it may not use.
    """

    id: str
    paper: str
    locator: str
    title: str
    kind: Kind
    statement: str
    recorded: Status | None
    formula: Any = None
    parameters: Mapping[str, Any] = field(default_factory=dict)
    checks: tuple[Check, ...] = ()
    near_misses: tuple[NearMiss, ...] = ()
    family: Any = None
    hypotheses: tuple[Hypothesis, ...] = ()
    depends_on: tuple[str, ...] = ()
    repaired_by: str | None = None
    alike: bool = True
    trust: tuple[str, ...] = ()
    fidelity: Fidelity = Fidelity.LITERAL
    note: str = ""
    counterexample: Counterexample | None = None
    erratum: Erratum | None = None
    search: Any = None
    uncheckable: str | None = None
    derivation: Derivation | None = None
    repairs: tuple[str, ...] = ()
    integers: frozenset[str] = frozenset()
    over: str = ""
    ranges: frozenset[str] = frozenset()
    citable: Mapping[str, Citable] = field(default_factory=dict)
    speaks_of: frozenset[str] = frozenset()
    means: Mapping[str, str] = field(default_factory=dict)
    untold: tuple[Any, ...] | None = None
    numbers: tuple[str, ...] = ()
    captions: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "parameters", MappingProxyType(dict(self.parameters)))
        if not self.speaks_of:
            object.__setattr__(self, "speaks_of", frozenset(getattr(self.formula, "free", ())))

    def unrecorded(self) -> Claim:
        """The claim as its checks see it: without anything by which they could tell it from a near miss."""
        return dataclasses.replace(
            self, recorded=Status.OPEN, near_misses=(), family=None, counterexample=None, erratum=None, derivation=None,
            repaired_by=None, note="", statement="", title="",
        )  # fmt: skip

    def __repr__(self) -> str:
        return f"Claim({self.id!r}, {recorded_as(self.recorded)})"

    def _repr_html_(self) -> str:
        """HTML for notebooks."""
        from sdp_proofs.ledger.notebook import claim_html

        return claim_html(self, recorded_as(self.recorded))
