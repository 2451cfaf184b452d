"""What may fix the findings of each check: modules as those of `rules.core.judging.checks`, each declares its own."""

from rules.core.advice.fixes import extras, forces, sections, squads, weapons

__all__ = ["extras", "forces", "sections", "squads", "weapons"]
