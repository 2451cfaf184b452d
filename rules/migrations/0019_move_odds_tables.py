"""The tables of the odds become rows, out of the JSON that they stood in."""

from django.db import migrations

# What stands in the JSON under another name than its column, and lists, which are tuples in columns of text.
OUTCOMES = ("men", "soft", "armour", "values")
AIR_OUTCOMES = ("aircraft", "helicopter")
SHOTS = ("direct", "precise", "imprecise")


def into_rows(apps, schema_editor):
    """Make the rows of each ruleset's odds."""
    rows = Rows(apps)
    for ruleset in apps.get_model("rules", "Ruleset").objects.all():
        odds = ruleset.odds
        ruleset.method = odds.get("method", "table")
        ruleset.questions = tuple(odds.get("questions", ()))
        ruleset.save(update_fields=["method", "questions"])
        rows.add(ruleset, odds)


class Rows:
    """Writes rows with the models of this migration's time."""

    def __init__(self, apps):
        self.apps = apps

    def one(self, model, item, **more):
        """Write an item, and return its row."""
        values = {}
        for name, value in item.items():
            if name in ("name", "note", "reading"):
                values |= {f"{name}_{language}": value[language] for language in value or ()}
            elif name == "id":
                values["slug"] = value
            elif isinstance(value, list):
                values[name] = tuple(value)
            elif value is not None:
                values[name] = value
        return self.apps.get_model("rules", model).objects.create(**values, **more)

    def many(self, model, items, **owner):
        for place, item in enumerate(items):
            self.one(model, item, position=place, **owner)

    def add(self, ruleset, odds):
        """Write everything that a ruleset's odds hold."""
        self.facts("Situation", "situation", ruleset, odds.get("situations", ()))
        self.facts("Standing", "standing", ruleset, odds.get("standing", ()))
        self.many("QuestionWeapon", odds.get("weapons", ()), ruleset=ruleset)
        self.many("Borrowed", odds.get("borrowed", ()), ruleset=ruleset)
        self.many("Roll", odds.get("rolls", ()), ruleset=ruleset)
        for place, item in enumerate(odds.get("bombardments", ())):
            contacts = item.pop("contacts", ())
            row = self.one("Bombardment", item, ruleset=ruleset, position=place)
            self.many("Contact", contacts, bombardment=row)
        self.outcomes(ruleset, odds)
        self.fire(ruleset, odds.get("fire"))
        self.section("Saves", ruleset, odds.get("saves"), columns="WeaponColumn", plain="PlainSave")
        self.section("Damage", ruleset, odds.get("damage"), penetration="Penetration")
        self.explosions(ruleset, odds.get("explosions"))
        self.section("Spotting", ruleset, odds.get("spotting"), rows="SpottingRow", sights="Sight")
        for name in ("covering", "morale", "melee"):
            self.section(name.capitalize(), ruleset, odds.get(name))
        if item := odds.get("initiative"):
            rolls = [{"moment": name, **item.pop(name)} for name in ("turn", "setup") if item.get(name)]
            item.pop("setup", None)
            self.many("InitiativeRoll", rolls, initiative=self.one("Initiative", item, ruleset=ruleset))
        if (item := odds.get("profile")) is not None:
            crew = item.pop("crew", None) or {}
            self.one("Profile", item | {f"crew_{name}": crew[name] for name in crew}, ruleset=ruleset)

    def facts(self, model, owner, ruleset, items):
        """Write facts that somebody wrote into the JSON since the others became rows."""
        last = self.apps.get_model("rules", model).objects.filter(ruleset=ruleset).count()
        for place, item in enumerate(items, last):
            effects = item.pop("effects", ())
            row = self.one(model, item, ruleset=ruleset, position=place)
            self.many("Effect", effects, **{owner: row})

    def section(self, table, ruleset, item, **under):
        if item is None:
            return
        parts = {name: item.pop(name, ()) for name in under}
        row = self.one(table, item, ruleset=ruleset)
        for name, part_table in under.items():
            self.many(part_table, parts[name], **{table.lower(): row})

    def outcomes(self, ruleset, odds):
        damage, morale = odds.get("damage") or {}, odds.get("morale") or {}
        air = (odds.get("fire") or {}).get("air") or {}
        place = 0
        for owner, names in ((damage, OUTCOMES), (air, AIR_OUTCOMES), (morale, ("reaction",))):
            for name in names:
                if item := owner.pop(name, None):
                    outcomes = item.pop("rows")
                    row = self.one("DamageTable", item, which=name, ruleset=ruleset, position=place)
                    self.many("DamageRow", outcomes, table=row)
                    place += 1

    def fire(self, ruleset, item):
        if item is None:
            return
        air = item.pop("air", None) or {}
        parts = {name: item.pop(name, ()) for name in ("ways", "astray")}
        numbers = air.pop("numbers", ())
        bands = [{"band": name, **item.pop(name)} for name in ("short", "long") if item.get(name)]
        for name in ("short", "long"):
            item.pop(name, None)
        row = self.one("Fire", item | {f"air_{name}": air[name] for name in air}, ruleset=ruleset)
        self.many("Ways", parts["ways"], fire=row)
        self.many("Astray", parts["astray"], fire=row)
        self.many("AirNumbers", numbers, fire=row)
        self.many("Effect", bands, fire=row)

    def explosions(self, ruleset, item):
        if item is None:
            return
        deviations = [{"shot": shot, **one} for shot in SHOTS for one in item.pop(shot, ())]
        for shot in SHOTS[1:]:
            item[f"{shot}_dice"], item[f"{shot}_die"] = item.get(f"{shot}_dice", (0, 0))
        parts = {name: item.pop(name) for name in ("blasts", "rows")}
        row = self.one("Explosions", item, ruleset=ruleset)
        self.many("Blast", parts["blasts"], explosions=row)
        self.many("BlastRow", parts["rows"], explosions=row)
        self.many("Deviation", deviations, explosions=row)


class Migration(migrations.Migration):
    dependencies = [
        ("rules", "0018_odds_tables"),
    ]

    operations = [
        # Versions hold the odds as they are published: whoever goes back loads the rules anew.
        migrations.RunPython(into_rows, migrations.RunPython.noop, elidable=True),
    ]
