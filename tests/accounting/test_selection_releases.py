"""Selection, sequences and trees: brute force over laws, published formulas, wrong variants, refusals."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from fractions import Fraction

import pytest

from sdp_proofs.accounting.answers import delta_at, epsilon_at
from sdp_proofs.accounting.exponential import Exponential
from sdp_proofs.accounting.grammar import read_release
from sdp_proofs.accounting.lemmas import a_poisson_number_of_runs_costs_a_failure_of_each
from sdp_proofs.accounting.measures import RENYI, measure
from sdp_proofs.accounting.release import remarks
from sdp_proofs.accounting.selection_releases import WRONG, NoisyTopK, SparseVector
from sdp_proofs.cli import main
from sdp_proofs.errors import DomainError
from sdp_proofs.ledger import Status
from sdp_proofs.numbers.balls import arb
from sdp_proofs.papers import registry
from tests.accounting.asked import question


def flipped(scores: tuple[float, ...], rate: float) -> dict[int, float]:
    """The law of permute and flip, over all orders."""
    best, law = max(scores), dict.fromkeys(range(len(scores)), 0.0)
    for order in itertools.permutations(range(len(scores))):
        rest = 1.0 / math.factorial(len(scores))
        for candidate in order:
            accepted = math.exp(rate * (scores[candidate] - best))
            law[candidate] += rest * accepted
            rest *= 1 - accepted
    return law


def hockey(p: dict[int, float], q: dict[int, float], odds: float) -> float:
    return sum(max(0.0, p[k] - odds * q[k]) for k in p)


@pytest.mark.parametrize("epsilon", ["1/2", "2"])
def test_permute_and_flip_is_below_laplace_noise_and_attained(epsilon: str) -> None:
    """All moves of three scores on a grid; two candidates reach the profile."""
    number = float(Fraction(epsilon))
    for place in ("0", "1/4", str(Fraction(epsilon) / 2)):
        odds = math.exp(Fraction(place))
        found = delta_at(question(f"permute-and-flip(epsilon={epsilon})"), place).value
        assert found is not None
        most = 0.0
        grid = [k / 4 for k in range(5)]
        for first, second in itertools.product(grid, [*grid, -40.0]):
            for moves in itertools.product((-1, 1), repeat=3):
                scores = (0.0, first, second)
                other = tuple(score + move / 2 for score, move in zip(scores, moves, strict=True))
                laws = (flipped(scores, number), flipped(other, number))  # a move of 1/2 in units of 2D
                most = max(most, hockey(*laws, odds), hockey(*laws[::-1], odds))
        assert most <= float(found) + 1e-12
        assert most > float(found) * 0.99


def test_several_choices_by_permute_and_flip_are_a_bracket_between_true_bounds() -> None:
    """Two candidates, three times: the binomial law is below, the product of the dominating pair above."""
    found = delta_at(question("permute-and-flip(epsilon=1) * 3"), "1/2")
    assert found.value is not None
    p, q = 1 - math.exp(-0.5) / 2, math.exp(-0.5) / 2
    truth = sum(
        math.comb(3, k) * max(0.0, p**k * (1 - p) ** (3 - k) - math.exp(0.5) * q**k * (1 - q) ** (3 - k))
        for k in range(4)
    )
    assert float(found.value.lower) <= float(found.value.upper)
    assert truth <= float(found.value.upper)
    assert float(found.value.lower) >= truth - 1e-9
    assert not found.sharp


@pytest.mark.parametrize(
    ("options", "adjacency", "cost"),
    [
        ("threshold=2, queries=8, answers=2", "add-remove", "1"),
        ("threshold=2, queries=8, answers=2, monotone=yes", "add-remove", "3/4"),
        ("threshold=2, queries=8, answers=2, monotone=yes", "replace-one", "2"),
        ("threshold=2, queries=8, answers=2, values=4", "add-remove", "3/2"),
        ("threshold=1, queries=1, answers=3, sensitivity=1/2", "add-remove", "7/2"),
    ],
)
def test_the_cost_of_sparse_vectors_is_that_of_lyu_su_and_li(options: str, adjacency: str, cost: str) -> None:
    release = read_release(f"sparse-vector({options})")
    assert isinstance(release, SparseVector)
    assert release.cost(adjacency).as_fraction() == Fraction(cost)
    found = epsilon_at(question(str(release), adjacency), "0")
    assert found.value is not None
    assert found.value.upper >= Fraction(cost)
    assert float(found.value.upper) < float(Fraction(cost)) * 1.02
    assert found.value.lower == 0  # at most: tight curves are not known
    assert found.check(str(Fraction(cost) / 2)).upper.value == "UNKNOWN"


def test_sparse_vectors_by_quadrature_cost_no_more() -> None:
    """Three counts that all rise, one answer above: the law of the place, by integrating over the threshold."""

    def tail(x: float, scale: float) -> float:
        return math.exp(-x / scale) / 2 if x > 0 else 1 - math.exp(x / scale) / 2

    def law(queries: tuple[float, ...]) -> list[float]:
        found = [0.0] * (len(queries) + 1)
        step = 0.05
        for j in range(-600, 601):
            level = j * step
            rest = math.exp(-abs(level) / 2) / 4 * step
            for k, query in enumerate(queries):
                above = tail(level - query, 4.0)
                found[k] += rest * above
                rest *= 1 - above
            found[-1] += rest
        return found

    for first, second, word, cost in (
        ((0.0, 0.0, 0.0), (1.0, 1.0, 1.0), "yes", 3 / 4),
        ((0.0, 0.0, 0.0), (1.0, 1.0, -1.0), "no", 1.0),
        ((0.0, 0.0, 3.0), (-1.0, -1.0, 4.0), "no", 1.0),
    ):
        p, q = law(first), law(second)
        worst = max(abs(math.log(a / b)) for a, b in zip(p, q, strict=True))
        release = read_release(f"sparse-vector(threshold=2, queries=4, answers=1, monotone={word})")
        assert isinstance(release, SparseVector)
        assert release.cost("add-remove").as_fraction() == Fraction(cost)
        assert worst <= cost + 1e-3


@pytest.mark.parametrize(
    ("options", "word"),
    [
        ("threshold=2, queries=0", "none"),
        ("threshold=2, queries=none", "none"),
        ("threshold=2, queries=4, values=same", "same"),
        ("threshold=2, queries=4, answers=all", "all"),
    ],
)
def test_wrong_sparse_vectors_are_refused_with_the_claim_that_shows_why(options: str, word: str) -> None:
    claim, _ = WRONG[word]
    with pytest.raises(DomainError, match=claim):
        read_release(f"sparse-vector({options})")
    assert registry()[claim].recorded in (Status.REFUTED, Status.REPAIRED)


def test_top_k_is_a_sequence_of_choices() -> None:
    release = read_release("noisy-top-k(k=3, epsilon=1/2)")
    assert isinstance(release, NoisyTopK)
    assert [*release.terms()] == [(Exponential("1/2"), 3)]


@pytest.mark.parametrize("steps", [1, 2, 3, 7, 8, 1000])
def test_a_tree_shows_a_record_in_as_many_sums_as_dyadic_blocks_hold_its_step(steps: int) -> None:
    blocks = [(place * 2**k, (place + 1) * 2**k) for k in range(steps.bit_length()) for place in range(steps // 2**k)]
    most = max(sum(low <= step < high for low, high in blocks) for step in range(steps))
    [(noise, count)] = read_release(f"tree(steps={steps}, gaussian(sigma=3))").terms()
    assert (str(noise), count) == ("gaussian(sigma=3, sensitivity=1)", most)
    found = delta_at(question(f"tree(steps={steps}, gaussian(sigma=3))"), 1).value
    plain = delta_at(question(f"gaussian(sigma=3, sensitivity=sqrt({most}))"), 1).value
    assert found is not None
    assert plain is not None
    assert found.ball.overlaps(plain.ball)


def number_of_runs(law: str, mean: float) -> Callable[[int], float]:
    if law == "geometric":
        return lambda k: (1 / mean) * (1 - 1 / mean) ** (k - 1) if k else 0.0
    if law == "poisson":
        return lambda k: math.exp(-mean + k * math.log(mean) - math.lgamma(k + 1))
    low, high = 1e-9, 1 - 1e-12
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if (1 / middle - 1) / -math.log(middle) > mean else (low, middle)
    gamma = low
    return lambda k: (1 - gamma) ** k / (-math.log(gamma) * k) if k else 0.0


@pytest.mark.parametrize("law", ["geometric", "logarithmic", "poisson"])
@pytest.mark.parametrize("order", ["2", "6"])
def test_the_best_of_random_runs_is_below_the_bound(law: str, order: str) -> None:
    """One bit by randomised response; the run with the larger bit is published."""
    chances, a = number_of_runs(law, 5.0), int(order)
    found = measure(question(f"repeat(mean=5, runs={law}, randomised-response(truth=3/4))"), RENYI, order).value
    assert found is not None

    def best(chance: float) -> tuple[float, ...]:
        low = sum(chances(k) * (1 - chance) ** k for k in range(1, 400))
        none = chances(0)
        return tuple(max(x, 1e-300) for x in (1 - low - none, low, none))

    for p, q in ((0.75, 0.25), (0.25, 0.75)):
        first, second = best(p), best(q)
        truth = math.log(sum(x**a * y ** (1 - a) for x, y in zip(first, second, strict=True) if x > 1e-299)) / (a - 1)
        assert truth <= float(found.upper)
    once = measure(question("randomised-response(truth=3/4)"), RENYI, order).value
    assert once is not None
    assert once.upper < found.upper < 20


def test_the_bound_at_order_two_is_the_published_formula() -> None:
    """Normal noise, geometric: D_a + 2 (1 - 1/b) D_b + 2 ln(1/g)/b + ln E K/(a - 1), the best b of a grid."""
    found = measure(question("repeat(mean=10, gaussian(sigma=4))"), RENYI, "2").value
    assert found is not None
    grid = [1 + k / 100 for k in range(20000)]
    best = min(2 * (1 - 1 / b) * b / 32 + 2 * math.log(10) / b for b in grid)
    exact = 2 / 32 + best + math.log(10)
    assert exact - 1e-9 <= float(found.upper) < exact * 1.03


def test_a_fixed_number_of_runs_costs_each_of_them(capsys: pytest.CaptureFixture[str]) -> None:
    fixed = epsilon_at(question("repeat(mean=10, runs=fixed, gaussian(sigma=4))"), "1e-5")
    plain = epsilon_at(question("gaussian(sigma=4) * 10"), "1e-5")
    assert (fixed.lower, fixed.upper) == (plain.lower, plain.upper)
    assert main(["account", "repeat(mean=10, runs=fixed, gaussian(sigma=4))", "--delta", "1e-5"]) == 0
    assert "a fixed number of runs costs each of them" in capsys.readouterr().out
    secret = remarks(read_release("repeat(mean=10, gaussian(sigma=4)) + laplace(scale=2)"))
    assert secret == [
        "the number of runs must be drawn at random and stay secret, and only the best result is published"
    ]


@pytest.mark.parametrize(
    "text",
    [
        "repeat(mean=1/2, gaussian(sigma=1))",
        "repeat(mean=5/2, runs=fixed, gaussian(sigma=1))",
        "repeat(mean=2, runs=uniform, gaussian(sigma=1))",
        "repeat(mean=2, zcdp(rho=1))",
        "repeat(mean=2, repeat(mean=2, gaussian(sigma=1)))",
        "tree(steps=0, gaussian(sigma=1))",
        "tree(steps=5, pure(epsilon=1))",
        "noisy-top-k(k=0, epsilon=1)",
        "permute-and-flip(epsilon=-1)",
        "sparse-vector(threshold=2, queries=4, answers=0)",
        "sparse-vector(threshold=2, queries=4, monotone=perhaps)",
        "poisson(rate=1/2, repeat(mean=2, gaussian(sigma=1)))",
    ],
)
def test_what_is_none_is_refused(text: str) -> None:
    with pytest.raises(DomainError):
        question(text)


def test_an_infinite_loss_of_a_run_is_refused() -> None:
    with pytest.raises(DomainError, match="no loss of which is infinite"):
        epsilon_at(question("repeat(mean=2, approximate(epsilon=1, delta=1/1000))"), "1e-2")


def test_a_poisson_number_of_runs_counts_the_chance_of_none() -> None:
    """One run that tells next to nothing, one on average: the moment is 1 and the chance of no run."""
    found = measure(question("repeat(mean=1, runs=poisson, gaussian(sigma=1000))"), RENYI, "2").value
    assert found is not None
    assert math.log(1 + math.exp(-1)) < float(found.upper) < math.log(1 + math.exp(-1)) + 1e-3
    with pytest.raises(DomainError, match="delta of one run"):
        a_poisson_number_of_runs_costs_a_failure_of_each(arb(2), Fraction(7, 10), Fraction(1))  # ln 2 < 0.7
