"""python -m notebooks.classroom students DIR | slides DIR | index | run NUMBER ..., from the repository's root."""

from __future__ import annotations

import argparse
from pathlib import Path

from notebooks.classroom.cells import notebooks, read, run_all, write
from notebooks.classroom.index import INDEX, index
from notebooks.classroom.slides import DECK, slides
from notebooks.classroom.students import PACKAGE, badges, student_version


def main(arguments: list[str] | None = None) -> None:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(prog="python -m notebooks.classroom", description="Notebooks for a class.")
    commands = parser.add_subparsers(dest="command", required=True)
    students = commands.add_parser("students", help="write versions without solutions")
    students.add_argument("folder", type=Path)
    students.add_argument(
        "--package",
        help=f"what pip installs on a hosted notebook, such as '{PACKAGE} @ https://…' (default: from the repository, "
        "if that is given; without both the first cell says what to type)",
    )
    students.add_argument(
        "--repository",
        metavar="OWNER/NAME",
        help="a public GitHub repository that holds the folder: badges open the notebooks in Colab and Binder",
    )
    deck = commands.add_parser("slides", help="make the slides of the lecture")
    deck.add_argument("folder", type=Path)
    commands.add_parser("index", help="write the index page")
    commands.add_parser("run", help="run notebooks and store what they show").add_argument("numbers", nargs="+")
    chosen = parser.parse_args(arguments)
    if chosen.command in ("students", "slides"):
        chosen.folder.mkdir(parents=True, exist_ok=True)
    if chosen.command == "students":
        for path in notebooks():
            place = chosen.folder / path.name
            head = badges(chosen.repository, place.as_posix()) if chosen.repository else ""
            write(place, student_version(read(path), chosen.package or _package(chosen.repository), head))
    elif chosen.command == "slides":
        (chosen.folder / "one_lecture.html").write_text(slides(), encoding="utf-8")
    elif chosen.command == "index":
        INDEX.write_text(index(), encoding="utf-8")
    else:
        for path in [*notebooks(), DECK]:
            if path.name.split("_")[0] in chosen.numbers or path.stem in chosen.numbers:
                notebook = read(path)
                run_all(notebook, path.name)
                write(path, notebook)


def _package(repository: str | None) -> str | None:
    """Package that pip installs: the repository of the notebooks, if that is said; no index is known to have it."""
    return f"{PACKAGE} @ git+https://github.com/{repository}" if repository else None


if __name__ == "__main__":
    main()
