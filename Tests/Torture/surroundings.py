"""Checks what other processes can read of a running process, and what its children get."""
import os
import time

import needle
from harness import Home, Violation


def look(binary):
    with Home(binary) as home:
        passphrase, value = needle.make(), needle.make()
        home.environment["FEDAUTH_STORE_PASSPHRASE"] = passphrase
        # It waits for the rest of its input, so that the test can inspect it.
        child = home.start("store", "put", "it")
        child.stdin.write(value.encode())
        child.stdin.flush()
        wait_for(lambda: waits(child.pid), "it does not come to read its input")
        kept = look_at(child.pid, passphrase, value)
        child.stdin.close()
        errors = child.stderr.read().decode(errors="replace")
        if child.wait() != 0:
            raise Violation(f"store put: {errors.strip()}")
        # The program for prompts gets neither secret.
        home.environment["FEDAUTH_STORE_PASSPHRASE"] = ""
        askpass = home.path + "/askpass"
        with open(askpass, "w", encoding="ascii") as file:
            file.write(
                f"#!/bin/sh\ncat /proc/$$/environ /proc/$$/cmdline /proc/$PPID/cmdline >{home.path}/told\n"
                f"ls -l /proc/self/fd >{home.path}/inherited\ncat {home.path}/secret\n")
        os.chmod(askpass, 0o700)
        with open(home.path + "/secret", "w", encoding="ascii") as file:
            file.write(passphrase)
        home.expect("store", "lock")
        status, output, errors = home.run(
            "store", "get", "it", adding={"FEDAUTH_ASKPASS": askpass, "FEDAUTH_STORE_PASSPHRASE": ""},
            start_new_session=True)
        if status != 0 or output != value.encode():
            raise Violation(f"askpass: {status} {errors.strip()}")
        with open(home.path + "/told", "rb") as file:
            told = file.read()
        if needle.found(passphrase, told) or needle.found(value, told):
            raise Violation("a child is told a secret")
        if b"HOME=" not in told:
            raise Violation("the child's environment was not seen")
        check_inherited(home)
        hand_over(home)
        return f"environ {kept}, cmdline clean; programs get their three streams and no secret"


def hand_over(home):
    """Passes the passphrase by a descriptor and runs a program afterwards, which must not read it there again."""
    home.expect("store", "lock")
    tool = home.path + "/bin/xclip"
    os.mkdir(home.path + "/bin")
    with open(tool, "w", encoding="ascii") as file:
        file.write(
            '#!/bin/sh\ncd "$HOME" || exit 1\nls -l /proc/self/fd >inherited\n'
            'case "$*" in *-in) exec cat >clipboard ;; esac\nexec cat clipboard\n')
    os.chmod(tool, 0o700)
    os.unlink(home.path + "/inherited")
    descriptor = os.open(home.path + "/secret", os.O_RDONLY)
    try:
        status, _, errors = home.run(
            "store", "get", "it", "--clip", "--for", "1s", "--store-passphrase-fd", str(descriptor),
            adding={"DISPLAY": ":0", "PATH": home.path + "/bin:/usr/bin:/bin", "FEDAUTH_STORE_PASSPHRASE": ""},
            pass_fds=(descriptor,))
    finally:
        os.close(descriptor)
    if status != 0:
        raise Violation(f"a passphrase by descriptor: {status} {errors.strip()}")
    check_inherited(home)


def check_inherited(home):
    with open(home.path + "/inherited", encoding="utf-8", errors="replace") as file:
        lines = [line for line in file.read().splitlines() if " -> " in line]
    if len(lines) < 3:
        raise Violation("what a child inherits was not seen")
    # The fourth descriptor is the folder that ls(1) reads.
    extra = [line for line in lines
             if int(line.rpartition(" -> ")[0].split()[-1]) > 2 and not line.endswith("/fd")]
    if extra:
        raise Violation(f"a child inherits more than its streams: {extra}")


def waits(pid):
    try:
        with open(f"/proc/{pid}/wchan", encoding="ascii") as file:
            channel = file.read()
        with open(f"/proc/{pid}/stat", encoding="ascii") as file:
            state = file.read().rpartition(")")[2].split()[0]
        with open(f"/proc/{pid}/cmdline", "rb") as file:
            started = b"store" in file.read()
        return started and state == "S" and ("pipe" in channel or channel in ("0", ""))
    except OSError:
        return False


def look_at(pid, passphrase, value):
    with open(f"/proc/{pid}/cmdline", "rb") as file:
        if any(needle.found(secret, file.read()) for secret in (passphrase, value)):
            raise Violation("a secret is in the command line")
    try:
        # The pipe may exist before fedauth's first line runs, so wait until it has removed the variable.
        for _ in range(100):
            with open(f"/proc/{pid}/environ", "rb") as file:
                if not needle.found(passphrase, file.read()):
                    return "without the passphrase while it runs"
            time.sleep(0.02)
        raise Violation("the passphrase stays in /proc/PID/environ")
    except PermissionError:
        return "unreadable while it runs"


def wait_for(is_true, complaint):
    for _ in range(1000):
        if is_true():
            return
        time.sleep(0.01)
    raise Violation(complaint)
