"""Statements for all real numbers, proved or refuted by z3.

z3 is believed when it says that the negation cannot be satisfied. A counterexample of z3 is not believed: its
rational values are put into the formulas again, in exact arithmetic.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import reduce
from typing import Any

from sdp_proofs.errors import DomainError
from sdp_proofs.numerics.evaluation import Evaluation
from sdp_proofs.numerics.formula import Formula
from sdp_proofs.numerics.reals import ExactReal
from sdp_proofs.numerics.syntax import Node
from sdp_proofs.verdict import Verdict, all_of

_MAX_EXPONENT = 64
_DIGITS = (3, 12, 40)


@dataclass(frozen=True, slots=True)
class SmtResult:
    """What the solver found.

    Attributes:
        verdict: HOLDS: proved for all reals in the domain; FAILS: refuted by `witness`; otherwise UNKNOWN.
        witness: values that satisfy the hypotheses and violate the conclusion, checked exactly.
        vacuous: no real numbers satisfy the hypotheses; the verdict is then UNKNOWN.
        reason: why the verdict is UNKNOWN, else empty.
        nonzero: the divisors that are taken to be nonzero, which limits the domain.
    """

    verdict: Verdict
    witness: dict[str, Fraction] | None = None
    vacuous: bool = False
    reason: str = ""
    nonzero: tuple[str, ...] = ()


def prove_for_all_reals(
    hypotheses: Sequence[Formula], conclusion: Formula, timeout_ms: int = 20_000
) -> SmtResult:
    """Decide whether the hypotheses imply the conclusion for all real values of the symbols.

    Symbols of equal name are the same variable. The formulas must be rational; abs, Max and Min are allowed.
    Points at which a divisor is zero are outside the domain: nothing is said about them.

    Args:
        hypotheses: statements that are assumed; if nothing satisfies them, the result is vacuous.
        conclusion: the statement to be proved.
        timeout_ms: patience for each question to the solver.

    Raises:
        DomainError: a formula is a term, or not rational.

    Example:
        >>> square = Formula("x**2 >= 0", ["x"])
        >>> prove_for_all_reals([], square).verdict
        <Verdict.HOLDS: 'HOLDS'>
        >>> prove_for_all_reals([Formula("x > 0", ["x"])], square.mutate("2 >= 0", "2 > x")).verdict
        <Verdict.FAILS: 'FAILS'>
    """
    import z3

    if timeout_ms < 1:
        raise DomainError(f"the time-out must be at least one millisecond; got {timeout_ms}")
    names = dict.fromkeys(name for formula in (*hypotheses, conclusion) for name in formula.free)
    # In a context of its own the answer, and the time it takes, does not depend on what was asked before.
    context = z3.Context()
    translator = Translator({name: z3.Real(name, context) for name in names}, context)
    assumed = [translator.statement(formula.tree) for formula in hypotheses]
    concluded = translator.statement(conclusion.tree)
    domain = [divisor != 0 for divisor in translator.divisors]
    nonzero = tuple(dict.fromkeys(str(divisor) for divisor in translator.divisors))
    answer, solver = _asked([*assumed, *domain, z3.Not(concluded)], context, timeout_ms)
    if answer == z3.unsat:
        instance, _ = _asked([*assumed, *domain], context, timeout_ms)
        if instance == z3.sat:
            return SmtResult(Verdict.HOLDS, nonzero=nonzero)
        if instance == z3.unsat:
            reason = "no real numbers satisfy the hypotheses"
            return SmtResult(Verdict.UNKNOWN, vacuous=True, reason=reason, nonzero=nonzero)
        return SmtResult(Verdict.UNKNOWN, reason="no instance of the hypotheses was found", nonzero=nonzero)
    if answer == z3.unknown:
        return SmtResult(Verdict.UNKNOWN, reason=f"z3: {solver.reason_unknown()}", nonzero=nonzero)
    witness = _rational_model(solver, translator.variables)
    if witness is None:
        reason = "the counterexamples that z3 found are irrational"
        return SmtResult(Verdict.UNKNOWN, reason=reason, nonzero=nonzero)
    premises = all_of(formula.decide(witness) for formula in hypotheses)
    if premises is Verdict.HOLDS and conclusion.decide(witness) is Verdict.FAILS:
        return SmtResult(Verdict.FAILS, witness, nonzero=nonzero)
    reason = f"the counterexample of z3 does not re-evaluate: {_shown(witness)}"
    return SmtResult(Verdict.UNKNOWN, reason=reason, nonzero=nonzero)


def _asked(assertions: Sequence[Any], context: Any, timeout_ms: int) -> tuple[Any, Any]:
    """The answer to whether assertions can hold together, and the solver that gave it.

    A question that one random seed leaves open for good may be easy with another: three get a tenth of the time each
    before one gets all of it.
    """
    import z3

    for seed, patience in enumerate((*[max(1, timeout_ms // 10)] * 3, timeout_ms)):
        solver = z3.SolverFor("QF_NRA", ctx=context)
        solver.set("timeout", patience)
        solver.set("random_seed", seed)
        solver.add(*assertions)
        answer = solver.check()
        if answer != z3.unknown:
            break
    return answer, solver


@dataclass(frozen=True, slots=True)
class Translator:
    """Turns trees into z3 terms over `variables`, and collects every divisor in `divisors`."""

    variables: dict[str, Any]
    context: Any
    divisors: list[Any] = field(default_factory=list)

    def statement(self, node: Node) -> Any:
        """The z3 formula of a statement.

        Raises:
            DomainError: not a statement, or not rational.
        """
        import z3

        if not node.is_statement:
            raise DomainError("z3 must be asked about a statement; got a term")
        if node.head == "relation":
            signs, terms = node.parts
            values = [self.term(term) for term in terms]
            return z3.And(*map(_compare, signs, values, values[1:]))
        parts = [self.statement(part) for part in node.parts]
        match node.head:
            case "and":
                return z3.And(*parts)
            case "or":
                return z3.Or(*parts)
            case "not":
                return z3.Not(parts[0])
            case "implies":
                return z3.Implies(*parts)
        return parts[0] == parts[1]

    def term(self, node: Node) -> Any:
        """The z3 term of a term.

        Raises:
            DomainError: not rational.
        """
        import z3

        constant = _constant(node)
        if constant is not None:
            return z3.Q(constant.numerator, constant.denominator, self.context)
        if node.head == "symbol":
            return self.variables[node.parts[0]]
        if node.head == "pow":
            return self._power(*node.parts)
        if node.head not in _ARITHMETIC:
            raise DomainError(f"a formula for z3 must be rational, with abs, Max and Min; got {node.head}")
        operands = [self.term(part) for part in node.parts]
        if node.head == "div" and not _constant(node.parts[1]):
            self.divisors.append(operands[1])
        return _ARITHMETIC[node.head](operands)

    def _power(self, base: Node, exponent: Node) -> Any:
        import z3

        power = _constant(exponent)
        if power is None or power.denominator != 1 or abs(power) > _MAX_EXPONENT:
            given = exponent.head if power is None else power
            raise DomainError(f"an exponent must be an integer of at most {_MAX_EXPONENT}; got {given}")
        factor = self.term(base)
        product = reduce(lambda left, right: left * right, [factor] * abs(int(power)), z3.Q(1, 1, self.context))
        if power >= 0:
            return product
        self.divisors.append(factor)
        return 1 / product


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
    """The value of a term without symbols, if it is rational."""
    if node.head == "symbol" or node.free_names():
        return None
    value = Evaluation({}, 64).value(node)
    return value.as_fraction() if isinstance(value, ExactReal) else None


def _rational_model(solver: Any, variables: dict[str, Any]) -> dict[str, Fraction] | None:
    """A rational model: an irrational value is replaced by a rational nearby that the solver accepts."""
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
    """Whether the solver finds a model with this equation too; if so, the equation stays asserted."""
    import z3

    solver.push()
    solver.add(equation)
    if solver.check() == z3.sat:
        return True
    solver.pop()
    return False


def _shown(witness: dict[str, Fraction]) -> str:
    return ", ".join(f"{name} = {value}" for name, value in witness.items())
