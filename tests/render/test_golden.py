"""Texts of small ledgers in every form, as they were looked at last: `pytest tests/render --renew` writes them anew."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from sdp_proofs.ledger import Registry, TrustLedger, run_registry, snapshot
from sdp_proofs.ledger.paper import Paper
from sdp_proofs.ledger.snapshot import catalogue_of
from sdp_proofs.ledger.trust import believed
from sdp_proofs.render import errata, ledger, page, trust
from sdp_proofs.render.graph import mermaid
from tests.ledger.test_derivation import CHAIN, with_chain
from tests.ledger.toy_ledger import disagreeing_registry, registry
from tests.render.test_readings import toy as readings

GOLDEN = Path(__file__).parent / "golden"
LEDGERS = {
    "toy": registry,
    "readings": readings,
    "chain": lambda: Registry([with_chain(CHAIN)], TrustLedger()),
    "disagreeing": disagreeing_registry,
}
PAPER = Paper(key="toy", heading="On Toys", title="On Toys", misprints=(("Sec. 1", "2 < 1", "1 < 2"),))
_SHELL = re.compile(r"<style>.*?</style>|<script>.*?</script>|<link[^>]*>|sha256-[\w+/=]+", re.DOTALL)


def printed(show: Callable[..., None], document: Any, width: int = 100) -> str:
    stream = io.StringIO()
    show(document, Console(file=stream, width=width, markup=False, highlight=False, emoji=False))
    return stream.getvalue()


def errata_as(form: str) -> Callable[[dict[str, Any]], str]:
    return lambda document: errata.errata_document(document, [PAPER]).text(form)


FORMS: dict[str, Callable[[dict[str, Any]], str]] = {
    "claims.txt": lambda document: printed(ledger.print_claims, document),
    "table.txt": lambda document: printed(ledger.print_ledger, document, 160),
    "narrow.txt": lambda document: printed(ledger.print_ledger, document, 60),
    "list.txt": lambda document: printed(ledger.print_list, document["claims"], 160),
    "graph.mmd": lambda document: mermaid(document["claims"]),
    "table.md": ledger.ledger_markdown,
    "summary.md": ledger.ledger_summary,
    "counts.md": ledger.ledger_counts,
    "tex": ledger.ledger_latex,
    "html": page.ledger_html,
    "errata.md": errata_as("markdown"),
    "errata.tex": errata_as("latex"),
    "errata.html": errata_as("html"),
}


@pytest.fixture(scope="module", params=LEDGERS)
def run(request: pytest.FixtureRequest) -> tuple[str, dict[str, Any]]:
    found = LEDGERS[request.param]()
    document = snapshot(found, run_registry(found), complete=request.param != "disagreeing")
    for claim in document["claims"]:
        steps = claim["derivation"]["steps"] if claim.get("derivation") else ()
        for evidence in (*claim["evidence"], *(step["evidence"] for step in steps)):
            evidence["seconds"] = 0.25
    return request.param, document


@pytest.fixture(autouse=True)
def _undated(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (errata, ledger, page):
        monkeypatch.setattr(module, "edition", lambda: "sdp-proofs")
        monkeypatch.setattr(module, "today", lambda: "a day")


def compare(name: str, text: str, renew: bool) -> None:
    text = _SHELL.sub("", text)
    if renew:
        GOLDEN.mkdir(exist_ok=True)
        (GOLDEN / name).write_text(text, encoding="utf-8")
    assert text == (GOLDEN / name).read_text(encoding="utf-8"), "if the change is meant, run: make generate"


@pytest.mark.parametrize("form", FORMS)
def test_a_form_is_as_it_was(run: tuple[str, dict[str, Any]], form: str, request: pytest.FixtureRequest) -> None:
    name, document = run
    compare(f"{name}.{form}", FORMS[form](document), request.config.getoption("--renew"))


def test_trust_is_as_it_was(request: pytest.FixtureRequest) -> None:
    document, renew = believed(catalogue_of(registry()), None), request.config.getoption("--renew")
    compare("trust.md", trust.trust_markdown(document), renew)
    compare("trust.txt", printed(trust.print_trust, document), renew)
