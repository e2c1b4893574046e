"""The program `python -m sdp_proofs.certificate FILE ...`."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence

from sdp_proofs.certificate import SCHEMA, CertificateError, examined


def main(arguments: Sequence[str]) -> int:
    """Replay every file; 0 if all are confirmed, 1 if one is not, 2 if one cannot be read."""
    if not arguments:
        print("usage: python -m sdp_proofs.certificate FILE ...", file=sys.stderr)
        return 2
    code = 0
    for path in arguments:
        try:
            with open(path, encoding="utf-8") as stream:
                certificate = json.load(stream)
            if not isinstance(certificate, dict) or certificate.get("schema") != SCHEMA:
                raise CertificateError(f"a certificate must be a JSON object of schema {SCHEMA!r}")
            confirmed, named = examined(certificate)
        except (OSError, ValueError, ArithmeticError, LookupError, TypeError, RecursionError) as error:
            print(f"{path}: error: {' '.join(str(error).split())}", file=sys.stderr)
            return 2
        print(f"{certificate.get('locator', '')}  {certificate.get('claim', path)}")
        if certificate.get("says"):
            print(f"  {certificate['says']}")
        for name, text in named.items():
            print(f"  {name} = {text}")
        print(f"  claimed: {certificate['fails']}")
        print("  refuted: the claimed relation is false here" if confirmed else "  NOT CONFIRMED")
        code = code if confirmed else 1
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
