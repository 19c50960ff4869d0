"""The samples in deploy/ work: nginx with TLS in front of two processes, and the units of systemd."""

import os
import re
import shutil
import ssl
import subprocess
import time

import pytest
from django.urls import reverse

from combat.models import Invite
from tests.shell.backends import redis_server
from tests.shell.fight import started
from tests.shell.live_pages import LivePage, Pressing, all_linked, all_once, same_as_anew, until
from tests.shell.servers import ROOT, Server, asked, free_port, post

pytestmark = pytest.mark.django_db(transaction=True)

TOKEN = "a token for the test"
MAIN = """
{user}
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/nginx.log;
events {{ worker_connections 1024; }}
http {{
    include {types};
    access_log {folder}/access.log;
    {temporary}
    include {folder}/high-card.conf;
}}
"""


class Front:
    """nginx with the sample, on ports and with paths of its own."""

    def __init__(self, folder, servers, static):
        self.folder, self.port, self.http = folder, free_port(), free_port()
        self.base = f"https://127.0.0.1:{self.port}"
        sample = (ROOT / "deploy/nginx/high-card.conf").read_text()
        for old, new in {
            r"127\.0\.0\.1:8001": f"127.0.0.1:{servers[0].port}",
            r"127\.0\.0\.1:8002": f"127.0.0.1:{servers[1].port}",
            r"listen 443 ssl http2;": f"listen 127.0.0.1:{self.port} ssl http2;",
            r"listen 80;": f"listen 127.0.0.1:{self.http};",
            r"listen \[::\].*;": "",
            r"/etc/letsencrypt/live/cards.example.org": str(folder),
            r"/var/lib/high-card/static/": f"{static}/",
            r"/var/log/nginx": str(folder),
        }.items():
            sample, count = re.subn(old, new, sample)
            assert count, f"the sample has no {old}"
        (folder / "high-card.conf").write_text(sample)
        temporary = " ".join(
            f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        user = "user root;" if os.geteuid() == 0 else ""
        types = next(
            path for path in ("/etc/nginx/mime.types", "/usr/local/etc/nginx/mime.types") if os.path.exists(path)
        )
        (folder / "nginx.conf").write_text(MAIN.format(user=user, folder=folder, types=types, temporary=temporary))
        name = ("-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1")
        made = ("-keyout", folder / "privkey.pem", "-out", folder / "fullchain.pem")
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", *name, *made],
            check=True, capture_output=True,
        )  # fmt: skip
        self.ssl = ssl.create_default_context(cafile=folder / "fullchain.pem")

    def start(self):
        self.process = subprocess.Popen(
            [nginx_program(), "-p", self.folder, "-c", self.folder / "nginx.conf"], stderr=subprocess.DEVNULL
        )
        until(lambda: (self.folder / "nginx.pid").exists(), 10, "nginx does not start")
        return self

    def stop(self):
        self.process.terminate()
        self.process.wait(10)


def nginx_program():
    found = shutil.which("nginx") or shutil.which("/usr/sbin/nginx")
    if found is None or shutil.which("openssl") is None:
        pytest.skip("NOT TESTED BEHIND A WEB SERVER: there is no nginx here, or no openssl.")
    return found


@pytest.fixture
def hosted(tmp_path):
    """Two processes as in production, and nginx in front of them."""
    nginx_program()
    folder = tmp_path / "nginx"
    folder.mkdir()
    with redis_server(tmp_path) as redis:
        environment = {
            "HIGH_CARD_MODE": "production", "HIGH_CARD_HOSTS": "127.0.0.1", "HIGH_CARD_BEHIND_PROXY": "1",
            "HIGH_CARD_STATIC": str(tmp_path / "static"), "HIGH_CARD_METRICS_TOKEN": TOKEN, "REDIS_URL": redis.url,
        }  # fmt: skip
        servers = [Server(tmp_path, **environment) for _ in range(2)]
        servers[0].manage("collectstatic", "--noinput", "-v0")
        front = Front(folder, [server.begin() for server in servers], tmp_path / "static")
        try:
            for server in servers:
                server.listening()
            yield front.start(), servers
        finally:
            front.stop()
            for server in servers:
                server.stop()


def sockets(server):
    """How many pages are connected to this process."""
    told = asked(server, "/metrics", Authorization=f"Bearer {TOKEN}").text
    return int(float(re.search(r"^high_card_sockets (.+)$", told, re.MULTILINE)[1]))


def test_a_fight_through_nginx_keeps_to_one_process_and_goes_on_when_that_is_killed(cast, browse, hosted):
    front, servers = hosted
    encounter = started(cast, browse)
    gwen, pia, paul, sam = (browse(who) for who in (cast.gwen, cast.pia, cast.paul, cast.sam))
    pages = [LivePage(client, encounter, front) for client in (gwen, gwen, pia, pia, paul, sam)]
    all_linked(pages, 40)
    table = f"/encounters/{encounter.public_id}/"
    assert asked(front, table, client=pia).status == 200
    assert sorted(sockets(server) for server in servers) == [0, 6], "the pages of one table are on one process"
    serving, spare = sorted(servers, key=sockets, reverse=True)
    with Pressing(pages[:2]) as pressing:
        assert post(front, gwen, f"{table}commands/damage/", combatant="mara", amount=1) == 204
        until(lambda: len(pressing.made) > 20, 15)
        serving.kill()
        until(lambda: all(page.closings and page.linked.is_set() for page in pages), 5, "they did not come back")
        seen = len(pressing.made)
        until(lambda: len(pressing.made) > seen + 10, 15)
        assert post(front, gwen, f"{table}commands/damage/", combatant="mara", amount=1) == 204
    assert sockets(spare) == 6
    for press in pressing.made:
        assert "done" in press.by(pages[0])
    all_once(encounter, pressing.made)
    same_as_anew(encounter, pages, [front])
    for page in pages:
        page.close()


def test_nginx_serves_files_itself_keeps_machines_apart_and_writes_no_address_down(cast, browse, hosted):
    front, servers = hosted
    page = asked(front, "/")
    assert (page.status, "Strict-Transport-Security" in page.headers) == (200, True)
    sheet = re.search(r"/static/combat/tokens\.[0-9a-f]{12}\.css", page.text)[0]
    kept = asked(front, sheet)
    assert (kept.status, kept.headers["Cache-Control"]) == (200, "public, max-age=31536000, immutable")
    assert asked(front, sheet, **{"Accept-Encoding": "gzip"}).headers["Content-Encoding"] == "gzip"
    plain = asked(front, "/static/combat/live.js")
    assert (plain.status, plain.headers["Cache-Control"]) == (200, "no-cache")
    assert "javascript" in plain.headers["Content-Type"], "else a browser runs no module"
    for path in ("/metrics", "/readyz", "/healthz"):
        assert asked(front, path, Authorization=f"Bearer {TOKEN}").status == 404
    until(lambda: asked(servers[0], "/readyz").status == 200, 30, "a process is not ready")
    assert post(front, browse(cast.pia), "/me/", name="x" * 3_000_000) == 413
    claimed = {"X-Forwarded-Proto": "http", "X-Forwarded-For": "203.0.113.9"}
    assert asked(front, "/", **claimed).status == 200, "it goes by what nginx says"
    invite = Invite.objects.create(campaign=cast.campaign, token="bell-k7m2q-x4h9r")
    join = reverse("join", args=[invite.token])
    assert asked(front, join).status == 200
    for server in servers:
        server.kill()
    assert asked(front, join).status == 502
    time.sleep(0.2)
    assert not any(invite.token.encode() in file.read_bytes() for file in front.folder.iterdir() if file.is_file())


@pytest.mark.one_database
def test_systemd_understands_the_units(tmp_path):
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip("NOT TESTED WHETHER SYSTEMD UNDERSTANDS ITS UNITS: there is no systemd-analyze here.")
    for unit in (ROOT / "deploy/systemd").iterdir():
        text = unit.read_text().replace("/opt/high-card/current/run", "/bin/true")  # what it starts has to be there
        (tmp_path / unit.name).write_text(text)
    units = ("high-card.target", "high-card@8001.service", "high-card-prepare.service")
    said = subprocess.run(
        [program, "verify", *units],
        env={**os.environ, "SYSTEMD_UNIT_PATH": f"{tmp_path}:"}, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    complaints = [line for line in said.stderr.splitlines() if "high-card" in line]
    assert (said.returncode, complaints) == (0, [])
