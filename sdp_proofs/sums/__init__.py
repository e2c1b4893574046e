"""Sums and tails of probabilities: direct, by continued fractions, by quadrature, by shifts."""
