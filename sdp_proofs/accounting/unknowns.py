"""The one `?` of a release: which number of which mechanism it is, and in which direction privacy moves with it.

World: exact. A mechanism says of each of its numbers that more is safer, or less, or why neither is. Orders come from
three arguments: what is more private is post-processing of what is less, so that its pair is dominated; a mixture over
something that is independent of the data loses no more than its worst part; or a formula of an upper bound is monotone.

* *Noise.* Normal, Laplace and geometric noise of a larger scale is noise of a smaller one plus independent noise. So is
  binomial noise of two more coins. Cut to a range, normal and binomial noise keep the order: of the largest threshold
  in the range the gain is concave there, log-concavity says, and the steps between are those of the noise itself.
* *Not everywhere*: `exceptions`. Of noise on integers that is normal or rounded delta jumps down and creeps up as the
  scale grows past a place where a ratio of two probabilities is e^epsilon. There a value is proven by itself alone.
* *Numbers of records and steps.* A sample with a record less is that sample with one of its records dropped at random.
  Of more records one that is left out beforehand may be chosen at random: a mixture of smaller databases. One that is
  of a type which is no neighbour's takes the place of a sampled record: `sampling-histogram` at given counts.
* In batches of a part g of the records the profile at odds E is g h(1 + (E - 1)/g), which rises in g, h being convex
  and falling.
* The ratio of an allocation to t + 1 steps is the mean of those of all but one step, which is below by Jensen. A record
  that is in more steps is allocated to more and smaller blocks.
* Of a larger group more records are drawn, and `longer-shifts-dominate`. A tree of more steps contains the tree of
  fewer, a longer list of the best a shorter one, and with more bands a record has fewer turns.
* Randomised response among more types tells each wrong one more rarely. A wider range holds all answers of a narrower
  one, whose outputs are those of the wider, cut.
* *No order*: `no_order`, with two values between which privacy turns.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from inspect import signature
from itertools import accumulate

from sdp_proofs.accounting.grammar import kind_of, mechanisms, only_number, split
from sdp_proofs.accounting.release import Mechanism
from sdp_proofs.accounting.release_fields import is_list, is_whole, is_word
from sdp_proofs.errors import DomainError

_OPTION = re.compile(r"([A-Za-z][A-Za-z0-9_-]*)\s*=\s*(\[[^\[\]?]*)?\?")
_CALL = re.compile(r"([A-Za-z][A-Za-z0-9_-]*)\s*\($")
_GIVEN = re.compile(r"([A-Za-z][A-Za-z0-9_-]*)\s*=\s*(.*)", re.DOTALL)
_BARE = re.compile(r"([A-Za-z][A-Za-z0-9_-]*)\s*\(\s*\?")
_STEPS = re.compile(r"\*\s*\?|\?\s*\*")
WORD = "it is a word"


@dataclass(frozen=True)
class Unknown:
    """The number that is asked for.

    Args:
        name: of the parameter; "steps" for how often a release is run.
        kind: of which mechanism; None for the steps.
        more_is_safer: whether larger values are more private.
        origin: the number is origin + unit * v with v > 0, of which the search is.
        unit: -1 where it is counted downwards, 2 for even numbers.
        exception: where the order fails; empty where it never does.
    """

    name: str
    kind: type[Mechanism] | None = None
    more_is_safer: bool = False
    origin: Fraction = Fraction(0)
    unit: int = 1
    exception: str = ""

    @property
    def whole(self) -> bool:
        """True where it is a whole number by its type."""
        return self.kind is None or is_whole(self.kind, self.name)

    @property
    def limit(self) -> Fraction | None:
        """The largest v where the number is at most one; None for no limit."""
        return 1 - self.origin if self.kind is not None and self.name in self.kind.at_most_one else None

    def place(self, v: Fraction) -> Fraction:
        """The number at a place of the search."""
        return self.origin + self.unit * v


def unknown_of(release: str) -> Unknown:
    """Find the one `?` of a release.

    Raises:
        DomainError: there is none, or it cannot be solved for; the reason is said.

    Example:
        >>> unknown_of("gaussian(sigma=?) * 3").more_is_safer, unknown_of("gaussian(sigma=1) * ?").name
        (True, 'steps')
        >>> unknown_of("repeat(mean=2, runs=?, laplace(scale=1))")
        Traceback (most recent call last):
        sdp_proofs.errors.DomainError: runs of repeat must be given, as it is a word, got ?
    """
    if release.count("?") != 1:
        raise DomainError(f"a release to calibrate must have one ? in the place of a number, got {release.count('?')}")
    option = _OPTION.search(release)
    before = release[: option.start()] if option else ""
    around = [kind_of(name) for name in _calls_around(before)]
    if option and around:
        kind = around[0]
        name = option[1].replace("-", "_")
        name = kind.also_called.get(name, name)
        reason = why_not(kind, name)
        if reason:
            raise DomainError(f"{name.replace('_', '-')} of {kind.name} must be given, as {reason}, got ?")
        if name in (*kind.more_is_safer, *kind.less_is_safer):
            if is_list(kind, name) != bool(option[2]):
                what = "one number of the list" if is_list(kind, name) else "the number"
                raise DomainError(f"the ? must stand for {what} {name} of {kind.name}, got it elsewhere")
            behind = release[option.end() :]
            given = _beside(before, behind.partition("]")[2] if option[2] else behind)
            exception = kind.exceptions.get(name) or next(
                (outer.exceptions_inside[name] for outer in around[1:] if name in outer.exceptions_inside), ""
            )
            return Unknown(name, kind, name in kind.more_is_safer, *kind.counted(name, given), exception)
    if not option and _STEPS.search(release):
        return Unknown("steps")
    known = dict.fromkeys(name for kind in mechanisms().values() for name in (*kind.more_is_safer, *kind.less_is_safer))
    raise DomainError(f"the ? must stand for steps or one of {', '.join(sorted(known))}, got it elsewhere")


def why_not(kind: type[Mechanism], parameter: str) -> str:
    """The reason why a `?` may not stand for a parameter; empty where it may.

    Example:
        >>> why_not(kind_of("allocation"), "bins"), why_not(kind_of("gaussian"), "sigma")
        ('it is a word', '')
    """
    return kind.no_order.get(parameter, WORD if is_word(kind, parameter) else "")


def table() -> list[tuple[str, str, str, str]]:
    """Tabulate every parameter of every mechanism: the direction of more privacy, and where or why `?` is refused.

    Example:
        >>> [row for row in table() if row[0] == "banded"][0]
        ('banded', 'bands', 'more', '')
    """
    found = []
    for name, kind in mechanisms().items():
        for parameter in signature(kind).parameters:
            if parameter == kind.inner:
                continue
            known = "more" if parameter in kind.more_is_safer else "less" if parameter in kind.less_is_safer else ""
            reason = kind.exceptions.get(parameter, "") if known else f"no `?`: {why_not(kind, parameter)}"
            found.append((name, parameter.replace("_", "-"), known, reason))
    return found


def named(release: str) -> str:
    """Name the parameter of a `?` that needs no name.

    Example:
        >>> named("poisson(?, gaussian(1)) * 3"), named("gaussian( ? )")
        ('poisson(rate=?, gaussian(1)) * 3', 'gaussian(sigma=?)')
    """

    def with_name(found: re.Match[str]) -> str:
        known = only_number(kind_of(found[1]))
        return found[0] if known is None else f"{found[1]}({known}=?"

    return re.sub(r"\s+\)", ")", _BARE.sub(with_name, release)) if _BARE.search(release) else release


def _calls_around(text: str) -> Iterator[str]:
    """The names of the calls that are open at the end of a text, the innermost first.

    Example:
        >>> list(_calls_around("2 * (rounded(laplace(scale=1, "))
        ['laplace', 'rounded']
    """
    inside = _before_bracket(text)
    while inside:
        call = _CALL.search(inside)
        if call:
            yield call[1]
        inside = _before_bracket(inside[:-1])


def _before_bracket(text: str) -> str:
    """The text up to the last bracket that is open at its end.

    Example:
        >>> _before_bracket("poisson(rate=0.1, gaussian(sigma=1), ")
        'poisson('
    """
    depth = 0
    for place in range(len(text) - 1, -1, -1):
        depth += (text[place] in ")]") - (text[place] in "([")
        if depth < 0:
            return text[: place + 1]
    return ""


def _beside(before: str, behind: str) -> Mapping[str, str]:
    """The options of a call beside the one between the two texts.

    Example:
        >>> _beside("3 * randomised-response(types=4, ", ") + pure(epsilon=1)")
        {'types': '4'}
    """
    depths = accumulate((sign in "([") - (sign in ")]") for sign in behind)
    end = next((place for place, depth in enumerate(depths) if depth < 0), len(behind))
    inside = before[len(_before_bracket(before)) :] + behind[:end]
    found = (_GIVEN.fullmatch(part.strip()) for part in split(inside, ","))
    return {option[1].replace("-", "_"): option[2] for option in found if option}
