"""Effort of the property tests: the same examples on every run, and no clock."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

from tests.full import trials

SLOW_TO_BUILD = [HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large]
thorough = settings(
    derandomize=True, max_examples=trials(32, full=80), deadline=None, suppress_health_check=SLOW_TO_BUILD
)
moderate = settings(thorough, max_examples=trials(16, full=40))
SIZES = ((2, 1), (2, 2), (3, 1), (2, 3), (3, 2), (4, 1))
"""Types and records of the databases that are drawn from."""
