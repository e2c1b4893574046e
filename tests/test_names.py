"""Names of earlier versions still work, and say what they are called now."""

from __future__ import annotations

import pytest

import sdp_proofs


def test_a_name_of_an_earlier_version_says_its_new_one() -> None:
    with pytest.warns(DeprecationWarning, match="sdp_proofs.loss is called change_divergence now"):
        found = sdp_proofs.loss
    assert found is sdp_proofs.change_divergence
    assert "loss" not in sdp_proofs.__all__


def test_pictures_are_at_hand_without_another_import() -> None:
    assert sdp_proofs.plots.__name__ == "sdp_proofs.plots"
    assert "plots" in sdp_proofs.__all__
