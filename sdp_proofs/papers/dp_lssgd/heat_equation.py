"""Appendix C: the step of the heat equation that smoothing takes, its walls and its strength."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from sdp_proofs.papers.wings import DP_LSSGD
from sdp_proofs.proving.vocabulary import *


def three_places(_: Claim) -> Iterator[Instance]:
    """Three places with one of them raised: the second difference at the first."""
    for raised in range(3):
        u = [int(k == raised) for k in range(3)]
        yield f"u = {u}", {"u0": u[0], "u1": u[1], "u2": u[2]}


def grids(_: Claim) -> Iterator[Instance]:
    """The interval [0, 1] in d equal parts, one unit of time."""
    for d in (1, 2, 10):
        yield f"d = {d}", {"t": 1, "h": Fraction(1, d)}


SECTION = Section(DP_LSSGD, "App. C", {
    "u0": "u_1", "u1": "u_2", "u2": "u_3", "t": "\\Delta t", "h": "h", "V": "V", "v": "v", "l": "l", "r": "r",
})  # fmt: skip

SECTION.claim(
    "walls-have-the-matrix-of-the-circle",
    "discretising the heat equation with Neumann walls gives the matrix L of the smoothing",
    "Central differences for (17), whose walls let nothing through, give $v^{\\Delta t} - v^0 = \\Delta t\\,L "
    "v^{\\Delta t}$ "
    "with the matrix L of Section 2.1. At the first of three places L gives $u_2 - 2u_1 + u_3$, and a wall $u_2 - "
    "u_1$.",
    "u1 - 2*u0 + u2 == u1 - u0",
    on_instances(EXACT, GRID, "three places", "one of three raised", three_places), at="App. C, Eq. (17), walls",
    fails=instance("u = (0, 0, 1): on the circle the third place is beside the first, and the difference there is 1; "
        "at a "
                   "wall it is 0, also if the ghost point mirrors the second place and not the first.",
                   "u0 = 0; u1 = 0; u2 = 1", given="2*(u1 - u0) == u1 - u0"),
    wrong="L is the Laplacian of a circle: heat that leaves at one end enters at the other. Neumann walls give another "
    "matrix, in the first and in the last row.",
    cost="(17) must have periodic boundary values; the last coordinate of a parameter is smoothed into the first.",
    recorded="refuted",
)  # fmt: skip

SECTION.claim(
    "strength-is-the-time-step", "the strength of smoothing is the time step: sigma = dt",
    "On the interval [0, 1] in d equal parts of length h = 1/d, a step of backward Euler of length $\\Delta t$ is the "
    "smoothing with $\\sigma = \\Delta t$; central differences divide by $h^2$.",
    "t/h**2 == t",
    on_instances(EXACT, GRID, "grids", "d = 1, 2 and 10", grids), at="App. C, last display",
    fails=instance("Two parts: h = 1/2, and a step of length t smooths with sigma = 4 t.", "t = 1; h = 1/2"),
    wrong="A second difference approximates the second derivative only after division by the square of the distance "
    "between places.",
    cost="sigma = dt/h^2. A fixed sigma in d coordinates is a time of sigma/d^2 on [0, 1], which vanishes as d grows.",
    defect="wrong constant",
)  # fmt: skip

SECTION.claim(
    "smoothing-is-a-step-of-the-heat-equation-on-a-circle",
    "what holds instead: with periodic boundary and sigma = dt/h^2, smoothing is a step of backward Euler",
    "At every place of the circle $(V - v)/\\Delta t = (l - 2V + r)/h^2$, with neighbours l and r at the new time, "
    "says the "
    "same as $(1 + 2\\sigma)V - \\sigma(l + r) = v$ with $\\sigma = \\Delta t/h^2$, which is row by row $A_\\sigma V "
    "= v$.",
    "Equivalent((V - v)/t == (l - 2*V + r)/h**2, (1 + 2*t/h**2)*V - t/h**2*(l + r) == v)",
    by_solver("all places", "And(t > 0, h > 0)"), at="App. C, last display", fidelity="reconstructed",
    mutants={"sigma = dt": ("(1 + 2*t/h**2)*V - t/h**2*", "(1 + 2*t)*V - t*"), "explicit": ("- 2*V", "- 2*v")},
    repairs=("walls-have-the-matrix-of-the-circle", "strength-is-the-time-step"),
)  # fmt: skip
