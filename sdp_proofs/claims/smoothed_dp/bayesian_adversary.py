"""Justification 3: the posterior, the loss, the adjusted utility of Eq. (3) and its examples."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from sdp_proofs.claims.checks import Instance, by_identity, by_solver, on_instances
from sdp_proofs.claims.families import CONVERSE, IDLE, NOT_NEEDED, family
from sdp_proofs.claims.instances.one_record import GUESSES, ODDS, ROWS, Row, laws_of, rows_at, small_rows, space
from sdp_proofs.claims.proofs.conjunctions import each_by_solver
from sdp_proofs.claims.searching import over
from sdp_proofs.ledger import (
    Claim,
    Counterexample,
    Coverage,
    Erratum,
    Fidelity,
    Hypothesis,
    Kind,
    Method,
    NearMiss,
    Status,
)
from sdp_proofs.ledger.space import Integers, Rationals
from sdp_proofs.numerics.formula import Formula
from sdp_proofs.privacy.guessing import guessing_utilities

MASSES = {"p": "p_X(a)", "rest": r"\sum_{Y \ne X} p_Y(a)", "prior": r"\Pr[X]"}
POSTERIOR = Formula("Eq(p*prior/(p*prior + rest*prior), p/(p + rest))", MASSES)
BEST = {"best": r"\max_X \Pr[X \mid a]", "types": "m", "t": "t", "take": r"\mathbf{1}[\ell \le 1-t]", "keep": "p"}
LOSS = Formula("And(0**2*best + 1**2*(1 - best) == 1 - best, 0 <= 1 - best, 1 - best <= 1 - 1/types)", BEST)
IN_SHORT = Formula("Max(0, best - t)/(1 - t) == take*best", BEST)
EXCESS = Formula("Max(0, best - t)/(1 - t) == take*(best - t)/(1 - t)", BEST)
GUESS = Formula(
    "And(Max(0, 1 - t - 0)/(1 - t) == 1, Implies(t >= 1/types, Max(0, 1 - t - (1 - 1/types))/(1 - t) == 0))", BEST
)
GAIN = "(keep*Max(0, Max(keep, 1 - keep)/(keep + 1 - keep) - t) + (1 - keep)*Max(0, Max(keep, 1 - keep) - t))/(1 - t)"
COIN = Formula(f"And(Implies(keep == 1, {GAIN} == 1), Implies(And(keep == 1/2, t >= 1/2), {GAIN} == 0))", BEST)
KEPT = {"best": r"\max_X p_X(a)", "second": "p_Y(a)", "others": r"\sum_Z p_Z(a)"}
TWO_KEPT = Formula("best/(best + second + others) <= best/(best + second)", KEPT)
OWN = Formula("own == utility", {"own": r"\max_{x'} u(x,x',t)", "utility": "u(t,x_{-i})"})
BELOW_ONE = Hypothesis("t < 1", silent=True)


def _gained(_: Claim, at: Mapping[str, Any]) -> dict[str, Any]:
    return {**at, "take": int(at["best"] >= at["t"])}


def coins(claim: Claim) -> Iterator[Instance]:
    """Posterior probabilities and thresholds with small denominators."""
    for bottom in range(2, 6):
        for top in range(1, bottom + 1):
            for t in (Fraction(1, 3), Fraction(1, 2), Fraction(2, 3)):
                yield f"posterior {top}/{bottom}", _gained(claim, {"best": Fraction(top, bottom), "t": t})


def _own(rows: tuple[Row, ...], odds: Fraction) -> dict[str, Any]:
    gains = guessing_utilities(laws_of(rows), odds / (odds + 1))
    return {"own": gains[0], "utility": max(gains)}


def fixed_or_random(_: Claim) -> Iterator[Instance]:
    """Two laws in halves."""
    for rows in small_rows(2, 2, 2):
        for odds in ODDS:
            yield f"laws {'; '.join(' '.join(map(str, row)) for row in rows)}, odds {odds}", _own(rows, odds)


THRESHOLDS = {"best": Rationals(0, 1, open_low=True), "t": Rationals(0, 1, open_low=True, open_high=True)}

CLAIMS = (
    Claim(
        id="posterior-under-a-uniform-prior",
        paper="smoothed-dp",
        locator="Sec. 2, Justification 3, posterior",
        title="Pr[X | a] is p_X(a) over the sum of all p_Y(a)",
        kind=Kind.EQUATION,
        statement="With a uniform prior the posterior probability of X after the output a is $p_X(a)/\\sum_Y p_Y(a)$: "
        "the prior cancels.",
        hypotheses=(
            Hypothesis("some type gives the output positive probability", silent=True),
            Hypothesis("finitely many types: there is no uniform prior on infinitely many", silent=True),
        ),
        formula=POSTERIOR,
        checks=(by_identity("identity in the masses", {"p": "positive", "rest": "positive", "prior": "positive"}),),
        near_misses=(
            NearMiss("relative to the rest", POSTERIOR.mutate("p/(p + rest))", "p/rest)")),
            NearMiss("the prior stays", POSTERIOR.mutate("p/(p + rest))", "p*prior/(p + rest))")),
        ),
        family=family(),
        recorded=Status.ESTABLISHED,
        trust=("sympy",),
        note="A uniform prior is an assumption on the adversary, and everything about the utility rests on it.",
    ),
    Claim(
        id="loss-of-the-bayesian-prediction",
        paper="smoothed-dp",
        locator="Sec. 2, Justification 3, loss",
        title="the loss is 1 minus the largest posterior probability, between 0 and 1 - 1/m",
        kind=Kind.EQUATION,
        statement="The displayed loss equals one minus the largest posterior probability. Since that is at least 1/m, "
        "the loss is at most 1 - 1/m, that of a random guess.",
        formula=LOSS,
        checks=(
            by_solver(
                "all posteriors", [Formula("And(types >= 1, types*best >= 1, best <= 1)", BEST)],
            ),
        ),
        near_misses=(
            NearMiss("below 1 - 2/m", LOSS.mutate("1 - 1/types", "1 - 2/types")),
            NearMiss("the right answer costs 1", LOSS.mutate("0**2*best", "1**2*best")),
        ),
        family=family(
            true={
                IDLE: [
                    "3 for 2 in 0 ** 2 * best",
                    "1 for 2 in 0 ** 2 * best",
                    "3 for 2 in 1 ** 2 * (1 - best)",
                    "1 for 2 in 1 ** 2 * (1 - best)",
                    "0 ** 2 * best without best",
                    "1 ** 2 * (1 - best) without 1 ** 2",
                    "0 ** 2 * best + 1 ** 2 * (1 - best) without 0 ** 2 * best",
                ]
            }
        ),
        recorded=Status.ESTABLISHED,
        trust=("z3",),
        note="The index i of the maximum runs over the types; elsewhere i is the missing record. 'An always incorrect "
        "prediction has loss one' is true of the 0/1 loss, but no output gives the displayed loss that value.",
    ),
    Claim(
        id="adjusted-utility",
        paper="smoothed-dp",
        locator="Sec. 2, Eq. (3)",
        title="the adjusted utility with threshold t",
        kind=Kind.EQUATION,
        statement="$u(t, x_{-i})$ is the maximum over values of the missing record of the expectation of $\\max(0, 1 - "
        "t - \\ell)$ over $1 - t$, the output being drawn under that value.",
        hypotheses=(BELOW_ONE,),
        recorded=Status.OPEN,
        uncheckable="A definition asserts nothing; what is said about it are claims of their own.",
        note="The maximum is over all types, also those that neither x nor x' has there.",
    ),
    Claim(
        id="utility-is-one-minus-the-loss-where-it-counts",
        paper="smoothed-dp",
        locator="Sec. 2, below Eq. (3)",
        title="in short, u is the expectation of 1 - loss, outputs of loss above 1 - t left out",
        kind=Kind.STATEMENT,
        statement="The adjusted utility is the expectation of one minus the loss, the contribution of outputs with a "
        "loss above 1 - t being omitted. For one output: max(0, best - t)/(1 - t) is best, if best is at least t.",
        fidelity=Fidelity.NARROWED,
        hypotheses=(BELOW_ONE,),
        formula=IN_SHORT,
        checks=(on_instances(Method.EXACT, Coverage.GRID, "coins", "posteriors in up to fifths, 3 thresholds", coins),),
        near_misses=(
            NearMiss("less t", IN_SHORT.mutate("take*best", "take*(best - t)")),
            NearMiss("over 1 - t", IN_SHORT.mutate("take*best", "take*best/(1 - t)")),
        ),
        recorded=Status.REPAIRED,
        repaired_by="utility-is-the-normalised-excess",
        counterexample=Counterexample(
            "A fair coin, t = 1/2: the utility is 0, the expectation of 1 - loss is 1/2.",
            {"t": "1/2", "best": "1/2", "u": "max(0, best - t) / (1 - t)"},
            fails="u == best",
            given=("best >= t",),
        ),
        erratum=Erratum(
            "Eq. (3) does not only leave outputs out: what counts is by how much the posterior exceeds t, "
            "relative to 1 - t.",
            "'The contribution' is that of (1 - loss - t)/(1 - t).",
        ),
        search=over(THRESHOLDS, _gained, climbs=False),
    ),
    Claim(
        id="utility-is-the-normalised-excess",
        paper="smoothed-dp",
        locator="Sec. 2, below Eq. (3), corrected",
        title="one output contributes (best - t)/(1 - t) where best is at least t, and nothing elsewhere",
        kind=Kind.STATEMENT,
        statement="Outputs whose largest posterior probability is at least t contribute its excess over t, normalised "
        "by 1 - t; all others contribute nothing.",
        hypotheses=(BELOW_ONE,),
        formula=EXCESS,
        checks=(
            by_solver(
                "all posteriors and thresholds",
                [Formula("And(t < 1, Or(And(take == 1, best >= t), And(take == 0, best < t)))", BEST)],
            ),
        ),
        near_misses=(
            NearMiss("not normalised", EXCESS.mutate("take*(best - t)/(1 - t)", "take*(best - t)")),
            NearMiss("as in the text", EXCESS.mutate("take*(best - t)/(1 - t)", "take*best")),
        ),
        family=family(true={NOT_NEEDED: ["all posteriors and thresholds, without t < 1"]}),
        recorded=Status.ESTABLISHED,
        trust=("z3",),
    ),
    Claim(
        id="certain-and-random-guesses",
        paper="smoothed-dp",
        locator="Sec. 2, below Eq. (3), guesses",
        title="for t >= 1/m a certain guess has utility 1 and a random one 0",
        kind=Kind.STATEMENT,
        statement="A prediction without loss has utility 1, at any t < 1. One of loss 1 - 1/m has utility 0 as soon as "
        "t is at least 1/m.",
        hypotheses=(BELOW_ONE,),
        formula=GUESS,
        checks=(each_by_solver("all thresholds and types", [Formula("And(0 <= t, t < 1, types >= 1)", BEST)]),),
        near_misses=(
            NearMiss("t above 1/(m+1)", GUESS.mutate("t >= 1/types", "t >= 1/(types + 1)")),
            NearMiss("not normalised", GUESS.mutate("Max(0, 1 - t - 0)/(1 - t) == 1", "Max(0, 1 - t - 0) == 1")),
        ),
        family=family(
            counts=["types"],
            true={
                IDLE: [
                    "-1 for 0 in Max(0, 1 - t - 0)", "sign of 0 reversed in 1 - t - 0", "1 - t - 0 without 0",
                    "sides of Max(0, 1 - t - 0) / (1 - t) exchanged", "0 for 1 in 1 - t, place 3",
                    "2 for 1 in 1 - 1 / types", "0 for 1 in 1 / types, place 2",
                    "types + 1 for types in 1 / types, place 2", "sign of 1 / types reversed in 1 - 1 / types",
                    "1 - 1 / types without 1 / types", "2 for 1 in 1 - t, place 4", "0 for 1 in 1 - t, place 4",
                    "sign of t reversed in 1 - t, place 4", "1 - t without t, place 4",
                    "Max(0, 1 - t - (1 - 1 / types)) / (1 - t) without 1 - t",
                    "sides of Max(0, 1 - t - (1 - 1 / types)) / (1 - t) exchanged",
                ],
                CONVERSE: ["converse of Implies(t >= 1 / types, Max(0, 1 - t - (1 - 1 / type ..."],
                NOT_NEEDED: [
                    "all thresholds and types, without 0 <= t", "all thresholds and types, without types >= 1",
                ],
            },
            deep=True,
        ),
        recorded=Status.ESTABLISHED,
        trust=("z3",),
        search=over(
            {"types": Integers(1, 100), "t": Rationals(0, 1, open_high=True)}, lambda _, at: at, climbs=False
        ),
    ),
    Claim(
        id="coin-that-is-kept-or-fair",
        paper="smoothed-dp",
        locator="Sec. 2, coin flip",
        title="p = 1 has utility 1 for t in (0,1), p = 1/2 has utility 0 for t in (1/2, 1)",
        kind=Kind.EXAMPLE,
        statement="A bit that is released as it is gives the adversary the utility 1 at every threshold in (0, 1). A "
        "fair coin gives 0 at every threshold in (1/2, 1), and at 1/2.",
        formula=COIN,
        checks=(each_by_solver("all coins", [Formula("And(0 < t, t < 1, 0 <= keep, keep <= 1)", BEST)]),),
        near_misses=(
            NearMiss("also from one third on", COIN.mutate("t >= 1/2", "t >= 1/3")),
            NearMiss("a coin kept with 2/3", COIN.mutate("keep == 1/2", "keep == 2/3")),
        ),
        recorded=Status.ESTABLISHED,
        trust=("z3",),
        search=over(
            {"keep": Rationals(0, 1), "t": Rationals(0, 1, open_low=True, open_high=True)}, lambda _, at: at,
            climbs=False,
        ),
        note="By symmetry the utility is the same for both values of the bit, so the maximum of Eq. (3) is either.",
    ),
    Claim(
        id="keeping-two-types-raises-the-posterior",
        paper="smoothed-dp",
        locator="App. C.2, third line",
        title="with all types but two left out, one of them the likeliest, the posterior does not fall",
        kind=Kind.PROOF_STEP,
        statement="At one output, leaving out all types but the likeliest and one other one makes the sum in the "
        "denominator smaller, so the posterior probability of the likeliest type does not fall.",
        hypotheses=(Hypothesis("which types are kept depends on the output", silent=True),),
        formula=TWO_KEPT,
        checks=(
            by_solver("one output, all probabilities", [Formula("And(best > 0, second >= 0, others >= 0)", KEPT)]),
        ),
        near_misses=(
            NearMiss("equality", TWO_KEPT.mutate("<=", "==")),
            NearMiss("the likeliest left out", TWO_KEPT.mutate("<= best/(best + second)", "<= second/(best + second)")),
        ),
        family=family(true={IDLE: ["best + second + others without others"]}),
        recorded=Status.ESTABLISHED,
        trust=("z3",),
        note="The next sentence applies Lemma 10 to the types that were kept. But they differ from output to output, "
        "need not be those of x and x', and the output may be drawn under a third: see Lemma 2.",
    ),
    Claim(
        id="utility-in-the-figure-is-the-adjusted-utility",
        paper="smoothed-dp",
        locator="App. A.1, utility",
        title="max over x' of u(x,x',t), as plotted, is the adjusted utility of Eq. (3)",
        kind=Kind.STATEMENT,
        statement="The utility of Figure 1 is described as the maximum over neighbours x' of u(x,x',t), whose "
        "expectation is over the output of x. That this is the adjusted utility of Eq. (3), for which Lemma 2 is "
        "cited.",
        hypotheses=(
            Hypothesis("neighbours are meant where the range of the maximum is cut off", silent=True),
            Hypothesis("u(x,x',t) is that of App. C.1; the place that is named defines none of this form", silent=True),
        ),
        fidelity=Fidelity.RECONSTRUCTED,
        formula=OWN,
        checks=(on_instances(Method.EXACT, Coverage.GRID, "one bit", "laws in halves, 3 odds", fixed_or_random),),
        near_misses=(
            NearMiss("twice", OWN.mutate("own", "2*own")),
            NearMiss("above", OWN.mutate("==", ">")),
        ),
        recorded=Status.REPAIRED,
        repaired_by="utility-of-the-true-value",
        counterexample=Counterexample(
            "One bit, odds 2, 0 always gives the output 0, 1 a fair coin: at x = 0 the expectation under x is 0, Eq. "
            "(3) is 1/2.",
            {"E": "2", "rows": "((1, 0), (1/2, 1/2))", **ROWS, **GUESSES},
            fails="gain(rows[0]) == u",
            given=("E > 1",),
        ),
        erratum=Erratum(
            "Eq. (3) takes the maximum over the true value of the missing record, App. A.1 fixes it to that of x. The "
            "first can be positive where the second is 0; the second is at most 3/2 of delta(x) for any number of "
            "types.",
            "The plotted utility is the smaller one, of an adversary who meets the record of x; Lemma 2 is not needed.",
        ),
        search=over(space(2, 2), lambda _, at: _own(rows_at(at), at["odds"]), climbs=False),
    ),
    Claim(
        id="noise-is-usually-needed",
        paper="smoothed-dp",
        locator="Sec. 2, footnote 1",
        title="stability-based queries seem not to need noise, where the local sensitivity is 0 far around",
        kind=Kind.STATEMENT,
        statement="Private mechanisms usually need additive noise; stability-based ones seem not to, if the local "
        "sensitivity is 0 at all databases within a distance of ln(1/delta)/epsilon.",
        recorded=Status.OPEN,
        uncheckable="'Usually' is not a quantifier, and the rest reports on other mechanisms in other papers. That the "
        "sampled histogram is not private in the worst case is `worst-case-loss-is-the-sampling-rate`.",
    ),
)
