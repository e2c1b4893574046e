"""Forged accounting certificates: what is confirmed states something true, by judges that share no code with it."""

from __future__ import annotations

import copy
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import mpmath
import pytest

from sdp_proofs.accounting.analysis import Question
from sdp_proofs.accounting.answers import delta_at
from sdp_proofs.accounting.certified_file import certified_files, worst_file
from sdp_proofs.accounting.grammar import read_release
from sdp_proofs.accounting.pairs import ADD, REMOVE
from sdp_proofs.certificate import CertificateError, accounting, document
from sdp_proofs.certificate.__main__ import main
from sdp_proofs.certificate.allocation import WITH, WITHOUT
from sdp_proofs.certificate.limits import MAX_WORK, Budget
from sdp_proofs.cli import main as command
from sdp_proofs.numbers.decide import decide_less_equal
from sdp_proofs.verdict import Verdict
from tests.full import trials

ROOT = Path(__file__).parents[2]
RELEASES = {
    "coins": ("randomised-response(truth=2/3) * 3", None, "log(2)"),
    "sampled": ("poisson(rate=1/10, gaussian(sigma=1)) * 5", None, "1"),
    "allocated": ("allocation(steps=7, gaussian(sigma=2))", None, "1/4"),
    "parts": ("parallel(randomised-response(truth=2/3), randomised-response(truth=3/4)) * 2", "add-remove", "log(2)"),
    "one-sided": ("finite(first=[1/2, 1/2, 0], second=[1/4, 1/2, 1/4]) * 2", None, "log(7/5)"),
    "failing": ("approximate(epsilon=log(3), delta=1/50) * 2 + pure(epsilon=log(2))", None, "log(5/2)"),
    "noises": ("laplace(scale=2) * 2 + gaussian(sigma=2)", "add-remove", "1"),
    "batches": ("without-replacement(batch=2, records=10, gaussian(sigma=2)) * 2", None, "1/2"),
}  # fmt: skip
WORDS = ("release", "adjacency", "direction", "trusted")
NAMES = [name for name in RELEASES if name != "allocated" or trials(3) > 3][: trials(3)]
Document = dict[str, Any]


@cache
def _written(name: str) -> str:
    release, adjacency, epsilon = RELEASES[name]
    return json.dumps(worst_file(Question.of(read_release(release), adjacency), epsilon, points=24))


def real(name: str) -> Document:
    """A certificate of a release, as it is written, on a coarse lattice."""
    found: Document = json.loads(_written(name))
    return found


def exact_of(*pairs: tuple[int, list[str], list[str]], **change: Any) -> Document:
    """A document of pairs."""
    found = [{"count": count, "first": first, "second": second} for count, first, second in pairs]
    return {**real("coins"), "pairs": found, **change}


# --- two judges ---------------------------------------------------------------------------------------------------


def adds_up(certificate: Document) -> bool:
    """Tell whether the delta of the composition is as stated: by lists of all outcomes, exact but for exponentials."""
    return _adds_up(json.dumps({key: one for key, one in certificate.items() if key not in WORDS}))


@cache
def _adds_up(numbers: str) -> bool:
    certificate = json.loads(numbers)
    delta = Fraction(certificate["delta"])
    if not 0 <= delta <= 1:
        return False
    if certificate["kind"] == "exact":
        return delta == _product(certificate) and _is_logarithm(certificate["epsilon"], Fraction(certificate["odds"]))
    unit, one = Fraction(certificate["unit"]), 1 << certificate["bits"]
    if Fraction(certificate["epsilon"]) != unit * certificate["start"] or not certificate["parts"]:
        return False
    if any("steps" in some for some in certificate["parts"]):
        return _is_above(certificate, delta)
    law, steps, finite = {0: 1}, 0, Fraction(1)
    for some in certificate["parts"]:
        masses, beyond = some["masses"], some["infinite"]
        if sum(masses) + beyond < one or min(*masses, beyond) < 0:
            return False
        for _ in range(some["count"]):
            longer: Counter[int] = Counter()
            for place, mass in law.items():
                for step, more in enumerate(masses, some["first"]):
                    longer[place + step] += mass * more
            law, steps, finite = longer, steps + 1, finite * max(Fraction(0), 1 - Fraction(beyond, one))
    with mpmath.workdps(60):
        excess = mpmath.mpf(0)
        for place, mass in law.items():
            if place > certificate["start"] and mass:
                excess -= mass * mpmath.expm1(-_mpf(unit * (place - certificate["start"])))
        excess /= mpmath.mpf(one) ** steps
        return bool(min(mpmath.mpf(1), _mpf(1 - finite) + excess) <= _mpf(delta) + mpmath.mpf(10) ** -20)


def _is_above(certificate: Document, delta: Fraction) -> bool:
    """Compare with the engine of allocations, which shares no code with a replay."""
    terms = [
        f"allocation(steps={some['steps']}, gaussian(sigma=sqrt(1/({some['squared_distance']})))) * {some['count']}"
        for some in certificate["parts"]
    ]
    (losses,) = {some["losses"] for some in certificate["parts"]}
    value = _value(" + ".join(terms), "add-remove", REMOVE if losses == WITH else ADD, certificate["epsilon"])
    return decide_less_equal(value, delta) is Verdict.HOLDS


def _product(certificate: Document) -> Fraction | None:
    outcomes = Counter({(Fraction(1), Fraction(1)): 1})
    odds = Fraction(certificate["odds"])
    if odds < 1 or not certificate["pairs"]:
        return None
    for pair in certificate["pairs"]:
        rows = [tuple(map(Fraction, row)) for row in zip(pair["first"], pair["second"], strict=True)]
        if any(sum(row[side] for row in rows) != 1 or min(row[side] for row in rows) < 0 for side in (0, 1)):
            return None
        for _ in range(pair["count"]):
            longer: Counter[tuple[Fraction, Fraction]] = Counter()
            for (p, q), number in outcomes.items():
                for a, b in rows:
                    longer[p * a, q * b] += number
            outcomes = longer
    return sum((number * max(Fraction(0), p - odds * q) for (p, q), number in outcomes.items()), Fraction(0))


def _is_logarithm(epsilon: str, odds: Fraction) -> bool:
    with mpmath.workdps(400):
        place = mpmath.log(_mpf(Fraction(epsilon[4:-1]))) if epsilon.startswith("log") else _mpf(Fraction(epsilon))
        return bool(abs(place - mpmath.log(_mpf(odds))) < mpmath.mpf(10) ** -390)


def _mpf(number: Fraction) -> mpmath.mpf:
    return mpmath.mpf(number.numerator) / number.denominator


@cache
def _value(release: str, adjacency: str, direction: str, epsilon: str) -> Any:
    question = Question.of(read_release(release), None if adjacency == "any" else adjacency)
    assert question.adjacency == adjacency
    sides = [side for side in delta_at(question, epsilon, digits=8).sides if side.direction == direction]
    assert sides
    return max((side.value for side in sides if side.value is not None), key=lambda value: Fraction(value.upper))


def is_of_the_release(certificate: Document) -> bool:
    """Tell whether the delta of the release that is named is as stated: by another engine of the accountant."""
    words = (certificate[word] for word in ("release", "adjacency", "direction", "epsilon"))
    value, delta = _value(*words), Fraction(certificate["delta"])
    if certificate["kind"] == "exact":
        return bool(value.exact == delta)
    return decide_less_equal(value, delta) is Verdict.HOLDS


# --- alterations --------------------------------------------------------------------------------------------------


class Raw(str):
    """Text of a file as it is, not as JSON's text."""

    __slots__ = ()


NUMBERS: list[Callable[[int], Any]] = [
    lambda n: n + 1, lambda n: n - 1, lambda n: 2 * n, lambda n: n // 2, lambda n: 0, lambda n: -n - 1,
    lambda n: 10**18, lambda n: 10**3999, str, lambda n: float(n % 10**9), lambda n: True, lambda n: None,
    lambda n: [n],
    lambda n: {"n": n}, lambda n: Raw("Infinity"), lambda n: Raw("NaN"), lambda n: Raw("-Infinity"),
    lambda n: Raw("1e999999999"), lambda n: Raw("1" + "0" * 4999), lambda n: Raw(f"0{n}"), lambda n: f"\u0663{n}",
    lambda n: f"0_{n}", lambda n: [10**18],
]  # fmt: skip
TEXTS: list[Callable[[str], Any]] = [
    lambda t: _changed(t, 1, 1), lambda t: _changed(t, -1, 1), lambda t: _changed(t, 0, 2), lambda t: f"{t}0",
    lambda t: _changed(t, 0, Fraction(1, 2)),
    lambda t: "0", lambda t: "1", lambda t: "-1", lambda t: "2", lambda t: "1/0", lambda t: "", lambda t: f" {t}",
    lambda t: f"{t}\n", lambda t: f"{t}\x1b[2J\x1b[Hconfirmed: delta = 0", lambda t: f"\u202e{t}",
    lambda t: f"\u0661{t}", lambda t: f"0_{t}", lambda t: f"\uff11{t}", lambda t: f"+{t}",
    lambda t: "1e999999999", lambda t: "1e-9999",
    lambda t: "1e99999999", lambda t: "nan", lambda t: "inf", lambda t: "Infinity", lambda t: "9" * 5000,
    lambda t: "1/" + "9" * 3990, lambda t: "\ud800", lambda t: 0, lambda t: 1, lambda t: True, lambda t: None,
    lambda t: [t], lambda t: {t: t}, lambda t: Raw("NaN"), lambda t: Raw("Infinity"), lambda t: "log(3)",
    lambda t: "log(2/1)", lambda t: "log(log(2))", lambda t: t.upper(), lambda t: f"{t} * 300", lambda t: f"{t} * 1",
    lambda t: "gaussian(sigma=1)", lambda t: "add-remove", lambda t: "replace-one", lambda t: "any", lambda t: "add",
    lambda t: "remove", lambda t: "exact", lambda t: "lattice", lambda t: f"{t}\u2028release: checked",
    lambda t: "a" * 9000,
]  # fmt: skip
LISTS: list[Callable[[list[Any]], Any]] = [
    lambda x: [], lambda x: x[1:], lambda x: x[:-1], lambda x: x + x, lambda x: x + x[:1], lambda x: x[::-1],
    lambda x: {}, lambda x: None, lambda x: [x], lambda x: [None, *x], lambda x: x[:1], lambda x: "x", lambda x: 10**18,
    lambda x: [_halved(one) for one in x], lambda x: [0 if isinstance(one, int) else one for one in x],
    lambda x: [2 * one if isinstance(one, int) else one for one in x], lambda x: Raw("[" * 60_000 + "]" * 60_000),
]  # fmt: skip
OBJECTS: list[Callable[[Document], Any]] = [
    *(lambda x, k=k: {key: x[key] for key in list(x)[:k] + list(x)[k + 1 :]} for k in range(12)),
    *(lambda x, k=k: {_look_alike(key) if place == k else key: one for place, (key, one) in enumerate(x.items())}
      for k in range(12)),
    *(lambda x, k=k, key=key: Raw(_twice(x, k, key)) for k in range(12) for key in ("0", '"0"', "[]")),
    lambda x: {**x, "more": 1}, lambda x: [x], lambda x: None,
    lambda x: {**x, "first": x["second"], "second": x["first"]} if "second" in x else None,
]  # fmt: skip


def _changed(text: str, plus: int, times: Fraction | int) -> str:
    """The number in a text after an operation, or the text with its last digit so; without any it stays."""
    try:
        number = Fraction(text)
    except ValueError:
        return re.sub(r"[0-9]+(?=[^0-9]*$)", lambda found: str(int(found[0]) + max(plus, 1)), text)
    return str((number + plus) * times if plus else number * times)


def _halved(one: Any) -> Any:
    return one // 2 if isinstance(one, int) else one


def _look_alike(key: str) -> str:
    return key.replace("e", "\u0435").replace("o", "\u043e") if "e" in key or "o" in key else key.title()


def _twice(x: Document, k: int, value: str) -> str:
    key = list(x)[k % len(x)]
    return dumped(x)[:-1] + f', "{key}": {value}}}'


def dumped(value: Any) -> str:
    """JSON, with what is raw as it is."""
    if isinstance(value, Raw):
        return str(value)
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)}: {dumped(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(dumped, value)) + "]"
    return json.dumps(value)


Path_ = tuple[str | int, ...]


def places(value: Any, path: Path_ = ()) -> Iterator[tuple[Path_, Any]]:
    """All nodes of a document; of a long list a few entries."""
    yield path, value
    if isinstance(value, dict):
        for key, one in value.items():
            yield from places(one, (*path, key))
    elif isinstance(value, list):
        for index in sorted({0, 1, len(value) // 2, len(value) - 1} & set(range(len(value)))):
            yield from places(value[index], (*path, index))


def operators(value: Any) -> list[Callable[[Any], Any]]:
    """Operators that can be applied to a node."""
    kinds: dict[type, list[Callable[[Any], Any]]] = {int: NUMBERS, str: TEXTS, list: LISTS, dict: OBJECTS}
    return kinds.get(type(value), [])


def altered(certificate: Document, path: Path_, operator: Callable[[Any], Any]) -> Any:
    """The document with one node replaced."""
    if not path:
        return operator(certificate)
    found = copy.deepcopy(certificate)
    node: Any = found
    for step in path[:-1]:
        node = node[step]
    node[path[-1]] = operator(node[path[-1]])
    return found


def alterations(certificate: Document) -> Iterator[tuple[str, str]]:
    """Every operator at every node: where, and the text of the file."""
    original = dumped(certificate)
    for path, value in places(certificate):
        for number, operator in enumerate(operators(value)):
            text = dumped(altered(certificate, path, operator))
            if text != original:
                yield f"{path} {number}", text


# --- the attack ---------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("_little_work")
@pytest.mark.parametrize("name", NAMES)
def test_what_is_confirmed_adds_up(name: str, replay: Callable[..., tuple[int, str]]) -> None:
    """Each alteration of each field: what the program confirms is true of what it shows, the release not checked."""
    certificate, codes = real(name), Counter[int]()
    assert replay(dumped(certificate))[0] == 0 and adds_up(certificate)
    for where, text in alterations(certificate):
        code, out = replay(text)
        codes[code] += 1
        if code == 0:
            assert adds_up(json.loads(text)), where
            assert "\nrelease: not checked" in out
    assert min(codes.values()) > 9 and len(codes) == 3  # words may change, numbers are found wrong, forms are refused


@pytest.mark.usefixtures("_little_work")
@pytest.mark.parametrize("name", NAMES)
def test_what_the_command_confirms_is_true_of_the_release(name: str, replay: Callable[..., tuple[int, str]]) -> None:
    """Also alterations that carry the delta which their own numbers have, which the program must confirm."""
    certificate = real(name)
    assert replay(dumped(certificate), command) == (0, replay(dumped(certificate))[1].replace(
        "release: not checked; `sdp-proofs certificate FILE` computes its pairs again", "release: checked"
    ).partition("This confirms")[0])  # fmt: skip
    assert is_of_the_release(certificate)
    forged = 0
    texts = [text for _, text in alterations(certificate) if adds_up_to_the_program(text)]
    for text in [*texts[:: 1 + len(texts) // 12][: trials(12)], *list(reforged(certificate))[::5][: trials(12)]]:
        forged += 1
        code, out = replay(text, command)
        if code == 0:
            assert is_of_the_release(json.loads(text)), text
            assert "\nrelease: checked\n" in out
        elif code == 1:
            assert "\nrelease: REFUSED: " in out
    assert forged > 12


def adds_up_to_the_program(text: str) -> bool:
    """Tell whether a document is confirmed, asked without a file."""
    try:
        return accounting.replayed(document.loaded(text.encode("utf-8", "surrogatepass")))
    except CertificateError:
        return False


def reforged(certificate: Document) -> Iterator[str]:
    """Alterations of the pairs or masses whose delta is what a replay of them finds."""
    for path, value in places(certificate):
        if path[:1] not in (("pairs",), ("parts",), ("start",), ("keep",), ("unit",)):
            continue
        for operator in operators(value):
            found = altered(certificate, path, operator)
            try:
                if path[0] in ("start", "unit"):
                    found["epsilon"] = str(document.number(found["unit"], "unit") * found["start"])
                budget = Budget(MAX_WORK // 50)
                delta = accounting.read(document.loaded(dumped(found).encode()), budget).composed.delta(budget)
            except (CertificateError, TypeError, ValueError, ArithmeticError):
                continue
            yield dumped({**found, "delta": str(delta)})


@pytest.mark.usefixtures("_little_work")
@pytest.mark.parametrize("name", NAMES)
def test_several_alterations_at_once(name: str, replay: Callable[..., tuple[int, str]]) -> None:
    for seed in range(trials(60, full=20_000)):
        random, text = Random(seed), _written(name)
        for _ in range(random.choice((2, 2, 3, 4))):
            found = json.loads(text)
            path, value = random.choice([place for place in places(found) if operators(place[1])])
            changed = dumped(altered(found, path, random.choice(operators(value))))
            try:
                if isinstance(json.loads(changed), dict):
                    text = changed
            except (ValueError, RecursionError):
                continue
        code, _ = replay(text)
        if code == 0:
            assert adds_up(json.loads(text)), (seed, text)


def _finite(certificate: Document) -> Document:
    """Replace an infinite loss by the largest loss of the lattice."""
    (one,) = certificate["parts"]
    assert one["infinite"] > 0
    masses = [*one["masses"][:-1], one["masses"][-1] + one["infinite"]]
    return {**certificate, "parts": [{**one, "masses": masses, "infinite": 0}]}


def _altered(certificate: Document, **change: Any) -> Document:
    (one,) = certificate["parts"]
    return {**certificate, "parts": [{**one, **change}]}


def _mirrored(certificate: Document) -> Document:
    (one,) = certificate["parts"]
    losses = WITH if one["losses"] == WITHOUT else WITHOUT
    return _altered({**certificate, "delta": "1/2"}, losses=losses, first=-one["last"], last=-one["first"])


TABLE: list[tuple[str, Callable[[Document], Any], int, int]] = [
    ("coins", lambda d: {**d, "epsilon": "0"}, 2, 2),
    ("coins", lambda d: {**d, "epsilon": "log(3)"}, 2, 2),
    ("coins", lambda d: {**d, "epsilon": "0.6931471805599453"}, 2, 2),
    ("coins", lambda d: {**d, "odds": "-1", "delta": "2"}, 2, 2),
    ("coins", lambda d: {**d, "odds": "1/2", "epsilon": "log(1/2)"}, 2, 2),
    ("coins", lambda d: {**d, "pairs": [], "delta": "0"}, 2, 2),
    ("coins", lambda d: {**d, "release": d["release"] + " * 300"}, 0, 1),
    ("coins", lambda d: {**d, "release": "pure(epsilon=log(3)) * 3"}, 0, 1),
    ("coins", lambda d: {**d, "release": "nothing at all"}, 0, 2),
    ("coins", lambda d: {**d, "adjacency": "replace-one"}, 0, 1),
    ("coins", lambda d: {**d, "direction": "sideways"}, 0, 1),
    ("sampled", lambda d: _lighter(d, 0), 2, 2),
    ("sampled", lambda d: _lighter(d, Fraction(1, 2)), 2, 2),
    ("sampled", lambda d: {**d, "bits": 200}, 2, 2),
    ("sampled", lambda d: {**d, "parts": [], "delta": "0"}, 2, 2),
    ("sampled", lambda d: {**d, "parts": {}, "delta": "0"}, 2, 2),
    ("sampled", lambda d: {**d, "direction": "add"}, 0, 1),
    ("sampled", lambda d: {**d, "adjacency": "any"}, 0, 1),
    ("sampled", lambda d: {**d, "parts": [{**d["parts"][0], "count": 4}]}, 0, 1),
    ("sampled", lambda d: {**d, "parts": [{**d["parts"][0], "first": d["parts"][0]["first"] - 1}]}, 0, 1),
    ("sampled", _finite, 0, 1),
    ("allocated", lambda d: _altered(d, steps=8), 0, 1),
    ("allocated", lambda d: _altered(d, squared_distance="1/5"), 0, 1),
    ("allocated", lambda d: _altered(d, squared_distance="9"), 1, 1),
    ("allocated", _mirrored, 0, 1),
    ("allocated", lambda d: _altered(d, losses="both"), 2, 2),
    ("allocated", lambda d: _altered(d, count=2), 1, 1),
    ("allocated", lambda d: _altered(d, grid="0"), 2, 2),
    ("allocated", lambda d: _altered(d, cut=1 << d["bits"]), 2, 2),
    ("allocated", lambda d: _altered(d, points=16), 1, 1),
    ("allocated", lambda d: _altered(d, end=1), 1, 1),
    ("allocated", lambda d: _altered(d, end=10**9), 2, 2),
    ("allocated", lambda d: _altered(d, growth="1/1000000", end=200_000), 2, 2),
    ("allocated", lambda d: _altered(d, masses=[1]), 2, 2),
    ("allocated", lambda d: {**d, "direction": REMOVE if d["direction"] == ADD else ADD}, 0, 1),
    ("allocated", lambda d: {**d, "trusted": [*d["trusted"], accounting.EVALUATED.format("it")]}, 0, 1),
    ("coins", lambda d: Raw(_twice(d, 0, '"sdp-proofs/accounting/1"')), 2, 2),
    ("coins", lambda d: Raw(dumped(d)[:-1] + ', "delta": "2/9"}'), 2, 2),
    ("coins", lambda d: Raw(dumped(d)[:-1] + ', "epsilon": "0"}'), 2, 2),
    ("coins", lambda d: {**d, "pairs": [{**d["pairs"][0], "count": "\u0663"}]}, 2, 2),
    ("coins", lambda d: {**d, "pairs": [{**d["pairs"][0], "count": "0_3"}]}, 2, 2),
    ("coins", lambda d: {**d, "pairs": [{**d["pairs"][0], "first": ["\u0661/3", "2/3"]}]}, 2, 2),
    ("coins", lambda d: {**d, "trusted": []}, 2, 2),
    ("coins", lambda d: {**d, "trusted": [""]}, 2, 2),
    ("coins", lambda d: {**d, "trusted": ["nothing"]}, 2, 2),
    ("coins", lambda d: {**d, "trusted": [accounting.DOMINATES[:-1]]}, 2, 2),
    ("coins", lambda d: {**d, "trusted": [*d["trusted"], "and that it was audited"]}, 0, 1),
    ("sampled", lambda d: {**d, "trusted": []}, 2, 2),
    ("sampled", lambda d: {**d, "trusted": d["trusted"][:1]}, 2, 2),
    ("sampled", lambda d: {**d, "trusted": d["trusted"][1:]}, 2, 2),
    ("noises", lambda d: {**d, "trusted": d["trusted"][:2]}, 0, 1),
    ("coins", lambda d: {**d, "trusted": ["\x1b[2J\x1b[Hconfirmed: delta = 1/9"]}, 2, 2),
    ("coins", lambda d: {**d, "release": "\u202e" + d["release"]}, 2, 2),
]  # fmt: skip


def _lighter(certificate: Document, factor: Fraction | int) -> Document:
    (one,) = certificate["parts"]
    masses = [int(mass * factor) for mass in one["masses"]] if factor else [0]
    return {**certificate, "delta": "0.0001" if factor else "0", "parts": [{**one, "masses": masses, "infinite": 0}]}


@pytest.mark.parametrize("row", TABLE)
def test_known_forgeries(row: tuple[str, Callable[[Document], Any], int, int], replay: Any) -> None:
    name, forge, program, full = row
    text = dumped(forge(real(name)))
    assert replay(text)[0] == program
    assert replay(text, command)[0] == full


def test_a_neighbour_of_a_smaller_delta_does_not_speak_for_the_others(
    replay: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A record may be in either part; the pairs of the part that tells less are pairs of the release, too."""
    release, adjacency, epsilon = RELEASES["parts"]
    found = certified_files(Question.of(read_release(release), adjacency), epsilon)
    deltas = [Fraction(one["delta"]) for one in found]
    assert len(set(deltas)) > 1
    for one, delta in zip(found, deltas, strict=True):
        code, out = replay(dumped(one), command)
        assert code == (0 if delta == max(deltas) else 1)
        assert code == 0 or "other neighbours in this direction" in out
    monkeypatch.setattr("sdp_proofs.accounting.certified_file.decide_less_equal", lambda *_: Verdict.UNKNOWN)
    assert replay(dumped(real("parts")), command)[0] == 1  # an undecided one is not checked


def test_reasons_are_true(replay: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    coins = real("coins")
    for change, said in (
        ({"odds": "1/2"}, "'odds' must be at least 1, got 1/2"),
        ({"delta": "3/2"}, "'delta' must be at most 1, got 3/2"),
        ({"epsilon": "1"}, "'epsilon' must be the logarithm of 'odds', got 1 for 2"),
        ({"pairs": []}, "'pairs' must be a list that is not empty, got []"),
        ({"kind": ["exact"]}, "the kind of an accounting certificate must be exact or lattice"),
        ({"delta": "1e999999999"}, "'delta' must be a number such as 12, 3/4 or 1.5e-7, got '1e999999999'"),
        ({"odds": Raw("Infinity")}, "a number must be an integer or a text such as '1/3', got Infinity"),
        ({"odds": Raw("9" * 4500)}, "an integer must have at most 4000 digits, got 4500"),
        ({"more": 1}, "a key of an accounting certificate must be one of schema, release,"),
        ({"pairs": [{**coins["pairs"][0], "second": ["1/3", "1/3"]}]}, "'second' must be a distribution, whose"),
        ({"pairs": [{**coins["pairs"][0], "count": 0}]}, "'count' must be an integer from 1 to 1000000, got another"),
        ({"pairs": [{**coins["pairs"][0], "count": True}]}, "'count' must be an integer from 1 to 1000000, got bool"),
    ):  # fmt: skip
        file = tmp_path / "forged.json"
        file.write_text(dumped({**coins, **change}), encoding="utf-8")
        assert main([str(file)]) == 2
        assert said in capsys.readouterr().err


def test_an_odd_epsilon_beside_its_odds_is_decided() -> None:
    """A fraction that agrees with log(2) to 300 digits is not log(2), however long one computes."""
    with mpmath.workdps(320):
        near = str(int(mpmath.log(2) * mpmath.mpf(10) ** 300))
    with pytest.raises(CertificateError, match="must be the logarithm"):
        accounting.replayed({**real("coins"), "epsilon": f"0.{near}"})
    one = {**real("coins"), "epsilon": "0", "odds": "1", "delta": "13/27"}
    assert accounting.replayed(one) and adds_up(one)


@pytest.mark.parametrize("seed", range(trials(150, full=5000)))
def test_coarse_lattices_are_bounded_from_above(seed: int) -> None:
    """Masses of a few bits, where every rounding shows, against exact convolutions."""
    random, parts = Random(seed), []
    bits = random.randint(2, 8)
    for _ in range(random.randint(1, 2)):
        masses = [random.randint(0, 1 << bits - 1) for _ in range(random.randint(1, 5))]
        infinite = max(random.choice((0, 0, 1)), (1 << bits) - sum(masses))
        if infinite > 2 and masses[-1] + infinite <= 1 << bits:
            masses[-1], infinite = masses[-1] + infinite, 0
        first = random.randint(-3, 2)
        parts.append({"count": random.randint(1, 4), "first": first, "masses": masses, "infinite": infinite})
    unit, start = Fraction(1, random.randint(2, 9)), random.randint(1, 3)
    certificate = {**real("sampled"), "bits": bits, "unit": str(unit), "start": start, "epsilon": str(unit * start),
                   "keep": min(1 << bits, random.choice((0, 0, 1, 3, 9))), "parts": parts, "delta": "1"}  # fmt: skip
    bound = accounting.read(certificate, Budget()).composed.delta(Budget())
    assert adds_up({**certificate, "delta": str(bound)})
    if bound < 1:
        assert accounting.replayed({**certificate, "delta": _digits(bound, 900)})
        assert not accounting.replayed({**certificate, "delta": str(bound * Fraction(999, 1000))}) or bound == 0


def _digits(number: Fraction, digits: int) -> str:
    return f"{-(-number.numerator * 10**digits // number.denominator)}/1{'0' * digits}"


@pytest.mark.parametrize("seed", range(trials(60, full=3000)))
def test_pairs_have_the_delta_of_the_list_of_all_outcomes(seed: int) -> None:
    random, pairs = Random(seed), []
    for _ in range(random.randint(1, 3)):
        size = random.randint(1, 3)
        laws = []
        for _ in range(2):
            weights = [random.choice((0, 1, 1, 2, 5)) for _ in range(size - 1)] + [random.randint(1, 4)]
            laws.append([str(Fraction(weight, sum(weights))) for weight in weights])
        pairs.append((random.randint(1, 3), *laws))
    odds = random.choice((Fraction(1), Fraction(random.randint(5, 20), 4)))
    epsilon = "0" if odds == 1 else f"log({odds})"
    certificate = exact_of(*pairs, odds=str(odds), epsilon=epsilon)
    delta = accounting.read(certificate, Budget()).composed.delta(Budget())
    assert delta == _product(certificate)
