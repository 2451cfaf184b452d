"""Items of the reference in words, in one language: extras, limits, rulings, checks, figures."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules.core.catalogue.building import Preset, Ruling
from rules.core.catalogue.catalogue import Catalogue, Check, Condition, Extra, Format, Scope
from rules.core.document.naming import joined
from rules.core.document.roster import Figure, Roster
from rules.core.judging.checks import CHECKS
from rules.core.judging.checks.definition import named_kinds
from rules.core.judging.prices import price_list
from rules.core.judging.resolved import loadout_of
from rules.core.text import Language, Text, fill, minus
from rules.reference.answers import options_text, ruling_text
from rules.reference.parts import ReferenceEntry, ShortAnswer, in_points, readings

NEEDS: dict[str, str | Promise] = {
    "squad-all-of-class": gettext_lazy("only for squads made up of: %(names)s"),
    "list-has-class": gettext_lazy("only with these figures in the list: %(names)s"),
    "list-has-side": gettext_lazy("only with these figures in the list: %(names)s"),
    "list-has-trait": gettext_lazy("only with one of these squads in the list: %(names)s"),
}
# Where a limit counts, inside its sentence.
WHERE = {
    "squad": Text("in ogni squadra", "in each squad"),
    "list": Text("in tutta la lista", "in the whole list"),
}


def constraint(check: Check, catalogue: Catalogue, language: Language) -> str:
    """Return the requirement of a check, in one or more sentences."""
    function = check.check or check.code
    if function == "extra-condition":
        return " ".join(_conditions_under(check.code, catalogue, language))
    if function == "extra-excludes":
        pairs = "; ".join(_excluding_pairs(catalogue, language))
        return _("Not in the same list: %(pairs)s.") % {"pairs": pairs}
    asks = CHECKS[function].words.asks
    return fill(asks, language, _named_params(check, catalogue, language)) if asks else ""


def condition(what: Condition, catalogue: Catalogue, language: Language) -> str:
    """Return the condition of an extra: `only for squads made up of: Special forces`."""
    named = catalogue.by_kind[what.kind]
    names = ", ".join(named[name].name.to(language) for name in what.any_of)
    sentence = str(NEEDS[what.need]) % {"names": names}
    if what.level is None:
        return sentence
    return _("level %(level)s %(condition)s") % {"level": what.level, "condition": sentence}


def _conditions_under(code: str, catalogue: Catalogue, language: Language) -> list[str]:
    extras: dict[str, list[str]] = {}
    for extra in catalogue.extras:
        for what in extra.conditions:
            if what.code == code:
                extras.setdefault(condition(what, catalogue, language), []).append(extra.name.to(language))
    return [f"{', '.join(names)}: {sentence}." for sentence, names in extras.items()]


def _excluding_pairs(catalogue: Catalogue, language: Language) -> list[str]:
    pairs: dict[frozenset[str], tuple[Extra, Extra]] = {}
    for extra in catalogue.extras:
        for other in extra.excludes:
            pairs.setdefault(frozenset((extra.id, other)), (extra, catalogue.extra_by_id[other]))
    return [f"{a.name.to(language)} + {b.name.to(language)}" for a, b in pairs.values()]


def _named_params(check: Check, catalogue: Catalogue, language: Language) -> dict[str, str]:
    kinds = named_kinds(CHECKS[check.check or check.code].params, check.params)
    named = {"where": WHERE[str(check.params.get("where", "list"))].to(language)}
    for param, value in check.params.items():
        if param == "where":
            continue
        ids = value if isinstance(value, tuple) else (str(value),)
        table = catalogue.by_kind[kinds[param]] if param in kinds else {}
        named[param] = ", ".join(table[item].name.to(language) if item in table else item for item in ids)
    return named


def men(catalogue: Catalogue, language: Language) -> list[tuple[str, ReferenceEntry]]:
    """Return the ready-made figures of a ruleset in `language`, the active one, each after the id of its preset.

    The anchor and the paragraph are those of the entry that defines it.
    """
    made = []
    for preset in catalogue.presets:
        facts = [*_carried(preset, catalogue, language), *_man_prices(preset, catalogue, language)]
        anchor, source = _what_makes_him(preset, catalogue)
        name, answer = preset.name.to(language), ShortAnswer(facts)
        made.append((preset.id, ReferenceEntry(anchor, name, source, answer=answer)))
    return made


def _what_makes_him(preset: Preset, catalogue: Catalogue) -> tuple[str, str]:
    """Return the place and paragraph of the role, the leadership, or otherwise the dearest weapon of a figure."""
    for role in preset.roles:
        return f"roles-{role}", catalogue.role_by_id[role].source
    if preset.leadership:
        return f"leadership-{preset.leadership}", catalogue.leadership_source
    weapons = [catalogue.weapon_by_id[weapon] for weapon in preset.weapons]
    if weapons:
        dearest = max(weapons, key=lambda weapon: weapon.points or 0)
        return f"weapons-{dearest.id}", dearest.source
    return "classes", catalogue.item_source


def builder_lines(catalogue: Catalogue) -> dict[str, str]:
    """Return the ids of the lines of the builder that add something, by the anchor of what it adds."""
    lines = {f"vehicles-{vehicle.id}": f"type-{vehicle.id}" for vehicle in catalogue.vehicles}
    lines |= {f"extras-{extra.id}": f"extra-{extra.id}" for extra in catalogue.extras if extra.sold_for("squad")}
    for preset in reversed(catalogue.presets):
        lines[_what_makes_him(preset, catalogue)[0]] = f"preset-{preset.id}"
    return lines


def _carried(preset: Preset, catalogue: Catalogue, language: Language) -> Iterator[str]:
    names = [catalogue.weapon_by_id[weapon].name for weapon in preset.weapons]
    names += [catalogue.role_by_id[role].name for role in preset.roles]
    if names:
        yield joined(names).to(language)
    if preset.leadership:
        yield _("Leadership %(level)s") % {"level": preset.leadership}


def _man_prices(preset: Preset, catalogue: Catalogue, language: Language) -> Iterator[str]:
    if not catalogue.has_points:
        return
    nobody = Roster(format="armylist/1", ruleset=catalogue.id, name=catalogue.id, squads=())
    prices = price_list(nobody, catalogue)
    figure = Figure(id="", weapons=preset.weapons, roles=preset.roles, leadership=preset.leadership)
    for troops in catalogue.classes:
        points = loadout_of(figure, troops.id, prices).points
        yield f"{troops.name.to(language)} {in_points(points)}"


@dataclass(frozen=True, slots=True)
class Items:
    """The entries of a catalogue in words, in a language."""

    catalogue: Catalogue
    language: Language

    def format(self, item: Format) -> ReferenceEntry:
        limit = _("your limit") if item.limit is None else in_points(item.limit)
        # A text without prices has points only from a club.
        sentences = [] if self.catalogue.has_points else [_("Only for lists with club prices.")]
        doubts = readings(item, self.language)
        return ReferenceEntry(
            f"formats-{item.id}",
            item.name.to(self.language),
            item.source,
            notes=[*sentences, *doubts],
            answer=ShortAnswer([limit], sentences, doubts),
        )

    def ruling(self, ruling: Ruling) -> ReferenceEntry:
        """Return an open question of the text, with its answers."""
        sentences = [options_text(ruling, self.language), *readings(ruling, self.language)]
        name, answer = ruling.name.to(self.language), ShortAnswer((), sentences)
        return ReferenceEntry(f"rulings-{ruling.id}", name, ruling.source, notes=sentences, answer=answer)

    def check(self, check: Check) -> ReferenceEntry:
        sentence = constraint(check, self.catalogue, self.language)
        return ReferenceEntry(f"checks-{check.code}", sentence, check.source, severity=check.severity)

    def extra(self, extra: Extra) -> ReferenceEntry:
        conditions = [capfirst(condition(what, self.catalogue, self.language)) + "." for what in extra.conditions]
        sentences, doubts = [extra.text.to(self.language), *conditions], readings(extra, self.language)
        rulings = [self.catalogue.ruling_by_id[extra.once_under[0]]] if extra.once_under else []
        decided = [ruling_text(ruling, self.language) for ruling in rulings]
        return ReferenceEntry(
            f"extras-{extra.id}",
            extra.name.to(self.language),
            extra.source,
            notes=[*sentences, *doubts],
            answer=ShortAnswer([*self._prices(extra), *self._limits(extra)], sentences, [*doubts, *decided]),
        )

    def _prices(self, extra: Extra) -> list[str]:
        if extra.level_points:
            prices = ", ".join(f"{level}: {minus(points)}" for level, points in extra.level_points.items())
            return [_("points by level: %(prices)s") % {"prices": prices}]
        each = _("per level") if extra.per_level else _("each") if extra.counted else ""
        names: dict[Scope, str] = {"squad": _("for a squad"), "list": _("for the list")}
        return [
            f"{in_points(extra.points[scope])} {each or name}" for scope, name in names.items() if scope in extra.points
        ]

    def _limits(self, extra: Extra) -> list[str]:
        names = self.catalogue.extra_by_id
        facts = []
        if extra.levels and not extra.level_points:
            facts.append(_("levels %(least)s to %(most)s") % {"least": min(extra.levels), "most": max(extra.levels)})
        if extra.passes:
            least, most = extra.passes.least, extra.passes.most
            facts.append(_("%(least)s to %(most)s passes") % {"least": least, "most": most})
        if extra.most is not None:
            facts.append(_("once") if extra.most == 1 else _("at most %(most)s") % {"most": extra.most})
        if extra.shared_limit:
            others = ", ".join(names[other].name.to(self.language) for other in extra.shared_limit.also)
            facts.append(_("at most %(most)s with: %(others)s") % {"most": extra.shared_limit.most, "others": others})
        if extra.excludes:
            others = ", ".join(names[other].name.to(self.language) for other in extra.excludes)
            facts.append(_("not with: %(others)s") % {"others": others})
        return facts
