"""`python -m sdp_proofs` is the command `sdp-proofs`."""

from __future__ import annotations

from sdp_proofs.cli import main

if __name__ == "__main__":  # worker processes import this module again
    raise SystemExit(main())
