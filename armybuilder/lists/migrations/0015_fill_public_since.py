"""What was public stays so, since the same day. Of its own: PostgreSQL alters no table whose rows were just written."""

from django.db import migrations

LISTS = """
UPDATE lists_armylist SET public_since = (
  SELECT since FROM sharing_publication WHERE sharing_publication.army_list_id = lists_armylist.id
) WHERE is_public
"""
FACETS = """
UPDATE lists_listfacet SET public_since = (
  SELECT public_since FROM lists_armylist WHERE lists_armylist.id = lists_listfacet.army_list_id
)
"""
GAMES = """
INSERT INTO lists_listfacet (army_list_id, kind, item, public_since)
SELECT lists_armylist.id, 'game', rules_rulesetversion.ruleset_id, public_since
FROM lists_armylist JOIN rules_rulesetversion ON rules_rulesetversion.id = ruleset_version_id
WHERE public_since IS NOT NULL
"""
STRAY = "DELETE FROM lists_listfacet WHERE public_since IS NULL"


class Migration(migrations.Migration):

    dependencies = [("lists", "0014_public_since"), ("sharing", "0002_newest_first"), ("rules", "0001_initial")]

    operations = [migrations.RunSQL([LISTS, FACETS, GAMES, STRAY])]
