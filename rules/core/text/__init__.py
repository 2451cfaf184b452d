"""Texts in both languages: sentences with facts, folding and spelling."""
