"""Values of each definition where everybody knows them: constants, everything published, one record, edges.

`unknown_values` compares them with the definitions by evaluation; a definition without three of them is a fault unless
a reason is given.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

from sdp_proofs.logic import kernel
from sdp_proofs.logic.evaluation import Reading, read_value
from sdp_proofs.logic.terms import Definition
from sdp_proofs.logic.values import Everything, Listed, NotDecided, Weights
from sdp_proofs.numbers.balls import ctx

_HALF, _COIN, _SURE, _OTHER = "1/2", ["1/2", "1/2"], [1, 0], [0, 1]
_NEAR = [[False, True], [True, False]]
_NOBODY = [[False, False], [False, False]]
_CONSTANT, _PUBLISH, _NOISY = [_SURE, _SURE], [_SURE, _OTHER], [["2/3", "1/3"], ["1/3", "2/3"]]
_TURN, _BACK = [1, 2, 0], [2, 0, 1]
_UNIT = Listed((Weights.of([Fraction(1)]),))
_SKEW = Listed((Weights.of([Fraction(1, 4), Fraction(3, 4)]),))
_ALL = Everything()
_Z2 = {"Z": 2, "I": 2, "X": 2, "A": 2}


def _look(z: int, x: Any) -> Any:
    """The record in place z."""
    return x(z)


ROWS: dict[str, list[tuple[Any, ...]]] = {
    "bounded": [([[5, -7]], True), ([["1/3", 0]], True), ([[10**9, 1]], True)],
    "integral": [((_ALL, _COIN), True), ((_ALL, [2, 3]), True), ((_ALL, [1, -1]), False), ((_ALL, [0, 0]), True)],
    "law": [(([0, 1],), True), ((_COIN,), True), (([1, 1],), False), (([2, -1],), False), (([0, 0],), False)],
    "test": [(([0, 1],), True), (([_HALF, _HALF],), True), ((["-1/9", 0],), False), (([0, "10/9"],), False)],
    "close": [
        ((1, 0, _COIN, _COIN), True),
        ((5, _HALF, _SURE, _OTHER), False),
        ((5, 1, _SURE, _OTHER), True),
        ((2, 0, ["2/3", "1/3"], ["1/3", "2/3"]), True),
        (("19/10", 0, ["2/3", "1/3"], ["1/3", "2/3"]), False),
        ((_HALF, "1/4", _COIN, _COIN), False),
        ((_HALF, _HALF, _COIN, _COIN), True),
    ],
    "events_close": [
        ((1, 0, _COIN, _COIN), True),
        ((2, 0, ["2/3", "1/3"], ["1/3", "2/3"]), True),
        ((1, "1/4", _COIN, _SURE), False),
        ((1, _HALF, _COIN, _SURE), True),
    ],
    "coin": [((_HALF, [1, 0]), _HALF), ((1, [5, 7]), 5), ((0, [5, 7]), 7), (("1/4", [4, 8]), 7)],
    "channel": [((_PUBLISH,), True), ((_NOISY,), True), (([_SURE, [1, 1]],), False)],
    "private": [
        ((_NEAR, _CONSTANT, 1, 0), True),
        ((_NEAR, _PUBLISH, 100, "99/100"), False),
        ((_NEAR, _PUBLISH, 1, 1), True),
        ((_NOBODY, _PUBLISH, 1, 0), True),
        ((_NEAR, _NOISY, 2, 0), True),
    ],
    "point": [((0, [7, 8]), 7), ((1, [7, 8]), 8), ((1, [_HALF, "1/3"]), Fraction(1, 3))],
    "bind": [
        ((_COIN, _PUBLISH, [0, 1]), _HALF),
        ((_SURE, _NOISY, [0, 1]), Fraction(1, 3)),
        ((_COIN, _CONSTANT, [5, 9]), 5),
    ],
    "joint": [
        ((_COIN, _PUBLISH, lambda o: int(o[0] == o[1])), 1),
        ((_COIN, _NOISY, lambda o: int(o[0] == o[1])), Fraction(2, 3)),
        ((_SURE, _CONSTANT, lambda o: o[0] + 3 * o[1]), 0),
    ],
    "mix": [((0, _SURE, _OTHER, [3, 5]), 5), ((1, _SURE, _OTHER, [3, 5]), 3), ((_HALF, _SURE, _OTHER, [3, 5]), 4)],
    "weighted": [((_COIN, [2, 0], [3, 5]), 3), ((_COIN, [1, 1], [3, 5]), 4), ((_SURE, [0, 9], [3, 5]), 0)],
    "num": [((0,), 0), ((1,), 1), ((7,), 7)],
    "power": [((3, 0), 1), ((0, 0), 1), ((_HALF, 3), Fraction(1, 8)), ((-2, 3), -8)],
    "total": [(([4, 5, 6], 0), 0), (([4, 5, 6], 2), 9), (([4, 5, 6], 5), 27)],
    "truth": [((True,), 1), ((False,), 0), ((True,), 1)],
    "step": [((0,), 0), (("1/1000",), 1), ((-3,), 0)],
    "dist": [((2, 5), 3), ((5, 2), 3), ((_HALF, _HALF), 0)],
    "divergence": [
        ((1, _COIN, _COIN), 0),
        ((7, _SURE, _OTHER), 1),
        ((1, ["2/3", "1/3"], ["1/3", "2/3"]), Fraction(1, 3)),
        ((0, _COIN, _SURE), 1),
    ],
    "greatest_loss": [
        ((_NEAR, _CONSTANT, 1, 0), 0),
        ((_NEAR, _PUBLISH, 100, 1), 1),
        ((_NOBODY, _PUBLISH, 1, 0), 0),
        ((_NEAR, _NOISY, 1, 0), Fraction(1, 3)),
    ],
    "smoothed": [
        ((_NEAR, _CONSTANT, 1, 0, _SKEW), True),
        ((_NEAR, _PUBLISH, 9, "99/100", _SKEW), False),
        ((_NEAR, _PUBLISH, 9, 1, _SKEW), True),
        ((_NOBODY, _PUBLISH, 1, -5, _SKEW), True),
        (([[False, True], [False, False]], _PUBLISH, 1, "1/4", _UNIT), False),
    ],
    "replaced_record": [((1, [0, 0], 0, 0), 1), ((1, [0, 0], 1, 0), 0), ((1, [0, 0], 1, 1), 1)],
    "sum_of_products": [
        (([1, 1, 1], [1, 1, 1], 0, 2), 3), (([1, 2, 1], [1, 2, 1], 0, 2), 6), (([1, 2, 1], [1, 5, 0], 1, 1), 11)
    ],
    "cons": [((1, [0, 0], 0), 1), ((1, [0, 1], 1), 0), ((1, [0, 1], 2), 1)],
    "laplace": [
        (([1], 5, 2, 0, lambda r: 3), 6),
        (([1, 1], 0, 1, 0, lambda r: 1), 2),
        (([0, 1], 9, "1/2", 1, lambda r: r), _HALF),
    ],
    "normal_density": [((3, 2, 5, 5), 2), ((0, 7, 1, 2), 7), ((1, 0, 1, 2), 0)],
    "steps": [
        ((_SURE, lambda k: lambda h: Weights.of([Fraction(0), Fraction(1)]), 0, [0, 1]), 0),
        ((_SURE, lambda k: lambda h: Weights.of([Fraction(0), Fraction(1)]), 3, [0, 1]), 1),
        ((_SURE, lambda k: lambda h: Weights.of([Fraction(1, 2)] * 2), 2, [4, 8]), 6),
    ],
    "summed": [((0, [4, 5]), 0), ((2, [4, 5]), 9), ((3, [1]), 3)],
    "prob": [((_COIN, [True, False]), _HALF), ((_SURE, [False, True]), 0), ((_COIN, [True, True]), 1)],
    "heads": [
        ((_HALF, 0, [1, 0]), 1),
        ((_HALF, 2, [0, 1, 2]), 1),
        (("1/3", 1, [0, 1]), Fraction(1, 3)),
        ((1, 3, [0, 0, 0, 1]), 1),
    ],
    "first_above": [
        (([1], 1, [0, 1], 2, [5, 7, 9]), 7),
        (([1], 2, [0, 1], 2, [5, 7, 9]), 9),
        (([_HALF, _HALF], 1, [0, 1], 1, [4, 8]), 6),
        (([1], 1, [3, 1], 0, [5, 7, 9]), 5),
    ],
    "put": [(([3, 4], 1, 5, 1), 9), (([3, 4], 1, 5, 0), 3), (([0, 0], 0, 2, 0), 2)],
    "moved_at": [(([3, 4], 1, 2, 2, 1), 6), (([3, 4], 1, 2, 1, 1), 4), (([3, 4], 1, 2, 2, 0), 3)],
    "at_places": [
        ((_COIN, 2, lambda h: h(0) + 10 * h(1)), Fraction(11, 2)),
        (([1], 3, lambda h: h(0) + 1), 1),
        ((_COIN, 1, lambda h: h(1)), 0),
        ((_COIN, 0, lambda h: h(0)), 0),
    ],
    "choose": [((4, 2), 6), ((0, 0), 1), ((3, 5), 0), ((5, 0), 1)],
    "inner": [(([1, 2], [3, 4], 2), 11), (([1, 2], [3, 4], 0), 0), (([1], [1], 4), 4)],
    "product": [(([2, 3], 0), 1), (([2, 3], 2), 6), (([0, 3], 2), 0)],
    "distance": [(([1, 2], [3, 1], 2), 3), (([1], [1], 5), 0), (([0, 5], [1, 0], 1), 1)],
    "laplace_density": [((4, 3, 2, [1, 2], [1, 2]), 3), ((0, 5, 2, [1, 2], [7, 2]), 5), ((9, 1, 0, [1], [2]), 1)],
    "among": [((0, 0), False), ((3, 2), True), ((3, 3), False)],
    "in_block": [((4, 0, 3, 4), True), ((4, 0, 4, 8), False), ((4, 1, 4, 8), True), ((4, 1, 4, 7), False)],
    "with_place": [
        ((lambda i: i == 4, 2, 2), True),
        ((lambda i: i == 4, 2, 4), True),
        ((lambda i: i == 4, 2, 3), False),
    ],
    "subsets": [
        ((4, 2, lambda S: 1), 6),
        ((3, 0, lambda S: 1), 1),
        ((2, 3, lambda S: 1), 0),
        ((3, 1, lambda S: int(S(2))), 1),
    ],
    "uniform_subset": [
        ((4, 2, lambda S: 1), 1),
        ((4, 2, lambda S: int(S(0))), _HALF),
        ((3, 3, lambda S: int(S(1))), 1),
    ],
    "histogram": [
        ((3, lambda i: i < 2, [1, 1, 0], 1), 2),
        ((3, lambda i: False, [1, 1, 0], 1), 0),
        ((3, lambda i: True, [1, 1, 0], 0), 1),
    ],
    "off": [((0, [0, 1], [1, 1]), True), ((0, [0, 1], [1, 0]), False), ((1, [0, 1], [0, 1]), True)],
    "sampled": [
        ((_COIN, _look, [0, 1], [0, 6]), 3, _Z2),
        ((_SURE, _look, [1, 0], [0, 6]), 6, _Z2),
        ((_COIN, _look, [1, 1], [0, 6]), 6, _Z2),
    ],
    "exactly": [
        ((_look, [0, 1], 0, [3, 4]), 3, _Z2),
        ((_look, [0, 1], 1, [3, 4]), 4, _Z2),
        ((_look, [1, 1], 0, [3, 4]), 4, _Z2),
    ],
    "only_drawn": [
        ((_NOBODY, _look), False, _Z2),
        (([[True, False], [False, True]], _look), True, _Z2),
        ((_NOBODY, lambda z, x: 0), True, _Z2),
    ],
    "longer": [
        ((_COIN, [0, 0], lambda xs: xs(0)), _HALF),
        ((_OTHER, [0, 0], lambda xs: xs(0) + 5 * xs(1)), 1),
        ((_SURE, [1, 0], lambda xs: xs(1)), 1),
    ],
    "records": [
        ((0, lambda k: Weights.of([Fraction(1, 2)] * 2), 0, lambda xs: xs(0)), 0),
        ((0, lambda k: Weights.of([Fraction(1, 2)] * 2), 2, lambda xs: xs(0) + xs(1)), 1),
        ((1, lambda k: Weights.of([Fraction(1), Fraction(0)]), 1, lambda xs: xs(0) + 2 * xs(1)), 2),
    ],
    "databases": [
        ((0, 0, lambda k: Weights.of([Fraction(1, 2)] * 2), lambda xs: xs(0)), 0),
        ((0, 2, lambda k: Weights.of([Fraction(1, 2)] * 2), lambda xs: xs(0) + xs(1)), 1),
        ((1, 2, lambda k: Weights.of([Fraction(k == 0), Fraction(k != 0)]), lambda xs: xs(0) + 2 * xs(1)), 2),
    ],
    "any_place": [((2, [4, 8]), 6), ((1, [4, 8]), 4), ((4, [0, 0, 0, 1]), Fraction(1, 4))],
    "drawn": [((2, [5, 6], 6), True), ((1, [5, 6], 6), False), ((0, [5, 6], 5), False)],
    "missed": [((2, [5, 6], 6), 0), ((1, [5, 6], 6), 1), ((0, [5], 5), 1)],
    "counts": [((2, [0, 1], [1, 0], 1), 1), ((3, [0], [1, 0], 1), 3), ((0, [0], [1], 1), 0)],
    "chi": [
        (("4/3", _COIN, ["1/4", "3/4"]), True),
        (("5/4", _COIN, ["1/4", "3/4"]), False),
        ((1, _SURE, _SURE), True),
        ((10**9, _COIN, _SURE), False),
    ],
    "largest": [(([3, 1], 0), 3), (([3, 1, 7], 1), 3), (([3, 1, 7], 2), 7), (([-2, -1], 1), -1)],
    "utility_of": [
        ((1, [1, 1], 1, [[_HALF, _HALF], [_HALF, _HALF]], 0), 0),
        ((1, [1, 1], 1, [[1, 0], [0, 1]], 0), 1),
        ((3, [1, 1], 1, [[1, 0], [0, 1]], 1), 1),
        ((1, [1, 1, 1], 2, [[1, 0, 0], [0, 1, 0], [0, 0, 1]], 2), 1, {"A": 3}),
    ],
    "posterior": [((1, 3), Fraction(3, 4)), ((2, 2), _HALF), ((0, 5), 1)],
    "utility": [
        ((1, [1, 1], [_HALF, _HALF], [_HALF, _HALF]), 0),
        ((1, [1, 1], [1, 0], [0, 1]), 1),
        ((3, [1, 1], [1, 0], [0, 1]), 1),
        ((1, [1, 1], ["3/4", "1/4"], ["1/4", "3/4"]), _HALF),
    ],
    "operator": [
        ((1, _TURN, _BACK, [1, 1, 1], 0), 1, {"C": 3}),
        ((1, _TURN, _BACK, [3, 0, 0], 0), 9, {"C": 3}),
        ((0, _TURN, _BACK, [3, 5, 7], 1), 5, {"C": 3}),
    ],
    "moved": [((_TURN, 0, 1), 1, {"C": 3}), ((_TURN, 2, 0), 2, {"C": 3}), ((_TURN, 3, 1), 1, {"C": 3})],
    "geometric": [
        ((0, 3, _TURN, [6, 7, 8], 0), 6, {"C": 3}),
        ((_HALF, 3, _TURN, [7, 7, 7], 0), 7, {"C": 3}),
        ((_HALF, 1, _TURN, [6, 7, 8], 2), 8, {"C": 3}),
    ],
    "smooth": [
        ((0, 3, _TURN, _BACK, [6, 7, 8], 0), 6, {"C": 3}),
        ((_HALF, 3, _TURN, _BACK, [7, 7, 7], 0), 7, {"C": 3}),
        ((_HALF, 1, _TURN, _BACK, [6, 7, 8], 2), 8, {"C": 3}),
    ],
    "only": [((2, 2), 1), ((2, 3), 0), ((0, 0), 1)],
    "shifted": [((_COIN, [4, 8]), 2), ((_SURE, [4, 8]), 0), ((_OTHER, [4, 8]), 4)],
    "neighbours": [
        ((2, [0, 0], [0, 1, 0]), True),
        ((2, [0, 0], [0, 1]), False),
        ((1, [0, 0], [0, 1, 0]), False),
        ((2, [0, 0], [0]), True),
        ((2, [0, 0, 0], [1, 1, 0]), False),
    ],
    "indicator": [((lambda i: i == 4, 4), 1), ((lambda i: i == 4, 3), 0), ((lambda i: False, 0), 0)],
    "raised": [((2, lambda i: 0, 2), 1), ((2, lambda i: 0, 3), 0), ((2, lambda i: 1, 2), 1), ((2, lambda i: 1, 0), 1)],
    "draws": [
        ((4, 2, lambda u: 1), 6),
        ((4, 2, lambda u: u(0)), 3),
        ((3, 1, lambda u: u(0) + 10 * u(1) + 100 * u(2)), 111),
        ((2, 3, lambda u: 1), 0),
    ],
    "count_in": [((3, [1, 1, 0], 1), 2), ((2, [0, 0], 1), 0), ((0, [1], 1), 0)],
    "sample_mean": [
        ((2, 3, [4, 6], lambda j: j != 1, [0, 0, 1]), 5),
        ((1, 2, [4, 6], lambda j: False, [0, 1]), 0),
        ((2, 2, [3, 5], lambda j: True, [0, 1]), 4),
    ],
    "has_floor": [((_UNIT, 1), True, {"X": 1}), ((_SKEW, "1/4"), True), ((_SKEW, _HALF), False)],
    "are_all_types": [(([0, 1], 2), True), (([0, 1], 1), False), (([0, 0], 2), False)],
}  # fmt: skip
"""Known values, by definition: arguments and the value; sets have two elements unless a third entry says otherwise."""

OPEN = {
    "relative_entropy": "its logarithms are irrational; `pinsker_for_coins` is evaluated with balls",
    "average_in_either_order": "it speaks of all bounded functions of two values",
    "rising": "it speaks of all sets of places",
    "signs": "it speaks of all numbers of a sequence",
    "are_laws": "it is met by each class that is listed; the hunt reads it so",
    "hull": "it speaks of all sets that contain the sources",
    "assigned": "it speaks of all assignments of sources to infinitely many places",
    "tail": "it is a mean of the normal density",
    "lebesgue": "it speaks of all functions of real numbers",
    "rises": "it speaks of all tests of noise, and no noise on finitely many numbers rises",
    "first_largest": "it speaks of all places",
    "one_number_by_one": "it speaks of all numbers of a sequence",
    "best_of_runs": "it speaks of all tests of a law of real numbers",
    "falls": "it speaks of all tests of noise, and no noise on finitely many numbers falls",
}
"""Definitions that no instance of finite size decides, with the reason."""


def value(name: str, *arguments: Any, sizes: dict[str, int] | None = None) -> Any:
    """The value of a definition by evaluation.

    Args:
        name: of the definition.
        arguments: its values, as `ROWS` has them.
        sizes: of its sets, where one is not of two elements.

    Raises:
        NotDecided: where no evaluation on finite sets gives it.
    """
    ty = kernel.generic(name)
    reading = Reading({one: (sizes or {}).get(one, 2) for one in _sets(ty)})
    t, env = kernel.const(name, ty), {}
    for i, one in enumerate(arguments):
        own = f"v{i}"
        env[own] = read_value(t.ty[1], one, reading, own)
        t = kernel.app(t, kernel.var(own, t.ty[1]))
    with ctx.workprec(128):
        return reading.code(t)(env, ())


def _sets(ty: Any) -> set[str]:
    return ({ty} - set(kernel.BASE)) if isinstance(ty, str) else _sets(ty[1]) | _sets(ty[2])


def unknown_values(definitions: Iterable[Definition]) -> Iterator[tuple[str, str]]:
    """Yield definitions that have neither three known values nor a reason, or another value than the known one.

    Example:
        >>> from sdp_proofs.logic.terms import DEFINITIONS
        >>> list(unknown_values([DEFINITIONS["mix"]]))
        []
    """
    for one in definitions:
        rows = ROWS.get(one.name, [])
        if one.name in OPEN and rows:
            yield one.name, "has known values and a reason why it has none"
        elif len(rows) < 3 and one.name not in OPEN:
            yield one.name, f"has {len(rows)} known values, not three, and no reason why"
        for arguments, wanted, *sizes in rows:
            try:
                got = value(one.name, *arguments, sizes=sizes[0] if sizes else None)
            except NotDecided:
                yield one.name, f"is not decided by evaluation at {arguments}"
                continue
            want = wanted if isinstance(wanted, bool) else Fraction(wanted)
            if not (got is want if isinstance(want, bool) else got == want):
                yield one.name, f"is {got} at {arguments}, not {want}"
