"""What a claim's page says of its letters as numbers: a probability is one, and the odds are at least 1.

A point that leaves these ranges is no instance: it shows at most that nothing follows from the premises. The ranges are
read from what the page prints, the captions and the meanings of the symbols, and are nowhere listed by claim.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from sdp_proofs.formulas.formula import Formula
from sdp_proofs.ledger import Claim
from sdp_proofs.verdict import Verdict

_NUMBER = r"(-?\d+(?:/\d+)?)"
_UNIT = "And(0 <= {0}, {0} <= 1)"
_MEANINGS = (
    (re.compile(r"\b(probability|chance|share|rate|law of the output)\b"), _UNIT),
    (re.compile(r"\b(?:between|from) 0 (?:and|to) " + _NUMBER + "$"), "And(0 <= {0}, {0} <= {1})"),
    (re.compile(r"\bin \[0, 1\]$"), _UNIT),
    (re.compile(r"(>=|<=|>|<) " + _NUMBER + "$"), "{0} {1} {2}"),
    (re.compile(r"^any 0 or 1$"), "Or({0} == 0, {0} == 1)"),
    (re.compile(r"\bpositive number$"), "{0} > 0"),
    (re.compile(r"\b(variance|distance|number of)\b"), "{0} >= 0"),
    (re.compile(r"^[\w.]*(delta|hockey_stick)\w*$"), _UNIT),
)
_CAPTIONS = (
    (re.compile(r"^e\^\{?\\epsilon\}?$"), "{0} >= 1"),
    (re.compile(r"^\\hat\\delta|^\\delta"), _UNIT),
    (re.compile(r"^(\\Pr|[PQ]'?)\s*[(\[]"), _UNIT),
)


def declared(claim: Claim, names: Iterable[str] = ()) -> tuple[Formula, ...]:
    """The ranges of the symbols of a claim's formula, as conditions.

    Args:
        claim: what speaks of the symbols.
        names: other symbols, of its proof.

    Example:
        >>> from sdp_proofs.papers import registry
        >>> [str(one) for one in declared(registry()["outputs-of-one-ratio-may-be-joined"])][:2]
        ['And(0 <= p, p <= 1)', 'And(0 <= q, q <= 1)']
    """
    symbols = dict.fromkeys((*claim.formula.free, *names))
    return tuple(Formula(text, {name: name}) for name in symbols for text in _ranges(claim, name))


def _ranges(claim: Claim, name: str) -> Iterator[str]:
    caption = claim.formula.symbols.get(name, claim.captions.get(name, ""))
    for text, patterns in ((claim.means.get(name, ""), _MEANINGS), (caption, _CAPTIONS)):
        found = next(((match, said) for pattern, said in patterns if (match := pattern.search(text))), None)
        if found is not None:
            yield found[1].format(name, *found[0].groups())
            return


def outside(claim: Claim, values: Mapping[str, Fraction]) -> str:
    """The first range that a point leaves, in words; empty for a point that may be an instance.

    Args:
        claim: what speaks of the symbols.
        values: the point; symbols without a value leave nothing.

    Example:
        >>> from sdp_proofs.papers import registry
        >>> claim = registry()["outputs-of-one-ratio-may-be-joined"]
        >>> outside(claim, {"p": Fraction(7, 4)}), outside(claim, {"p": Fraction(1, 4)})
        ('And(0 <= p, p <= 1)', '')
    """
    for one in declared(claim):
        if one.free[0] in values and one.decide(values) is Verdict.FAILS:
            return str(one)
    return ""
