"""The lab's own process: runs Apache, and ends it in time."""

import os
import signal
import socket
import subprocess
import time

from .layout import State
from .process import alive, become_server, recording, servers_user, started_at, wait_until


class Keeper:
    def __init__(self, state: State, lifetime: float, parent):
        self.state = state
        self.end = time.monotonic() + lifetime
        self.parent = (parent, started_at(parent)) if parent else None
        self.stopping = False

    def start_apache(self, kerberos: dict) -> subprocess.Popen:
        """kerberos: the environment of the lab's realm; empty without one."""
        served = self.state.served
        log = open(served / "log" / "startup.log", "ab")
        environment = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LANG": "C.UTF-8"} | recording() | kerberos
        return subprocess.Popen(
            ["/usr/sbin/apache2", "-d", str(served), "-f", str(served / "apache.conf"), "-DFOREGROUND"],
            stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=served, env=environment,
            preexec_fn=become_server(servers_user()))

    def must_end(self) -> bool:
        if self.stopping or time.monotonic() > self.end:
            return True
        return self.parent is not None and (not alive(self.parent[0]) or started_at(self.parent[0]) != self.parent[1])

    def keep(self, servers):
        """Waits until the lab must end or one of the servers has exited, and ends the servers."""
        def stop(*_):
            self.stopping = True
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, stop)
        while not any_gone(servers) and not self.must_end():
            time.sleep(0.1)
        end(servers)


def any_gone(servers) -> bool:
    return any(server.poll() is not None for server in servers)


def end(servers):
    """Ends the running servers: sends SIGTERM to all of them first."""
    for server in servers:
        if server.poll() is None:
            server.terminate()
    for server in servers:
        try:
            server.wait(5)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


def listening(port: int) -> bool:
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex(("127.0.0.1", port)) == 0


def came_up(servers, ports, seconds=8) -> bool:
    wait_until(lambda: any_gone(servers) or all(map(listening, ports)), seconds)
    return not any_gone(servers) and all(map(listening, ports))


def make_tables(lab: dict):
    """The identity provider creates its database tables at the first request. Two simultaneous first requests both create them,
    and one of them fails. So this sends the first request."""
    subprocess.run(["curl", "--silent", "--show-error", "--fail", "--location", "--max-time", "20", "--cookie", "",
                    "--cacert", lab["caFile"], "--output", os.devnull, lab["scenarios"]["plain"]["start"]], check=True)


def detach():
    """Leaves the terminal and the caller's process group. Returns True in the detached process."""
    if os.fork():
        return False
    os.setsid()
    return True
