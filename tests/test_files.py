"""Every reader of the package on files without an end, of too many bytes, lines or values: one clear line each."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from sdp_proofs.cli import main
from sdp_proofs.distributions.source_set import SourceSet
from sdp_proofs.errors import DomainError, SizeError
from sdp_proofs.figures.draws import DrawStore
from sdp_proofs.files import LARGEST_FILE, LONGEST_LINE, csv_rows, replace_text, rows_of
from sdp_proofs.papers.smoothed_dp.elections import read_elections
from sdp_proofs.privacy.audit import read_column
from sdp_proofs.tables import find
from sdp_proofs.tables.typed import read_typed

READERS: dict[str, tuple[str, Callable[[str], object]]] = {
    "records": ("vote", lambda path: read_column(path, "vote")),
    "sources": ("yes,no", lambda path: SourceSet.from_csv(path, ["yes", "no"])),
    "elections": ("year,first_votes,second_votes", read_elections),
    "typed table": ("records,draws,delta", lambda path: read_typed(path, find("chernoff"), {})),
    "draws": ("", lambda path: DrawStore(path, {})),
}
every_reader = pytest.mark.parametrize("reader", READERS)


@every_reader
@pytest.mark.parametrize("endless", ["/dev/zero", "/dev/full"])
def test_a_file_without_an_end_is_refused(reader: str, endless: str) -> None:
    with pytest.raises(DomainError, match=r"must (have|be) ") as caught:
        READERS[reader][1](endless)
    assert "\n" not in str(caught.value) and endless in str(caught.value)


@every_reader
def test_more_bytes_than_a_reader_takes_are_refused_before_they_are_read(reader: str, tmp_path: Path) -> None:
    file = tmp_path / "long.csv"
    with file.open("wb") as stream:  # as long as it says, and takes no room on the disk
        stream.truncate(2**40)
    with pytest.raises(SizeError, match=r"must be at most [0-9]+ MiB, got more"):
        READERS[reader][1](str(file))


@every_reader
def test_a_long_line_is_refused(reader: str, tmp_path: Path) -> None:
    file = tmp_path / "line.csv"
    file.write_bytes(READERS[reader][0].encode() + b"\n" + b"1" * (LONGEST_LINE + 1) + b"\n")
    with pytest.raises(DomainError, match=r"line [12]: must"):
        READERS[reader][1](str(file))


@every_reader
@pytest.mark.parametrize("content", [b"\x00\n", b'"\n', b"\xff\xfe\n", b"[" * 200_000 + b"\n" * 2, b"\n\n,,\n"])
def test_other_files_are_refused(reader: str, content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "other.csv"
    file.write_bytes(content)
    with pytest.raises(DomainError):
        READERS[reader][1](str(file))


def test_as_many_elections_as_would_take_for_ever_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "votes.csv"
    file.write_text("year,first_votes,second_votes\n" + "".join(f"{year},1,2\n" for year in range(1001)))
    with pytest.raises(SizeError, match="line 1002: must have at most 1001 lines"):
        read_elections(file)


def test_the_values_of_an_average_are_limited(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    long = tmp_path / "values"
    long.write_text("1," * 5_000_001)
    for name in ("/dev/zero", str(long)):
        command = ["delta", "--mechanism", "sampling-average", "--levels", "0:1", "--draws", "1", "--odds", "2"]
        assert main([*command, "--values", name]) == 2
        assert re.search("at most 10000000 characters", capsys.readouterr().err)


def test_rows_within_the_limits() -> None:
    most = b"a" * LONGEST_LINE
    assert len(list(rows_of(io.BytesIO(b"\xef\xbb\xbfa;b\r\n\r\n c ; \n"), "x", most_rows=2, delimiter=";"))) == 2
    with pytest.raises(DomainError, match="field larger than field limit"):  # a line may be longer than a field
        list(rows_of(io.BytesIO(most), "x", most_rows=1))
    longer = b",".join([b"a" * 1000] * 1100)
    with pytest.raises(SizeError, match="line 1: must have at most 1048576 bytes"):
        list(rows_of(io.BytesIO(longer), "x", most_rows=9))
    wide = b",".join([b"a" * 1000] * 1000)
    assert [len(row) for _, row in rows_of(io.BytesIO(wide), "x", most_rows=1)] == [1000]
    with pytest.raises(SizeError, match="at most 16 MiB"):
        list(rows_of(io.BytesIO((wide + b"\n") * (LARGEST_FILE // len(wide) + 1)), "x", most_rows=100))
    with pytest.raises(SizeError, match="line 2: must have at most 1 lines"):
        list(rows_of(io.BytesIO(b"a\nb\n"), "x", most_rows=1))


def test_a_pipe_is_limited_by_what_comes_out_of_it(tmp_path: Path) -> None:
    with pytest.raises(DomainError, match="must be a readable file, got: Is a directory"):
        list(csv_rows(tmp_path, most_rows=1))


def test_a_text_that_cannot_be_written_leaves_the_old_one(tmp_path: Path) -> None:
    file, link = tmp_path / "claim.v", tmp_path / "link.v"
    replace_text(file, "old\n")
    file.chmod(0o640)
    link.symlink_to(file)
    replace_text(link, "new\n")
    assert link.is_symlink() and file.read_text() == "new\n" and file.stat().st_mode & 0o777 == 0o640
    with pytest.raises(UnicodeEncodeError):
        replace_text(file, "half of it, then \udc80")
    assert file.read_text() == "new\n" and sorted(one.name for one in tmp_path.iterdir()) == ["claim.v", "link.v"]
