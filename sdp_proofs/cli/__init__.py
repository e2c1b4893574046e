"""The command line: every module parses, calls one function of a lower layer, and prints."""

from __future__ import annotations

from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `sdp-proofs` with the given arguments (default: those of the process).

    Returns:
        The exit code: 0 agreement or success, 1 disagreement, 2 bad input or a file that cannot be read or written,
        3 undecided (a crash decides nothing), 130 interrupted.
    """
    from sdp_proofs.cli.output import standard_streams

    with standard_streams():
        from sdp_proofs.cli.app import run

        return run(arguments)
