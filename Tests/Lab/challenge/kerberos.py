"""A separate Kerberos realm: LAB.TEST, its database, keytabs and tickets."""

import os
import shutil
import subprocess
from pathlib import Path

from labkit.layout import State, cache
from labkit.scenarios import USERS

REALM = "LAB.TEST"
PERSON = "ada"
SERVICES = ["HTTP/app.localhost", "HTTP/localhost"]


def tree() -> Path:
    """Returns the tree with Debian's krb5-kdc and krb5-admin-server. They are unpacked but not installed, because an
    installation would start services."""
    return cache() / "krb5"


def program(name: str) -> str:
    return str(tree() / "usr" / "sbin" / name)


class Realm:
    def __init__(self, state: State, port: int, hosts=()):
        """hosts: the other hosts with HTTP services."""
        self.port = port
        self.services = SERVICES + [f"HTTP/{host}" for host in hosts]
        self.served = state.served / "kerberos"
        self.people = state / "kerberos"
        self.config = self.people / "krb5.conf"
        self.password = next(user.password for user in USERS if user.name == PERSON)

    def environment(self) -> dict:
        """Returns the environment of the servers; nothing in /etc is read."""
        return {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LANG": "C.UTF-8",
                "KRB5_CONFIG": str(self.served / "krb5.conf"), "KRB5_KDC_PROFILE": str(self.served / "kdc.conf"),
                "KRB5RCACHENAME": f"file2:{self.served}/replay"}

    def command(self):
        return [str(self.served / "krb5kdc"), "-n", "-r", REALM, "-P", str(self.served / "kdc.pid")]

    def build(self):
        self.served.mkdir(parents=True)
        self.people.mkdir(mode=0o700)
        # Copies the plugins, because the servers' user may have no access to the cache.
        plugins = next((tree() / "usr" / "lib").glob("*/krb5/plugins/kdb"))
        shutil.copytree(plugins, self.served / "plugins")
        shutil.copy(program("krb5kdc"), self.served / "krb5kdc")
        for directory in (self.served, self.people):
            (directory / "krb5.conf").write_text(self._client())
        (self.served / "kdc.conf").write_text(self._server())
        self._run(program("kdb5_util"), "create", "-s", "-W", "-r", REALM, "-P", os.urandom(12).hex())
        commands = [f"addprinc -pw {self.password} {PERSON}"]
        commands += [f"addprinc -randkey {service}" for service in self.services]
        commands += [f"ktadd -k {self.served}/http.keytab {service}" for service in self.services]
        commands += [f"ktadd -norandkey -k {self.people}/{PERSON}.keytab {PERSON}"]
        self._run(program("kadmin.local"), "-r", REALM, stdin="\n".join(commands) + "\n")
        for keytab in (self.served / "http.keytab", self.people / f"{PERSON}.keytab"):
            if not keytab.exists():
                raise RuntimeError(f"kadmin.local made no {keytab.name}")

    def sign_in(self):
        """Makes ticket caches for users: one that is valid all day, and one that has expired."""
        self._ticket("ada.ccache", "1d")
        self._ticket("expired.ccache", "1s")
        self._turn_clock(self.people / "expired.ccache")

    def _ticket(self, name: str, lifetime: str):
        environment = self.environment() | {"KRB5_CONFIG": str(self.config)}
        command = ["kinit", "-l", lifetime, "-c", f"FILE:{self.people}/{name}", "-k", "-t",
                   str(self.people / f"{PERSON}.keytab"), f"{PERSON}@{REALM}"]
        done = subprocess.run(command, env=environment, text=True, capture_output=True)
        if done.returncode:
            raise RuntimeError(f"kinit: {done.stderr.strip()}")

    @staticmethod
    def _turn_clock(file: Path):
        """Servers allow a clock difference of five minutes. This sets the clock offset in the cache to a day, so that GSSAPI
        treats the ticket as expired at once: version 4, header length, tag 1, length 8, seconds."""
        data = file.read_bytes()
        if not data.startswith(b"\x05\x04\x00\x0c\x00\x01\x00\x08"):
            raise RuntimeError(f"{file.name} has no time offset")
        file.write_bytes(data[:8] + (86400).to_bytes(4, "big") + data[12:])

    def _run(self, *command, stdin: str = ""):
        done = subprocess.run(command, env=self.environment(), input=stdin, text=True, capture_output=True)
        if done.returncode:
            raise RuntimeError(f"{Path(command[0]).name}: {done.stderr.strip()}")

    def _client(self) -> str:
        return f"""[libdefaults]
  default_realm = {REALM}
  dns_lookup_kdc = false
  dns_lookup_realm = false
  dns_canonicalize_hostname = false
  rdns = false
  default_client_keytab_name = FILE:{self.people}/none.keytab
  spake_preauth_groups = edwards25519
[realms]
  {REALM} = {{
    kdc = 127.0.0.1:{self.port}
  }}
[domain_realm]
  localhost = {REALM}
  .localhost = {REALM}
"""

    def _server(self) -> str:
        return f"""[kdcdefaults]
  kdc_listen = 127.0.0.1:{self.port}
  kdc_tcp_listen = 127.0.0.1:{self.port}
[realms]
  {REALM} = {{
    database_module = lab
    key_stash_file = {self.served}/stash
    max_life = 2d
    acl_file = {self.served}/acl
  }}
[dbmodules]
  db_module_dir = {self.served}/plugins
  lab = {{
    db_library = db2
    database_name = {self.served}/principal
  }}
[logging]
  kdc = FILE:{self.served.parent}/log/kdc.log
"""
