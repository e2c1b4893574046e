"""`sdp-proofs train`: private training with Laplacian smoothing, and the privacy that the run itself reports."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from sdp_proofs.cli import answers as shared
from sdp_proofs.cli.command import AsJson, command
from sdp_proofs.cli.output import print_json, progress_bar
from sdp_proofs.declarations import Option

if TYPE_CHECKING:
    from sdp_proofs.accounting.answers import Answer
    from sdp_proofs.training.data import Dataset
    from sdp_proofs.training.plan import TrainingPlan
    from sdp_proofs.training.privacy import PrivacyRecord
    from sdp_proofs.training.run import Measure

_MODELS = ("logistic", "cnn")


@command("train", "releases.account")
def train(
    *,
    data: Annotated[
        str,
        Option(
            "digits (of scikit-learn), a .csv file with a header and the class in the column label or the last "
            "one, or a .npz file with x_train, y_train, x_test, y_test. Bytes of a .npz file are divided by 255; "
            "nothing else is scaled, as a scale computed from the records would be a release.",
            metavar="DATA",
        ),
    ] = "digits",
    smoothing: Annotated[
        str, Option("Strength >= 0 of the Laplacian smoothing; 0 is plain DP-SGD.", metavar="S")
    ] = "1",
    clip: Annotated[str, Option("Clip norm > 0 of each record's gradient.", metavar="C")] = "1",
    sigma: Annotated[
        str, Option("Noise multiplier >= 0: noise of deviation SIGMA C on the sum.", metavar="SIGMA")
    ] = "2",
    batch: Annotated[str, Option("Batch size; for Poisson sampling its expectation.", metavar="B")] = "60",
    steps: Annotated[str | None, Option("Number of steps.", metavar="T", default="500")] = None,
    epochs: Annotated[str | None, Option("Or the number of epochs, if that is whole steps.", metavar="E")] = None,
    sampling: Annotated[
        str,
        Option(
            "poisson (neighbours: add or remove a record) or without-replacement (replace a record).",
            completes=("poisson", "without-replacement"),
        ),
    ] = "poisson",
    model: Annotated[str, Option("logistic, or cnn for square images.", completes=_MODELS)] = "logistic",
    optimizer: Annotated[str, Option("sgd, or for the cnn also adam.")] = "sgd",
    step_size: Annotated[str, Option("Step size > 0.", metavar="A")] = "1",
    schedule: Annotated[str, Option("constant, root (A/sqrt(t)) or inverse (A/t).")] = "constant",
    weight_decay: Annotated[str, Option("Weight decay >= 0.", metavar="D")] = "0",
    layout: Annotated[
        str, Option("Which coordinates are neighbours: tensor (each a circle), vector (one circle), grid.")
    ] = "tensor",
    denoising: Annotated[
        str,
        Option(
            "smoothing, or a control: none, equal-norm, constant, permuted, transposed, noiseless "
            "(smooths before the noise)."
        ),
    ] = "smoothing",
    delta: Annotated[str, Option("For which epsilon is reported.", metavar="DELTA")] = "1e-5",
    digits: int = 6,
    seed: Annotated[
        str | None,
        Option(
            "Repeats a run. Who knows the seed can subtract the noise; without it a secret one is drawn.",
            metavar="SEED",
        ),
    ] = None,
    resume: Annotated[
        str | None,
        Option("Keep the state there, and continue from it. As secret as the seed.", metavar="FILE"),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Train with DP-SGD, its gradient smoothed, and report accuracy and the privacy of the run.

    The privacy is read from what the steps did: how they sampled, clipped and added noise. Accuracy and loss are
    measured on the test records and are not private.
    """
    _check(model, optimizer, delta, digits, steps, epochs)
    from sdp_proofs.extras import require_packages
    from sdp_proofs.training.privacy import certified_epsilon

    require_packages([*(["sklearn"] if data == "digits" else []), *(["jax", "optax"] if model == "cnn" else [])])

    dataset = _read_data(data)
    plan = _read_plan(
        dataset,
        (steps, epochs, batch),
        resume=resume,
        seed=seed,
        clip=clip,
        sigma=sigma,
        smoothing=smoothing,
        sampling=sampling,
        layout=layout,
        denoising=denoising,
        schedule=schedule,
        step_size=step_size,
        decay=weight_decay,
    )
    measured, privacy = _run(plan, dataset, model, optimizer, resume)
    release = privacy.expression()
    found = None
    if release is not None:
        found = certified_epsilon(release, delta=delta, adjacency=privacy.adjacency, digits=digits)
    epsilon = None if found is None else found.value
    answer: dict[str, Any] = {
        "data": data,
        "records": str(dataset.records),
        "model": model,
        "smoothing": smoothing,
        "steps": str(privacy.steps),
        "accuracy": repr(measured.accuracy),
        "loss": repr(measured.loss),
        "release": release,
        "adjacency": privacy.adjacency,
        "delta": delta,
        "epsilon": None if epsilon is None else epsilon.to_json(digits + shared.GUARD_DIGITS),
        "remark": _remark(release),
        "seed": seed,
    }
    if as_json:
        print_json(answer, "sdp-proofs/train/1")
    else:
        _print(answer, dataset, found, digits)


def _check(model: str, optimizer: str, delta: str, digits: int, steps: str | None, epochs: str | None) -> None:
    """Refuse what can be refused before any data are read."""
    from sdp_proofs.errors import DomainError
    from sdp_proofs.numbers.enclosure import check_digits
    from sdp_proofs.numbers.reals import read_rational

    if model not in _MODELS:
        raise DomainError(f"model must be {' or '.join(_MODELS)}, got {model!r}")
    if model == "logistic" and optimizer != "sgd":
        raise DomainError(f"the optimizer of the logistic model must be sgd, got {optimizer!r}")
    if not 0 < read_rational(delta, "delta") < 1:
        raise DomainError(f"delta must be in (0, 1), got {delta}")
    if steps is not None and epochs is not None:
        raise DomainError("at most one of --steps and --epochs must be given, got both")
    check_digits(digits)


def _read_data(source: str) -> Dataset:
    from sdp_proofs.training import data

    return data.digits() if source == "digits" else data.read_dataset(source)


def _read_plan(
    dataset: Dataset,
    length: tuple[str | None, str | None, str],
    *,
    resume: str | None,
    seed: str | None,
    **options: Any,
) -> TrainingPlan:
    """The plan; a seed that is not given is that of the file, or drawn."""
    import secrets

    from sdp_proofs.numbers.reals import read_integer
    from sdp_proofs.training import run
    from sdp_proofs.training.plan import SEED_BITS, TrainingPlan
    from sdp_proofs.training.privacy import Sampler, Scheme, whole_steps

    steps, epochs, batch = length
    count: int | str = "500" if steps is None else steps
    if epochs is not None:
        size = read_integer(batch, "the batch")
        Sampler(Scheme.read(options["sampling"]), dataset.records, size)
        count = whole_steps(read_integer(epochs, "the number of epochs"), dataset.records, size)
    known = seed if seed is not None or resume is None else run.seed_of(resume)
    return TrainingPlan.read(
        records=dataset.records,
        batch=batch,
        steps=count,
        seed=secrets.randbits(SEED_BITS) if known is None else known,
        **options,
    )


def _run(
    plan: TrainingPlan, dataset: Dataset, model: str, optimizer: str, resume: str | None
) -> tuple[Measure, PrivacyRecord]:
    with progress_bar("train", plan.steps) as advance:
        if model == "cnn":
            from sdp_proofs.training import network

            deep = network.train(plan, dataset, optimizer=optimizer, resume=resume, progress=advance)
            return deep.measures[-1], deep.privacy
        from sdp_proofs.training import run

        trained = run.train(plan, dataset, resume=resume, progress=advance)
        return trained.measures[-1], trained.privacy


def _remark(release: str | None) -> str | None:
    """Why there is no epsilon, if there is none."""
    return "not private: no noise was added" if release is None else None


def _print(answer: dict[str, Any], dataset: Dataset, found: Answer | None, digits: int) -> None:
    from sdp_proofs.accounting.analysis import IN_WORDS

    features = dataset.inputs.shape[1]
    lines = [
        ("data", f"{answer['data']}: {dataset.records} records to train on, {len(dataset.test_labels)} to test"),
        ("model", f"{answer['model']}, {features} features, {dataset.classes} classes"),
        ("smoothing", f"sigma = {answer['smoothing']}"),
        ("steps", f"T = {answer['steps']}"),
        ("accuracy", f"{float(answer['accuracy']):.4f} on the test records"),
        ("loss", f"{float(answer['loss']):.4f} nats on the test records"),
        ("release", answer["release"] or "none"),
        ("neighbours", IN_WORDS[answer["adjacency"]]),
        ("delta", answer["delta"]),
    ]
    if found is None or found.value is None:
        shared.print_lines([*lines, ("epsilon", answer["remark"])])
        return
    label, words = shared.quote_line(found, digits)
    if answer["seed"] is not None:
        words += ", towards those who do not know the seed"
    shared.print_lines([*lines, *shared.value_lines("epsilon", found.value, digits), (label, words)])
    if answer["seed"] is not None:
        typer.echo("the seed was given: the run is private only towards those who do not know it", err=True)
