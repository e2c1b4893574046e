"""Builds the page "Try it" alone and serves it on this machine: python -m docs.browser [--port N] [--build-only]."""

from __future__ import annotations

import argparse
import shutil
import sys
from pathlib import Path

from docs.browser.build import FOLDER, HEADERS, PACKAGE, ROOT, build, pages
from docs.browser.serve import server
from docs.browser.vendored import VendoringError

PLACE = ROOT / "docs" / "_build" / "browser"


def main() -> int:
    """Build, then serve until Ctrl-C."""
    parser = argparse.ArgumentParser(description='Build the page "Try it" and serve it on this machine.')
    parser.add_argument("--port", type=int, default=8911)
    parser.add_argument("--build-only", action="store_true")
    parser.add_argument("--plain", action="store_true", help="without headers, as a host that sends none")
    given = parser.parse_args()
    try:
        print(*build(PLACE / FOLDER), sep="\n")
    except VendoringError as error:
        print(error, file=sys.stderr)
        return 1
    looks(PLACE)
    if given.build_only:
        return 0
    with server(PLACE, given.port, {} if given.plain else HEADERS) as serving:
        print(f"open http://127.0.0.1:{serving.server_port}/{FOLDER}/ (Ctrl-C ends it)", flush=True)
        try:
            serving.serve_forever()
        except KeyboardInterrupt:
            print()
    return 0


def looks(place: Path) -> None:
    """Write the style sheet, the font and the icon, which the page shares with the rest of the site."""
    static = place / "_static"
    static.mkdir(parents=True, exist_ok=True)
    (static / pages().STYLE).write_text(pages().style(), encoding="utf-8")
    for file in ((PACKAGE / "render" / "templates" / "icon.svg"), *(PACKAGE / "render" / "fonts").iterdir()):
        shutil.copy(file, static)


if __name__ == "__main__":
    sys.exit(main())
