from django.db import migrations, models


def every_text_is_the_newest(apps, schema_editor):
    apps.get_model("combat", "Encounter").objects.update(document_version=models.F("version"))


class Migration(migrations.Migration):

    dependencies = [("combat", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="encounter",
            name="document_version",
            field=models.PositiveIntegerField(default=0, db_default=0, editable=False),
        ),
        migrations.RunPython(every_text_is_the_newest, migrations.RunPython.noop),
    ]
