"""python -m notebooks.classroom students DIR | slides DIR | index | run NUMBER ..., from the repository's root."""

from __future__ import annotations

import argparse
from pathlib import Path

from notebooks.classroom.cells import notebooks, read, run_all, write
from notebooks.classroom.index import INDEX, index
from notebooks.classroom.slides import DECK, slides
from notebooks.classroom.students import PACKAGE, student_version


def main(arguments: list[str] | None = None) -> None:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(prog="python -m notebooks.classroom", description="Notebooks for a class.")
    commands = parser.add_subparsers(dest="command", required=True)
    students = commands.add_parser("students", help="write versions without solutions")
    students.add_argument("folder", type=Path)
    students.add_argument("--package", default=PACKAGE, help="what pip installs on a hosted notebook")
    deck = commands.add_parser("slides", help="make the slides of the lecture")
    deck.add_argument("folder", type=Path)
    deck.add_argument("--reveal", help="address or folder of reveal.js, for rooms without a network")
    commands.add_parser("index", help="write the index page")
    commands.add_parser("run", help="run notebooks and store what they show").add_argument("numbers", nargs="+")
    chosen = parser.parse_args(arguments)
    if chosen.command in ("students", "slides"):
        chosen.folder.mkdir(parents=True, exist_ok=True)
    if chosen.command == "students":
        for path in notebooks():
            write(chosen.folder / path.name, student_version(read(path), chosen.package))
    elif chosen.command == "slides":
        (chosen.folder / "one_lecture.html").write_text(slides(reveal=chosen.reveal), encoding="utf-8")
    elif chosen.command == "index":
        INDEX.write_text(index(), encoding="utf-8")
    else:
        for path in [*notebooks(), DECK]:
            if path.name.split("_")[0] in chosen.numbers or path.stem in chosen.numbers:
                notebook = read(path)
                run_all(notebook, path.name)
                write(path, notebook)


if __name__ == "__main__":
    main()
