"""The smoothed privacy loss: the worst assignment of sources to records, on average over databases.

delta_SDP = max over k of F(k), F(k) = E delta(H) when k_j records follow the j-th vertex of the sources' hull
[Liu, Wang, Xia 2023, Def. 3, Algorithm 1, Prop. 7]. One interface, four routes:

- `enumeration`: Algorithm 1 itself, in exact fractions where the odds are rational, for small instances of any kind;
- `table`: two types, all n + 1 mixtures by two binomial shifts;
- `window`: two types at any size, the two pure mixtures as windowed sums and a majorant that bounds all others;
- `shears`: three types, all mixtures in float64 with a proven error.
"""

from __future__ import annotations
