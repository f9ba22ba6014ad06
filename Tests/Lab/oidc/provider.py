"""Debian's Glewlwyd with its own web front end, in a directory of its own."""

import gzip
import json
import shutil
import sqlite3
import subprocess
from pathlib import Path
from urllib.parse import urlencode

from labkit.layout import cache
from labkit.process import become_server, recording, servers_user

HOST = "login.localhost"


def tree() -> Path:
    """Returns the tree with Debian's glewlwyd. It is unpacked but not installed, because an installation would start it."""
    return cache() / "glewlwyd"


class Provider:
    def __init__(self, directory: Path, port: int):
        self.directory, self.port = directory, port
        self.url = f"https://{HOST}:{port}"

    @property
    def profile(self) -> str:
        """Returns the address of the login that leads to the page where users register passkeys."""
        query = urlencode({"callback_url": f"{self.url}/profile.html", "scope": "g_profile"})
        return f"{self.url}/login.html?{query}"

    @property
    def registration(self) -> str:
        """Returns the address of a page of the lab, which registers a passkey for the user of the session without a click."""
        return f"{self.url}/register.html"

    def build(self):
        """Copies the software, because the servers' user may have no access to the cache."""
        share = tree() / "usr" / "share"
        # The links lead to other packages of the tree.
        shutil.copytree(share / "glewlwyd" / "webapp", self.directory / "webapp",
                        ignore=shutil.ignore_patterns("config.json"))
        shutil.copy(Path(__file__).with_name("register.html"), self.directory / "webapp")
        settings = json.loads((share / "glewlwyd" / "templates" / "config.json").read_text())
        settings["sessionSchemes"] = [
            {"scheme_type": "webauthn", "scheme_name": "webauthn", "scheme_display_name": "Passkey"}]
        (self.directory / "webapp" / "config.json").write_text(json.dumps(settings))
        shutil.copytree(tree() / "usr" / "lib" / "glewlwyd", self.directory / "modules")
        (self.directory / "modules" / "user_middleware").mkdir()
        shutil.copy(tree() / "usr" / "bin" / "glewlwyd", self.directory / "glewlwyd")
        tables = gzip.decompress((share / "doc" / "glewlwyd" / "database" / "init.sqlite3.sql.gz").read_bytes())
        with sqlite3.connect(self.directory / "database") as database:
            database.executescript(tables.decode())
        (self.directory / "glewlwyd.conf").write_text(self._configuration())

    def start(self) -> subprocess.Popen:
        log = open(self.directory / "startup.log", "ab")
        return subprocess.Popen(
            [str(self.directory / "glewlwyd"), f"--config-file={self.directory / 'glewlwyd.conf'}"],
            stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=self.directory,
            env={"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"} | recording(), preexec_fn=become_server(servers_user()))

    def _configuration(self) -> str:
        modules = "\n".join(f'{kind}_module_path="{self.directory}/modules/{folder}"' for kind, folder in (
            ("user", "user"), ("user_middleware", "user_middleware"), ("client", "client"),
            ("user_auth_scheme", "scheme"), ("plugin", "plugin")))
        kinds = ",\n".join(f'{{ extension = "{end}" mime_type = "{kind}" compress = 0 }}' for end, kind in (
            (".html", "text/html"), (".css", "text/css"), (".js", "application/javascript"),
            (".json", "application/json"), (".png", "image/png"), (".ico", "image/x-icon"),
            (".woff", "font/woff"), (".woff2", "font/woff2"), (".ttf", "font/ttf"), (".map", "application/octet-stream")))
        return f"""port={self.port}
bind_address="127.0.0.1"
external_url="{self.url}"
login_url="login.html"
api_prefix="api"
static_files_path="{self.directory}/webapp/"
log_mode="file"
log_level="INFO"
log_file="{self.directory}/glewlwyd.log"
cookie_domain="{HOST}"
cookie_secure=1
session_key="GLEWLWYD2_SESSION_ID"
admin_scope="g_admin"
profile_scope="g_profile"
{modules}
use_secure_connection=true
secure_connection_key_file="{self.directory}/tls.key"
secure_connection_pem_file="{self.directory}/tls.pem"
hash_algorithm="SHA512"
database = {{ type = "sqlite3" path = "{self.directory}/database" }};
static_files_mime_types = (
{kinds}
)
"""
