"""Exact odds: a question about dice (`odds/1`), its answer. Only `data` is loaded before one is asked."""
