"""The one door to Arb: the ball types that certified code outside `numerics` computes with."""

from flint import acb, arb, ctx, fmpz

__all__ = ["acb", "arb", "ctx", "fmpz"]
