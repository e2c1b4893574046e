"""DP-LSSGD as an optax chain on scikit-learn's digits: its accuracy, and the epsilon of its steps, proven."""

from fractions import Fraction

import jax
import jax.numpy as jnp
import numpy as np
import optax

from sdp_proofs.training.data import digits
from sdp_proofs.training.privacy import PrivacyRecord, Release, Sampler, Scheme, certified_epsilon
from sdp_proofs.training.transformation import private_chain

data = digits()
sampler = Sampler(Scheme.POISSON, data.records, 60)
release = Release(sampler, clip=Fraction(1), sigma=Fraction("3.481"))
chain = private_chain(
    clip=release.clip, sigma=release.sigma, smoothing=1, batch=60, key=jax.random.key(7), optimizer=optax.sgd(0.5)
)


def loss(model, pixels, label):
    """Loss of one record, in nats."""
    return optax.softmax_cross_entropy_with_integer_labels(pixels @ model["w"] + model["b"], label)


@jax.jit
def step(model, state, pixels, labels, real):
    """One step; rows that only fill the batch up have the gradient 0."""
    each = jax.vmap(jax.grad(loss), in_axes=(None, 0, 0))(model, pixels, labels)
    each = jax.tree.map(lambda one: one * real.reshape(-1, *[1] * (one.ndim - 1)), each)
    updates, state = chain.update(each, state, model, rows=len(labels))
    return optax.apply_updates(model, updates), state


model = {"w": jnp.zeros((data.inputs.shape[1], data.classes)), "b": jnp.zeros(data.classes)}
state, steps, generator = chain.init(model), PrivacyRecord(), np.random.default_rng(7)
for _ in range(500):
    batch = sampler.draw(generator)
    rows = np.resize(batch, 128 * (1 + len(batch) // 128)) if len(batch) else np.zeros(128, int)
    model, state = step(model, state, data.inputs[rows], data.labels[rows], np.arange(len(rows)) < len(batch))
    steps.add(release, largest_norm=0)  # the chain clips, by its construction

right = (data.test_inputs @ model["w"] + model["b"]).argmax(axis=1) == data.test_labels
spent = certified_epsilon(steps.expression(), delta="1e-5", adjacency=steps.adjacency, digits=6)
print(f"accuracy {float(right.mean()):.2f}")
print(f"released {steps.expression()}")
print(f"private  {spent.to_quote(6)}")
