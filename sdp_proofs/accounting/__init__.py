"""Accounting: what a sequence of releases costs in (epsilon, delta), with proven digits."""
