"""Print the least version of every requirement that pyproject.toml declares, as constraints for pip."""

import re
import tomllib
from pathlib import Path

OWN = "sdp-proofs"
DEVELOPMENT = ("dev", "docs", "peers", "runs")  # tools and other programs, which decide nothing


def minima(project: dict) -> dict[str, str]:
    """The least versions, by the names of the distributions; the greatest of them where there are several."""
    extras = project["optional-dependencies"]
    lines = [*project["dependencies"], *(line for name in extras if name not in DEVELOPMENT for line in extras[name])]
    found: dict[str, str] = {}
    for line in lines:
        name, least = re.match(r"([\w.-]+)(?:\[[\w,-]*\])?(?:>=([\w.]+))?", line).groups()
        if name == OWN:
            continue
        if least is None:
            raise SystemExit(f"every requirement must have a least version; got {line}")
        found[name] = max(found.get(name, least), least, key=lambda version: [*map(int, version.split("."))])
    return found


if __name__ == "__main__":
    text = Path(__file__).parents[1].joinpath("pyproject.toml").read_text(encoding="utf-8")
    for name, least in sorted(minima(tomllib.loads(text)["project"]).items()):
        print(f"{name}=={least}")
