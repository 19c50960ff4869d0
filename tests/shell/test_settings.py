"""The modes of the site, what it makes for itself, and what every page carries."""

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client

from ctg_site.place import lan_address, own_addresses, secret_key

ROOT = Path(__file__).resolve().parents[2]


def settings_with(tmp_path: Path, **environment: str) -> dict[str, object]:
    """What the settings are in a process of its own with this environment."""
    names = [
        "SECRET_KEY",
        "ALLOWED_HOSTS",
        "DATABASES",
        "CHANNEL_LAYERS",
        "CACHES",
        "DEBUG",
        "SESSION_COOKIE_SECURE",
        "EMAIL_BACKEND",
    ]
    ask = f"import json; from ctg_site import settings as s; print(json.dumps({{n: getattr(s, n) for n in {names}}}, default=str))"
    done = subprocess.run(
        [sys.executable, "-c", ask],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "HIGH_CARD_DATA": str(tmp_path), **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    found: dict[str, object] = json.loads(done.stdout)
    return found


def test_local_mode_needs_nothing_and_is_reached_over_the_network(tmp_path: Path) -> None:
    found = settings_with(tmp_path)
    assert {"localhost", "127.0.0.1"} <= set(found["ALLOWED_HOSTS"])
    assert set(own_addresses()) <= set(found["ALLOWED_HOSTS"])
    assert "*" not in found["ALLOWED_HOSTS"]
    assert found["DEBUG"] is False
    assert found["SESSION_COOKIE_SECURE"] is False, "phones on the network speak plain http"
    options = found["DATABASES"]["default"]["OPTIONS"]
    assert options["transaction_mode"] == "IMMEDIATE"
    assert "journal_mode=WAL" in options["init_command"]
    assert found["EMAIL_BACKEND"].endswith("console.EmailBackend")


def test_the_secret_key_is_made_once_and_only_for_its_owner(tmp_path: Path) -> None:
    made = secret_key(tmp_path / "data")
    assert len(made) > 50
    assert secret_key(tmp_path / "data") == made
    mode = (tmp_path / "data/secret_key").stat().st_mode
    assert stat.S_IMODE(mode) == 0o600
    assert settings_with(tmp_path / "data")["SECRET_KEY"] == made
    assert settings_with(tmp_path / "data", SECRET_KEY="given")["SECRET_KEY"] == "given"


def test_two_addresses_switch_to_postgresql_and_redis(tmp_path: Path) -> None:
    found = settings_with(tmp_path, DATABASE_URL="postgres://u:p@db/high", REDIS_URL="redis://cache/1")
    database = found["DATABASES"]["default"]
    assert database["ENGINE"] == "django.db.backends.postgresql"
    assert database["NAME"] == "high"
    assert database["CONN_MAX_AGE"] == 0
    assert found["CHANNEL_LAYERS"]["default"]["BACKEND"].endswith("RedisPubSubChannelLayer")
    assert found["CACHES"]["default"]["LOCATION"] == "redis://cache/1"


def test_behind_a_pooler_no_statement_is_prepared(tmp_path: Path) -> None:
    address = "postgres://u:p@db/high?sslmode=require"
    direct = settings_with(tmp_path, DATABASE_URL=address)["DATABASES"]["default"]["OPTIONS"]
    pooled = settings_with(tmp_path, DATABASE_URL=address, HIGH_CARD_POOLER="1")["DATABASES"]["default"]["OPTIONS"]
    assert direct["prepare_threshold"] > 0
    assert pooled["prepare_threshold"] is None
    assert direct["sslmode"] == pooled["sslmode"] == "require"


def test_production_answers_to_its_own_names_only(tmp_path: Path) -> None:
    found = settings_with(tmp_path, HIGH_CARD_MODE="production", HIGH_CARD_HOSTS="cards.example.org, www.example.org")
    assert found["ALLOWED_HOSTS"] == ["cards.example.org", "www.example.org"]
    assert found["SESSION_COOKIE_SECURE"] is True


def test_an_unknown_mode_is_refused(tmp_path: Path) -> None:
    with pytest.raises(subprocess.CalledProcessError) as refusal:
        settings_with(tmp_path, HIGH_CARD_MODE="producton")
    assert "say local, production or test" in refusal.value.stderr


@pytest.mark.django_db
def test_every_page_forbids_what_it_does_not_need(client: Client) -> None:
    answer = client.get("/")
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy
    assert answer.headers["X-Frame-Options"] == "DENY"
    assert answer.headers["Referrer-Policy"] == "same-origin"


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/", "/sign-in/", "/sign-up/", "/password/"])
def test_pages_hold_no_inline_script_or_style(client: Client, path: str) -> None:
    page = client.get(path).content.decode()
    assert " style=" not in page
    assert "<style" not in page
    assert page.count("<script") == page.count('<script src="') + page.count('<script type="module" src="')
    assert " onclick=" not in page


@pytest.mark.django_db
def test_the_demo_is_refused_outside_local_mode() -> None:
    with pytest.raises(CommandError, match="local mode"):
        call_command("demo")


def test_no_link_names_an_address_that_the_server_does_not_listen_on() -> None:
    assert lan_address("127.0.0.1") is None
    assert lan_address("::1") is None
    assert lan_address("0.0.0.0") == lan_address("") == lan_address()
