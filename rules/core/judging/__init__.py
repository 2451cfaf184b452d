"""Judging a list: prices, points, checks and the report."""
