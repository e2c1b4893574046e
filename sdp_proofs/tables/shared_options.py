"""Words of the axes that several tables have, each said once; those of one table alone stand at its axis."""

from __future__ import annotations

from sdp_proofs.declarations import Option

RECORDS = Option("Numbers of records n.", metavar="N,N,...")
EPSILON = Option("epsilon, read exactly: 0.5,1,log(51/49).", metavar="E,E,...")
RATE = Option("Sampling rates; T is rate times n, rounded up.", metavar="R,R,...")
DRAWS = Option("Sample sizes.", metavar="T,T,...")
FLOOR = Option("f of strict positivity: every source gives every type at least f.", metavar="F,F,...")
TYPES = Option("Numbers of types m.", metavar="M,M,...")
DELTA = Option("delta in (0, 1).", metavar="D,D,...")
