"""Exports of a games night: results as files and as text, and its date for calendars."""
