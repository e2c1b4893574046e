"""The adjusted utility against delta(x) and what pairs lose: what holds for any number of types, and what is best."""
