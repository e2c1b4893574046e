"""Tails of counts: the best event is one, and how its probability is computed."""
