"""Attempts to make a false theorem, or a term that lies, by the kernel's public names."""

from fractions import Fraction

import pytest

from sdp_proofs.logic import kernel as K

TRUTH, FALSE = K.real(0) <= 1, K.real(1) <= 0


class LiarName(str):
    """A name that equals all names."""

    def __eq__(self, other):
        return True

    def __hash__(self):
        return hash("R")


class LiarFraction(Fraction):
    """A fraction that is never negative."""

    def __lt__(self, other):
        return False


class LiarInt(int):
    """An index that is every index."""

    def __eq__(self, other):
        return True

    def __hash__(self):
        return 0


class LiarTerm:
    """An object that equals every term and has the hash of 1 <= 0."""

    def __eq__(self, other):
        return True

    def __hash__(self):
        return hash(FALSE)


def refused(attempt):
    with pytest.raises((TypeError, ValueError, AttributeError, PermissionError, KeyError)):
        attempt()


def test_a_loose_index_is_not_caught_by_a_quantifier():
    loose = K.Term("bound", (0,), "R") <= K.real(0)
    refused(lambda: K.assume(loose))
    refused(lambda: K.lam(K.var("x", "R"), loose))
    refused(lambda: K.define("open_one", K.Term("bound", (0,), "R")))


def test_a_context_that_changes_between_two_looks_is_refused():
    answers = iter([TRUTH, FALSE])
    known = K.arith(TRUTH, (), (), [(Fraction(1), (), None)])
    refused(lambda: K.replace(K.refl(K.real(0)), known, lambda _: next(answers)))


def test_a_python_function_is_no_term():
    values = iter([K.real(0), K.real(1)])

    def f(x):
        return next(values)

    f.ty = K.fn("R", "R")
    refused(lambda: K.refl(f))
    for rule in (K.assume, K.normal, K.left, K.body if hasattr(K, "body") else K.right):
        refused(lambda rule=rule: rule(f))


def test_normal_forms_are_of_terms_only():
    refused(lambda: K.normal(LiarTerm()))
    known = K.arith(TRUTH, (), (), [(Fraction(1), (), None)])
    refused(lambda: K.same(known, FALSE))
    refused(lambda: K.same(known, LiarTerm()))


def test_a_term_does_not_change():
    one = K.real(1) <= K.real(2)
    refused(lambda: setattr(one, "head", "num"))
    refused(lambda: delattr(one, "head"))
    one.__init__(FALSE.head, FALSE.parts, FALSE.ty)
    assert one == (K.real(1) <= 2) and one.parts[1] == K.real(2)
    assert K.Term(one.head, one.parts, one.ty) is one
    th = K.assume(one)
    refused(lambda: setattr(th, "hyps", frozenset()))


def test_the_tables_of_axioms_and_definitions_are_not_handed_out():
    assert isinstance(K.AXIOMS, tuple) and isinstance(K.CONSTANTS, tuple) and isinstance(K.definitions(), tuple)
    refused(lambda: K.axiom("false"))


def test_a_type_that_lies_is_replaced_or_refused():
    refused(lambda: K.Term("lam", (LiarName("S"), K.Term("bound", (0,), "R")), K.fn(K.fn("R", "o"), "R")))
    v = K.var("x", LiarName("S"))
    assert type(v.ty) is str
    refused(lambda: K.as_type(("->", "R")))
    refused(lambda: K.as_type(["->", "R", "R"]))
    for bad in (5, None, "A B", "", "1", "Prop o", "Ａ", "nat:", ("+", "R", "R")):
        refused(lambda bad=bad: K.as_type(bad))


NAMES = ["a b", "x'", "", "1", "x.", "а", "n.\\; 1 \\le 0 %", "a : R := 0.\nAxiom b", 3, None, LiarName("x")]


@pytest.mark.parametrize("name", NAMES)
def test_names_have_one_form(name):
    refused(lambda: K.var(name, "R"))
    refused(lambda: K.define(name, K.real(0)))
    refused(lambda: K.cite(name, K.refl(K.real(0))))
    if name != "":
        refused(lambda: K.Term("lam", ("R", K.Term("bound", (0,), "R")), K.fn("R", "R"), name))


@pytest.mark.parametrize("number", [1.0, float("nan"), 1j, "1", None, LiarFraction(-1), True])
def test_numbers_are_plain(number):
    refused(lambda: K.real(number))
    refused(lambda: K.Term("num", (number, 1), "R"))


def test_numbers_are_in_lowest_terms():
    for parts in ((2, 4), (1, -1), (0, 0), (1, 0), (LiarInt(3), 4), (1,)):
        refused(lambda parts=parts: K.Term("num", parts, "R"))


def test_indices_are_plain():
    for index in (-1, True, 0.0, LiarInt(0), "0"):
        refused(lambda index=index: K.Term("bound", (index,), "A"))


def test_ill_typed_terms_are_refused():
    f, x = K.var("f", K.fn("R", "R")), K.var("n", "N")
    refused(lambda: K.app(f, x))
    refused(lambda: K.app(x, x))
    for _ in range(2):  # also where the application is known already
        refused(lambda: K.Term("app", (f, K.real(0)), "o"))
        K.app(f, K.real(0))
    refused(lambda: K.Term("lam", ("N", K.Term("bound", (0,), "R")), K.fn("N", "R")))
    refused(lambda: K.const("plus", K.fn("R", "o")))
    refused(lambda: K.const("nothing", "R"))
    refused(lambda: K.Term("axiom", ("x",), "R"))
    refused(lambda: type("Own", (K.Term,), {})("var", ("x",), "R"))


def test_an_object_with_the_slots_of_a_term_is_none():
    slots = (FALSE.head, FALSE.parts, FALSE.ty, FALSE.hashed, FALSE.top, FALSE.loose, FALSE.free, FALSE.hint)
    open_one = K._Slots(*slots)
    refused(lambda: K.app(K.IMPLIES, open_one))
    refused(lambda: K.Term("app", (K.IMPLIES, open_one), K.fn("o", "o")))
    refused(lambda: K.Term("lam", ("R", open_one), K.fn("R", "o")))
    refused(lambda: K.assume(open_one))
    refused(lambda: K.normal(open_one))


def test_only_rules_make_theorems():
    refused(lambda: K.Theorem(object(), "axiom", FALSE, (), (), None))
    refused(lambda: K.mp(LiarTerm(), LiarTerm()))
    refused(lambda: K.discharge(LiarTerm(), K.assume(TRUTH)))


def test_generalisation_needs_a_free_variable():
    x = K.var("x", "R")
    refused(lambda: K.gen(x, K.assume(x <= 0)))
    refused(lambda: K.gen(K.real(0), K.refl(K.real(0))))
    assert not K.gen(x, K.refl(x)).hyps


@pytest.mark.parametrize(
    "certificate",
    [
        [(Fraction(-1), (), None)],
        [(LiarFraction(-1), (), None)],
        [(-1.0, (), None)],
        [(float("nan"), (), None)],
        [(Fraction(1), (0,), None)],
        [(Fraction(1), (-1,), None)],
        [(Fraction(1), (True,), None)],
        [(Fraction(1), (LiarInt(0),), None)],
        [(Fraction(-1), (), K.real(1))],
        [],
    ],
)
def test_certificates_that_do_not_count(certificate):
    refused(lambda: K.arith(FALSE, (), (), certificate))


def test_the_polynomial_of_a_sentence_is_not_handed_out():
    for goal in (FALSE, K.real(0) <= -1):
        K.difference(goal)[1].clear()
        refused(lambda goal=goal: K.arith(goal, (), (), []))
    known = K.arith(TRUTH, (), (), [(1, (), None)])
    K.difference(TRUTH)[1][()] = -1
    refused(lambda: K.arith(FALSE, (known,), (), [(1, (0,), None)]))


def test_values_for_several_functions_are_those_for_one_after_the_other():
    x, y, z = (K.var(name, "R") for name in "xyz")
    f, g = K.var("f", K.fn("R", "R", "R")), K.lams(x, y, z, (x - y) * z)
    values = [f(K.bound(1, "R"))(K.bound(0, "R")), K.bound(2, "R"), x]
    one = g
    for value in values:
        one = K.open_(one.parts[1], value)
    assert one == K.open_(g.parts[1].parts[1].parts[1], *values) == (values[0] - values[1]) * x
    inside = K.lams(x, y, f(x)(y))  # below a function, a value with loose indices is moved
    once = K.open_(K.open_(K.lams(x, inside).parts[1], z).parts[1], K.bound(0, "R"))
    assert once == K.Term("lam", ("R", f(K.bound(1, "R"))(K.bound(0, "R"))), K.fn("R", "R"))
    swapped = K.lams(x, y, K.app(K.app(K.lams(x, y, f(y)(x)), x), y))
    assert K.normal(swapped) == K.lams(x, y, f(y)(x)) != K.normal(K.lams(x, y, f(x)(y)))


def test_a_factor_belongs_to_an_equation():
    x = K.var("x", "R")
    fact = K.assume(K.real(0) <= x)
    refused(lambda: K.arith(K.real(0) <= x * -1, (fact,), (), [(Fraction(1), (0,), K.real(-1))]))
    refused(lambda: K.arith(x.eq(0), (fact,), (), [(Fraction(1), (0,), None)]))


def test_definitions_are_closed_new_and_final():
    x = K.var("x", "R")
    refused(lambda: K.define("own", x))
    refused(lambda: K.define("not", K.real(0)))
    refused(lambda: K.define("plus", K.real(0)))
    a = K.var("a", "S")
    hidden = K.const("exists", K.fn(K.fn("S", "o"), "o"))(K.lam(a, K.eq(a, a)))
    refused(lambda: K.define("hidden", hidden))


def test_base_types_are_not_renamed():
    refused(lambda: K.set_types(K.refl(K.real(0)), {"R": "N"}))
    refused(lambda: K.axiom("one", {"o": "R"}))
    refused(lambda: K.set_types(K.refl(K.real(0)), {LiarName("A"): "R"}))


def test_forgetting_keeps_what_is_held():
    x = K.var("x", "A")
    before = K.eq(x, x)
    K.forget(above=0)
    after = K.eq(K.var("x", "A"), K.var("x", "A"))
    assert before == after and hash(before) == hash(after)
    assert K.mp(K.discharge(before, K.assume(before)), K.refl(K.var("x", "A"))).concl == after


def test_rules_keep_hypotheses():
    x, y = K.var("x", "R"), K.var("y", "R")
    p, q, e = x <= 0, y <= 0, x.eq(y)
    both = K.conj(K.assume(p), K.assume(q))
    assert both.hyps == {p, q} and K.discharge(p, both).hyps == {q}
    assert K.mp(K.assume(K.IMPLIES(p, q)), K.assume(p)).hyps == {K.IMPLIES(p, q), p}
    assert K.left(both).hyps == K.right(both).hyps == K.same(both, both.concl).hyps == {p, q}
    assert K.replace(K.assume(e), K.assume(p), K.lam(x, p)).hyps == {e, p}
    sum_ = [(Fraction(1), (0,), None), (Fraction(1), (1,), None)]
    assert K.arith(x <= 0, (K.assume(e), K.assume(q)), (), sum_).hyps == {e, q}
    every = K.assume(K.forall(x, p))
    assert K.spec(every, y).hyps == every.hyps and K.gen(y, every).hyps == every.hyps
    assert K.set_types(K.assume(K.eq(K.var("a", "A"), K.var("a", "A"))), {"A": "N"}).hyps == {
        K.eq(K.var("a", "N"), K.var("a", "N"))
    }
    assert K.cite("name", both).hyps == both.hyps


def test_each_rule_refuses_what_is_of_another_form():
    x, f = K.var("x", "R"), K.var("f", K.fn("R", "o"))
    p = K.assume(x <= 0)
    refused(lambda: K.mp(p, p))
    refused(lambda: K.mp(K.assume(K.IMPLIES(x <= 0, FALSE)), K.assume(x <= 1)))
    refused(lambda: K.left(p))
    refused(lambda: K.spec(p, x))
    refused(lambda: K.spec(K.assume(K.forall(x, x <= 0)), K.ZERO))
    refused(lambda: K.replace(p, p, f))
    refused(lambda: K.replace(K.refl(x), p, K.lam(x, x <= 1)))
    refused(lambda: K.arith(f(x), (), (), []))
