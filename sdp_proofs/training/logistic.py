"""Multi-class logistic regression: loss, accuracy, and the sum of clipped per-example gradients without a loop.

Parameters are W of shape (classes, features) and c of shape (classes,). For a record (x, y) with probabilities p the
gradient of the cross entropy is (p - y) x^T and p - y, y as a unit vector; its norm is |p - y| sqrt(|x|^2 + 1). So the
clipped sum over a batch is one matrix product.

**Clipping.** A gradient is multiplied by min(1, C/norm) (1 - 2^-30). Float errors of the norm and of the products are
below (features + classes + 10) 2^-52 in relative size, so for fewer than 2^21 features and classes every clipped
gradient has norm at most C as real numbers. (That sums of floats round, too, is not accounted for.)

World: floats.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from sdp_proofs.training.data import Dataset, Floats, Labels

SLACK = 1 - 2.0**-30
Parameters = tuple[Floats, Floats]
"""W (classes, features) and c (classes,)."""


def start(data: Dataset) -> Parameters:
    """Zeros: a start that depends on nothing."""
    return np.zeros((data.classes, data.inputs.shape[1])), np.zeros(data.classes)


def clipped_sum(parameters: Parameters, inputs: Floats, labels: Labels, clip: Fraction) -> tuple[Parameters, float]:
    """The sum of the clipped gradients of a batch, and the largest norm among them.

    Args:
        parameters: W and c.
        inputs: of the batch, shape (b, features); b may be 0.
        labels: shape (b,).
        clip: the clip norm C > 0.

    Example:
        >>> zeros = np.zeros((2, 1)), np.zeros(2)
        >>> (slope, _), norm = clipped_sum(zeros, np.array([[3.0]]), np.array([0]), Fraction(1))
        >>> slope.round(4).tolist(), round(norm, 6)
        ([[-0.6708], [0.6708]], 1.0)
    """
    errors = probabilities(parameters, inputs)
    errors[np.arange(len(labels)), labels] -= 1
    norms = np.sqrt((errors**2).sum(axis=1) * ((inputs**2).sum(axis=1) + 1))
    with np.errstate(divide="ignore"):
        factors = np.minimum(1, float(clip) / norms) * SLACK
    errors *= factors[:, None]
    return (errors.T @ inputs, errors.sum(axis=0)), float((norms * factors).max(initial=0))


def probabilities(parameters: Parameters, inputs: Floats) -> Floats:
    """The probability of each class for each record, shape (b, classes)."""
    scores = inputs @ parameters[0].T + parameters[1]
    scores -= scores.max(axis=1, keepdims=True)
    np.exp(scores, out=scores)
    scores /= scores.sum(axis=1, keepdims=True)
    return scores


def loss_and_accuracy(parameters: Parameters, inputs: Floats, labels: Labels) -> tuple[float, float]:
    """Mean cross entropy in nats, and the share of records whose class is the most probable one (estimates).

    Example:
        >>> zeros = np.zeros((2, 1)), np.zeros(2)
        >>> loss, accuracy = loss_and_accuracy(zeros, np.ones((4, 1)), np.array([0, 0, 0, 1]))
        >>> round(loss, 4), accuracy
        (0.6931, 0.75)
    """
    scores = inputs @ parameters[0].T + parameters[1]
    scores -= scores.max(axis=1, keepdims=True)
    rows = np.arange(len(labels))
    losses = np.log(np.exp(scores).sum(axis=1)) - scores[rows, labels]
    return float(losses.mean()), float((scores.argmax(axis=1) == labels).mean())
