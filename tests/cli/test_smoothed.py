from __future__ import annotations

import csv
import json
from fractions import Fraction
from itertools import product
from math import comb
from pathlib import Path
from typing import Any

import pytest

from sdp_proofs.cli import main
from sdp_proofs.distributions.source_set import SourceSet
from tests.refusals import refusal

SMALL = ("--source", "1/3,2/3", "--source", "3/4,1/4", "--records", "4", "--draws", "3", "--odds", "3/2")
PAPER = (
    "--source", "0.9446,0.0554", "--source", "9/40,31/40", "--records", "1000", "--rate", "0.95", "--epsilon", "7",
)  # fmt: skip


def run_json(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert main(["smoothed", *arguments, "--json"]) == 0
    document: dict[str, Any] = json.loads(capsys.readouterr().out)
    return document


def brute_smoothed(shares: list[Fraction], records: int, draws: int, odds: Fraction) -> dict[tuple[int, ...], Fraction]:
    """Def. 3 over all assignments of two sources: every database with its probability, every neighbour."""

    def law(marked: int) -> list[Fraction]:
        ways = comb(records, draws)
        return [Fraction(comb(marked, k) * comb(records - marked, draws - k), ways) for k in range(draws + 1)]

    def loss(marked: int) -> Fraction:
        changed = [other for other in (marked - 1, marked + 1) if 0 <= other <= records]
        pairs = [pair for other in changed for pair in ((marked, other), (other, marked))]
        return max(
            sum((max(Fraction(0), p - odds * q) for p, q in zip(law(a), law(b), strict=True)), Fraction(0))
            for a, b in pairs
        )

    averages = {}
    for first in range(records + 1):
        probabilities = [shares[0]] * first + [shares[1]] * (records - first)
        total = Fraction(0)
        for database in product((0, 1), repeat=records):
            mass = Fraction(1)
            for record, share in zip(database, probabilities, strict=True):
                mass *= share if record else 1 - share
            total += mass * loss(sum(database))
        averages[first, records - first] = total
    return averages


def test_json_of_a_small_instance_equals_the_definition(capsys: pytest.CaptureFixture[str]) -> None:
    document = run_json(capsys, *SMALL)
    averages = brute_smoothed([Fraction(1, 3), Fraction(3, 4)], 4, 3, Fraction(3, 2))
    worst = max(averages, key=averages.__getitem__)
    assert document["schema"] == "sdp-proofs/smoothed/1"
    assert Fraction(document["delta"]["exact"]) == averages[worst]
    assert tuple(map(int, document["mixture"])) == worst
    assert document["vertices"] == ["0", "1"]
    assert (document["records"], document["draws"], document["epsilon"]) == ("4", "3", "log(3/2)")
    assert (document["method"], document["attained"]) == ("algorithm-1", True)
    assert document["one_over_n"] == "1/4"


@pytest.mark.parametrize("route", ["algorithm-1", "table"])
def test_the_table_holds_every_mixture(tmp_path: Path, capsys: pytest.CaptureFixture[str], route: str) -> None:
    file = tmp_path / "table.csv"
    assert main(["smoothed", *SMALL, "--route", route, "--table", str(file)]) == 0
    assert f"wrote {file}" in capsys.readouterr().err
    with file.open(encoding="utf-8", newline="") as stream:
        lines = list(csv.DictReader(stream))
    averages = brute_smoothed([Fraction(1, 3), Fraction(3, 4)], 4, 3, Fraction(3, 2))
    assert len(lines) == len(averages) == 5
    for line in lines:
        exact = averages[int(line["source_1"]), int(line["source_2"])]
        assert Fraction(line["lower"]) <= exact <= Fraction(line["upper"])
        assert Fraction(line["upper"]) - Fraction(line["lower"]) <= exact / 10**12
    assert [path.name for path in tmp_path.iterdir()] == ["table.csv"]


def test_routes_agree(capsys: pytest.CaptureFixture[str]) -> None:
    documents = [run_json(capsys, *PAPER, "--route", route) for route in ("table", "window")]
    assert [document["method"] for document in documents] == ["table", "window"]
    (low, high), (lower, upper) = (
        (Fraction(document["delta"]["lower"]), Fraction(document["delta"]["upper"])) for document in documents
    )
    assert max(low, lower) <= min(high, upper)


def test_a_redundant_source_is_named_and_gets_no_record(capsys: pytest.CaptureFixture[str]) -> None:
    document = run_json(capsys, "--source", "1/2,1/2", *SMALL)
    without = run_json(capsys, *SMALL)
    assert document["redundant"] == {"0": {"1": "3/5", "2": "2/5"}}
    assert document["vertices"] == ["1", "2"]
    assert document["mixture"] == ["0", *without["mixture"]]
    assert document["delta"] == without["delta"]
    assert main(["smoothed", "--source", "1/2,1/2", *SMALL]) == 0
    assert "1/2, 1/2, redundant: 3/5 source 2 + 2/5 source 3" in capsys.readouterr().out


def test_open_sources_have_a_supremum(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_json(capsys, *SMALL, "--open")["attained"] is False
    assert main(["smoothed", *SMALL, "--open"]) == 0
    assert "a supremum" in capsys.readouterr().out


def test_replacement_is_another_question(capsys: pytest.CaptureFixture[str]) -> None:
    without, replaced = run_json(capsys, *SMALL), run_json(capsys, *SMALL, "--replacement")
    assert replaced["replacement"] is True
    assert Fraction(replaced["delta"]["exact"]) != Fraction(without["delta"]["exact"])


def test_three_types(capsys: pytest.CaptureFixture[str]) -> None:
    sources = ("--source", "1/2,1/4,1/4", "--source", "1/5,2/5,2/5", "--source", "1/6,1/6,2/3")
    common = (*sources, "--records", "6", "--draws", "5", "--odds", "2")
    exact, doubles = run_json(capsys, *common), run_json(capsys, *common, "--route", "factors")
    value = Fraction(exact["delta"]["exact"])
    assert Fraction(doubles["delta"]["lower"]) <= value <= Fraction(doubles["delta"]["upper"])
    assert exact["mixture"] == doubles["mixture"]


def test_digits_asked_for_are_proven(capsys: pytest.CaptureFixture[str]) -> None:
    value = run_json(capsys, *PAPER, "--digits", "40")["delta"]
    lower, upper = Fraction(value["lower"]), Fraction(value["upper"])
    assert lower < upper
    assert (upper - lower) / lower < Fraction(1, 10**40)


def test_text_says_everything_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["smoothed", *PAPER]) == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    for part in (
        "records           n = 1000", "T = 950, without replacement", "4723/5000, 277/5000",
        "1000 records follow source 1", "0 records follow source 2", "a maximum", "table: all mixtures",
        "T/n = 0.95", "is not smaller",
    ):  # fmt: skip
        assert printed.out.count(part) == 1, part
    # At this epsilon the loss is the chance that all 50 lost records are of the first type, hence about 0.9446^50.
    value = Fraction(next(line.split()[1] for line in printed.out.splitlines() if line.startswith("delta_SDP")))
    assert 0 <= value / Fraction("0.9446") ** 50 - 1 < Fraction(1, 10**6)


@pytest.mark.parametrize(
    ("arguments", "code", "subject"),
    [
        ("--records 9 --rate 0.9 --odds 2", "usage", "--source"),
        ("--source 1/2,1/2 --rate 0.9 --odds 2", "usage", "--records"),
        ("--source 1/2,1/3 --records 9 --rate 0.9 --odds 2", "domain", ""),
        ("--source 3/2,-1/2 --records 9 --rate 0.9 --odds 2", "domain", ""),
        ("--source 1 --records 9 --rate 0.9 --odds 2", "domain", ""),
        ("--source 1/2,x --records 9 --rate 0.9 --odds 2", "domain", ""),
        ("--source 1/2,1/2 --source 1/2,1/4,1/4 --records 9 --rate 0.9 --odds 2", "domain", ""),
        ("--source 1/2,1/2 --records 0 --rate 0.9 --odds 2", "domain", "records"),
        ("--source 1/2,1/2 --records -3 --rate 0.9 --odds 2", "domain", "records"),
        ("--source 1/2,1/2 --records 2.5 --rate 0.9 --odds 2", "domain", ""),
        ("--source 1/2,1/2 --records 9 --odds 2", "options", ""),
        ("--source 1/2,1/2 --records 9 --rate 0 --odds 2", "domain", "rate"),
        ("--source 1/2,1/2 --records 9 --rate 1.5 --odds 2", "domain", "rate"),
        ("--source 1/2,1/2 --records 9 --draws 10 --odds 2", "domain", ""),
        ("--source 1/2,1/2 --records 9 --draws 8", "options", ""),
        ("--source 1/2,1/2 --records 9 --draws 8 --odds 0.5", "domain", "odds"),
        ("--source 1/2,1/2 --records 9 --draws 8 --epsilon -1", "domain", "epsilon"),
        ("--source 1/2,1/2 --records 9 --draws 8 --odds 2 --digits 0", "domain", "digits"),
        ("--source 1/2,1/2 --records 9 --draws 8 --odds 2 --route magic", "unknown-name", "route"),
        ("--source 1/2,1/2 --records 9 --draws 8 --odds 2 --route shears", "domain", ""),
        ("--source 1/2,1/2 --records 1e25 --rate 0.9 --odds 2", "size", ""),
        ("--source 1/2,1/2 --records 1e40 --rate 0.9 --odds 2", "domain", ""),
        ("--source 1/4,1/4,1/4,1/4 --records 100000 --rate 0.9 --odds 2", "size", ""),
        ("--source 1/2,1/2 --records 9 --draws 8 --odds 2 --table /nonexistent/t.csv", "domain", "--table"),
        ("--source 1/2,1/2 --records 9 --draws 8 --odds 2 --table /tmp", "domain", ""),
    ],
)
def test_bad_input_is_refused(capsys: pytest.CaptureFixture[str], arguments: str, code: str, subject: str) -> None:
    assert refusal(["smoothed", *arguments.split()], capsys, subject) == code


def test_a_route_without_table_leaves_no_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "table.csv"
    assert main(["smoothed", *PAPER, "--route", "window", "--table", str(file)]) == 2
    assert "--table must go with" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_an_interrupt_leaves_the_old_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from sdp_proofs.privacy.smoothed import delta as smoothed

    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    file = tmp_path / "table.csv"
    file.write_text("old", encoding="utf-8")
    monkeypatch.setattr(smoothed, "smoothed_delta", interrupted)
    assert main(["smoothed", *SMALL, "--table", str(file)]) == 130
    assert [path.name for path in tmp_path.iterdir()] == ["table.csv"]
    assert file.read_text(encoding="utf-8") == "old"


def test_ctrl_c_tells_what_is_known(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    from sdp_proofs.privacy.smoothed import delta as smoothed

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    arguments = "smoothed --source 1/4,3/4 --source 1/2,1/2 --records 100000 --rate 99/100 --epsilon 1/2"
    assert main(arguments.split()) == 0
    finished = capsys.readouterr().out
    monkeypatch.setattr(smoothed, "decide_unimodal", interrupted)
    assert main(arguments.split()) == 130
    printed = capsys.readouterr()
    assert printed.out == ""
    lower, upper = (Fraction(word) for word in printed.err.split("between ")[1].split(" and "))
    assert 0 < lower < upper <= Fraction(99, 100)
    value = next(line for line in finished.splitlines() if line.startswith("delta_SDP")).split()[1]
    assert abs(Fraction(value.strip("[,")) / lower - 1) < Fraction(1, 10**10)


def test_what_is_known_grows_with_every_mixture() -> None:
    from sdp_proofs.privacy.budget import Budget
    from sdp_proofs.privacy.smoothed.delta import Known, Smoothing, smoothed_delta

    seen: list[Known] = []
    sources = SourceSet.from_laws(["1/4,3/4", "2/3,1/3"])
    found = smoothed_delta(Smoothing(sources, 8, 6), Budget.read(odds=2), watch=seen.append)
    assert [known.done for known in seen] == list(range(9))
    lowers = [known.lower.exact for known in seen]
    assert lowers == sorted(lowers) and lowers[0] == 0
    assert found.value.exact is not None and lowers[-1] <= found.value.exact <= Fraction(3, 4)
