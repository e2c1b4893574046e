"""Instances on which several claims are decided: mechanisms on one record, elections, random sources, mixtures."""
