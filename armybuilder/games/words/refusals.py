"""Why a line is not recorded, in a sentence for the player."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrPromise

#: By the reason of an EventRefusedError.
LINE_REFUSALS: Mapping[str, StrPromise] = {
    "no-piece": _("Nobody in the list has that number."),
    "no-state": _("The game does not know that state."),
    "no-extra": _("The list does not have that extra."),
    "no-squad": _("The list does not have that squad."),
    "no-row": _("The game does not count those points."),
    "no-marker": _("The game does not have that marker."),
    "no-attack": _(
        "The attacker can only be recorded before the game starts, if the rules have an attacker."
    ),
    "no-limit": _(
        "The number of turns can only be set before the game starts, to a number that the dice can give."
    ),
    "no-phase": _("Nothing was changed: the game is not at that stage. Look at the table."),
    "no-turn": _("Nothing was changed: that turn does not follow the current one. Look at the table."),
    "not-due": _("Nothing was changed: that is not due now. Look at the table."),
    "said-already": _("That has been recorded already: look at the log."),
    "too-often": _("That cannot happen that many times."),
    "gone": _("That man or vehicle is already lost. Untick the loss first."),
    "not-wounded": _("Only a wounded man can be stabilised."),
    "marker-taken": _(
        "A marker with that number is already on the table, or the marker has changed: look at the markers."
    ),
    "not-ended": _("You can sign once the game is over."),
    "other-points": _("The points have changed: check them, then sign."),
    "no-undo": _("You can only undo the last thing your side recorded."),
    "rolled": _("These dice are rolled on the site: press “Roll here”."),
    "rolled-here": _("The site rolled the dice for that, and a roll stays. You can only undo its outcome."),
    "ended": _("The game is over. Resume it, or undo its end."),
}
