"""The utility if the missing record is that of x: the least factor of delta(x), for every number of types and odds.

At one output, in units of p_x, let some other type Z have E + w, and let the rest have r together. What is gained, less
what is lost, is largest at r = 0 or r = (k - 1)/E; at the second end the weight of d(Z, x) is that of
`sharp-weight-of-the-other-direction`, and mechanisms with such outputs need it.

Mechanisms on one record that give away as much as they can about its value while delta(x) stays small.

A type hides behind others that x is compared with and that are not compared with each other. An output is given by its
masses under x and under the other types; that of every other type in turn makes the family symmetric.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from math import sqrt
from typing import Any

from sdp_proofs.hunting.spaces import Domain, Integers, Rationals
from sdp_proofs.papers.project.utility import BETWEEN_THE_ENDS, ONE_PART
from sdp_proofs.papers.small_instances import each
from sdp_proofs.papers.smoothed_dp.one_record_instances import *
from sdp_proofs.papers.smoothed_dp.one_record_instances import Row, deltas, laws_of
from sdp_proofs.papers.wings import PROJECT
from sdp_proofs.privacy.definition import guessing_utilities
from sdp_proofs.proving.vocabulary import *

Masses = Sequence[Fraction]
ZERO, ONE = Fraction(0), Fraction(1)


def levelled(outputs: Iterable[Masses], odds: Fraction) -> tuple[Row, ...]:
    """The rows of a mechanism with these outputs and one more, at which nothing is lost if E > 1.

    Example:
        >>> [[str(p) for p in row] for row in levelled([(Fraction(2), Fraction(0))], Fraction(3))]
        [['2/3', '1/3'], ['0', '1']]
    """
    columns = [tuple(map(Fraction, output)) for output in outputs]
    sums = [sum(masses, ZERO) for masses in zip(*columns, strict=True)]
    most = max(sums)
    # With E = 1 nothing can be added everywhere: the rows that have less get the rest.
    floor = ZERO if odds == 1 else most / (odds - 1)
    columns.append(tuple(floor + most - mass for mass in sums))
    return tuple(tuple(mass / (floor + most) for mass in row) for row in zip(*columns, strict=True))


def pointing(first: Masses, chosen: Fraction, rest: Fraction, others: int) -> list[Masses]:
    """Outputs that point to one of the others each: `first` are the masses of the types before them."""
    return [(*first, *(chosen if at == k else rest for at in range(others))) for k in range(others)]


def true_value(odds: Fraction, others: int, w: Fraction) -> tuple[Row, ...]:
    """The first type is x: it has an output of its own, and each other type one where it has w more than E times x."""
    own = (w, *[ZERO] * others)
    return levelled([own, *pointing((ONE,), odds + w, 1 / odds, others)], odds)


@dataclass(frozen=True, slots=True)
class Hiding:
    """Event that hides the second type, of which the utility is; the first is x.

    Attributes:
        odds: E >= 1.
        others: how many types there are besides these two.
        share: of the losses d(Z, x) that is spent where the others have no mass.
        apart: there, Z has this much more than E times x.
        close: the same where the others have 1/E of the mass of x.
        mass: of the second type where x looks likeliest and no other has mass.
    """

    odds: Fraction
    others: int
    share: Fraction
    apart: Fraction
    close: Fraction
    mass: Fraction

    @property
    def left(self) -> Fraction:
        """Rest of d(x, Z) for the outputs at which x looks likeliest."""
        return 1 - self.share * (self.others - 1) / self.apart

    def rows(self) -> tuple[Row, ...]:
        """The mechanism."""
        k, odds = self.others, self.odds
        outputs: list[Masses] = [(ZERO, ONE, *[ZERO] * k), (self.left, self.left * self.mass, *[ZERO] * k)]
        for weight, more, rest in (
            (self.share / self.apart, self.apart, ZERO),
            ((1 - self.share) / self.close, self.close, 1 / odds),
        ):
            if weight:
                outputs += pointing((weight, weight * odds), weight * (odds + more), weight * rest, k)
        return levelled(outputs, odds)


HIDING: dict[str, Domain] = {
    "odds": Rationals(1, 9), "others": Integers(1, 8), "share": Rationals(0, 1), "mass": Rationals(0, 1),
    "apart": Rationals(0, 60, open_low=True), "close": Rationals(0, 60, open_low=True),
}  # fmt: skip
"""For hunts: the parameters of `Hiding`."""


def hiding_at(at: Mapping[str, Any]) -> Hiding | None:
    """The parameters at an instance of `HIDING`, if more than all of d(x, Z) is not spent."""
    hiding = Hiding(at["odds"], at["others"], at["share"], at["apart"], at["close"], at["mass"])
    return hiding if hiding.left >= 0 else None


def found(rows: Sequence[Row], odds: Fraction, kind: int) -> tuple[Fraction, Fraction]:
    """The utility if the record is of a type, and delta(x), by their definitions."""
    return guessing_utilities(laws_of(rows), odds / (odds + 1))[kind], deltas(rows, odds)[0]


def factors_estimate(odds: float, others: int, lead: float) -> tuple[float, float, float]:
    """B_1 and B_0 at a weight of d(x, Z), and the place of `apart` that goes with it."""
    k, rest = others, others - 1
    first = k * odds / (sqrt((1 + odds) * (1 + odds + rest / odds)) + sqrt(odds**2 + rest)) ** 2
    root = sqrt(odds**3 + (1 + 2 * odds) * lead * rest / k)
    slope = max(1e-9, (sqrt(odds) * (1 + odds) - root) / (1 + 2 * odds))
    return first, k * slope**2, root / slope


def nearly_best(odds: Fraction, others: int) -> tuple[Hiding, Fraction]:
    """Rational parameters next to the best ones, and the weight of d(x, Z) that shows it, rounded up.

    The weight is the least one from A* on at which B_0 is at most B_1, or d(x, Z) is spent. Then B_0 + weight grows.
    """
    size, rest = float(odds), others - 1
    least = lead = size * (sqrt(1 + 1 / size) - 1) ** 2

    def suffices(weight: float) -> bool:
        first, none, place = factors_estimate(size, others, weight)
        return none <= first or place >= rest

    if not suffices(lead):
        low, lead = lead, lead + 2 * size
        for _halving in range(60):
            middle = (low + lead) / 2
            low, lead = (low, middle) if suffices(middle) else (middle, lead)
    first, none, place = factors_estimate(size, others, lead)
    only_close = lead == least and none <= first
    share = ZERO if only_close else ONE if rest == 0 else min(ONE, rational(place / rest))
    apart, root = rational(place, up=True), sqrt(size**2 + rest)
    close = root * (sqrt((1 + size) * (1 + size + rest / size)) + root)
    # Rounding must not spend more of d(x, Z) than there is.
    share = min(share, apart / rest) if rest else share
    hiding = Hiding(odds, others, share, apart, rational(close), rational(sqrt(1 + 1 / size) - 1))
    return hiding, rational(lead, up=True)


def rational(value: float, *, up: bool = False) -> Fraction:
    """A fraction with the denominator 1000 next to a float."""
    return Fraction(int(value * 1000) + 1 if up else round(value * 1000), 1000)


SECTION = Section(PROJECT, "Guesses", {
    "utility": "u_x", "delta": "\\delta(x)", "most": "S", "first": "s_i", "second": "s_j", "odds": "E", "k": "k",
    "p": "p_x", "s": "s", "w": "w",
}, {"delta": "privacy.definition.database_delta"})  # fmt: skip

THREE_ODDS = (Fraction(1), Fraction(3, 2), Fraction(4))
KAPPA = "k/(sqrt((1 + odds)*(odds + k - 1)/odds) + sqrt(k - 1))**2"

def best(odds: Fraction, others: int) -> Fraction:
    """The excess w at which the weight of d(Z, x) is needed, to three decimals; small and positive for two types."""
    size, root = float(odds), sqrt(others - 1)
    return max(Fraction(1, 1000), rational(root * (sqrt((1 + size) * (size + others - 1) / size) + root)))


SECTION.claim(
    "sharp-weights-of-the-true-value",
    "each output adds at most the mean of d(x,Z) + kappa d(Z,x) to the utility under the true value",
    "With k other types Z and $\\kappa = k/(\\sqrt{(1+E)(E+k-1)/E} + \\sqrt{k-1})^2$ each output adds at most the "
    "mean over Z of $\\max(0, p_x - E p_Z) + \\kappa \\max(0, p_Z - E p_x)$. The parts: the true type looks "
    "likeliest; another one, with E + w in units of $p_x$, does, and the rest have no mass (for k = 1 and k >= 2) or "
    "the mass (k - 1)/E. And $\\kappa \\le 1/2$.",
    "And(p*((1 + odds)*p/(p + s) - odds) <= Max(0, k*p - odds*s)/k, "
    f"{KAPPA} >= 1/(3*(1 + odds)), Implies(k == 1, w*k <= (k - 1 + {KAPPA}*w)*(1 + odds + w)), "
    "Implies(k >= 2, w*k <= (k - 1 + 1/(3*(1 + odds))*w)*(1 + odds + w)), "
    f"(w - k + 1)*k <= {KAPPA}*w*(1 + odds + w + (k - 1)/odds), {KAPPA} <= 1/2)",
    and_so(
        by_solver(
            "one output, all probabilities, odds and numbers",
            "And(odds >= 1, Or(k == 1, k >= 2), p > 0, s >= 0, w >= 0)",
        ),
        BETWEEN_THE_ENDS, ONE_PART,
        about(
            Formula("Implies(And(x <= (a + b*w)*c, b <= kappa), x <= (a + kappa*w)*c)", [*"xabwc", "kappa"]),
            by_solver("a larger weight", "And(w >= 0, c >= 0)"),
        ),
        about(SECTION.formula(f"Implies(kappa == {KAPPA}, w*k <= (k - 1 + kappa*w)*(1 + odds + w))"), by_solver(
            "no mass", [
                "And(odds >= 1, Or(k == 1, k >= 2), w >= 0)",
                shown("one output, all probabilities, odds and numbers", {"p": "1", "s": "0"}),
                shown("a larger weight", {
                    "x": "w*k", "a": "k - 1", "b": "1/(3*(1 + odds))", "c": "1 + odds + w",
                }),
            ],
        )),
        about(SECTION.formula(
            f"Implies(kappa == {KAPPA}, w*k - k*(k - 1) <= (k - 1 + kappa*w - 1*(k - 1))*(1 + odds + w + q*(k - 1)))",
        ), by_solver("the mass (k - 1)/E", [
            "And(odds >= 1, Or(k == 1, k >= 2), w >= 0, q*odds == 1)", shown("a share of the mass"),
            shown("one output, all probabilities, odds and numbers", {"p": "1", "s": "0"}),
        ])),
        about(SECTION.formula(
            f"Implies(And(kappa == {KAPPA}, 0 <= t, t <= k - 1), w*k - k*t <= (k - 1 + kappa*w - 1*t)*(1 + odds + w + "
            "q*t))",
        ), by_solver("every mass of the others up to (k - 1)/E", [
            "And(odds >= 1, Or(k == 1, k >= 2), w >= 0, q*odds == 1, q >= 0)", shown("no mass"),
            shown("the mass (k - 1)/E"), shown("between the ends", {
                "m": "k - 1", "d": "w*k", "g": "k", "a": "k - 1 + kappa*w", "h": "1", "c": "1 + odds + w",
            }),
        ])),
    ),
    on_instances(CERTIFIED, GRID, "points", "two odds, four numbers, few masses", each(
        lambda odds, k, p, s, w: {"odds": odds, "k": k, "p": p, "s": s, "w": Fraction(w)},
        odds=(Fraction(3, 2), Fraction(4)), k=(1, 2, 3, 8), p=(Fraction(1, 3), Fraction(2)),
        s=(Fraction(0), Fraction(1)), w=lambda at: (*range(4), best(at["odds"], at["k"])),
    )),
    given="k >= 1 is the number of the other types, E >= 1",
    mutants={
        "99 percent of kappa": (KAPPA, f"99/100*({KAPPA})"),
        "twice the sum of the squares for the square of the sum": (
            KAPPA, "k/(2*((1 + odds)*(odds + k - 1)/odds + k - 1))",
        ), "0.99 of d(x,Z)": ("<= Max(0, k*p - odds*s)/k", "<= 99/100*Max(0, k*p - odds*s)/k"),
    }, generated="none", trust=("positive-parts", "averaging"),
)  # fmt: skip


def measured(rows: tuple[Row, ...], odds: Fraction) -> dict[str, Any]:
    """The utility under the true value, and delta(x), by their definitions."""
    utility, delta = found(rows, odds, 0)
    return {"utility": utility, "delta": delta, "odds": odds, "k": len(rows) - 1}


def at_excess(odds: Fraction, others: int, w: Fraction | None = None) -> dict[str, Any]:
    """A mechanism of the family, with any w or nearly the worst one."""
    return measured(true_value(odds, others, best(odds, others) if w is None else w), odds)


SECTION.claim(
    "sharp-utility-of-the-true-value",
    "if the missing record is that of x, the utility is at most 1 + kappa times delta(x)",
    "For m types and $\\kappa = (m-1)/(\\sqrt{(1+E)(E+m-2)/E} + \\sqrt{m-2})^2$ the utility under the true value is "
    "at most $(1 + \\kappa)\\, \\delta(x)$, for every mechanism.",
    f"utility <= (1 + {KAPPA})*delta",
    by_solver("sum over the outputs", [
        "And(odds >= 1, k >= 1)",
        lifted(
            "sum-over-outputs", f"And(utility <= there + {KAPPA}*back, there >= 0, back >= 0)",
            cite("sharp-weights-of-the-true-value"), cite("worst-at-the-ends-of-the-others"),
        ), one_of(
            "And(there <= delta, back <= delta)", {"delta": "Max(there, back)"}, each="there back",
        ),
    ]),
    on_instances(
        CERTIFIED, GRID, "mechanisms",
        "all with two to four types and small denominators, and nearly worst ones of up to six; three odds",
        lambda claim: chain(
            each_mechanism(measured, (2, 2, 4), (3, 2, 3), (3, 3, 2), (4, 2, 2), odds=THREE_ODDS)(claim),
            each(at_excess, odds=THREE_ODDS, others=(1, 2, 3, 5))(claim),
        ),
    ), given="k >= 1 is the number of the other types, E >= 1",
    silent="finitely many types, two at least, and finitely many outputs",
    mutants={"99 percent of kappa": (KAPPA, f"99/100*({KAPPA})"), "without the other direction": (KAPPA, "0*k")},
    generated="none", trust="positive-parts",
    search=over(
        {"odds": Rationals(1, 9), "others": Integers(1, 8), "w": Rationals(0, 90, open_low=True)},
        lambda _, at: at_excess(**at),
    ),
    note="The factor is 1 + 1/(1 + E) for two types, never above 3/2, and tends to $1 + (1 + \\sqrt{1 + 1/E})^{-2}$ "
    "with the number of types. With `there` and `back` the means over Z of d(x,Z) and d(Z,x), sums of positive parts: "
    "at each output the mean of the positive parts is at least that of their mean.",
)  # fmt: skip

SECTION.claim(
    "rows-can-be-levelled-at-no-loss",
    "for E > 1 one more output makes all rows of a table of masses sum to the same, without any loss",
    "Let S be the largest sum $s_i$ of a row. An output with the mass $S/(E-1) + S - s_i$ under type i makes all sums "
    "equal. No loss at $E = e^{\\epsilon}$ grows by it, as these masses lie between S/(E - 1) and E times that; no "
    "utility falls. So only outputs at which something is lost or gained have to be described.",
    "most/(odds - 1) + most - first <= odds*(most/(odds - 1) + most - second)",
    by_solver("all sums and odds", "And(odds > 1, 0 <= first, first <= most, 0 <= second, second <= most)"),
    given="E > 1; after division by the common sum the rows are laws",
    mutants={"half of it": "most/2/(odds - 1) + most - first <= odds*(most/2/(odds - 1) + most - second)"},
)  # fmt: skip

BEST = "(sqrt(k - 1)*(sqrt((1 + odds)*(odds + k - 1)/odds) + sqrt(k - 1)))"


SECTION.claim(
    "no-smaller-factor-serves-the-true-value",
    "for every number of types and every epsilon some mechanism reaches 1 + kappa, or comes as close as one likes",
    "Let x have an output of its own, with w, and let it have 1 at k more, at each of which one type has E + w and "
    "the rest 1/E. One more output makes the sums equal, without a loss; for E = 1 they are. Then $\\delta(x)$ is w "
    "and the utility $w + k(w-k+1)/(w+B)$ in these units, with $B = 1 + E + (k-1)/E$, from $w \\ge k - 1$ on: $1 + "
    "\\kappa$ times as much at $w = \\beta(\\alpha + \\beta)$, with the two roots of kappa, for three types or more; "
    "for two types it comes as close as one likes. The parts: losses, sums for E = 1, gain, the best w.",
    "And(odds + w - odds*1 == w, 1 - odds*(1/odds) == 0, 1/odds - odds*1 <= 0, Implies(odds == 1, w + k == odds + w + "
    "(k - 1)/odds), k*((1 + odds)*(odds + w)/(1 + odds + w + (k - 1)/odds) - odds) == k*(w - k + 1)/(w + 1 + odds + "
    "(k - 1)/odds), "
    f"Implies(k >= 2, And({BEST} >= k - 1, k*({BEST} - k + 1)/({BEST}*({BEST} + 1 + odds + (k - 1)/odds)) == "
    f"{KAPPA})), Implies(k == 1, 1/(w + 1 + odds) >= {KAPPA} - w))",
    and_so(by_solver("all odds and numbers", "And(odds >= 1, Or(k == 1, k >= 2), w > 0)"), about(
        Formula(
            "Implies(And(odds > 1, k >= 1, w > 0, most >= w + k, most >= odds + w + (k - 1)/odds), And(most/(odds - 1) "
            "+ most - (w + k) <= odds*(most/(odds - 1) + most - (odds + w + (k - 1)/odds)), most/(odds - 1) + most - "
            "(odds + w + (k - 1)/odds) <= odds*(most/(odds - 1) + most - (w + k))))", ["odds", "k", "w", "most"],
        ), by_solver("one more output makes the sums equal", [
            cite("rows-can-be-levelled-at-no-loss", {"first": "w + k", "second": "odds + w + (k - 1)/odds"}),
            cite("rows-can-be-levelled-at-no-loss", {"first": "odds + w + (k - 1)/odds", "second": "w + k"}),
        ]),
    )),
    given="k >= 1 is the number of the other types, E >= 1",
    mutants={
        "the rest at 1/(E + 1)": ("1 - odds*(1/odds)", "1 - odds*(1/(odds + 1))"),
        "another rest at odds of one": ("w + (k - 1)/odds),", "w + k/odds),"),
    }, generated="none", trust="sum-over-outputs",
    note="Measured by the definitions, these "
    "mechanisms come as close as `nearly-worst-mechanisms-reach-the-factor` says.",
    numbers=("5 + 4 == 9",),
)  # fmt: skip

SECTION.claim(
    "nearly-worst-mechanisms-reach-the-factor",
    "under the true value some mechanism reaches 1 + kappa up to a thousandth, for up to ten types at three values of "
    "epsilon",
    "The mechanisms of `no-smaller-factor-serves-the-true-value` with the best w, and with a small one for two types: "
    "their utility under the true value and their delta(x), by the definitions, at E = 1, 3/2 and 4 for two, three, "
    "four, six and ten types.",
    f"utility >= (1 + {KAPPA})*(1 - 1/1000)*delta",
    on_instances(
        CERTIFIED, ALL, "nearly worst mechanisms", "two to ten types, three odds",
        each(at_excess, odds=THREE_ODDS, others=(1, 2, 3, 5, 9)),
    ), mutants={"more than the factor": ("(1 - 1/1000)", "(1 + 1/1000)")}, generated="none",
    over="two to ten types, three odds", ranges="odds k",
    means=dict.fromkeys(("utility", "delta"), "papers.project.true_value.found"),
)  # fmt: skip
