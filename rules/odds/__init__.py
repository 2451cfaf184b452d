"""The odds pages: a form whose address is the question, and the exact answer."""
