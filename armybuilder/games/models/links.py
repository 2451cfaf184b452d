"""The links of a game, and who still holds theirs."""

from functools import cache
from typing import Any, Self

from django.conf import settings
from django.db import connection, models
from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext_lazy as _

from armybuilder.clubs.models import Membership
from armybuilder.evenings.models import Entry, Referee, new_code, new_token
from armybuilder.games.models.games import (
    BOTH,
    FIRST,
    JOINS,
    LOOKS,
    REFEREE,
    RIGHTS,
    SECOND,
    Act,
    Game,
    Right,
    kinds_held_by,
    kinds_that,
)
from rules.core.game.events import Side

ROUND = "game__pairing__round"
ORGANISING = (Membership.Role.OWNER, Membership.Role.ORGANISER)


def still_held() -> Q:
    """Return the filter for links whose holder may still use them."""
    is_plain = Q(game__is_of_night=False)
    is_shown = Q(**{f"{ROUND}__published__isnull": False})
    return is_plain | Q(kind__in=[*kinds_held_by("anybody")]) | (is_shown & (_of_players() | _of_referees()))


def _of_players() -> Q:
    return Q(kind=FIRST) & _is_here("game__pairing__first") | Q(kind=SECOND) & _is_here("game__pairing__second")


def _is_here(place: str) -> Q:
    """Return the filter for entries that were not removed. A player who dropped out keeps only an open game."""
    members = Membership.objects.filter(user=OuterRef("user"), club=OuterRef("evening__club"))
    is_guest = Q(user=None, token__isnull=False)
    here = Entry.objects.filter(is_guest | Q(Exists(members)), pk=OuterRef(place))
    is_open = Q(**{f"{ROUND}__closed": None}, game__pairing__first_lost=None, game__pairing__forfeit=None)
    return Q(Exists(here.exclude(state=Entry.State.DROPPED))) | is_open & Q(Exists(here))


def _of_referees() -> Q:
    """Return the filter for links of users who still organise or referee the games night."""
    referees = Referee.objects.filter(user=OuterRef("user"), evening=OuterRef(OuterRef(f"{ROUND}__evening")))
    members = Membership.objects.filter(user=OuterRef("user"), club=OuterRef(f"{ROUND}__evening__club"))
    may_write = members.filter(Q(role__in=ORGANISING) | Q(Exists(referees)))
    return Q(kind__in=[*kinds_held_by("referee")]) & Q(Exists(may_write))


CODE_LENGTH = 7  # one of thirty thousand million; attempts are limited
ANY_TOKEN = "token"  # the placeholder in a query that is composed once


class LinkQuerySet(models.QuerySet["Link"]):
    """Links to games."""

    def that_may(self, act: Act) -> Self:
        """Return the links that allow an act: by their kind, and only while their holder may use them."""
        return self.filter(still_held(), kind__in=[*kinds_that(act)], token__isnull=False)

    def of_token(self, token: str) -> "Link":
        """Return the link of a token with its game. Raises Link.DoesNotExist."""
        self.last_of(token)
        return self.select_related("game__pairing__round__evening__club").get(token=token)

    def of_invitation(self, token: str) -> "Link":
        """Return an unused invitation for the other side. Raises Link.DoesNotExist."""
        return self.that_may("join").select_related("game").get(token=token)

    def of_code(self, typed: str) -> "Link":
        """Return the link of a code, in any spelling: "abc-defg". Raises Link.DoesNotExist."""
        code = "".join(sign for sign in typed.upper() if sign.isalnum())
        return self.filter(kind__in=[kind for kind, right in RIGHTS.items() if right.has_code]).get(code=code)

    def last_of(self, token: str) -> int:
        """Return the number of the last event of a link's game. Raises Link.DoesNotExist.

        Every phone asks this every few seconds, and every tap twice. Django takes ten times as long to compose the
        query as the database to answer it; it is composed only once.
        """
        sql, params = _last_of_game()
        with connection.cursor() as cursor:
            cursor.execute(sql, [token if value == ANY_TOKEN else value for value in params])
            row = cursor.fetchone()
        if row is None:
            raise self.model.DoesNotExist
        return int(row[0])


class Link(models.Model):
    """A private link to a game. `RIGHTS` says what each `kind` opens and who can hold it.

    `user`: the organiser or referee of a games night who uses it. `code`: a short code for joining.

    A withdrawn link has no token or code any more.
    """

    class Kind(models.TextChoices):
        """The kinds of links."""

        FIRST = FIRST, _("records for the first side")
        SECOND = SECOND, _("records for the second side")
        BOTH = BOTH, _("records for both sides")
        JOINS = JOINS, _("invites the second side")
        LOOKS = LOOKS, _("watches")
        REFEREE = REFEREE, _("records for both sides as referee")

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="links")
    kind = models.CharField(max_length=5, choices=Kind.choices)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )
    token = models.CharField(max_length=40, unique=True, null=True, blank=True, default=new_token)
    code = models.CharField(max_length=CODE_LENGTH, unique=True, null=True, blank=True)

    objects = LinkQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.get_kind_display()

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save the link. A new one gets a code if its kind has codes."""
        if not self.pk and self.right.has_code:
            self.code = new_code(CODE_LENGTH)
        super().save(*args, **kwargs)

    @property
    def right(self) -> Right:
        return RIGHTS[self.kind]

    @property
    def sides(self) -> tuple[Side, ...]:
        return self.right.sides

    @property
    def shows(self) -> tuple[str, ...]:
        return self.right.shows_at_night if self.game.is_of_night else self.right.shows

    def may_choose_list(self, side: Side) -> bool:
        return "choose" in self.right.acts and self.game.may_choose_list(side)

    @property
    def shown_code(self) -> str:
        """Return the code for reading out; "" without one."""
        return f"{self.code[:3]}-{self.code[3:]}" if self.code else ""


@cache
def _last_of_game() -> tuple[str, tuple[Any, ...]]:
    """Return the query for the last event's number, and its values, with ANY_TOKEN for the token."""
    found = Link.objects.that_may("look").filter(token=ANY_TOKEN).order_by().values_list("game__last")
    sql, params = found.query.sql_with_params()
    return str(sql), tuple(params)
