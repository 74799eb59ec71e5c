"""Measurements. Each file here prints one table; `make bench` runs them all."""
