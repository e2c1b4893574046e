"""The tables by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from sdp_proofs.experiments.bound_tables.chernoff import chernoff
from sdp_proofs.experiments.bound_tables.elections import elections
from sdp_proofs.experiments.bound_tables.gaussian_calibration import gaussian_calibration
from sdp_proofs.experiments.bound_tables.laplace_utility import laplace_utility
from sdp_proofs.experiments.bound_tables.remark_8 import remark_8
from sdp_proofs.experiments.bound_tables.table_1 import table_1
from sdp_proofs.experiments.bound_tables.theorem_5 import theorem_5
from sdp_proofs.experiments.theorem_two_noise import theorem_two
from sdp_proofs.tables.table import BoundTable

TABLES: Mapping[str, Callable[[], BoundTable]] = MappingProxyType(
    {
        "remark-8": remark_8,
        "elections": elections,
        "chernoff": chernoff,
        "table-1": table_1,
        "theorem-5": theorem_5,
        "gaussian-calibration": gaussian_calibration,
        "laplace-utility": laplace_utility,
        "theorem-2": theorem_two,
    }
)
