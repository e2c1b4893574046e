"""Sections of a paper, with their symbols, claims and derivations.

A claim says what holds and how it is proved.

For instance:

    RATIOS = Section(PAPER, "App. E.1, step 1", {"b": "H_{i_2}", "k": "h_{i_2}", "n": "n", "T": "T"})

    RATIOS.claim(
        "ratio-when-a-record-is-added-as-printed",
        "one record added: the ratio is 1 + h_2/(H_2 + 1 - h_2)",
        "If H' has one record more, of type i_2, ...",
        "Eq(binomial(b + 1, k)*binomial(n, T)/(binomial(b, k)*binomial(n + 1, T)), 1 + k/(b + 1 - k))",
        by_identity("all counts", "natural", "And(k <= b, k <= T, b - k <= n - T, T <= n)"),
        fails=instance("One record, sampled; ...", "n = 1; T = 1; b = 1; k = 1"),
        wrong="The number of records is part of the probability.", cost="The bound is lost here.",
    )

What follows from this is not written down: the kind from the locator, the recorded status from whether there is a
counterexample, the engines from the checks, the search from what the checks decide, the mutants from the formula, the
values in a certificate from the names of its definitions.

A derivation has lines, which make a proof of a paper that is checked step by step, in the symbols of the section:

    PROOF = SECTION.derivation(
        "chernoff-step", "The tail of one count",
        line("loss", "<=", "Pr", Rule.DEFINITION, by_solver("all reals", "loss <= Pr")),
        line("<=", "exp(-K*H)", Rule.THEOREM, by_solver("all reals", ...), reference="Hoeffding 1963, Theorem 4",
             mutants={"twice the exponent": "exp(-2*K*H)", "equality": "="}),
        source="App. E.1",
    )

A line goes on where the one before ends, unless it says where it begins. Its check is one of those of claims, and is
asked about the line as about a claim.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypedDict, Unpack

from sdp_proofs.errors import DomainError
from sdp_proofs.formulas.formula import Formula
from sdp_proofs.formulas.syntax import names_in
from sdp_proofs.ledger import (
    Check,
    Claim,
    Counterexample,
    Defect,
    Derivation,
    Erratum,
    Fidelity,
    Hypothesis,
    Kind,
    Method,
    NearMiss,
    Outcome,
    Relation,
    Rule,
    Status,
    Step,
    StepMiss,
)
from sdp_proofs.ledger.paper import Paper
from sdp_proofs.proving.instances import with_programs_by
from sdp_proofs.proving.mutants import Family
from sdp_proofs.verdict import Verdict

Words = str | tuple[str, ...]
_KINDS = {
    "App.": Kind.PROOF_STEP, "Sec.": Kind.STATEMENT, "Eq.": Kind.EQUATION,
    **{str(kind.value).title(): kind for kind in Kind},
}  # fmt: skip


class Details(TypedDict, total=False):
    """Details of a claim beside its statement and its proofs.

    See `ledger.Claim` for what is not explained here.

    Attributes:
        at: where it stands, if not at the section's locator.
        kind: what the paper calls it, if the locator does not tell.
        symbols: more symbols, or other captions.
        means: what these are, see `Section`.
        given: hypotheses, in words; most claims say them in the formulas of their proofs.
        silent: those that the paper needs and does not state.
        mutants: false neighbours by name: what is replaced in the formula by what, or other parameters.
        integers: the symbols that stand for integers, separated by blanks: nothing else refutes the claim.
        counts: those that generated mutants put one up and down.
        generated: whether mutants are generated: "quick" (the default), "deep" for on demand only, "none".
        survivors: those of them that ask for more than the claim and hold all the same: by name, as `verify` prints it,
            the reason. A paper may list them in a file as well.
        over: the finite list of instances that the claim speaks of, as a check of all of them names it.
        ranges: the symbols, separated by blanks, that have the values on that list and no others. Each other symbol of
            the formula says in `means` which program computes it there; else the list is not all.
        fails: the counterexample, see `instance`.
        wrong: what is wrong with a refuted claim.
        cost: what its repair costs.
        defect: the kind of mistake.
        needs: ids of claims that the evidence uses without citing them: those that the programs rest on which compute
            the values that are compared.
        numbers: closed statements that check numbers in the words, as "exp(1/3) < 1.396".
        trust: ids of trust entries besides the engines and what the proofs name.
    """

    at: str
    kind: str
    symbols: Mapping[str, str]
    means: Mapping[str, str]
    given: Words
    silent: Words
    parameters: Mapping[str, Any]
    mutants: Mapping[str, tuple[str, str] | Mapping[str, Any] | Any]
    integers: str
    counts: str
    generated: str
    survivors: Mapping[str, str]
    fails: Instance
    wrong: str
    cost: str
    defect: str
    repairs: Words
    needs: Words
    numbers: Words
    trust: Words
    fidelity: str
    note: str
    search: Any
    over: str
    ranges: str
    derivation: Derivation
    uncheckable: str
    recorded: str


class Section:
    """A section: its symbols, its locator and its claims, in order.

    It belongs to a paper, or to this project.

    Args:
        paper: what it belongs to.
        locator: where it stands; a claim may name another place.
        symbols: the names in its formulas, each with its LaTeX; names without one stand for themselves.
        means: what the symbols are that are typeset as an expression: the path of the program that computes it
            ("privacy.smoothed.delta.smoothed_delta"), or, for one that stands for all values, "any" and which.
    """

    def __init__(
        self,
        paper: Paper,
        locator: str,
        symbols: Mapping[str, str] | None = None,
        means: Mapping[str, str] | None = None,
    ) -> None:
        self.paper, self.locator, self.symbols, self.means = paper, locator, dict(symbols or {}), dict(means or {})
        self.claims: list[Claim] = []

    def beside(
        self,
        paper: Paper,
        locator: str,
        symbols: Mapping[str, str] | None = None,
        means: Mapping[str, str] | None = None,
    ) -> Section:
        """Open another place whose claims stand among those of this section.

        It may be of another paper. Its symbols, and what they mean, are those of this section if none are given.
        """
        own = symbols is None
        means = self.means if own and means is None else means
        other = Section(paper, locator, self.symbols if own else symbols, means)
        other.claims = self.claims
        return other

    def derivation(self, identifier: str, title: str, *lines: Line, source: str = "") -> Derivation:
        """Prove line by line, in the symbols of the section."""
        return derivation(identifier, title, lines, source, self.formula)

    def formula(self, text: str) -> Formula:
        """A formula in the symbols of the section."""
        return Formula(text, {name: self.symbols.get(name, name) for name in names_in(text)})

    def _formulas(
        self, holds: str | Formula | None, mutants: Mapping[str, Any], captions: Mapping[str, str] | None
    ) -> tuple[Formula | None, dict[str, Formula | None]]:
        """Read the formula and its mutants in the symbols that occur."""
        texts = {name: _mutated("" if holds is None else str(holds), change) for name, change in mutants.items()}
        known = {**self.symbols, **(captions or {})}
        if isinstance(holds, Formula):
            known = {**known, **holds.symbols}
        used = dict.fromkeys(name for text in (holds, *texts.values()) if text for name in names_in(str(text)))
        symbols = {name: known.get(name, name) for name in [*(one for one in known if one in used), *used]}
        formula = Formula(holds, symbols) if isinstance(holds, str) else holds
        return formula, {name: Formula(text, symbols) if text else None for name, text in texts.items()}

    def claim(
        self, identifier: str, title: str, says: str, holds: str | Formula | None, *checks: Check,
        **more: Unpack[Details],
    ) -> Claim:
        """Add a claim.

        Args:
            identifier: says the assertion, in lowercase words joined by hyphens.
            title: one line.
            says: the assertion in our own words, Markdown.
            holds: the formula; None if there is nothing to check.
            checks: what decides it.
            more: see `Details`.

        Raises:
            DomainError: a formula that is none, or details that contradict each other.
        """
        mutants = more.get("mutants", {})
        formula, mutated = self._formulas(holds, mutants, more.get("symbols"))
        locator, fails = more.get("at", self.locator), more.get("fails")
        counterexample = None if fails is None else fails.of(formula)
        claim = Claim(
            id=identifier, paper=self.paper.key, locator=locator, title=title, statement=says, formula=formula,
            kind=Kind(more["kind"]) if "kind" in more else _kind(self.paper, locator),
            checks=with_programs_by(checks, _several(more.get("needs"))) if _by_values(checks) else checks,
            parameters=more.get("parameters", {}),
            near_misses=tuple(_mutant(name, change, mutated[name]) for name, change in mutants.items()),
            family=self._family(identifier, more) if checks and counterexample is None else None,
            hypotheses=(
                *(Hypothesis(text) for text in _several(more.get("given"))),
                *(Hypothesis(text, silent=True) for text in _several(more.get("silent"))),
            ),
            recorded=_recorded(self.paper, more),
            counterexample=counterexample,
            erratum=_erratum(identifier, more) if fails is not None else None,
            repairs=_several(more.get("repairs")),
            depends_on=_several(more.get("needs")),
            trust=tuple(dict.fromkeys([*_several(more.get("trust")), *engines(checks)])),
            fidelity=Fidelity(more.get("fidelity", "literal")),
            note=more.get("note", ""),
            search=more.get("search"),
            integers=frozenset(more.get("integers", "").split()),
            over=more.get("over", ""),
            ranges=frozenset(more.get("ranges", "").split()),
            uncheckable=more.get("uncheckable"),
            derivation=more.get("derivation"),
            means={**self.means, **more.get("means", {})},
            numbers=_several(more.get("numbers")),
            captions={**self.symbols, **more.get("symbols", {}), **(formula.symbols if formula is not None else {})},
        )  # fmt: skip
        self.claims.append(claim)
        return claim

    def _family(self, identifier: str, more: Details) -> Family | None:
        wanted = more.get("generated", "quick")
        if wanted not in ("quick", "deep", "none"):
            raise DomainError(f"mutants must be generated quick, deep or none; got {wanted!r} in {identifier}")
        if wanted == "none":
            return None
        listed = {**self.paper.survivors.get(identifier, {}), **more.get("survivors", {})}
        return Family(tuple(more.get("counts", "").split()), listed, wanted == "deep")


class Instance:
    """A counterexample that leaves out what its formula tells; see `instance`."""

    def __init__(
        self, says: str, let: Mapping[str, str], at: Mapping[str, str], given: tuple[str, ...]
    ) -> None:
        self.says, self.let, self.at, self.given = says, let, at, given

    def of(self, formula: Formula | None) -> Counterexample:
        """Return the counterexample to a formula.

        A symbol without a value has that of the definition of its name.
        """
        own = formula.free if formula is not None else ()
        at = {**{name: name for name in own}, **self.at}
        return Counterexample(self.says, self.let, at, self.given)


def instance(
    says: str, *let: str | Mapping[str, str], given: str = "", at: Mapping[str, str] | None = None
) -> Instance:
    """State an instance at which a claim fails.

    It is given by definitions in the language of certificates, one after the other, as "n = 2; T = 1".

    Args:
        says: the instance, in words.
        let: definitions, separated by semicolons; shared ones may be given as a mapping.
        given: the hypotheses it meets, separated by semicolons.
        at: expressions for symbols of the formula that are not called like a definition.

    Example:
        >>> instance("One half.", "x = 1/2; square = x**2", given="0 < x").let
        {'x': '1/2', 'square': 'x**2'}
    """
    found: dict[str, str] = {}
    for piece in let:
        found |= dict(_definition(text) for text in _split(piece)) if isinstance(piece, str) else piece
    return Instance(says, found, dict(at or {}), tuple(_split(given)))


def _by_values(checks: tuple[Check, ...]) -> bool:
    """Tell whether programs compute the values that decide the claim."""
    return all(check.method in (Method.EXACT, Method.CERTIFIED, Method.SEARCHED) for check in checks)


def engines(checks: Iterable[Check]) -> tuple[str, ...]:
    """The trust entries of the engines that decide some checks."""
    return tuple(dict.fromkeys(name for check in checks for name in sorted(check.engines)))


def _split(text: str) -> list[str]:
    return [piece.strip() for piece in text.split(";") if piece.strip()]


def _definition(text: str) -> tuple[str, str]:
    name, sign, term = text.partition(" = ")
    if not sign:
        raise DomainError(f"a definition must read 'name = expression'; got {text!r}")
    return name.strip(), term.strip()


def _kind(paper: Paper, locator: str) -> Kind:
    if not paper.title:
        return Kind.PROJECT
    return _KINDS.get(locator.replace(",", " ").split()[0], Kind.STATEMENT)


def _recorded(paper: Paper, more: Details) -> Status | None:
    """Return the status that a claim says, or that its counterexample tells.

    Without one, a claim of a paper whose statements have been judged is established.
    """
    if "recorded" in more:
        return Status(more["recorded"])
    if "uncheckable" in more:
        return Status.OPEN
    if not paper.settled:
        return None
    return Status.ESTABLISHED if "fails" not in more else Status.REPAIRED


def _erratum(identifier: str, more: Details) -> Erratum:
    if "wrong" not in more:
        raise DomainError(f"a refuted claim must say what is wrong; {identifier} does not")
    return Erratum(more["wrong"], more.get("cost", ""), defect=Defect(more.get("defect", Defect.FALSE)))


def _mutated(text: str, change: Any) -> str | None:
    """Replace pieces of a text wherever they occur.

    None if something else than the formula changes.

    Raises:
        DomainError: what is to be replaced does not occur.
    """
    if isinstance(change, str):
        return change
    if not isinstance(change, tuple):
        return None
    for old, new in zip(change[::2], change[1::2], strict=True):
        if old not in text:
            raise DomainError(f"a mutant must replace what is there; {old!r} does not occur in {text!r}")
        text = text.replace(old, new)
    return text


def _mutant(name: str, change: Any, formula: Formula | None) -> NearMiss:
    if formula is not None:
        return NearMiss(name, formula)
    if isinstance(change, Mapping):
        return NearMiss(name, parameters=change)
    return NearMiss(name, variant=change) if callable(change) else change if isinstance(change, NearMiss) else NearMiss(
        name, change
    )


def _several(words: Words | None) -> tuple[str, ...]:
    return () if words is None else (words,) if isinstance(words, str) else tuple(words)


Written = Callable[[str], Formula]
"""Reader of the text of a formula in a section."""
_SIGNS = tuple(relation.value for relation in Relation)
_WRITTEN_SIGNS = {relation: relation.value for relation in Relation} | {Relation.EQUAL: "=="}


class More(TypedDict, total=False):
    """Details of a line beside its sides and its check; see `ledger.Step`.

    Attributes:
        part: a name, if a new part of the chain begins here.
        mutants: false neighbours by name: another right side, another relation, or (old, new) in the right side,
            or else in the left one.
        holds: False for a broken step of a published proof.
    """

    part: str
    mutants: Mapping[str, str | tuple[str, str]]
    given: Words
    silent: Words
    reference: str
    note: str
    holds: bool


class Line:
    """One line of a proof; see `line`."""

    def __init__(self, before: str, relation: str, after: str, rule: Rule, check: Check, more: More) -> None:
        if relation not in _SIGNS:
            raise DomainError(f"a relation must be one of {', '.join(_SIGNS)}; got {relation!r}")
        self.before, self.relation, self.after, self.rule = before, Relation(relation), after, rule
        self.check, self.more = check, more

    def step(self, previous: Formula | None, written: Written) -> Step:
        """Return the step of a derivation, after one with a formula."""
        if not self.before and previous is None:
            raise DomainError(f"the first line of a derivation must say where it begins; got {self.after!r}")
        before = written(self.before) if self.before else previous
        return Step(
            before=before, relation=self.relation, after=written(self.after), rule=self.rule,
            check=of_lines(self.check), part=self.more.get("part", ""), note=self.more.get("note", ""),
            reference=self.more.get("reference", ""),
            recorded=Verdict.HOLDS if self.more.get("holds", True) else Verdict.FAILS,
            hypotheses=(
                *(Hypothesis(text) for text in _several(self.more.get("given"))),
                *(Hypothesis(text, silent=True) for text in _several(self.more.get("silent"))),
            ),
            near_misses=tuple(self._miss(name, text, written) for name, text in self.more.get("mutants", {}).items()),
        )  # fmt: skip

    def _miss(self, name: str, change: str | tuple[str, str], written: Written) -> StepMiss:
        if isinstance(change, tuple):
            old, new = change
            if old not in self.after and old in self.before:
                return StepMiss(name, before=written(self.before.replace(old, new)))
            if old not in self.after:
                raise DomainError(f"a mutant must replace what is there; {old!r} does not occur in {self.after!r}")
            return StepMiss(name, after=written(self.after.replace(old, new)))
        if change in _SIGNS:
            return StepMiss(name, relation=Relation(change))
        return StepMiss(name, after=written(change))


def line(*parts: str | Rule | Check, **more: Unpack[More]) -> Line:
    """Write a line of a derivation: relation, right side, rule, check.

    It says where it begins, unless it goes on.

    Example:
        >>> from sdp_proofs.proving.checks import by_solver
        >>> line("<=", "x + 1", Rule.ALGEBRA, by_solver("all reals", [])).relation.value
        '<='
    """
    match parts:
        case (str(relation), str(after), Rule() as rule, Check() as check):
            return Line("", relation, after, rule, check, more)
        case (str(before), str(relation), str(after), Rule() as rule, Check() as check):
            return Line(before, relation, after, rule, check, more)
    raise DomainError(f"a line must be [before,] relation, after, rule, check; got {len(parts)} parts")


def derivation(identifier: str, title: str, lines: tuple[Line, ...], source: str, written: Written) -> Derivation:
    """The derivation that lines make."""
    steps: list[Step] = []
    for one in lines:
        steps.append(one.step(steps[-1].after if steps else None, written))
    return Derivation(id=identifier, title=title, source=source, steps=tuple(steps))


def of_lines(check: Check) -> Check:
    """Ask the check of a claim about lines.

    It is asked about a claim that asserts what the line asserts.
    """

    def run(step: Step) -> Outcome:
        return check.run(
            Claim(
                id="line", paper="line", locator="line", title="line", kind=Kind.PROOF_STEP, statement="line",
                recorded=Status.OPEN, formula=assertion(step),
            )
        )

    return Check(check.method, check.coverage, run, check.title, own=check.own)


def assertion(step: Step) -> Formula:
    """Return the one statement that a step asserts.

    Raises:
        DomainError: the two sides do not write their common symbols alike.
    """
    before, after = step.before, step.after
    symbols = {**before.symbols, **after.symbols}
    for side in (before, after):
        clash = [name for name in side.free if side.symbols[name] != symbols[name]]
        if clash:
            raise DomainError(f"both sides of a step must write {clash[0]} alike; got {before} and {after}")
    if step.relation is Relation.IMPLIES:
        return Formula(f"Implies({before}, {after})", symbols)
    return Formula(f"({before}) {_WRITTEN_SIGNS[step.relation]} ({after})", symbols)
