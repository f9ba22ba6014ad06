"""Replaces a key and its certificates with a process that fails or is killed at each of its system calls."""
import os
import subprocess
import tempfile

from harness import Home, Violation, library

NAMES = {"key": "who.key", "certificates": "who.crt"}
STAGED = {".who.key.next", ".who.crt.next", ".who.key.old", ".who.lock"}


def attack(binary, rounds, chance):
    with tempfile.TemporaryDirectory(prefix="fedauth-torture-") as folder, Home(binary) as home:
        between = library(folder)
        makers = [identity(home, f"{folder}/{number}.pem", number) for number in range(2)]
        home.expect("identity", "import", makers[0], "--name", "who")
        home.unlock()
        texts = [case(home, between, makers, kind, rounds, chance) for kind in ("kill", "EIO", "ENOSPC")]
    return "; ".join(texts)


def identity(home, path, number):
    """Creates a key and a certificate for it in one file."""
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ed25519", "-nodes", "-keyout", path, "-out", path + ".crt", "-days", "2",
         "-subj", f"/CN=who {number}"], check=True, capture_output=True)
    with open(path, "a", encoding="ascii") as file, open(path + ".crt", encoding="ascii") as certificate:
        file.write(certificate.read())
    return path


def public_key(path, *words):
    done = subprocess.run(["openssl", *words, "-in", path, "-pubout" if words[0] == "pkey" else "-pubkey"],
                          capture_output=True, check=False)
    return done.stdout if done.returncode == 0 else None


def halves(place):
    """Returns the public keys of the two files."""
    return (public_key(f"{place}/{NAMES['key']}", "pkey"),
            public_key(f"{place}/{NAMES['certificates']}", "x509", "-noout"))


def check_pair(place, when):
    key, certificate = halves(place)
    if key is None or key != certificate:
        raise Violation(f"{when}: half a pair: {sorted(os.listdir(place))}")
    return key


def calls(home, export, adding, folder):
    """Returns the number of system calls of an export that use the directory."""
    log = folder + "/calls"
    home.run(*export, adding={**adding, "TORTURE_AT": "0", "TORTURE_LOG": log})
    with open(log, encoding="ascii") as file:
        return len(file.readlines())


def case(home, between, makers, kind, rounds, chance):
    place = home.path + "/" + kind
    os.mkdir(place, 0o700)
    export = ("identity", "export", "who", "--pem", place, "--unencrypted")
    home.expect("identity", "import", makers[0], "--name", "who", "--force")
    home.expect(*export)
    old = check_pair(place, "at first")
    kept = {name: open(f"{place}/{name}", "rb").read() for name in NAMES.values()}
    home.expect("identity", "import", makers[1], "--name", "who", "--force")
    adding = {"LD_PRELOAD": between, "TORTURE_FOLDER": place, "TORTURE_FAULT": kind}
    steps = range(1, calls(home, export, adding, home.path) + 1)
    if rounds < 500 and kind != "kill":
        steps = sorted(chance.sample(steps, len(steps) // 2))
    for step in steps:
        for name, content in kept.items():
            with open(f"{place}/{name}", "wb") as file:
                file.write(content)
        status, _, errors = home.run(*export, adding={**adding, "TORTURE_AT": str(step)})
        when = f"{kind} at call {step}"
        if status != -9:
            if check_pair(place, when) != old and status != 0:
                raise Violation(f"{when}: it failed, and yet the pair is new: {errors.strip()}")
        # After both new files are complete, the next call finishes the work, and until then the pair is mixed. In all other
        # cases it is a pair.
        elif not os.path.exists(place + "/.who.crt.next"):
            check_pair(place, when)
        home.expect(*export)
        if check_pair(place, when + ", and once more") == old:
            raise Violation(f"{when}: the next call did not write the new pair")
        if set(os.listdir(place)) & STAGED:
            raise Violation(f"{when}: the next call left {sorted(os.listdir(place))}")
    return f"{kind} at {len(steps)} calls: never half a pair"
