"""Files that somebody else wrote, read within limits of bytes, of a line and of rows; rows, written as CSV."""

from __future__ import annotations

import csv
import io
import os
import stat
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, BinaryIO, TextIO

from sdp_proofs.errors import DomainError, SizeError

LARGEST_FILE = 16 * 2**20
"""Bytes of a file, unless a reader that keeps nothing of it says otherwise."""
LONGEST_LINE = 2**20
"""Bytes of a line."""
_LONGEST_NAME = 60
"""Characters of a field's name in a message."""

Row = tuple[int, list[str]]
"""The number of a line and its fields without the spaces around them."""


def csv_rows(
    path: str | os.PathLike[str], *, most_rows: int, most_bytes: int = LARGEST_FILE, delimiter: str = ","
) -> Iterator[Row]:
    r"""The lines of a CSV file in UTF-8 that are not blank, one by one; a byte order mark is dropped.

    Args:
        path: the file, or a pipe.
        most_rows: lines that are not blank, the header among them.
        most_bytes: of the whole file.
        delimiter: what separates the fields.

    Raises:
        DomainError: it cannot be read, or is not such a file; the message names the file and the line.
        SizeError: it is larger, or a line longer, than the limits.

    Example:
        >>> import pathlib, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     file = pathlib.Path(folder, "votes.csv")
        ...     _ = file.write_text("year, votes\n\n2024, 300\n")
        ...     list(csv_rows(file, most_rows=10))
        [(1, ['year', 'votes']), (3, ['2024', '300'])]
    """
    source = os.fspath(path)
    try:
        with open(path, "rb") as stream:
            yield from rows_of(stream, source, most_rows=most_rows, most_bytes=most_bytes, delimiter=delimiter)
    except DomainError:
        raise
    except (OSError, ValueError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or error
        raise DomainError(f"{source}: must be a readable file, got: {reason}") from error


def rows_of(
    stream: BinaryIO, source: str, *, most_rows: int, most_bytes: int = LARGEST_FILE, delimiter: str = ","
) -> Iterator[Row]:
    """The same of an open file, which messages call `source`."""
    reader = csv.reader(_text(stream, source, most_bytes), strict=True, delimiter=delimiter)
    rows = 0
    try:
        for fields in reader:
            values = [field.strip() for field in fields]
            if not any(values):
                continue
            rows += 1
            if rows > most_rows:
                raise SizeError(f"{source}, line {reader.line_num}: must have at most {most_rows} lines, got more")
            yield reader.line_num, values
    except csv.Error as error:
        raise DomainError(f"{source}, line {reader.line_num}: must be well-formed CSV, got: {error}") from error


def text_of(path: str | os.PathLike[str], *, most_bytes: int = LARGEST_FILE, errors: str = "strict") -> str:
    r"""The text of a file in UTF-8, of which no more is read than it may have.

    Args:
        path: the file, or a pipe.
        most_bytes: of the whole file.
        errors: what becomes of bytes that are no UTF-8, as for `bytes.decode`.

    Raises:
        DomainError: it cannot be read, or is no text.
        SizeError: it is larger.

    Example:
        >>> import pathlib, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     file = pathlib.Path(folder, "paper.tex")
        ...     _ = file.write_text("\\title{T}")
        ...     text_of(file)
        '\\title{T}'
    """
    source = os.fspath(path)
    try:
        with open(path, "rb") as stream:
            content = stream.read(most_bytes + 1)
        check_size(source, len(content), most_bytes)
        return content.decode("utf-8", errors)
    except DomainError:
        raise
    except (OSError, ValueError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or error
        raise DomainError(f"{source}: must be a readable text in UTF-8, got: {reason}") from error


def write_csv(columns: Sequence[str], rows: Iterable[Mapping[str, str]], stream: TextIO) -> None:
    """Write rows as CSV, after a header.

    Args:
        columns: their names, in their order.
        rows: each its text by column.
        stream: a text stream opened with `newline=""`.

    Raises:
        ValueError: a row with a column that is not listed.

    Example:
        >>> import sys
        >>> write_csv(["n", "delta"], [{"delta": "1/2", "n": "4"}], sys.stdout)
        n,delta
        4,1/2
    """
    writer = csv.DictWriter(stream, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)


def check_size(source: str, size: int, most: int) -> None:
    """Refuse a file of more than so many bytes.

    Raises:
        SizeError: it has more.
    """
    if size > most:
        raise SizeError(f"{source}: must be at most {most // 2**20} MiB, got more")


def _text(stream: BinaryIO, source: str, most_bytes: int) -> Iterator[str]:
    try:
        status = os.fstat(stream.fileno())
    except OSError:  # bytes in memory
        pass
    else:
        if stat.S_ISREG(status.st_mode):
            check_size(source, status.st_size, most_bytes)
    number = total = 0
    while line := stream.readline(LONGEST_LINE + 1):
        number, total = number + 1, total + len(line)
        check_size(source, total, most_bytes)
        if len(line) > LONGEST_LINE:
            raise SizeError(f"{source}, line {number}: must have at most {LONGEST_LINE} bytes, got more")
        try:
            text = line.decode("utf-8-sig" if number == 1 else "utf-8")
        except UnicodeDecodeError as error:
            found = f"byte 0x{line[error.start]:02x}"
            raise DomainError(f"{source}, line {number}: must be UTF-8 text, got {found}") from error
        yield from io.StringIO(text, newline="")


def replace_text(path: str | os.PathLike[str], text: str) -> None:
    r"""Write a file in UTF-8 as a whole: whoever reads it, or stops this, finds the old text or the new one.

    Args:
        path: the file; a link stays one.
        text: of it.

    Raises:
        OSError: it cannot be written; then it is as it was.

    Example:
        >>> import pathlib, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     file = pathlib.Path(folder, "claim.v")
        ...     replace_text(file, "Qed.\n")
        ...     file.read_text(), [one.name for one in file.parent.iterdir()]
        ('Qed.\n', ['claim.v'])
    """
    target = os.path.realpath(path)
    mode = stat.S_IMODE(os.stat(target).st_mode) if os.path.exists(target) else 0o666 & ~_umask()
    descriptor, part = tempfile.mkstemp(prefix=".", suffix=".part", dir=os.path.dirname(target))
    try:
        with open(descriptor, "w", encoding="utf-8", newline="") as stream:
            stream.write(text)
        os.chmod(part, mode)
        os.replace(part, target)
    except BaseException:
        os.unlink(part)
        raise


def _umask() -> int:
    """Return the mask of new files, which can only be read by setting it."""
    mask = os.umask(0)
    os.umask(mask)
    return mask


def each_field_once(pairs: Iterable[tuple[Any, Any]], what: str) -> dict[Any, Any]:
    """Make an object of its fields, each of which must be given once.

    Args:
        pairs: the fields with their values.
        what: the object that they are of: "a release".

    Raises:
        DomainError: a field is given twice.
    """
    found: dict[Any, Any] = {}
    for key, value in pairs:
        if key in found:
            name = repr(key) if len(repr(key)) <= _LONGEST_NAME else f"{repr(key)[: _LONGEST_NAME - 3]}..."
            raise DomainError(f"a field of {what} must be given once, got {name} twice")
        found[key] = value
    return found


def read_yaml(text: str, what: str, path: str, *, deepest: int) -> Any:
    """Read texts, lists and objects from YAML; no tag makes anything else, and aliases, which can swell, are refused.

    Args:
        text: of the file.
        what: the thing in the file: "a release".
        path: of the file, for messages.
        deepest: levels that the reader of the document allows, for the message where Python's end first.

    Raises:
        ImportError: PyYAML is not installed.
        DomainError: it is not well formed, has aliases, or a field twice.
        SizeError: it is nested too deeply.
    """
    import yaml  # type: ignore[import-untyped,unused-ignore]

    class Loader(yaml.BaseLoader):  # type: ignore[misc,unused-ignore]
        """Texts, lists and objects."""

        def construct_mapping(self, node: Any, deep: bool = False) -> dict[Any, Any]:
            pairs = [tuple(self.construct_object(one, deep=True) for one in pair) for pair in node.value]
            return each_field_once(pairs, what)

    try:
        if "*" in text and any(isinstance(one, yaml.AliasEvent) for one in yaml.parse(text, Loader=yaml.BaseLoader)):
            raise DomainError(f"a YAML file of {what} must have no aliases, got {path}")
        return yaml.load(text, Loader=Loader)
    except (yaml.YAMLError, TypeError):  # a key that is no text
        raise DomainError(f"a YAML file must be well formed, got {path}") from None
    except RecursionError:
        raise SizeError(f"a YAML file must be nested at most {deepest} deep, got more: {path}") from None
