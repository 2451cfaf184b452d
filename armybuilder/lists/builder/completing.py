"""Content of the completion page: suggestions with their gains."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from django.utils.translation import gettext
from msgspec import Struct

from armybuilder.lists.builder.context import Context
from armybuilder.lists.profiles.profile import REACH, asks_for_reach, has_profile, yardstick
from rules.core.advice import SERIES, Suggestion, decimal, initiative_of, tried
from rules.core.document.roster import Roster
from rules.core.odds import Profile, profile_of, usual_target
from rules.core.odds.profile import AtDistance
from rules.core.text import MINUS, Language


class Gained(NamedTuple):
    """The growth of a list by a completion: expected kills at each distance, staying power."""

    kills: dict[int, Fraction]
    staying: Fraction


def words_of(one: Gained, others: Sequence[Gained]) -> str:
    said = [_of_fire(one.kills, [other.kills for other in others])]
    if one.staying > max((other.staying for other in others), default=one.staying):
        said.append(gettext("It holds out longest."))
    elif not one.staying:
        said.append(gettext("Staying power is unchanged."))
    return " ".join(said)


def _of_fire(kills: dict[int, Fraction], others: list[dict[int, Fraction]]) -> str:
    """Return the gain in fire: none, more than the others, or the distance with the most."""
    if not any(kills.values()):
        return gettext("No extra expected kills.")
    best = [distance for distance, gain in kills.items() if others and gain > max(other[distance] for other in others)]
    distances = list(kills)
    if best == distances:
        return gettext("The most firepower at every distance.")
    if distances[0] in best:
        return gettext("Best at close range.")
    if distances[-1] in best:
        return gettext("Best at long range.")
    most = max(distances, key=lambda distance: kills[distance])
    return gettext("It gains most up to %(distance)s cm.") % {"distance": most}


BAR = 150  # units of a drawn bar, for the greatest number of a page


class CompletionQuery(Struct, frozen=True):
    """The query: the series of suggestions, and the quality of new men (0: many, 4: good)."""

    series: int
    grade: int


class Gain(Struct, frozen=True):
    """A number before and after, in words, and as lengths of a bar."""

    name: str
    before: str
    after: str
    change: str
    was: int = 0
    more: int = 0
    less: int = 0


def completion_page(context: Context, suggestions: tuple[Suggestion, ...], asked: CompletionQuery) -> dict[str, object]:
    """Return the suggestions without findings, those `with_findings`, and the next series.

    `target`: the target of the kills. `men`: the classes and numbers of men, in words; `yardstick`: the measure of
    fire. A suggestion (`way`) has its gains, kills by distance and the rest, in `words` too, and the points `left`.
    """
    report, catalogue = context.report, context.catalogue
    target = catalogue.class_by_id[usual_target(catalogue)]
    rosters = [roster for one in suggestions if (roster := tried(context.roster, one.steps))]
    shown: list[dict[str, Any]] = [
        {
            "way": way,
            "left": None if report.limit is None else report.limit - way.after,
            "rest": _initiative(context, roster),
        }
        for way, roster in zip(suggestions, rosters, strict=True)
    ]
    if has_profile(catalogue):
        before, *after = (_profile(context, roster, target.id) for roster in (context.roster, *rosters))
        gained = [_gained(before, one) for one in after]
        for place, one in enumerate(shown):
            one["kills"] = _kills_gained(before, after[place], context.language)
            one["rest"] = (*_men_gained(before, after[place], context.language), *one["rest"])
            one["words"] = words_of(gained[place], [*gained[:place], *gained[place + 1 :]])
    return {
        "report": report,
        "suggestions": [one for one in shown if one["way"].is_clean],
        "with_findings": [one for one in shown if not one["way"].is_clean],
        "asked": asked,
        "next_series": asked.series % SERIES + 1,
        "target": target.name.to(context.language),
        "men": _men(rosters, context),
        "yardstick": yardstick(catalogue, context.language),
    }


def _men(rosters: list[Roster], context: Context) -> str:
    """Return the numbers and classes of the men of all suggestions: “8–12 men: veterans, recruits”."""
    numbers = {roster.figure_count for roster in rosters}
    if not numbers:
        return ""
    known = context.catalogue.class_by_id
    classes = {squad.class_of(figure) for roster in rosters for squad in roster.squads for figure in squad.figures}
    names = [known[one].name.to(context.language) for one in known if one in classes]
    number = str(min(numbers)) if len(numbers) == 1 else f"{min(numbers)}–{max(numbers)}"
    return f"{gettext('%(number)s men') % {'number': number}}: {', '.join(names)}"


def _profile(context: Context, roster: Roster, target: str) -> Profile:
    reach = REACH if asks_for_reach(context.catalogue) else 0
    return profile_of(roster, context.catalogue, target, reach=reach)


def _kills_gained(before: Profile, after: Profile, language: Language) -> list[Gain]:
    pairs = list(zip(before.distances, after.distances, strict=True))
    numbers = [(at.distance, _kills(at), _kills(now)) for at, now in pairs]
    most = max((max(was, now) for _, was, now in numbers), default=Fraction(0)) or Fraction(1)
    return [
        _gain(gettext("up to %(distance)s") % {"distance": distance}, was, now, most, language)
        for distance, was, now in numbers
    ]


def _men_gained(before: Profile, after: Profile, language: Language) -> tuple[Gain, Gain]:
    more = _change(Fraction(after.men - before.men), 0, "en")
    was, now = (Fraction(one.staying.hits["open"]) for one in (before, after))
    return (
        Gain(gettext("Men"), str(before.men), str(after.men), more),
        _gain(gettext("Staying power, hits"), was, now, Fraction(0), language),
    )


def _initiative(context: Context, now: Roster) -> tuple[Gain, ...]:
    """Return the initiative bonuses before and after; nothing if one of them has no roll."""
    rules = context.catalogue.odds.initiative
    after = initiative_of(now, context.catalogue)
    if rules is None or after is None:
        return ()
    before = initiative_of(context.roster, context.catalogue)
    dice = f"{rules.turn.dice}d{rules.turn.die or context.catalogue.die}"
    was = "–" if before is None else f"{dice}+{before}"
    return (Gain(gettext("Initiative"), was, f"{dice}+{after}", _change(Fraction(after - (before or 0)), 0, "en")),)


def _gained(before: Profile, after: Profile) -> Gained:
    pairs = zip(before.distances, after.distances, strict=True)
    staying = [Fraction(profile.staying.hits["open"]) for profile in (before, after)]
    return Gained({was.distance: _kills(now) - _kills(was) for was, now in pairs}, staying[1] - staying[0])


def _kills(at: AtDistance) -> Fraction:
    return Fraction(at.power["still"]["open"].kills)


def _gain(name: str, was: Fraction, now: Fraction, most: Fraction, language: Language) -> Gain:
    bars = [round(BAR * value / most) if most else 0 for value in (min(was, now), max(was, now))]
    longer = bars[1] - bars[0]
    return Gain(
        name,
        decimal(was).to(language),
        decimal(now).to(language),
        _change(now - was, 2, language),
        was=bars[0],
        more=longer if now > was else 0,
        less=longer if now < was else 0,
    )


def _change(value: Fraction, places: int, language: Language) -> str:
    """Return a change with its sign; "=" if nothing changes."""
    text = f"{abs(float(value)):.{places}f}"
    if not float(text):
        return "="
    sign = "+" if value > 0 else MINUS
    return sign + (text.replace(".", ",") if language == "it" else text)
