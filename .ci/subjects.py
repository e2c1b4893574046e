"""Refuse commit subjects that are too long: subjects.py FILE (a message) or subjects.py BASE..HEAD (all of a range).

A subject has at most 72 characters, opens with a capital letter and ends without a full stop; the reason stands in the
body, after a blank line. Merges and subjects that git itself writes pass.
"""

import os
import re
import subprocess
import sys

LONGEST = 72
_BY_GIT = ("Merge ", "Revert ", "fixup! ", "squash! ")


def faults(message):
    """List the faults of a commit message."""
    lines = [line for line in message.splitlines() if not line.startswith("#")]
    while lines and not lines[0].strip():
        lines.pop(0)
    subject = lines[0] if lines else ""
    if subject.startswith(_BY_GIT):
        return []
    found = []
    if len(subject) > LONGEST:
        found.append(f"has {len(subject)} characters; at most {LONGEST}")
    if not re.match(r"[A-Z]", subject):
        found.append("must open with a capital letter")
    if subject.endswith("."):
        found.append("must not end with a full stop")
    if len(lines) > 1 and lines[1].strip():
        found.append("must be followed by a blank line")
    return [f"the subject {fault}: {subject}" for fault in found]


def messages(argument):
    """Read the message in a file, or those of all commits of a range."""
    if os.path.isfile(argument):
        with open(argument, encoding="utf-8") as file:
            return [file.read()]
    command = ["git", "log", "--no-merges", "--format=%B%x00", argument]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    return [text for text in done.stdout.split("\0") if text.strip()]


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__.splitlines()[0])
    found = [fault for message in messages(sys.argv[1]) for fault in faults(message)]
    sys.exit("\n".join(found) or 0)
