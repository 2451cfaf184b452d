"""Middleware of the site, and what every answer carries."""
