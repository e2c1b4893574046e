"""Claims of the paper on private training with Laplacian smoothing [Wang, Gu, Boedihardjo et al. 2019]."""
