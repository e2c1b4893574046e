"""Instances on which several claims are decided: grids, elections, random sources, mixtures."""
