"""Estimates with guaranteed intervals: importance sampling, betting intervals, a trend test, checkpoints."""
