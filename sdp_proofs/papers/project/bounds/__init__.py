"""Bounds of delta: Chernoff bounds with one and with two tails, and from below."""
