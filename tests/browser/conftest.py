"""The page as `make browser` builds it, servers of it, and a browser; each test says why it cannot run."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from docs.browser.__main__ import looks
from docs.browser.build import FOLDER, HEADERS, build
from docs.browser.serve import server
from docs.browser.vendored import VendoringError
from tests.browser.chromium import Chromium, program


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that is served: the page, and the style that it shares with the site."""
    place = tmp_path_factory.mktemp("built")
    try:
        list(build(place / FOLDER))
    except VendoringError as error:
        pytest.skip(f"neither in the cache nor to be fetched: {error}")
    looks(place)
    return place


@contextmanager
def served(place: Path, headers: dict[str, str], port: int = 0) -> Iterator[str]:
    """Address of the page while a host sends it, with these headers."""
    with server(place, port, headers) as serving:
        threading.Thread(target=serving.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{serving.server_port}/{FOLDER}/"
        serving.shutdown()


@pytest.fixture(scope="session")
def isolated(built: Path) -> Iterator[str]:
    """Address of the page on a host that sends its headers: memory is shared with the worker."""
    with served(built, HEADERS) as address:
        yield address


@pytest.fixture(scope="session")
def browsers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[], Chromium]]:
    """Maker of browsers with empty caches."""
    path, made = program(), list[Chromium]()
    if path is None:
        pytest.skip("no Chromium is on the PATH")

    def make() -> Chromium:
        made.append(Chromium(path, tmp_path_factory.mktemp("profile")))
        return made[-1]

    yield make
    for one in made:
        one.close()
