"""Certified numerics: the only package that imports flint, z3 and mpmath."""
