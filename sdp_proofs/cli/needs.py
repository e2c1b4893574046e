"""What a command needs beyond the core, declared where it is defined and looked up before it does anything."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import ParamSpec

Given = ParamSpec("Given")


def needs(*extras: str) -> Callable[[Callable[Given, None]], Callable[Given, None]]:
    """Declare the extras of a command, which ends with the line on what to install if a package of them is missing."""

    def declared(command: Callable[Given, None]) -> Callable[Given, None]:
        @functools.wraps(command)
        def run(*args: Given.args, **kwargs: Given.kwargs) -> None:
            from sdp_proofs.extras import require

            require(*extras)
            command(*args, **kwargs)

        run.needs = extras  # type: ignore[attr-defined]
        return run

    return declared
