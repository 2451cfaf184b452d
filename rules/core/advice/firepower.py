"""The worth of a man's fire, for the order of advice: expected kills of one turn at middle range."""

from fractions import Fraction

from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.roster import Figure, Roster, Squad
from rules.core.odds import profile_of, usual_target

NOTHING = Fraction(0)
REACH = 100  # cm that men are taken to fire at most, where the referee says how far


class Firepower:
    """The expected kills of men standing still, against men of a middling class in the open."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.known: dict[tuple[object, ...], Fraction] = {}
        measures = catalogue.odds.profile
        by_range = catalogue.odds.method == "range"
        bands = () if measures is None else measures.distances or catalogue.bands
        self.reach = REACH if measures and by_range else 0
        self.distance = self.reach // 2 or (bands[len(bands) // 2 - 1] if len(bands) > 1 else 0)
        self.target = usual_target(catalogue)

    def of(self, figure: Figure | None, squad: Squad) -> Fraction:
        """Return the worth of one man's fire; 0 where the ruleset has no profile."""
        if figure is None or not self.distance:
            return NOTHING
        class_id = squad.class_of(figure)
        key = (class_id, figure.weapons, figure.roles)
        if key not in self.known:
            alone = Figure(class_=class_id, weapons=figure.weapons, roles=figure.roles)
            roster = Roster(
                format="armylist/1",
                ruleset=self.catalogue.id,
                name="-",
                squads=(Squad(name="", class_=class_id, figures=(alone,)),),
            )
            profile = profile_of(
                roster, self.catalogue, self.target, distances=(self.distance,), reach=self.reach
            )
            self.known[key] = Fraction(profile.distances[0].power["still"]["open"].kills)
        return self.known[key]

    def of_list(self, roster: Roster) -> Fraction:
        """Return the worth of the fire of all men of a list."""
        return sum(
            (self.of(row, squad) * row.count for squad in roster.squads for row in squad.figures), NOTHING
        )
