"""Checks all system calls of a command (strace(1)): the destinations of secrets, and the descriptors that a child inherits."""
import os
import re
import subprocess

import needle
from harness import Home, Violation

# Calls that create a descriptor, and their close-on-exec flags.
MAKERS = re.compile(
    r"(openat2?|open|creat|socket|socketpair|accept|accept4|pipe|pipe2|dup|dup3|epoll_create1?|eventfd2?|memfd_create"
    r"|inotify_init1?|timerfd_create|signalfd4?|userfaultfd|pidfd_open|fanotify_init)\((.*)\) += (\d+)")
# Swift's runtime opens the first file for the arguments before main, libcrypto the second and libgcrypt the others; all close
# them at once.
LIBRARIES = ('"/proc/self/maps"', '/openssl.cnf"', '/fips_enabled"', '/hwf.deny"')


def look(binary):
    if os.geteuid() != 0:
        return "NOT DONE: of a process that is not dumpable only root's strace(1) sees what its calls are about"
    with Home(binary) as home:
        passphrase, value = needle.make(), needle.make()
        secret = home.path + "/passphrase"
        with open(secret, "w", encoding="ascii") as file:
            file.write(passphrase + "\n")
        home.environment["FEDAUTH_STORE_PASSPHRASE"] = ""
        options = ("--store-passphrase-file", secret)
        askpass = home.path + "/askpass"
        with open(askpass, "w", encoding="ascii") as file:
            file.write(f"#!/bin/sh\ncat {secret}\n")
        os.chmod(askpass, 0o700)
        lines = made = 0
        for words, fed in (
                (("store", "put", "it"), value), (("store", "put", "it"), value), (("store", "get", "it"), ""),
                (("store", "lock"), ""), (("store", "unlock"), ""), (("store", "verify"), ""),
                (("store", "get", "it", "-o", home.path + "/out"), ""), (("store", "lock"), ""),
                (("store", "unlock"), "askpass"), (("store", "delete", "it"), "")):
            asks = fed == "askpass"
            if asks:
                home.environment["FEDAUTH_ASKPASS"] = askpass
            trace = home.path + "/trace"
            result = subprocess.run(
                ["strace", "-f", "-v", "-s", "100000", "-o", trace, binary, *words, *(() if asks else options)], input=fed.encode(),
                env=home.environment, capture_output=True, check=False, start_new_session=True)
            if result.returncode != 0:
                raise Violation(f"{' '.join(words)}: {result.returncode} {result.stderr.decode(errors='replace')}")
            with open(trace, encoding="utf-8", errors="replace") as file:
                calls = file.read().splitlines()
            made += check_calls(calls, words, passphrase, value)
            lines += len(calls)
        return (
            f"{lines} calls: secrets pass only the read and the write meant for them, core limit 0 and not dumpable "
            f"before the first, {made} descriptors all closed by exec")


def check_calls(calls, words, passphrase, value):
    what = " ".join(words)
    limited = dumpable = first = None
    made = 0
    process = calls[0].split()[0]
    for number, line in enumerate(calls):
        if line.split()[0] != process:
            # Ignore the calls of a child, but check its arguments and environment.
            if "execve(" in line and any(needle.found(secret, line.encode()) for secret in (passphrase, value)):
                raise Violation(f"{what}: a child is started with a secret: {line[:160]}")
            continue
        call = line.partition(" ")[2].strip()
        if re.match(r"prlimit64\(0, RLIMIT_CORE, \{rlim_cur=0, rlim_max=[^}]*\}", call):
            limited = limited or number
        if re.match(r"prctl\(PR_SET_DUMPABLE, (SUID_DUMP_DISABLE|0)", call):
            dumpable = dumpable or number
        for name, secret in (("passphrase", passphrase), ("value", value)):
            form = needle.found(secret, call.encode())
            if not form:
                continue
            first = number if first is None else first
            may = call.startswith(("read(", "<... read resumed>")) or (
                name == "value" and "get" in words and re.match(r"write\((1|[0-9]+), ", call) and form in ("plain", "its end"))
            if not may:
                raise Violation(f"{what}: the {name} is in a call, {form}: {call[:160]}")
        maker = MAKERS.match(call)
        if maker:
            made += 1
            if "CLOEXEC" not in maker[2] and not any(path in maker[2] for path in LIBRARIES):
                raise Violation(f"{what}: a child would inherit what this makes: {call[:160]}")
    if limited is None or dumpable is None:
        raise Violation(f"{what}: core limit or PR_SET_DUMPABLE is not set")
    if first is not None and first < max(limited, dumpable):
        raise Violation(f"{what}: a secret is read before core dumps are off: {calls[first][:160]}")
    return made
