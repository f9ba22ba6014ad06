"""Compares the limits that the stores of fedauth keep with the results of this run."""
import os
import re
import signal
import subprocess
import sys
import time

from lines import Line


def bars(bench, rows):
    """Returns one line per limit, with the best result of another program."""
    of = {row.name: row for row in rows}

    def peer(*names):
        best = min((of[name] for name in names if name in of), key=lambda row: row.median, default=None)
        return f"{best.name.partition(': ')[2]}: {best.median:.1f} ms" if best else ""

    get, keyring, first = (
        of[name] for name in ("get: fedauth, file", "get: fedauth, keyring", "first unlock, 2^17: fedauth, file"))
    torture = run_torture(bench)
    # The slowest runs show the load of the machine, so the median decides whether they fail.
    times = [
        Line("get, file, unlocked, p95", peer("get: secret-tool", "get: pass"), f"{get.p95:.1f} ms", "<= 10 ms", get.median),
        Line("get, keyring, p95", peer("get: secret-tool", "get: python keyring"), f"{keyring.p95:.1f} ms", "<= 12 ms",
             keyring.median),
        Line("first unlock, 2^17", peer("first unlock, 2^18: age -d, passphrase"),
             f"{first.median:.0f} ms, {first.peak_kilobytes() / 1024:.0f} MiB", "<= 350 ms, 128 MiB", first.fastest),
    ]
    limits = [
        ("slowest answer with a broken keyring", "<= 3.5 s", states(bench), "secret-tool: hangs, or 50 s"),
        ("the daemon lives through our time-outs", "all", survivals(bench), "libsecret cancelling: 0 of 4"),
        ("sizes that come back exactly", "0 to 16 MiB", sizes(bench), "secret-tool: 8192 bytes"),
        ("acknowledged writes kept, killed writers", "all", found(torture, r"kill .*: (.*?acknowledged)"), "-"),
        ("acknowledged writes kept, 40 at once", "all", found(torture, r"parallel +([^,]*)"), "-"),
        ("acknowledged writes kept, full disk", "all", found(torture, r"full-disk +([^,]*), the"), "-"),
        ("flips and cuts named, no crash", "all", found(torture, r"tamper +([^:]*) of [0-9]+ bytes"), "libsecret: aborts"),
        ("places where a needle was found", "0 of 6", needles(bench), "-"),
        ("signals after which the echo is back", "5 of 5", "5 of 5" if "SIGTSTP gives it back" in torture else "NOT MET", "pass: all"),
    ]
    return times + [Line(what, peer_, ours, goal) for what, goal, ours, peer_ in limits]


def run_torture(bench):
    """Runs the short forms of the tests and returns their output; `make torture` runs the full ones."""
    folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../Torture")
    text = ""
    for words in (("torture", bench.binary, "60", "1", "kill", "parallel", "full-disk", "tamper"),
                  ("hygiene", bench.binary, "echo")):
        text += subprocess.run(
            [sys.executable, os.path.join(folder, words[0]), *words[1:]], env=bench.usual, capture_output=True, text=True,
            check=False).stdout
    return text


def found(text, pattern):
    match = re.search(pattern, text)
    return match[1].strip() if match else "NOT MET"


def needles(bench):
    script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../Torture/hygiene")
    places = ("memory", "system-calls", "environment", "traces", "bus", "core")
    hits = sum(
        subprocess.run([sys.executable, script, bench.binary, place], env=bench.usual, capture_output=True, check=False)
        .returncode != 0 for place in places)
    return f"{hits} of {len(places)}"


def daemon():
    """Returns the ID of the process that owns the name of the keyring service."""
    result = subprocess.run(
        ["dbus-send", "--session", "--print-reply=literal", "--dest=org.freedesktop.DBus", "/org/freedesktop/DBus",
         "org.freedesktop.DBus.GetConnectionUnixProcessID", "string:org.freedesktop.secrets"],
        capture_output=True, text=True, check=True)
    return int(result.stdout.split()[-1])


def states(bench):
    """Returns the longest time for: no bus, a bus without a service, a frozen keyring, a locked file."""
    slowest = 0.0

    def require_status(environment, statuses):
        nonlocal slowest
        start = time.perf_counter()
        result = subprocess.run(
            [bench.binary, "store", "get", "x", "--no-input"], env=environment, capture_output=True, check=False)
        slowest = max(slowest, time.perf_counter() - start)
        if result.returncode not in statuses:
            raise SystemExit(f"a state ends with {result.returncode}: {result.stderr.decode()}")

    no_bus = {key: value for key, value in bench.keyring.items() if key != "DBUS_SESSION_BUS_ADDRESS"}
    require_status(no_bus, (8,))
    require_status({**no_bus, "DBUS_SESSION_BUS_ADDRESS": f"unix:path={bench.home}/no_bus"}, (8,))
    pid = daemon()
    os.kill(pid, signal.SIGSTOP)
    try:
        require_status(bench.keyring, (6, 8, 12))
    finally:
        os.kill(pid, signal.SIGCONT)
    bench.fedauth(bench.file, "store", "lock")
    require_status({**bench.file, "FEDAUTH_STORE_PASSPHRASE": ""}, (12,))
    bench.fedauth(bench.file, "store", "unlock", "--for", "30m")
    return f"{slowest:.2f} s"


def survivals(bench, count=5):
    """Counts how often the keyring service survives: it is frozen until fedauth gives up, then asked again."""
    lived = 0
    for _ in range(count):
        pid = daemon()
        os.kill(pid, signal.SIGSTOP)
        try:
            subprocess.run([bench.binary, "store", "get", "x"], env=bench.keyring, capture_output=True, check=False)
        finally:
            os.kill(pid, signal.SIGCONT)
        bench.fedauth(bench.keyring, "store", "list")
        lived += daemon() == pid
    return f"{lived} of {count}"


def sizes(bench):
    """Writes values of several sizes and reads them back, with both back ends."""
    exact = tried = 0
    for size in (0, 1, 63, 64, 8191, 8192, 8193, 65536, 65537, 1 << 20, 16 << 20):
        content = os.urandom(size)
        for environment in (bench.file, bench.keyring):
            tried += 1
            bench.fedauth(environment, "store", "put", "size", "--empty", content=content)
            exact += bench.fedauth(environment, "store", "get", "size") == content
    for environment in (bench.file, bench.keyring):
        bench.fedauth(environment, "store", "delete", "size")
    return f"{exact} of {tried} sizes"
