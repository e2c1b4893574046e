"""Random inequalities on boxes, true and false, made to mislead a prover."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from random import Random

from tests.provers import second_evaluation
from tests.provers.attacked_case import Case, Move


def make(seed: int) -> Case:
    """The case of a seed."""
    generator = Random(f"inequality {seed}")
    kind = generator.random()
    family = _summit if kind < 0.15 else _shared if kind < 0.25 else _trap if kind < 0.6 else _planted
    case = family(generator)
    if generator.random() < 0.15:
        case = replace(case, text=f"Implies(And({', '.join((*case.where, '1 > 0'))}), {case.text})", where=())
    return case


def _rational(generator: Random, low: int = 0, high: int = 1) -> Fraction:
    denominator = generator.choice((3, 7, 11, 13, 37, 64, 97))
    return Fraction(generator.randint(low * denominator + 1, high * denominator - 1), denominator)


# Terms that are not negative for u > -1, u >= -1, all u, or u >= 0 only; zero at u = 0.
_BASES = (
    "exp({u}) - 1 - ({u})",
    "({u}) - log(1 + ({u}))",
    "(1 + ({u}))*log(1 + ({u})) - ({u})",
    "({u})**2",
    "({u})**4",
    "abs({u})",
    "Max({u}, -({u})/3)",
    "1 + ({u})**2/4 - sqrt(1 + ({u})**2/2)",
    "1 - exp(-({u})**2)",
    "log(1 + ({u}))",
    "1 - exp(-({u}))",
    "sqrt(1 + ({u})) - 1",
    "exp({u}) - 1 - ({u}) - ({u})**2/2",
    "({u})**3",
    "({u})*log(1 + ({u}))",
    "100*log(1 + ({u}))",
    "({u})**2*exp({u})",
    "({u})*sqrt(1 + ({u})**2)",
)


def _planted(generator: Random) -> Case:
    """A base inequality that touches at a place, with something planted against it, in one to three symbols."""
    touch = generator.choice((Fraction(0), Fraction(0), _rational(generator)))
    spot = _rational(generator)
    base = generator.choice(_BASES).format(u=f"x - {touch}" if touch else "x")
    against, at_spot = _against(generator, spot)
    names = "xyz"[: generator.choice((1, 1, 2, 2, 2, 3))]
    if len(names) > 1 and generator.random() < 0.4:
        base = f"{base} + {generator.choice(_BASES).format(u='y')}"
    if len(names) > 1 and generator.random() < 0.3:
        against = f"{against} + {_rational(generator, 0, 3)}*x**2/(x**2 + y**2)"
    if len(names) == 3:
        base = f"{base} + {generator.choice(('z**2', 'z*exp(z)', 'z', 'exp(z) - 1 - z'))}"
    sign = generator.choice((">=", ">=", ">"))
    text = f"{base} {sign} {against}" if generator.random() < 0.5 else f"{base} - ({against}) {sign} 0"
    if generator.random() < 0.15:
        factor = generator.choice(("x", "exp(x)", f"(x - {spot})", f"(x + {spot})"))
        text = f"{factor}*({base}) {sign} {factor}*({against})"
    box = {name: generator.choice(_SPANS) for name in names}
    where, moves = _conditions(generator, names, spot)
    places = {"x": (touch, spot, *at_spot), "y": (Fraction(0), spot), "z": (Fraction(0),)}
    named = {"x": str(touch)} if generator.random() < 0.3 else {}
    return Case(text, box, where, named, {name: places[name] for name in names}, moves)


_SPANS = ("[0, 1]", "[0, 1]", "(0, 1]", "[0, 1)", "(0, 1)", "[0, oo)", "(0, oo)", "[-1/2, 1]", "[-1/2, oo)", "[0, 40]")


def _against(generator: Random, spot: Fraction) -> tuple[str, tuple[Fraction, ...]]:
    """A term on the smaller side, small or zero at most places, and the places at which it is not."""
    tiny = generator.choice(("1/10**3", "1/10**12", "1/10**60"))
    share = _rational(generator, 0, 3)
    sharp = generator.choice((1, 10**2, 10**6, 10**12))
    far = Fraction(generator.randint(2, 30))
    options: tuple[tuple[str, tuple[Fraction, ...]], ...] = (
        ("0", ()),
        ("0", ()),
        (tiny, ()),
        (f"-{tiny}", ()),
        (f"{share}/(1 + {sharp}*(x - {spot})**2) - {share}/(1 + {sharp}*{spot}**2)", ()),
        (f"{share}/(1 + {sharp}*(x - {far})**2)", (far,)),
        (f"{share}*x/(1 + {sharp}*(x - {spot})**2)", ()),
        (f"({tiny})/(x - {spot}) + ({tiny})/{spot}", ()),
        (f"({tiny})/(x - {spot})**2", ()),
        (f"{share}*(x - {spot})**2", ()),
        (f"{share}*x", ()),
        (f"({tiny})*exp(x)", (Fraction(20), Fraction(200))),
        (f"10*(x - {far})/(1 + (x - {far})**2) - 1", (far + 1, far - 1)),
        (f"{share}*floor(x + {spot}) - {share}", (1 - spot,)),
        (f"({tiny})*log(x + 1)/(x - {spot})", ()),
    )
    return generator.choice(options)


def _conditions(generator: Random, names: str, spot: Fraction) -> tuple[tuple[str, ...], tuple[Move, ...]]:
    """Conditions, and moves to where they hold."""
    options: list[tuple[tuple[str, ...], tuple[Move, ...]]] = [((), ())] * 3
    options += [
        ((text,), ())
        for text in (
            f"1/(x - {spot})**2 > 0",
            f"x != {spot}",
            f"(x - {spot})**2 > 0",
            "1/x > 0",
            "x**2 > 0",
            f"Or(x > {spot}, x < {spot / 2})",
            f"x >= {spot}",
            f"x <= {spot}",
            f"Implies(x != {spot}, x > 0)",
            "log(1 + x) > 0",
            f"1/(x - {spot}) <= 7",
            f"abs(x - {spot}) > 1/1000",
            "sqrt(x) > 0",
            "exp(x) != 2",
        )
    ]
    options += [
        ((f"(x - {far})**2 >= {gap}",), (lambda p, f=far, g=gap: {**p, "x": f + g},))
        for far, gap in ((Fraction(5), 1), (Fraction(3), 4), (spot, Fraction(1, 100)))
    ]
    options += [
        ((text,), (lambda p: {**p, "x": spot},))
        for text in (
            f"x == {spot}",
            f"(x - {spot})**2 <= 0",
            f"abs(x - {spot}) <= 0",
            f"Not(x != {spot})",
            f"Equivalent(x <= {spot}, x >= {spot})",
        )
    ]
    if len(names) > 1:
        zero: tuple[Move, ...] = (lambda p: {**p, "x": Fraction(0)}, lambda p: {**p, "y": Fraction(0)})
        options += [
            ((text,), zero)
            for text in (
                "x*y == 0",
                "y**2 <= 0",
                "x**2 <= 0",
                "x*y**2 <= 0",
                "abs(y) <= 0",
                "Max(y, 0) <= 0",
                "y <= 0",
                "Or(x == 0, y == 0)",
                "exp(y) <= 1",
                "log(1 + y) <= 0",
                "y/(1 + x) <= 0",
                "x**2*y**2 <= 0",
                "x*y <= 0",
                "sqrt(y) <= 0",
                "Min(x, y) == 0",
            )
        ]
        line: tuple[Move, ...] = (
            lambda p: {**p, "y": p["x"]},
            lambda p: {**p, "y": 1 - p["x"]},
            lambda p: {**p, "y": spot},
        )
        options += [
            ((text,), line)
            for text in (
                "x == y",
                "x - y == 0",
                "x + y == 1",
                "x >= y",
                "x > y",
                "(x - y)**2 <= 0",
                f"y == {spot}",
                "x != y",
                "1/(x - y)**2 >= 0",
                f"x*y <= {spot}",
                "x**2 + y**2 <= 1",
                "x/y >= 1",
                "(x + y)/(x + y) == 1",
            )
        ]
        options += [
            (("x**y <= 1/2",), ()),
            (("x*y == 0", "x + y == 1"), (lambda p: {**p, "x": Fraction(0), "y": Fraction(1)},)),
            (("x**y <= -1/16",), (lambda p: {**p, "x": -spot, "y": Fraction(1)},)),
        ]
    if len(names) > 2:
        flat: tuple[Move, ...] = (lambda p: {**p, "x": Fraction(0), "z": Fraction(0)}, lambda p: {**p, "z": p["y"]})
        options += [((text,), flat) for text in ("x + z == 0", "x*z == 0", "z == y", "x**2 + z**2 <= 0", "x <= z")]
    return generator.choice(options)


def _trap(generator: Random) -> Case:
    """Statement that is false on a small part of a thin or distant region, next to an argument that almost applies."""
    spot, sharp = _rational(generator), 10 ** generator.choice((3, 6, 9))
    tiny = f"1/10**{generator.choice((4, 6, 9))}"
    rising = generator.choice(("log(1 + {u})", "1 - exp(-{u})", "exp({u}) - 1", "sqrt(1 + {u}) - 1", "{u}*exp(-{u})"))
    sign = generator.choice((">=", ">=", ">"))
    x, y = rising.format(u="x"), rising.format(u="y")
    zero: tuple[Move, ...] = (lambda p: {**p, "x": Fraction(0)}, lambda p: {**p, "y": Fraction(0)})
    kind = generator.randrange(6)
    if kind == 0:
        far, gap = Fraction(generator.randint(3, 9)), Fraction(generator.randint(1, 3))
        above, slope = generator.randint(1, 4), generator.randint(5, 30)
        text = f"{above} + log(1 + x) - {slope}*(x - {far})/(1 + (x - {far})**2) {sign} 0"
        places = {"x": (far + gap, far - gap, far + 1, far - 1)}
        where = generator.choice((f"(x - {far})**2 >= {gap**2}", f"abs(x - {far}) >= {gap}", f"(x - {far})**2 > 0"))
        return Case(text, {"x": generator.choice(("[0, oo)", "[0, 50]", "(0, oo)"))}, (where,), {}, places)
    if kind == 1:
        text = f"{y} - {generator.randint(2, 9)}*y/(1 + {sharp}*(y - {spot})**2) {sign} 0"
        where = generator.choice(
            (
                ("x*y == 0",),
                ("x**2 <= 0",),
                ("abs(x) <= 0",),
                ("x**2*y <= 0",),
                ("x*y == 0", "x + y >= 1/50"),
                ("x*(1 + y) <= 0",),
                ("Min(x, y) <= 0",),
                ("exp(x) <= 1",),
                ("x == 0",),
                ("Or(x == 0, y == 0)",),
                ("x <= 0",),
            )
        )
        if generator.random() < 0.3:
            where = (
                generator.choice((f"y == {spot}", f"(y - {spot})**2 <= 0", f"x + y == {spot}", f"x*(y - {spot}) == 0")),
            )
            zero = (*zero, lambda p: {**p, "y": spot}, lambda p: {**p, "x": Fraction(0), "y": spot})
        return Case(
            text,
            {"x": "[0, 1]", "y": generator.choice(("[0, 1]", "(0, 1]", "[0, oo)"))},
            where,
            {},
            {"y": (spot,)},
            zero,
        )
    if kind == 2:
        pole = generator.choice(
            (f"({tiny})/(x - {spot}) + ({tiny})/{spot}", f"-({tiny})/({spot} - x) + ({tiny})/{spot}")
        )
        where = generator.choice(
            (
                f"1/(x - {spot})**2 > 0",
                f"x != {spot}",
                f"(x - {spot})**2 > 0",
                f"1/(x - {spot}) != 0",
                f"(x - {spot})/(x - {spot}) == 1",
                f"Or(x < {spot}, x > {spot})",
            )
        )
        touch = generator.choice(({}, {"x": "0"}))
        return Case(f"{x} - ({pole}) {sign} 0", {"x": generator.choice(_SPANS)}, (where,), touch, {"x": (spot,)})
    if kind == 3:
        text = f"{generator.choice((50, 100, 400))}*({x}) - x**2/(x**2 + y**2) {sign} 0"
        where = generator.choice(
            (("y**2 <= 0",), ("x*y == 0",), ("y <= 0",), ("abs(y) <= 0",), ("x*y**2 <= 0",), ("y == 0",), ())
        )
        box = {"x": generator.choice(("(0, 1]", "(0, 1)", "(0, oo)")), "y": generator.choice(("[0, 1]", "[0, 1)"))}
        return Case(text, box, where, {}, {"x": (Fraction(1, 200),)}, zero[1:])
    if kind == 4:
        bound = generator.choice((f"x**y <= {-(spot**2)}", f"x**y < {-spot / 2}", f"x**y == {-spot}"))
        move: Move = lambda p: {**p, "x": -spot, "y": Fraction(1)}  # noqa: E731
        text = f"exp(x)*(x + {spot})**2 > {generator.choice(('1/10**9', '0', '1/10**3'))}"
        return Case(text, {"x": "[-1, 1]", "y": "[0, 2]"}, (bound,), {}, {"x": (-spot,)}, (move,))
    premise = generator.choice(
        (f"1/(x - {spot})**2 > 0", f"log(x - {spot}) > 0", f"1/(x - {spot}) > 0", "x**2 <= 0", f"sqrt(x - {spot}) >= 0")
    )
    text = generator.choice((f"{x} {sign} -({tiny})", f"{y} - 3*y/(1 + {sharp}*(y - {spot})**2) >= 0"))
    return Case(
        f"Implies({premise}, {text})", {"x": "[0, 1]", "y": "[0, 1]"}, (), {}, {"x": (spot,), "y": (spot,)}, zero
    )


def _tree(generator: Random, depth: int, names: str) -> str:
    if depth == 0:
        return generator.choice([*names, *names, "1", "2", "1/3"])
    left, right = (_tree(generator, depth - 1, names) for _ in range(2))
    return generator.choice(
        (
            f"({left} + {right})",
            f"({left} - {right})",
            f"({left} * {right})",
            f"({left})**2",
            f"exp(-({left}))",
            f"log(1 + ({left})**2)",
            f"sqrt(1 + ({left})**2)",
            f"({left})/(1 + ({right})**2)",
            f"Max({left}, {right})",
            f"abs({left})",
            f"({left})*log(x)",
            f"x*log(x)*({right})",
            f"({left})**3",
            f"Min({left}, log(x))",
            f"x**({left})",
        )
    )


def _summit(generator: Random) -> Case:
    """A random term against its largest value, which is lowered or raised by little."""
    names = generator.choice(("x", "xy"))
    return _against_summit(_tree(generator, generator.choice((2, 3)), names), names, generator)


def _shared(generator: Random) -> Case:
    """A product in which the same rough factor comes twice, against its largest value."""
    rough = generator.choice(
        ("Max(log(x), -50)", "abs(log(x))", "Min(log(x), x)", "Max(x, log(x + 1))", "Min(x*log(x), 0)")
    )
    other = generator.choice(("x", "x", "sqrt(x)", "(1 - x)", "x*log(x)"))
    return _against_summit(f"{other}*{rough}*{rough}", "x", generator)


def _against_summit(term: str, names: str, generator: Random) -> Case:
    low = generator.choice((Fraction(0), Fraction(1, 16)))
    box = {name: f"({low}, 1]" if name == "x" else "[0, 1]" for name in names}
    sign = generator.choice((1, -1))
    best, summit = -math.inf, dict.fromkeys(names, Fraction(1))
    width = Fraction(1)
    for attempt in range(120):
        if attempt % 20 == 19:
            width /= 4
        near = {name: _near(summit[name], width, low if name == "x" else Fraction(0), generator) for name in names}
        height = second_evaluation.value(term, near)
        if height is not None and sign * second_evaluation.as_float(height) > best:
            best, summit = sign * second_evaluation.as_float(height), near
    if best == -math.inf:
        best = 0.0
    margin = generator.choice((1e-9, 1e-9, 1e-6, -1e-6, -1e-2)) * (1 + abs(best))
    text = f"{term} {'<=' if sign == 1 else '>='} {Fraction(sign * (best - margin)).limit_denominator(10**15)}"
    return Case(text, box, (), {}, {name: (summit[name],) for name in names})


def _near(centre: Fraction, width: Fraction, low: Fraction, generator: Random) -> Fraction:
    left, right = max(low + Fraction(1, 10**6), centre - width), min(Fraction(1), centre + width)
    return left + (right - left) * Fraction(generator.randint(0, 1009), 1009)
