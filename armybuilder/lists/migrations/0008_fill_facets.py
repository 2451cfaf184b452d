"""Public lists are found by what is in them. Of its own: PostgreSQL alters no table whose rows were just written."""

from django.db import migrations


def fill(apps, schema_editor):
    ArmyList, ListFacet = apps.get_model("lists", "ArmyList"), apps.get_model("lists", "ListFacet")
    public = ArmyList.objects.filter(publication__isnull=False)
    for list_id, words in public.values_list("pk", "words").iterator():
        named = (word.partition(":") for word in words.split())
        ListFacet.objects.bulk_create(
            ListFacet(army_list_id=list_id, kind=kind, item=item) for kind, _, item in named
        )
    public.update(is_public=True)


class Migration(migrations.Migration):

    dependencies = [("lists", "0007_facets"), ("sharing", "0001_first")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
