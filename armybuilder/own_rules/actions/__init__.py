"""Write own rules: begin, edit cell by cell, publish, share. Each action is one transaction that locks the draft.

For those who may not write a draft it does not exist: OwnRules.DoesNotExist.
"""
