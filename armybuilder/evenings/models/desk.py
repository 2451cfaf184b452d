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
    """An act at a games night. `names`: the people it concerns; `subject`: the round, the result."""

    class Action(models.TextChoices):
        """A kind of act in the log."""

        MADE = "made", _("%(who)s created the games night")
        CHANGED = "changed", _("%(who)s edited the games night")
        ANNOUNCED = "announced", _("%(who)s announced the games night")
        CALLED_OFF = "called-off", _("%(who)s called off the games night")
        REOPENED = "reopened", _("%(who)s announced the games night again")
        INVITED = "invited", _("%(who)s invited the guest %(about)s")
        UNINVITED = "uninvited", _("%(who)s withdrew the link for %(about)s")
        COMING = "coming", _("%(who)s is coming")
        PERHAPS = "perhaps", _("%(who)s might be coming")
        NOT_COMING = "not-coming", _("%(who)s is not coming")
        HANDED_IN = "handed-in", _("%(who)s submitted a list")
        LATE = "late", _("%(who)s submitted a list late")
        AFTER_ACCEPT = "after-accept", _("%(who)s replaced the accepted list of %(about)s")
        AFTER_REVEAL = (
            "after-reveal",
            _("%(who)s submitted the list of %(about)s after all lists were revealed"),
        )
        TOOK_BACK = "took-back", _("%(who)s withdrew their list")
        CLOSED = "closed", _("%(who)s closed submissions")
        OPENED = "opened", _("%(who)s reopened submissions")
        DRAWN = "drawn", _("%(who)s paired round %(about)s")
        SWAPPED = "swapped", _("%(who)s swapped two players in round %(about)s")
        PUT_TOGETHER = "put-together", _("%(who)s paired two players in round %(about)s")
        PARTED = "parted", _("%(who)s unpaired a table in round %(about)s")
        DISCARDED = "discarded", _("%(who)s discarded the draft of round %(about)s")
        PUBLISHED = "published", _("%(who)s published round %(about)s")
        WITHDRAWN = "withdrawn", _("%(who)s unpublished round %(about)s")
        ROUND_CLOSED = "round-closed", _("%(who)s closed round %(about)s")
        ROUND_OPENED = "round-opened", _("%(who)s reopened the results of round %(about)s")
        ROLLED = "rolled", _("%(who)s rolled here for who attacks: %(about)s")
        TYPED_ROLL = "typed-roll", _("%(who)s entered the roll for who attacks: %(about)s")
        SAID = "said", _("%(who)s entered a result: %(about)s")
        SETTLED = "settled", _("%(who)s decided a result: %(about)s")
        DROPPED = "dropped", _("%(who)s dropped %(about)s")
        BACK = "back", _("%(who)s reinstated %(about)s")
        WENT_HOME = "went-home", _("%(who)s dropped out")
        FINISHED = "finished", _("%(who)s finished the games night")
        RESUMED = "resumed", _("%(who)s resumed the games night")
        APPOINTED = "appointed", _("%(who)s made %(about)s a referee")
        DISMISSED = "dismissed", _("%(who)s stood %(about)s down as referee")
        LOOKED = "looked", _("%(who)s looked at the hidden list of %(about)s")
        SENT_BACK = "sent-back", _("%(who)s sent back the list of %(about)s")
        ACCEPTED = "accepted", _("%(who)s accepted the list of %(about)s")
        COMPARED = "compared", _("%(who)s checked the printed sheet of %(about)s")
        UNCOMPARED = "uncompared", _("%(who)s undid the sheet check of %(about)s")
        HANDED_FOR = "handed-for", _("%(who)s submitted a list for %(about)s")
        ADDED = "added", _("%(who)s added %(about)s")
        CHECKED_IN = "checked-in", _("%(who)s checked in %(about)s")
        UNCHECKED = "unchecked", _("%(who)s undid the check-in of %(about)s")
        REMINDED = "reminded", _("%(who)s reminded %(about)s")
        ASKED = "asked", _("%(who)s reminded those who had not answered: %(about)s")
        BOARD_LINK = "board-link", _("%(who)s created the scoreboard link")
        BOARD_GONE = "board-gone", _("%(who)s withdrew the scoreboard link")
        HOUSE_RULES = "house-rules", _("%(who)s switched the games night to the club’s new house rules")

    evening = models.ForeignKey(Evening, on_delete=models.CASCADE, related_name="log")
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    guest = models.ForeignKey(Entry, on_delete=models.CASCADE, null=True, related_name="+")
    action = models.CharField(max_length=12, choices=Action.choices)
    subject = models.CharField(max_length=400, blank=True)
    time = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        """Return the line in words: "davide invited the guest Anna"."""
        who = self.guest or (self.actor.get_username() if self.actor else gettext("someone who has left"))
        return self.get_action_display() % {"who": who, "about": self.about}

    @property
    def about(self) -> str:
        """Return the people it concerns, by their present names, and the further details."""
        join = " – " if self.action in OF_A_TABLE else ", "
        return f"{join.join(map(str, self.names.all()))} {self.subject}".strip()


class LogName(models.Model):
    """A person named in a log line: an entry, or (no `entry`) an account. The name itself is not stored."""

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
    """A link that shows the scoreboard to anyone with it, for a projector without an account."""

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
    """A member's private address of the club's games nights for a calendar; it ends with the membership."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    token = models.CharField(max_length=40, unique=True, default=new_token)

    objects = CalendarFeedQuerySet.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "user"], name="evenings_one_feed_a_member")]

    def __str__(self) -> str:
        return str(self.club)
