"""Sharper constants for Theorem 4, and what its steps have to do with those of the experiments."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from sdp_proofs.papers.wings import DP_LSSGD
from sdp_proofs.proving.vocabulary import *

SECTION = Section(DP_LSSGD, "Theorem 4, constant", {
    "eta": "\\eta", "p": "p", "q": "q", "b": "b", "G": "G", "f": "F", "fs": "F_*", "fn": "F_+", "L": "L",
    "gap": "\\Delta F", "total": "t", "D": "D_\\sigma", "T": "T", "V": "V", "d": "d", "gamma": "\\gamma",
    "before": "D_k", "after": "D_{k+1}", "g2": "r_2", "r": "r", "N": "N", "v": "\\nu^2", "x": "x",
    "s": "\\eta_s", "k": "\\eta_k",
}, {"v": "any variance"})  # fmt: skip


def steps(_: Claim) -> Iterator[Instance]:
    """Two steps of the schedule 1/t."""
    for t in (1, 2, 9):
        yield f"t = {t}", {"s": Fraction(1, t), "k": Fraction(1, t + 1)}


SECTION.claim(
    "squared-gradient-below-twice-the-gap", "the sharp form of Eq. (9): |grad F|^2 <= 2 L (F - F*), if F is L-smooth",
    "A step of $1/L$ along the gradient goes no lower than the minimum, and to at most $F - \\|\\nabla F\\|^2/(2L)$; "
    "$r_2$ is the squared norm of the gradient. It is attained by a parabola.",
    "Implies(And(L > 0, fs <= fn, fn <= f - g2/L + g2/(2*L)), g2 <= 2*L*(f - fs))",
    by_solver("all values", []), at="App. A.2, Eq. (9)", kind="project", trust="smooth-descent", generated="none",
    given="F is L-smooth", mutants={"L": ("2*L*(f - fs)", "L*(f - fs)"), "3/2": ("2*L*(f - fs)", "3/2*L*(f - fs)")},
)  # fmt: skip

SECTION.claim(
    "distance-after-a-step-with-all-of-the-gap",
    "one step: the squared distance falls by eta times the gap, up to eta^2 (G^2/b + gamma d nu^2)",
    "As in distance-after-a-step-of-a-smooth-convex-loss, with $r \\le r_2 \\le 2L(F - F_*)$: of $-2\\eta(F - F_*) + "
    "2L\\eta^2(F - F_*)$ at least $\\eta(F - F_*)$ is left, as $2L\\eta \\le 1$.",
    "Implies(And(f - fs <= p, fs <= fn, fn <= f - g2/L + g2/(2*L), r <= g2), "
    "after <= before - eta*(f - fs) + eta**2*(G**2/b + v*d*gamma))",
    in_steps(
        "the gap, then the step",
        about(Formula("Implies(And(r <= 2*L*q, 0 <= q, q <= p, V <= x), before - 2*eta*p + eta**2*(r + V + N) <= "
                      "before - eta*q + eta**2*(x + N))", ["eta", "L", "r", "q", "p", "V", "x", "before", "N"]),
              in_steps(
                  "times the step",
                  about(Formula("Implies(And(x >= 0, p <= q), x*p <= x*q)", ["x", "p", "q"]),
                        by_solver("a product", [])),
                  about(Formula("eta**2*(2*L*q) == eta*q*(2*L*eta)", ["eta", "L", "q"]),
                        by_identity("the square", "real eta L q")),
                  about(Formula("Implies(And(eta >= 0, q >= 0), eta*q >= 0)", ["eta", "q"]),
                        by_solver("its sign", [])),
                  by_solver("one step", [
                      "And(eta > 0, 2*L*eta <= 1)", shown("a product", {"x": "eta", "p": "q", "q": "p"}),
                      shown("a product", {"x": "eta**2", "p": "V", "q": "x"}),
                      shown("a product", {"x": "eta**2", "p": "r", "q": "2*L*q"}), shown("the square"),
                      shown("its sign"), shown("a product", {"x": "eta*q", "p": "2*L*eta", "q": "1"}),
                  ]),
              )),
        about(Formula("Implies(And(L > 0, g2 >= 0, fs <= fn, fn <= f - g2/L + g2/(2*L)), f - fs >= 0)",
                      ["L", "g2", "fs", "fn", "f"]), in_steps(
            "no gap is negative",
            about(Formula("Implies(And(L > 0, g2 >= 0), And(g2/L - g2/(2*L) >= 0))", ["L", "g2"]),
                  by_solver("half a quotient", [])),
            by_solver("the minimum", [shown("half a quotient")]),
        )),
        by_solver("with the noise", [
            "And(L > 0, eta > 0, 2*L*eta <= 1, g2 >= 0, b >= 1)",
            lifted("gaussian-moments", "after == before - 2*eta*p + eta**2*(r + V + N)",
                   cite("squared-distance-after-a-step"), cite("mixed-terms-have-mean-zero"), every="eta r"),
            lifted("uniform-batches", "V <= G**2/b", cite("variance-of-a-batch-mean"), every="b"),
            lifted("gaussian-moments", "N == v*d*gamma", cite("expected-norm-is-d-times-gamma")),
            shown("no gap is negative"), shown("times the step", {"q": "f - fs", "x": "G**2/b"}),
        ]),
    ),
    at="App. A.2, one step", kind="project", generated="none", given="F is convex and L-smooth",
    mutants={"more than all": ("- eta*(f", "- 3/2*eta*(f"), "no noise": ("(G**2/b + v*d*gamma)", "(G**2/b)")},
)  # fmt: skip

SECTION.claim(
    "sum-of-all-of-the-gaps", "summed: eta times the gaps is at most D_sigma + T eta^2 (G^2/b + gamma d nu^2)",
    "The same sum as in sum-of-the-gaps, with 1 for 2/3.",
    "eta*total + before <= D + T*eta**2*V",
    by_induction(
        "one step after the other", {"total": "0", "before": "D", "T": "0"},
        {"total": "total + (f - fs)", "before": "after", "T": "T + 1"},
        ["And(L > 0, eta > 0, 2*L*eta <= 1, g2 >= 0, b >= 1, V == G**2/b + v*d*gamma)",
         "And(f - fs <= p, fs <= fn, fn <= f - g2/L + g2/(2*L), r <= g2)"],
        inputs=["f", "fn", "g2", "r", "p", "after"], each=[cite("distance-after-a-step-with-all-of-the-gap")],
    ), at="App. A.2, sum over T", kind="project", trust="induction", generated="none",
    given="V is G^2/b + gamma d nu^2, as in every step",
    mutants={"half of the noise": ("T*eta**2*V", "T*eta**2*V/2"), "twice the gaps": ("eta*total", "2*eta*total")},
)  # fmt: skip

SECTION.claim(
    "utility-of-smooth-convex-losses-with-constant-one",
    "under the same hypotheses the gap is at most (D_sigma + G^2/b + gamma d nu^2)/sqrt(T), without 3/2",
    "If F is convex and L-smooth, every $f_i$ is G-Lipschitz and $T \\ge 4L^2$, steps of $1/\\sqrt T$ give the "
    "averaged iterate the expected gap $\\Delta F \\le (D_\\sigma + V)/\\sqrt T$ with $V = G^2/b + \\gamma d\\nu^2$: "
    "the 3/2 of utility-of-smooth-convex-losses, and with it that of its rate, is 1.",
    "Implies(And(2*L <= sqrt(T), V == G**2/b + v*d*gamma, T*gap <= total, before >= 0), gap <= (D + V)/sqrt(T))",
    in_steps(
        "the sum, divided",
        about(Formula("T*(1/sqrt(T))**2 == 1", ["T"]), by_identity("squared steps", "positive T")),
        about(Formula("Implies(2*L <= x, 2*L*(1/x) <= 1)", ["L", "x"]), by_solver("short steps", "x >= 1")),
        about(Formula("Implies(And((1/x)*total + before <= D + V, before >= 0, x**2*gap <= total), gap <= (D + V)/x)",
                      ["x", "total", "before", "D", "V", "gap"]), by_solver("divided", "x >= 1")),
        by_solver("all of it", [
            "And(T >= 1, b >= 1, L > 0)", cite("sum-of-all-of-the-gaps", {"eta": "1/sqrt(T)"}), shown("squared steps"),
            shown("short steps", {"x": "sqrt(T)"}), shown("divided", {"x": "sqrt(T)"}),
        ]),
    ),
    at="Theorem 4, constant", kind="project", given="F is convex and L-smooth", trust="jensen", generated="none",
    mutants={"half": ("(D + V)/sqrt(T)", "(D + V)/(2*sqrt(T))"), "without V": ("(D + V)", "D")}, integers="T",
)  # fmt: skip

SECTION.claim(
    "theorems-four-and-seven-cover-the-steps-of-the-experiments",
    "read for Section 4.1: its steps 1/t are those of Theorems 4 and 7",
    "Section 4.1 decreases the steps like 1/t. Read here as runs to which Theorems 4 and 7 apply, whose steps are all "
    "$1/\\sqrt T$: any two steps are equal.",
    "s == k",
    on_instances(EXACT, GRID, "neighbouring steps", "t = 1, 2 and 9", steps), at="Sec. 4.1, steps", kind="reading",
    fails=instance("The first two steps are 1 and 1/2.", "s = 1; k = 1/2"),
    wrong="Steps of 1/t change at every step; those of both theorems are constant. So the theorems say nothing of any "
    "run of Section 4.1, whatever its privacy. The published code takes 2/t, renewed once per epoch.",
    cost="For steps that may differ weighted-sum-of-the-gaps bounds the average that is weighted by the steps.",
    defect="missing hypothesis",
    recorded="refuted",
)  # fmt: skip

SECTION.claim(
    "steps-of-one-over-t-gain-a-logarithm-only",
    "what holds: with steps s/k the weighted average is bounded by (3/2)(D_sigma + q V)/(s h), h at least ln(T + 1)",
    "From weighted-sum-of-the-gaps, with $\\sum_{k \\le T} \\eta_k \\ge s\\ln(T + 1)$: divided by the sum h of the "
    "steps the bound falls like $1/\\ln T$, and not like $1/\\sqrt T$. q is the sum of the squared steps, at most "
    "$2s^2$; here one step after the other.",
    "And(steps >= log(T + 1), squares <= 2 - 1/T)",
    in_steps(
        "a logarithm, then the sums",
        about(Formula("log(T + 1 + 1) == log(T + 1) + log(1 + 1/(T + 1))", ["T"]),
              by_identity("a factor", "positive T")),
        about(Formula("log(T + 1 + 1) <= log(T + 1) + 1/(T + 1)", ["T"]),
              by_solver("one step of the logarithm", ["T >= 1", shown("a factor")])),
        by_induction(
            "one step after the other", {"steps": "1", "squares": "1", "T": "1"},
            {"steps": "steps + 1/(T + 1)", "squares": "squares + 1/(T + 1)**2", "T": "T + 1"}, [],
            keeps=["T >= 1"], each=[shown("one step of the logarithm")],
        ),
    ), at="Sec. 4.1, steps", fidelity="reconstructed", trust="induction", generated="none",
    symbols={"steps": "h", "squares": "q"},
    repairs="theorems-four-and-seven-cover-the-steps-of-the-experiments",
    mutants={"more than one half": ("2 - 1/T", "3/2 - 1/T"), "twice": ("steps >= log(T + 1)", "steps >= 2*log(T + 1)")},
)  # fmt: skip
