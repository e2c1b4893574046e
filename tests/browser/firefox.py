"""A headless Firefox that is spoken to through Marionette: messages of JSON behind their length, on a local port."""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
from pathlib import Path
from time import monotonic, sleep
from typing import Any

PROGRAMS = ("firefox", "firefox-esr")


def program() -> str | None:
    """Path of a Firefox, or None."""
    return next(filter(None, map(shutil.which, PROGRAMS)), None)


class Firefox:
    """A browser with a profile of its own."""

    def __init__(self, path: str, profile: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        profile.mkdir()
        (profile / "user.js").write_text(f'user_pref("marionette.port", {port});\n')
        self.process = subprocess.Popen(
            [path, "--headless", "--no-remote", "--marionette", "--profile", str(profile)],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        self.count, self.buffer = 0, b""
        end = monotonic() + 120
        while True:
            try:
                self.socket = socket.create_connection(("127.0.0.1", port))
                break
            except OSError:
                if monotonic() > end:
                    self.process.kill()
                    raise
                sleep(0.2)
        self.socket.settimeout(600)
        self._message()  # its greeting
        self.call("WebDriver:NewSession", {})
        self.call("WebDriver:SetTimeouts", {"script": 600_000, "pageLoad": 300_000})

    def call(self, command: str, parameters: dict[str, Any]) -> Any:
        """Call a command and wait for its result."""
        self.count += 1
        text = json.dumps([0, self.count, command, parameters]).encode()
        self.socket.sendall(b"%d:%s" % (len(text), text))
        _, _, error, result = self._message()
        if error is not None:
            raise RuntimeError(f"{command}: {error['error']}: {error['message']}")
        return result

    def _message(self) -> Any:
        while b":" not in self.buffer:
            self._more()
        length, _, self.buffer = self.buffer.partition(b":")
        while len(self.buffer) < int(length):
            self._more()
        text, self.buffer = self.buffer[: int(length)], self.buffer[int(length) :]
        return json.loads(text)

    def _more(self) -> None:
        found = self.socket.recv(1 << 16)
        if not found:
            raise RuntimeError("the browser has ended")
        self.buffer += found

    def open(self, url: str) -> None:
        """Go to an address, and wait until it is loaded."""
        self.call("WebDriver:Navigate", {"url": url})

    def evaluate(self, expression: str) -> Any:
        """Evaluate an expression in the page, waiting for it where it is a promise."""
        script = f"const done = arguments[0]; Promise.resolve({expression}).then(done, (error) => done(String(error)));"
        return self.call("WebDriver:ExecuteAsyncScript", {"script": script, "args": []})["value"]

    def until(self, expression: str, seconds: float = 240) -> Any:
        """Wait until an expression of the page is true; returns its value."""
        end = monotonic() + seconds
        while not (value := self.evaluate(expression)):
            if monotonic() > end:
                raise TimeoutError(f"{expression}: {self.evaluate('document.body.innerText.slice(0, 2000)')}")
            sleep(0.1)
        return value

    def close(self) -> None:
        """End the browser."""
        self.socket.close()
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
