"""Canaries: sums against listing, published tests; a loop that leaks is caught, its repair is not."""

from __future__ import annotations

import json
import math
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sdp_proofs as sdp
from sdp_proofs.cli import main
from sdp_proofs.errors import DomainError, OptionsError, SizeError
from sdp_proofs.numbers.balls import arb
from sdp_proofs.runs.audited import audit_run
from sdp_proofs.runs.canaries import ManyRuns, OneRun, least_chance, read_outcome, size_at_power
from sdp_proofs.runs.recorded import Recorded

LEVEL = Fraction(1, 20)


def binomial_tail(trials: int, start: int, chance: float) -> float:
    return sum(
        math.comb(trials, k) * chance**k * (1 - chance) ** (trials - k) for k in range(max(start, 0), trials + 1)
    )


def p_value(m: int, r: int, v: int, epsilon: float, delta: float) -> float:
    """The printed formula of the theorem, in floats."""
    chance = math.exp(epsilon) / (1 + math.exp(epsilon))
    beta = binomial_tail(r, v, chance)
    alpha = max(((binomial_tail(r, v - i, chance) - beta) / i for i in range(1, v + 1)), default=0.0)
    return beta + 2 * m * delta * alpha


@pytest.mark.parametrize(("m", "r", "v"), [(40, 40, 30), (60, 20, 20), (100, 50, 40), (200, 10, 9), (30, 30, 16)])
@pytest.mark.parametrize("delta", ["0", "1e-6", "1e-4"])
def test_the_bound_is_where_the_printed_formula_meets_the_level(m: int, r: int, v: int, delta: str) -> None:
    found = OneRun.of(m, r, v, fixed=True).epsilon_lower(delta=delta, level=LEVEL)
    if found == 0:
        assert p_value(m, r, v, 1e-6, float(delta)) > 0.05 * (1 - 1e-9)
        return
    assert p_value(m, r, v, float(found), float(delta)) <= 0.05 * (1 + 1e-9)
    assert p_value(m, r, v, float(found) + 2e-6, float(delta)) > 0.05 * (1 - 1e-9)


@pytest.mark.parametrize("epsilon", [0.0, 0.5, 1.0, 2.0])
def test_randomised_response_is_rejected_no_more_often_than_the_level(epsilon: float) -> None:
    """Exactly, over all outcomes: m bits told truthfully with the largest chance that epsilon allows."""
    m, chance = 12, math.exp(epsilon) / (1 + math.exp(epsilon))
    rejected = sum(
        math.comb(m, w) * chance**w * (1 - chance) ** (m - w)
        for w in range(m + 1)
        if OneRun.of(m, m, w, fixed=True).epsilon_lower(delta=0, level=LEVEL) > epsilon
    )
    assert rejected <= 0.05


def test_a_program_that_tells_all_now_and_then_is_rejected_no_more_often_than_the_level() -> None:
    """With probability delta all canaries are told, else each is guessed by a coin: (0, delta)-DP."""
    m, delta = 12, 0.01
    rejected = 0.0
    for told, weight in ((True, delta), (False, 1 - delta)):
        for bits in product((0, 1), repeat=m) if not told else [(1,) * m]:
            share = weight if told else weight / 2**m
            if OneRun.of(m, m, sum(bits), fixed=True).rejects(Fraction(0), Fraction(1, 100), LEVEL):
                rejected += share
    assert rejected <= 0.05


def test_the_number_of_guesses_is_fixed_beforehand_or_the_test_is_refused() -> None:
    chosen = OneRun.of(1000, 100, 90, fixed=False)
    with pytest.raises(OptionsError, match="fixed before the output is seen"):
        chosen.epsilon_lower(delta="1e-5", level=LEVEL)
    with pytest.raises(OptionsError, match="fixed before the output is seen"):
        chosen.refutes(lambda power: power, level=LEVEL)
    assert chosen.epsilon_lower(delta=0, level=LEVEL) > 1  # without delta it may depend on the output


def test_the_choice_of_how_many_to_guess_can_break_the_test() -> None:
    """The program that rejects too often when it chooses r: reveal ten bits with a small chance, else guess all."""
    m, delta = 10**6, Fraction("1.776e-7")
    for r, v in ((10, 10), (m, 500_825)):
        assert OneRun.of(m, r, v, fixed=True).rejects(Fraction(0), delta, LEVEL)
    coins = 1 - binomial_normal(m, 500_825)
    assert m * float(delta) / 10 + (1 - m * float(delta) / 10) * (1 - coins) > 0.06


def binomial_normal(trials: int, start: int) -> float:
    """Pr[Bin(trials, 1/2) >= start], by the normal law (1e-5 is enough here)."""
    return 0.5 * math.erfc((start - 0.5 - trials / 2) / math.sqrt(trials / 4) / math.sqrt(2))


def test_the_ends_of_clopper_and_pearson() -> None:
    assert abs(float(least_chance(10, 10, Fraction(1, 40))) - 0.025 ** (1 / 10)) < 2e-6
    for trials, hits in ((20, 13), (50, 1), (100, 99)):
        low = float(least_chance(trials, hits, Fraction(1, 40)))
        assert binomial_tail(trials, hits, low) <= 0.025 < binomial_tail(trials, hits, low + 2e-6)


def test_many_runs_are_bounded_by_both_errors() -> None:
    one, other = ManyRuns.of((1000, 500), (1000, 1)), ManyRuns.of((1000, 999), (1000, 500))
    bounds = [runs.epsilon_lower(delta=0, level=LEVEL) for runs in (one, other)]
    assert abs(bounds[0] - bounds[1]) < Fraction(1, 10**4) and bounds[0] > 4
    assert ManyRuns.of((100, 50), (100, 50)).epsilon_lower(delta=0, level=LEVEL) == 0
    assert one.epsilon_lower(delta="0.5", level=LEVEL) == 0


def test_a_trade_off_is_rejected_by_the_recursion_as_printed() -> None:
    """GDP in floats, as jax_privacy has it, against the recursion on balls with the same curve, from below."""
    from statistics import NormalDist

    normal = NormalDist()

    def printed(m: int, guesses: int, right: int, mu: float) -> float:
        r, h = 0.05 * right / m, 0.05 * (guesses - right) / m
        for i in range(right - 1, -1, -1):
            higher = max(h, normal.cdf(normal.inv_cdf(r) - mu))
            r, h = min(r + i / (guesses - i) * (higher - h), 1 - 1e-15), higher
        return r + h - guesses / m

    for m, guesses, right in ((100, 100, 95), (200, 102, 98), (300, 60, 58)):
        for mu in (0.2, 0.5, 1.0, 1.5, 2.0, 3.0):
            margin = printed(m, guesses, right, mu)
            run = OneRun.of(m, guesses, right, fixed=True)
            found = run.refutes(
                lambda power, mu=mu: arb(normal.cdf(normal.inv_cdf(float(power)) - mu) - 1e-13), level=LEVEL
            )
            assert abs(margin) < 1e-6 or found == (margin > 0)


def test_the_curve_of_a_profile_is_below_that_of_the_release() -> None:
    from statistics import NormalDist

    normal = NormalDist()
    points = [
        (Fraction(k, 8), sdp.account("gaussian(1)", epsilon=str(Fraction(k, 8)), digits=6).value.ball)  # type: ignore[union-attr]
        for k in range(25)
    ]
    size = size_at_power(points)
    for power in (0.05, 0.2, 0.5, 0.8, 0.95):
        exact = normal.cdf(normal.inv_cdf(power) - 1)
        assert 0.97 * exact - 1e-3 < float(size(arb(power))) <= exact + 1e-12


# A training loop with the batch size in the normaliser


def train(
    records: np.ndarray, rng: np.random.Generator, *, leaks: bool, sigma: float = 8.0, steps: int = 40
) -> np.ndarray:
    """DP-SGD with Poisson batches of rate 1/2; clipped to norm 1; normalised by a constant, or by the batch's size."""
    model, outputs = np.zeros(records.shape[1]), []
    for _ in range(steps):
        batch = records[rng.random(len(records)) < 0.5]
        gradients = batch - model
        norms = np.maximum(1.0, np.linalg.norm(gradients, axis=1, keepdims=True))
        noisy = (gradients / norms).sum(axis=0) + sigma * rng.standard_normal(len(model))
        step = noisy / (max(len(batch), 1) if leaks else 2.0)
        outputs.append(step)
        model = model - 0.01 * step
    return np.array(outputs)


def said_in(outputs: np.ndarray) -> bool:
    """Guess that the fifth record is in where the noise is small: it was divided by larger batches."""
    scales = outputs.std(axis=1)
    return bool(np.mean(1 / scales) > 2.4 / 8.0)


def attacked(leaks: bool) -> dict[str, Any]:
    rng = np.random.default_rng(7)
    records = np.zeros((5, 400))
    counts = {}
    for name, data in (("with", records), ("without", records[:4])):
        counts[name] = {"runs": 400, "said_in": sum(said_in(train(data, rng, leaks=leaks)) for _ in range(400))}
    return counts


RECORD = "poisson(rate=1/2, gaussian(sigma=8)) * 40"


def test_the_batch_size_in_the_normaliser_is_caught_and_the_corrected_loop_is_not(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = {}
    for leaks in (True, False):
        path = tmp_path / f"outcome-{leaks}.json"
        path.write_text(json.dumps({**attacked(leaks), "run": RECORD}), encoding="utf-8")
        code = main(["audit-run", str(path), "--delta", "1e-5", "--json"])
        document = json.loads(capsys.readouterr().out)
        found[leaks] = document
        assert (code == 1) == document["broken"] == leaks
    assert float(found[True]["epsilon_lower"]) > float(found[True]["epsilon_upper"]["upper"])
    assert any("not by the size of the batch" in line for line in found[True]["rests_on"])


def test_noise_that_is_too_small_is_caught_in_one_run_and_the_right_noise_is_not() -> None:
    """A sum with one coordinate for each canary; the loop that is broken divides the noise once too often."""
    rng, m = np.random.default_rng(3), 400
    record = Recorded.of(sdp.read_release("gaussian(sigma=2)"), "a test")
    for sigma, broken in ((2.0, False), (0.4, True)):
        included = rng.random(m) < 0.5
        output = included + sigma * rng.standard_normal(m) - 0.5
        guessed = np.argsort(-np.abs(output))[:50]
        right = int(np.sum((output[guessed] > 0) == included[guessed]))
        found = audit_run(OneRun.of(m, 50, right, fixed=True), record, delta="1e-5", confidence="0.99")
        assert found.broken is broken


@pytest.mark.parametrize(
    ("outcome", "sentence"),
    [
        ({"canaries": 10, "guesses": 5}, "got no right"),
        ({"canaries": 10, "guesses": 12, "right": 3}, "must be ordered"),
        ({"canaries": 10, "guesses": 5, "right": -1}, "must be ordered"),
        ({"canaries": 10.5, "guesses": 5, "right": 1}, "integer|string"),
        ({"with": {"runs": 3}, "without": {}}, "must have runs and said_in"),
        ({"with": {"runs": 3, "said_in": 4}, "without": {"runs": 1, "said_in": 1}}, "got 4 of 3"),
        ([{"included": 2, "guess": 1}], "must be 0, 1 or nothing"),
        ([{"guess": 1}], "must have included and guess"),
        ([], "a list with one row"),
        ("canaries", "an outcome must be an object"),
    ],
)
def test_outcomes_that_cannot_be_are_refused(outcome: Any, sentence: str) -> None:
    with pytest.raises(DomainError, match=sentence):
        read_outcome(outcome)


def test_rows_are_counted_and_more_guesses_than_were_fixed_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [{"included": i % 2, "guess": (i % 2) if i % 5 else ""} for i in range(100)]
    assert read_outcome(rows, 90) == OneRun(100, 90, 80, True)
    with pytest.raises(DomainError, match="at most the 70"):
        read_outcome(rows, 70)
    path = tmp_path / "canaries.csv"
    path.write_text(
        "included,guess\n" + "".join(f"{row['included']},{row['guess']}\n" for row in rows), encoding="utf-8"
    )
    assert main(["audit-run", str(path), "--delta", "1e-5"]) == 2
    assert "fixed before the output is seen" in capsys.readouterr().err
    assert main(["audit-run", str(path), "--delta", "1e-5", "--guesses", "80", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    expected = OneRun.of(100, 80, 80, fixed=True).epsilon_lower(delta="1e-5", level=LEVEL)
    assert Fraction(document["epsilon_lower"]) <= expected < Fraction(document["epsilon_lower"]) + Fraction(1, 10**5)
    with pytest.raises(SizeError):
        OneRun.of(10**8, 10, 10, fixed=True)
