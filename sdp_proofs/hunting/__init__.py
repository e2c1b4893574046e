"""The search for counterexamples: spaces of instances, exhaustion, Hypothesis, linear programmes and climbs."""
