"""Renders snapshots of the ledger; computes nothing."""
