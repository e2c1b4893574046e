"""Conversions between notions of privacy, judged by mpmath, by enumeration and by brute force."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import pairwise, product

import pytest
from mpmath import mp, mpf

import sdp_proofs as sdp
from sdp_proofs.cli import main
from sdp_proofs.privacy import notions
from sdp_proofs.privacy.conversions import ENCLOSED, EXACT, NAMES, ROUTES, UPPER, Conversion
from sdp_proofs.verdict import Verdict

GIVEN: dict[tuple[str, str], dict[str, object]] = {
    (source, target): {
        **({"points": ["0,0.9", "0.3,0.3", "0.9,0", "1,0"]} if source == "f-dp" else {"value": "1/2"}),
        **({"order": 3} if "rdp" in (source, target) else {}),
        **({"delta": "1e-2"} if source in ("dp", "probabilistic") else {}),
        **({"epsilon": 1} if target == "probabilistic" else {}),
        **({"alpha": "1/10"} if target == "f-dp" else {}),
        **({"epsilon": "1/4"} if target == "dp" and source not in ("tv", "probabilistic") else {}),
    }
    for source, target in ROUTES
}


def real(number: object) -> mpf:
    fraction = Fraction(str(number))
    return mpf(fraction.numerator) / fraction.denominator


def inside(found: Conversion, number: mpf, slack: float = 0) -> bool:
    low, high = mpf(str(found.value.lower)), mpf(str(found.value.upper))
    return bool(low - slack <= number <= high + slack)


def test_every_conversion_answers_with_its_claim_and_its_direction() -> None:
    for (source, target), given in GIVEN.items():
        found = sdp.convert(source, target, digits=5, **given)  # type: ignore[arg-type]
        assert found.standing in (EXACT, ENCLOSED, UPPER)
        assert found.direction == ("lower" if target == "f-dp" else "upper")
        assert not found.claim or sdp.claims(found.claim)[0].recorded == "established"
        assert found.claim or source in ("zcdp", "gdp", "tv"), "a definition"
        bounds = found.check(found.headline(5))
        assert (bounds.lower if found.falls else bounds.upper) is Verdict.HOLDS
        assert found.to_quote() and found.to_dict()["direction"] == found.direction
        assert found.standing != EXACT or found.value.proven_digits >= 4 or found.value.exact is not None


def test_every_arrow_of_the_map_has_a_conversion() -> None:
    short = {long: name for name, long in NAMES.items()}
    assert {(short[arrow.source], short[arrow.target]) for arrow in notions.ARROWS} <= set(ROUTES)


@pytest.mark.parametrize(("mu", "epsilon"), [("1", 0), ("1", 7), ("1/3", "1/2"), ("4", 2)])
def test_gaussian_privacy_is_what_mpmath_integrates(mu: str, epsilon: object) -> None:
    with mp.workdps(40):
        m, place = real(mu), real(epsilon)
        gain = mp.quad(lambda x: mp.npdf(x - m) - mp.exp(place) * mp.npdf(x), [place / m + m / 2, 20, 60])
        found = sdp.convert("gdp", "dp", mu, epsilon=epsilon, digits=8)
        assert inside(found, gain, 1e-15)
        size = mpf("0.05")
        cut = -mp.sqrt(2) * mp.erfinv(2 * size - 1)
        assert inside(sdp.convert("gdp", "f-dp", mu, alpha="0.05"), mp.ncdf(cut - m), 1e-15)
        assert inside(
            sdp.convert("gdp", "tv", mu), mp.quad(lambda x: mp.npdf(x - m) - mp.npdf(x), [m / 2, 20, 60]), 1e-15
        )
        back = sdp.convert("gdp", "dp", mu, delta=found.to_dict()["delta_upper"], digits=6)
        assert inside(back, place, 1e-5)


@pytest.mark.parametrize("odds", [2, 3, 10])
def test_pure_privacy_is_randomized_response(odds: int) -> None:
    p, q = Fraction(odds, odds + 1), Fraction(1, odds + 1)
    epsilon = f"log({odds})"
    for smaller in ("1", "3/2", "7/4"):
        found = sdp.convert("pure", "dp", epsilon, epsilon=f"log({smaller})")
        assert inside(found, real(p - Fraction(smaller) * q), 1e-12)
        delta = p - Fraction(smaller) * q
        assert inside(sdp.convert("pure", "dp", epsilon, delta=delta), mp.log(real(smaller)), 1e-12)
    assert inside(sdp.convert("pure", "tv", epsilon), mpf(odds - 1) / (odds + 1), 1e-12)
    moment = mp.log(real(p**3 / q**2 + q**3 / p**2))
    assert inside(sdp.convert("pure", "rdp", epsilon, order=3), moment / 2, 1e-12)
    assert inside(sdp.convert("pure", "f-dp", epsilon, alpha=q), real(q), 1e-12)


@pytest.mark.parametrize(("order", "gamma", "epsilon"), [(2, "1/10", 1), (8, "1/2", 2), (3, "2", "1/2")])
def test_renyi_privacy_leaves_what_pairs_of_two_outputs_have(order: int, gamma: str, epsilon: object) -> None:
    """No pair of a grid beats the upper end, and some come near the lower one."""
    most, odds = mp.exp((order - 1) * real(gamma)), mp.exp(real(epsilon))

    def moment(p: mpf, q: mpf) -> mpf:
        return p**order * q ** (1 - order) + (1 - p) ** order * (1 - q) ** (1 - order)

    best = mpf(0)
    for k in range(1, 240):
        q = mp.exp(-mpf(k) / 12) / 2
        low, high = q, mpf(1) - mpf(10) ** -12
        for _ in range(50):
            middle = (low + high) / 2
            fits = moment(middle, q) <= most and moment(q, middle) <= most
            low, high = (middle, high) if fits else (low, middle)
        best = max(best, low - odds * q)
    found = sdp.convert("rdp", "dp", gamma, order=order, epsilon=epsilon)
    assert best <= mpf(str(found.value.upper))
    assert best >= mpf(str(found.value.lower)) * mpf("0.99")
    back = sdp.convert("rdp", "dp", gamma, order=order, delta=found.to_dict()["delta_upper"], digits=5)
    assert inside(back, mp.log(odds), 1e-4)


def test_concentrated_privacy_lies_between_the_gaussian_mechanism_and_the_published_bound() -> None:
    for rho, delta in product(("1/200", "1/2", "3"), ("1e-2", "1e-9")):
        found = sdp.convert("zcdp", "dp", rho, delta=delta, digits=4)
        published = notions.concentrated_to_approximate_upper(rho, delta)
        assert found.standing == ENCLOSED and found.value.upper <= published.upper
        mu = f"sqrt(2*{rho})"
        assert sdp.convert("gdp", "dp", mu, delta=delta, digits=6).value.lower <= found.value.upper
        assert float(found.value.upper) >= float(sdp.convert("gdp", "dp", mu, delta=delta, digits=6))


def test_a_trade_off_gives_the_largest_gain_of_its_tests() -> None:
    corners = [("0", "0.9"), ("0.1", "0.5"), ("0.5", "0.1"), ("0.9", "0"), ("1", "0")]
    points = [(Fraction(a), Fraction(b)) for a, b in corners]

    def f(alpha: Fraction) -> Fraction:
        (a, b), (c, d) = next(pair for pair in pairwise(points) if alpha <= pair[1][0])
        return b + (d - b) * (alpha - a) / (c - a)

    for odds in (Fraction(1), Fraction(2), Fraction(5)):
        sizes = [Fraction(k, 1000) for k in range(1001)]
        gain = max(1 - f(size) - odds * size for size in sizes)
        found = sdp.convert("f-dp", "dp", points=corners, epsilon=f"log({odds})")
        assert found.value.exact == gain and found.standing == EXACT
    assert sdp.convert("f-dp", "dp", points=[*corners[:2], corners[-1]], epsilon=0).standing == UPPER
    back = sdp.convert("f-dp", "dp", points=corners, delta="0.3")
    assert inside(back, mp.log(2), 1e-12)  # (1 - 0.5 - 0.3)/0.1


def test_approximate_privacy_goes_there_and_back() -> None:
    for epsilon, delta, alpha in product((0, 1, 3), ("0", "0.01"), ("0.001", "0.2")):
        curve = sdp.convert("dp", "f-dp", epsilon, delta=delta, alpha=alpha)
        odds, d, a = mp.exp(epsilon), mpf(delta), mpf(alpha)
        assert inside(curve, max(mpf(0), 1 - d - odds * a, (1 - d - a) / odds), 1e-12)
        assert float(curve) <= curve.value.lower and f"{curve:.3f}" <= f"{float(curve.value.upper):.6f}"


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("--from dp --to rdp --value 1 --order 2", "domain"),
        ("--from rdp --to dp --value 1 --order 2", "options"),
        ("--from rdp --to dp --value 1 --order 2 --delta 0.1 --epsilon 1", "options"),
        ("--from rdp --to dp --value 1 --delta 0.1", "options"),
        ("--from gdp --to dp --value 1 --order 2 --delta 0.1", "options"),
        ("--from tree --to dp --value 1 --delta 0.1", "unknown-name"),
        ("--from gdp --to dp --value 1 --delta 0", "domain"),
        ("--from gdp --to dp --value -1 --delta 0.1", "domain"),
        ("--from gdp --to dp --value one --delta 0.1", "domain"),
        ("--from zcdp --to dp --value 1e9 --delta 0.1", "domain"),
        ("--from gdp --to dp --value 1 --delta 2", "domain"),
        ("--from f-dp --to dp --epsilon 1", "options"),
        ("--from f-dp --to dp --point 0,1 --epsilon 1", "domain"),
        ("--from f-dp --to dp --point 0,1 --point 0.5,0.6 --point 1,0 --epsilon 1", "domain"),
        ("--from f-dp --to dp --point 0,1 --point 1 --epsilon 1", "domain"),
        ("--from gdp --to dp --value 1 --delta 0.1 --digits 0", "domain"),
    ],
)
def test_bad_questions_are_refused_in_one_line(words: str, code: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["convert", *words.split()]) == 2
    said = capsys.readouterr()
    assert said.out == "" and said.err.count("\n") == 1 and said.err.startswith("sdp-proofs: error: ")
    given = dict(zip((word[2:] for word in words.split()[::2]), words.split()[1::2], strict=True))
    named = {"source": given.pop("from"), "target": given.pop("to"), **given}
    points = [word for flag, word in pairwise(words.split()) if flag == "--point"]
    digits = int(given.pop("digits", 10))
    named = {name: text for name, text in named.items() if name not in ("point", "digits")}
    with pytest.raises(sdp.DomainError) as refusal:
        sdp.convert(**named, points=points, digits=digits)
    assert refusal.value.code == code


def test_the_command_prints_a_guarantee_and_what_it_rests_on(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["convert", "--from", "rdp", "--order", "8", "--value", "0.5", "--to", "dp", "--delta", "1e-5"]
    assert main([*words, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["schema"] == "sdp-proofs/conversion/1"
    assert (
        Fraction(document["headline"])
        >= Fraction(document["epsilon"]["upper"])
        >= Fraction(document["epsilon"]["lower"])
    )
    assert (document["direction"], document["standing"]) == ("upper", "exact")
    assert document["claim"] == "two-tangents-bound-the-profile" and document["delta"] == "1e-5"
    assert main(words) == 0
    first = capsys.readouterr().out.splitlines()[1]
    assert first.split() == ["epsilon", document["headline"]]
    assert main([*words, "--check", "1.70"]) == 1
    assert main([*words, "--check", "1.71"]) == 0
    assert main(["convert", "--from", "gdp", "--value", "1", "--to", "f-dp", "--alpha", "0.05", "--check", "0.75"]) == 1
    assert main(["convert", "--from", "gdp", "--value", "1", "--to", "f-dp", "--alpha", "0.05", "--check", "0.74"]) == 0
