"""Privacy of sampling mechanisms: divergence, one database, profile, the adversary's utility."""
