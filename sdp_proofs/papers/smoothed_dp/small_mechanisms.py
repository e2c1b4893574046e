"""Mechanisms with few outputs on one or two binary records: over these, claims about any mechanism are enumerated."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from math import prod
from typing import Any

from sdp_proofs.distributions.finite import FiniteLaw, Records, record_lists
from sdp_proofs.distributions.source_set import SourceSet
from sdp_proofs.hunting.spaces import Domain, Laws, Rationals
from sdp_proofs.ledger import Claim
from sdp_proofs.mechanisms.composition import (
    Composition,
    Lookup,
    Mixing,
    PostProcessed,
    RandomlyPostProcessed,
    RandomlyRecordWise,
    RecordWise,
    SharedRandomness,
)
from sdp_proofs.mechanisms.finite import CoinFlip, DatabaseTable
from sdp_proofs.mechanisms.sampling import Plurality, SamplingHistogram
from sdp_proofs.privacy.definition import database_delta, pair_divergence, smoothed_delta_by_lists
from sdp_proofs.proving.instances import Instance

Values = dict[str, Fraction]
Law = Sequence[Fraction]
PAIRS = tuple(record_lists(2, 2))
ROWS = tuple(f"{one}{two}" for one, two in PAIRS)
"""The databases of two binary records, as coordinates: the probabilities of output 0 at each."""


def every(
    values: Callable[[Claim, Mapping[str, Any]], Mapping[str, Any] | None], **choices: Sequence[Any]
) -> Callable[[Claim], Iterator[Instance]]:
    """The values at every combination of choices that has some, called by these."""

    def instances(claim: Claim) -> Iterator[Instance]:
        for chosen in product(*choices.values()):
            at = dict(zip(choices, chosen, strict=True))
            found = values(claim, at)
            if found is not None:
                yield ", ".join(f"{name} {_text(value)}" for name, value in at.items()), found

    return instances


def fractions(text: str) -> tuple[Fraction, ...]:
    """Numbers that are separated by blanks."""
    return tuple(map(Fraction, text.split()))


def laws(outputs: int, largest: int) -> list[tuple[Fraction, ...]]:
    """All laws on some outputs with denominators up to a largest one."""
    return [law for level in range(largest) for law in Laws(outputs).at_level(level, {})]


def shares(*names: str, denominator: int = 64, **others: Domain) -> dict[str, Domain]:
    """Coordinates from 0 to 1, and others."""
    return {**{name: Rationals(0, 1, denominator=denominator) for name in names}, **others}


def coin(share: Fraction) -> FiniteLaw[int]:
    """Output 0 with this probability, else 1."""
    return FiniteLaw.gathered([(0, share), (1, 1 - share)])


def table(*zeros: Fraction) -> DatabaseTable[int]:
    """A mechanism with two outputs on one or two binary records, by its probabilities of output 0."""
    databases = record_lists(len(zeros).bit_length() - 1, 2)
    return DatabaseTable(2, {x: coin(share) for x, share in zip(databases, zeros, strict=True)})


def smoothed(mechanism: Any, share: Fraction, odds: Fraction) -> Fraction:
    """The smoothed delta for two records of one source."""
    return smoothed_delta_by_lists(mechanism, SourceSet.interval(share, share), 2, odds).value


def loss(first: Law, second: Law, odds: Fraction) -> Fraction:
    """The sum of the positive parts of P - odds P'."""
    gains = (p - odds * q for p, q in zip(first, second, strict=True))
    return sum((gain for gain in gains if gain > 0), Fraction(0))


def both_ways(first: Law, second: Law, odds: Fraction) -> Fraction:
    """delta(x) for one record of two types with these laws of the output."""
    return max(loss(first, second, odds), loss(second, first, odds))


def joined(first: Law, second: Law) -> tuple[Fraction, ...]:
    """The law of two independent outputs."""
    return tuple(p * r for p, r in product(first, second))


def _text(value: Any) -> str:
    return f"({', '.join(map(_text, value))})" if isinstance(value, tuple | list) else str(value)


def one_record(claim: Claim, at: Mapping[str, Any]) -> Values:
    """One binary record, three outputs, a function to two results, unless f sees the record."""
    rows = (FiniteLaw.gathered(enumerate(at[row])) for row in ("first", "second"))
    mechanism = DatabaseTable(2, {(record,): row for record, row in enumerate(rows)})
    processed = RandomlyPostProcessed(mechanism, Lookup(dict(enumerate(map(coin, at["into_0"])))))
    shown: Any = table(Fraction(1), Fraction(0)) if claim.parameters["sees"] else processed
    return {name: database_delta(one, (0,), at["odds"]) for name, one in (("after", shown), ("before", mechanism))}


def two_records(_: Claim, at: Mapping[str, Any]) -> Values:
    """Any mechanism with two outputs on two binary records, any kernel on the outputs, any single source."""
    mechanism = table(*(at[row] for row in ROWS))
    processed = RandomlyPostProcessed(mechanism, Lookup({0: coin(at["kernel_0"]), 1: coin(at["kernel_1"])}))
    both = (("after", processed), ("before", mechanism))
    return {name: smoothed(one, at["share"], at["odds"]) for name, one in both}


def winners(_: Claim, at: Mapping[str, Any]) -> Values | None:
    """The winners of a sampled election against the sampled histogram."""
    if at["draws"] > sum(at["counts"]):
        return None
    counted = SamplingHistogram(draws=at["draws"])
    both = (("after", PostProcessed(counted, Plurality())), ("before", counted))
    return {name: database_delta(one, at["counts"], at["odds"]) for name, one in both}


def event(whole: bool) -> Callable[[Claim, Mapping[str, Any]], Values]:
    """The probabilities of an event of a function of the output: `whole` takes all outputs for T, as printed."""

    def values(_: Claim, at: Mapping[str, Any]) -> Values:
        rows, odds = (at["first"], at["second"]), at["odds"]
        preimage = [output for output in range(2) if at["function"][output] in at["event"]]
        pushed, other = (sum((law[a] for a in preimage), Fraction(0)) for law in rows)
        pulled, pulled_other = (sum((law[a] for a in (range(2) if whole else preimage)), Fraction(0)) for law in rows)
        return {
            "pushed": pushed, "other": other, "pulled": pulled, "pulled_other": pulled_other, "odds": odds,
            "delta": max(loss(*rows, odds), loss(*rows[::-1], odds)),
        }  # fmt: skip

    return values


def distance(rows: tuple[tuple[Fraction, ...], ...], kernel: tuple[Fraction, ...]) -> Fraction:
    """Distance of the best set of outputs from the probabilities that f(M(x)) is in S; kernel: Pr[f(a) in S]."""
    outputs = range(len(kernel))
    wanted = [sum((row[a] * kernel[a] for a in outputs), Fraction(0)) for row in rows]
    return min(
        max(abs(level - sum((row[a] for a in outputs if taken[a]), Fraction(0)))
            for row, level in zip(rows, wanted, strict=True))
        for taken in product((False, True), repeat=len(kernel))
    )  # fmt: skip


EVENTS: Mapping[str, Any] = {
    "odds": fractions("1 2"), "first": laws(2, 4), "second": laws(2, 4), "function": tuple(product(range(2), repeat=2)),
    "event": ((), (0,), (1,), (0, 1)),
}  # fmt: skip

BITS = tuple(product(range(2), repeat=4))
_COIN_LAWS = tuple((share, 1 - share) for share in fractions("0 1/4 1/2 1"))
OF_RELEASES = "one binary record, two outputs each, probabilities 0, 1/4, 1/2, 1, all product events, odds 1 and 2"


def _coins(_: Claim, at: Mapping[str, Any]) -> Values | None:
    """Releases of one binary record through coins."""
    parts, odds = tuple(map(CoinFlip, at["keeps"])), at["odds"]
    if len(parts) != len(odds):
        return None
    total = sum(database_delta(part, (0,), one) for part, one in zip(parts, odds, strict=True))
    return {"together": database_delta(Composition(parts), (0,), prod(odds)), "total": Fraction(total)}


def two_tables(_: Claim, at: Mapping[str, Any]) -> Values:
    """Two mechanisms with two outputs on two binary records of one source."""
    first, second = (table(*(at[f"{name}_{row}"] for row in ROWS)) for name in ("first", "second"))
    both = smoothed(Composition((first, second)), at["share"], at["odds"] * at["others"])
    alone = smoothed(first, at["share"], at["odds"]), smoothed(second, at["share"], at["others"])
    return {"together": both, "both": both, "first": alone[0], "second": alone[1], "total": sum(alone, Fraction(0))}


def shared(at: Mapping[str, Any]) -> Values:
    """The deltas of two bits of a record and the parity of a common key, together and one at a time."""

    def reads(bits: tuple[int, ...]) -> Any:
        return lambda database, key: bits[2 * database[0] + key % 2]

    seed = FiniteLaw({key: Fraction(1, at["keys"]) for key in range(at["keys"])})
    mechanism = SharedRandomness(2, seed, (reads(at["first"]), reads(at["second"])))
    alone = (database_delta(part, (0,), at["odds"]) for part in mechanism.parts)
    return {"together": database_delta(mechanism, (0,), at["odds"] ** 2), "total": sum(alone, Fraction(0))}


def deltas(_: Claim, at: Mapping[str, Any]) -> Values:
    """delta(x) of two independent releases about one binary record, alone and together."""
    both = both_ways(joined(at["p"], at["r"]), joined(at["q"], at["s"]), at["odds"] * at["others"])
    first, second = both_ways(at["p"], at["q"], at["odds"]), both_ways(at["r"], at["s"], at["others"])
    return {"both": both, "first": first, "second": second}


def _event_values(_: Claim, at: Mapping[str, Any]) -> Values:
    """The probabilities of an event of each of two independent releases, and of both."""
    odds, others = at["odds"], at["others"]
    p, q = (sum((law[a] for a in at["one"]), Fraction(0)) for law in (at["p"], at["q"]))
    r, s = (sum((law[b] for b in at["two"]), Fraction(0)) for law in (at["r"], at["s"]))
    joint, joint_other = (
        sum((law[2 * a + b] for a in at["one"] for b in at["two"]), Fraction(0))
        for law in (joined(at["p"], at["r"]), joined(at["q"], at["s"]))
    )
    return {
        "p": p, "q": q, "r": r, "s": s, "odds": odds, "others": others, "d": p - odds * q, "e": r - others * s,
        "joint": joint, "joint_other": joint_other,
    }  # fmt: skip


def positive_losses(_: Claim, at: Mapping[str, Any]) -> Values | None:
    """Two events that are possible under x', and their losses, if neither is negative."""
    d, e = at["p"] - at["odds"] * at["q"], at["r"] - at["others"] * at["s"]
    return {**at, "d": d, "e": e} if min(at["q"], at["s"]) > 0 and min(d, e) >= 0 else None


def events(at: Mapping[str, Any]) -> Values:
    """The largest loss of product events and of all events, in one direction."""
    odds, columns = at["odds"] * at["others"], range(len(at["r"]))
    first, second = joined(at["p"], at["r"]), joined(at["q"], at["s"])
    gains = [p - odds * q for p, q in zip(first, second, strict=True)]
    best = Fraction(0)
    for rows in product((False, True), repeat=len(at["p"])):
        seen = [sum((gains[a * len(columns) + b] for a, taken in enumerate(rows) if taken), Fraction(0))
                for b in columns]  # fmt: skip
        best = max(best, sum((gain for gain in seen if gain > 0), Fraction(0)))
    return {"products": best, "all": loss(first, second, odds)}


def common(_: Claim, at: Mapping[str, Any]) -> Values | None:
    """The probabilities that two bits of a key are 1, alone and together; a bit is a function, written as a number."""
    keys, share = range(at["keys"]), Fraction(1, at["keys"])
    if max(at["one"], at["two"]) >= 2 ** len(keys):
        return None
    one, two = ([at[name] >> key & 1 for key in keys] for name in ("one", "two"))
    joint = sum(a * b for a, b in zip(one, two, strict=True))
    return {"p": sum(one) * share, "r": sum(two) * share, "joint": joint * share}


def _budgets(values: Any) -> Any:
    """The values for the budgets 0 and 0, ln 2 and 0, ln 2 twice."""
    return lambda claim, at: values(claim, {**at, "odds": at["budgets"][0], "others": at["budgets"][1]})


_RELEASES = {**dict.fromkeys("pqrs", _COIN_LAWS), "budgets": tuple(map(fractions, ("1 1", "2 1", "2 2")))}
_SETS = ((0,), (1,), (0, 1), ())
COINS = every(
    _coins,
    keeps=[keeps for count in (2, 3) for keeps in product(fractions("0 1/4 1/3 1/2 1"), repeat=count)],
    odds=[odds for count in (2, 3) for odds in product(fractions("1 2"), repeat=count)],
)
KEYED = every(lambda _, at: shared(at), keys=(2,), first=BITS, second=BITS, odds=(Fraction(1),))
BEST_EVENTS = every(_budgets(lambda _, at: events(at)), **_RELEASES)
SMALL_DELTAS = every(_budgets(deltas), **_RELEASES)
PRODUCT_EVENTS = every(_budgets(_event_values), **_RELEASES, one=_SETS, two=_SETS)
COMMON_KEYS = every(common, keys=(1, 2, 3), one=range(8), two=range(8))

FUNCTIONS = tuple(product(PAIRS, repeat=4))
"""All functions of two binary records to two binary features, by their values at `PAIRS`."""
TABLES = tuple(product(range(2), repeat=2))
RECORD_WISE = tuple(tuple((one[x], one[y]) for x, y in PAIRS) for one in TABLES)
MECHANISMS = {
    "one of the two at random": fractions("1 1/2 1/2 0"), "whether both are 1": fractions("1 1 1 0"),
    "the second": fractions("1 0 1 0"),
}  # fmt: skip
"""Probabilities of output 0 at `PAIRS`."""
OF_FUNCTIONS = "all functions of two fair binary records to two features, three mechanisms, E = 2, every database"
OF_SINGLE = OF_FUNCTIONS.replace("two fair binary records to two", "single fair binary records to")
_TWICE, _FAIR = Fraction(2), Fraction(1, 2)


def apart(first: Records, second: Records) -> int:
    """In how many records two databases differ."""
    return sum(one != other for one, other in zip(first, second, strict=True))


@cache
def _pair(name: str, first: Records, second: Records) -> Fraction:
    return pair_divergence(table(*MECHANISMS[name]), first, second, _TWICE)


@cache
def _at_features(name: str, database: Records) -> Fraction:
    return database_delta(table(*MECHANISMS[name]), database, _TWICE)


def _product(feature: Mapping[Records, Records], wanted: Records, share: Fraction) -> tuple[Fraction, Fraction]:
    """The probability of a pair of features, and the product of those of the two."""
    weight = {x: (share if x[0] else 1 - share) * (share if x[1] else 1 - share) for x in PAIRS}
    parts = [sum((weight[x] for x in PAIRS if feature[x][i] == wanted[i]), Fraction(0)) for i in range(2)]
    return sum((weight[x] for x in PAIRS if feature[x] == wanted), Fraction(0)), parts[0] * parts[1]


def feature_values(function: tuple[Records, ...], name: str, database: Records) -> dict[str, Fraction | int]:
    """Sides that the lines of the proof compare at one database, whose records are fair coins in the averages."""
    feature = dict(zip(PAIRS, function, strict=True))
    a, images = feature[database], [feature[x] for x in PAIRS if apart(x, database) == 1]

    def processed(x: Records) -> Fraction:
        others = [feature[y] for y in PAIRS if apart(x, y) == 1]
        return max(max(_pair(name, feature[x], other), _pair(name, other, feature[x])) for other in others)

    return {
        "records": 1, "features": max(apart(a, image) for image in images),
        "there": max(_pair(name, a, image) for image in images), "twice": Fraction(0),
        "own": max(_pair(name, a, y) for y in PAIRS if apart(a, y) <= 1),
        "processed": processed(database), "plain": _at_features(name, a),
        "as_product": sum((_at_features(name, x) * _product(feature, x, _FAIR)[1] for x in PAIRS), Fraction(0)),
        "pushed": sum((_at_features(name, feature[x]) for x in PAIRS), Fraction(0)) / 4,
        "average": sum((processed(x) for x in PAIRS), Fraction(0)) / 4,
    }  # fmt: skip


def _features(_: Claim, at: Mapping[str, Any]) -> dict[str, Fraction | int]:
    return feature_values(at["function"], at["mechanism"], at["database"])


def _joint(_: Claim, at: Mapping[str, Any]) -> Values:
    joint, independent = _product(dict(zip(PAIRS, at["function"], strict=True)), at["features"], _FAIR)
    return {"joint": joint, "product": independent}


def _mixed(_: Claim, at: Mapping[str, Any]) -> Values:
    """Delta after f, and that of M for the laws of the single features, for fair records."""
    mechanism, sources = table(*MECHANISMS[at["mechanism"]]), SourceSet.interval(_FAIR, _FAIR)
    function = dict(zip(PAIRS, at["function"], strict=True))
    processed = Mixing(mechanism, 2, function.__getitem__)
    features = processed.marginals(sources, 2, features=2)
    return {
        "after": smoothed_delta_by_lists(processed, sources, 2, _TWICE).value,
        "before": smoothed_delta_by_lists(mechanism, features, 2, _TWICE).value,
    }


def record_wise(_: Claim, at: Mapping[str, Any]) -> Values:
    """Deterministic or randomised features of two binary records: feature 0 with a probability of either type."""
    mechanism, sources = table(*(at[row] for row in ROWS)), SourceSet.interval(at["share"], at["share"])
    processed = RandomlyRecordWise(mechanism, (coin(at["feature_0"]), coin(at["feature_1"])), 2)
    image = smoothed_delta_by_lists(mechanism, processed.image(sources), 2, at["odds"])
    return {"after": smoothed(processed, at["share"], at["odds"]), "before": image.value}


def _raw(_: Claim, at: Mapping[str, Any]) -> Values:
    """M tells whether two binary records are both 0."""
    mechanism = table(*fractions("1 0 0 0"))
    both = (("after", RecordWise(mechanism, at["function"], 2)), ("before", mechanism))
    return {name: smoothed(one, at["source"], _TWICE) for name, one in both}


ALL_FUNCTIONS, SINGLE = (
    every(_features, function=functions, mechanism=tuple(MECHANISMS), database=PAIRS)
    for functions in (FUNCTIONS, RECORD_WISE)
)
JOINTS = every(_joint, function=FUNCTIONS, features=PAIRS)
MIXED = every(_mixed, function=FUNCTIONS, mechanism=tuple(MECHANISMS))
FEATURES = every(
    record_wise, **dict.fromkeys(ROWS, fractions("0 1/2 1")), share=fractions("1/3"), odds=fractions("3/2"),
    feature_0=fractions("0 1/3 1"), feature_1=fractions("0 3/4 1"),
)  # fmt: skip
RAW = every(_raw, source=fractions("0 1/3 1/2 1"), function=TABLES)
