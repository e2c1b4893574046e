"""The errors this package raises on purpose; everything else is a defect.

A refusal has a code, a short text that stays when its sentence is improved: programs and tests match the code.
"""

from __future__ import annotations

from typing import ClassVar


class DomainError(ValueError):
    """An argument is outside the domain of a function.

    The message says what must hold, then what was given; the command line prints it as its one
    line of error and exits with code 2.

    Attributes:
        code: the kind of refusal.

    Example:
        >>> DomainError("a rate must be in (0, 1], got 2").code
        'domain'
    """

    code: ClassVar[str] = "domain"


class OptionsError(DomainError):
    """Options that do not go together, or one that is missing."""

    code = "options"


class UnknownNameError(DomainError):
    """A name of which there are some, and this is none of them."""

    code = "unknown-name"


class SizeError(DomainError):
    """The instance is well formed, but the computation asked for would not finish."""

    code = "size"


class PrecisionError(ArithmeticError):
    """The precision ceiling was reached before the requested digits were proven.

    Nothing wrong is returned: the caller either asks for fewer digits or raises the ceiling.
    """

    code: ClassVar[str] = "precision"
