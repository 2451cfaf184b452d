"""The pages about hits apart from direct fire: bombardment, covering fire, and the effect of hits."""

from django.utils.translation import gettext, ngettext

from rules.core.catalogue.odds.tables import Bombardment
from rules.core.odds import usual_target
from rules.odds.asking.form import MOST, Form, FormSide, Labels
from rules.odds.fire.answer import changes, harm, harm_source, occupants, of_hits, verb, with_situations
from rules.odds.showing.answers import (
    MOST_BARS,
    Answer,
    Chart,
    Figure,
    Raw,
    WorkingStep,
    columns,
    dice_in_words,
    fraction,
    hit,
    lost,
    needed,
    outcome_bar,
    percent,
    said,
    times,
    unanswered,
)
from rules.odds.showing.words import names, within, word, words


def _rule(form: Form) -> Bombardment:
    return next(one for one in form.odds.bombardments if one.id == form.raw["by"])


def _name(form: Form, rule: Bombardment) -> str:
    weapon = form.catalogue.weapon_by_id.get(rule.weapon)
    name = rule.name or (weapon.name if weapon else None)
    return name.to(form.language) if name else rule.id


def _kind(form: Form, vehicle: str) -> str:
    damage = form.odds.damage
    return "soft" if damage and vehicle in damage.soft_vehicles else "armour"


def read_bombardment(form: Form) -> None:
    known = {one.id: _name(form, one) for one in form.odds.bombardments}
    form.side(gettext("Bombardment"))
    form.raw["by"] = form.choose("by", gettext("Incoming fire"), known, next(iter(known)))
    rule = _rule(form)
    if rule.kind in ("fire", "indirect"):
        form.raw["class"] = form.troops("s", gettext("Troops directing it"))
    if rule.kind == "fire":
        form.raw["distance"] = form.number("cm", gettext("Distance in cm"), (0, 1000), 50)
    if rule.kind == "passes":
        form.raw["passes"] = form.number("p", gettext("Passes"), (1, 3), 1)
    if rule.contacts:
        known_ways = {str(one.contact): word("contacts", one.contact) for one in rule.contacts}
        ways = {"": gettext("already contacted")} | known_ways
        contact = form.choose("c", gettext("The guns are"), ways, "", keep=False)
        form.raw |= {"contact": contact} if contact else {}
    form.side(gettext("Fires at"))
    vehicles = {id_: name for id_, name in form.vehicles.items() if _kind(form, id_) in rule.targets}
    form.aim(usual_target(form.catalogue), vehicles=vehicles, air={})
    form.ask_about_target(1 if rule.one_man else MOST)
    kind = "men" if form.is_at_men else _kind(form, form.raw["target"]["vehicle"])
    is_sure = kind in rule.sure or (kind == "soft" and rule.soft_at_most is not None)
    if rule.kind == "zone" and not is_sure:
        label, zones = gettext("Positioned at"), words("zones")
        form.raw["zone"] = form.choose("z", label, zones, "short", keep=False, segment=True)
    form.tick_situations()


def show_bombardment(form: Form, answer: Raw) -> Answer:
    rule = _rule(form)
    facts = {"by": _name(form, rule), "target": within(form.target)}
    who = with_situations(gettext("%(by)s on %(target)s") % facts, form)
    if answer["status"] not in ("ok", "immune"):
        return unanswered(verb(form), who, answer)
    rolls = {one.id: one.name.to(form.language) for one in form.odds.rolls}
    steps = [
        WorkingStep(rolls.get(gate["id"]) or word("gates", gate["id"]), needed(gate["need"]), rule.source)
        for gate in answer["gates"]
    ]
    steps.append(WorkingStep(gettext("Hits"), percent(hit(answer)), rule.source))
    steps += harm(form, answer)
    return of_hits(form, who, answer, charts=_landing(answer), steps=tuple(steps))


def _landing(answer: Raw) -> tuple[Chart, ...]:
    """Return the chart of landing places, if all gates are passed."""
    if "landing" not in answer:
        return ()
    chances = {word("landing", place): fraction(one) for place, one in answer["landing"].items()}
    beside = gettext("once it is called") if answer["gates"] else ""
    return (Chart(gettext("Where it lands"), beside, gettext("Place"), columns(chances)),)


def read_covering(form: Form) -> None:
    form.side(gettext("Covering troops"))
    form.raw["class"] = form.troops("s", gettext("Troops"))
    form.raw["group"] = _read_weapons(form)
    form.side(gettext("Reacting troops"))
    troops = form.raw["target"] = {"class": form.troops("t", gettext("Troops"))}
    form.target = form.classes[troops["class"]]
    nearest = next(iter(form.catalogue.covering_bands), 25)
    form.raw["distance"] = form.number("cm", gettext("Distance in cm"), (0, 1000), nearest)
    form.tick_situations()


def _read_weapons(form: Form) -> list[Raw]:
    """Ask for the weapons that cover together, each with its number."""
    known = names((one for one in form.catalogue.weapons if one.covering), form.language)
    first = "lmg" if "lmg" in known else next(iter(known))
    group: list[Raw] = []
    for place in form.groups("w", known):
        if place:
            label, offered = gettext("And another weapon"), {"": gettext("none")} | known
            weapon = form.choose(f"w{place}", label, offered, "", keep=False, begins=True)
        else:
            weapon = form.choose("w", gettext("Weapon"), known, first)
        count = form.number(f"n{place}", gettext("How many of them"), (1, 20), 1, keep=False)
        group.append({"weapon": weapon, "count": count})
    form.more("w", gettext("Another weapon"), group[-1]["weapon"])
    return group


def show_covering(form: Form, answer: Raw) -> Answer:
    weapons = names(form.catalogue.weapons, form.language)
    group = ", ".join(f"{one['count']} × {within(weapons[one['weapon']])}" for one in form.raw["group"])
    who = gettext("%(target)s reacting at %(cm)s cm under %(group)s of %(who)s") % {
        "target": form.target,
        "cm": form.raw["distance"],
        "group": group,
        "who": within(form.classes[form.raw["class"]]),
    }
    if answer["status"] != "ok":
        return unanswered(verb(form), who, answer)
    rules, saving = form.odds.covering, harm_source(form)
    source = rules.source if rules else ""
    rolled = {"dice": dice_in_words(answer["dice"])}
    text = gettext("Hit if the sum of %(dice)s is no more than the value") % rolled
    steps = (
        WorkingStep(group, str(answer["weapons"]), source),
        WorkingStep(gettext("For the troops"), f"+{answer['bonus']}", source),
        WorkingStep(gettext("Covering fire value"), str(answer["value"]), source),
        WorkingStep(text, percent(hit(answer)), source),
        *changes(form.engine, answer["target"]["modifiers"]),
        WorkingStep(gettext("Saves on"), needed(answer["target"]["save"]), saving),
        WorkingStep(verb(form), percent(lost(answer)), saving),
    )
    return of_hits(form, who, answer, steps=steps)


MOST_HITS = 20
USUAL_HITS = 6  # of the chart


def read_save(form: Form) -> None:
    form.side(gettext("Who is hit"))
    form.aim(usual_target(form.catalogue), vehicles=form.vehicles, air={})
    form.ask_about_target(1)
    shooter: Raw = {}
    by = FormSide(gettext("What hits"), [])
    form.ask_values(shooter, by)
    form.sides.append(by)
    form.raw["hits"] = form.number("h", gettext("Number of hits"), (1, MOST_HITS), 1)
    weapons = _weapons(form)
    if weapons:
        shooter["weapon"] = form.choose("w", gettext("Weapon"), weapons, next(iter(weapons)))
    form.raw["shooter"] = shooter
    form.tick_situations()


def _weapons(form: Form) -> Labels:
    """Return the weapons that make a difference against a target: all with a column, if saves are by columns."""
    odds = form.odds
    known = names([*form.catalogue.weapons, *odds.weapons], form.language)
    if form.is_at_men:
        by_weapon = any(rule.effect.weapons for rule in odds.rules_by_roll.get("damage", ()))
        return known if by_weapon and odds.damage else {}
    vehicle = form.raw["target"]["vehicle"]
    if odds.saves and not any(one.vehicle == vehicle for one in odds.saves.plain):
        in_columns = {weapon for column in odds.saves.columns for weapon in column.weapons}
        return {id_: name for id_, name in known.items() if id_ in in_columns}
    return {} if odds.damage and odds.damage.values else known


def show_save(form: Form, answer: Raw) -> Answer:
    label, hits = gettext("Stays in action"), form.raw["hits"]
    stays, one = 1 - lost(answer), fraction(answer["chance"])
    counted = ngettext("%(count)s hit", "%(count)s hits", hits) % {"count": hits}
    who = with_situations(f"{form.target}, {counted}", form)
    figures = [Figure(gettext("After one hit"), said(one))] if hits > 1 else []
    steps = harm(form, answer)
    if answer["status"] != "immune":
        formula = (f"({one})", str(hits)) if form.odds.saves and hits > 1 else ("", "")
        steps.append(WorkingStep(label, percent(stays), harm_source(form), *formula))
    return Answer(
        main=Figure(label, said(stays)),
        figures=(*figures, *occupants(answer)),
        sentence=gettext("%(who)s: stays in action %(times)s.") % {"who": who, "times": times(stays)},
        bar=outcome_bar(answer["target"]),
        charts=() if answer["status"] == "immune" else (_by_hits(form),),
        steps=tuple(steps),
    )


def _by_hits(form: Form) -> Chart:
    """Return the chart of the chance after each number of hits, including the selected one."""
    hits = form.raw["hits"]
    numbers = {*range(1, USUAL_HITS + 1), *range(hits, hits - MOST_BARS + USUAL_HITS, -1)}
    chances = {}
    for number in sorted(number for number in numbers if number > 0):
        answer = form.engine.try_asking(form.raw | {"hits": number})
        if answer:
            chances[str(number)] = 1 - lost(answer)
    bars = columns(chances, str(hits))
    return Chart(gettext("By hits"), within(gettext("Stays in action")), gettext("Hits taken"), bars)
