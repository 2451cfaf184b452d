"""Measurements. `make bench` prints one table and writes `bench.json`; ratios are taken between interleaved runs."""
