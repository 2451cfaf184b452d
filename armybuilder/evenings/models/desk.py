"""The log of a games night, its referees, and the links of its scoreboard and of a club's calendar."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from armybuilder.clubs.models import Club
from armybuilder.evenings.models.entries import Entry, HandIn, new_token
from armybuilder.evenings.models.evenings import Evening

NAMED = ("names__entry__user", "names__user")  # fetched with the lines of a log
OF_A_TABLE = ("said", "settled", "rolled", "typed-roll")  # actions that name both players of a table


class LogLine(models.Model):
    """An act at a games night, for the members of its club to read.

    `names`: the people it was done to; `subject`: further details ("2" for a round, "35–40" for a result).
    """

    class Action(models.TextChoices):
        """A kind of act in the log."""

        MADE = "made", _("created the games night")
        CHANGED = "changed", _("edited the games night")
        ANNOUNCED = "announced", _("announced the games night")
        CALLED_OFF = "called-off", _("called off the games night")
        REOPENED = "reopened", _("announced the games night again")
        INVITED = "invited", _("invited the guest")
        UNINVITED = "uninvited", _("withdrew the link for")
        COMING = "coming", _("is coming")
        PERHAPS = "perhaps", _("might be coming")
        NOT_COMING = "not-coming", _("is not coming")
        HANDED_IN = "handed-in", _("submitted a list")
        LATE = "late", _("submitted late")
        AFTER_ACCEPT = "after-accept", _("replaced the accepted list of")
        AFTER_REVEAL = "after-reveal", _("submitted, after all lists were revealed, the list of")
        TOOK_BACK = "took-back", _("withdrew their list")
        CLOSED = "closed", _("closed submissions")
        OPENED = "opened", _("reopened submissions")
        DRAWN = "drawn", _("paired round")
        SWAPPED = "swapped", _("swapped two players in round")
        PUT_TOGETHER = "put-together", _("paired two players in round")
        PARTED = "parted", _("unpaired a table in round")
        DISCARDED = "discarded", _("discarded the draft of round")
        PUBLISHED = "published", _("published round")
        WITHDRAWN = "withdrawn", _("unpublished round")
        ROUND_CLOSED = "round-closed", _("closed round")
        ROUND_OPENED = "round-opened", _("reopened results for round")
        ROLLED = "rolled", _("rolled here for who attacks:")
        TYPED_ROLL = "typed-roll", _("entered the roll for who attacks:")
        SAID = "said", _("entered a result:")
        SETTLED = "settled", _("decided a result:")
        DROPPED = "dropped", _("dropped")
        BACK = "back", _("reinstated")
        WENT_HOME = "went-home", _("dropped out")
        FINISHED = "finished", _("finished the games night")
        RESUMED = "resumed", _("resumed the games night")
        APPOINTED = "appointed", _("appointed referee")
        DISMISSED = "dismissed", _("stood down referee")
        LOOKED = "looked", _("looked at the hidden list of")
        SENT_BACK = "sent-back", _("sent back the list of")
        ACCEPTED = "accepted", _("accepted the list of")
        COMPARED = "compared", _("checked the printed sheet of")
        UNCOMPARED = "uncompared", _("undid the sheet check of")
        HANDED_FOR = "handed-for", _("submitted a list for")
        ADDED = "added", _("added")
        CHECKED_IN = "checked-in", _("checked in")
        UNCHECKED = "unchecked", _("undid the check-in of")
        REMINDED = "reminded", _("reminded")
        ASKED = "asked", _("reminded those who had not answered:")
        BOARD_LINK = "board-link", _("created the scoreboard link")
        BOARD_GONE = "board-gone", _("withdrew the scoreboard link")
        HOUSE_RULES = "house-rules", _("switched the games night to the club’s new house rules")

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
        """Return the line in words: "davide invited the guest Anna"."""
        who = self.guest or (self.actor.get_username() if self.actor else gettext("someone who has left"))
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
        return self.user.get_username() if self.user else gettext("someone who has left")


class Referee(models.Model):
    """A member who does not play at a games night, and sees all its lists."""

    evening = models.ForeignKey(Evening, on_delete=models.CASCADE, related_name="referees")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["evening", "user"], name="evenings_referee_once")]

    def __str__(self) -> str:
        return self.user.get_username()


class Look(models.Model):
    """A look at a hidden list; its player sees who looked and when."""

    hand_in = models.ForeignKey(HandIn, on_delete=models.CASCADE, related_name="looks")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    time = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.user.get_username() if self.user else gettext("someone who has left")


class BoardLink(models.Model):
    """A link that shows the scoreboard to anyone who has it, for a projector without an account."""

    evening = models.OneToOneField(Evening, on_delete=models.CASCADE, related_name="board_link")
    token = models.CharField(max_length=40, unique=True, default=new_token)
    created = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return str(self.evening)


class CalendarFeedQuerySet(models.QuerySet["CalendarFeed"]):
    """Private addresses."""

    def with_token(self, token: str) -> "CalendarFeed":
        """Return the address of a user who is still a member. Raises CalendarFeed.DoesNotExist."""
        members = self.filter(club__memberships__user=models.F("user"), user__is_active=True)
        return members.select_related("club", "user").get(token=token)


class CalendarFeed(models.Model):
    """The address by which a member's calendar reads the games nights of a club, without signing in.

    It leads nowhere once its owner is no member any more.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    token = models.CharField(max_length=40, unique=True, default=new_token)

    objects = CalendarFeedQuerySet.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "user"], name="evenings_one_feed_a_member")]

    def __str__(self) -> str:
        return str(self.club)
