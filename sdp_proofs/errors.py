"""The errors this package raises on purpose; everything else is a defect."""

from __future__ import annotations


class DomainError(ValueError):
    """An argument is outside the domain of a function.

    The message says what must hold, then what was given; the command line prints it as its one
    line of error and exits with code 2.
    """


class PrecisionError(ArithmeticError):
    """The precision ceiling was reached before the requested digits were proven.

    Nothing wrong is returned: the caller either asks for fewer digits or raises the ceiling.
    """


class SizeError(DomainError):
    """The instance is well formed, but the computation asked for would not finish."""
