"""Claims about programs: what they assert is computed from the text of a program.

`P <= E*Q` is about the probabilities of an output on two neighbours, and only the program says what those are: its
letters have no values of their own to search, and no hypotheses. The check itself looks for neighbours and an output
that violate the sentence, and proves it by shifts of the noise if there are none.
"""

from __future__ import annotations

from sdp_proofs.ledger import Claim
from sdp_proofs.papers.programs.paper import PAPER
from sdp_proofs.proving.programs import SENTENCE


def of_a_program(claim: Claim) -> bool:
    return claim.paper == PAPER.key and str(claim.formula) == SENTENCE
