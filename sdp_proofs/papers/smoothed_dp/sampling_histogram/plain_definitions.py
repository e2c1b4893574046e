"""Definitions for counterexamples, in the small language of `sdp_proofs.certificate`, that several claims need."""

from __future__ import annotations

SMALL_LOSS = {
    "P": "lambda h, H: comb(H, h) * comb(n - H, T - h) / comb(n, T)",
    "d": "lambda H, K: sum(max(0, P(h, H) - E * P(h, K)) for h in range(T + 1))",
    "delta": "lambda H: max(max(d(H, K), d(K, H)) for K in (H - 1, H + 1) if 0 <= K <= n)",
}  # fmt: skip
"""delta(H) of Definition 2, if T of n records are sampled and H of them are of the first of two types; P(h, H) is the
probability that h of the sample are. Needs n, T and E."""

ELECTION_EVENT = {
    "start_of": "lambda a, b, lost, l: comb(b, l) * comb(a, lost - l) / comb(a + b, lost)",
    "step": "lambda a, b, lost, l: (b - l) * (lost - l) / ((l + 1) * (a - lost + l + 1))",
    "law": "lambda a, b, lost, start, stop: running(start_of(a, b, lost, start), (step(a, b, lost, l) for l in "
    "range(start, stop)))", "fewer": "lambda a, b, lost, l: l * (a + 1) / (b * (lost - l + 1))",
    "more": "lambda a, b, lost, l: (b + 1) * (lost - l) / (a * (l + 1))",
    "seen": "lambda P, a, b, lost, start: sum(P[i] * (1 - E * fewer(a, b, lost, start + i)) for i in range(len(P)))",
}  # fmt: skip
"""Of a + b votes `lost` are not counted, l of them from the b votes of the second candidate. `law` lists the
probabilities of l = start, ..., stop, from one binomial coefficient and the ratios of neighbours. `fewer` and `more`
are the probabilities of the same totals, relative to these, if one of the b votes had gone to the other candidate, or
one of the a. `seen` is P(S) - E P'(S) for the event S of these l. Needs E."""

WHOLE_LOSS = {
    "at_most": "lambda P, a, b, lost, start: (max(sum(P[i] * max(0, 1 - E * fewer(a, b, lost, start + i)) for i in "
    "range(len(P))) + 1 - sum(P), sum(P[i] * max(0, 1 - E * more(a, b, lost, start + i)) for i in range(len(P))) + 1 "
    "- sum(P), sum(P[i] * max(0, fewer(a, b, lost, start + i) - E) for i in range(len(P))) + 1 - sum(P[i] * fewer(a, "
    "b, lost, start + i) for i in range(len(P))), sum(P[i] * max(0, more(a, b, lost, start + i) - E) for i in "
    "range(len(P))) + 1 - sum(P[i] * more(a, b, lost, start + i) for i in range(len(P)))))",
}  # fmt: skip
"""At least the loss of every change of one vote, in both directions: all outcomes outside the list are counted fully,
with the probability that the law of the change leaves for them."""
