"""Makes small mistakes in the engines and looks whether the tests notice: `python -m tests.mutants`.

Judgements are kept in `.mutants` and used again while the file and its tests are the same, so a run that was
interrupted goes on where it was. The exit code is 1 if fewer than 95 % of the mutants that are not equivalent are
noticed. Files or folders of `sdp_proofs` can be named: `python -m tests.mutants --count 20 privacy/bounds`.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path

from tests.mutants.judge import Fate, Judge, Judgement
from tests.mutants.mutations import Mutant
from tests.mutants.report import Key, as_json, as_markdown, equivalents, share_noticed
from tests.mutants.selection import ENGINES, ROOT, chosen, engine_files

FOLDER = ROOT / ".mutants"
GOAL = 0.95


class Memory:
    """Judgements in a file, one a line, added as they are made."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.known: dict[Key, Judgement] = {}
        for line in file.read_text(encoding="utf-8").splitlines() if file.is_file() else ():
            try:
                key, values = json.loads(line)
                self.known[tuple(key)] = Judgement(**{**values, "fate": Fate(values["fate"])})
            except (ValueError, TypeError):  # the last line of a run that was killed
                continue

    def keep(self, key: Key, judgement: Judgement) -> None:
        """Remember one more."""
        self.known[key] = judgement
        self.file.parent.mkdir(parents=True, exist_ok=True)
        with self.file.open("a", encoding="utf-8") as file:
            file.write("\n" + json.dumps([key, asdict(judgement)]))  # the last line may be torn


def main() -> int:
    """Judge, report, and say whether the goal is met."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("places", nargs="*", default=ENGINES, help="files or folders of sdp_proofs")
    parser.add_argument("--count", type=int, default=150)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--budget", type=float, default=20.0, help="processor seconds of tests for one mutant")
    arguments = parser.parse_args()
    selected = chosen(engine_files(arguments.places), arguments.count, arguments.seed)
    judged = _judged(selected, arguments.budget)
    (FOLDER / "report.md").write_text(as_markdown(judged, arguments.seed), encoding="utf-8")
    document = json.dumps(as_json(judged, arguments.seed), indent=1, sort_keys=True)
    (FOLDER / "report.json").write_text(document + "\n", encoding="utf-8")
    print(as_markdown(judged, arguments.seed))
    return 0 if len(judged) == len(selected) and share_noticed(judged) >= GOAL else 1


def _judged(selected: list[Mutant], budget: float) -> dict[Mutant, Judgement]:
    FOLDER.mkdir(exist_ok=True)
    memory, reasons = Memory(FOLDER / "judgements.jsonl"), equivalents()
    judged: dict[Mutant, Judgement] = {}
    judge = Judge(FOLDER, budget)
    try:
        for place, mutant in enumerate(selected, 1):
            if mutant.key in reasons:
                judged[mutant] = Judgement(Fate.EQUIVALENT, 0, reasons[mutant.key], 0.0, "")
                continue
            known = memory.known.get(mutant.key)
            if known is None or known.digest != judge.digest(mutant):
                known = judge.judge(mutant)
                memory.keep(mutant.key, known)
            judged[mutant] = known
            line = f"{place}/{len(selected)} {known.fate}, {known.seconds:.0f} s: {mutant.file}:{mutant.number}"
            print(line, mutant.replacement, sep="  ", file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        print("interrupted; the next run goes on from here", file=sys.stderr)
    finally:
        judge.close()
    return judged


if __name__ == "__main__":
    sys.exit(main())
