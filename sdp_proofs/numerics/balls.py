"""The one door to Arb: the ball types that certified code outside `numerics` computes with."""

from __future__ import annotations

from flint import acb, arb, ctx, fmpz

__all__ = ["acb", "arb", "ctx", "fmpz", "whole"]


def whole(ball: arb) -> int:
    """The integer that an exact integer ball is.

    Raises:
        ValueError: the ball does not contain exactly one integer.
    """
    integer = ball.unique_fmpz()
    if integer is None:
        raise ValueError(f"a ball must contain exactly one integer, got {ball}")
    return int(integer)
