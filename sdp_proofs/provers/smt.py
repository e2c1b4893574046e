"""Statements for all real numbers, proved or refuted by z3.

z3 is believed when it says that the negation cannot be satisfied. A counterexample of z3 is not believed: its
rational values are put into the formulas again, in exact arithmetic.

Division. A comparison with a zero divisor is neither true nor false, and strong Kleene logic joins the parts, as in
`Formula.decide`; so every statement becomes two for z3, that it is true and that it is false, in which a divisor's
condition stands next to the comparison that divides. A hypothesis is assumed to be true in this sense: 1/x > 0 excludes
x = 0, and Implies(x != 0, 1/x > 0) does not. Where the hypotheses are shown to exclude the zeros of a divisor, this is
written once and the comparisons are left plain, which z3 finds much easier.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import reduce
from typing import Any, NamedTuple, TypeVar

from sdp_proofs.errors import DomainError
from sdp_proofs.formulas.derivatives import text
from sdp_proofs.formulas.evaluation import Evaluation, fraction_of
from sdp_proofs.formulas.formula import Formula
from sdp_proofs.formulas.syntax import Node, parsed
from sdp_proofs.memory import kept
from sdp_proofs.verdict import Verdict, all_of

_MAX_EXPONENT = 64


class Truth(NamedTuple):
    """A statement for z3: its truth, and its falsity.

    Where a divisor is zero it may be neither.
    """

    true: Any
    false: Any


@dataclass(frozen=True, slots=True)
class Translator:
    """Translator of trees into z3 terms over `variables`.

    The divisors in `known` are taken to be nonzero.
    """

    variables: dict[str, Any]
    context: Any
    known: dict[Node, None] = field(default_factory=dict)
    # The same hypotheses are asked about again and again, and to build a term of z3's takes longer than most proofs.
    _terms: dict[int, tuple[Node, Any]] = field(default_factory=dict)
    _divisors: dict[int, tuple[Node, dict[Node, None]]] = field(default_factory=dict)
    _truths: dict[int, tuple[Node, list[Node], Truth]] = field(default_factory=dict)

    def with_variables(self, names: Iterable[str]) -> Translator:
        """Return a translator for a question in other symbols.

        It knows no divisors, and shares what was translated.
        """
        import z3

        for name in names:
            if name not in self.variables:
                self.variables[name] = z3.Real(name, self.context)
        return replace(self, known={})

    def guarded(self, node: Node) -> list[Node]:
        """The divisors of a statement that may be zero."""
        _, found = self._divisors.get(id(node)) or self._divisors.setdefault(
            id(node), (node, dict.fromkeys(divisors(node)))
        )
        return [divisor for divisor in found if divisor not in self.known] if found else []

    def statement(self, node: Node) -> Truth:
        """The z3 formulas of a statement.

        Raises:
            DomainError: not a statement, or not rational.
        """
        guarded = self.guarded(node)
        earlier = self._truths.get(id(node))
        if earlier is not None and earlier[1] == guarded:
            return earlier[2]
        found = self._statement(node)
        self._truths[id(node)] = node, guarded, found
        return found

    def _statement(self, node: Node) -> Truth:
        import z3

        if not node.is_statement:
            raise DomainError("z3 must be asked about a statement; got a term")
        if node.head == "relation":
            signs, terms = node.parts
            parts = [self._comparison(*pair) for pair in zip(signs, terms, terms[1:], strict=False)]
        else:
            parts = [self.statement(part) for part in node.parts]
        true, false = ([part.true for part in parts], [part.false for part in parts])
        match node.head:
            case "or":
                return Truth(z3.Or(*true), z3.And(*false))
            case "not":
                return Truth(false[0], true[0])
            case "implies":
                return Truth(z3.Or(false[0], true[1]), z3.And(true[0], false[1]))
            case "iff":
                return Truth(z3.Or(z3.And(*true), z3.And(*false)), z3.And(z3.Or(*true), z3.Or(*false)))
        return Truth(z3.And(*true), z3.Or(*false))

    def _comparison(self, sign: str, left: Node, right: Node) -> Truth:
        import z3

        compared = _compare(sign, self.term(left), self.term(right))
        defined = [self.term(divisor) != 0 for side in (left, right) for divisor in self.guarded(side)]
        if not defined:
            return Truth(compared, z3.Not(compared))
        return Truth(z3.And(*defined, compared), z3.And(*defined, z3.Not(compared)))

    def term(self, node: Node) -> Any:
        """The z3 term of a term.

        Raises:
            DomainError: not rational.
        """
        found = self._terms.get(id(node))  # `node` is kept with it, so that no other one gets its identity
        if found is None:
            found = self._terms[id(node)] = node, self._term(node)
        return found[1]

    def _term(self, node: Node) -> Any:
        import z3

        constant = _constant(node)
        if constant is not None:
            return z3.RealVal(str(constant), self.context)
        if node.head == "symbol":
            return self.variables[node.parts[0]]
        if node.head == "pow":
            return self._power(*node.parts)
        if node.head not in _ARITHMETIC:
            raise DomainError(f"a formula for z3 must be rational, with abs, Max and Min; got {node.head}")
        return _ARITHMETIC[node.head]([self.term(part) for part in node.parts])

    def _power(self, base: Node, exponent: Node) -> Any:
        import z3

        power = _constant(exponent)
        if power is None or power.denominator != 1 or abs(power) > _MAX_EXPONENT:
            given = exponent.head if power is None else power
            raise DomainError(f"an exponent must be an integer of at most {_MAX_EXPONENT}; got {given}")
        factor = self.term(base)
        product = reduce(lambda left, right: left * right, [factor] * abs(int(power)), z3.RealVal(1, self.context))
        return product if power >= 0 else 1 / product


def _pick(first_if: Callable[[Any, Any], Any], operands: Iterable[Any]) -> Any:
    import z3

    return reduce(lambda left, right: z3.If(first_if(left, right), left, right), operands)


_ARITHMETIC: dict[str, Callable[[list[Any]], Any]] = {
    "neg": lambda operands: -operands[0],
    "add": lambda operands: operands[0] + operands[1],
    "sub": lambda operands: operands[0] - operands[1],
    "mul": lambda operands: operands[0] * operands[1],
    "div": lambda operands: operands[0] / operands[1],
    "abs": lambda operands: _pick(lambda left, right: left >= right, [operands[0], -operands[0]]),
    "max": lambda operands: _pick(lambda left, right: left >= right, operands),
    "min": lambda operands: _pick(lambda left, right: left <= right, operands),
}


def _compare(sign: str, left: Any, right: Any) -> Any:
    match sign:
        case "<":
            return left < right
        case "<=":
            return left <= right
        case ">":
            return left > right
        case ">=":
            return left >= right
        case "==":
            return left == right
    return left != right


def _constant(node: Node) -> Fraction | None:
    if node.head == "symbol" or node.free_names():
        return None
    return fraction_of(Evaluation({}, 64).value(node))


def divisors(node: Node) -> Iterator[Node]:
    """Yield the divisors in a tree, bases of negative powers too.

    Numbers that are not zero are left out.

    Example:
        >>> from sdp_proofs.formulas.syntax import read
        >>> [text(divisor) for divisor in divisors(read("x/(2*y) + x**-2/3", {"x", "y"}))]
        ['(2 * y)', 'x']
    """
    for part in node.children():
        yield from divisors(part)
    if node.head == "div" and not _constant(node.parts[1]):
        yield node.parts[1]
    if node.head == "pow" and (_constant(node.parts[1]) or 0) < 0:
        yield node.parts[0]


def bare(divisor: Node) -> str:
    """Write a divisor with the parentheses that it needs.

    Example:
        >>> from sdp_proofs.formulas.syntax import read
        >>> bare(read("(1 - 2*(x*y))**2", {"x", "y"}))
        '(1 - 2 * (x * y)) ** 2'
    """
    return ast.unparse(parsed(text(divisor)))


Key = TypeVar("Key")
Value = TypeVar("Value")
_DIGITS = (3, 12, 40)
_MOST_SETTLED = 1 << 12
_STEPS_PER_MS = 5_000
_NOT_ASKED = "a point where it fails was not asked for"
_MOST_MS = 60_000  # some steps of z3's never end


@dataclass(frozen=True, slots=True)
class SmtResult:
    """Result of a question to the solver.

    Attributes:
        verdict: HOLDS: true at every point that meets the hypotheses and at which no divisor in `nonzero` vanishes,
            and false at none; FAILS: refuted by `witness`; otherwise UNKNOWN.
        witness: values that satisfy the hypotheses and violate the conclusion, checked exactly.
        vacuous: no real numbers satisfy the hypotheses, with the divisors in `nonzero` not zero; the verdict is then
            UNKNOWN.
        reason: why the verdict is UNKNOWN, else empty.
        nonzero: the divisors of the conclusion that may vanish where the hypotheses hold. The conclusion is then
            neither true nor false, and whoever uses the result must say so.
    """

    verdict: Verdict
    witness: dict[str, Fraction] | None = None
    vacuous: bool = False
    reason: str = ""
    nonzero: tuple[str, ...] = ()

    @property
    def everywhere(self) -> bool:
        """The conclusion is proved wherever the hypotheses hold.

        There may be no such point.

        Example:
            >>> prove_for_all_reals([], Formula("x/x == 1", ["x"])).everywhere
            False
        """
        return (self.verdict is Verdict.HOLDS or self.vacuous) and not self.nonzero


def prove_for_all_reals(
    hypotheses: Sequence[Formula],
    conclusion: Formula,
    timeout_ms: int = 20_000,
    *,
    steps: int | None = None,
    refute: bool = True,
) -> SmtResult:
    """Decide whether the hypotheses imply the conclusion for all reals.

    Symbols of equal name are the same variable. The formulas must be rational; abs, Max and Min are allowed.

    Args:
        hypotheses: statements that are assumed to be true; if nothing satisfies them, the result is vacuous.
        conclusion: the statement to be proved.
        timeout_ms: patience for each question to the solver on a usual machine; it is counted in z3's own steps, so
            that the result does not depend on how busy the machine is.
        steps: the same in z3's steps.
        refute: whether a conclusion that does not follow is worth a rational point, which can take much longer than
            to know that it does not follow; without it that is left open.

    Raises:
        DomainError: a formula is a term, or not rational.

    Example:
        >>> square = Formula("x**2 >= 0", ["x"])
        >>> prove_for_all_reals([], square).verdict
        <Verdict.HOLDS: 'HOLDS'>
        >>> prove_for_all_reals([Formula("x > 0", ["x"])], square.mutate("2 >= 0", "2 > x")).verdict
        <Verdict.FAILS: 'FAILS'>
        >>> prove_for_all_reals([], Formula("(x**2 - 1)/(x - 1) == x + 1", ["x"])).nonzero
        ('x - 1',)
    """
    if timeout_ms < 1:
        raise DomainError(f"the time-out must be at least one millisecond; got {timeout_ms}")
    question = (tuple(hypotheses), conclusion)
    settled = _answers().settled
    found = settled.get(question) or _refuted_before(*question)
    if found is None:
        found = _found(hypotheses, conclusion, timeout_ms * _STEPS_PER_MS if steps is None else steps, refute)
        if found.verdict is not Verdict.UNKNOWN or found.vacuous:
            _add(settled, question, found)
    _keep(question[0], found.witness)
    return found


@contextmanager
def countermodels_kept() -> Iterator[None]:
    """Try points that refuted one conclusion on those that follow.

    They are tried under the same hypotheses, while the context lasts.

    So the mutants of one claim are refuted without a question to the solver, if a point of an earlier one does it: it
    meets the hypotheses, and the conclusion is evaluated there exactly. What is kept is forgotten at the end, so that
    the point that is shown for a claim does not depend on the claims before it.

    Example:
        >>> with countermodels_kept():
        ...     first = prove_for_all_reals([], Formula("x > 0", ["x"]))
        ...     prove_for_all_reals([], Formula("x > 1", ["x"])).witness == first.witness
        True
    """
    before = _countermodels.get()
    _countermodels.set({})
    try:
        yield
    finally:
        _countermodels.set(before)


_countermodels: ContextVar[dict[tuple[Formula, ...], list[dict[str, Fraction]]] | None] = ContextVar(
    "countermodels", default=None
)


def _keep(hypotheses: tuple[Formula, ...], witness: dict[str, Fraction] | None) -> None:
    models = _countermodels.get()
    if models is not None and witness is not None and witness not in models.setdefault(hypotheses, []):
        models[hypotheses].append(witness)


def _refuted_before(hypotheses: tuple[Formula, ...], conclusion: Formula) -> SmtResult | None:
    """Refute a conclusion by a point that refuted another one."""
    for point in (_countermodels.get() or {}).get(hypotheses, ()):
        if point.keys() >= set(conclusion.free) and conclusion.decide(point) is Verdict.FAILS:
            return SmtResult(Verdict.FAILS, point)
    return None


@dataclass(slots=True)
class _Answers:
    """Answers that were decided, whatever the patience.

    The checks and the mutants of a claim share most of their questions.

    Attributes:
        settled: what was proved or refuted, by hypotheses and conclusion.
        excluded: whether hypotheses exclude the zeros of a divisor: what else is known follows from them.
        possible: whether hypotheses can be met where none of these divisors is zero.
        shared: what the questions of the claim that is being examined share of z3, once there is one.
    """

    settled: dict[tuple[tuple[Formula, ...], Formula], SmtResult] = field(default_factory=dict)
    excluded: dict[tuple[tuple[Formula, ...], Node], bool] = field(default_factory=dict)
    possible: dict[tuple[tuple[Formula, ...], tuple[Node, ...]], bool] = field(default_factory=dict)
    shared: _Shared | None = None


_in_this_process = _Answers()
"""Answers to questions that are asked for no claim."""


class _Shared:
    """A z3 context with its terms and its tactic.

    The one tactic settles nearly every question.

    That tactic is what z3 begins with for QF_NRA. By itself it needs a quarter of the time, as z3 prepares everything
    else for every question, too.
    """

    def __init__(self) -> None:
        import z3

        self.context = z3.Context()
        self.translator = Translator({}, self.context)
        self.tactic = z3.Then("simplify", "propagate-values", "qfnra-nlsat", ctx=self.context)


def _answers() -> _Answers:
    return kept(_Answers) or _in_this_process


def _add(table: dict[Key, Value], key: Key, value: Value) -> None:
    if len(table) >= _MOST_SETTLED:
        table.clear()
    table[key] = value


def _found(hypotheses: Sequence[Formula], conclusion: Formula, patience: int, refute: bool) -> SmtResult:
    """Ask in the context of the examined claim, else in another.

    What z3 answers, and how long it takes, depends on what its context was asked before; and a context takes longer to
    make than most questions to answer. So the questions of one claim share one, and whatever is not settled there soon,
    or is asked for no claim, gets one of its own.
    """
    import z3

    answers = kept(_Answers)
    if answers is not None:
        answers.shared = answers.shared or _Shared()
        solvers = _Solvers(answers.shared.context, (max(1, patience // 10),), answers.shared.tactic)
        found = _found_in(answers.shared.translator, hypotheses, conclusion, solvers, refute)
        if found.verdict is not Verdict.UNKNOWN or found.vacuous or found.reason == _NOT_ASKED:
            return found
    context = z3.Context()
    # Three seeds get a tenth of the patience each before one gets all of it.
    solvers = _Solvers(context, (*[max(1, patience // 10)] * 3, patience))
    return _found_in(Translator({}, context), hypotheses, conclusion, solvers, refute)


def _found_in(
    translator: Translator, hypotheses: Sequence[Formula], conclusion: Formula, solvers: _Solvers, refute: bool
) -> SmtResult:
    import z3

    names = dict.fromkeys(name for formula in (*hypotheses, conclusion) for name in formula.free)
    translator = translator.with_variables(names)
    assumed = _assumed(translator, hypotheses, conclusion, solvers)
    concluded = translator.statement(conclusion.tree)
    answer, solver = solvers.asked([*assumed, z3.Not(concluded.true)])
    zeros = translator.guarded(conclusion.tree) if answer != z3.unsat else []
    if zeros:
        # It may be without a value somewhere; then it must be false nowhere.
        answer, solver = solvers.asked([*assumed, concluded.false])
    if answer == z3.unsat:
        nonzero = tuple(map(bare, zeros))
        possible = _answers().possible
        premises = (tuple(hypotheses), tuple(zeros))
        if premises not in possible:
            domain = [translator.term(divisor) != 0 for divisor in zeros]
            instance, _ = solvers.asked([*assumed, *domain])
            if instance == z3.unknown:
                return SmtResult(Verdict.UNKNOWN, reason="no instance of the hypotheses was found")
            _add(possible, premises, instance == z3.sat)
        if not possible[premises]:
            reason = "no real numbers satisfy the hypotheses"
            return SmtResult(Verdict.UNKNOWN, vacuous=True, reason=reason, nonzero=nonzero)
        return SmtResult(Verdict.HOLDS, nonzero=nonzero)
    if answer == z3.unknown:
        return SmtResult(Verdict.UNKNOWN, reason=f"z3: {solver.reason_unknown()}")
    if not refute:
        return SmtResult(Verdict.UNKNOWN, reason=_NOT_ASKED)
    witness = _rational_model(solver, {name: translator.variables[name] for name in names})
    if witness is None:
        return SmtResult(Verdict.UNKNOWN, reason="the counterexamples that z3 found are irrational")
    met = all_of(formula.decide(witness) for formula in hypotheses)
    if met is Verdict.HOLDS and conclusion.decide(witness) is Verdict.FAILS:
        return SmtResult(Verdict.FAILS, witness)
    return SmtResult(Verdict.UNKNOWN, reason=f"the counterexample of z3 does not re-evaluate: {_shown(witness)}")


def _assumed(
    translator: Translator, hypotheses: Sequence[Formula], conclusion: Formula, solvers: _Solvers
) -> list[Any]:
    """Translate the hypotheses, after the divisors that they keep from zero."""
    import z3

    for formula in hypotheses:
        translator.known.update(dict.fromkeys(_divisors_of_conjuncts(formula.tree)))
    statements = [*hypotheses, conclusion]
    excluded = _answers().excluded
    briefly = solvers.briefly()
    for divisor in dict.fromkeys(divisor for formula in statements for divisor in translator.guarded(formula.tree)):
        known = (tuple(hypotheses), divisor)
        if known not in excluded:
            question = [*_true(translator, hypotheses), translator.term(divisor) == 0]
            answer = briefly.asked(question)[0]
            if answer == z3.unknown:
                continue
            _add(excluded, known, answer == z3.unsat)
        if excluded[known]:
            translator.known[divisor] = None
    return _true(translator, hypotheses)


def _true(translator: Translator, hypotheses: Sequence[Formula]) -> list[Any]:
    domain = [translator.term(divisor) != 0 for divisor in translator.known]
    return [*(translator.statement(formula.tree).true for formula in hypotheses), *domain]


def _divisors_of_conjuncts(node: Node) -> Iterator[Node]:
    """Yield divisors that are nonzero wherever a statement is true.

    Its form shows it.
    """
    if node.head == "relation":
        yield from divisors(node)
    if node.head == "and":
        for part in node.parts:
            yield from _divisors_of_conjuncts(part)


@dataclass(frozen=True, slots=True)
class _Solvers:
    """Solvers: z3's own choice for reals, or one tactic of it.

    Attributes:
        context: of z3.
        attempts: the patience of one attempt after the other, in z3's own count of its work.
        tactic: what decides; None for z3's own choice, in which each attempt has a random seed of its own.

    Work is counted, so that what is settled is the same on a busy machine.
    """

    context: Any
    attempts: tuple[int, ...]
    tactic: Any = None

    def briefly(self) -> _Solvers:
        """The same with less patience."""
        return replace(self, attempts=tuple(max(1, patience // 4) for patience in self.attempts))

    def asked(self, assertions: Sequence[Any]) -> tuple[Any, Any]:
        """Ask whether assertions can hold together, and which solver answers.

        A question that one random seed leaves open for good may be easy with another.
        """
        import z3

        for seed, limit in enumerate(self.attempts):
            if self.tactic is not None:
                solver = self.tactic.solver()
            else:
                solver = z3.SolverFor("QF_NRA", ctx=self.context)
                solver.set("random_seed", seed)
            solver.set("rlimit", limit)
            solver.set("timeout", _MOST_MS)
            solver.add(*assertions)
            answer = solver.check()
            if answer != z3.unknown:
                break
        return answer, solver


def _rational_model(solver: Any, variables: dict[str, Any]) -> dict[str, Fraction] | None:
    """Read a rational model.

    An irrational value is replaced by a rational nearby that the solver accepts.
    """
    import z3

    while True:
        model = solver.model()
        values = {name: model.eval(variable, model_completion=True) for name, variable in variables.items()}
        irrational = [name for name, value in values.items() if z3.is_algebraic_value(value)]
        if not irrational:
            return {
                name: Fraction(value.numerator_as_long(), value.denominator_as_long())
                for name, value in values.items()
            }
        name = irrational[0]
        # Once pinned to a rational the variable stays rational, so the loop ends.
        if not any(_accepts(solver, variables[name] == values[name].approx(digits)) for digits in _DIGITS):
            return None


def _accepts(solver: Any, equation: Any) -> bool:
    """Try an equation on the solver; if accepted, it stays asserted."""
    import z3

    solver.push()
    solver.add(equation)
    if solver.check() == z3.sat:
        return True
    solver.pop()
    return False


def _shown(witness: dict[str, Fraction]) -> str:
    return ", ".join(f"{name} = {value}" for name, value in witness.items())
