"""The attacks on provers and accountant, at length: python -m tests.deep [cases], from the repository's root.

At its end recorded noises are decided once more, each on both sides, and all true mutants of DP-LSSGD are proved.

The tests run a small set of seeds; this goes on from there. It ends with exit code 1 at the first contradiction.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from functools import partial

from sdp_proofs.papers.dp_lssgd.paper import PAPER
from sdp_proofs.papers.dp_lssgd.theorem_two import COST, LEAST, decide_budget
from sdp_proofs.verdict import Verdict
from tests.accounting.test_engines_agree import SEEDS as ACCOUNTING_SEEDS
from tests.accounting.test_engines_agree import assert_engines_agree
from tests.papers.test_survivors import unproved
from tests.provers.test_attacked_inequalities import SEEDS, assert_sound
from tests.provers.test_attacked_statements import assert_identity_is_sound, assert_proof_is_sound
from tests.proving.random_ledgers import ledger_of_three_layers
from tests.proving.test_attacked_chains import assert_chain_is_sound
from tests.proving.test_attacked_citations import assert_nothing_follows
from tests.proving.test_attacked_inductions import assert_induction_is_sound
from tests.proving.test_attacked_sums import assert_calculus_is_sound

CASES = 5000
_ATTACKS: tuple[tuple[str, Callable[[int], object], int], ...] = (
    ("inequalities on boxes", partial(assert_sound, boxes=100, points=400), 1),
    ("statements for all reals", assert_proof_is_sound, 1),
    ("identities", assert_identity_is_sound, 5),
    ("finite sets", assert_calculus_is_sound, 2),
    ("inductions", assert_induction_is_sound, 2),
    ("proofs in steps", assert_chain_is_sound, 1),
    ("what is cited of quantities", assert_nothing_follows, 2),
    ("what cites what is cited", partial(assert_nothing_follows, make=ledger_of_three_layers), 5),
    ("accounting engines", assert_engines_agree, 10),
)


def main(cases: int, first: int = SEEDS) -> int:
    """Run every attack on this many seeds, identities on a fifth of it; the exit code."""
    for name, attack, share in _ATTACKS:
        answers: Counter[str] = Counter()
        for seed in range(max(first, ACCOUNTING_SEEDS), first + cases // share):
            try:
                answers[str(attack(seed))] += 1
            except AssertionError as error:
                print(f"{name}: seed {seed} is contradicted: {error}")
                return 1
        print(f"{name}: {', '.join(f'{count} {answer}' for answer, count in sorted(answers.items()))}", flush=True)
    return _noises() or _survivors()


def _noises() -> int:
    for epsilon, (meets, fails) in LEAST.items():
        verdicts = decide_budget(meets, epsilon), decide_budget(fails, epsilon)
        if verdicts != (Verdict.HOLDS, Verdict.FAILS):
            print(f"recorded noises: at epsilon = {epsilon} {meets} and {fails} are decided {verdicts}")
            return 1
    for epsilon, (noise, low, high) in COST.items():
        verdicts = decide_budget(noise, high), decide_budget(noise, low)
        if verdicts != (Verdict.HOLDS, Verdict.FAILS):
            print(f"recorded costs: at epsilon = {epsilon} {high} and {low} are decided {verdicts}")
            return 1
    print(f"recorded noises: {2 * (len(LEAST) + len(COST))} comparisons decided", flush=True)
    return 0


def _survivors() -> int:
    for claim in PAPER.survivors:
        if wrong := unproved(claim):
            print(f"survivors of {claim}: not proved are {'; '.join(wrong)}")
            return 1
    print(f"survivors of dp-lssgd: those of {len(PAPER.survivors)} claims proved", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])) if len(sys.argv) > 1 else main(CASES))
