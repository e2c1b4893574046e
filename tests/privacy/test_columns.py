"""Columns counted where they are: frames of several kinds, files, queries; the same answers as from counts."""

from __future__ import annotations

from pathlib import Path
from shutil import which
from typing import Any

import pytest

import sdp_proofs as sdp
from sdp_proofs.cli import main
from sdp_proofs.errors import DomainError
from sdp_proofs.privacy.columns import column_of_files, column_of_frame, column_of_query, is_table_file

VOTES = ["aye"] * 70 + ["nay"] * 30


def frames() -> dict[str, Any]:
    """One frame of each kind that is installed."""
    pytest.importorskip("narwhals")
    found: dict[str, Any] = {}
    for name in ("pandas", "polars"):
        try:
            found[name] = __import__(name).DataFrame({"vote": VOTES, "id": list(range(100))})
        except ImportError:
            continue
    if "polars" in found:
        found["polars lazily"] = found["polars"].lazy()
    try:
        import pyarrow

        found["pyarrow"] = pyarrow.table({"vote": VOTES})
    except ImportError:
        pass
    return found


def test_frames_of_every_kind_give_the_answers_of_the_counts() -> None:
    expected = sdp.audit({"aye": 70, "nay": 30}, rate="0.5", epsilons=["1"]).to_dict()["rows"]
    known = frames()
    assert known
    for name, frame in known.items():
        counted = column_of_frame(frame, "vote")
        assert (counted.values, counted.counts) == (("aye", "nay"), (70, 30)), name
        assert sdp.audit(frame, column="vote", rate="0.5", epsilons=["1"]).to_dict()["rows"] == expected


def test_a_table_of_ibis_is_counted_by_its_backend(tmp_path: Path) -> None:
    pytest.importorskip("narwhals")
    ibis = pytest.importorskip("ibis")
    path = tmp_path / "votes.csv"
    path.write_text("vote\n" + "\n".join(VOTES) + "\n", encoding="utf-8")
    table = ibis.duckdb.connect().read_csv(str(path))
    assert column_of_frame(table, "vote").counts == (70, 30)
    expected = sdp.audit({"aye": 70, "nay": 30}, rate="0.5", epsilons=["1"]).to_dict()["rows"]
    assert sdp.audit(table, column="vote", rate="0.5", epsilons=["1"]).to_dict()["rows"] == expected
    for name, values, sentence in (("votes", VOTES, "must be one of"), ("vote", ["a", None, "b"], "must have a vote")):
        with pytest.raises(DomainError, match=sentence):
            column_of_frame(ibis.memtable({"vote": values}), name)


def test_a_frame_of_spark_is_counted_by_spark() -> None:
    pytest.importorskip("narwhals")
    sessions = pytest.importorskip("pyspark.sql")
    if which("java") is None:
        pytest.skip("Spark needs Java")
    session = sessions.SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false").getOrCreate()
    try:
        frame = session.createDataFrame([(vote,) for vote in VOTES], "vote string")
        assert column_of_frame(frame, "vote").counts == (70, 30)
        with pytest.raises(DomainError, match="must have a vote"):
            column_of_frame(session.createDataFrame([("a",), (None,), ("b",)], "vote string"), "vote")
    finally:
        session.stop()


def test_frames_that_cannot_be_counted_are_refused() -> None:
    pytest.importorskip("narwhals")
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"vote": ["a", None, "b"], "one": ["x"] * 3})
    for given, name, sentence in (
        (frame, "vote", "must have a vote"), (frame, "one", "between 2 and"), (frame, "votes", "must be one of"),
        (3, "vote", "one of a data frame"),
    ):  # fmt: skip
        with pytest.raises(DomainError, match=sentence):
            column_of_frame(given, name)


def test_files_and_queries_give_the_answers_of_the_counts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    duckdb = pytest.importorskip("duckdb")
    for part in range(2):
        rows = VOTES[part * 50 : part * 50 + 50]
        (tmp_path / f"part{part}.csv").write_text("id,vote\n" + "".join(f"{i},{v}\n" for i, v in enumerate(rows)))
        duckdb.sql(f"COPY (FROM '{tmp_path}/part{part}.csv') TO '{tmp_path}/part{part}.parquet'")
    counted = [
        column_of_files(f"{tmp_path}/*.parquet", "vote"),
        column_of_files(f"{tmp_path}/*.csv", "vote"),
        column_of_query(f"SELECT vote FROM '{tmp_path}/*.parquet'"),
        column_of_query(f"FROM '{tmp_path}/*.parquet';", "vote"),
    ]
    assert {(one.values, one.counts) for one in counted} == {(("aye", "nay"), (70, 30))}
    outputs = []
    for words in ([f"{tmp_path}/*.parquet", "--column", "vote"], ["--query", f"SELECT vote FROM '{tmp_path}/*.csv'"]):
        assert main(["audit", *words, "--rate", "0.5", "--epsilon", "1"]) == 0
        outputs.append(capsys.readouterr().out.replace("vote", "value"))
    assert outputs[0] == outputs[1]
    for refused in (
        [f"{tmp_path}/none*.parquet", "--column", "vote"], [f"{tmp_path}/*.parquet", "--column", 'vo"te'],
        ["--query", "SELECT 1, 2"], ["--query", "SELEC"], [f"{tmp_path}/*.parquet"], ["--column", "vote"],
        [f"{tmp_path}/*.json", "--column", "vote"],
    ):  # fmt: skip
        assert main(["audit", *refused, "--rate", "0.5"]) == 2
        said = capsys.readouterr()
        assert said.out == "" and len(said.err.strip().splitlines()) == 1


def test_a_plain_csv_file_is_read_without_duckdb() -> None:
    assert not is_table_file("votes.csv") and is_table_file("votes.parquet") and is_table_file("a/*.csv")
