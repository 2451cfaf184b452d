"""Middleware of the site."""
