"""The form of a games night, with the forces that it can require: ours and its club’s."""

from collections.abc import Mapping
from datetime import date, datetime, time, timedelta
from typing import Any, cast
from zoneinfo import ZoneInfo

from django import forms
from django.core.exceptions import ValidationError
from django.forms.utils import from_current_timezone
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from msgspec import to_builtins

from armybuilder.clubs.models import Club
from armybuilder.evenings.forms.fields import CountField, DayField, PickField, TextField
from armybuilder.evenings.forms.play import PlayFieldsForm, play_initial, scenario_names
from armybuilder.evenings.models import Evening
from armybuilder.forces.models import Force
from armybuilder.time_zones import zone_of
from armybuilder.widgets import Chips, Notes, Renderer, Select, Switch
from rules.catalogue import catalogue_for, current_versions, versions_of_club
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.force import Force as ForceData
from rules.core.text import Language
from rules.language import active_language
from rules.models import RulesetVersion


def key_of(force: ForceData) -> str:
    """Return the key of a force in the form: the same for each version of it."""
    return f"{force.ruleset}/{force.id}/{bool(force.club):d}"


def _name(force: ForceData, language: Language) -> str:
    name = force.name.to(language)
    return f"{name} ({force.club})" if force.club else name


def forces_to_choose(club: Club | None, evening: Evening | None) -> Mapping[str, ForceData]:
    """Return the forces of the form; those already required keep their version."""
    of_club = Force.objects.filter(club=club) if club else Force.objects.none()
    now = [one.force for one in (*Force.objects.shipped(), *of_club)]
    return {key_of(force): force for force in (*now, *(evening.required_forces if evening else ()))}


LARGEST_LIMIT = 10_000  # of a list's document
USUAL_HOUR = time(20, 30)
DEADLINE_HOUR = time(20)
DUE = ("day-before", "two-hours", "start")
FARTHEST = timedelta(days=3 * 366)
#: The lists that players bring, with their roles.
BRINGS = {
    "pair": ("attacker", "defender"),
    "attacker": ("attacker",),
    "defender": ("defender",),
    "open": ("open",),
}


class EveningForm(PlayFieldsForm):
    """The plan of a games night. `evening`: the one being edited."""

    default_renderer = Renderer()

    day = DayField(_("Day"), _("Enter the day as 17/12/2026."))
    hour = forms.TimeField(
        label=_("Time"),
        widget=forms.TimeInput({"class": "input", "type": "time"}, format="%H:%M"),
        input_formats=["%H:%M", "%H.%M", "%H:%M:%S", "%H"],
        error_messages=dict.fromkeys(("required", "invalid"), _("Enter the time as 20:30.")),
    )
    name = TextField(_("Name"), 80, help_text=_("Leave empty for “Games night” and the day."))
    place = TextField(_("Where"), 120)
    note = TextField(_("Note"), 2000, widget=Notes())
    game = PickField(_("Game"), widget=forms.Select())
    brings = PickField(
        _("What to bring"),
        [
            ("pair", _("The pair")),
            ("attacker", _("An attacker")),
            ("defender", _("A defender")),
            ("open", _("An open list")),
            ("nothing", _("Nothing")),
        ],
    )
    attacker = CountField(_("Attacker’s points"), 1, LARGEST_LIMIT)
    defender = CountField(_("Defender’s points"), 1, LARGEST_LIMIT)
    open = CountField(_("Points for an open list"), 1, LARGEST_LIMIT)
    due = PickField(
        _("Lists are due"),
        [
            ("day-before", _("the day before, at 20:00")),
            ("two-hours", _("two hours before")),
            ("start", _("at the start")),
        ],
        widget=Select(),
    )
    reveal = PickField(_("Lists are revealed"), Evening.Reveal.choices, required=False, widget=Select())
    forces = forms.MultipleChoiceField(
        label=_("Only lists that follow one of these forces"),
        required=False,
        widget=Chips(),
        error_messages={"invalid_choice": _("One of these forces no longer exists: choose again.")},
    )
    guests = Switch(label=_("Guests too, each with their own link"))

    def __init__(self, *args: Any, evening: Evening | None = None, club: Club | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.evening = evening
        self.zone = zone_of(club.time_zone if club else "")
        self.versions = {version.ruleset_id: version for version in _versions(evening, club)}
        self.books = {game: catalogue_for(version.pk) for game, version in self.versions.items()}
        cast(forms.ChoiceField, self.fields["game"]).choices = [(game, game) for game in self.books]
        language, order = active_language(), list(self.books)
        self.fields["scenarios"].help_text = scenario_names(self.books.values(), language)
        found = forces_to_choose(club, evening)
        self.choosable = {key: force for key, force in found.items() if force.ruleset in self.books}
        cast(forms.MultipleChoiceField, self.fields["forces"]).choices = [
            (key, f"{self.books[force.ruleset].title.to(language)}: {_name(force, language)}")
            for key, force in sorted(self.choosable.items(), key=lambda item: order.index(item[1].ruleset))
        ]

    @property
    def has_own_limits(self) -> bool:
        return any(self[name].value() or self[name].errors for name in ("attacker", "defender", "open"))

    def clean(self) -> dict[str, Any]:
        """Combine day and hour: a time in the future that exists on that day."""
        cleaned = super().clean() or {}
        day, hour = cleaned.get("day"), cleaned.get("hour")
        if day and hour:
            self._clean_start(day, hour)
        chosen, game = [self.choosable[key] for key in cleaned.get("forces", ())], cleaned.get("game")
        others = [force.name.to(active_language()) for force in chosen if force.ruleset != game]
        if game and others:
            self.add_error("forces", gettext("For another game: %(names)s.") % {"names": ", ".join(others)})
        return cleaned

    def _clean_start(self, day: date, hour: time) -> None:
        try:
            with timezone.override(self.zone):
                start = from_current_timezone(datetime.combine(day, hour))
        except ValidationError:
            text = gettext("The clocks change that night: %(hour)s does not exist, or comes twice. Choose another.")
            self.add_error("hour", text % {"hour": f"{hour:%H:%M}"})
            return
        if start < timezone.now() and not (self.evening and self.evening.start == start):
            self.add_error("day", gettext("That is in the past: choose a later day or time."))
        elif start > timezone.now() + FARTHEST:
            self.add_error("day", gettext("That is more than three years away: is the year right?"))
        self.cleaned_data["start"] = start
        self._clean_due(start)

    def _clean_due(self, start: datetime) -> None:
        """Refuse past deadlines if lists are required, except unchanged ones."""
        due, brings = self.cleaned_data.get("due"), self.cleaned_data.get("brings")
        if self.evening and self.evening.limits and self.evening.deadline <= timezone.now():
            self._clean_grace(self.evening)
        if not due or brings == "nothing" or "day" in self.errors:
            return
        until = deadline(start, due, self.zone)
        if until <= timezone.now() and not (self.evening and self.evening.deadline == until):
            self.add_error("due", gettext("That has already passed: choose a later one."))

    def _clean_grace(self, evening: Evening) -> None:
        """Refuse a change of the grace period after the deadline: it could hide revealed lists again."""
        said = self.cleaned_data.get("grace")
        if said is not None and said != evening.grace_minutes:
            text = gettext("The deadline has passed: this stays at %(minutes)s.")
            self.add_error("grace", text % {"minutes": evening.grace_minutes})

    def plan(self) -> Evening:
        """Return the plan as an unsaved games night without a club."""
        said = self.cleaned_data
        book = self.books[said["game"]]
        roles = BRINGS.get(said["brings"], ())
        return Evening(
            name=said["name"],
            start=said["start"],
            place=said["place"],
            note=said["note"],
            ruleset_version_id=self.versions[said["game"]].pk,
            limits={role: said[role] or usual_limit(book, role) for role in roles},
            guests_allowed=said["guests"],
            deadline=deadline(said["start"], said["due"], self.zone),
            **self.play(),
            reveal=said["reveal"] or Evening.Reveal.LOCK,
            forces=[to_builtins(self.choosable[key]) for key in said["forces"]] if roles else [],
        )


def deadline(start: datetime, due: str, zone: ZoneInfo) -> datetime:
    """Return the deadline for lists; “the day before” is counted in local time."""
    if due == "day-before":
        day = timezone.localtime(start, zone).date() - timedelta(days=1)
        return datetime.combine(day, DEADLINE_HOUR, zone)
    return start - timedelta(hours=2) if due == "two-hours" else start


def usual_limit(book: Catalogue, role: str) -> int | None:
    """Return the limit of a role by the rules, None if they have none or no points."""
    limits = {item.id: item.limit for item in book.formats}
    return limits.get(role) if book.has_points else None


def _versions(evening: Evening | None, club: Club | None) -> list[RulesetVersion]:
    """Return the version of each game that the club plays: the current one, but a games night keeps its own."""
    versions = versions_of_club(club.pk) if club else current_versions()
    if evening is None:
        return versions
    own = RulesetVersion.objects.light().get(pk=evening.ruleset_version_id)
    others = [version for version in versions if version.ruleset_id != own.ruleset_id]
    if len(others) == len(versions):
        return [*versions, own]
    return [own if version.ruleset_id == own.ruleset_id else version for version in versions]


def initial(evening: Evening | None, last: Evening | None) -> Mapping[str, Any]:
    """Return the initial values: of the edited games night, or of the club's last one on the next free day."""
    if evening is None and last is None:
        usual = {"hour": USUAL_HOUR, "brings": "pair", "due": "day-before", "reveal": "lock", "guests": True}
        return usual | play_initial(None, is_new=True)
    like = evening or last
    assert like
    start = timezone.localtime(like.start, like.zone)
    shown = {
        "day": start.date() if evening else _next_day(start),
        "hour": start.time(),
        "place": like.place,
        "game": like.catalogue.id,
        "brings": next((name for name, roles in BRINGS.items() if {*roles} == {*like.limits}), "nothing"),
        "due": next((due for due in DUE if deadline(like.start, due, like.zone) == like.deadline), "start"),
        "reveal": like.reveal,
        "guests": like.guests_allowed,
        "forces": [key_of(force) for force in like.required_forces],
    }
    usual = {role: usual_limit(like.catalogue, role) for role in like.limits}
    shown |= {role: limit for role, limit in like.limits.items() if limit != usual[role]}
    shown |= play_initial(like, is_new=evening is None)
    return shown | ({"name": evening.name, "note": evening.note} if evening else {})


def _next_day(start: datetime) -> date:
    day, today = start.date(), timezone.localdate(timezone=start.tzinfo)
    weeks = max(1, (today - day).days // 7 + 1)
    return day + timedelta(weeks=weeks)
