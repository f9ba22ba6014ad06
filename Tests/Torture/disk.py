"""Writes to a disk of 96 KiB until it is full."""
import os
import subprocess
import sys
import tempfile

from harness import Home, Violation

INSIDE = "inside-the-mount-namespace"


def attack(binary, rounds, _chance):
    """Mounts in a separate namespace; users other than root get one in which they are root."""
    mount = ["unshare", "--mount", *([] if os.geteuid() == 0 else ["--user", "--map-root-user"])]
    # In a chroot, the root is not a mount point, so its propagation cannot be changed.
    ways = [mount, [*mount, "--propagation", "unchanged"]]
    namespace = next(
        (way for way in ways if subprocess.run([*way, "true"], capture_output=True, check=False).returncode == 0), None)
    if namespace is None:
        if os.geteuid() == 0:
            raise Violation("root cannot make a mount namespace here")
        if os.environ.get("CI"):
            raise Violation("this system gives no mount namespaces to users, and CI must")
        return "NOT DONE: this system gives no mount namespaces to users; FaultTests stand in"
    result = subprocess.run(
        [*namespace, sys.executable, os.path.join(os.path.dirname(os.path.abspath(__file__)), "torture"), binary,
         str(rounds), "0", INSIDE], capture_output=True, text=True, check=False)
    if result.returncode != 0:
        raise Violation(result.stderr.strip().partition("harness.Violation: ")[2] or result.stderr)
    return result.stdout.strip()


def inside(binary, rounds):
    texts = [fill(binary, size) for size in ((300, 5_000, 20_000) if rounds >= 500 else (5_000,))]
    print("; ".join(texts))


def fill(binary, size):
    folder = tempfile.mkdtemp(prefix="fedauth-torture-")
    try:
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=96k,mode=700", "none", folder], check=True)
        with Home(binary, folder) as home:
            home.expect("store", "put", "first", value=b"first")
            home.unlock()
            kept = 0
            while True:
                status, _, errors = home.run("store", "put", f"big/{kept}", value=value(kept, size))
                if status != 0:
                    break
                kept += 1
                if kept > 2000:
                    raise Violation("the disk does not fill up")
            if status != 1 or "no space" not in errors:
                raise Violation(f"a full disk gives status {status}: {errors.strip()}")
            check(home, kept, size)
            # A delete must work on a full disk, beginning with the entry that frees the least.
            for number in range(kept):
                home.expect("store", "delete", f"big/{number}")
                if home.get(f"big/{number}") is not None:
                    raise Violation("a deleted entry is still there")
            home.expect("store", "put", "first", value=b"second")
            home.expect("store", "verify")
            return f"{kept} values of {size} bytes kept, the next refused, all deleted"
    finally:
        subprocess.run(["umount", folder], check=False)
        os.rmdir(folder)


def value(number, size):
    return (f"{number} ".encode() * size)[:size]


def check(home, kept, size):
    if home.get("first") != b"first":
        raise Violation("the first entry is lost")
    for number in range(kept):
        if home.get(f"big/{number}") != value(number, size):
            raise Violation(f"acknowledged value {number} of {kept} is lost on a full disk")
    if home.run("store", "verify")[0] != 0:
        raise Violation("the store does not verify on a full disk")
