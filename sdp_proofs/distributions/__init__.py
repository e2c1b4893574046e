"""Laws: finite ones in exact rationals, binomial and hypergeometric counts with certified tails."""
