"""Fixes of force findings: another class, other weapons, fewer or more of something."""

from collections.abc import Iterator
from typing import Any

from rules.core.advice.figures import plainest
from rules.core.advice.fixes.definition import FixCase, PossibleFix, fixes, nothing
from rules.core.advice.fixes.squads import resized
from rules.core.advice.steps import Steps, alike, change_men, men, say, step, take_men
from rules.core.document.force import Force, ForceFigure, ForceSquad
from rules.core.document.naming import in_sentence
from rules.core.document.roster import Figure, Squad
from rules.core.forces import checks_list, checks_squads
from rules.core.forces.followed import is_of_type, man_of, smallest, vehicle_of
from rules.core.judging.checks.definition import NoParams
from rules.core.text import Text

MOST_WAYS = 3


def _force(case: FixCase[NoParams]) -> Force:
    force = case.roster.force
    assert force  # only lists with a force have such findings
    return force


def _wanted(case: FixCase[NoParams]) -> ForceSquad:
    wanted = _force(case).squad(case.squad.force_squad)
    assert wanted
    return wanted


fixes(
    checks_list.for_role,
    decide=Text(
        it="Decidi il ruolo della lista nelle impostazioni, o lascia la forza.",
        en="Change the list’s role in its settings, or stop using the force.",
    ),
)(nothing)


@fixes(
    checks_list.known_squads,
    decide=Text(
        it="Decidi quale squadra della forza è questa, o toglila.",
        en="Decide which of the force’s squads this is, or remove it.",
    ),
)
def known_squad(case: FixCase[NoParams]) -> Iterator[PossibleFix]:
    """Make the squad one of the force's, those of its kind and class first; or remove it."""
    squad = case.squad
    near = sorted(
        _force(case).squads,
        key=lambda it: (it.id != squad.force_squad, it.kind != squad.kind, it.class_ != squad.class_),
    )
    for wanted in near[:MOST_WAYS]:
        words = alike("{squad}: {entry}", squad=case.name(squad), entry=wanted.name)
        yield PossibleFix(words, _as(squad, wanted, case))
    yield PossibleFix(_without(case.name(squad)), (step("remove_squad", squad.id),))


def _as(squad: Squad, wanted: ForceSquad, case: FixCase[NoParams]) -> Steps:
    """Return the step that makes a squad one of the force: its kind and, if it has no men, its class."""
    made = smallest(wanted, squad.name, case.catalogue)
    class_id = squad.class_ if squad.class_ and made.list_class else wanted.class_
    fields: dict[str, Any] = {
        "force_squad": wanted.id,
        "kind": wanted.kind,
        "class_": class_id,
        "list_class": made.list_class,
    }
    return (step("edit_squad", squad.id, **fields),)


@fixes(
    checks_list.enough_squads,
    decide=Text(it="Decidi quali squadre restano.", en="Decide which squads to keep."),
)
def as_many_squads(case: FixCase[NoParams]) -> Iterator[PossibleFix]:
    """Add the smallest of the missing squads, or remove the last or smallest of too many."""
    entry = case.finding.facts["entry"]
    if case.place is None:
        for wanted in [squad for squad in _force(case).squads if squad.name == entry]:
            made = smallest(wanted, "", case.catalogue)
            words = say("Aggiungi {entry}", "Add {entry}", entry=in_sentence(wanted.name))
            yield PossibleFix(words, (step("add_squad", item=made),))
        return
    others = [squad for squad in case.squads if squad.force_squad == case.squad.force_squad]
    for squad in sorted(others, key=lambda it: (it.figure_count, it is not case.squad))[:MOST_WAYS]:
        yield PossibleFix(_without(case.name(squad)), (step("remove_squad", squad.id),))


@fixes(
    checks_list.known_extras,
    decide=Text(it="Togli l’extra, o lascia la forza.", en="Remove the extra, or stop using the force."),
)
def allowed_extras(case: FixCase[NoParams]) -> Iterator[PossibleFix]:
    """Yield the highest level or the number that the force allows; without the extra."""
    entry, most = case.row, case.finding.facts.get("most")
    if isinstance(most, int):
        over = case.finding.facts.get("here")
        left = entry.count - (over - most) if isinstance(over, int) else 0
        if left > 0:
            words = alike("{extra}: {most}", extra=case.extra(entry), most=left)
            yield PossibleFix(words, (step("set_count", entry.id, count=left),))
        elif over is None:
            words = say(
                "{extra}: livello {most}",
                "{extra}: level {most}",
                extra=case.finding.facts["extra"],
                most=most,
            )
            yield PossibleFix(words, (step("edit_extra", entry.id, level=most),))
    yield PossibleFix(_without(case.extra(entry)), (step("remove_row", entry.id),))


@fixes(
    checks_list.limited,
    decide=Text(
        it="Decidi chi cambia arma o ruolo, o chi resta fuori.",
        en="Decide who changes weapon or role, or who is left out.",
    ),
)
def within_limit(case: FixCase[NoParams]) -> Iterator[PossibleFix]:
    """Remove surplus men from one row."""
    facts = case.finding.facts
    limit = next((it for it in _force(case).limits if it.most == facts.get("most")), None)
    if limit is None or limit.most is None or limit.of not in ("weapons", "roles"):
        return
    over = int(str(facts["here"])) - limit.most
    for squad in case.squads:
        for figure in squad.figures:
            carried = figure.weapons if limit.of == "weapons" else figure.roles
            if figure.count >= over and not set(limit.ids).isdisjoint(carried):
                words = _without(men(over, case.man(figure, squad)))
                yield PossibleFix(words, (take_men(figure, over),))


@fixes(
    checks_squads.of_class,
    decide=Text(it="Decidi di quale classe è la squadra.", en="Decide the squad’s class."),
)
def class_of_force(case: FixCase[NoParams]) -> Iterator[PossibleFix]:
    """Yield the class that the force names: for the figure, for the squad, or as the one in the army list."""
    squad, named = case.squad, case.finding.facts["named"]
    class_id = _wanted(case).class_
    words = alike("{who}: {named}", who=case.carrier(), named=named)
    if isinstance(case.row, Figure):
        yield PossibleFix(
            words, (step("edit_figure", case.row.id, class_="" if squad.class_ == class_id else class_id),)
        )
        return
    if "class-shift" in case.catalogue.check_by_function:
        yield PossibleFix(words, (step("edit_squad", squad.id, list_class=class_id),))
    own = [step("edit_figure", figure.id, class_="") for figure in squad.figures if figure.class_]
    fields: dict[str, Any] = {"class_": class_id}
    if "class-shift" in case.catalogue.check_by_function:
        fields["list_class"] = class_id
    whole = step("edit_squad", squad.id, **fields)
    yield PossibleFix(words, (whole,))
    everybody = say("Tutti {named}", "All {named}", named=named)
    yield PossibleFix(everybody, (whole, *own))


@fixes(
    checks_squads.of_size,
    decide=Text(it="Decidi chi aggiungere o chi togliere.", en="Decide who to add or remove."),
)
def size_of_force(case: FixCase[NoParams]) -> Iterator[PossibleFix]:
    """Add missing men of the force's types, or remove spare ones."""
    wanted, here = _wanted(case), case.squad.figure_count
    least, most = wanted.size
    yield from resized(case, least, most)
    if here < least:
        for kind in wanted.figures:
            yield _more(case, kind, least - here)


@fixes(
    checks_squads.of_known_type,
    decide=Text(
        it="Decidi chi è nella forza, o toglilo.", en="Decide who he is in the force, or remove him."
    ),
)
def known_type(case: FixCase[NoParams]) -> Iterator[PossibleFix]:
    """Make the row a type of the force, the most similar first, or remove it."""
    figure = case.row
    yield from _as_types(case, figure, figure.count)
    yield PossibleFix(_without(men(figure.count, case.man(figure))), (step("remove_row", figure.id),))


def _as_types(case: FixCase[NoParams], figure: Figure, count: int) -> Iterator[PossibleFix]:
    carried = set(figure.weapons) | set(figure.roles)

    def far(kind: ForceFigure) -> tuple[bool, int, bool]:
        leads = bool(figure.leadership) != any(kind.leadership)
        is_limited = kind.most is not None or kind.one_in is not None
        return leads, -len(carried & {*kind.weapons, *kind.also, kind.role, *kind.roles}), is_limited

    for kind in sorted(_wanted(case).figures, key=far)[:MOST_WAYS]:
        yield PossibleFix(
            alike("{man}: {type}", man=men(count, case.man(figure)), type=in_sentence(kind.name)),
            change_men(case.squad, figure, count, **_gear(kind, figure)),
        )


def _gear(kind: ForceFigure, figure: Figure) -> dict[str, Any]:
    """Return the changes that make a man one of a type, keeping permitted gear."""
    usual = man_of(kind)
    weapons = tuple(item for item in figure.weapons if item in (*kind.weapons, *kind.also))
    roles = tuple(item for item in figure.roles if item in kind.roles)
    return {
        "weapons": weapons if set(weapons) & set(kind.weapons) else (*usual.weapons, *weapons),
        "roles": (*usual.roles, *(role for role in roles if role not in usual.roles)),
        "leadership": figure.leadership if figure.leadership in kind.leadership else usual.leadership,
        "class_": kind.class_ or figure.class_,
    }


@fixes(
    checks_squads.of_each_type,
    decide=Text(
        it="Decidi chi cambia compito nella squadra, o chi ne esce.",
        en="Decide who changes task in the squad, or who leaves it.",
    ),
)
def as_many_of_a_type(case: FixCase[NoParams]) -> Iterator[PossibleFix]:
    """Turn plain men into the missing type, or add men; turn surplus men into another type, or remove them."""
    facts = case.finding.facts
    if isinstance(case.row, Figure):
        over = int(str(facts["over"]))
        yield from _as_types(case, case.row, over)
        yield PossibleFix(_without(men(over, case.man(case.row))), (take_men(case.row, over),))
        return
    missing = int(str(facts["least"])) - int(str(facts["here"]))
    for kind in [kind for kind in _wanted(case).figures if kind.name == facts["type"]]:
        for man in plainest(case.squad, case.catalogue)[:2]:
            is_one = is_of_type(man, case.squad.class_of(man), kind, case.catalogue)
            if man.count >= missing and not is_one:
                words = alike("{man}: {type}", man=men(missing, case.man(man)), type=in_sentence(kind.name))
                yield PossibleFix(words, change_men(case.squad, man, missing, **_gear(kind, man)))
        yield _more(case, kind, missing)


def _more(case: FixCase[NoParams], kind: ForceFigure, count: int) -> PossibleFix:
    words = say("Aggiungi {man}", "Add {man}", man=men(count, in_sentence(kind.name)))
    return PossibleFix(words, (step("add_figure", case.squad.id, item=man_of(kind, count)),))


@fixes(
    checks_squads.of_known_vehicle,
    decide=Text(it="Togli il veicolo o l’arma.", en="Remove the vehicle or the weapon."),
)
def known_vehicle(case: FixCase[NoParams]) -> Iterator[PossibleFix]:
    row = case.row
    allowed = next((it.weapons for it in _wanted(case).vehicles if it.type == row.type), ())
    if "weapon" in case.finding.facts:
        words = say(
            "{row}: togli {weapon}",
            "{row}: remove {weapon}",
            row=case.carrier(),
            weapon=case.finding.facts["weapon"],
        )
        weapons = tuple(item for item in row.weapons if item in allowed)
        yield PossibleFix(words, (step("edit_vehicle", row.id, weapons=weapons),))
    yield PossibleFix(_without(case.carrier()), (step("remove_row", row.id),))


@fixes(
    checks_squads.of_each_vehicle,
    decide=Text(it="Decidi quali veicoli restano.", en="Decide which vehicles to keep."),
)
def as_many_vehicles(case: FixCase[NoParams]) -> Iterator[PossibleFix]:
    """Add missing vehicles, or remove surplus ones."""
    facts, squad, vehicles = case.finding.facts, case.squad, case.catalogue.vehicle_by_id
    here = int(str(facts["here"]))
    for kind in [
        it for it in _wanted(case).vehicles if it.type in vehicles and vehicles[it.type].name == facts["type"]
    ]:
        name = in_sentence(vehicles[kind.type].name)
        if here < kind.least:
            words = say("Aggiungi {vehicle}", "Add {vehicle}", vehicle=men(kind.least - here, name))
            yield PossibleFix(
                words, (step("add_vehicle", squad.id, item=vehicle_of(kind, kind.least - here)),)
            )
        for row in squad.vehicles[::-1]:
            if row.type == kind.type and row.count >= here - kind.most > 0:
                yield PossibleFix(
                    _without(men(here - kind.most, case.vehicle(row))), (take_men(row, here - kind.most),)
                )


@fixes(checks_squads.of_known_trait, decide=Text(it="Togli la caratteristica.", en="Remove the trait."))
def known_trait(case: FixCase[NoParams]) -> Iterator[PossibleFix]:
    allowed = tuple(trait for trait in case.squad.traits if trait in _wanted(case).traits)
    trait = case.finding.facts["trait"]
    words = say("{squad}: togli {trait}", "{squad}: remove {trait}", squad=case.name(case.squad), trait=trait)
    yield PossibleFix(words, (step("edit_squad", case.squad.id, traits=allowed),))


def _without(what: Text) -> Text:
    return say("Togli {what}", "Remove {what}", what=what)
