"""What a wing lists by the name of its module, made: figures are computed by it, tables returned.

Apart from the lists, so that what a claim can run is known although these modules are found by name.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from sdp_proofs.ledger.exhibits import Figure, Table


def module_of(figure: Figure) -> Any:
    """The module that makes a figure.

    Raises:
        ImportError: there is none, or a package that it needs is not installed.
    """
    return import_module(figure.made_by)


def made(table: Table, *given: Any) -> Any:
    """A table, of the data that are given, if any.

    Raises:
        ImportError: there is no such module.

    Example:
        >>> made(Table("table-1", "sdp_proofs.experiments.bound_tables.table_1:table_1")).name
        'table-1'
    """
    module, _, function = table.made_by.partition(":")
    return getattr(import_module(module), function)(*given)
