"""Watches the session bus while the keyring is used: attributes are visible there, secrets are not."""
import os
import subprocess
import sys
import time

import needle
from harness import Home, Violation

INSIDE = "inside-the-session"


def look(binary):
    with Home(binary) as home:
        environment = {**home.environment, "FEDAUTH_STORE": "keyring", "FEDAUTH_TORTURE_HOME": home.path}
        environment.pop("FEDAUTH_STORE_PASSPHRASE")
        result = subprocess.run(
            ["dbus-run-session", "--", sys.executable, os.path.join(os.path.dirname(__file__), "hygiene"), binary, INSIDE],
            env=environment, capture_output=True, text=True, check=False, timeout=120)
        if result.returncode != 0:
            raise Violation(result.stderr.strip().partition("harness.Violation: ")[2] or result.stderr.strip())
        return result.stdout.strip()


def inside(binary):
    """Runs on a separate bus, with a keyring whose password is a needle too."""
    home = Home(binary, os.environ["FEDAUTH_TORTURE_HOME"])
    home.environment = dict(os.environ)
    password, value, long_value = needle.make(), needle.make(), needle.make()
    subprocess.run(
        ["gnome-keyring-daemon", "--unlock", "--components=secrets"], input=password.encode(), check=True,
        capture_output=True)
    capture = home.path + "/capture"
    with open(capture, "wb") as file:
        # pylint: disable=consider-using-with
        monitor = subprocess.Popen(["dbus-monitor", "--session", "--pcap"], stdout=file, stderr=subprocess.DEVNULL)
    try:
        for _ in range(500):
            if os.path.getsize(capture):
                break
            time.sleep(0.01)
        home.expect("store", "put", "entry-on-the-bus", value=value.encode())
        if home.get("entry-on-the-bus") != value.encode():
            raise Violation("the keyring does not give back what was put there")
        home.expect("store", "put", "a-long-one", value=(long_value * 4096).encode())
        if home.get("a-long-one") != (long_value * 4096).encode():
            raise Violation("the keyring does not give back a long value")
        home.expect("store", "lock")
        home.environment["FEDAUTH_STORE_PASSPHRASE"] = password
        home.expect("store", "unlock")
        if home.get("entry-on-the-bus") != value.encode():
            raise Violation("the keyring does not open by its password")
        # The monitor writes messages in order, so wait for the last call of fedauth.
        for _ in range(500):
            subprocess.run(
                ["dbus-send", "--session", "--dest=org.freedesktop.DBus", "/", "org.freedesktop.DBus.GetId"], check=True)
            with open(capture, "rb") as file:
                content = file.read()
            if content.count(b"GetSecret") > 1 and b"GetId" in content:
                break
            time.sleep(0.01)
    finally:
        monitor.terminate()
        monitor.wait()
    for text in (b"entry-on-the-bus", b"OpenSession", b"CreateItem", b"GetSecret"):
        if text not in content:
            raise Violation(f"the capture of the bus shows no {text.decode()}")
    os.unlink(capture)
    for name, secret in (("value", value), ("long value", long_value), ("keyring's password", password)):
        form = needle.found(secret, content)
        if form:
            raise Violation(f"the {name} passes the bus, {form}")
        hit = needle.in_files(secret, home.path)
        if hit:
            raise Violation(f"the {name} lies in {hit}")
    return f"{len(content) >> 10} KiB captured: names are there, two values and the keyring's password are not"
