"""Starts, identifies and ends processes."""

import ctypes
import os
import pwd
import signal
import threading
import time
from pathlib import Path

PR_SET_PDEATHSIG = 1


def alive(pid: int) -> bool:
    """Returns whether the process runs; a zombie does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def started_at(pid: int) -> str:
    """Returns the process's start time in ticks, which distinguishes it from a later process with the same ID."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[19]
    except (FileNotFoundError, ProcessLookupError):
        return ""


def servers_user():
    """Returns the user for the servers if root starts the lab, and None otherwise."""
    return pwd.getpwnam("www-data") if os.getuid() == 0 else None


def become_server(user):
    """Drops root in a new child process, and makes it exit with the lab's own process."""
    def run():
        if user:
            os.setgroups([])
            os.setgid(user.pw_gid)
            os.setuid(user.pw_uid)
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
    return run


def recording() -> dict:
    """Returns the variables by which recorder.c records what a server receives; none if nobody records."""
    return {name: os.environ[name] for name in ("LD_PRELOAD", "FEDAUTH_LAB_RECORD") if name in os.environ}


def wait_until(done, seconds: float, pause=0.02) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if done():
            return True
        time.sleep(pause)
    return done()


def wait_for_the_end(lifetime, parent):
    """Waits until `lifetime` seconds have passed, the parent has exited, or a signal arrives."""
    end = time.monotonic() + lifetime
    began = started_at(parent) if parent else None
    told = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, lambda *_: told.set())
    while not told.wait(0.2) and time.monotonic() < end:
        if parent and (not alive(parent) or started_at(parent) != began):
            return
