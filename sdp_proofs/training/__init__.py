"""Private training that knows its privacy: steps, runs, and the optax transformation (extra `train`)."""
