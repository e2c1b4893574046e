"""Text from terms, read back and compared: what is printed is what is proved."""

import random

import pytest

from sdp_proofs.logic import kernel as K
from sdp_proofs.logic import proofs
from sdp_proofs.logic.definitions import law, mix, num, power
from sdp_proofs.logic.kernel import forall, implies, lam, real, var
from sdp_proofs.logic.printing import defined, latex, names_of, read, sentence, shown, text
from sdp_proofs.logic.terms import DEFINITIONS, arity, not_

INV = K.const("inv", K.fn("R", "R"))
x, y, n = var("x", "R"), var("y", "R"), var("n", "N")
STATEMENTS = proofs.load()


@pytest.mark.parametrize("name", sorted(STATEMENTS))
def test_a_statement_reads_back(name):
    assert shown(STATEMENTS[name].term)
    assert sentence(STATEMENTS[name].term)


@pytest.mark.parametrize("name", K.definitions())
def test_a_definition_reads_back(name):
    assert shown(K.meaning(name))


def test_a_bound_variable_does_not_take_the_name_of_a_free_one():
    own = forall(var("x", "R"), var("x", "R") <= var("z", "R"))
    clash = K.open_(lam(var("z", "R"), own).parts[1], x)
    assert text(clash) == "for all x_1 in R, x_1 <= x"


def test_a_premise_keeps_the_scope_of_its_quantifier():
    inner = implies(forall(x, x <= 0), real(1) <= 0)
    outer = forall(x, implies(x <= 0, real(1) <= 0))
    assert text(inner) == "(for all x in R, x <= 0) => 1 <= 0"
    assert text(outer) == "for all x in R, x <= 0 => 1 <= 0"
    assert latex(inner) != latex(outer)


def test_the_number_of_a_natural_number_is_seen_where_the_text_reads_back():
    assert text(real(0) <= num(n)) == "0 <= num(n)"
    assert latex(real(0) <= num(n)) == r"0 \le n"
    assert defined("num").startswith(r"\mathrm{num}(n) = ")


def test_readers_see_the_signs_that_everybody_writes():
    for term, said in (
        (not_(x <= y), "y < x"),
        (not_(K.eq(x, y)), r"x \ne y"),
        (not_(not_(x <= y)), r"\neg (y < x)"),
        (x * INV(1 + y), r"\frac{x}{1 + y}"),
        (x * real(K.Fraction(1, 3)), r"\frac{x}{3}"),
        (x * INV(y) * y, r"\frac{x}{y} \cdot y"),
        (x * (y * INV(x)), r"x \cdot \frac{y}{x}"),
        (real(K.Fraction(2, 3)) * x, r"\tfrac{2}{3} \cdot x"),
        (real(2) * real(3), r"2 \cdot 3"),
        ((x + y) * (x + y), "(x + y)^{2}"),
        (power(x * x, n), "(x^{2})^{n}"),
        (real(2) * x * x, r"2\,x^{2}"),
        (power(K.EXP(x), n), "(e^{x})^{n}"),
        (power(real(K.Fraction(1, 2)), n), r"(\tfrac{1}{2})^{n}"),
        (real(0) - (x - y), "-(x - y)"),
        (x - (real(0) - y), "x - (-y)"),
        (x * (real(0) - y), r"x\,(-y)"),
        (power(x, K.SUCC(K.SUCC(K.ZERO))), "x^{2}"),
        (num(K.SUCC(K.SUCC(n))) * x, r"(n + 2)\,x"),
    ):
        assert latex(term) == said


def test_conclusions_stand_apart_and_keep_their_brackets():
    both = forall(x, implies((x <= 0) & (x <= 2), (x <= 1) & implies(real(0) <= x, x <= 3) & (x <= 4)))
    premises, ends = sentence(both).split(", then ")
    assert premises == r"For all $x \in \mathbb{R}$: if $x \le 0$, $x \le 2$"
    assert ends == r"$x \le 1$ and $(0 \le x \implies x \le 3)$ and $x \le 4$."


def test_neighbours_of_one_set_share_a_quantifier():
    assert latex(forall(x, forall(y, x <= y))) == r"\forall x,\,y \in \mathbb{R}.\; x \le y"
    assert latex(forall(x, forall(n, x <= num(n)))).count(r"\forall") == 2


def test_a_functional_that_is_only_applied_is_no_law():
    F = var("F", K.fn(K.fn("N", "R"), "R"))
    values = forall(F, F(var("v", K.fn("N", "R"))) <= 0)
    assert r"F \in ((\mathbb{N} \to \mathbb{R}) \to \mathbb{R})" in sentence(values)
    assert r"F \in \mathcal{M}(\mathbb{N})" in sentence(forall(F, implies(law(F), F(lam(n, real(1))) <= 1)))


def test_negative_numbers_and_fractions_stand_in_brackets():
    assert text(x * -1) == "x * (-1)"
    assert text((x * -1).eq(0 - x)) == "x * (-1) = 0 - x"
    assert read("(-1/2)") == K.real(K.Fraction(-1, 2))


def test_powers_and_mixtures_bracket_their_arguments():
    assert latex(power(1 + x, n)) == "(1 + x)^{n}"
    assert latex(power(x, n) - x) == "x^{n} - x"
    assert latex(power(power(x, n), n)) == "(x^{n})^{n}"
    P = var("P", K.fn(K.fn("A", "R"), "R"))
    assert latex(mix(1 - x, P, P)) == r"(1 - x)\,P + (1 - (1 - x))\,P"


def test_a_function_at_a_value_shows_both():
    f = lam(x, real(0) <= x)
    assert text(f(real(1))) == "(x in R -> 0 <= x)(1)"
    assert r"\mapsto" in latex(f(real(1))) and "(1)" in latex(f(real(1)))


@pytest.mark.parametrize("name", sorted(DEFINITIONS))
def test_a_typeset_form_hides_no_argument(name):
    form = DEFINITIONS[name].latex
    pattern, types = K.generic(name), []
    while type(pattern) is tuple and pattern[0] == "->" and len(types) < arity(form or "{0}"):
        types.append(pattern[1])
        pattern = pattern[2]
    letters = [var(f"v{'abcdefgh'[i]}", ty) for i, ty in enumerate(types)]
    said = latex(K.const(name, K.generic(name))(*letters))
    if name != "total":
        assert all(rf"\mathit{{v{'abcdefgh'[i]}}}" in said for i in range(len(letters))), said


def test_no_two_notions_are_typeset_alike():
    forms = [one.latex for one in DEFINITIONS.values() if one.latex]
    assert len(set(forms)) == len(forms)


def _random_term(rng, ty, depth, env):
    """A term of a type, of variables, constants and functions; the names clash on purpose."""
    here = [v for v in env if v.ty == ty]
    if here and (depth <= 0 or rng.random() < 0.3):
        return rng.choice(here)
    if ty == "R":
        if depth <= 0:
            return real(K.Fraction(rng.randint(-3, 3), rng.randint(1, 3)))
        kind = rng.choice(("plus", "minus", "times", "max", "power", "app", "number"))
        if kind == "number":
            return real(rng.randint(-2, 5))
        if kind == "power":
            return power(_random_term(rng, "R", depth - 1, env), _random_term(rng, "N", depth - 1, env))
        if kind == "app":
            return K.app(_random_term(rng, K.fn("R", "R"), depth - 1, env), _random_term(rng, "R", depth - 1, env))
        return K.const(kind, K.fn("R", "R", "R"))(*(_random_term(rng, "R", depth - 1, env) for _ in range(2)))
    if ty == "N":
        return K.ZERO if depth <= 0 else K.SUCC(_random_term(rng, "N", depth - 1, env))
    if ty == "o":
        kind = rng.choice(("le", "eq", "and", "implies", "forall", "exists"))
        if depth <= 0 or kind in ("le", "eq"):
            sides = [_random_term(rng, "R", depth - 1, env) for _ in range(2)]
            return sides[0] <= sides[1] if kind == "le" else K.eq(*sides)
        if kind in ("forall", "exists"):
            v = var(rng.choice("xyn"), "R")
            body = lam(v, _random_term(rng, "o", depth - 1, [*[e for e in env if e != v], v]))
            return K.const(kind, K.fn(K.fn("R", "o"), "o"))(body)
        return K.const(kind, K.fn("o", "o", "o"))(*(_random_term(rng, "o", depth - 1, env) for _ in range(2)))
    v = var(rng.choice("xyf"), ty[1])
    return lam(v, _random_term(rng, ty[2], depth - 1, [*[e for e in env if e != v], v]))


def test_random_terms_read_back():
    rng = random.Random(1)
    for _ in range(400):
        t = _random_term(rng, rng.choice(("o", "R", K.fn("R", "R"))), 5, [x, y, n])
        assert read(text(t), names_of(t)) == t, text(t)
        if t.ty == "o":
            assert latex(t)


def test_or_stands_in_brackets_beside_and():
    p, q, r = (var(name, "o") for name in "pqr")
    either = K.const("or", K.fn("o", "o", "o"))
    assert latex(p & either(q, r)) == r"p \text{ and } (q \text{ or } r)"
    assert latex(either(p & q, r)) == r"(p \text{ and } q) \text{ or } r"
    assert latex(K.implies(either(p, q), r)) == r"(p \text{ or } q) \implies r"


def test_definitions_are_typeset_with_what_they_stand_for():
    assert defined("close").split(r" \iff ")[0] == r"P \approx_{E,\,d} Q"
    assert defined("bind") == r"(P ; K)(f) = P(a \mapsto K(a, f))"
