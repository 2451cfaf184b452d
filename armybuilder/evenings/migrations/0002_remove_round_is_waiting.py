from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("evenings", "0001_initial")]
    operations = [migrations.RemoveField(model_name="round", name="is_waiting")]
