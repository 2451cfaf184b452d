"""What can be added to a squad: the figures of presets, of its class."""

from msgspec.structs import replace

from rules.core.catalogue import Catalogue
from rules.core.ready import Preset
from rules.core.roster import Figure, Squad


def preset_figure(preset: Preset, squad: Squad, catalogue: Catalogue, row_id: str = "") -> Figure:
    """Return the figure that a preset adds to a squad: of the squad's class, else of its first figure's."""
    figure = Figure(id=row_id, weapons=preset.weapons, roles=preset.roles, leadership=preset.leadership)
    if squad.class_:
        return figure
    classes = [row.class_ for row in squad.figures] or [catalogue.classes[0].id]
    return replace(figure, class_=classes[0])
