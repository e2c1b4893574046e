"""Mechanisms of users, and hostile ones: one that describes itself wrongly does not construct or is refused."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, ClassVar

import pytest
from hypothesis import find

from sdp_proofs import strategies
from sdp_proofs.accounting.analysis import Question
from sdp_proofs.accounting.answers import decide_claim, delta_at, epsilon_at
from sdp_proofs.accounting.calibration import calibrate
from sdp_proofs.accounting.continuous_noise import Laplace
from sdp_proofs.accounting.dominating_pairs import DominatingPair, Neighbouring, of_atoms, table
from sdp_proofs.accounting.grammar import form, load_mechanisms, read_release
from sdp_proofs.accounting.lemmas import HypothesisError
from sdp_proofs.accounting.pairs import ADD_REMOVE, ANY, REPLACE_ONE, AtomPair
from sdp_proofs.accounting.release import MECHANISMS, Mechanism
from sdp_proofs.accounting.release_fields import set_fields
from sdp_proofs.errors import DomainError, PrecisionError
from sdp_proofs.numbers.balls import arb, ctx
from sdp_proofs.numbers.enclosure import Enclosure
from sdp_proofs.numbers.reals import read_rational
from sdp_proofs.verdict import Verdict
from tests.attacks.test_mechanisms import HOW_TO, ROOT, at_most, delta


@pytest.fixture(autouse=True)
def _registry() -> Iterator[None]:
    """Forget the registrations of a test."""
    before = dict(MECHANISMS)
    yield
    MECHANISMS.clear()
    MECHANISMS.update(before)


def half(value: Enclosure | None) -> bool:
    """Tell whether a number is 1/2, to ten digits."""
    return value is not None and all(abs(Fraction(end) - Fraction(1, 2)) < 1e-10 for end in (value.lower, value.upper))


def told(first: tuple[Any, ...], second: tuple[Any, ...]) -> DominatingPair:
    return of_atoms(table(tuple(map(Fraction, first)), tuple(map(Fraction, second))))


def test_a_one_sided_mechanism_is_asked_from_both_sides() -> None:
    """Laws (0, 1) and (1/2, 1/2): 0.1756 was certified at epsilon 1/2, as one direction was never asked."""

    @dataclass(frozen=True)
    class OneSided(Mechanism):
        """One output that only the database without the record has."""

        name: ClassVar[str] = "one-sided"
        relative_to: ClassVar[str] = ANY
        tight: ClassVar[bool] = True

        def step(self, view: Neighbouring) -> DominatingPair:
            return told((0, 1), ("1/2", "1/2"))

    for text in ("one-sided()", "one-sided() * 1", "one-sided() + pure(epsilon=0)"):
        question = Question.of(read_release(text))
        assert half(delta_at(question, "1/2").value)
        assert epsilon_at(question, "1/10").value is None
    assert {side.direction for side in delta_at(question, "1/2").sides} == {"remove", "add"}
    assert half(delta_at(Question.of(read_release("poisson(rate=1, one-sided())")), "1/2").value)
    beside = Question.of(read_release("parallel(one-sided(), pure(epsilon=1/10))"), ADD_REMOVE)
    assert half(delta_at(beside, "1/2").value)
    with pytest.raises(DomainError, match="equals its mirror"):
        Question.of(read_release("without-replacement(batch=1, records=2, one-sided())"))


def test_a_pair_that_may_be_too_large_refutes_nothing() -> None:
    """A class that does not say that its pair is tight is answered from above alone: no lower end, no `FAILS`."""

    @dataclass(frozen=True)
    class Rough(Mechanism):
        """Nothing is told, but the pair says that everything may be."""

        name: ClassVar[str] = "rough"
        relative_to: ClassVar[str] = ANY
        symmetric: ClassVar[bool] = True
        less_is_safer: ClassVar[tuple[str, ...]] = ("truth",)
        truth: Fraction

        def __init__(self, truth: Any) -> None:
            set_fields(self, truth=read_rational(truth, "truth"))

        def step(self, view: Neighbouring) -> DominatingPair:
            return told((self.truth, 1 - self.truth), (1 - self.truth, self.truth))

    texts = [
        "rough(truth=3/4)", "rough(truth=1)", "rough(truth=3/4) * 3", "poisson(rate=1/2, rough(truth=3/4))",
        "without-replacement(batch=1, records=2, rough(truth=3/4))", "rough(truth=3/4) + gaussian(sigma=1)",
    ]  # fmt: skip
    for text in texts:
        question = Question.of(read_release(text), ADD_REMOVE if "gaussian" in text else None)
        found = delta_at(question, "1/2")
        assert found.value is not None and Fraction(found.value.lower) == 0 < Fraction(found.value.upper)
        assert decide_claim(found, "1e-9")[0] is Verdict.UNKNOWN
        for target in ("0", "1/100"):
            try:
                least = epsilon_at(question, target)
            except PrecisionError:
                continue  # no upper end is known, and none is invented
            assert least.value is not None and Fraction(least.value.lower) == 0
            assert decide_claim(least, "1e-9")[0] is Verdict.UNKNOWN
    for text in ("rough(truth=?)", "rough(truth=3/4) * ?"):
        try:
            found = calibrate(text, epsilon="1", delta="1/100")
            assert found.bound and found.fails is None  # the best that is known, and said to be that
        except (PrecisionError, DomainError):
            continue  # no value is known to meet the budget


def test_a_false_declaration_of_symmetry_is_refused() -> None:
    @dataclass(frozen=True)
    class Declared(Mechanism):
        """The same, declared symmetric."""

        name: ClassVar[str] = "declared"
        relative_to: ClassVar[str] = ANY
        tight: ClassVar[bool] = True
        symmetric: ClassVar[bool] = True

        def step(self, view: Neighbouring) -> DominatingPair:
            return told((0, 1), ("1/2", "1/2"))

    for text in ("declared()", "declared() * 3", "parallel(declared(), declared())"):
        with pytest.raises(HypothesisError, match="the-mirrored-profile"):
            Question.of(read_release(text), ADD_REMOVE)
    with pytest.raises(HypothesisError, match="the-glued-profile-is-convex"):
        Question.of(read_release("without-replacement(batch=1, records=2, declared())"))


@pytest.mark.parametrize("skew", ["0", "1e-12"])
def test_a_false_symmetry_of_irrational_masses_is_refused(skew: str) -> None:
    def masses(bits: int) -> list[tuple[arb, arb]]:
        with ctx.workprec(bits):
            p, q = (-arb(1)).exp(), (-arb(2)).exp()
            return [(p, q), (q + arb(skew), p), (1 - p - q - arb(skew), 1 - p - q)]

    @dataclass(frozen=True)
    class Skewed(Mechanism):
        """Three outputs."""

        name: ClassVar[str] = "skewed"
        relative_to: ClassVar[str] = ANY
        symmetric: ClassVar[bool] = True
        tight: ClassVar[bool] = True

        def step(self, view: Neighbouring) -> DominatingPair:
            return of_atoms(AtomPair(masses))

    if skew == "0":
        assert delta(read_release("skewed()"), "1/2") is not None
    else:
        with pytest.raises(HypothesisError):
            Question.of(read_release("skewed() * 2"))


def test_a_pair_that_nobody_has_proved_symmetric_is_refused_as_such() -> None:
    class Unknown:
        def upper(self, ratio: arb) -> tuple[arb, arb]:
            return arb(1), arb(1)

        def lower(self, ratio: arb) -> tuple[arb, arb]:
            return arb(0), arb(0)

        def alone(self) -> tuple[arb, arb]:
            return arb(0), arb(0)

    @dataclass(frozen=True)
    class Own(Mechanism):
        """A pair of its own."""

        name: ClassVar[str] = "own"
        relative_to: ClassVar[str] = ANY
        tight: ClassVar[bool] = True
        symmetric: ClassVar[bool] = True

        def step(self, view: Neighbouring) -> DominatingPair:
            return DominatingPair(Unknown())

    with pytest.raises(HypothesisError):
        Question.of(read_release("own()"))


def test_a_mechanism_that_does_not_say_its_adjacency_does_not_construct() -> None:
    """`other-laplace` was answered without an adjacency, with half of what replaced records cost."""
    with pytest.raises(TypeError, match="relative_to"):

        class OtherLaplace(Mechanism):
            name: ClassVar[str] = "other-laplace"

            def step(self, view: Neighbouring) -> DominatingPair:
                return Laplace(2).step(view)

    @dataclass(frozen=True)
    class Inherited(Laplace):
        name: ClassVar[str] = "other-laplace"

        def __init__(self, scale: Any, sensitivity: Any = 1) -> None:
            super().__init__(scale, sensitivity)

    assert Question.of(read_release("other-laplace(scale=2)")).by_convention
    for named, epsilon in ((ADD_REMOVE, Fraction(1, 2)), (REPLACE_ONE, Fraction(1))):
        found = epsilon_at(Question.of(read_release("other-laplace(scale=2)"), named), 0).value
        assert found is not None and Fraction(found.lower) <= epsilon <= Fraction(found.upper)
    text = "truncated(low=0, high=1, rounded(other-laplace(scale=0.607)))"
    assert delta_at(Question.of(read_release(text), ADD_REMOVE), "1.3").value.exact == 0  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("entries", "why"),
    [
        ({"name": "stepless", "relative_to": ANY}, "must have a step"),
        ({"name": "gaussian", "relative_to": ANY, "step": lambda self, view: None}, "a name of its own"),
        ({"name": "mine", "relative_to": "whatever", "step": lambda self, view: None}, "relative_to"),
        (
            {"name": "mine", "spellings": ("laplace",), "relative_to": ANY, "step": lambda self, view: None},
            "of its own",
        ),
    ],
)
def test_what_does_not_construct(entries: dict[str, Any], why: str) -> None:
    with pytest.raises(TypeError, match=why):
        type("Mine", (Mechanism,), entries)


def test_parameters_that_are_no_fields_are_refused() -> None:
    """Two releases of different parameters would be equal, and counted as one that is repeated."""

    class Bare(Mechanism):
        name: ClassVar[str] = "bare"
        relative_to: ClassVar[str] = ANY

        def __init__(self, epsilon: Any) -> None:
            set_fields(self, epsilon=Fraction(epsilon))

        def step(self, view: Neighbouring) -> DominatingPair:
            raise NotImplementedError

    @dataclass(frozen=True)
    class Hidden(Mechanism):
        name: ClassVar[str] = "hidden"
        relative_to: ClassVar[str] = ANY

        def __init__(self, epsilon: Any) -> None:
            set_fields(self, epsilon=Fraction(epsilon))

        def step(self, view: Neighbouring) -> DominatingPair:
            raise NotImplementedError

    for kind in (Bare, Hidden):
        with pytest.raises(TypeError, match="dataclass of its parameters"):
            kind("1/2")


def test_sampling_that_speaks_of_other_neighbours_is_refused() -> None:
    @dataclass(frozen=True)
    class Added(Mechanism):
        """A statement about added records."""

        name: ClassVar[str] = "added"
        relative_to: ClassVar[str] = ADD_REMOVE
        tight: ClassVar[bool] = True

        def step(self, view: Neighbouring) -> DominatingPair:
            return told(("1/2", "1/2"), ("1/2", "1/2"))

    assert Question.of(read_release("poisson(rate=1/2, added())")).adjacency == ADD_REMOVE
    with pytest.raises(DomainError, match="must be given a mechanism of"):
        Question.of(read_release("without-replacement(batch=1, records=2, added())"))
    with pytest.raises(DomainError, match="must be given a mechanism of any number"):
        Question.of(read_release("poisson(rate=1/2, sampling-histogram(draws=1, records=3))"))
    with pytest.raises(DomainError, match="must go with adjacency add-remove"):
        Question.of(read_release("added()"), REPLACE_ONE)
    with pytest.raises(DomainError, match="must be given noise"):
        Question.of(read_release("parallel(laplace(scale=1), pure(epsilon=1))"), REPLACE_ONE)
    with pytest.raises(DomainError, match="must go with adjacency add-remove"):
        Question.of(read_release("parallel(added(), laplace(scale=1))"), REPLACE_ONE)


# The page that says how a mechanism is added.


@pytest.fixture
def page(tmp_path: Path) -> Path:
    """The file of the page."""
    code = re.search(r"```python\n(.*?)```", HOW_TO, re.DOTALL)
    assert code is not None and len(code[1].split("\n\n\n")[1].splitlines()) <= 20
    file = tmp_path / "unary.py"
    file.write_text(code[1], encoding="utf-8")
    return file


def command(*words: str, path: str = "") -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, (path, str(ROOT))))}
    return subprocess.run(
        [sys.executable, "-m", "sdp_proofs", *words], capture_output=True, text=True, env=environment, check=False
    )


def test_the_page_adds_a_mechanism_that_answers_every_question(page: Path) -> None:
    load_mechanisms(str(page))
    release, finite = (
        "unary-encoding(truth=3/4)",
        "finite(first=[9/16, 3/16, 3/16, 1/16], second=[1/16, 3/16, 3/16, 9/16])",
    )
    for around in ("{}", "{} * 3", "poisson(rate=1/10, {}) * 3", "{} + laplace(scale=2)", "parallel({}, {}) * 2"):
        known = ADD_REMOVE if "laplace" in around or "parallel" in around else None
        own, other = (Question.of(read_release(around.replace("{}", text)), known) for text in (release, finite))
        for place in ("0", "1/2", "1"):
            one, two = (delta_at(question, place, digits=8).value for question in (own, other))
            assert one is not None and two is not None and at_most(one, two) and at_most(two, one)
        one, two = (epsilon_at(question, "1/100", digits=8).value for question in (own, other))
        assert one is not None and two is not None and at_most(one, two) and at_most(two, one)
    batches = "without-replacement(batch=1, records=4, {}) * 2"
    one, two = (
        delta_at(Question.of(read_release(batches.format(text))), "1/2").value
        for text in (release, "pure(epsilon=2*log(3))")
    )
    assert one is not None and two is not None and at_most(one, two)
    found = calibrate("unary-encoding(truth=?)", epsilon="2*log(3)", delta="0", adjacency=None, digits=4)
    assert abs(found.meets - Fraction(3, 4)) < Fraction(1, 1000) and found.meets <= Fraction(3, 4)
    assert calibrate("unary-encoding(truth=3/4) * ?", epsilon="4*log(3)", delta="0").meets == 2
    assert form(MECHANISMS["unary-encoding"]) == "unary-encoding(truth=..)"
    assert isinstance(find(strategies.releases_of(MECHANISMS["unary-encoding"]), lambda release: True), Mechanism)


def test_a_file_in_the_room_of_mechanisms_is_known_without_being_listed(page: Path) -> None:
    asked = "unary-encoding(truth=3/4) * 3"
    code = (
        "import sys, sdp_proofs.accounting as room; room.__path__.append(sys.argv[1])\n"
        f"from sdp_proofs.cli import main; sys.exit(main(['account', {asked!r}, '--epsilon', '1/2']))"
    )
    done = subprocess.run([sys.executable, "-c", code, str(page.parent)], capture_output=True, text=True, check=False)
    assert done.returncode == 0 and "unary-encoding(truth=3/4) * 3" in done.stdout
    assert command("account", asked, "--epsilon", "1/2").returncode == 2


def test_the_page_on_the_command_line(page: Path, tmp_path: Path) -> None:
    certificate = tmp_path / "certificate.json"
    text = "poisson(rate=1/10, unary-encoding(truth=3/4)) * 3"
    done = command(
        "account", text, "--epsilon", "log(2)", "--mechanisms", str(page), "--certificate", str(certificate), "--json"
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["adjacency"] == "add-remove"
    replayed = subprocess.run(
        [sys.executable, "-P", "-m", "sdp_proofs.certificate", str(certificate)],
        capture_output=True, text=True, check=False, env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert replayed.returncode == 0, replayed.stderr
    curve = command("account", text, "--curve", str(tmp_path / "curve.csv"), "--mechanisms", str(page))
    assert curve.returncode == 0 and (tmp_path / "curve.csv").exists(), curve.stderr
    asked = command("account", "unary-encoding(truth=?)", "--epsilon", "1", "--delta", "0", "--mechanisms", str(page))
    assert asked.returncode == 0 and "truth" in asked.stdout
    unknown = command("account", text, "--epsilon", "1/2")
    assert unknown.returncode == 2 and "must be a known one, got 'unary-encoding'" in unknown.stderr
    for bad, why in (("missing.py", "must be readable"), (str(certificate.with_suffix(".txt")), "must run")):
        certificate.with_suffix(".txt").write_text("1/0")
        refused = command("account", text, "--epsilon", "1/2", "--mechanisms", bad)
        assert refused.returncode == 2 and why in refused.stderr and "Traceback" not in refused.stderr


def test_an_installed_package_adds_a_mechanism(page: Path, tmp_path: Path) -> None:
    info = tmp_path / "unary-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: unary\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[sdp_proofs.mechanisms]\nunary-encoding = unary:UnaryEncoding\n")
    done = command("account", "unary-encoding(truth=3/4)", "--delta", "0", path=str(tmp_path))
    assert done.returncode == 0 and "2.19722457" in done.stdout, done.stderr
    help_text = re.sub(r"(?<=-)\n +", "", command("account", "--help", path=str(tmp_path)).stdout)
    assert "unary-encoding(truth=..)" in help_text.replace("\n", " ")
    (info / "entry_points.txt").write_text("[sdp_proofs.mechanisms]\nunary-encoding = nowhere:UnaryEncoding\n")
    broken = command("account", "unary-encoding(truth=3/4)", "--delta", "0", path=str(tmp_path))
    assert broken.returncode == 2 and "the plug-in unary-encoding must be loaded" in broken.stderr
    own = command("account", "pure(epsilon=1)", "--delta", "0", path=str(tmp_path))
    assert own.returncode == 0, "a known name does not load plug-ins"
