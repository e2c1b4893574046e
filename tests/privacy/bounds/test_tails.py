"""The Chernoff family against exact tails, and the printed step against the tail it is meant to bound."""

from __future__ import annotations

import math
import random
from fractions import Fraction

import pytest

from sdp_proofs.distributions.counts import Binomial, Hypergeometric
from sdp_proofs.errors import DomainError
from sdp_proofs.privacy.bounds.instance import Standing, lattice_factor
from sdp_proofs.privacy.bounds.tails import entropy_tail_upper, multiplicative_tail_upper, printed_step_as_published
from sdp_proofs.verdict import Verdict


def tail(law, level, below):
    term = law.term
    return sum(
        (law.pmf(k) for k in range(term.low, term.high + 1) if (k <= level if below else k >= level)), Fraction(0)
    )


def random_law(draw):
    if draw.random() < 0.4:
        return Binomial(draw.randint(1, 30), Fraction(draw.randint(1, 19), 20))
    n = draw.randint(2, 40)
    return Hypergeometric(population=n, marked=draw.randint(1, n - 1), draws=draw.randint(1, n - 1))


def test_entropy_tails():
    draw = random.Random(1)
    for _ in range(1500):
        law, below = random_law(draw), draw.random() < 0.5
        k = draw.randint(law.term.low, law.term.high)
        if (k > law.mean) if below else (k < law.mean):
            with pytest.raises(DomainError, match="mean"):
                entropy_tail_upper(law, k, below=below)
            continue
        assert Fraction(entropy_tail_upper(law, k, below=below).decimal(12)) >= tail(law, k, below)


def test_multiplicative_tails():
    draw = random.Random(2)
    for _ in range(1500):
        law, form = random_law(draw), draw.choice(["phi", "ratio", "third", "half"])
        s = Fraction(draw.randint(0, 100), 100)
        s = -s if form == "half" else s * 3 if form in ("phi", "ratio") and draw.random() < 0.5 else s
        bound = multiplicative_tail_upper(law, s, form=form)
        assert Fraction(bound.decimal(12)) >= tail(law, (1 + s) * law.mean, s < 0)


def test_forms_outside_their_ranges():
    law = Binomial(10, Fraction(1, 2))
    for form, s in (("third", "11/10"), ("third", "-1/10"), ("half", "1/10"), ("ratio", "-1/10"), ("phi", "-11/10")):
        with pytest.raises(DomainError, match="excess must be between"):
            multiplicative_tail_upper(law, s, form=form)
    with pytest.raises(DomainError, match="form must be"):
        multiplicative_tail_upper(law, 1, form="fifth")


def test_s_squared_over_three_is_false_beyond_one():
    """At mu = 1/2 and s = 9 the tail is 10^-5."""
    law = Binomial(5, Fraction(1, 10))
    exact, s = tail(law, 5, False), 9
    assert exact == Fraction(1, 10**5)
    assert math.exp(-float(law.mean) * s**2 / 3) < exact / 5
    assert Fraction(multiplicative_tail_upper(law, s, form="ratio").decimal(5)) > exact


def test_the_printed_step_fails():
    printed = printed_step_as_published(20, 1, 1, "1/2")
    assert printed.standing is Standing.REFUTED
    law = Hypergeometric(population=20, marked=1, draws=1)
    assert printed.admits(tail(law, Fraction(1, 2), False)) is Verdict.FAILS


def test_the_lattice_factor():
    for n in range(2, 30):
        for draws in range(1, n):
            exact = 1 / Binomial(n, Fraction(draws, n)).pmf(draws)
            ball = lattice_factor(n, draws)
            assert abs(float(ball.mid()) / float(exact) - 1) < 1e-12
            assert exact**2 <= Fraction(8 * draws * (n - draws), n)
