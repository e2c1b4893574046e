"""The tables by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from sdp_proofs.experiments.bound_tables.chernoff import chernoff
from sdp_proofs.experiments.bound_tables.elections import elections
from sdp_proofs.experiments.bound_tables.remark_8 import remark_8
from sdp_proofs.experiments.bound_tables.table import BoundTable
from sdp_proofs.experiments.bound_tables.table_1 import table_1
from sdp_proofs.experiments.bound_tables.theorem_5 import theorem_5

TABLES: Mapping[str, Callable[[], BoundTable]] = MappingProxyType(
    {
        "remark-8": remark_8,
        "elections": elections,
        "chernoff": chernoff,
        "table-1": table_1,
        "theorem-5": theorem_5,
    }
)
