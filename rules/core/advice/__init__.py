"""Advice on a list: what mends it, what brings it back under its limit, what fits, what completes it. Pure Python.

Advice is a difference, never a new list: steps of `document.edits`, judged by `assess` before they are offered.
"""
