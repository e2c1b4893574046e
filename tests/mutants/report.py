"""Report on the mutants, for people and for programs."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.mutants.judge import Fate, Judgement
from tests.mutants.mutations import Mutant

EQUIVALENT = Path(__file__).with_name("equivalent.json")
"""Mutants that no test can tell from the program, or that only take longer, each with the reason."""

Key = tuple[str, str, str, str]


def equivalents() -> dict[Key, str]:
    """The reasons by the keys of mutants."""
    listed: list[dict[str, str]] = json.loads(EQUIVALENT.read_text(encoding="utf-8"))
    return {(one["file"], one["within"], one["line"], one["replacement"]): one["reason"] for one in listed}


def share_noticed(judged: Mapping[Mutant, Judgement]) -> float:
    """Share of the mutants that are noticed, without equivalent ones; one that is undecided has not been noticed."""
    fates = [judgement.fate for judgement in judged.values() if judgement.fate is not Fate.EQUIVALENT]
    return sum(fate.noticed for fate in fates) / len(fates) if fates else 1.0


def as_json(judged: Mapping[Mutant, Judgement], seed: int) -> dict[str, Any]:
    """Everything."""
    return {
        "seed": seed,
        "noticed": share_noticed(judged),
        "fates": Counter(str(judgement.fate) for judgement in judged.values()),
        "mutants": [
            {
                "file": mutant.file, "within": mutant.within, "number": mutant.number, "line": mutant.line,
                "replacement": mutant.replacement, "fate": judgement.fate, "by": judgement.by,
                "tests": judgement.tests, "seconds": judgement.seconds,
            }
            for mutant, judgement in judged.items()
        ],
    }  # fmt: skip


def as_markdown(judged: Mapping[Mutant, Judgement], seed: int) -> str:
    """Numbers, then every mutant that was not noticed."""
    fates = Counter(judgement.fate for judgement in judged.values())
    lines = [
        "# Mutants",
        "",
        f"{len(judged)} mutants, seed {seed}: " + ", ".join(f"{fates[fate]} {fate}" for fate in Fate if fates[fate]),
        "",
        f"Noticed, of those that are not equivalent: {share_noticed(judged):.1%}",
    ]
    for mutant, judgement in judged.items():
        if not judgement.fate.noticed and judgement.fate is not Fate.EQUIVALENT:
            why = f": {judgement.by}" if judgement.by else ""
            lines += ["", f"## {mutant.file}:{mutant.number} {judgement.fate}{why}", ""]
            lines += [f"In `{mutant.within or 'the module'}`, by {judgement.tests} tests:", "", "```diff"]
            lines += [f"- {mutant.line}", f"+ {mutant.replacement}", "```"]
    return "\n".join(lines) + "\n"
