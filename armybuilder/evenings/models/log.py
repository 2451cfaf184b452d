"""The log of a games night."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from armybuilder.evenings.models.entries import Entry
from armybuilder.evenings.models.evenings import Evening

NAMED = ("names__entry__user", "names__user")  # fetched with the lines of a log
OF_A_TABLE = ("said", "settled", "rolled", "typed-roll")  # actions that name both players of a table


class LogLine(models.Model):
    """An act at a games night, for the members of its club to read.

    `names`: the people it was done to; `subject`: further details ("2" for a round, "35–40" for a result).
    """

    class Action(models.TextChoices):
        """What was done."""

        MADE = "made", _("made the evening")
        CHANGED = "changed", _("changed the evening")
        ANNOUNCED = "announced", _("announced the evening")
        CALLED_OFF = "called-off", _("called the evening off")
        REOPENED = "reopened", _("announced the evening again")
        INVITED = "invited", _("invited the guest")
        UNINVITED = "uninvited", _("withdrew the link of the guest")
        COMING = "coming", _("is coming")
        PERHAPS = "perhaps", _("is perhaps coming")
        NOT_COMING = "not-coming", _("is not coming")
        HANDED_IN = "handed-in", _("handed in a list")
        LATE = "late", _("handed in late")
        AFTER_ACCEPT = "after-accept", _("replaced the accepted list of")
        AFTER_REVEAL = "after-reveal", _("submitted, after all lists were revealed, the list of")
        TOOK_BACK = "took-back", _("took back what was handed in")
        CLOSED = "closed", _("closed the handing in")
        OPENED = "opened", _("opened the handing in again")
        DRAWN = "drawn", _("paired round")
        SWAPPED = "swapped", _("swapped two in round")
        PUT_TOGETHER = "put-together", _("put two together in round")
        PARTED = "parted", _("took a pair out of round")
        DISCARDED = "discarded", _("discarded the draft of round")
        PUBLISHED = "published", _("published round")
        WITHDRAWN = "withdrawn", _("took back round")
        ROUND_CLOSED = "round-closed", _("closed round")
        ROUND_OPENED = "round-opened", _("opened the results again of round")
        ROLLED = "rolled", _("rolled here for who attacks:")
        TYPED_ROLL = "typed-roll", _("wrote the roll for who attacks:")
        SAID = "said", _("wrote a result:")
        SETTLED = "settled", _("decided a result:")
        DROPPED = "dropped", _("sent home")
        BACK = "back", _("took back into the game")
        WENT_HOME = "went-home", _("went home")
        FINISHED = "finished", _("finished the evening")
        RESUMED = "resumed", _("went on with the evening")
        APPOINTED = "appointed", _("named as referee")
        DISMISSED = "dismissed", _("released as referee")
        LOOKED = "looked", _("looked at the covered list of")
        SENT_BACK = "sent-back", _("sent back the list of")
        ACCEPTED = "accepted", _("accepted the list of")
        COMPARED = "compared", _("compared with the sheet on the table the list of")
        UNCOMPARED = "uncompared", _("took back that they compared the list of")
        HANDED_FOR = "handed-for", _("handed in a list for")
        ADDED = "added", _("added")
        CHECKED_IN = "checked-in", _("checked in")
        UNCHECKED = "unchecked", _("took back the check-in of")
        REMINDED = "reminded", _("reminded")
        ASKED = "asked", _("reminded who has not answered:")
        BOARD_LINK = "board-link", _("made the link of the board")
        BOARD_GONE = "board-gone", _("withdrew the link of the board")
        HOUSE_RULES = "house-rules", _("took the club’s new house rules for the evening")

    evening = models.ForeignKey(Evening, on_delete=models.CASCADE, related_name="log")
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    guest = models.ForeignKey(Entry, on_delete=models.CASCADE, null=True, related_name="+")
    action = models.CharField(max_length=12, choices=Action.choices)
    subject = models.CharField(max_length=400, blank=True)
    time = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        """Return the line as it is read: "davide invited the guest Anna"."""
        who = self.guest or (self.actor.get_username() if self.actor else gettext("somebody who has left"))
        return f"{who} {self.get_action_display()} {self.about}".strip()

    @property
    def about(self) -> str:
        """The people it was done to, by their present names, and the further details."""
        join = " – " if self.action in OF_A_TABLE else ", "
        return f"{join.join(map(str, self.names.all()))} {self.subject}".strip()


class LogName(models.Model):
    """A person that a line names: an entry, or (no `entry`) an account. The name itself is not stored."""

    line = models.ForeignKey(LogLine, on_delete=models.CASCADE, related_name="names")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, null=True, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        if self.entry:
            return str(self.entry)
        return self.user.get_username() if self.user else gettext("somebody who has left")
