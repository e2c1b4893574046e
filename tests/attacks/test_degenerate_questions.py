"""Questions at the ends of what can be asked: they are answered, by the definition in exact fractions as the judge."""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import prod

import pytest

from sdp_proofs.accounting.analysis import Question
from sdp_proofs.accounting.answers import Answer, delta_at, epsilon_at
from sdp_proofs.accounting.calibration import calibrate
from sdp_proofs.accounting.certified_file import worst_file
from sdp_proofs.accounting.grammar import read_release
from sdp_proofs.accounting.noise_pairs import FarAnswers, far_geometric_tail, far_rounded_laplace_tail
from sdp_proofs.accounting.pairs import depth, height
from sdp_proofs.certificate.accounting import read
from sdp_proofs.certificate.limits import Budget
from sdp_proofs.cli import main
from sdp_proofs.errors import DomainError
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.numbers.reals import exponential, fraction_ball, read_real
from tests.full import trials

Law = tuple[Fraction, ...]
HALF = Fraction(1, 2)
LAWS: list[tuple[Law, Law]] = [
    ((HALF, HALF, Fraction(0)), (Fraction(0), Fraction(1, 4), Fraction(3, 4))),
    ((Fraction(1, 5), Fraction(4, 5)), (Fraction(3, 5), Fraction(2, 5))),
    ((HALF, HALF), (Fraction(0), Fraction(1))),
    ((Fraction(1), Fraction(0)), (Fraction(1, 3), Fraction(2, 3))),
    ((Fraction(1, 8), Fraction(3, 8), HALF), (HALF, Fraction(1, 8), Fraction(3, 8))),
    ((Fraction(1), Fraction(0)), (Fraction(0), Fraction(1))),
    ((HALF, HALF), (HALF, HALF)),
]


def asked(release: str, adjacency: str | None = None) -> Question:
    return Question.of(read_release(release), adjacency)


def value(answer: Answer) -> Enclosure:
    assert answer.value is not None
    return answer.value


def written(laws: tuple[Law, Law]) -> str:
    first, second = (", ".join(map(str, law)) for law in laws)
    return f"finite(first=[{first}], second=[{second}])"


def mixed(laws: tuple[Law, Law], rate: Fraction) -> tuple[Law, Law]:
    first, second = laws
    return tuple((1 - rate) * q + rate * p for p, q in zip(first, second, strict=True)), second


def composed(laws: Sequence[tuple[Law, Law]]) -> tuple[Law, Law]:
    first, second = (tuple(prod(row, start=Fraction(1)) for row in product(*rows)) for rows in zip(*laws, strict=True))
    return first, second


def hockey_stick(laws: tuple[Law, Law], odds: Fraction) -> Fraction:
    return sum((max(Fraction(0), p - odds * q) for p, q in zip(*laws, strict=True)), Fraction(0))


def largest_odds(laws: tuple[Law, Law]) -> Fraction:
    """The largest finite ratio."""
    return max((p / q for p, q in zip(*laws, strict=True) if q), default=Fraction(0))


RUNS = [
    (f"poisson(rate={rate}, {written(laws)}) * {steps}", composed([mixed(laws, rate)] * steps))
    for laws, rate, steps in product(LAWS, (Fraction(1), Fraction(1, 3)), (1, 2, 3))
] + [
    (f"{written(left)} + {written(right)}", composed([left, right]))
    for left, right in product(LAWS, LAWS)
]  # fmt: skip


@pytest.mark.parametrize("odds", ["1/3", "99/100", "1/1000000"])
@pytest.mark.slow(every=7)
@pytest.mark.parametrize(("release", "laws"), RUNS)
def test_delta_at_a_negative_epsilon_is_the_definition(release: str, laws: tuple[Law, Law], odds: str) -> None:
    number = Fraction(odds)
    found = delta_at(asked(release), f"log({odds})")
    sides = {side.direction: side.value for side in found.sides}
    assert sides["remove"].contains(hockey_stick(laws, number))  # type: ignore[union-attr]
    assert sides["add"].contains(hockey_stick(laws[::-1], number))  # type: ignore[union-attr]
    assert value(found).contains(max(hockey_stick(laws, number), hockey_stick(laws[::-1], number)))
    assert found.sharp


@pytest.mark.slow(every=7)
@pytest.mark.parametrize(("release", "laws"), RUNS)
def test_a_delta_of_just_the_infinite_mass_is_met_from_the_largest_finite_loss_on(
    release: str, laws: tuple[Law, Law]
) -> None:
    question = asked(release)
    for direction, own in (("remove", laws), ("add", laws[::-1])):
        mass = sum((p for p, q in zip(*own, strict=True) if not q), Fraction(0))
        only = {side.direction: side for side in epsilon_at(question, mass).sides}[direction]
        with ctx.workprec(200):
            truth = fraction_ball(max(Fraction(1), largest_odds(own))).log() if mass < 1 else arb(0)
        assert only.value is not None and only.value.ball.overlaps(truth)
        assert only.value.exact is not None or only.value.ball.rel_accuracy_bits() > 60 or truth == 0
        if mass > 0:
            slightly_less = mass - Fraction(1, 10**40)
            assert epsilon_at(question, slightly_less).value is None


@pytest.mark.parametrize(
    ("release", "delta", "truth"),
    [
        ("approximate(epsilon=1, delta=0.1) + approximate(epsilon=2, delta=0.2)", "0.28", "3"),
        ("approximate(epsilon=log(2), delta=1e-6) * 5", str(1 - (1 - Fraction(1, 10**6)) ** 5), "log(32)"),
        ("approximate(epsilon=0.5, delta=0.01) + laplace(scale=2)", "0.01", "1"),
        (
            "approximate(epsilon=log(2), delta=1e-6) + poisson(rate=99/100, randomised-response(truth=3/4))",
            "1e-6",
            "log(2) + log(0.01 + 0.99*3)",
        ),
        ("poisson(rate=1/2, approximate(epsilon=1, delta=0.1))", "0.05", "log(1/2 + exp(1)/2)"),
    ],
)
def test_known_largest_losses(release: str, delta: str, truth: str) -> None:
    question = asked(release, None if "poisson" in release or "laplace" not in release else "add-remove")
    found = value(epsilon_at(question, delta))
    with ctx.workprec(200):
        assert found.ball.overlaps(read_real(truth).ball(200))
    assert found.proven_digits >= 10
    more = value(epsilon_at(question, Fraction(delta) + Fraction(1, 10**9)))
    assert Fraction(more.lower) <= Fraction(found.upper)


def test_an_infinite_mass_beside_noise_without_a_largest_loss_has_no_epsilon() -> None:
    question = asked("approximate(epsilon=1, delta=0.1) + gaussian(sigma=1)", "add-remove")
    assert epsilon_at(question, "0.1").value is None
    assert epsilon_at(question, "0.0999999").value is None
    assert epsilon_at(question, "0.1000001").value is not None


@pytest.mark.parametrize(
    "release",
    [
        "exponential(epsilon=1)",
        "truncated(low=0, high=3, gaussian(sigma=2))",
        "laplace(scale=1)",
        "geometric(scale=1)",
        "rounded(laplace(scale=1))",
    ],
)
@pytest.mark.parametrize("rate", ["1/2", "1/7"])
def test_the_largest_loss_of_sampled_noise_is_met_from_both_sides(release: str, rate: str) -> None:
    """In the direction "add" the largest loss is at most what the least loss leaves, not -ln(1 - q)."""
    question = asked(f"poisson(rate={rate}, {release})")
    largest = {side.direction: side.value for side in epsilon_at(question, 0).sides}
    for name, end in largest.items():
        assert end is not None
        for side in delta_at(question, Fraction(end.upper) * (1 + Fraction(1, 10**6))).sides:
            if side.direction == name:
                assert side.value is not None and Fraction(side.value.upper) < Fraction(1, 10**12)
        for side in delta_at(question, Fraction(end.lower) * (1 - Fraction(1, 100))).sides:
            if side.direction == name:
                assert side.value is not None and Fraction(side.value.lower) > 0


@pytest.mark.parametrize("release", ["gaussian(sigma=1) * 3", "approximate(epsilon=1, delta=1) * 2", "pure(epsilon=9)"])
def test_at_delta_one_nothing_is_needed(release: str) -> None:
    found = epsilon_at(asked(release, "add-remove"), 1)
    assert value(found).exact == 0
    assert found.sharp


SILENT = [
    "gaussian(sigma=0)",
    "laplace(scale=0)",
    "geometric(scale=0)",
    "discrete-gaussian(sigma=0)",
    "rounded(gaussian(sigma=0))",
    "rounded(laplace(scale=0))",
    "truncated(low=0, high=3, gaussian(sigma=0))",
    "truncated(low=0, high=1, laplace(scale=0))",
    "truncated(low=0, high=1, rounded(laplace(scale=0)))",
    "truncated(low=0, high=4, rounded(gaussian(sigma=0)))",
    "truncated(low=0, high=2, discrete-gaussian(sigma=0))",
    "randomised-response(truth=1, types=3)",
    "binomial(coins=4, sensitivity=5)",
    "binomial(coins=4, sensitivity=100000)",
]


@pytest.mark.parametrize("release", SILENT)
def test_without_noise_the_output_tells_all_and_no_epsilon_is_enough(release: str) -> None:
    for adjacency in ("add-remove", "replace-one"):
        runs = release, f"{release} * 2 + gaussian(sigma=2)", f"{release} * 3", f"{release} + laplace(scale=1)"
        for run in runs[: trials(2)]:
            question = asked(run, adjacency)
            for epsilon in ("0", "1", "100"):
                assert value(delta_at(question, epsilon)).exact == 1
            for delta in ("0", "1e-5", "0.999"):
                assert epsilon_at(question, delta).value is None
            assert value(epsilon_at(question, 1)).exact == 0


@pytest.mark.slow(every=4)
@pytest.mark.parametrize("release", SILENT)
@pytest.mark.parametrize("steps", [1, 2, 5])
def test_without_noise_a_sampled_record_is_told_where_it_is_drawn(release: str, steps: int) -> None:
    rate = Fraction(1, 10)
    drawn = 1 - (1 - rate) ** steps
    question = asked(f"poisson(rate={rate}, {release}) * {steps}")
    for epsilon in ("0", "log(2)", "5"):
        found = {side.direction: side.value for side in delta_at(question, epsilon).sides}
        assert found["remove"] is not None and found["remove"].contains(drawn)
        assert found["remove"].proven_digits >= 10
        with ctx.workprec(100):
            left = (1 - exponential(read_real(epsilon)).ball(100) * fraction_ball(1 - drawn)).max(arb(0))
        assert found["add"] is not None and found["add"].ball.overlaps(left)
    remove = {side.direction: side.value for side in epsilon_at(question, drawn).sides}["remove"]
    assert remove is not None and remove.ball.is_zero()
    assert epsilon_at(question, drawn - Fraction(1, 10**30)).value is None
    batch = asked(f"without-replacement(batch=1, records=10, {release}) * {steps}")
    found_batch = value(delta_at(batch, 1))
    assert found_batch.contains(drawn)


WHOLE = ["geometric(scale={0}, sensitivity={1})", "rounded(laplace(scale={0}, sensitivity={1}))"]
NOTHING = [
    "poisson(rate=0, gaussian(sigma=1))",
    "poisson(rate=0, gaussian(sigma=0))",
    "poisson(rate=0, finite(first=[1, 0], second=[0, 1]))",
    "poisson(rate=0, approximate(epsilon=1, delta=1/2))",
    "pure(epsilon=0)",
    "approximate(epsilon=0, delta=0)",
    "exponential(epsilon=0)",
    "randomised-response(truth=1/3, types=3)",
]


@pytest.mark.parametrize("release", NOTHING)
@pytest.mark.parametrize("steps", [1, 7, 10**9])
def test_what_is_not_seen_costs_nothing_and_adds_nothing(release: str, steps: int) -> None:
    alone = asked(f"{release} * {steps}")
    for epsilon in ("0", "1", "1000000000"):
        assert value(delta_at(alone, epsilon)).exact == 0
    for delta in ("0", "1e-5", "1"):
        assert value(epsilon_at(alone, delta)).ball.is_zero()
    together = asked(f"{release} * {steps} + gaussian(sigma=1)", "add-remove")
    only = asked("gaussian(sigma=1)", "add-remove")
    assert value(delta_at(together, 1)).overlaps(value(delta_at(only, 1)))
    assert value(epsilon_at(together, "1e-5")).proven_digits >= 10


def test_empty_batches_cost_nothing() -> None:
    question = asked("without-replacement(batch=0, records=10, gaussian(sigma=1)) * 5")
    assert value(delta_at(question, 0)).exact == 0
    assert value(epsilon_at(question, 0)).ball.is_zero()
    with pytest.raises(DomainError, match="batch must be between 0 and the 10 records"):
        asked("without-replacement(batch=-1, records=10, gaussian(sigma=1))")


@pytest.mark.parametrize(
    "noise", ["geometric(scale={0}, sensitivity={1})", "rounded(laplace(scale={0}, sensitivity={1}))"]
)
@pytest.mark.parametrize("distance", [24 * 10**18, 4001, 10**6, 10**40][: trials(2)])
@pytest.mark.parametrize("losses", ["1/3", "1", "5"])
def test_a_pure_loss_has_an_answer_whatever_the_distance(noise: str, distance: int, losses: str) -> None:
    scale = Fraction(distance) / Fraction(losses)
    question = asked(noise.format(scale, distance), "add-remove")
    assert value(epsilon_at(question, 0)).contains(Fraction(losses))
    assert value(delta_at(question, losses)).exact == 0
    # So far apart, integer noise is Laplace noise to within the reciprocal of the scale.
    smooth = asked(f"laplace(scale={scale}, sensitivity={distance})", "add-remove")
    for share in (Fraction(0), Fraction(1, 4), Fraction(9, 10)):
        place = Fraction(losses) * share
        found, near = value(delta_at(question, place)), value(delta_at(smooth, place))
        assert found.proven_digits >= 10
        with ctx.workprec(200):
            assert abs(found.ball - near.ball) < 2 / fraction_ball(scale) + arb("1e-12")


@pytest.mark.parametrize(
    "noise", ["geometric(scale={0}, sensitivity={1})", "rounded(laplace(scale={0}, sensitivity={1}))"]
)
def test_far_answers_have_the_profile_of_the_table(noise: str) -> None:
    """The same distances once by the table of all outputs, once by half-lines."""
    for distance in (1, 2, 3, 7, 40):
        for scale in ("1/3", "2", "25"):
            step = asked(noise.format(scale, distance), "add-remove").directions[0].steps[0][0]
            tail = far_geometric_tail if noise.startswith("geometric") else far_rounded_laplace_tail
            width = read_real(scale).ball
            far = FarAnswers(distance, width, tail(width))
            with ctx.workprec(128):
                for odds in ("1/1000", "1/3", "9/10", "1", "11/10", "3", "50", "1000"):
                    ratio = fraction_ball(Fraction(odds))
                    assert far.height(ratio).overlaps(height(step.pair, ratio)), (distance, scale, odds)
                    assert far.height(ratio).rad() < 1e-30 and far.depth(ratio).overlaps(depth(step.pair, ratio))
                    p, q = far.upper(ratio)
                    assert (p - ratio * q).overlaps(height(step.pair, ratio))
                    p, q = far.lower(ratio)
                    assert (ratio * q - p).overlaps(depth(step.pair, ratio))


@pytest.mark.parametrize("epsilon", ["1e18", "1e18 - 1", "1e7", "1e9", "1e12"][: trials(1)])
@pytest.mark.parametrize(
    ("release", "most"),
    [
        ("gaussian(sigma=1) * 10", "1e-30"),
        ("laplace(scale=1e-12) * 2", "1"),
        ("discrete-gaussian(sigma=3) * 2", "1e-30"),
        ("approximate(epsilon=1, delta=1/1000) * 2", "1999/1000000"),
        ("poisson(rate=0.01, gaussian(sigma=1/10)) * 100", "1e-30"),
        ("geometric(scale=2) * 5", "0"),
    ],
)
def test_budgets_may_be_huge(release: str, most: str, epsilon: str) -> None:
    found = value(delta_at(asked(release, "add-remove"), epsilon))
    assert found.ball.lower() >= 0 and found.ball.upper() <= fraction_ball(Fraction(most)) * 2
    document = found.to_json(10)
    assert Enclosure.between(str(document["lower"]), str(document["upper"])).ball.overlaps(found.ball)


@pytest.mark.parametrize(
    "release", ["gaussian(sigma=1)", "geometric(scale=1) * 3", "poisson(rate=0.1, gaussian(sigma=1)) * 9"]
)
@pytest.mark.parametrize("epsilon", ["-1e-9", "-1/10", "-1", "-log(10)", "-30", "-1e6"])
def test_delta_at_a_negative_epsilon_lies_between_what_it_must(release: str, epsilon: str) -> None:
    """Delta falls in epsilon, and is at least 1 - e^eps."""
    question = asked(release, "add-remove")
    found, at_zero = value(delta_at(question, epsilon)), value(delta_at(question, 0))
    assert found.proven_digits >= 10 and found.ball <= 1
    assert at_zero.ball < found.ball or float(read_real(epsilon).ball(64)) > -1e-6
    with ctx.workprec(300):
        assert not found.ball.upper() < 1 - exponential(read_real(epsilon)).ball(300)


def test_values_that_are_tried_are_short() -> None:
    for digits in (2, 6, 12):
        found = calibrate("gaussian(sigma=?) * 2", epsilon=1, delta="1e-6", adjacency="add-remove", digits=digits)
        assert found.fails is not None and found.sharp(digits)
        assert max(len(str(end.denominator)) for end in (found.meets, found.fails)) < 25
    loose = calibrate(
        "without-replacement(batch=5, records=20, gaussian(sigma=?)) * 2", epsilon=1, delta="1e-3", digits=3
    )
    assert loose.fails is not None and loose.fails < loose.meets
    assert max(len(str(end.denominator)) for end in (loose.meets, loose.fails)) < 25


@pytest.mark.parametrize("value_of_delta", ["0", "0.1"])
def test_an_infinite_epsilon_is_said_in_words_and_in_json(
    capsys: pytest.CaptureFixture[str], value_of_delta: str
) -> None:
    release = "approximate(epsilon=1, delta=0.1) + gaussian(sigma=1)"
    arguments = ["account", release, "--adjacency", "add-remove", "--delta", value_of_delta]
    assert main(arguments) == 0
    assert "infinite" in capsys.readouterr().out
    assert main([*arguments, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["epsilon"] is None and document["infinite"] is True


EQUAL_ANSWERS = [
    "gaussian(sigma=1, sensitivity=0)",
    "laplace(scale=0, sensitivity=0) * 3",
    "discrete-gaussian(sigma=2, sensitivity=0)",
    "geometric(scale=1, sensitivity=0)",
    "binomial(coins=4, sensitivity=0) * 2",
    "rounded(laplace(scale=2, sensitivity=0))",
    "truncated(low=0, high=2, gaussian(sigma=1, sensitivity=0)) * 2",
    "poisson(rate=1/2, gaussian(sigma=1, sensitivity=0)) * 3",
    "parallel(laplace(scale=1, sensitivity=0), gaussian(sigma=1) * 0)",
    "gaussian(sigma=1) * 0",
    "(poisson(rate=1/2, laplace(scale=2)) + gaussian(sigma=0)) * 0",
]


@pytest.mark.parametrize("release", [*EQUAL_ANSWERS, "without-replacement(batch=2, records=4, laplace(scale=1)) * 0"])
def test_what_no_record_changes_is_private_without_a_budget(release: str) -> None:
    """An answer that no record changes, and a release that is run no time: both laws are equal, whatever the noise."""
    adjacency = None if release.startswith("without") else "add-remove"
    assert value(delta_at(asked(release, adjacency), 0)).exact == 0
    assert value(delta_at(asked(release, adjacency), "log(1/3)")).exact == 1 - Fraction(1, 3)
    for delta in (0, "1/1000", 1):
        assert value(epsilon_at(asked(release, adjacency), delta)).exact == 0


@pytest.mark.parametrize("nothing", EQUAL_ANSWERS)
def test_nothing_added_to_a_release_is_the_release(nothing: str) -> None:
    alone, both = (asked(text, "add-remove") for text in ("laplace(scale=2)", f"laplace(scale=2) + {nothing}"))
    assert value(delta_at(alone, "1/4")).ball.overlaps(value(delta_at(both, "1/4")).ball)
    assert value(epsilon_at(both, 0)).exact == Fraction(1, 2)


def test_a_lack_of_memory_is_one_line(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def fill(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr("sdp_proofs.accounting.reports.delta_at", fill)
    assert main(["account", "gaussian(sigma=1)", "--adjacency", "add-remove", "--epsilon", "1"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize("release", ["gaussian(sigma=1) * 0", "laplace(scale=2)"])
def test_a_delta_of_zero_has_a_certificate_that_is_replayed_at_once(release: str) -> None:
    """At the logarithm of zero its masses would have had more than a million bits."""
    document = worst_file(asked(release, "add-remove"), "1")
    assert read(document, Budget()).composed.delta(Budget()) <= Fraction(document["delta"]) < Fraction(1, 10**10)


def test_as_many_steps_as_can_be_asked_for_meet_a_budget_that_nothing_costs() -> None:
    found = calibrate("gaussian(sigma=1, sensitivity=0) * ?", epsilon=1, delta=0, adjacency="add-remove")
    assert (found.meets, found.fails) == (10**9, None)
