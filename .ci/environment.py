"""Bring the virtual environment of the Makefile up to date: environment.py VENV STAMP [EXTRA].

Without EXTRA the package itself is installed, editable; with EXTRA only what the extra adds, so that the
package is never replaced under a command that is running from the same environment. A lock makes several
calls at once take turns; each looks at the stamp again when its turn has come.

Written in the Python 3.6 subset, because it is what tells users that their Python is too old.
"""

import importlib
import os
import subprocess
import sys
import time

NEEDED = (3, 11)
HEALTHY = f"import pip, sys; sys.exit(sys.version_info < {NEEDED})"


def main(venv: str, stamp: str, extra: str = "") -> None:
    """Install what is missing, then touch the stamp; stop with one clear line when that cannot be done."""
    if sys.version_info < NEEDED:
        found = ".".join(map(str, sys.version_info[:3]))
        sys.exit(
            f"sdp-proofs needs Python >= {NEEDED[0]}.{NEEDED[1]}, but {sys.executable} is {found}; "
            "run: make PYTHON=/path/to/a/newer/python3 ..."
        )
    import fcntl  # only now: Windows has none, and an old Python there should read the line above

    with open(f"{venv}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not is_current(stamp):
            started = time.time()
            create(venv)
            install(venv, extra)
            with open(stamp, "w"):
                # An edit of pyproject.toml while pip was at work must count as newer than the stamp.
                os.utime(stamp, (started, started))


def is_current(stamp: str) -> bool:
    """Tell whether the stamp is at least as new as the list of requirements."""
    return os.path.exists(stamp) and os.path.getmtime(stamp) >= os.path.getmtime("pyproject.toml")


def create(venv: str) -> None:
    """Make the environment unless a working one is there."""
    python = os.path.join(venv, "bin", "python")
    if os.path.exists(python) and subprocess.call([python, "-c", HEALTHY], stderr=subprocess.DEVNULL) == 0:
        return
    try:
        importlib.import_module("ensurepip")
    except ImportError:
        sys.exit(
            f"{sys.executable} cannot make virtual environments: its module ensurepip is missing; on Debian "
            "and Ubuntu run: apt install python3-venv, or choose another: make PYTHON=/path/to/python3 ..."
        )
    say(f"creating {venv} with Python {sys.version.split()[0]}")
    run(sys.executable, "-m", "venv", "--clear", venv)


def install(venv: str, extra: str) -> None:
    """Run pip, which names each package while it works, so that a slow network does not look like a hang."""
    name = f"sdp-proofs[{extra}]" if extra else "sdp-proofs"
    target = [name] if extra else ["--editable", "."]
    say(f"installing {name} into {venv}; the first time takes a minute or more")
    python = os.path.join(venv, "bin", "python")
    follow(python, "-m", "pip", "install", "--disable-pip-version-check", "--progress-bar=off", *target)


def run(*command: str) -> None:
    """Run a command, its output on stderr; stop if it fails."""
    code = subprocess.call(command, stdout=sys.stderr)
    if code:
        sys.exit(f"failed with exit code {code}: {' '.join(command)}")


def follow(*command: str) -> None:
    """Run pip and show on one line of stderr what it is collecting; print all of its output if it fails."""
    shown = sys.stderr.isatty()
    said = []
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True)
    assert process.stdout is not None
    for line in process.stdout:
        said.append(line)
        if line.startswith(("Collecting", "Installing", "Downloading", "  Downloading", "Building")):
            step = line.strip()[:76]
            print(f"\r  {step:<78}" if shown else f"  {step}", end="" if shown else "\n", file=sys.stderr)
            sys.stderr.flush()
    if shown:
        print("\r" + " " * 80, end="\r", file=sys.stderr)
    if process.wait():
        sys.exit("{}failed with exit code {}: {}".format("".join(said), process.returncode, " ".join(command)))


def say(line: str) -> None:
    """Tell what is happening, on stderr: stdout belongs to the command that follows."""
    print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
