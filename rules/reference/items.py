"""The items of the reference, told in words, in one language: extras, limits, rulings, constraints."""

from dataclasses import dataclass

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from rules.core.catalogue.building import Ruling
from rules.core.catalogue.catalogue import Catalogue, Check, Extra, Format, Scope
from rules.core.text import Language
from rules.reference.answers import options_text, ruling_text
from rules.reference.constraints import condition, constraint
from rules.reference.parts import Item, Listing, in_points, number, readings


@dataclass(frozen=True, slots=True)
class Items:
    """The items of a catalogue in a language."""

    catalogue: Catalogue
    language: Language

    def extras(self) -> Listing:
        """Return the extras, each with its prices, its effect and who may buy it."""
        return Listing(_("Extras"), [self._extra(extra) for extra in self.catalogue.extras])

    def formats(self) -> Listing:
        """Return the formats that a list may be made for, with the limit in points."""
        return Listing(_("Limits"), [self._format(item) for item in self.catalogue.formats])

    def rulings(self) -> Listing:
        """Return the open questions of the text, each with its answers."""
        return Listing(_("Rulings"), [self._ruling(ruling) for ruling in self.catalogue.rulings])

    def checks(self) -> Listing:
        """Return what the checks ask of a list."""
        return Listing(_("Constraints"), [self._check(check) for check in self.catalogue.checks])

    def _format(self, item: Format) -> Item:
        limit = _("your limit") if item.limit is None else in_points(item.limit)
        # A text without prices has points only where a club gives them.
        sentences = [] if self.catalogue.has_points else [_("Only for lists with club prices.")]
        doubts = readings(item, self.language)
        name = item.name.to(self.language)
        return Item(f"formats-{item.id}", name, item.source, [limit], [*sentences, *doubts], doubts)

    def _ruling(self, ruling: Ruling) -> Item:
        return Item(
            f"rulings-{ruling.id}",
            ruling.name.to(self.language),
            ruling.source,
            sentences=[options_text(ruling, self.language), *readings(ruling, self.language)],
        )

    def _check(self, check: Check) -> Item:
        sentence = constraint(check, self.catalogue, self.language)
        return Item(f"checks-{check.code}", sentence, check.source, severity=check.severity)

    def _extra(self, extra: Extra) -> Item:
        conditions = [
            capfirst(condition(what, self.catalogue, self.language)) + "." for what in extra.conditions
        ]
        doubts = readings(extra, self.language)
        return Item(
            f"extras-{extra.id}",
            extra.name.to(self.language),
            extra.source,
            facts=[*self._prices(extra), *self._limits(extra)],
            sentences=[extra.text.to(self.language), *conditions, *doubts],
            doubts=[*doubts, *self._decided(extra)],
        )

    def _decided(self, extra: Extra) -> list[str]:
        """Return the ruling that decides on the price of an extra."""
        if extra.once_under is None:
            return []
        return [ruling_text(self.catalogue.ruling_by_id[extra.once_under[0]], self.language)]

    def _prices(self, extra: Extra) -> list[str]:
        if extra.level_points:
            prices = ", ".join(f"{level}: {number(points)}" for level, points in extra.level_points.items())
            return [_("points by level: %(prices)s") % {"prices": prices}]
        each = _each(extra)
        names: dict[Scope, str] = {"squad": _("for a squad"), "list": _("for the list")}
        return [
            f"{in_points(extra.points[scope])} {each or name}"
            for scope, name in names.items()
            if scope in extra.points
        ]

    def _limits(self, extra: Extra) -> list[str]:
        names = self.catalogue.extra_by_id
        facts = []
        if extra.levels and not extra.level_points:
            facts.append(
                _("levels %(least)s to %(most)s") % {"least": min(extra.levels), "most": max(extra.levels)}
            )
        if extra.passes:
            least, most = extra.passes.least, extra.passes.most
            facts.append(_("%(least)s to %(most)s passes") % {"least": least, "most": most})
        if extra.most is not None:
            facts.append(_("once") if extra.most == 1 else _("at most %(most)s") % {"most": extra.most})
        if extra.shared_limit:
            others = ", ".join(names[other].name.to(self.language) for other in extra.shared_limit.also)
            facts.append(
                _("at most %(most)s with: %(others)s") % {"most": extra.shared_limit.most, "others": others}
            )
        if extra.excludes:
            others = ", ".join(names[other].name.to(self.language) for other in extra.excludes)
            facts.append(_("not with: %(others)s") % {"others": others})
        return facts


def _each(extra: Extra) -> str:
    """Return what a price is for, where it is not for the whole extra."""
    if extra.per_level:
        return _("per level")
    return _("each") if extra.counted else ""
