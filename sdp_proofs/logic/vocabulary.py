"""All words of a theory: `from sdp_proofs.logic.vocabulary import *`."""

from __future__ import annotations

from fractions import Fraction

from sdp_proofs.logic import algebra, certificates, definitions, kernel, means, surface, tactics, terms

_ROOMS = (certificates, kernel, terms, tactics, surface, definitions, means, algebra)
_HIDDEN = {"annotations", "Any", "Callable", "Iterable", "Iterator", "Mapping", "Sequence", "count", "gcd", "re"}
_HIDDEN |= {"text"}
_words = {name: value for room in _ROOMS for name, value in vars(room).items() if not name.startswith("_")}
_words |= {"Fraction": Fraction}
_words = {name: value for name, value in _words.items() if name not in _HIDDEN}
_words |= {"implies": kernel.implies, "solve": None, "ZERO": kernel.ZERO, "one_half": Fraction(1, 2)}
globals().update(_words)
__all__ = sorted(_words)
