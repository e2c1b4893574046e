"""Ledgers at random from which nothing false may follow: sequences, sums and means, and what is cited of these.

Two claims about quantities are proved or not, each in a way of its own; others cite both, with terms for parameters,
and say of a counter what nothing can entail. Whatever the first two are, these must not be established.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence

from sdp_proofs.errors import DomainError
from sdp_proofs.formulas.formula import Formula
from sdp_proofs.formulas.syntax import names_in
from sdp_proofs.ledger import Check, Claim
from sdp_proofs.ledger.premise import Citation
from sdp_proofs.proving.by_sums import by_sums
from sdp_proofs.proving.chains import about, after_substitution, and_so, in_steps
from sdp_proofs.proving.checks import by_solver
from sdp_proofs.proving.induction import by_induction, by_telescoping
from sdp_proofs.proving.premises import averaged, cite, defined, largest, one_of, shown, summed, trusted
from sdp_proofs.verdict import Verdict
from tests.proving.attacks import statuses
from tests.proving.test_premises import toy

GIVEN = ("x >= 1", "x <= 0", "x <= r", "x*x <= r", "x >= r", "r >= 1", "r <= 0", "x == r", "s <= 5", "s >= r", "x <= s")
"""Assumptions: of inputs or elements, of parameters, of states, and of two of them."""
OF_ELEMENTS = tuple(one for one in GIVEN if "x" in names_in(one) and "s" not in names_in(one))
GOES_ON = (("0", "s + x"), ("0", "s + r"), ("r", "s + x"), ("0", "Max(s, x)"), ("1", "s*x"), ("0", "s + t"))
OF_SEQUENCES = (
    "s >= n", "s <= 0", "s >= 1", "s == n*x", "s == n*r", "s <= n*r", "s >= n*r", "n >= -r", "Implies(n >= 1, r >= 0)",
    "Implies(n >= 1, r >= 1)", "s <= r", "s >= r", "s >= 0", "s <= n", "s == t",
)  # fmt: skip
OF_COLLECTIONS = ("s >= 1", "s <= 0", "s <= r", "s >= r", "r >= 1", "And(s >= 1, s <= r)", "s >= 0", "r >= 0")
COLLECTED = (summed, averaged, largest, one_of)
FALSE = {"below": "n < 1", "most": "n <= 0", "least": "n >= 1", "above": "n > 3"}
NUMBERS = ("0", "1", "-5", "n")
TERMS = ("n*x", "n*r", "0", "1", "r", "n", "x")


def random_ledger(draw: random.Random) -> tuple[Claim, ...]:
    """Claims, of which those that are called false must not be established.

    Raises:
        DomainError: one of them cannot be written.
    """
    said, parts = _said(), _parts(draw)
    cited = [_cited(draw, part) for part in parts[: draw.choice((1, 2, 2, 2))]]
    return *said, *parts, *_false(cited)


def ledger_of_three_layers(draw: random.Random) -> tuple[Claim, ...]:
    """The same, with claims between that cite the first ones, each in a way of its own, and are cited by the last.

    Raises:
        DomainError: one of them cannot be written.
    """
    said, citable = _said(), list[Claim]()
    while not citable:
        parts = _parts(draw)
        proved = statuses((*said, *parts))
        citable = [part for part in parts if proved[part.id] == "established"]
    between = [_between(draw, name, citable) for name in ("three", "four")]
    cited = [_cited(draw, one) for one in draw.sample((*between, *citable), draw.choice((1, 2, 2, 3)))]
    return *said, *parts, *between, *_false(cited)


def _said() -> tuple[Claim, ...]:
    """Two beliefs, of which no number is an example."""
    return (toy("low", "x >= 1", ["x"], by_solver("q", [trusted("averaging", "x >= 1")])),
            toy("high", "x <= 0", ["x"], by_solver("q", [trusted("averaging", "x <= 0")])))  # fmt: skip


def _parts(draw: random.Random) -> list[Claim]:
    ways: list[Callable[[random.Random, str, tuple[str, str]], Claim]]
    ways = [_sequence, _sequence, _sequence, _collection, _sums, _telescoped]
    way, shared = draw.choice(ways), draw.choice(GOES_ON)
    return [(way if draw.random() < 0.7 else draw.choice(ways))(draw, name, shared) for name in ("one", "two")]


def _cited(draw: random.Random, claim: Claim, numbers: Sequence[str] = NUMBERS) -> Citation:
    names = [name for name in ("r", "x") if name in claim.formula.free and draw.random() < 0.5]
    return cite(claim.id, {name: draw.choice(numbers) for name in names})


def _false(cited: Sequence[Citation]) -> Iterator[Claim]:
    last = by_solver("so", [*cited, "n >= 0"])
    return (toy(f"false-{one}", text, ["n"], last, integers=frozenset("n")) for one, text in FALSE.items())


def _between(draw: random.Random, name: str, parts: Sequence[Claim]) -> Claim:
    """Claim that cites one or both of the first claims: by the solver, at every step, of every element, in a lemma."""
    way = draw.choice(("solver", "defined", "step", "element", "kernel", "lemma", "further", "substituted"))
    fit = [part for part in parts if way not in ("element", "kernel") or "s" not in part.formula.free]
    many = min(len(fit), draw.choice((1, 1, 1, 2)))
    cited = [_cited(draw, part, NUMBERS[:-1]) for part in draw.sample(fit, many)]
    known = draw.sample(("r >= 1", "n >= 1", "s >= 0", "x >= 1", "x == r"), draw.choice((0, 0, 1, 2)))
    cited += [cite(draw.choice(("low", "high")))] if draw.random() < 0.3 else []
    where = draw.sample(OF_ELEMENTS, draw.choice((0, 1, 2)))
    texts = OF_COLLECTIONS if way in ("element", "kernel") else (*OF_SEQUENCES, *OF_COLLECTIONS)

    def check(text: str) -> Check:
        plain = by_solver("plain", [*cited, *known])
        match way:
            case "defined":
                return by_solver("defined", [*cited, *known, defined(draw.choice("st"), draw.choice(TERMS))])
            case "step":
                begin, after = draw.choice(GOES_ON)
                first, following = {"n": "0", "s": begin}, {"n": "n + 1", "s": after}
                inputs = ["x"] if draw.random() < 0.5 else []
                return by_induction("steps", first, following, draw.sample(GIVEN, 1), inputs=inputs, each=cited)
            case "element":
                return by_solver("collected", [draw.choice(COLLECTED)(text, {"s": "x"}, *cited, each="x", where=where)])
            case "kernel":
                return by_sums(
                    "sums", {"s": draw.choice(("Mean(a, x)", "Sum(a, x)", "Largest(a, x)"))}, [*known, *cited],
                    "over a:", each={"a": "x"}, citable=True,
                )  # fmt: skip
            case "lemma":
                lemma = Formula(draw.choice(texts), ["s", "t", "n", "r", "x"])
                again = shown("plain", {"r": draw.choice(NUMBERS)} if "r" in lemma.free else {})
                return in_steps("two", about(Formula(str(lemma), lemma.free), plain), by_solver("so", [again, *known]))
            case "further":
                return and_so(plain, about(Formula("r*r >= 0", ["r"]), by_solver("further", [])))
            case "substituted":
                return after_substitution(plain, {"s": draw.choice(TERMS)}, ["n", "x", "r"], by="averaging")
        return plain

    for text in (*(str(part.formula) for part in parts), *draw.sample(texts, 2)):
        claim = _claim(name, text, check(text))
        if statuses((*_said(), *parts, claim))[name] == "established":
            break
    return claim


def _sequence(draw: random.Random, name: str, shared: tuple[str, str]) -> Claim:
    begin, after = shared if draw.random() < 0.8 else draw.choice(GOES_ON)
    first, following = {"n": draw.choice(("0", "0", "1")), "s": begin}, {"n": "n + 1", "s": after}
    if "t" in names_in(after) or draw.random() < 0.2:
        first["t"], following["t"] = draw.choice((("0", "t + x"), ("1", "t + s - s"), ("0", "t + s - s")))
    check = by_induction(
        "steps", first, following, draw.sample(GIVEN, draw.choice((0, 1, 1, 2, 3))),
        inputs=["x"] if draw.random() < 0.6 else [],
        each=[cite(draw.choice(("low", "high")))] if draw.random() < 0.2 else [],
    )  # fmt: skip
    return _proved(draw, name, OF_SEQUENCES, lambda _: check)


def _telescoped(draw: random.Random, name: str, shared: tuple[str, str]) -> Claim:
    domains = dict.fromkeys(("s", "t", "x", "r"), "real")
    after = draw.choice(("x", "r"))
    check = by_telescoping("terms", {"s": f"s + {after}", "t": f"t + {after}"}, {}, {"s": "0", "t": "0"}, domains)
    return _claim(name, "s == t", check)


def _collection(draw: random.Random, name: str, shared: tuple[str, str]) -> Claim:
    kind = draw.choice(COLLECTED)
    where = draw.sample(OF_ELEMENTS, draw.choice((1, 2, 2)))
    kernels = [cite(draw.choice(("low", "high")))] if draw.random() < 0.3 else []
    known = draw.sample(("r >= 1", "r >= 0"), draw.choice((0, 0, 1)))

    def check(text: str) -> Check:
        return by_solver("collected", [kind(text, {"s": "x"}, *kernels, each="x", where=where), *known])

    return _proved(draw, name, OF_COLLECTIONS, check)


def _sums(draw: random.Random, name: str, shared: tuple[str, str]) -> Claim:
    of = draw.choice(("Mean(a, x)", "Sum(a, x)", "Largest(a, x)"))
    given = draw.sample([one for one in GIVEN if "s" not in names_in(one)], draw.choice((1, 2, 2)))
    check = by_sums("sums", {"s": of}, given, "over a:", each={"a": "x"}, citable=True)
    return _proved(draw, name, [one for one in OF_COLLECTIONS if "s" in names_in(one)], lambda _: check)


def _claim(name: str, text: str, check: Check) -> Claim:
    captions = {one: "d(x)" if one == "s" and name == "caption" else one for one in names_in(text)}
    return toy(name, text, captions, check, integers=frozenset({"n"} & set(names_in(text))))


def _proved(draw: random.Random, name: str, texts: Sequence[str], check: Callable[[str], Check]) -> Claim:
    """One of the statements that are proved, or the last of those that were tried."""
    for text in draw.sample(texts, min(len(texts), 8)):
        claim = _claim(name, text, check(text))
        try:
            if claim.checks[0].run(claim).verdict is Verdict.HOLDS:
                break
        except DomainError:
            continue
    return claim


