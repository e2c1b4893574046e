"""Products of lists of balls in fixed point, against products of polynomials of balls."""

from __future__ import annotations

import random

import pytest
from flint import acb, acb_poly, arb, ctx

from sdp_proofs.errors import PrecisionError
from sdp_proofs.sums.fixed_products import fixed_product


@pytest.mark.parametrize("seed", range(6))
def test_entries_hold_what_balls_hold(seed: int) -> None:
    """Every corner of the factors is in the product; the product is no wider than sums of widths allow."""
    chosen = random.Random(seed)
    with ctx.workprec(200):
        widths = [arb(0), arb(2) ** -100, arb(2) ** -60]

        def entry() -> tuple[acb, acb]:
            real, imaginary, width = chosen.uniform(-1, 1), chosen.uniform(-1, 1), chosen.choice(widths)
            corner = acb(arb(real) + width * chosen.choice([-1, 1]), arb(imaginary) + width * chosen.choice([-1, 1]))
            return acb(arb(real, width), arb(imaginary, width)), corner

        left, right = [entry() for _ in range(chosen.randint(1, 40))], [entry() for _ in range(chosen.randint(1, 60))]
        found = fixed_product([ball for ball, _ in left], [ball for ball, _ in right], 120)
        exact = acb_poly([corner for _, corner in left]) * acb_poly([corner for _, corner in right])
        assert len(found) == len(left) + len(right) - 1
        for k, ball in enumerate(found):
            assert ball.contains(acb(exact[k].real.mid(), exact[k].imag.mid()))
            assert ball.rad() < 400 * (len(left) + len(right)) * arb(2) ** -60


def test_entries_of_more_bits_than_the_precision_are_refused() -> None:
    with ctx.workprec(300):
        fine = [acb(arb(1) / 3, arb(2) / 7)]
    with ctx.workprec(60), pytest.raises(PrecisionError, match="more bits"):
        fixed_product(fine, [acb(1)], 200)
