from __future__ import annotations

import json
import random
from fractions import Fraction
from pathlib import Path

import pytest

from sdp_proofs.accounting.analysis import Question, adjacency_of
from sdp_proofs.accounting.answers import delta_at
from sdp_proofs.accounting.continuous_noise import Gaussian, Laplace
from sdp_proofs.accounting.grammar import from_document, read_file, read_release, to_document
from sdp_proofs.accounting.release import Poisson, Repeated, Together
from sdp_proofs.errors import DomainError

EXPRESSIONS = [
    "poisson(rate=256/60000, gaussian(sigma=1.1)) * 14063",
    "3 * (gaussian(sigma=1) + laplace(scale=10, sensitivity=1/2)) * 2",
    "gaussian(sigma='1') * 2".replace("'", ""),
    "gaussian(sigma=sqrt(2)) * 1e+3 + pure(epsilon=log(2))",
    "finite(first=[1/2, 1/2], second=[1/4, 3/4]) * 2**3",
    "sampling-histogram(counts=[3, 4], draws=2)",
    "sampling-histogram(records=1000, draws=950) * 2",
    "without-replacement(batch=256, records=60000, gaussian(sigma=1.1)) * 1000",
    "discrete-gaussian(sigma=4, sensitivity=2) + geometric(scale=3) + randomised-response(truth=3/4, types=5)",
    "approximate(epsilon=1/10, delta=1e-9)",
    "parallel(gaussian(sigma=1) * 3 + pure(epsilon=1), geometric(scale=2)) * 2 + exponential(epsilon=1/3)",
    "binomial(coins=100, sensitivity=3)",
    "discrete-laplace(scale=2) + gumbel-max(epsilon=1)",
]

REFUSED = [
    ("poisson(rate=-0.1, gaussian(sigma=1))", "rate must be in [0, 1]"),
    ("poisson(rate=1.5, gaussian(sigma=1))", "rate must be in [0, 1]"),
    ("gaussian(sigma=-1)", "sigma must be >= 0"),
    ("laplace(scale=-1)", "scale must be >= 0"),
    ("ftrl(sigma=1)", "got 'ftrl', which is not supported yet"),
    ("tree(sigma=1)", "tree must be given steps, mechanism, got 'sigma'"),
    ("DP-FTRL(sigma=1)", "which is not supported yet"),
    ("renyi(order=2)", "which is not supported yet"),
    ("matrix-of-gaussians(sigma=1)", "which is not supported yet"),
    ("nothing-like-it(sigma=1)", "known are "),
    ("gaussian(sigma=1) * -1", "steps must be an integer >= 0"),
    ("gaussian(sigma=1) * 1/2", "steps must be an integer >= 0"),
    ("gaussian(sigma=1) * (60*60000/256)", "14062.5; say 14062 or 14063"),
    ("gausian(sigma=1)", "did you mean 'gaussian'"),
    ("gaussian(sgma=1)", "did you mean 'sigma'"),
    ("gaussian(sigma=1, sigma=2)", "must be given once"),
    ("gaussian()", "must be given sigma"),
    ("shuffled(epochs=60, gaussian(sigma=1))", "shuffled epochs"),
    ("epochs(60)", "shuffled epochs"),
    ("gaussian(sigma=1", "brackets must be closed"),
    ("gaussian(sigma=1))", "brackets must be closed"),
    ("", "must be an expression"),
    ("gaussian(sigma=1) +", "must be an expression"),
    ("7", "must name a mechanism"),
    ("approximate(1, 1e-5)", "what approximate is given must be named, such as epsilon=1"),
    ("gaussian(1, 2)", "sigma of gaussian must be given once"),
    ("gaussian(noise_multiplier=1, sensitivity=2)", "must go without sensitivity"),
    ("gaussian(noise_multiplier=1, sigma=2)", "must go without sigma"),
    ("without-replacement(3, gaussian(sigma=1))", "such as batch=3"),
    ("gauss(1)", "did you mean 'gaussian'"),
    ("gaussian(sigma=1) x 3", "joined by + and repeated by *"),
    ("gaussian(sigma=1) gaussian(sigma=2)", "joined by + and repeated by *"),
    ("3 gaussian(sigma=1)", "joined by + and repeated by *"),
    ("log(2)", "must name a mechanism"),
    ("gaussian(sigma=nan)", "sigma must be a number"),
    ("gaussian(sigma=__import__('os'))", "sigma must be a number"),
    ("poisson(rate=0.1, poisson(rate=0.1, gaussian(sigma=1)))", "one mechanism"),
    ("poisson(rate=0.1, laplace(scale=1) * 3)", "one mechanism"),
    ("finite(first=[1/2, 1/3], second=[1/2, 1/2])", "sum to one"),
    ("finite(first=[1], second=[1/2, 1/2])", "one length"),
    ("finite(first=1, second=1)", "a list"),
    ("randomised-response(truth=2/5)", "between 1/types"),
    ("without-replacement(batch=10, records=5, gaussian(sigma=1))", "batch must be between 0 and the 5 records"),
    ("sampling-histogram(draws=3, records=2)", "draws must be between"),
    ("approximate(epsilon=1, delta=2)", "delta must be between"),
    ("binomial(coins=3)", "coins must be even"),
    ("binomial(coins=10000)", "coins must be at most"),
    ("binomial(coins=10, sensitivity=-1)", "sensitivity must be an integer >= 0"),
    ("exponential(epsilon=-1)", "epsilon must be >= 0"),
    ("parallel()", "must be given parts"),
    ("parallel(parallel(pure(epsilon=1)))", "must not be parallel themselves"),
    ("poisson(rate=0.1, parallel(gaussian(sigma=1)))", "one mechanism"),
    ("gaussian(sigma=1) * gaussian(sigma=1)", "multiplied by a number"),
    ("((((gaussian(sigma=1) * 1000000) * 1000000)))", "at most"),
    ('{"mechanism": "gausian", "sigma": "1"}', "did you mean 'gaussian'"),
    ('{"mechanism": ', "JSON object"),
]


@pytest.mark.parametrize("text", EXPRESSIONS)
def test_round_trips(text: str) -> None:
    release = read_release(text)
    assert read_release(str(release)) == release
    assert from_document(to_document(release)) == release
    assert read_release(json.dumps(to_document(release))) == release


@pytest.mark.parametrize(("text", "sentence"), REFUSED)
def test_refused_in_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises(DomainError) as caught:
        read_release(text)
    assert sentence in str(caught.value)
    assert len(str(caught.value)) < 400


def test_python_and_the_expression_are_the_same() -> None:
    built = Poisson("256/60000", Gaussian("1.1")) * 14063 + Laplace(10)
    assert built == read_release("poisson(rate=256/60000, gaussian(sigma=1.1)) * 14063 + laplace(scale=10)")
    assert isinstance(built, Together) and isinstance(built.parts[0], Repeated)


def test_numbers_stay_as_typed() -> None:
    release = read_release("poisson(rate=0.0042666666666666666666666667, gaussian(sigma=1.1))")
    assert isinstance(release, Poisson) and release.rate == Fraction("0.0042666666666666666666666667")
    with pytest.raises(DomainError, match="must be exact"):
        Gaussian("1.1", sensitivity=1.1)  # type: ignore[arg-type]


def test_terms_of_nested_repetitions() -> None:
    counts = [count for _, count in read_release("(gaussian(sigma=1) * 3 + laplace(scale=2)) * 4").terms()]
    assert counts == [12, 4]


def test_random_text_never_crashes() -> None:
    dice = random.Random(7)
    pieces = [*"()*+,[]= e{1", '"', "gaussian", "sigma=", "poisson", "rate=", ".5"]
    for _ in range(3000):
        text = "".join(dice.choice(pieces) for _ in range(dice.randint(1, 14)))
        try:
            read_release(text)
        except DomainError as error:
            assert "\n" not in str(error)


def test_files(tmp_path: Path) -> None:
    release = read_release(EXPRESSIONS[1])
    plain, document = tmp_path / "release.txt", tmp_path / "release.json"
    plain.write_text(EXPRESSIONS[1], encoding="utf-8")
    document.write_text(json.dumps(to_document(release)), encoding="utf-8")
    assert read_file(str(plain)) == read_file(str(document)) == release


@pytest.mark.parametrize(
    ("text", "named", "expected"),
    [
        ("poisson(rate=0.1, gaussian(sigma=1))", None, "add-remove"),
        ("poisson(rate=0.1, gaussian(sigma=1)) + laplace(scale=3)", None, "add-remove"),
        ("without-replacement(batch=1, records=9, gaussian(sigma=1))", None, "replace-one"),
        ("gaussian(sigma=1)", "replace-one", "replace-one"),
        ("gaussian(sigma=1)", None, "add-remove"),
        ("pure(epsilon=1)", None, "any"),
    ],
)
def test_the_adjacency(text: str, named: str | None, expected: str) -> None:
    assert adjacency_of(read_release(text), named) == expected


@pytest.mark.parametrize(
    ("text", "named", "sentence"),
    [
        ("gaussian(sigma=1)", "add-remov", "did you mean 'add-remove'"),
        ("poisson(rate=0.1, laplace(scale=1))", "replace-one", "must go with adjacency add-remove"),
        (
            "poisson(rate=0.1, gaussian(sigma=1)) + without-replacement(batch=1, records=9, gaussian(sigma=1))",
            None,
            "one adjacency",
        ),
    ],
)
def test_the_adjacency_that_is_missing_or_wrong(text: str, named: str | None, sentence: str) -> None:
    with pytest.raises(DomainError, match=sentence):
        adjacency_of(read_release(text), named)


@pytest.mark.parametrize(
    ("short", "long"),
    [
        ("gaussian(1.1)", "gaussian(sigma=1.1)"),
        ("gaussian(noise_multiplier=1.1) * 3", "gaussian(sigma=1.1) * 3"),
        ("poisson(256/60000, gaussian(noise-multiplier=1.1))", "poisson(rate=256/60000, gaussian(sigma=1.1))"),
        ("laplace(log(25)) + pure((1/2))", "laplace(scale=log(25)) + pure(epsilon=1/2)"),
        ("gaussian(2, sensitivity=3)", "gaussian(sigma=2, sensitivity=3)"),
    ],
)
def test_the_words_of_the_field_and_a_number_alone(short: str, long: str) -> None:
    assert read_release(short) == read_release(long)


def test_an_adjacency_that_nobody_named_is_said_to_be_a_convention() -> None:
    release = read_release("gaussian(sigma=1)")
    assert Question.of(release).by_convention
    assert not Question.of(release, "add-remove").by_convention
    assert not Question.of(read_release("poisson(0.1, gaussian(1))")).by_convention
    assert not Question.of(read_release("pure(epsilon=1)")).by_convention


def test_several_releases_of_one_sample_are_sampled_as_one() -> None:
    both = read_release("poisson(0.1, gaussian(1) + gaussian(2) * 4)")
    assert both == read_release("poisson(0.1, gaussian(sigma=2**(-1/2)))")
    assert read_release("poisson(0.1, gdp(3) + gdp(4))") == read_release("poisson(0.1, gaussian(1/5))")
    for refused in (
        "poisson(0.1, gaussian(1) + laplace(1))",
        "poisson(0.1, laplace(1) * 2)",
        "poisson(0.1, gaussian(0)*2)",
    ):
        with pytest.raises(DomainError, match="must be given one mechanism"):
            read_release(refused)


def test_gaussian_privacy_is_that_of_its_normal_noise() -> None:
    for text, noise in (("gdp(2)", "gaussian(1/2)"), ("poisson(0.1, gdp(1/2)) * 50", "poisson(0.1, gaussian(2)) * 50")):
        for adjacency in (None, "add-remove"):
            ours, theirs = (Question.of(read_release(each), adjacency) for each in (text, noise))
            values = [delta_at(question, "1/2", digits=6).value for question in (ours, theirs)]
            assert values[0] is not None and values[1] is not None and values[0].ball.overlaps(values[1].ball)
    alone = delta_at(Question.of(read_release("gdp(1)"), "replace-one"), 1).value
    assert alone is not None and alone.ball.overlaps(delta_at(Question.of(read_release("gaussian(1)")), 1).value.ball)  # type: ignore[union-attr]
