"""Sharp bounds of one delta(H) and of the smoothed delta, on which `privacy.bounds` rests."""
