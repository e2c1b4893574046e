"""Words that a user chooses from."""

from __future__ import annotations

from enum import StrEnum
from typing import Self

from sdp_proofs.errors import DomainError


class Choice(StrEnum):
    """One of a few words; a subclass lists them."""

    @classmethod
    def read(cls, text: str) -> Self:
        """The choice of this name.

        Raises:
            DomainError: there is none.
        """
        try:
            return cls(text)
        except ValueError:
            raise DomainError(f"{cls.__name__.lower()} must be one of {', '.join(cls)}, got {text!r}") from None
