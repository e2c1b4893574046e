"""Section 6 and Appendix G: smoothed delta of electorates, and of one SGD step with quantised gradients."""
