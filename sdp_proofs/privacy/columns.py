"""Count a column where it is: a frame of any kind through narwhals, files and SQL queries through DuckDB.

World: exact. The engine that holds the records counts them; nothing but values and counts comes here.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sdp_proofs.errors import DomainError
from sdp_proofs.extras import require_packages
from sdp_proofs.numbers.reals import shown
from sdp_proofs.privacy.audit import MOST_TYPES, Column

MEMORY = "200MB"
"""Most that DuckDB may keep in memory; larger counts go to disk."""
_TABLES = (".parquet", ".csv", ".csv.gz", ".tsv")
_MISSING = ("", "nan", "NaN", "<NA>", "NaT")
_WILD = "*?["


def is_table_file(path: str) -> bool:
    """True for what DuckDB counts: Parquet, compressed text, or several files by a pattern."""
    return path.lower().endswith((".parquet", ".csv.gz")) or any(sign in path for sign in _WILD)


def column_of_frame(data: Any, name: str) -> Column:
    """Count a column of a frame of pandas, Polars, PyArrow, DuckDB, Ibis, Spark or another that narwhals knows.

    Raises:
        DomainError: no such column, no frame, a missing value, fewer than two or more than 1000 different values.
        MissingExtraError: narwhals is not installed.
    """
    require_packages(["narwhals"], "columns")
    import narwhals as nw

    try:
        frame: Any = nw.from_native(data)
    except TypeError:
        raise DomainError(f"a column must be one of a data frame, got {type(data).__name__}") from None
    names = frame.collect_schema().names()
    if name not in names:
        raise DomainError(f"the column must be one of {shown(', '.join(names))}, got {shown(name)}")
    counted = frame.select(nw.col(name).alias("value")).group_by("value").agg(nw.len().alias("records"))
    if hasattr(counted, "collect"):
        counted = counted.collect()
    return _column(name, counted.iter_rows())


def column_of_files(pattern: str, name: str) -> Column:
    """Count a column of Parquet or CSV files; a pattern such as data/*.parquet names several.

    Raises:
        DomainError: files that cannot be read, no such column, a missing value, or too few or many different values.
        MissingExtraError: DuckDB is not installed.
    """
    if not pattern.lower().endswith(_TABLES):
        raise DomainError(f"files to count must end in one of {', '.join(_TABLES)}, got {shown(pattern)}")
    reader = "read_parquet(?)" if pattern.lower().endswith(".parquet") else "read_csv(?, header=true, all_varchar=true)"
    return _column(name, _counted(f"SELECT {_quoted(name)} AS value FROM {reader}", [pattern]))


def column_of_query(query: str, name: str | None = None) -> Column:
    """Count what a SQL query of one column returns; DuckDB runs it, on files or what it attaches.

    Raises:
        DomainError: a query that fails, or returns no single column where none is named.
        MissingExtraError: DuckDB is not installed.
    """
    inner = query.strip().rstrip(";")
    if name is None:
        return _column("value", _counted(f"SELECT * FROM ({inner}) AS asked(value)", []))
    return _column(name, _counted(f"SELECT {_quoted(name)} AS value FROM ({inner})", []))


def _counted(records: str, parameters: list[str]) -> list[tuple[Any, int]]:
    require_packages(["duckdb"], "columns")
    import duckdb  # type: ignore[import-not-found,unused-ignore]

    grouped = f"SELECT value, count(*) FROM ({records}) GROUP BY value LIMIT {MOST_TYPES + 1}"
    try:
        with duckdb.connect(config={"memory_limit": MEMORY}) as connection:
            rows: list[tuple[Any, int]] = connection.execute(grouped, parameters).fetchall()
            return rows
    except duckdb.Error as error:
        first = str(error).strip().split("\n")[0]
        raise DomainError(f"the records must be readable by DuckDB, got: {shown(first)}") from None


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _column(name: str, rows: Iterable[tuple[Any, int]]) -> Column:
    tally: dict[str, int] = {}
    for value, count in rows:
        if value is None or str(value) in _MISSING:
            raise DomainError(f"every record must have a {name}, got {count} without one")
        tally[str(value)] = tally.get(str(value), 0) + int(count)
    ordered = sorted(tally.items(), key=lambda entry: (-entry[1], entry[0]))
    return Column.of(name, dict(ordered))
