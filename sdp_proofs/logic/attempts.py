"""A first proof of a statement: what the tactics do alone, from its premises; where they stop, the goal is printed.

Definitions are opened, variables and premises introduced, premises for all values used at the variables that are there;
a certificate of arithmetic ends it. That proves what follows from the premises at the same test or element; a proof
that needs an idea, such as another test, is written by hand and begins where this one stops.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from sdp_proofs.logic import kernel
from sdp_proofs.logic.algebra import algebra
from sdp_proofs.logic.kernel import Term, Theorem, binary, normal, same, spine
from sdp_proofs.logic.surface import Statement
from sdp_proofs.logic.tactics import Stuck, ar, body_of
from sdp_proofs.logic.terms import fresh

_MOST = 60
"""Facts that a certificate is sought among."""


def steps(one: Statement) -> Callable[..., Theorem]:
    """The function that tries to prove a statement; it raises Stuck, with the goal and the facts, where it stops."""

    def prove(*facts: Theorem) -> Theorem:
        return same(_proved(normal(one.conclusion), [body_of(th) for th in facts], one.variables), one.conclusion)

    return prove


def _proved(goal: Term, facts: Sequence[Theorem], variables: Sequence[Term]) -> Theorem:
    """A goal without definitions, from facts without definitions."""
    head, args = spine(goal)
    name = head.parts[0] if head.head == "const" else ""
    if name == "forall" and args[0].head == "lam":
        v = fresh(args[0].hint or "x", args[0].parts[0])
        return same(kernel.gen(v, _proved(normal(kernel.open_(args[0].parts[1], v)), facts, [*variables, v])), goal)
    if name == "implies":
        return kernel.discharge(args[0], _proved(args[1], [*facts, kernel.assume(args[0])], variables))
    if name == "and":
        return kernel.conj(*(_proved(one, facts, variables) for one in args))
    found = list({one.concl: one for th in facts for one in _instances(th, facts, variables)}.values())[:_MOST]
    try:
        return _short(ar(goal, *found))
    except Stuck as stuck:
        try:
            return algebra(goal, *found)
        except Stuck:
            raise stuck from None  # its message has the goal and the facts as they are


def _short(th: Theorem) -> Theorem:
    """A certificate without the facts that it does not use, so that a premise that is idle is seen to be."""
    if th.rule != "arith" or th.args[0]:
        return th
    used = {number for _, numbers, _ in th.args[1] for number in numbers}
    return ar(th.concl, *(fact for i, fact in enumerate(th.parents) if i in used))


def _instances(th: Theorem, facts: Sequence[Theorem], variables: Sequence[Term]) -> Iterator[Theorem]:
    """The inequalities and equations of reals that a fact says of the variables."""
    head, args = spine(th.concl)
    name = head.parts[0] if head.head == "const" else ""
    if name == "forall":
        for v in variables:
            if v.ty == args[0].ty[1]:
                yield from _instances(body_of(kernel.spec(th, v)), facts, variables)
    elif name == "implies":
        known = next((one for one in facts if one.concl == binary(th.concl, "implies")[0]), None)
        if known is not None:
            yield from _instances(kernel.mp(th, known), facts, variables)
    elif name == "and":
        yield from _instances(kernel.left(th), facts, variables)
        yield from _instances(kernel.right(th), facts, variables)
    elif name in ("le", "eq", "not"):
        yield th
