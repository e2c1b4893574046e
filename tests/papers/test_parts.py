"""A part of the ledger is what the whole says of it, and imports no other section."""

from __future__ import annotations

import importlib
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace

import pytest

from sdp_proofs.errors import DomainError
from sdp_proofs.ledger import Registry, digests
from sdp_proofs.ledger.results import Index, index
from sdp_proofs.ledger.snapshot import described
from sdp_proofs.papers import LOADER, papers, registry
from sdp_proofs.papers.trust import TRUST
from sdp_proofs.proving import wing
from sdp_proofs.proving.wing import part_of

HOMES = tuple(home for paper in papers() for home in paper.homes())


def same(part: Registry, whole: Registry) -> bool:
    expected = set(whole.closure(part.part))
    return (
        set(part) == expected
        and [name for name in whole if name in expected] == list(part)
        and all(described(part[name]) == described(whole[name]) for name in part)
        and all(part[name].citable.keys() == whole[name].citable.keys() for name in part)
        and all(part.trust[name] == whole.trust[name] for name in part.trust)
        and all(part.homes[name] == whole.homes[name] for name in part)
    )


@pytest.mark.parametrize("query", [*list(registry())[::25], "Remark 8", "eq. (3)"])
def test_a_part_is_what_the_whole_says_of_it(query: str) -> None:
    part = registry(query)
    assert [claim.id for claim in registry().find(query)] == list(part.part or ())
    assert same(part, registry())


@pytest.mark.parametrize("paper", ["accountants", "dp-lssgd"])
def test_a_paper_is_a_part(paper: str) -> None:
    part = registry(paper=paper)
    assert set(part.part or ()) == {claim.id for claim in registry().of_paper(paper)}
    assert same(part, registry())


@pytest.mark.parametrize("query", ["remark-nine", "Theorem 999"])
def test_what_is_not_there_is_told_as_the_whole_tells_it(query: str) -> None:
    with pytest.raises(DomainError) as whole:
        registry().find(query)
    with pytest.raises(DomainError) as part:
        registry(query)
    assert str(part.value) == str(whole.value)


def known() -> Index:
    found = index(LOADER, HOMES)
    assert found is not None, "run: make generate"
    return found


def stale(homes: Sequence[str]) -> Index:
    """An index in which nothing is known of some modules."""
    rows = {home: rows for home, rows in known().rows.items() if home not in homes}
    return Index(rows, tuple(home for home in HOMES if home not in rows))


def test_modules_that_have_changed_are_asked_themselves() -> None:
    whole = registry()
    home = whole.homes["remark-eight"]
    repair = whole.homes[whole["remark-eight"].repaired_by or ""]
    for changed in ([home], [repair], [home, repair], [whole.homes["means-are-linear"]], HOMES):
        part = part_of(papers(), TRUST.values(), stale(changed), ["remark-eight"])
        assert same(part, whole), changed


def test_a_repair_from_a_module_that_has_not_changed_is_found() -> None:
    """A false claim is no open one because only its own module was edited."""
    whole, false = registry(), "utility-below-the-losses-of-any-pair"
    home, repair = whole.homes[false], whole[false].repaired_by
    assert repair is not None and whole.homes[repair] != home
    rows = [{"id": name, "repaired_by": whole[name].repaired_by} for name in whole if whole.homes[name] == home]
    earlier = replace(stale([home]), earlier={home: rows})
    part = part_of(papers(), TRUST.values(), earlier, [false])
    assert part[false].repaired_by == repair and same(part, whole)


def test_what_the_index_says_wrongly_of_a_changed_module_does_not_count() -> None:
    """The claims that are imported say what they rest on, whatever the index says."""
    found, home = known(), registry().homes["remark-eight"]
    rows = {
        name: [{**row, "depends_on": []} if name == home else row for row in rows] for name, rows in found.rows.items()
    }
    part = part_of(papers(), TRUST.values(), replace(found, rows=rows), ["remark-eight"])
    assert same(part, registry())


def test_a_module_that_cannot_be_imported_stops_its_own_claims(monkeypatch: pytest.MonkeyPatch) -> None:
    """The claims stand in the ledger as they were, are not run, and leave the others alone."""
    broken, found = registry().homes["means-are-linear"], known()

    def imported(name: str) -> object:
        if name == broken:
            raise DomainError("a mutant must replace what is there")
        return importlib.import_module(name)

    monkeypatch.setattr(wing, "import_module", imported)
    rows = {home: one for home, one in found.rows.items() if home != broken}
    index = Index(rows, tuple(home for home in HOMES if home not in rows), {broken: found.rows[broken]})
    fault = f"{broken} must be importable; got DomainError: a mutant must replace what is there"
    lost = {row["id"] for row in found.rows[broken]}
    apart = wing.part_of(papers(), TRUST.values(), index, ["fifty-six-units"])
    assert "fifty-six-units" in apart and not apart.faults
    resting = wing.part_of(papers(), TRUST.values(), index, ["remark-eight-holds-for-fewer-records"])
    assert resting.faults.keys() == lost & set(resting)
    assert all(one.startswith(fault) and "test_parts.py" in one for [one] in resting.faults.values())
    assert "means-are-linear" in resting.faults
    whole = wing.ledger_of(papers(), TRUST.values(), indexed=lambda: index)
    assert set(whole.faults) == lost
    assert set(registry()) - set(whole) <= {name for name, home in registry().homes.items() if home == broken}
    with pytest.raises(DomainError, match=r"got 'a-new-claim'.*; .* must be importable"):
        wing.part_of(papers(), TRUST.values(), index, ["a-new-claim"])
    with pytest.raises(DomainError, match="a mutant must replace"):
        wing.ledger_of(papers(), TRUST.values())


def test_no_other_section_is_imported() -> None:
    program = """
import sys
from sdp_proofs.papers import registry
part = registry("remark-eight")
print(*(name for name in sys.modules if name.startswith("sdp_proofs.papers.")))
print(*part.homes.values())
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    loaded, homes = (set(line.split()) for line in done.stdout.splitlines())
    assert homes <= loaded
    imported = {name for home in homes for name in digests.section(home)}  # a section may take constants of another
    assert loaded & set(HOMES) <= homes | imported | set(known().changed)
    assert len(homes) < 10
