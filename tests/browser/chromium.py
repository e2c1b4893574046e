"""A headless Chromium that is spoken to through a pipe: pages, workers, keys, widths, and all that is requested.

The DevTools protocol, with the standard library alone: JSON messages that end in a zero byte, on the descriptors 3
and 4 of the process (`--remote-debugging-pipe`).
"""

from __future__ import annotations

import base64
import json
import os
import select
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from time import monotonic
from typing import Any

PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ATTACH = {"autoAttach": True, "waitForDebuggerOnStart": True, "flatten": True}
DOMAINS = {
    "page": ("Network", "Runtime", "Page", "Log"),
    "worker": ("Network", "Runtime"),
    "service_worker": ("Network", "Runtime"),
}
"""The events that are heard, by kind of target; the browser's own windows are let alone."""
MOVED = """
import fcntl, os, sys
ends = [fcntl.fcntl(int(end), fcntl.F_DUPFD, 10) for end in sys.argv[1:3]]
os.dup2(ends[0], 3), os.dup2(ends[1], 4)
os.execv(sys.argv[3], sys.argv[3:])
"""
"""Puts the two ends of the pipes where the browser looks for them; copies first, so that none overwrites the other."""
DEVICE_KEYS = {"Tab": 9, "Enter": 13, "Escape": 27, "ArrowLeft": 37, "ArrowRight": 39}


def program() -> str | None:
    """Path of a Chromium, or None."""
    return next(filter(None, map(shutil.which, PROGRAMS)), None)


class Chromium:
    """A browser with a profile of its own.

    Attributes:
        requested: address and kind of target of every request of pages, workers and service workers, in order.
        console: texts of warnings, errors and exceptions.
    """

    def __init__(self, path: str, profile: Path) -> None:
        self.requested: list[tuple[str, str]] = []
        self.console: list[str] = []
        self.targets: dict[str, str] = {}  # session -> kind
        self.answers: dict[int, Mapping[str, Any]] = {}
        self.count, self.buffer = 0, b""
        inward, self.outward = os.pipe()
        self.inward, outward = os.pipe()
        os.set_blocking(self.inward, False)
        self.process = subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", MOVED, str(inward), str(outward), path, "--headless=new", "--no-sandbox",
             "--disable-gpu", "--hide-scrollbars", "--disable-dev-shm-usage", "--no-first-run",
             "--disable-background-networking", "--disable-component-update", "--remote-debugging-pipe",
             f"--user-data-dir={profile}", "about:blank"],
            pass_fds=(inward, outward), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        os.close(inward)
        os.close(outward)
        self.page = ""
        self.call("Target.setAutoAttach", ATTACH)
        self.call("Target.setDiscoverTargets", {"discover": True})
        self.wait(lambda: bool(self.page), "a page")

    def call(self, method: str, parameters: Mapping[str, Any] | None = None, session: str = "") -> Mapping[str, Any]:
        """Call a method and wait for its result."""
        number = self.send(method, parameters, session)
        self.wait(lambda: number in self.answers, method)
        answer = self.answers.pop(number)
        if "error" in answer:
            raise RuntimeError(f"{method}: {answer['error']}")
        return answer["result"]  # type: ignore[no-any-return]

    def send(self, method: str, parameters: Mapping[str, Any] | None = None, session: str = "") -> int:
        """Call a method, whose result comes later."""
        self.count += 1
        message: dict[str, Any] = {"id": self.count, "method": method, "params": parameters or {}}
        if session:
            message["sessionId"] = session
        os.write(self.outward, json.dumps(message).encode() + b"\0")
        return self.count

    def wait(self, met: Any, what: str, seconds: float = 240) -> None:
        """Read messages until a condition is met."""
        end = monotonic() + seconds
        while not met():
            if monotonic() > end:
                raise TimeoutError(f"{what}: not within {seconds} s; the console says {self.console[-5:]}")
            self.listen(0.05)

    def listen(self, seconds: float) -> None:
        """Read the messages of so many seconds."""
        if not select.select([self.inward], [], [], seconds)[0]:
            return
        found = os.read(self.inward, 1 << 20)
        if not found:
            raise RuntimeError("the browser has ended")
        *messages, self.buffer = (self.buffer + found).split(b"\0")
        for message in messages:
            self._heard(json.loads(message))

    def _heard(self, message: Mapping[str, Any]) -> None:
        if "id" in message:
            self.answers[message["id"]] = message
            return
        method, told, session = message["method"], message["params"], message.get("sessionId", "")
        if method == "Target.attachedToTarget":
            child, kind = told["sessionId"], told["targetInfo"]["type"]
            self.targets[child] = kind
            if kind == "page" and not self.page:
                self.page = child
            for domain in DOMAINS.get(kind, ()):
                self.send(f"{domain}.enable", session=child)
            self.send("Target.setAutoAttach", ATTACH, child)
            self.send("Runtime.runIfWaitingForDebugger", session=child)
        elif method == "Network.requestWillBeSent":
            self.requested.append((told["request"]["url"], self.targets.get(session, "")))
        elif method == "Runtime.exceptionThrown":
            details = told["exceptionDetails"]
            self.console.append(str(details.get("exception", details).get("description", details["text"])))
        elif method == "Runtime.consoleAPICalled" and told["type"] in ("error", "warning"):
            self.console.append(" ".join(str(one.get("value", one.get("description"))) for one in told["args"]))
        elif method == "Log.entryAdded" and told["entry"]["level"] in ("error", "warning"):
            self.console.append(f"{told['entry']['text']} {told['entry'].get('url', '')}")

    def open(self, url: str) -> None:
        """Go to an address; a change of the fragment alone loads nothing."""
        self.call("Page.navigate", {"url": url}, self.page)

    def evaluate(self, expression: str) -> Any:
        """Evaluate an expression in the page, waiting for it where it is a promise."""
        given = {"expression": expression, "awaitPromise": True, "returnByValue": True, "userGesture": True}
        found = self.call("Runtime.evaluate", given, self.page)
        if "exceptionDetails" in found:
            raise RuntimeError(str(found["exceptionDetails"]))
        return found["result"].get("value")

    def until(self, expression: str, seconds: float = 240) -> Any:
        """Wait until an expression of the page is true; returns its value, true for what is no JSON."""
        end = monotonic() + seconds
        while True:
            value = self.evaluate(f"(found => found instanceof Node ? true : found)({expression})")
            if value:
                return value
            if monotonic() > end:
                state = self.evaluate("document.body.innerText.slice(0, 3000)")
                raise TimeoutError(f"{expression}: not within {seconds} s; {self.console[-5:]}; the page says {state}")
            self.listen(0.05)

    def size(self, width: int, height: int = 900, dark: bool = False) -> None:
        """Lay the page out at a width, in light or dark colours."""
        given = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
        self.call("Emulation.setDeviceMetricsOverride", given, self.page)
        scheme = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]
        self.call("Emulation.setEmulatedMedia", {"features": scheme}, self.page)

    def press(self, key: str) -> None:
        """Press a key."""
        text = {"Enter": "\r"}.get(key, key if len(key) == 1 else "")
        given = {"key": key, "code": key, "windowsVirtualKeyCode": DEVICE_KEYS.get(key, ord(key[0]))}
        self.call("Input.dispatchKeyEvent", {"type": "keyDown", "text": text, **given}, self.page)
        self.call("Input.dispatchKeyEvent", {"type": "keyUp", **given}, self.page)

    def picture(self, file: Path) -> None:
        """Write what is seen of the whole page."""
        found = self.call("Page.captureScreenshot", {"captureBeyondViewport": True}, self.page)
        file.write_bytes(base64.b64decode(found["data"]))

    def close(self) -> None:
        """End the browser."""
        try:
            self.send("Browser.close")
            self.process.wait(10)
        except (OSError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
        finally:
            os.close(self.outward)
            os.close(self.inward)
