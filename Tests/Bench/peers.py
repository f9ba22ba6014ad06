"""The measured commands: fedauth with both back ends, and other programs for the same task."""
import os
import shutil
import subprocess

from measuring import Row

PASSPHRASE = "bench"
MEBIBYTE = 1 << 20


class Bench:
    """A home directory with everything set up: both back ends of fedauth, keyring, pass and age."""

    def __init__(self, binary, home):
        self.binary, self.home, self.recipient = binary, home, ""
        self.usual = {
            "PATH": os.environ["PATH"], "HOME": home, "XDG_RUNTIME_DIR": home + "/run", "LANG": "C.UTF-8",
            "XDG_DATA_HOME": home + "/data", "GNUPGHOME": home + "/gnupg", "PASSWORD_STORE_DIR": home + "/pass",
            "DBUS_SESSION_BUS_ADDRESS": os.environ["DBUS_SESSION_BUS_ADDRESS"],
            "PYTHON_KEYRING_BACKEND": "keyring.backends.SecretService.Keyring",
        }
        self.file = {**self.usual, "FEDAUTH_STORE": "file", "FEDAUTH_STORE_PASSPHRASE": PASSPHRASE}
        self.keyring = {**self.usual, "FEDAUTH_STORE": "keyring"}

    def do(self, *words, content=b"", environment=None):
        result = subprocess.run(
            words, input=content, env=environment or self.usual, capture_output=True, check=False)
        if result.returncode != 0:
            raise SystemExit(f"'{' '.join(words)}' ended with {result.returncode}: {result.stderr.decode()}")
        return result.stdout

    def fedauth(self, environment, *words, content=b""):
        return self.do(self.binary, *words, content=content, environment=environment)

    def prepare(self):
        self.do("gnome-keyring-daemon", "--unlock", "--components=secrets", content=b"bench")
        for environment in (self.file, self.keyring):
            self.fedauth(environment, "store", "put", "x", content=b"a value")
        self.fedauth(self.file, "store", "unlock", "--for", "30m")
        self.do("secret-tool", "store", "--label=x", "service", "bench", "username", "x", content=b"a value")
        if shutil.which("pass"):
            self.prepare_pass()
        if shutil.which("keyring"):
            self.do("keyring", "set", "bench", "x", content=b"a value\n")
        if shutil.which("age"):
            self.prepare_age()

    def prepare_pass(self):
        os.makedirs(self.home + "/gnupg", 0o700)
        self.do("gpg", "--batch", "--passphrase", "", "--quick-generate-key", "bench@example.org", "default", "default", "never")
        self.do("pass", "init", "bench@example.org")
        self.do("pass", "insert", "-m", "x", content=b"a value\n")

    def prepare_age(self):
        self.do("age-keygen", "-o", self.home + "/age.key")
        self.recipient = self.do("age-keygen", "-y", self.home + "/age.key").decode().strip()
        self.do("age", "-r", self.recipient, "-o", self.home + "/x.age", content=b"a value")
        typed = Row("", ["age", "-p", "-o", self.home + "/p.age", self.value_file("small", 16)], self.usual,
                    typed=b"bench passphrase\nbench passphrase\n")
        typed.run()

    def value_file(self, name, size):
        path = f"{self.home}/{name}"
        with open(path, "wb") as file:
            file.write(os.urandom(size))
        return path

    def small(self):
        """Returns the rows for everyday commands."""
        valgrind = True
        rows = [
            Row("fedauth --version", [self.binary, "--version"], self.usual, counted=valgrind),
            Row("fedauth status, no session", [self.binary, "status"], self.file, counted=valgrind, status=10),
            Row("git --version", ["git", "--version"], self.usual, counted=valgrind),
            Row("curl --version", ["curl", "--version"], self.usual, counted=valgrind),
            Row("get: fedauth, file", [self.binary, "store", "get", "x"], self.file, counted=valgrind),
            Row("get: fedauth, keyring", [self.binary, "store", "get", "x"], self.keyring, counted=valgrind),
            Row("get: secret-tool", ["secret-tool", "lookup", "service", "bench", "username", "x"], self.usual),
            Row("get: python keyring", ["keyring", "get", "bench", "x"], self.usual, share=4),
            Row("get: pass", ["pass", "show", "x"], self.usual),
            Row("get: age, key file", ["age", "-d", "-i", self.home + "/age.key", self.home + "/x.age"], self.usual),
            Row("put: fedauth, file", [self.binary, "store", "put", "y"], self.file, b"another"),
            Row("put: fedauth, keyring", [self.binary, "store", "put", "y"], self.keyring, b"another"),
            Row("put: secret-tool", ["secret-tool", "store", "--label=y", "service", "bench", "username", "y"],
                self.usual, b"another"),
            Row("put: python keyring", ["keyring", "set", "bench", "y"], self.usual, b"another\n", share=4),
            Row("put: pass", ["pass", "insert", "-f", "-m", "y"], self.usual, b"another\n"),
            Row("first unlock, 2^17: fedauth, file", [self.binary, "store", "get", "x"], self.file, share=4,
                before=lambda: self.fedauth(self.file, "store", "lock")),
            Row("first unlock, 2^18: age -d, passphrase", ["age", "-d", "-o", "/dev/null", self.home + "/p.age"],
                self.usual, typed=b"bench passphrase\n", share=4),
        ]
        return installed(rows)

    def searches(self, count):
        """Returns the rows for searches through `count` entries."""
        return [
            Row(f"list of {count}: fedauth, file", [self.binary, "store", "list"], self.file),
            Row(f"list of {count}: fedauth, keyring", [self.binary, "store", "list"], self.keyring),
            Row(f"list of {count}: secret-tool search", ["secret-tool", "search", "--all", "service", "search"], self.usual),
        ]

    def fill(self, first, last):
        """Stores the entries with the numbers `first` to `last` in each store."""
        for number in range(first, last + 1):
            for environment in (self.file, self.keyring):
                self.fedauth(environment, "store", "put", f"search/{number}", content=b"value")
            self.do("secret-tool", "store", "--label=s", "service", "search", "username", str(number), content=b"value")

    def start_over(self):
        """Removes the entries of the other rows, so that a search sees exactly the number of entries in its name."""
        for name in ("x", "y"):
            for environment in (self.file, self.keyring):
                self.fedauth(environment, "store", "delete", name)

    def large(self, mebibytes):
        """Returns the rows for values of this many MiB. secret-tool truncates them to 8192 bytes."""
        size = f"{mebibytes} MiB"
        path = self.value_file(f"large{mebibytes}", mebibytes * MEBIBYTE)
        with open(path, "rb") as file:
            content = file.read()
        out = self.home + "/out.age"
        rows = []
        for name, environment in (("file", self.file), ("keyring", self.keyring)):
            rows.append(Row(f"put {size}: fedauth, {name}", [self.binary, "store", "put", "l"], environment, content))
            rows.append(Row(f"get {size}: fedauth, {name}", [self.binary, "store", "get", "l"], environment))
        rows.append(Row(f"put {size}: pass", ["pass", "insert", "-f", "-m", "l"], self.usual, content))
        rows.append(Row(f"get {size}: pass", ["gpg", "-q", "-d", self.home + "/pass/l.gpg"], self.usual))
        rows.append(Row(f"put {size}: age, key file", ["age", "-r", self.recipient, "-o", out], self.usual, content))
        rows.append(Row(f"get {size}: age, key file", ["age", "-d", "-i", self.home + "/age.key", out], self.usual))
        return installed(rows)


def installed(rows):
    """Returns the rows of the programs that this machine has."""
    return [row for row in rows if shutil.which(row.words[0])
            and ("pass" not in row.name.split(": ")[-1].split() or shutil.which("pass"))]
