"""One release after the other: the loss of k + 1 of them from the losses of k of them at two budgets, for every k."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb

from sdp_proofs.claims.checks import Instance, on_instances
from sdp_proofs.claims.families import IDLE, NOT_NEEDED, ROOM, family
from sdp_proofs.claims.proofs.conjunctions import each_by_solver
from sdp_proofs.claims.proofs.proving import with_terms
from sdp_proofs.claims.proofs.stepwise import by_telescoping
from sdp_proofs.claims.smoothed_dp.derivations.composition import both_ways, joined, loss
from sdp_proofs.ledger import Check, Claim, Coverage, Hypothesis, Kind, Method, NearMiss, Outcome, Status
from sdp_proofs.ledger.space import Laws
from sdp_proofs.numerics.formula import Formula
from sdp_proofs.verdict import Verdict

OUTPUT = {
    "odds": "E",
    "r": "P_k(b)",
    "s": "P'_k(b)",
    "t": "t",
    "w": "w",
    "there": "d(x,x')",
    "back": "d(x',x)",
    "delta": r"\delta",
}
TWO_BUDGETS = "(delta*r + (1 - delta)*(odds/(1 + odds)*Max(0, r - t/odds*s) + 1/(1 + odds)*Max(0, r - t*odds*s)))"
RESPONSE = (
    "Max(0, delta*r - t*0*s) + Max(0, (1 - delta)*odds/(1 + odds)*r - t*((1 - delta)/(1 + odds))*s) + "
    "Max(0, (1 - delta)/(1 + odds)*r - t*((1 - delta)*odds/(1 + odds))*s) + Max(0, 0*r - t*delta*s)"
)
ONE_MORE = Formula(
    f"And(Implies(t*s == (w/odds + (1 - w)*odds)*r, r*(w*(1 - 1/odds + back/odds) + (1 - w)*there) <= {TWO_BUDGETS}), "
    f"Implies(t*s == w/odds*r, r*((1 - w) + w*(1 - 1/odds + back/odds)) <= {TWO_BUDGETS}), "
    f"Implies(t*s >= odds*r, r*there <= {TWO_BUDGETS}), "
    f"Eq({RESPONSE}, {TWO_BUDGETS}))",
    OUTPUT,
)
MORE = {
    "more": r"L_{k+1}(t)",
    "lower": r"L_k(t/E)",
    "upper": r"L_k(tE)",
    "delta": r"\delta(x)",
    "odds": "E",
    "first": r"\sum_b P_k(b) h(t P'_k(b)/P_k(b))",
    "second": r"\sum_b P_k(b) g(t P'_k(b)/P_k(b))",
}
AVERAGED = Formula("more <= delta + (1 - delta)*(odds*lower + upper)/(1 + odds)", MORE)
PASCAL = Formula(
    "(1 + odds)*more == odds*same + other",
    {"more": r"\delta_{k+1,j}", "same": r"\delta_{k,j}", "other": r"\delta_{k,j-1}", "odds": "E"},
)
ONE_TERM = {
    "more": "more + (c + e)*(odds*u - odds*v)/(power*(1 + odds))",
    "same": "same + c*(u - v)/power",
    "other": "other + e*(odds*u - odds*v)/power",
}
"""The sums with the term of l: c and e are the binomials of k over l and l - 1, u = E^(k-l), v = E^(k-2j+l), power
(1 + E)^k. That of l - 1 is added to the last sum, in which there is none for l = 0."""
DOMAINS = {**dict.fromkeys(("more", "same", "other", *"ceuv"), "real"), **dict.fromkeys(("odds", "power"), "positive")}


def part(releases: int, steps: int, odds: Fraction) -> Fraction:
    """delta_j: the loss of k randomised responses at E^(k-2j)."""
    gains = (
        comb(releases, low) * (odds ** (releases - low) - odds ** (releases - 2 * steps + low)) for low in range(steps)
    )
    return sum(gains, Fraction(0)) / (1 + odds) ** releases


def one_after_two(_: Claim) -> Iterator[Instance]:
    """A release after none, one or two others, at budgets below 1/E, between, and above E."""
    nothing = ((Fraction(1),), (Fraction(1),))
    few, more = ([law for level in range(top) for law in Laws(2).at_level(level, {})] for top in (2, 3))
    for odds, first, second in product((Fraction(3, 2), Fraction(3)), more, more):
        for other, changed in product(few, few):
            for rest in (nothing, (other, changed), (joined(other, other), joined(changed, changed))):
                for t in map(Fraction, ("1/5", "1", "5")):
                    losses = {
                        "more": loss(joined(first, rest[0]), joined(second, rest[1]), t),
                        "lower": loss(rest[0], rest[1], t / odds),
                        "upper": loss(rest[0], rest[1], t * odds),
                    }
                    name = f"{first} and {second} after {rest[0]} and {rest[1]}, t = {t}, odds {odds}"
                    yield name, {**losses, "delta": both_ways(first, second, odds), "odds": odds}


def by_two_budgets(title: str, relation: str) -> Check:
    """The formula holds for no release, and for one more if it holds for k at the two neighbouring budgets. By z3.

    Args:
        title: what is shown.
        relation: how the loss of one more release stands to the average over the two budgets, "<=" or "==".
    """

    def run(claim: Claim) -> Outcome:
        from sdp_proofs.numerics.smt import prove_for_all_reals

        names = ("lower", "upper", "same", "other")

        def at(**terms: str) -> Formula:
            return with_terms(claim.formula, terms, (*names, "delta", "odds"))

        symbols = at(composed="lower", part="same").symbols
        ranges = Formula("And(0 <= delta, delta <= 1, odds >= 1, 0 <= survives, survives <= 1)", symbols)
        before = (at(composed="lower", part="same"), at(composed="upper", part="other"))
        more = Formula(f"composed {relation} delta + (1 - delta)*(odds*lower + upper)/(1 + odds)", symbols)
        after = at(survives="survives*(1 - delta)", part="(odds*same + other)/(1 + odds)")
        scope = "every number of releases, every j"
        none = prove_for_all_reals([ranges], at(composed="part", survives="1"))
        if none.verdict is not Verdict.HOLDS:
            return Outcome(Verdict.UNKNOWN, scope, detail="the case of no release is not proved")
        step = prove_for_all_reals([ranges, *before, more], after)
        if step.verdict is not Verdict.HOLDS:
            return Outcome(Verdict.UNKNOWN, scope, detail=f"the step is not proved: {after}")
        return Outcome(Verdict.HOLDS, scope, detail="no release, and the step from k to k + 1, by z3")

    return Check(Method.SMT, Coverage.ALL, run, title)


def small_parts(_: Claim) -> Iterator[Instance]:
    """The sums for few releases."""
    for odds, k in product(map(Fraction, ("1", "3/2", "4")), range(10)):
        for j in range(-1, k + 3):
            values = {"more": part(k + 1, j, odds), "same": part(k, j, odds), "other": part(k, j - 1, odds)}
            yield f"k = {k}, j = {j}, odds {odds}", {**values, "odds": odds}


CLAIMS = (
    Claim(
        id="one-more-release-averages-two-budgets-at-each-output",
        paper="project",
        locator="Composition",
        title="given the output of k releases, one more loses at most what a revealing randomised response does",
        kind=Kind.PROJECT,
        statement="Given an output b of k releases, one more with $\\delta(x) \\le \\delta$ at odds E adds the loss "
        "of its own at the odds $t P'_k(b)/P_k(b)$, which is below a chord (`loss-curves-lie-below-their-chords`). "
        "So b adds at most $\\delta P_k(b) + (1-\\delta) (E (P_k(b) - \\frac{t}{E} P'_k(b))^+ + (P_k(b) - tE "
        "P'_k(b))^+)/(1+E)$. The parts: these odds are between 1/E and E; below; above; a response that reveals the "
        "record with probability $\\delta$ and else answers truthfully with odds E adds just that.",
        hypotheses=(
            Hypothesis("the releases are independent given the database"),
            Hypothesis("E >= 1, t >= 0"),
        ),
        formula=ONE_MORE,
        checks=(
            each_by_solver(
                "one output of the others",
                [
                    Formula(
                        "And(odds >= 1, r >= 0, s >= 0, t >= 0, 0 <= w, w <= 1, there <= delta, back <= delta, "
                        "delta <= 1, there >= 0, back >= 0)",
                        OUTPUT,
                    )
                ],
            ),
        ),
        near_misses=(
            NearMiss(
                "budgets exchanged",
                Formula(ONE_MORE.text.replace("r - t/odds*s", "r - t*s").replace("r - t*odds*s", "r - t*s"), OUTPUT),
            ),
            NearMiss("nothing revealed", Formula(ONE_MORE.text.replace("(delta*r + (1", "(0*r + (1"), OUTPUT)),
        ),
        family=family(
            true={
                ROOM: [
                    "t * s without s, place 3", "t * s without t, place 3", "odds * r without r",
                    "odds * r without odds",
                ],
                IDLE: [
                    "0 for 1 in 1 - w", "(1 - w) * odds without odds",
                    "sign of (1 - w) * odds reversed in w / odds + (1 - w) * odds",
                    "w / odds + (1 - w) * odds without (1 - w) * odds", "w / odds + (1 - w) * odds without w / odds",
                    "-1 for 0 in Max(0, delta * r - t * 0 * s)", "t * 0 without t", "t * 0 * s without s",
                    "sign of t * 0 * s reversed in delta * r - t * 0 * s", "delta * r - t * 0 * s without t * 0 * s",
                    "-1 for 0 in 0 * r", "0 * r without r", "t * delta without delta", "t * delta without t",
                    "t * delta * s without s", "t * delta * s without t * delta",
                    "0 * r - t * delta * s without t * delta * s",
                    "sign of Max(0, 0 * r - t * delta * s) reversed in Max(0, delta * r - t * 0 * s) + Max(0, "
                    "(1 - delta) * ...",
                    "Max(0, delta * r - t * 0 * s) + Max(0, (1 - delta) * ... without Max(0, 0 * r - t * delta * s)",
                ],
                NOT_NEEDED: [
                    "<= for >= in t * s >= odds * r", "without the hypothesis t * s >= odds * r",
                    "one output of the others, without there >= 0", "one output of the others, without back >= 0",
                ],
            },
            deep=True,
        ),
        recorded=Status.ESTABLISHED,
        depends_on=("loss-curves-lie-below-their-chords", "one-release-at-a-time-may-be-replaced"),
        trust=("z3", "sum-over-outputs"),
    ),
    Claim(
        id="one-more-release-averages-two-budgets",
        paper="project",
        locator="Composition",
        title="L_{k+1}(t) <= delta + (1 - delta) (E L_k(t/E) + L_k(tE))/(1 + E) at every t",
        kind=Kind.PROJECT,
        statement="Let $L_k(t)$ be the loss of k releases at odds t, h the loss curve of one more, with $\\delta(x)$ "
        "at odds E, and g that of the revealing response. Then $L_{k+1}(t) = \\sum_b P_k(b) h(t P'_k(b)/P_k(b))$, "
        "with $h \\le g$ at every output, is at most $\\delta(x) + (1 - \\delta(x)) (E L_k(t/E) + L_k(tE))/(1+E)$, "
        "for every $t \\ge 0$, and equal to it for the response.",
        hypotheses=(
            Hypothesis("the releases are independent given the database"),
            Hypothesis("E >= 1, t >= 0"),
        ),
        formula=AVERAGED,
        checks=(
            each_by_solver(
                "sum over the outputs of the others",
                [
                    Formula(
                        "And(more == first, first <= second, second == delta + (1 - delta)*(odds/(1 + odds)*lower + "
                        "1/(1 + odds)*upper), odds >= 1)",
                        MORE,
                    )
                ],
            ),
            on_instances(
                Method.EXACT,
                Coverage.GRID,
                "small laws",
                "one release after none, one or two on two outputs, denominators up to 3 and 2, three t, two odds",
                one_after_two,
            ),
        ),
        near_misses=(
            NearMiss("the other budget weighs more", AVERAGED.mutate("odds*lower + upper", "lower + odds*upper")),
            NearMiss("nothing revealed", AVERAGED.mutate("delta + (1 - delta)", "(1 - delta)")),
        ),
        family=family(true={NOT_NEEDED: ["sum over the outputs of the others, without odds >= 1"]}),
        recorded=Status.ESTABLISHED,
        depends_on=("one-more-release-averages-two-budgets-at-each-output",),
        trust=("z3", "sum-over-outputs", "countable-sums"),
    ),
    Claim(
        id="losses-of-responses-follow-pascals-rule",
        paper="project",
        locator="Composition",
        title="delta_j of k + 1 responses is (E delta_j + delta_{j-1})/(1 + E) of k, for every k and j",
        kind=Kind.PROJECT,
        statement="With $\\delta_{k,j} = \\sum_{l<j} \\binom{k}{l} (E^{k-l} - E^{k-2j+l})/(1+E)^k$ for all integers "
        "j, which is 0 for $j \\le 0$ and $1 - E^{-2j}$ for k = 0 < j, one has $(1+E)\\, \\delta_{k+1,j} = E "
        "\\delta_{k,j} + \\delta_{k,j-1}$: term by term, after the second sum is shifted by one, it is Pascal's rule.",
        hypotheses=(Hypothesis("E >= 1; k and j are integers, k >= 0"),),
        formula=PASCAL,
        checks=(
            by_telescoping("one term", ONE_TERM, {}, dict.fromkeys(("more", "same", "other"), "0"), DOMAINS),
            on_instances(Method.EXACT, Coverage.GRID, "the sums", "k <= 9, all j up to k + 2, three odds", small_parts),
        ),
        near_misses=(
            NearMiss("E times the second sum", PASCAL.mutate("+ other", "+ odds*other")),
            NearMiss("twice the second sum", PASCAL.mutate("+ other", "+ 2*other")),
        ),
        family=family(),
        recorded=Status.ESTABLISHED,
        trust=("sympy", "pascals-rule", "induction"),
    ),
)
