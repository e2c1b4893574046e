"""The figures by which the house is judged: python -m tests.house [--fresh], from the repository's root.

With `--fresh` a claim is verified without what an earlier run has kept, too, which takes a minute or more.
"""

from __future__ import annotations

import json
import subprocess
import sys

from tests.house.structure import PACKAGE, TRUSTED, House

COMMANDS = (
    ("delta", "--counts", "700,300", "--rate", "0.9", "--odds", "25"),
    ("account", "poisson(rate=256/60000, gaussian(sigma=1.1)) * 14063", "--delta", "1e-5"),
    ("list",),
    ("show", "remark-eight"),
    ("verify", "--jobs", "1", "remark-eight"),
)
FRESH = ("verify", "--fresh", "--jobs", "1", "remark-eight")
_RUN = """
import contextlib, io, json, resource, sys
from sdp_proofs.cli import main
with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
    main(json.loads(sys.argv[1]))
used = resource.getrusage(resource.RUSAGE_SELF)
print(json.dumps([sum(name.partition(".")[0] == "sdp_proofs" for name in sys.modules), used.ru_utime + used.ru_stime]))
"""
RUNS = 3


def cost(words: tuple[str, ...], runs: int = RUNS) -> tuple[int, float]:
    """Modules of the package that a command loads, and its processor seconds: the least of some runs (estimate)."""
    found = []
    for _ in range(runs):
        done = subprocess.run(
            [sys.executable, "-c", _RUN, json.dumps(words)], capture_output=True, text=True, check=True
        )
        modules, seconds = json.loads(done.stdout)
        found.append((int(modules), float(seconds)))
    return min(found)


def main(arguments: list[str]) -> None:
    """Print all figures."""
    house = House()
    rooms = house.rooms()
    print(f"{'room':24} {'lines':>7} {'files':>6}")
    for room, (lines, files) in sorted(rooms.items(), key=lambda row: -row[1][0]):
        print(f"{room:24} {lines:7,} {files:6}")
    print(f"{PACKAGE:24} {sum(row[0] for row in rooms.values()):7,} {sum(row[1] for row in rooms.values()):6}")
    circles = house.circles()
    print(f"\ncircles: {len(circles)}")
    for circle in circles:
        print(f"  {', '.join(circle)}")
    strings = house.upward_strings()
    print(f"strings that name an upper floor: {len(strings)} in {len({module for module, _ in strings})} modules")
    trusted = house.trusted()
    print("lines of code that a proof rests on (no blank lines, comments, docstrings):")
    for module in TRUSTED:
        print(f"  {module:22} {trusted.pop(module):5}")
    print(f"  {'definitions elsewhere':22} {sum(trusted.values()):5}  in {len(trusted)} theories")
    print(f"  {'together':22} {sum(house.trusted().values()):5}")
    print("modules but papers that name a mechanism of another module:")
    for place, names in sorted(house.places_of_mechanisms().items()):
        print(f"  {place:34} {', '.join(sorted(names))}")
    print("modules that name a figure outside its own:")
    for name, places in sorted(house.figure_places().items()):
        print(f"  {name:22} {len(places):3}  {', '.join(sorted(places))}".rstrip())
    print("modules loaded and processor seconds, the least of three runs:")
    for words in COMMANDS:
        modules, seconds = cost(words)
        print(f"  {modules:4} {seconds:6.2f} s  {' '.join(words)}")
    if "--fresh" in arguments:
        modules, seconds = cost(FRESH, 1)
        print(f"  {modules:4} {seconds:6.2f} s  {' '.join(FRESH)}, once")


if __name__ == "__main__":
    main(sys.argv[1:])
