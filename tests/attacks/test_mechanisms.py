"""Every mechanism of the registry is asked the same questions."""

from __future__ import annotations

import ast
import json
import re
from fractions import Fraction
from itertools import islice, pairwise, product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import find

import sdp_proofs
from sdp_proofs import strategies
from sdp_proofs.accounting.analysis import Question, adjacency_of
from sdp_proofs.accounting.answers import delta_at
from sdp_proofs.accounting.dominating_pairs import Neighbouring
from sdp_proofs.accounting.grammar import from_document, mechanisms, read_release, rows, schema, to_document
from sdp_proofs.accounting.mixture_releases import Group
from sdp_proofs.accounting.noise import Noise
from sdp_proofs.accounting.pairs import ADD_REMOVE, ANY, REPLACE_ONE, Mirrored, height
from sdp_proofs.accounting.release import SENSITIVITY, Mechanism, Release
from sdp_proofs.accounting.release_fields import is_list
from sdp_proofs.accounting.renyi_bounds import RenyiBounded
from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.numbers.reals import multiply, rational
from tests.full import trials

ROOT = Path(__file__).parents[2]
HOW_TO = (ROOT / "docs" / "how_to" / "add_a_mechanism.md").read_text(encoding="utf-8")
KINDS = [kind for kind in mechanisms().values() if kind.__module__.startswith("sdp_proofs.")]
PER_KIND = trials(3, full=40)
OF_ODDS = ("0.3", "0.9", "1", "1.2", "2.5", "9")


def small(kind: type[Mechanism], most: int) -> list[Mechanism]:
    """Members of a kind with the small parameters that it declares; around another mechanism, around several."""
    inner = [read_release(text) for text in ("gaussian(sigma=2)", "laplace(scale=2)", "geometric(scale=2)")]
    options = dict(kind.small)
    if kind.inner:
        options[kind.inner] = tuple([one] for one in inner) if kind.splits else tuple(inner)
    found: list[Mechanism] = []
    for values in product(*options.values()):
        try:
            found.append(kind(**dict(zip(options, values, strict=True))))
        except DomainError:
            continue
    return found[:: max(1, len(found) // most)][:most]


MEMBERS = [member for kind in KINDS for member in small(kind, PER_KIND)]


def adjacency(release: Release) -> str:
    """One that a release admits."""
    try:
        return adjacency_of(release)
    except DomainError:
        return ADD_REMOVE


def delta(release: Release, epsilon: str, named: str | None = None) -> Enclosure:
    chosen = named or adjacency(release)
    value = delta_at(Question.of(release, None if chosen == ANY else chosen), epsilon, digits=5).value
    assert value is not None
    return value


def at_most(one: Enclosure, other: Enclosure, factor: int = 1) -> bool:
    """Tell whether a number is not above another, as far as enclosures tell."""
    return Fraction(one.lower) <= factor * Fraction(other.upper)


def fits(value: Any, part: dict[str, Any], known: dict[str, Any]) -> bool:
    """Check a document against the part of JSON Schema that these schemas use."""
    if "$ref" in part:
        return fits(value, known[part["$ref"].rpartition("/")[2]], known)
    if "anyOf" in part:
        return any(fits(value, one, known) for one in part["anyOf"])
    if "enum" in part:
        return value in part["enum"]
    if part["type"] == "array":
        return isinstance(value, list) and all(fits(one, part["items"], known) for one in value)
    if part["type"] == "object":
        return (
            isinstance(value, dict)
            and set(part["required"]) <= set(value) <= set(part["properties"])
            and all(fits(one, part["properties"][name], known) for name, one in value.items())
        )
    return isinstance(value, str | int)


def test_every_kind_has_members_and_says_what_it_is() -> None:
    assert len(KINDS) >= 16
    for kind in KINDS:
        assert small(kind, 1), kind
        assert (kind.__doc__ or "").strip().partition("\n")[0].endswith(".")
    assert {kind.relative_to for kind in KINDS} == {ADD_REMOVE, REPLACE_ONE, ANY, SENSITIVITY}


@pytest.mark.parametrize("release", MEMBERS, ids=str)
def test_what_is_written_is_read_back(release: Release) -> None:
    assert read_release(str(release)) == release
    document = to_document(release)
    assert from_document(document) == from_document(json.loads(json.dumps(document))) == release
    whole = schema()
    assert fits(document, whole, whole["$defs"])
    assert not fits({**document, "sensitivty": "1"}, whole, whole["$defs"])
    assert not fits({**document, "mechanism": "unheard-of", "sampling": "unheard-of"}, whole, whole["$defs"])


@pytest.mark.parametrize("release", MEMBERS, ids=str)
def test_adjacency_is_the_convention_or_refused(release: Mechanism) -> None:
    if release.relative_to == SENSITIVITY:
        assert (Question.of(release).adjacency, Question.of(release).by_convention) == (ADD_REMOVE, True)
    if release.relative_to in (ADD_REMOVE, REPLACE_ONE):
        other = ADD_REMOVE if release.relative_to == REPLACE_ONE else REPLACE_ONE
        if release.admits(other):
            assert Question.of(release, other).adjacency == other
            return
        with pytest.raises(DomainError, match=f"must go with adjacency {release.relative_to}"):
            Question.of(release, other)
    if release.relative_to == ANY:
        answers = [delta(release, "1/2", named) for named in (ADD_REMOVE, REPLACE_ONE, ANY)]
        assert answers[0].lower == answers[1].lower == answers[2].lower


@pytest.mark.parametrize("release", MEMBERS, ids=str)
def test_both_directions_are_asked_unless_the_pair_equals_its_mirror(release: Mechanism) -> None:
    known = adjacency(release)
    question = Question.of(release, None if known == ANY else known)
    asymmetric = not all(term.symmetric for term in release.inside())
    assert len(question.directions) >= 1 + asymmetric
    if asymmetric or isinstance(release, RenyiBounded):
        return
    with ctx.workprec(96):
        for direction in question.directions:
            for step, _ in direction.steps:
                for odds in OF_ODDS:
                    assert height(step.pair, arb(odds)).overlaps(height(Mirrored(step.pair), arb(odds)))


@pytest.mark.parametrize("release", MEMBERS, ids=str)
def test_laws_of_composition(release: Release) -> None:
    """More is worse; two at twice the budget cost no more than both; what says nothing changes nothing."""
    known = adjacency(release)
    once, nothing = delta(release, "1/4", known), read_release("pure(epsilon=0)")
    if any(term.splits for term, _ in release.terms()) or not all(term.attained(known) for term, _ in release.terms()):
        return  # brackets may be wide
    assert at_most(once, delta(release * 2, "1/4", known))
    assert at_most(delta(release * 2, "1/2", known), once, factor=2)
    if not any(isinstance(term, Group) for term, _ in release.terms()):  # `nothing` is about one record
        beside = delta(release + nothing, "1/4", known)
        assert at_most(beside, once) and at_most(once, beside)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_declared_parameters_move_delta_as_they_say(kind: type[Mechanism]) -> None:
    for name in (*kind.more_is_safer, *kind.less_is_safer):
        if is_list(kind, name) or name == "values":  # see test_calibration_of_every_parameter
            continue
        others = {other: values[0] for other, values in kind.small.items() if other != name}
        if kind.inner:
            others[kind.inner] = read_release("gaussian(sigma=2)")
        values = sorted(kind.small[name], key=Fraction)
        answers = [delta(kind(**others, **{name: value}), "1/4") for value in values]
        ordered = answers if name in kind.less_is_safer else answers[::-1]
        assert all(at_most(one, other) for one, other in pairwise(ordered)), (kind.name, name)
        if name in kind.at_most_one:
            with pytest.raises(DomainError):
                kind(**others, **{name: "1.0001"})


@pytest.mark.parametrize("kind", [kind for kind in KINDS if issubclass(kind, Noise)], ids=lambda kind: kind.name)
def test_noise_scales_and_replaced_records_move_twice_as_far(kind: type[Noise]) -> None:
    for member in islice(small(kind, 6), 6):
        assert isinstance(member, Noise)
        near, far = (
            delta(member, "1/4", REPLACE_ONE),
            delta(member.at(multiply(rational(2), member.largest_change)), "1/4"),
        )
        assert at_most(near, far) and at_most(far, near)
        assert at_most(delta(member, "1/4"), near)
    if not kind.whole and not kind.inner:
        name = kind.more_is_safer[0]
        one, other = (delta(kind(**{name: k, "sensitivity": k}), "1/4") for k in (1, 7))
        assert at_most(one, other) and at_most(other, one)


@pytest.mark.parametrize("release", [member for member in MEMBERS if not member.splits], ids=str)
def test_post_processing_costs_nothing(release: Mechanism) -> None:
    """Outputs of a finite pair that become one in any way: neighbours in the list, or every other one."""
    pair = release.seen(Neighbouring(adjacency(release), mirrored=False)).pair
    exact: Any = getattr(pair, "exact", None)
    for rows_of in (
        ([], [exact[::2], exact[1::2]], [exact[: len(exact) // 2], exact[len(exact) // 2 :]]) if exact else []
    ):
        sums = [tuple(sum((row[side] for row in rows), Fraction(0)) for rows in rows_of) for side in (0, 1)]
        for odds in (Fraction(1), Fraction(3, 2), Fraction(7)):
            own = sum((max(Fraction(0), p - odds * q) for p, q in exact), Fraction(0))
            merged = sum((max(Fraction(0), p - odds * q) for p, q in zip(*sums, strict=True)), Fraction(0))
            assert merged <= own


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_there_is_a_strategy(kind: type[Mechanism]) -> None:
    assert isinstance(find(strategies.releases_of(kind), lambda release: True), kind)


@pytest.mark.parametrize("sensitivity", ["sqrt(2)", "log(2)", "sqrt(2)/3 + exp(1/7)"])
@pytest.mark.parametrize("noise", ["gaussian(sigma=2", "laplace(scale=2"])
def test_irrational_distances_are_not_refused(noise: str, sensitivity: str) -> None:
    for length in ("1/3", "3"):
        release = read_release(f"truncated(low=0, high={length}, {noise}, sensitivity={sensitivity}))")
        assert at_most(delta(release, "1/4", ADD_REMOVE), delta(release, "1/4", REPLACE_ONE))


def test_finite_ones_against_their_rows() -> None:
    """All pairs of neighbours, from the words of each mechanism."""
    for truth, types in product((Fraction(3, 4), Fraction(9, 10)), (2, 3, 4)):
        other = (1 - truth) / (types - 1)
        laws = [[truth if out == own else other for out in range(types)] for own in range(types)]
        worst = max(
            sum(max(Fraction(0), p - 2 * q) for p, q in zip(one, two, strict=True))
            for one, two in product(laws, repeat=2)
        )
        found = delta_at(
            Question.of(read_release(f"randomised-response(truth={truth}, types={types})")), "log(2)"
        ).value
        assert found is not None and found.exact == worst
    for distance in (1, 2, 3):
        law = {k: Fraction(1, 3) / 2 ** abs(k) for k in range(-60, 61)}  # the part left out is below 2^-60
        worst = sum((max(Fraction(0), mass - 2 * law.get(k - distance, 0)) for k, mass in law.items()), Fraction(0))
        question = Question.of(read_release(f"geometric(scale=1/log(2), sensitivity={distance})"), ADD_REMOVE)
        value = delta_at(question, "log(2)").value
        assert value is not None
        assert Fraction(value.lower) - Fraction(1, 2**50) <= worst <= Fraction(value.upper) + Fraction(1, 2**50)


BUILT_ON = {
    ("accounting.allocation_releases", "Gaussian"),
    ("accounting.mixture_releases", "Gaussian"),
    ("accounting.mixture_releases", "Poisson"),
    ("accounting.truncated_batches", "Gaussian"),
}
"""Facts known of these kinds alone: laws around normal noise."""
TRANSLATING = "sdp_proofs.runs.events"
"""Reader and writer of mechanisms as another package names them, kind by kind, and refuses all others."""


def test_nothing_outside_a_class_knows_it_by_name() -> None:
    """No `isinstance` and no pattern names a registered class, but where it is defined and in what is listed."""
    classes = {kind.__name__: kind.__module__ for kind in KINDS}
    found = []
    for file in Path(sdp_proofs.__path__[0]).rglob("*.py"):
        module = ".".join(file.relative_to(ROOT).with_suffix("").parts)
        text = file.read_text(encoding="utf-8")
        if "sdp_proofs.accounting" not in text:
            continue
        for node in ast.walk(ast.parse(text)):
            names: list[str] = []
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id in ("isinstance", "issubclass")
            ):
                names = [
                    one.id for argument in node.args[1:] for one in ast.walk(argument) if isinstance(one, ast.Name)
                ]
            elif isinstance(node, ast.MatchClass) and isinstance(node.cls, ast.Name):
                names = [node.cls.id]
            imported = {one for one in names if re.search(rf"accounting\.\w+ import [^\n]*(\([^)]*)?\b{one}\b", text)}
            found += [(module, one) for one in imported & set(classes) if classes[one] != module]
    known = {(f"sdp_proofs.{module}", one) for module, one in BUILT_ON}
    assert {one for one in found if one[0] != TRANSLATING} == known


def test_the_documentation_lists_what_there_is() -> None:
    page = (ROOT / "docs" / "how_to" / "account.md").read_text(encoding="utf-8")
    listed = [line for line in page.splitlines() if line.startswith("| `")]
    escaped = [" | ".join((f"| `{how}`", what.replace("|", "\\|"), f"{about} |")) for how, what, about in rows()]
    assert listed == escaped, "\n".join(escaped)
