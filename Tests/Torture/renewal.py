"""Requests on two machines share a store in etcd (examples/store-etcd), and a token by OAuth that is due. One of them renews it, and
the others take what it got: the server takes a refresh token that comes twice for a stolen one, and ends the session."""
import json
import os
import subprocess
import time
import urllib.request

import etcd
from harness import Home, Violation

SERVER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../Lab/oauth-server")


class Machine(Home):
    """A home with a name of its own, where this user may give one; the runtime folders tell the machines apart in any case."""

    name = "one"

    def words(self, *words):
        own = ["unshare", "--uts", "sh", "-c", f'hostname {self.name}; exec "$@"', "sh"] if os.geteuid() == 0 else []
        return [*own, *super().words(*words)]


class Server:
    """The authorization server and the service of the lab."""

    def __init__(self):
        # It ends with this process.
        self.process = subprocess.Popen([SERVER, "--parent", str(os.getpid())], stdout=subprocess.PIPE)
        self.facts = json.loads(self.process.stdout.readline())

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def get(self, path):
        with urllib.request.urlopen(self.facts["auth"] + path) as answer:
            return json.load(answer)

    def renewals(self):
        return sum("grant_type=refresh_token" in record["body"] for record in self.get("/log"))


def attack(binary, rounds, _):
    count = 50 if rounds >= 500 else 16
    with etcd.Cluster() as cluster, Machine(binary) as one, Machine(binary) as two, Server() as server:
        two.name = "two"
        for end, words in ((one, ("init",)), (two, ("unlock",))):
            end.environment.update(
                cluster.variables, FEDAUTH_STORE="exec:" + os.path.realpath(etcd.EXAMPLE), FEDAUTH_ETCD_SECONDS="60")
            end.expect("store", *words)
        page = server.facts["api"] + "/good/page"
        # Long enough for the first request, which writes to the store in between.
        server.get("/set?life=10")
        end = ("--no-input", "--timeout", "240")
        secret = one.path + "/password"
        with open(secret, "w", encoding="ascii") as file:
            file.write(server.facts["password"] + "\n")
        one.expect("request", page, "--user", server.facts["user"], "--password-file", secret, *end)
        time.sleep(10.2)
        server.get("/set?life=3600")
        children = [machine.start("request", page, *end) for _ in range(count // 2) for machine in (one, two)]
        for child in children:
            output, errors = child.communicate(timeout=300)
            if child.returncode != 0 or output != f"welcome {server.facts['user']}".encode():
                raise Violation(f"a request ended with {child.returncode}: {errors.decode(errors='replace').strip()}")
        renewals = server.renewals()
        if renewals != 1:
            raise Violation(f"{renewals} renewals by {count} requests")
    return f"{count} requests on two machines, one renewal"
