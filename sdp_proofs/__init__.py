"""sdp_proofs: the mathematics of differential privacy papers, checked by machine."""

from __future__ import annotations

__version__ = "0.1.0"
