"""Statements as annotated Python functions: the annotations are the premises.

    @theorem
    def post_processing(E: Real, delta: Real, P: Law[A], Q: Law[A], K: Channel[A, B]):
        \"\"\"Post-processing keeps (E, delta)-closeness.\"\"\"
        return implies(close(E, delta, P, Q), close(E, delta, bind(P, K), bind(Q, K)))

    @post_processing.proof
    def _(E, delta, P, Q, K, lP, lQ, cK, near): ...     # variables by name, then the premises, assumed, in order

Nothing here is believed: what a reader sees is printed from the term, and only a replay says that it is proved.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from sdp_proofs.logic import kernel
from sdp_proofs.logic.kernel import Term, Theorem, Type, alls, binary, fn, implies, lams, real, same, spine, var
from sdp_proofs.logic.tactics import hyps_then, to
from sdp_proofs.logic.terms import DEFINITIONS, Definition, arity, call, fresh, not_, own_names

A, B, C, H, I, X, Z, R, N, o = "A", "B", "C", "H", "I", "X", "Z", "R", "N", "o"  # noqa: E741


# ---- sorts ---------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Sort:
    """A type, with what is assumed of its elements.

    Attributes:
        ty: the type.
        guard: the premises that an element meets.
        like: how an example is drawn: 'real', 'law', ..., or ('function', arguments, sort of the values).
    """

    ty: Type
    guard: Callable[[Term], list[Term]]
    like: Any = "function"


class _Family:
    """Sorts that depend on sets: Law[A], Channel[A, B]."""

    def __init__(self, make: Callable[..., Sort]) -> None:
        self.make = make

    def __getitem__(self, sets: Any) -> Sort:
        return self.make(*sets) if isinstance(sets, tuple) and sets[0] not in ("->", "*") else self.make(sets)


def _type(x: Any) -> Type:
    return x.ty if isinstance(x, Sort) else kernel.as_type(x)


def Fun(*types: Any) -> Sort:
    """Functions of the types given, the last one their values; into a sort, all whose values are of that sort."""
    ty, last = fn(*map(_type, types)), types[-1]
    if not isinstance(last, Sort) or last.like == "function":
        return Sort(ty, lambda f: [])

    def guard(f: Term) -> list[Term]:
        own = [fresh("xyz"[i], _type(one)) for i, one in enumerate(types[:-1])]
        return [alls(*own, p) for p in last.guard(f(*own))]

    return Sort(ty, guard, ("function", len(types) - 1, last))


def mean_of(a: Any) -> Type:
    """The type of means: functionals of real functions on a set."""
    return fn(fn(_type(a), R), R)


Real, Nat, Prop = (Sort(ty, lambda x: [], like) for ty, like in ((R, "real"), (N, "nat"), (o, "prop")))
Nonneg = Sort(R, lambda x: [real(0) <= x], "nonneg")
Odds = Sort(R, lambda x: [real(1) <= x], "odds")
Rate = Sort(R, lambda x: [real(0) <= x, x <= 1], "rate")
Law = _Family(lambda a: Sort(mean_of(a), lambda P: [call("law", P)], "law"))
Channel = _Family(lambda a, b: Sort(fn(a, mean_of(b)), lambda K: [call("channel", K)], "channel"))
Mechanism = _Family(lambda x, a: Fun(x, Law[a]))
Bounded = _Family(lambda a: Sort(fn(a, R), lambda f: [call("bounded", f)], "bounded"))


def each(ty: Any, f: Callable[[Term], Term]) -> Term:
    """The proposition that f holds of all elements of a set or sort."""
    name = f.__code__.co_varnames[0]
    v = fresh(name, _type(ty))
    body = implies(*(ty.guard(v) if isinstance(ty, Sort) else []), f(v))
    return kernel.const("forall", fn(fn(v.ty, o), o))(kernel.lam(v, body, name))


def some(ty: Any, f: Callable[[Term], Term]) -> Term:
    """The proposition that f holds of an element of a set."""
    name = f.__code__.co_varnames[0]
    v = fresh(name, _type(ty))
    return call("exists", kernel.lam(v, f(v), name))


def function(ty: Any, f: Callable[[Term], Any]) -> Term:
    """The function on a set that a Python function gives."""
    name = f.__code__.co_varnames[0]
    v = fresh(name, _type(ty))
    return kernel.lam(v, real(f(v)), name)


# ---- definitions ---------------------------------------------------------------------------------------------------
def _variables(f: Callable[..., Any]) -> list[tuple[Term, Sort]]:
    found = []
    for name, one in inspect.signature(f, eval_str=True).parameters.items():
        said = one.annotation
        if said is one.empty:
            raise TypeError(f"{name} has no annotation")
        sort = said if isinstance(said, Sort) else Sort(kernel.as_type(said), lambda x: [])
        if "__" in name or re.search(r"\d__", name):
            raise TypeError(f"{name}: two underscores belong to variables that the machine names")
        found.append((var(name, sort.ty), sort))
    return found


def definition(latex: str = "", place: str = "", difference: str = "") -> Callable[[Callable[..., Any]], Definition]:
    """Define a notion by an annotated function; the annotations are plain types, since a definition assumes nothing.

    Args:
        latex: the typeset form, with {0}, {1}, ... for the first arguments; those that follow are shown as (a)(b).
        place: where the papers define it.
        difference: how it differs from the usual definition.

    Raises:
        TypeError: if an annotation carries a premise, or the typeset form leaves one of its first arguments out.
    """

    def make(f: Callable[..., Any]) -> Definition:
        variables = _variables(f)
        name = f.__name__.rstrip("_")
        if any(sort.guard(v) for v, sort in variables):
            raise TypeError(f"{name}: the premise of a sort says nothing in a definition")
        if latex and arity(latex) > len(variables):
            raise TypeError(f"{name}: the typeset form has more arguments than the definition")
        body = kernel.term(f(*(v for v, _ in variables)), None)
        kernel.define(name, lams(*(v for v, _ in variables), body))
        made = Definition(name, inspect.getdoc(f) or "", latex, place, difference)
        DEFINITIONS[name] = made
        return made

    return make


# ---- statements ----------------------------------------------------------------------------------------------------
STATEMENTS: dict[str, Statement] = {}


@dataclass
class Statement:
    """A closed sentence, its parts, and its proof if there is one.

    Attributes:
        name: the name, with underscores.
        said: the docstring, in words.
        module: the theory that holds it.
        place: where the papers state it.
        sorts: the variables with their sorts.
        premises: what is assumed, the premises of sorts first.
        guards: how many premises come from sorts.
        conclusion: what follows.
        term: the closed sentence.
        claims: the ids of the claims of the ledger that say this sentence.
        denies: of a negation, the ids of the claims that say what it denies.
    """

    name: str
    said: str
    module: str
    place: str
    sorts: list[tuple[Term, Sort]]
    premises: list[Term]
    guards: int
    conclusion: Term
    term: Term
    claims: tuple[str, ...] = ()
    denies: tuple[str, ...] = ()
    prover: Callable[..., Theorem] | None = None
    refutes: Statement | None = None
    uses: list[str] = field(default_factory=list)
    _theorem: Theorem | None = None
    _full: Theorem | None = None

    @property
    def variables(self) -> list[Term]:
        """The variables, in order."""
        return [v for v, _ in self.sorts]

    def proof(self, prove: Callable[..., Theorem]) -> Statement:
        """Register the function that proves: it gets variables by their names, then the premises, assumed, in order."""
        self.prover, self._full, self._theorem = prove, None, None
        return self

    def prove(self) -> Theorem:
        """The theorem with its steps, found anew by the registered function.

        Raises:
            Stuck: where a tactic stops.
            ValueError: if there is no proof, or if something is left open.
        """
        if self.prover is None:
            raise ValueError(f"{self.name} has no proof")
        own = {v.parts[0]: v for v in self.variables}
        premises = iter([kernel.assume(p) for p in self.premises])
        args: list[Any] = []
        for name, one in inspect.signature(self.prover).parameters.items():
            args += list(premises) if one.kind is one.VAR_POSITIONAL else [own[name] if name in own else next(premises)]
        with own_names():
            th = to(self.prover(*args), self.conclusion)
        th = same(hyps_then(th, self.premises, self.variables), self.term)
        if th.concl.free or any(h.head != "const" for h in th.hyps):
            raise ValueError(f"{self.name}: something is left open")
        return th

    @property
    def full(self) -> Theorem:
        """The theorem with its steps, found once."""
        if self._full is None:
            self._full = self.prove()
        return self._full

    @property
    def thm(self) -> Theorem:
        """The theorem by its name, for use in other proofs; what the name stands for is looked up by the replay.

        Each proof is found alone, whatever it cites; so several processes find proofs at a time.

        Raises:
            ValueError: if there is no proof.
        """
        if self.prover is None:
            raise ValueError(f"{self.name} has no proof")
        if self._theorem is None:
            # A promise, made around the rules: a replay refuses a name that no proof before it has.
            self._theorem = Theorem(kernel._KEY, "cite", self.term, (), (), self.name)
        return self._theorem

    def let_go(self) -> None:
        """Drop the steps; the theorem by its name stays."""
        self._full = None

    def __call__(self, *values: Any, **types: Type) -> Theorem:
        """The theorem at some values, with types in place of its sets."""
        th = kernel.set_types(self.thm, types) if types else self.thm
        for one in values:
            wanted = spine(th.concl)[1][0].ty[1]
            th = kernel.spec(th, kernel.term(one, wanted))
        return th


def claimed(f: Callable[..., Term], place: str = "") -> Statement:
    """The statement of an annotated function, not registered: what one may evaluate, hunt, refute."""
    with own_names():
        sorts = _variables(f)
        premises = [p for v, s in sorts for p in s.guard(v)]
        guards, end = len(premises), f(*(v for v, _ in sorts))
        if type(end) is not Term or end.ty != o:
            raise TypeError("it returns no proposition")
        whole = alls(*(v for v, _ in sorts), implies(*premises, end))
        while spine(end)[0].head == "const" and spine(end)[0].parts[0] == "implies":
            p, end = binary(end, "implies")
            premises.append(p)
    said = inspect.getdoc(f) or ""
    return Statement(f.__name__, said, f.__module__, place, sorts, premises, guards, end, whole)


def theorem(f: Any = None, *, place: str = "", claims: str = "") -> Any:
    """Register a statement; `@theorem` or `@theorem(place="Proposition 4", claims="id-of-a-claim another-id")`.

    A claim is named only if the sentence is what its words say, with hypotheses that the words carry.
    """

    def make(f: Callable[..., Term]) -> Statement:
        one = claimed(f, place)
        one.claims = tuple(claims.split())
        return _registered(one)

    return make if f is None else make(f)


def _registered(one: Statement) -> Statement:
    if one.name in STATEMENTS:
        raise ValueError(f"two statements are called {one.name}")
    STATEMENTS[one.name] = one
    return one


def refutation(false: Statement, denies: str = "") -> Callable[[Callable[[Theorem], Theorem]], Statement]:
    """Register the negation of a statement, proved by a function from the statement, assumed, to a proof of false.

    Args:
        false: the statement.
        denies: ids of claims that say it.
    """

    def make(prove: Callable[[Theorem], Theorem]) -> Statement:
        end = not_(false.term)
        name, module = "not_" + false.name, prove.__module__
        one = Statement(name, false.said, module, false.place, [], [], 0, end, end, refutes=false)
        one.denies = tuple(denies.split())
        one.prover = lambda: kernel.discharge(false.term, prove(kernel.assume(false.term)))
        return _registered(one)

    return make


def fact(name: str, *values: Any, **types: Type) -> Theorem:
    """A theorem by its name, at some values and sets."""
    return STATEMENTS[name](*values, **types)


def closure(names: Iterable[str]) -> Iterator[Statement]:
    """The statements of these names."""
    return (STATEMENTS[name] for name in names)
