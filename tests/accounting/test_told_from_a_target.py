"""Delta told from a target by few digits, and searches for a parameter that need few such answers."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sdp_proofs.accounting import calibration, families
from sdp_proofs.accounting.analysis import Question
from sdp_proofs.accounting.answers import delta_at
from sdp_proofs.accounting.calibration import calibrate
from sdp_proofs.accounting.engines import Inverted
from sdp_proofs.accounting.grammar import read_release
from sdp_proofs.accounting.inversion import next_order, saddle_point
from sdp_proofs.accounting.losses import Slope
from sdp_proofs.numbers.balls import ctx
from sdp_proofs.numbers.decimals import bits_for
from sdp_proofs.numbers.reals import fraction_ball, rational

FEW = "poisson(rate=0.01, gaussian(sigma=0.77)) * 8"


def test_few_digits_tell_delta_from_a_target_as_many_do() -> None:
    engine = Inverted.of(Question.of(read_release(FEW)).directions[0])
    assert engine is not None
    fine = engine.delta(rational(1), 8)
    for share in (Fraction(1, 2), Fraction(9995, 10000), Fraction(10005, 10000), Fraction(3)):
        with ctx.workprec(128):
            target = share * Fraction(float(fine.ball.mid()))
            told = engine.told(rational(1), 3, target)
            assert told.ball.contains(fine.ball)
            assert bool(told.ball < fraction_ball(target)) == (share > 1)
            assert not told.ball.overlaps(fraction_ball(target))
    assert told.ball.rel_accuracy_bits() < bits_for(3) <= engine.delta(rational(1), 3).ball.rel_accuracy_bits()


def test_an_answer_that_tells_delta_from_a_target_is_not_narrowed() -> None:
    question = Question.of(read_release(FEW))
    known = delta_at(question, 1).value
    far = delta_at(question, 1, digits=3, target=Fraction(1, 10**3)).value
    assert known is not None and far is not None
    assert far.ball.contains(known.ball) and far.ball < fraction_ball(Fraction(1, 10**3))


@pytest.mark.parametrize(
    ("release", "epsilon", "most"),
    [
        ("poisson(rate=256/60000, gaussian(sigma=?)) * 14063", "1", 3),
        ("laplace(scale=?) * 500", "1", 3),
        ("poisson(rate=0.01, gaussian(sigma=?)) * 25", "3", 5),
    ],
)
def test_few_answers_are_enough_to_find_the_noise(
    monkeypatch: pytest.MonkeyPatch, release: str, epsilon: str, most: int
) -> None:
    asked: list[Fraction] = []

    class Counted(families.Family):
        def meets(self, value: Fraction) -> bool:
            asked.append(value)
            return super().meets(value)

    monkeypatch.setattr(calibration, "Family", Counted)
    found = calibrate(release, epsilon=epsilon, delta="1e-5", adjacency=None if "poisson" in release else "add-remove")
    assert len(asked) <= most
    assert found.fails is not None and 0 < found.meets - found.fails <= found.fails / 10**4
    monkeypatch.undo()
    for value, holds in ((found.meets, True), (found.fails, False)):  # the same by answers to ten digits
        question = Question.of(read_release(release.replace("?", f"({value})")), "add-remove")
        delta = delta_at(question, epsilon).value
        assert delta is not None
        assert bool(delta.ball <= fraction_ball(Fraction(1, 10**5))) == holds


def test_the_next_order_is_that_of_a_known_integral() -> None:
    """E[e^(cL)] of a gamma law: f = -n ln c up to a line, and the integral is known by Stirling's formula."""
    for n in (20, 100, 1000):

        def gamma(c: float, n: int = n) -> Slope:
            return Slope(0.0, 0.0, n / c**2 - 1 / c**2 - 1 / (1 + c) ** 2)

        assert next_order(gamma, 1.3) == pytest.approx(-1 / (12 * n), rel=0.02)


def test_a_saddle_point_next_to_a_known_one_is_that_found_from_afar() -> None:
    def slopes(c: float) -> Slope:
        return Slope(c * (c + 1) / 2, c + 0.5, 1.0)

    for near in (0.01, 1.0, 3.9, 50.0):
        assert saddle_point(slopes, 4.0, near).real == pytest.approx(saddle_point(slopes, 4.0).real, rel=1e-2)
