from __future__ import annotations

import json
import warnings
from pathlib import Path

import pytest

from sdp_proofs.errors import DomainError
from sdp_proofs.figures.draws import DrawStore
from sdp_proofs.figures.quantised_sgd import drawn_deltas, settings_of
from sdp_proofs.papers.smoothed_dp.sgd_step import FIGURE_2, DrawnDelta, Point

POINTS = [Point(FIGURE_2, following, epsilons=("1",)) for following in ((40, 0), (15, 25))]
SETTINGS = settings_of(POINTS)


def run(draws: int, store: DrawStore | None = None, workers: int = 1, cluster: str | None = None) -> set[object]:
    return {
        (point, drawn) for point, drawn in drawn_deltas(POINTS, draws, store=store, workers=workers, cluster=cluster)
    }


def test_an_interrupted_run_continues(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "draws.jsonl"
    with DrawStore(file, SETTINGS) as store:
        unfinished = drawn_deltas(POINTS, 6, store=store)
        for _ in range(5):
            next(unfinished)
        unfinished.close()  # type: ignore[attr-defined]
    with file.open("ab") as stream:
        stream.write(b'{"point": "40 gauss')  # the power went off here
    whole = run(6)
    with DrawStore(file, SETTINGS) as store:
        kept = len(store.found)
        assert 5 <= kept < 12
        assert run(6, store) == whole
    monkeypatch.setattr("sdp_proofs.figures.quantised_sgd.drawn_delta", None)  # nothing is left to be drawn
    with DrawStore(file, SETTINGS) as store:
        assert run(6, store) == whole
    assert len(file.read_text(encoding="utf-8").splitlines()) == 13


def test_workers_and_order_do_not_matter() -> None:
    assert run(6, workers=2) == run(6)


def test_a_dask_cluster_gives_the_same() -> None:
    distributed = pytest.importorskip("distributed", reason="the optional dependencies `cluster` are not installed")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with distributed.LocalCluster(
            n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None, protocol="inproc://"
        ) as cluster:
            assert run(3, cluster=cluster.scheduler_address) == run(3)


def test_a_store_of_other_settings_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "draws.jsonl"
    DrawStore(file, SETTINGS).close()
    other = settings_of([Point(FIGURE_2, (40, 0), epsilons=("1",), seed=4)])
    with pytest.raises(DomainError, match="other settings"):
        DrawStore(file, other)


@pytest.mark.parametrize(
    "line", ['{"point": "a"}', "no JSON", '{"point": "a", "index": 1, "weight": -1, "losses": []}']
)
def test_only_the_last_line_may_be_spoilt(tmp_path: Path, line: str) -> None:
    file = tmp_path / "draws.jsonl"
    with DrawStore(file, SETTINGS) as store:
        for index in range(3):
            store.add("a", DrawnDelta(index, 1.0, (0.5,)))
    lines = file.read_text(encoding="utf-8").splitlines()
    file.write_text("\n".join([*lines[:2], line, lines[3]]) + "\n", encoding="utf-8")
    with pytest.raises(DomainError, match="line 3"):
        DrawStore(file, SETTINGS)
    file.write_text("\n".join([*lines[:3], line]) + "\n", encoding="utf-8")
    with DrawStore(file, SETTINGS) as store:
        assert [index for _, index in store.found] == [0, 1]
        store.add("a", DrawnDelta(2, 1.0, (0.25,)))
    with DrawStore(file, SETTINGS) as store:
        assert store.found["a", 2].losses == (0.25,)


def test_other_files_are_refused_and_not_touched(tmp_path: Path) -> None:
    for text in ("year,votes\n2020,1\n", "not even a line", json.dumps({"schema": "else"}) + "\n"):
        file = tmp_path / "other"
        file.write_text(text, encoding="utf-8")
        with pytest.raises(DomainError):
            DrawStore(file, SETTINGS)
        assert file.read_text(encoding="utf-8") == text


def test_what_is_refused() -> None:
    with pytest.raises(DomainError):
        list(drawn_deltas(POINTS, 0))
    with pytest.raises(DomainError):
        settings_of([POINTS[0], Point(FIGURE_2, (40, 0), epsilons=("2",))])
