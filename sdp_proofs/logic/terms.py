"""Terms by the names of their constants, fresh variables, and the register of definitions with their typeset forms.

Tactics build terms with it and printing reads the typeset forms from it, so that neither needs the other's module.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from typing import Any

from sdp_proofs.logic.kernel import Term, Type, const, match, real, term, var, with_types
from sdp_proofs.logic.kernel import generic as generic_type

_numbers = [count()]


def fresh(like: str, ty: Type) -> Term:
    """A variable that no other call gives while one theorem is proved."""
    return var(f"{like.split('__', maxsplit=1)[0]}__{next(_numbers[-1])}", ty)


@contextmanager
def own_names() -> Iterator[None]:
    """Number fresh variables from 0, as for each theorem, so that proofs do not depend on what was proved before."""
    _numbers.append(count())
    try:
        yield
    finally:
        _numbers.pop()


def call(name: str, *values: Any) -> Term:
    """A constant or definition at some values; its sets are found from theirs."""
    pattern = found = generic_type(name)
    types: dict[str, Type] = {}
    done = []
    for one in values:
        value = term(one, with_types(found[1], types))
        match(found[1], value.ty, types)
        found = found[2]
        done.append(value)
    return const(name, with_types(pattern, types))(*done)


FALSE = call("false")


def not_(p: Term) -> Term:
    """The negation."""
    return call("not", p)


def or_(p: Term, q: Term) -> Term:
    """The disjunction."""
    return call("or", p, q)


def exists(p: Term) -> Term:
    """The proposition that something has the property p, a function into propositions."""
    return call("exists", p)


def below(s: Any, t: Any) -> Term:
    """The proposition s < t, as: not t <= s."""
    return not_(real(t) <= real(s))


# ---- definitions ---------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Definition:
    """A name for a closed term; called on terms it gives the term that uses the name.

    Attributes:
        name: the name in the kernel.
        said: the docstring.
        latex: how it is typeset, with {0}, {1}, ... for the arguments; empty for name(arguments).
        place: where the papers define it.
        difference: how it differs from the usual definition, if it does.
    """

    name: str
    said: str
    latex: str = ""
    place: str = ""
    difference: str = ""

    def __call__(self, *values: Any) -> Term:
        """The notion at some values."""
        return call(self.name, *values)


DEFINITIONS: dict[str, Definition] = {}


def arity(latex: str) -> int:
    """The number of arguments that a typeset form shows; it must show the first ones, leaving none out."""
    shown = {int(i) for i in re.findall(r"(?<!\{)(?:\{\{)*\{(\d)\}", latex)}
    if shown != set(range(len(shown))):
        raise TypeError(f"the typeset form {latex} leaves an argument out")
    return len(shown)
