from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("evenings", "0004_closing_and_dice"),
    ]

    operations = [
        migrations.AddField(
            model_name="evening",
            name="house_number",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="evening",
            name="prices",
            field=models.JSONField(blank=True, default=dict),
        ),
        migrations.AlterField(
            model_name="logline",
            name="action",
            field=models.CharField(
                choices=[
                    ("made", "made the evening"),
                    ("changed", "changed the evening"),
                    ("announced", "announced the evening"),
                    ("called-off", "called the evening off"),
                    ("reopened", "announced the evening again"),
                    ("invited", "invited the guest"),
                    ("uninvited", "withdrew the link of the guest"),
                    ("coming", "is coming"),
                    ("perhaps", "is perhaps coming"),
                    ("not-coming", "is not coming"),
                    ("handed-in", "handed in a list"),
                    ("late", "handed in late"),
                    ("took-back", "took back what was handed in"),
                    ("closed", "closed the handing in"),
                    ("opened", "opened the handing in again"),
                    ("drawn", "paired round"),
                    ("swapped", "swapped two in round"),
                    ("put-together", "put two together in round"),
                    ("parted", "took a pair out of round"),
                    ("published", "published round"),
                    ("withdrawn", "took back round"),
                    ("round-closed", "closed round"),
                    ("round-opened", "opened the results again of round"),
                    ("rolled", "rolled here for who attacks:"),
                    ("typed-roll", "wrote the roll for who attacks:"),
                    ("said", "wrote a result:"),
                    ("settled", "decided a result:"),
                    ("dropped", "sent home"),
                    ("back", "took back into the game"),
                    ("went-home", "went home"),
                    ("finished", "finished the evening"),
                    ("resumed", "went on with the evening"),
                    ("appointed", "named as referee"),
                    ("dismissed", "released as referee"),
                    ("looked", "looked at the covered list of"),
                    ("sent-back", "sent back the list of"),
                    ("accepted", "accepted the list of"),
                    ("handed-for", "handed in a list for"),
                    ("added", "added"),
                    ("checked-in", "checked in"),
                    ("unchecked", "took back the check-in of"),
                    ("reminded", "reminded"),
                    ("house-rules", "took the club’s new house rules for the evening"),
                ],
                max_length=12,
            ),
        ),
    ]
