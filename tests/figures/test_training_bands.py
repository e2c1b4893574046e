from __future__ import annotations

import numpy as np
from matplotlib.collections import PolyCollection

from sdp_proofs.figures.training import Curve, Panel, draw_curves


def test_a_band_is_drawn_where_there_is_one() -> None:
    points = ((1.0, 2.0), (2.0, 3.0))
    plain, compared = Curve("plain", points), Curve("compared", points, ((2.0, 1.0, 4.0), (1.0, 0.5, 2.5)))
    (axes,) = draw_curves([Panel("both", (plain, compared), "step", "nats")]).axes
    (band,) = (each for each in axes.collections if isinstance(each, PolyCollection))
    corners = {(float(x), float(y)) for x, y in np.asarray(band.get_paths()[0].vertices)}
    assert corners >= {(1.0, 0.5), (1.0, 2.5), (2.0, 1.0), (2.0, 4.0)}
