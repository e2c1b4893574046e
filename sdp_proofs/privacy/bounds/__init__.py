"""Closed-form bounds of delta(H) and of delta_SDP for the sampling-histogram mechanism, each with its proof."""
