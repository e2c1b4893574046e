"""Smoothed delta: averages of the privacy profile over sources, by table, by window and by bounds."""
