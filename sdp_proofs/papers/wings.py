"""The papers of this ledger by the names that their modules know them by."""

from __future__ import annotations

from sdp_proofs.papers.accountants.paper import PAPER as ACCOUNTANTS
from sdp_proofs.papers.dp_lecture.paper import PAPER as DP_LECTURE
from sdp_proofs.papers.dp_lssgd.paper import PAPER as DP_LSSGD
from sdp_proofs.papers.programs.paper import PAPER as PROGRAMS
from sdp_proofs.papers.project.paper import PAPER as PROJECT
from sdp_proofs.papers.smoothed_dp.paper import PAPER as SMOOTHED_DP

__all__ = ["ACCOUNTANTS", "DP_LECTURE", "DP_LSSGD", "PROGRAMS", "PROJECT", "SMOOTHED_DP"]
