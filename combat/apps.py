from django.apps import AppConfig


class CombatConfig(AppConfig):
    name = "combat"
    verbose_name = "High Card"
    default_auto_field = "django.db.models.BigAutoField"
