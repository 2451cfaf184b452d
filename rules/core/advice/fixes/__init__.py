"""Possible fixes for the findings of each check, in modules like those of `rules.core.judging.checks`."""

from rules.core.advice.fixes import extras, forces, limits, sections, squads, weapons
