"""A separate home for an attack, the program under attack in it, and the result lines."""
import ctypes
import os
import shutil
import subprocess
import sys
import tempfile
import threading

PASSPHRASE = "correct horse"
DAMAGED, WRONG_PASSPHRASE, UNAVAILABLE, NOT_FOUND = 14, 13, 8, 10


class Violation(Exception):
    """An event that must never happen, with the data to reproduce it."""


class Home:
    """Scratch folders for all files of fedauth, and the encrypted file as its store."""

    def __init__(self, binary, path=None):
        self.binary = binary
        self.path = path or tempfile.mkdtemp(prefix="fedauth-torture-")
        os.chmod(self.path, 0o700)
        os.makedirs(self.path + "/run", 0o700, exist_ok=True)
        self.data = self.path + "/data/fedauth"
        self.store = self.data + "/store"
        self.config = self.path + "/config/fedauth/config.toml"
        self.state = self.path + "/state/fedauth"
        self.environment = {
            "HOME": self.path, "XDG_RUNTIME_DIR": self.path + "/run", "XDG_CONFIG_HOME": self.path + "/config",
            "XDG_DATA_HOME": self.path + "/data", "XDG_STATE_HOME": self.path + "/state", "LANG": "C.UTF-8",
            "PATH": os.environ.get("PATH", "/usr/bin:/bin"), "FEDAUTH_STORE": "file",
            "FEDAUTH_STORE_PASSPHRASE": PASSPHRASE, "SWIFT_BACKTRACE": "enable=no",
        }

    def __enter__(self):
        return self

    def __exit__(self, *_):
        forget_keys(self.store)
        shutil.rmtree(self.path, ignore_errors=True)

    def words(self, *words):
        return [self.binary, *words]

    def start(self, *words, adding=None, **options):
        """Starts fedauth with pipes."""
        return subprocess.Popen(
            self.words(*words), env={**self.environment, **(adding or {})}, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)

    def run(self, *words, value=b"", adding=None, **options):
        """Runs fedauth and returns (status, stdout, stderr); a signal gives a negative status."""
        child = self.start(*words, adding=adding, **options)
        try:
            output, errors = child.communicate(value, timeout=120)
        except subprocess.TimeoutExpired:
            child.kill()
            raise Violation(f"{' '.join(words)} hangs") from None
        return child.returncode, output, errors.decode(errors="replace")

    def expect(self, *words, value=b"", status=0):
        """Runs a command that must end with `status`, and returns its output."""
        got, output, errors = self.run(*words, value=value)
        if got != status:
            raise Violation(f"'{' '.join(words)}' ended with {got} instead of {status}: {errors.strip()}")
        return output

    def get(self, name):
        """Returns the value, or None if there is no such entry. Any other result is a violation."""
        status, output, errors = self.run("store", "get", name)
        if status == NOT_FOUND:
            return None
        if status != 0:
            raise Violation(f"'{name}' cannot be read: {status} {errors.strip()}")
        return output

    def unlock(self):
        self.expect("store", "unlock", "--for", "1h")

    def leftovers(self):
        """Returns the files in the store's folder that a finished write does not leave."""
        names = os.listdir(self.data) if os.path.isdir(self.data) else []
        return sorted(set(names) - {"store", "store.prev", "store.lock", "blobs"})


def forget_keys(store):
    """Removes the data of a store from the user's keyring in the kernel (keyctl_search(3), keyctl_unlink(3))."""
    try:
        with open(store, "rb") as file:
            identifier = file.read(40)[24:].hex()
    except OSError:
        return
    if os.uname().machine not in ("x86_64", "aarch64"):
        return
    number = 250 if os.uname().machine == "x86_64" else 219
    library = ctypes.CDLL(None)
    for kind in ("key", "seen"):
        key = library.syscall(number, 10, -4, b"user", f"fedauth:{kind}:{identifier}".encode(), 0)
        if key > 0:
            library.syscall(number, 9, key, -4, 0, 0)


def library(folder):
    """Compiles faults.c, and checks that it intercepts calls between a program and the C library."""
    path = folder + "/faults.so"
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "faults.c")
    subprocess.run(["cc", "-O1", "-Wall", "-shared", "-fPIC", "-o", path, source, "-ldl"], check=True)
    return path


def in_parallel(workers, cases, check_case):
    """Runs every case, a few at a time, each worker with its own number; the first violation ends the run."""
    cases, lock, failures = iter(cases), threading.Lock(), []

    def work(number):
        while not failures:
            with lock:
                case = next(cases, None)
            if case is None:
                return
            try:
                check_case(number, case)
            except Exception as error:  # pylint: disable=broad-except
                failures.append(error)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(workers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]


def say(name, text):
    print(f"{name:22} {text}", flush=True)


def complain(name, text):
    print(f"{name:22} VIOLATION: {text}", file=sys.stderr, flush=True)
