"""The page as `make browser` builds it, a server of it, and a browser; each test says why it cannot run."""

from __future__ import annotations

import threading
from collections.abc import Iterator
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


@pytest.fixture(scope="session")
def isolated(built: Path) -> Iterator[str]:
    """Address of the page on a host that sends its headers: memory is shared with the worker."""
    with server(built, 0, HEADERS) as serving:
        threading.Thread(target=serving.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{serving.server_port}/{FOLDER}/"
        serving.shutdown()


@pytest.fixture(scope="session")
def plain(built: Path) -> Iterator[str]:
    """Address of the page on a host that sends no headers."""
    with server(built, 0, {}) as serving:
        threading.Thread(target=serving.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{serving.server_port}/{FOLDER}/"
        serving.shutdown()


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[Chromium]:
    """A browser with an empty cache."""
    path = program()
    if path is None:
        pytest.skip("no Chromium is on the PATH")
    found = Chromium(path, tmp_path / "profile")
    yield found
    found.close()
