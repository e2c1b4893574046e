"""Answers of public privacy accountants for some releases, each number with the call that printed it.

World: estimate. The numbers are in `data/printed_by_accountants.json`; the text of a call is what was run, so

    python -m sdp_proofs.papers.accountants.peers

runs it again, for the programs that are installed (extra `peers`; opacus, whose two modules need no torch; opendp), and
`--write` records what they print now. Nothing else imports another accountant. What no release has yet is known by the
repository and the commit (`google/differential-privacy`); it is run where a checkout of it is the dp_accounting found.
"""

from __future__ import annotations

import importlib
import json
import logging
import sys
import warnings
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from importlib import metadata, resources, util
from typing import Any

from sdp_proofs.errors import DomainError
from sdp_proofs.files import replace_text

FILE = "printed_by_accountants.json"
SCHEMA = "sdp-proofs/printed-by-accountants/1"
UNRELEASED = "google/differential-privacy"
"""The repository of dp_accounting, for what its newest release does not have."""


@dataclass(frozen=True)
class Printed:
    """A number that another program prints.

    Args:
        promise: what the program says of it; a claim of the ledger is about all rows of one promise.
        program: the name of its distribution, or the repository of what is in no release.
        version: of the distribution, or the commit.
        release: the same release in the language of this package.
        adjacency: who neighbours are; None where the release says it.
        asked: "delta" if an epsilon was given, "epsilon" if a delta was.
        given: what was given, as typed.
        call: what was run; for the names in it see `tools_of`.
        printed: the answer, all digits.
    """

    promise: str
    program: str
    version: str
    release: str
    adjacency: str | None
    asked: str
    given: str
    call: str
    printed: str

    @property
    def epsilon(self) -> str:
        """Epsilon, given or printed."""
        return self.given if self.asked == "delta" else self.printed

    @property
    def delta(self) -> str:
        """Delta, printed or given."""
        return self.printed if self.asked == "delta" else self.given


@cache
def recorded() -> tuple[Printed, ...]:
    """All rows of the file, in its order.

    Example:
        >>> [(row.call, row.printed) for row in recorded() if row.given == "8"]
        [('pld.from_gaussian_mechanism(100).self_compose(10000).get_delta_for_epsilon(8)', '-1.637785647926364e-14')]
    """
    text = resources.files("sdp_proofs.papers.accountants").joinpath("data", FILE).read_text(encoding="utf-8")
    return tuple(Printed(**row) for row in json.loads(text)["rows"])


def of(promise: str) -> tuple[Printed, ...]:
    """The rows of one promise.

    Raises:
        DomainError: there is none.
    """
    found = tuple(row for row in recorded() if row.promise == promise)
    if not found:
        known = ", ".join(dict.fromkeys(row.promise for row in recorded()))
        raise DomainError(f"a promise must be one of {known}, got {promise!r}")
    return found


def tools_of(program: str) -> dict[str, Any]:
    """The names in the calls of a program.

    Raises:
        ImportError: it is not installed.
    """
    if program in ("dp-accounting", UNRELEASED):
        library = importlib.import_module("dp_accounting")
        if program == UNRELEASED and not hasattr(library, "ExponentialMechanismDpEvent"):
            raise ImportError(f"{program} is not what is installed as dp_accounting")
        events = {name: event for name, event in vars(library).items() if name.endswith("DpEvent")}
        return {
            **events,
            "pld": importlib.import_module("dp_accounting.pld.privacy_loss_distribution"),
            "PLDAccountant": importlib.import_module("dp_accounting.pld.pld_privacy_accountant").PLDAccountant,
            "MixtureGaussianPrivacyLoss": importlib.import_module(
                "dp_accounting.pld.privacy_loss_mechanism"
            ).MixtureGaussianPrivacyLoss,
            "RdpAccountant": importlib.import_module("dp_accounting.rdp.rdp_privacy_accountant").RdpAccountant,
            "REPLACE_ONE": library.NeighboringRelation.REPLACE_ONE,
        }
    if program == "prv-accountant":
        return dict(vars(importlib.import_module("prv_accountant")))
    if program == "opacus":
        # Its two modules of formulas by their files: the package itself would import torch.
        return {
            "rdp": _module("opacus", "accountants/analysis/rdp.py"),
            "gdp": _module("opacus", "accountants/analysis/gdp.py"),
            "ORDERS": [1 + x / 10.0 for x in range(1, 100)] + list(range(12, 64)),
        }
    if program == "opendp":
        return {"profile": _profile_by_opendp}
    raise DomainError(f"a program must be one that the file names, got {program!r}")


def _profile_by_opendp(scale: float, steps: int) -> Any:
    """OpenDP's privacy profile of integers with discrete Gaussian noise, released so many times, at sensitivity 1."""
    opendp = importlib.import_module("opendp.prelude")
    opendp.enable_features("contrib")
    space = opendp.atom_domain(T=int), opendp.absolute_distance(T=int)
    released = opendp.c.make_composition([space >> opendp.m.then_gaussian(scale=scale)] * steps)
    return opendp.c.make_zCDP_to_approxDP(released).map(d_in=1)


def _module(distribution: str, ending: str) -> Any:
    files = metadata.files(distribution) or []
    path = next(file.locate() for file in files if str(file).endswith(ending))
    spec = util.spec_from_file_location(ending.replace("/", "_").removesuffix(".py"), str(path))
    assert spec is not None and spec.loader is not None
    module = util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def measured(row: Printed) -> Printed:
    """The row as the installed version prints it; what is raised stands in the place of a number.

    Raises:
        ImportError: the program is not installed.
    """
    tools = tools_of(row.program)
    version = row.version if row.program == UNRELEASED else metadata.version(row.program)
    try:
        # The calls are those of the file in this package, and not anybody's input.
        printed = repr(float(eval(row.call, tools)))
    except Exception as error:  # any other end of the program is its answer
        printed = type(error).__name__
    return replace(row, version=version, printed=printed)


def compared(say: Callable[[str], None]) -> list[Printed]:
    """Measure all rows again and tell each; rows of programs that are not installed stay as they are."""
    found = []
    for row in recorded():
        try:
            now = measured(row)
        except ImportError:
            say(f"{row.program} is not installed: {row.call}")
            found.append(row)
            continue
        same = "the same" if now.printed == row.printed else f"recorded {row.printed}"
        say(f"{now.program} {now.version}: {now.call} = {now.printed} ({same})")
        found.append(now)
    return found


def main(arguments: Sequence[str]) -> None:
    """Measure again, and with --write record it."""
    logging.disable(logging.WARNING)
    warnings.simplefilter("ignore")
    found = compared(print)
    if "--write" in arguments:
        path = resources.files("sdp_proofs.papers.accountants").joinpath("data", FILE)
        document = {"schema": SCHEMA, "rows": [asdict(row) for row in found]}
        replace_text(str(path), json.dumps(document, indent=1) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
