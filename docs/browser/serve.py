"""A server of files for `make browser` and the tests: on this machine only, with the headers of the page."""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

COMPRESSED = {".css", ".html", ".js", ".json", ".mjs", ".svg", ".txt", ".wasm"}
"""Files that a web host compresses; zip archives are sent as they are."""
TYPES = {".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm"}
"""Types of files that not every system's table knows as browsers want them."""


class Handler(SimpleHTTPRequestHandler):
    """Files, compressed once, with an entity tag and the headers that are given."""

    protocol_version = "HTTP/1.1"

    def __init__(self, *arguments: Any, headers: Mapping[str, str], kept: dict[Path, tuple[str, bytes]], **more: Any):
        self.sent, self.kept = headers, kept
        self.extensions_map = {**self.extensions_map, **TYPES}
        super().__init__(*arguments, **more)

    def do_GET(self) -> None:
        """Send a file, or that it has not changed."""
        place = Path(self.translate_path(self.path))
        if place.is_dir():
            if not self.path.partition("?")[0].endswith("/"):
                super().do_GET()  # this sends the browser to the address with a slash
                return
            place /= "index.html"
        if not place.is_file():
            self.send_error(404)
            return
        tag, content = self._content(place)
        unchanged = self.headers.get("If-None-Match") == tag
        self.send_response(304 if unchanged else 200)
        self.send_header("ETag", tag)
        self.send_header("Cache-Control", "max-age=600")
        for name, value in self.sent.items():
            self.send_header(name, value)
        if not unchanged:
            self.send_header("Content-Type", self.guess_type(str(place)))
            self.send_header("Content-Length", str(len(content)))
            if place.suffix in COMPRESSED:
                self.send_header("Content-Encoding", "gzip")
        self.end_headers()
        if not unchanged:
            with suppress(ConnectionError):  # a client that has gone needs no answer
                self.wfile.write(content)

    def _content(self, place: Path) -> tuple[str, bytes]:
        tag = f'"{place.stat().st_mtime_ns}"'
        if place not in self.kept or self.kept[place][0] != tag:
            content = place.read_bytes()
            self.kept[place] = tag, gzip.compress(content, 9) if place.suffix in COMPRESSED else content
        return self.kept[place]

    def log_message(self, *_: object) -> None:
        """Say nothing."""


def server(folder: Path, port: int, headers: Mapping[str, str]) -> ThreadingHTTPServer:
    """Return a server of a folder, on 127.0.0.1 alone; port 0 chooses one."""
    kept: dict[Path, tuple[str, bytes]] = {}
    handler = partial(Handler, directory=str(folder), headers=headers, kept=kept)
    return ThreadingHTTPServer(("127.0.0.1", port), handler)
