"""Sending notifications, and what users do with theirs."""
