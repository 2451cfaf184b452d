"""The kit for a game: tokens and templates for both sides, as far as a link sees them."""

from armybuilder.games.pages.page import Page
from armybuilder.printing.formats import kit
from armybuilder.printing.formats.kit.options import KitOptions
from armybuilder.printing.layout.letters import with_names
from armybuilder.printing.layout.options import Options
from armybuilder.printing.layout.printout import Printout
from rules.core.assess import assess
from rules.core.game.events import other_side


def kit_of(page: Page, options: Options) -> Printout | None:
    """Return the kit of a link's side; None: the link writes for no side with a list.

    The kit shows the other side's list as the link sees it: no extras, and only the numbers of hidden figures. A list
    that the games night still hides is left out.
    """
    for side in page.link.sides:
        roster = page.rosters[side]
        if roster is not None:
            enemy = None if page.hidden_lists else page.rosters[other_side(side)]
            opponent = enemy and with_names(enemy)
            own = KitOptions(options.language, options.paper, options.ink, opponent=opponent)
            return kit.FORMAT.page(with_names(roster), page.catalogue, assess(roster, page.catalogue), own)
    return None
