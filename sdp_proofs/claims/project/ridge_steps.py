"""Why two geometric sums hold a loss between them: gains along lines, ratios that fall, sums in closed form."""

from __future__ import annotations

from dataclasses import replace

from sdp_proofs.claims.checks import by_identity, by_solver
from sdp_proofs.claims.families import IDLE, NOT_ATTAINED, NOT_NEEDED, ROOM, family
from sdp_proofs.claims.proofs.proving import by_induction
from sdp_proofs.claims.proofs.stepwise import about, in_steps
from sdp_proofs.ledger import Claim, Coverage, Hypothesis, Kind, NearMiss, Status
from sdp_proofs.numerics.formula import Formula

OUTPUT = {"a": "a", "b": "b", "T": "T", "h": "h", "j": "j", "J": "J", "odds": "E"}
GAIN = "1 - odds*(a - h - j)*(b + 1)/(a*(b + 1 - T + h + j))"
LINE = "1 - odds*(a - h)*(b + 1)/(a*low) + j*odds*(b + 1)*(a + b + 1 - T)/(a*low*(low + {}))"
GROWS = Formula(
    "And(weight*j/(low*(low + j)) <= j*weight/(low*(low + 1)), j*weight/(low*(low + J)) <= weight*j/(low*(low + j)))",
    {"weight": r"\frac{E (b+1)(n+1-T)}{a}", "low": "(b+1-T+h_0)", "j": "j", "J": "J"},
)
APART = Formula(
    f"Eq({GAIN}, {LINE.format('j').replace('low', '(b + 1 - T + h)')})",
    {name: symbol for name, symbol in OUTPUT.items() if name != "J"},
)
NEIGHBOURS = Formula(
    "Eq(binomial(a, h + 1)*binomial(b, T - h - 1)/(binomial(a, h)*binomial(b, T - h)), (a - h)*(T - h)/((h + 1)*(b - T "
    "+ h + 1)))",
    {name: OUTPUT[name] for name in "abTh"},
)
FALLS = Formula(
    "(a - h - 1)*(T - h - 1)/((h + 2)*(b - T + h + 2)) <= (a - h)*(T - h)/((h + 1)*(b - T + h + 1))",
    NEIGHBOURS.symbols,
)
BELOW_ONE = Formula(
    "(a - h)*(T - h)/((h + 1)*(b - T + h + 1)) < 1",
    {**NEIGHBOURS.symbols, "odds": "E"},
)
POSSIBLE = "And(a >= 1, b >= 0, 0 <= h, h <= a, h <= T, b - T + h >= 0)"
POWERS = Formula(
    "And(start*least <= mass, mass <= start*most)",
    {"start": "P(h_0)", "mass": "P(h_0+j)", "least": "y^j", "most": "z^j", "ratio": r"\frac{P(h+1)}{P(h)}",
     "y": "y", "z": "z"},
)  # fmt: skip
SUMMED = Formula(
    "And(total == s*(1 - power*z)/(1 - z) + g*z*(1 - (J + 1)*power + J*power*z)/(1 - z)**2, total <= s/(1 - z) + "
    "g*z/(1 - z)**2)",
    {"total": r"\sum_{j=0}^{J} z^j (s + j g)", "s": "s", "g": "g", "z": "z", "power": "z^J", "J": "J"},
)
TERMS = Formula(
    "And(0 <= below, below <= mass, mass <= above, 0 <= chord, chord <= gain, gain <= line, Or(kept == 0, kept == 1))",
    {"below": "P(h_0) y^j", "mass": "P(h_0+j)", "above": "P(h_0) z^j", "chord": r"s + j\ell", "gain": "1 - E r(h_0+j)",
     "line": "s + jg", "kept": r"1_{j \le J}"},
)  # fmt: skip
TERM_BY_TERM = by_induction(
    "term by term",
    {"low": "below*chord*kept", "loss": "mass*gain", "high": "above*line"},
    {"low": "low + kept*below*chord", "loss": "loss + mass*gain", "high": "high + above*line"},
    [TERMS],
)
"""`kept` is 1 up to J, and 0 beyond, where the lower end has no terms."""

CLAIMS = (
    Claim(
        id="gains-from-the-start-lie-between-two-lines",
        paper="project",
        locator="Ridge",
        title="the gains 1 - E r(h) lie below their first step continued, and above their chords",
        kind=Kind.PROJECT,
        statement="With $L = b+1-T+h_0$ and $W = E(b+1)(n+1-T)/a$, the gain at $h_0 + j$ is that at $h_0$ plus "
        "$Wj/(L(L+j))$, which is at most $j W/(L(L+1))$ for every integer j >= 0, and at least $jW/(L(L+J))$ for "
        "$j \\le J$.",
        hypotheses=(Hypothesis("n = a + b; one of a records is replaced"), Hypothesis("j is an integer")),
        formula=GROWS,
        checks=(
            in_steps(
                "a sum of two parts, then all reals",
                about(
                    APART,
                    by_identity(
                        "the gain taken apart",
                        dict.fromkeys(APART.symbols, "real"),
                        [Formula("And(a >= 1, b + 1 - T + h > 0, j >= 0)", APART.symbols)],
                    ),
                ),
                by_solver(
                    "both lines",
                    [Formula("And(weight >= 0, low > 0, Or(j == 0, j >= 1), j <= J)", GROWS.symbols)],
                ),
            ),
            by_solver(
                "both lines",
                [Formula("And(weight >= 0, low > 0, Or(j == 0, j >= 1), j <= J)", GROWS.symbols)],
            ),
        ),
        near_misses=(
            NearMiss("the chord to J + 1 is above", GROWS.mutate("j*weight/(low*(low + J)) <=", "j*weight/low**2 <=")),
            NearMiss("half a step continued", GROWS.mutate("j*weight/(low*(low + 1))", "j*weight/(2*low*(low + 1))")),
        ),
        family=family(counts=["j"], deep=True),
        recorded=Status.ESTABLISHED,
        depends_on=("ratio-when-a-record-is-replaced",),
        trust=("sympy", "z3"),
    ),
    Claim(
        id="ratios-of-neighbouring-outputs-fall",
        paper="project",
        locator="Ridge",
        title="hypergeometric probabilities are log-concave: P(h+1)/P(h) falls in h",
        kind=Kind.PROJECT,
        statement="$P(h+1)/P(h) = (a-h)(T-h)/((h+1)(b-T+h+1))$, which falls as h grows.",
        formula=FALLS,
        checks=(
            in_steps(
                "the ratio, and that it falls",
                about(
                    NEIGHBOURS,
                    by_identity(
                        "the ratio",
                        dict.fromkeys(NEIGHBOURS.symbols, "natural"),
                        [Formula("And(h + 1 <= a, h + 1 <= T, T - h <= b)", NEIGHBOURS.symbols)],
                    ),
                ),
                by_solver("all reals", [Formula("And(0 <= h, h + 1 <= a, h + 1 <= T, T - h <= b)", FALLS.symbols)]),
            ),
            by_solver("all reals", [Formula("And(0 <= h, h + 1 <= a, h + 1 <= T, T - h <= b)", FALLS.symbols)]),
        ),
        near_misses=(
            NearMiss("direction turned", FALLS.mutate("<=", ">=")),
            NearMiss("half of it", FALLS.mutate("<= (a", "<= 1/2*(a")),
        ),
        family=family(
            counts=["T", "h"],
            true={
                NOT_ATTAINED: ["< for <= in (a - h - 1) * (T - h - 1) / ((h + 2) * (b - T + h +  ..."],
                ROOM: [
                    "h - 1 for h in a - h", "0 for 1 in a - h - 1", "a - h - 1 without 1", "T + 1 for T in T - h",
                    "h - 1 for h in T - h", "0 for 1 in T - h - 1", "T - h - 1 without 1",
                    "(a - h - 1) * (T - h - 1) without T - h - 1", "(a - h - 1) * (T - h - 1) without a - h - 1",
                    "h - 1 for h in h + 2", "1 for 2 in h + 2", "T + 1 for T in b - T", "h - 1 for h in b - T + h",
                    "1 for 2 in b - T + h + 2", "h + 1 for h in a - h, place 2", "T - 1 for T in T - h, place 2",
                    "h + 1 for h in T - h, place 2", "h + 1 for h in h + 1", "2 for 1 in h + 1",
                    "T - 1 for T in b - T, place 2", "h + 1 for h in b - T + h, place 2", "2 for 1 in b - T + h + 1",
                ],
            },
            deep=True,
        ),
        recorded=Status.ESTABLISHED,
        trust=("sympy", "z3"),
    ),
    Claim(
        id="ratios-are-below-one-where-something-is-gained",
        paper="project",
        locator="Ridge",
        title="P(h+1) < P(h) wherever the gain at h is not negative",
        kind=Kind.PROJECT,
        statement="If $1 - E r(h) \\ge 0$, $E \\ge 1$, then $P(h+1)/P(h) < 1$: the best event begins beyond the mode.",
        hypotheses=(Hypothesis("T < n"),),
        formula=BELOW_ONE,
        checks=(
            by_solver(
                "all reals",
                [
                    Formula(POSSIBLE, OUTPUT),
                    Formula("T < a + b", OUTPUT),
                    Formula("And(odds >= 1, odds*(a - h)*(b + 1) <= a*(b + 1 - T + h))", OUTPUT),
                ],
            ),
        ),
        near_misses=(
            NearMiss("below one half", BELOW_ONE.mutate("< 1", "< 1/2")),
            NearMiss("h for h + 1", BELOW_ONE.mutate("(h + 1)*(b", "(h + 1)/2*(b")),
        ),
        family=family(
            counts=["T", "h"],
            true={
                NOT_NEEDED: [
                    "all reals, without a >= 1", "all reals, without b >= 0", "all reals, without 0 <= h",
                    "all reals, without h <= a", "all reals, without h <= T", "all reals, without b - T + h >= 0",
                    "all reals, without T < a + b",
                ],
            },
            deep=True,
        ),
        recorded=Status.ESTABLISHED,
        trust=("z3",),
    ),
    Claim(
        id="log-concave-masses-lie-between-two-powers",
        paper="project",
        locator="Ridge",
        title="P(h0) y^j <= P(h0+j) <= P(h0) z^j if every ratio on the way lies between y and z",
        kind=Kind.PROJECT,
        statement="If the ratios $P(h+1)/P(h)$ from $h_0$ to $h_0 + j - 1$ lie between y and z, then $P(h_0) y^j \\le "
        "P(h_0+j) \\le P(h_0) z^j$. As they fall, z may be the first of them and y the last.",
        formula=POWERS,
        checks=(
            by_induction(
                "induction on j",
                {"mass": "start", "least": "1", "most": "1"},
                {"mass": "mass*ratio", "least": "least*y", "most": "most*z"},
                [
                    Formula(
                        "And(0 <= y, y <= ratio, ratio <= z, start >= 0, mass >= 0, least >= 0, most >= 0)",
                        POWERS.symbols,
                    )
                ],
            ),
            replace(
                by_solver(
                    "one ratio",
                    [
                        Formula(
                            "And(start > 0, 0 <= y, y <= ratio, ratio <= z, mass == start*ratio, least == y, "
                            "most == z)",
                            POWERS.symbols,
                        )
                    ],
                ),
                coverage=Coverage.BOX,
            ),
        ),
        near_misses=(
            NearMiss("ends exchanged", POWERS.mutate("start*least <= mass, mass <= start*most",
                                                     "start*most <= mass, mass <= start*least")),
            NearMiss("twice the least", POWERS.mutate("start*least", "2*start*least")),
        ),
        family=family(true={NOT_NEEDED: ["one ratio, without 0 <= y"]}),
        recorded=Status.ESTABLISHED,
        depends_on=("ratios-of-neighbouring-outputs-fall",),
        trust=("z3", "induction"),
    ),
    Claim(
        id="sums-along-a-line-and-a-power-in-closed-form",
        paper="project",
        locator="Ridge",
        title="sum z^j (s + j g) up to J in closed form, at most s/(1-z) + g z/(1-z)^2",
        kind=Kind.PROJECT,
        statement="For $0 \\le z < 1$ and $s, g \\ge 0$, $\\sum_{j=0}^J z^j (s + jg) = s\\frac{1 - z^{J+1}}{1-z} + "
        "gz\\frac{1 - (J+1)z^J + Jz^{J+1}}{(1-z)^2}$, which is at most $s/(1-z) + gz/(1-z)^2$.",
        formula=SUMMED,
        checks=(
            by_induction(
                "induction on J",
                {"total": "s", "power": "1", "J": "0"},
                {"total": "total + power*z*(s + (J + 1)*g)", "power": "power*z", "J": "J + 1"},
                [Formula("And(0 <= z, z < 1, s >= 0, g >= 0, power >= 0, J >= 0)", SUMMED.symbols)],
            ),
            replace(
                by_solver(
                    "two terms",
                    [
                        Formula(
                            "And(0 <= z, z < 1, s >= 0, g >= 0, power == z, J == 1, total == s + z*(s + g))",
                            SUMMED.symbols,
                        )
                    ],
                ),
                coverage=Coverage.BOX,
            ),
        ),
        near_misses=(
            NearMiss("J for J + 1", SUMMED.mutate("(J + 1)*power", "J*power")),
            NearMiss("s for s/(1 - z)", SUMMED.mutate("total <= s/(1 - z)", "total <= s")),
        ),
        family=family(
            true={
                ROOM: [
                    "0 for 1 in 1 - z, place 4", "1 - z without z, place 4", "1 for 2 in g * z / (1 - z) ** 2",
                    "g * z / (1 - z) ** 2 without (1 - z) ** 2",
                ],
                IDLE: ["J * power without J"],
                NOT_NEEDED: ["two terms, without 0 <= z"],
            },
            deep=True,
        ),
        recorded=Status.ESTABLISHED,
        trust=("z3", "induction"),
    ),
)  # fmt: skip
