"""The games, in pure Python: documents, catalogues, points, checks. No Django here (import-linter proves it)."""
