"""The rulesets as rows, for editing. Readers of rules use `rules.catalogue` instead.

Each model is the type of the same name in `rules.core.catalogue.catalogue`, which explains its fields; `rules/rows.py`
converts them. A text has two columns, `…_it` and `…_en`; if both are blank there is none.
"""

from rules.models.entries import (
    Characteristic,
    Check,
    Entry,
    Extra,
    ExtraCondition,
    FireRow,
    Format,
    HandbookRow,
    HandbookTable,
    Kit,
    Movement,
    Nickname,
    Preset,
    ReadyFigure,
    ReadySquad,
    Role,
    Row,
    Ruling,
    RulingOption,
    SaveColumn,
    SaveRow,
    Side,
    Trait,
    TroopClass,
    VehicleType,
    Weapon,
)
from rules.models.ruleset import Ruleset, RulesetVersion
