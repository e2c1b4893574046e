"""The form of a statement: a section of a paper has its symbols once, and a claim says what holds and how it is proved.

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
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
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
    Status,
)
from sdp_proofs.ledger.paper import Paper
from sdp_proofs.proving.checks import with_programs_by
from sdp_proofs.proving.derivations import Line, derivation
from sdp_proofs.proving.mutants import Family

Words = str | tuple[str, ...]

_KINDS = {
    "App.": Kind.PROOF_STEP, "Sec.": Kind.STATEMENT, "Eq.": Kind.EQUATION,
    **{str(kind.value).title(): kind for kind in Kind},
}  # fmt: skip


class Details(TypedDict, total=False):
    """What a claim may say beside its statement and its proofs; see `ledger.Claim` for what is not explained here.

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
    """A section of a paper, or of this project: its symbols, its locator and its claims, in the order of the text.

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

    def beside(self, paper: Paper, locator: str) -> Section:
        """Another place, or another paper, whose claims stand among those of this section."""
        other = Section(paper, locator, self.symbols, self.means)
        other.claims = self.claims
        return other

    def derivation(self, identifier: str, title: str, *lines: Line, source: str = "") -> Derivation:
        """A proof line by line, in the symbols of the section; see `proving.derivations`."""
        return derivation(identifier, title, lines, source, self.formula)

    def formula(self, text: str) -> Formula:
        """A formula in the symbols of the section."""
        return Formula(text, {name: self.symbols.get(name, name) for name in names_in(text)})

    def _formulas(
        self, holds: str | Formula | None, mutants: Mapping[str, Any], captions: Mapping[str, str] | None
    ) -> tuple[Formula | None, dict[str, Formula | None]]:
        """The formula and those of its mutants, in the symbols that occur in any of them."""
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
        listed = self.paper.survivors.get(identifier, {})
        return Family(tuple(more.get("counts", "").split()), listed, wanted == "deep")


class Instance:
    """A counterexample that leaves out what its formula tells; see `instance`."""

    def __init__(
        self, says: str, let: Mapping[str, str], at: Mapping[str, str], given: tuple[str, ...]
    ) -> None:
        self.says, self.let, self.at, self.given = says, let, at, given

    def of(self, formula: Formula | None) -> Counterexample:
        """The counterexample to a formula: a symbol without a value has that of the definition of its name."""
        own = formula.free if formula is not None else ()
        at = {**{name: name for name in own}, **self.at}
        return Counterexample(self.says, self.let, at, self.given)


def instance(
    says: str, *let: str | Mapping[str, str], given: str = "", at: Mapping[str, str] | None = None
) -> Instance:
    """Where a claim fails: definitions in the language of certificates, one after the other, as "n = 2; T = 1".

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
    """Whether the claim is decided by values that programs compute, and not by a solver or an identity."""
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


def _several(words: Words | None) -> tuple[str, ...]:
    return () if words is None else (words,) if isinstance(words, str) else tuple(words)


def _kind(paper: Paper, locator: str) -> Kind:
    if not paper.title:
        return Kind.PROJECT
    return _KINDS.get(locator.replace(",", " ").split()[0], Kind.STATEMENT)


def _recorded(paper: Paper, more: Details) -> Status | None:
    """The status that a claim says, or that follows for a paper whose statements have been judged."""
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
    """The text of a mutant, pieces replaced wherever they occur; None if something else than the formula changes.

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
