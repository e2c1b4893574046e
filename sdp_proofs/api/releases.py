"""The questions that people ask about releases and training runs: what they cost, in whatever measure, and conversions.

A question is asked of whatever `runs.reading` reads, or of the parameters of a training run. Its answer says the
adjacency that it is relative to, and what the record of a run does not show.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

from sdp_proofs.api.numbers import Adjacency, Digits, chosen
from sdp_proofs.declarations import Option
from sdp_proofs.errors import OptionsError

if TYPE_CHECKING:
    from sdp_proofs.accounting.analysis import Question
    from sdp_proofs.accounting.answers import Answer
    from sdp_proofs.accounting.measures import Measure
    from sdp_proofs.api.numbers import Chosen
    from sdp_proofs.numbers.reals import Readable
    from sdp_proofs.privacy.conversions import Conversion
    from sdp_proofs.runs.recorded import Recorded

SAMPLINGS = ("poisson", "fixed", "shuffled")
NOTIONS = ("pure", "dp", "rdp", "zcdp", "gdp", "f-dp", "tv", "probabilistic")

Noise = Annotated[
    "Chosen | None",
    Option("Instead of a release: the deviation of the noise over the clipping norm. One word may be ?.", metavar="S"),
]
BatchSize = Annotated["Readable | None", Option("Records of a batch, on average if batches are samples.", metavar="B")]
TrainingRecords = Annotated["Readable | None", Option("Records to train on.", metavar="N")]
Epochs = Annotated["Chosen | None", Option("How often as many records go by; steps are rounded up.", metavar="E")]
Steps = Annotated["Readable | None", Option("How many batches, instead of epochs.", metavar="T")]
Sampling = Annotated[
    str | None,
    Option("How batches are made: poisson (unless said), fixed or shuffled.", metavar="NAME", completes=SAMPLINGS),
]


def account(
    release: Annotated[
        Any,
        Option(
            "Such as 'poisson(rate=256/60000, gaussian(sigma=1.1)) * 14063', or a file of a run.",
            metavar="[RELEASE]", argument=True,
        ),
    ] = None,
    *,
    noise_multiplier: Noise = None,
    batch_size: BatchSize = None,
    records: TrainingRecords = None,
    epochs: Epochs = None,
    steps: Steps = None,
    sampling: Sampling = None,
    delta: Annotated[Chosen | None, Option("Ask for the least epsilon at this delta.")] = None,
    epsilon: Annotated[Chosen | None, Option("Ask for delta at this epsilon.")] = None,
    adjacency: Adjacency = None,
    digits: Digits = 10,
    method: Annotated[
        str, Option("auto, renyi, gaussian, exact, single-step, choices, two-steps, inversion, lattice or chernoff.")
    ] = "auto",
    check: Readable | None = None,
) -> Answer:
    """Compute the cost of a sequence of releases: the least epsilon at a delta, or delta at an epsilon.

    Args:
        release: such as "poisson(rate=256/60000, gaussian(sigma=1.1)) * 14063", or the object that this stands for,
            `Poisson("256/60000", Gaussian("1.1")) * 14063`; an Opacus engine, accountant, history or state; an event
            of dp_accounting; a configuration of JAX-Privacy; an OpenDP measurement; the name of a file of any of
            these; or, instead, the parameters of a training run:
        noise_multiplier: standard deviation of the noise over the clipping norm;
        batch_size: records of a batch, on average where batches are samples;
        records: records to train on;
        epochs: how often as many records go by, or
        steps: how many batches;
        sampling: how batches are made: "poisson", "fixed" or "shuffled".
        delta: ask for the least epsilon at this delta;
        epsilon: or for delta at this epsilon.
        adjacency: "add-remove" or "replace-one"; add-remove where the release leaves it open.
        digits: significant digits to prove.
        method: the engine, where it is not to be chosen.
        check: a number printed elsewhere; `checked` of the answer says whether it is a valid bound.

    Raises:
        DomainError: not exactly one of delta and epsilon, or a release that cannot be read.

    Example:
        >>> f"{account('gaussian(sigma=100) * 10000', epsilon=7):.4e}"
        '5.1677e-12'
        >>> print(account('laplace(scale=10)', delta=0))
        epsilon <= 0.1 (exactly 1/10)
        to quote: (0.1, 0)-DP, add or remove one record, by convention
        worst direction remove, by largest-loss
        >>> account("gaussian(2)", delta=1e-5, check="1.9").checked.upper.value
        'FAILS'
        >>> account(noise_multiplier=1.1, batch_size=256, records=60000, epochs=60, delta=1e-5).to_quote()
        '(2.382, 0.00001)-DP, add or remove one record'
    """
    from sdp_proofs.accounting.answers import delta_at, epsilon_at
    from sdp_proofs.accounting.reports import Report

    if (delta is None) == (epsilon is None):
        asked = "; for a number written ? call calibrate" if isinstance(release, str) and "?" in release else ""
        raise OptionsError(f"exactly one of delta and epsilon must be given{asked}")
    run, question = question_of(
        release, adjacency, noise_multiplier=noise_multiplier, batch_size=batch_size, records=records, epochs=epochs,
        steps=steps, sampling=sampling,
    )  # fmt: skip
    if delta is not None:
        answer = epsilon_at(question, chosen(delta), digits=digits, method=method)
    else:
        answer = delta_at(question, chosen(epsilon), digits=digits, method=method)
    checked = None if check is None else Report(question, answer, digits, method).decided(chosen(check))
    return replace(answer, rests_on=run.unseen, by_convention=question.by_convention, checked=checked)


Order = Annotated["Chosen | None", Option("Ask for the Renyi divergence of this order >= 1, or inf.", metavar="A")]
FalsePositives = Annotated[
    "Chosen | None",
    Option("Ask how many records any test with this false positive rate misses.", flag="--fpr", metavar="P"),
]
Prior = Annotated[
    "Chosen | None", Option("Ask how often an adversary errs who believes with this chance that a record is there.",
                            metavar="P")
]  # fmt: skip
Advantage = Annotated[bool, Option("Ask for the largest true less false positive rate of any test.")]
Rho = Annotated[bool, Option("Ask for the least rho of zero-concentrated privacy.")]
Mu = Annotated[bool, Option("Ask for the least mu of Gaussian differential privacy.")]



def measure(
    release: Any,
    *,
    order: Order = None,
    false_positive_rate: FalsePositives = None,
    prior: Prior = None,
    advantage: Advantage = False,
    rho: Rho = False,
    mu: Mu = False,
    adjacency: Adjacency = None,
    digits: Digits = 10,
) -> Measure:
    """Compute another measure of the privacy of a sequence of releases than epsilon and delta.

    World: an enclosure. What an adversary's error is at least is rounded down, everything else up: the number that is
    printed is a valid guarantee.

    Args:
        release: whatever `account` reads.
        order: ask for the Renyi divergence of this order;
        false_positive_rate: or for the least false negative rate of all tests with this false positive rate;
        prior: or for the least error of an adversary who believes with this chance that the record is there;
        advantage: or for the largest difference of true and false positive rate of any test;
        rho: or for the least rho of zero-concentrated privacy;
        mu: or for the least mu of Gaussian differential privacy, of normal noise alone or of bounded losses.
        adjacency: as in `account`.
        digits: significant digits to prove.

    Raises:
        OptionsError: not exactly one of the questions.
        DomainError: a number outside its domain, or a release of which that is not known.

    Example:
        >>> print(measure("gaussian(sigma=2)", order=8).to_quote())
        (8, 1)-RDP, add or remove one record
        >>> measure("poisson(rate=0.01, gaussian(sigma=1)) * 1000", advantage=True, digits=6).headline(4)
        '0.1611'
        >>> measure("laplace(scale=1) * 2", mu=True).to_quote()
        '1.306-GDP, add or remove one record'
        >>> measure("laplace(scale=1)", prior="1/2").to_quote()
        'with the prior 1/2 an adversary errs with probability at least 0.3032, add or remove one record'
    """
    from sdp_proofs.accounting import measures

    name, given = asked_of(order, false_positive_rate, prior, advantage=advantage, rho=rho, mu=mu)
    _, question = question_of(release, adjacency)
    found = measures.measure(question, name, None if given is None else chosen(given), digits=digits)
    return replace(found, by_convention=question.by_convention)


def convert(
    source: Annotated[
        str, Option("The notion that is given: pure, dp, rdp, zcdp, gdp, f-dp, tv or probabilistic.", flag="--from",
                    metavar="NOTION", completes=NOTIONS)
    ],
    target: Annotated[
        str, Option("The notion that is asked for.", flag="--to", metavar="NOTION", completes=NOTIONS)
    ],
    value: Annotated[
        Chosen | None, Option("Its number: epsilon of pure and dp, gamma of rdp, rho of zcdp, mu of gdp, t of tv.")
    ] = None,
    *,
    order: Annotated[Readable | None, Option("The order > 1 of rdp.")] = None,
    delta: Annotated[
        Chosen | None, Option("To dp: ask for the least epsilon at this delta. From dp: its delta.")
    ] = None,
    epsilon: Annotated[Chosen | None, Option("To dp: ask for delta at this epsilon.")] = None,
    alpha: Annotated[Readable | None, Option("To f-dp: the type I error.")] = None,
    points: Annotated[
        Sequence[str | tuple[Readable, Readable]],
        Option(
            "From f-dp: a corner of the trade-off, type I and type II error; one option per corner, from 0 to 1,0.",
            flag="--point", metavar="ALPHA,BETA",
        ),
    ] = (),
    digits: Digits = 10,
) -> Conversion:
    """Convert a guarantee to another notion of privacy: the best number that holds for all mechanisms.

    World: an enclosure. `standing` says whether its ends meet, and `claim` what it rests on. What an adversary's error
    is at least is rounded down, everything else up: the number that is printed is a valid guarantee.

    Raises:
        DomainError: nothing follows, no finite number does, or a number is missing or outside its domain.

    Example:
        >>> print(convert("rdp", "dp", "0.5", order=8, delta=1e-5).to_quote())
        (1.710, 0.00001)-DP
        >>> found = convert("gdp", "f-dp", 1, alpha="1/20")
        >>> found.to_quote(), found.direction
        ('type II error >= 0.7404 at type I error 1/20', 'lower')
    """
    from sdp_proofs.privacy.conversions import Given, notion_of, read_points
    from sdp_proofs.privacy.conversions import convert as converted

    number = chosen(value) if notion_of(source) in ("pure", "dp", "probabilistic") else value
    corners = read_points(points) if points else None
    known = Given(number, order, chosen(delta), chosen(epsilon), alpha, corners)
    return converted(source, target, known, digits=digits)


def question_of(release: Any, adjacency: str | None, **words: Any) -> tuple[Recorded, Question]:
    """Return the run that is described, and the question about it: an adjacency that is given goes before its own.

    Raises:
        OptionsError: both a release and words, or neither.
        DomainError: a release that cannot be read, or that does not go with the adjacency.
    """
    from sdp_proofs.accounting.analysis import Question

    run = run_of(release, **words)
    return run, Question.of(run.release, adjacency or run.adjacency)


def run_of(release: Any, **words: Any) -> Recorded:
    """Return the run that is described: by a release, what `runs.reading` reads, or the parameters of a training run.

    Raises:
        OptionsError: both a release and words, or neither.
    """
    from sdp_proofs.runs.reading import read
    from sdp_proofs.runs.words import Training

    given = {name: chosen(value) for name, value in words.items() if value is not None}
    if release is None:
        if not given:
            raise OptionsError("a release or the parameters of a training run must be given, got neither")
        return Training.of(**given).recorded
    if given and set(given) != {"steps"}:
        raise OptionsError(f"{next(iter(given)).replace('_', ' ')} must not be given with a release")
    return read(release, steps=given.get("steps"))


def asked_of(
    order: Chosen | None, rate: Chosen | None, prior: Chosen | None, *, advantage: bool, rho: bool, mu: bool
) -> tuple[str, Readable | float | None]:
    """Return the one measure that is asked for, and its number.

    Raises:
        OptionsError: not exactly one.
    """
    from sdp_proofs.accounting import measures

    asked = [
        (name, given)
        for name, given, there in (
            (measures.RENYI, order, order is not None),
            (measures.MISSES, rate, rate is not None),
            (measures.ERROR, prior, prior is not None),
            (measures.ADVANTAGE, None, advantage),
            (measures.CONCENTRATED, None, rho),
            (measures.GAUSSIAN, None, mu),
        )
        if there
    ]
    if len(asked) != 1:
        raise OptionsError("exactly one of order, false_positive_rate, prior, advantage, rho and mu must be given")
    return asked[0]
