"""Claims of the paper on smoothed differential privacy [Liu, Wang, Xia 2023]."""
