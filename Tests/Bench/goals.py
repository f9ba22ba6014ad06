"""The table of goals: what is measured, a peer's value and fedauth's, their ratio, the goal, and whether it is met."""
import json
import os
import subprocess
import sys
import time

from lines import Line, compared
from measuring import Call, Row, measure

FOLDER = os.path.dirname(os.path.abspath(__file__))
PAGE_BYTES = 3_700_000


class Site:
    """Runs site.py as long as the `with` block."""

    def __enter__(self):
        self.process = subprocess.Popen(
            [sys.executable, os.path.join(FOLDER, "site.py")], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        return f"http://127.0.0.1:{self.process.stdout.readline().strip()}"

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait()


class Goals:
    """The rows of the goals that bars.py does not have."""

    def __init__(self, bench, base, small):
        self.bench, self.base = bench, base
        self.small = {row.name: row for row in small}
        # As users have it: the store was chosen before, and is unlocked. It has no entries of the other rows.
        self.plain = {key: value for key, value in bench.usual.items() if key != "DBUS_SESSION_BUS_ADDRESS"}
        self.plain["XDG_DATA_HOME"] = bench.home + "/goals"
        self.file = {**bench.file, "XDG_DATA_HOME": bench.home + "/goals"}
        bench.fedauth(self.file, "store", "put", "x", content=b"a value")
        bench.fedauth(self.file, "store", "unlock", "--for", "1h")
        self.lines, self.starts, self.pages, self.entries = [], [], [], []

    def own(self, name, *words, **keywords):
        return Row(name + ": fedauth", [self.bench.binary, *words], keywords.pop("environment", self.plain), **keywords)

    def run(self, rounds):
        """Measures everything and returns the lines."""
        self.start_up(rounds)
        self.stored()
        self.credential(rounds)
        self.programs(rounds)
        self.sign_in(max(5, rounds // 2))
        self.exports(rounds)
        self.large_pages(max(3, rounds // 8))
        self.many_entries(max(3, rounds // 4))
        size = os.path.getsize(self.bench.binary) / 1e6
        self.lines.append(Line("size of the stripped binary", "", f"{size:.1f} MB", "<= 15 MB"))
        return self.lines

    def stored(self):
        """Adds the lines for a stored value; the rows were measured before."""
        peer = self.small.get("get: secret-tool")
        for name, limit in (("file", 0.35), ("keyring", 0.7)):
            self.lines.append(compared(f"store get, {name}", self.small[f"get: fedauth, {name}"], peer, limit))

    def start_up(self, rounds):
        peers = {name: Row(f"start: {' '.join(words)}", list(words), self.bench.usual, counted=True)
                 for name, words in (("curl", ("curl", "--version")), ("git", ("git", "--version")),
                                     ("help", ("curl", "--help", "all")))}
        own = {name: self.own(name, *words, counted=True)
               for name, words in (("version", ("--version",)), ("help", ("help",)), ("help login", ("help", "login")),
                                   ("tab", ("---complete", "bash", "fedauth lo")), )}
        wrong = self.own("wrong", "store", "get", "x", "--bogus", counted=True, status=2)
        measure([*peers.values(), *own.values(), wrong], rounds)
        self.starts = [("fedauth --version", own["version"].median), ("git --version", peers["git"].median),
                       ("curl --version", peers["curl"].median), ("fedauth help", own["help"].median),
                       ("fedauth help login", own["help login"].median), ("curl --help all", peers["help"].median),
                       ("Tab: a command", own["tab"].median)]
        self.lines += [
            compared("--version", own["version"], peers["curl"], 0.3), compared("--version", own["version"], peers["git"], 2),
            compared("help", own["help"], peers["help"], 0.4), compared("help login", own["help login"], peers["help"], 0.4),
            Line("Tab: a command", "", self.text(own["tab"]), "<= 5 ms", own["tab"].fastest),
            Line("an unknown option is named", "", self.text(wrong), "<= 36 ms", wrong.fastest),
        ]

    @staticmethod
    def text(row):
        count = row.instructions()
        return f"{row.median:.1f} ms" + (f", {count} M instr." if count else "")

    def credential(self, rounds):
        request = b"protocol=https\nhost=bench.example.org\n"
        given = request + b"username=ada\npassword=secret\n\n"
        cache = ["git", "credential-cache", "--socket", self.bench.home + "/cache/socket"]
        os.mkdir(self.bench.home + "/cache", 0o700)
        self.bench.do(*cache, "store", content=given)
        self.bench.fedauth(self.file, "credential", "store", content=given)
        own = self.own("credential get", "credential", "get", content=request + b"\n", environment=self.file, counted=True)
        peer = Row("credential get: git credential-cache", [*cache, "get"], self.bench.usual, request + b"\n", counted=True)
        measure([own, peer], rounds)
        self.bench.do(*cache, "exit")
        self.lines.append(compared("git's credential get", own, peer, 3))

    def programs(self, rounds):
        """Adds a line for each answer from a kept session, against a stored value of the same store."""
        cluster = {"cluster": {"server": self.base + "/"}, "interactive": False}
        info = {"apiVersion": "client.authentication.k8s.io/v1", "kind": "ExecCredential", "spec": cluster}
        file = {**self.file, "XDG_DATA_HOME": self.bench.home + "/programs", "KUBERNETES_EXEC_INFO": json.dumps(info)}
        self.bench.fedauth(file, "store", "put", "x", content=b"a value")
        self.bench.fedauth(file, "store", "unlock", "--for", "1h")
        self.bench.fedauth(file, "profile", "add", "api", self.base, "--method", "oauth", "--client-id", "cli", "--scope", "openid")
        self.bench.fedauth(file, "login", "api", "--no-input")
        self.bench.fedauth(file, "profile", "add", "vpn", self.base + "/start", "--finish", self.base + "/done", "--user", "ada")
        self.bench.fedauth(file, "login", "vpn", "--no-input", "--password-stdin", content=b"secret")
        role = "arn:aws:iam::123456789012:role/dev"
        keys = {"name": f"aws/api/{role}", "kind": "aws-keys", "expires": int(time.time()) + 86400, "value": "k" * 900}
        head = {"format": "fedauth store export", "version": 1, "created": 0, "entries": 1}
        path = self.bench.home + "/keys"
        with open(path, "w", encoding="utf-8") as opened:
            opened.write("".join(json.dumps(line) + "\n" for line in (head, keys)))
        self.bench.fedauth(file, "store", "import", "--plaintext", path)
        host = self.base.partition("://")[2]
        asked = f"capability[]=authtype\nprotocol=http\nhost={host}\n\n".encode()
        get = Row("get: store get", [self.bench.binary, "store", "get", "x"], file, counted=True)
        rows = [
            self.own(name, *words.split(), environment=file, counted=True, content=asked if name == "git" else b"")
            for name, words in {
                "token": "token api", "token, ID token": "token api --id-token", "kubectl": "credential kubectl api",
                "kubectl, ID token": "credential kubectl api --id-token", "aws": f"credential aws api --role {role}",
                "git": "credential get", "vpn": "credential vpn vpn --cookie session"}.items()]
        measure([get, *rows], rounds)
        self.lines += [compared(row.name.partition(": ")[0] + ", from a session", row, get, 1.2) for row in rows]

    def sign_in(self, rounds):
        password = self.bench.home + "/password"
        with open(password, "w", encoding="utf-8") as file:
            file.write("secret\n")
        words = ["saml", self.base + "/start", "--finish", self.base + "/done", "--user", "ada", "--password-file", password,
                 "--presenter", "form", "--force", "--no-input", "--quiet"]
        own = self.own("sign-in by form", *words, counted=True)
        curl = Row("sign-in: a script of curl", [FOLDER + "/signin-curl", self.base, self.bench.home + "/jar"], self.bench.usual)
        requests = Row("sign-in: Python requests", [sys.executable, FOLDER + "/signin-requests", self.base], self.bench.usual)
        measure([own, curl, requests], rounds)
        for peer, limit in ((curl, 0.5), (requests, 0.2)):
            self.lines.append(
                compared("sign-in by a form, processor time", own, peer, limit, what="processor_median"))

    def exports(self, rounds):
        """Exports the cookies of the session that `sign_in` has made."""
        peer = self.small["get: secret-tool"]
        lookup = Row("export-cookies: secret-tool lookup", peer.words, peer.environment)
        own = self.own("export-cookies", "export-cookies", counted=True)
        measure([own, lookup], rounds)
        self.lines.append(compared("export-cookies, file", own, lookup, 0.4))
        self.lines.append(Line("export-cookies, memory", "", f"{own.peak_kilobytes() / 1024:.0f} MiB", "<= 12 MiB"))
        script = 'for number in $(seq 100); do "$@" >/dev/null & done; wait'
        own, peer = (Row(f"100 at once: {name}", ["sh", "-c", script, "sh", *row.words], row.environment)
                     for name, row in (("fedauth", own), ("secret-tool lookup", lookup)))
        measure([own, peer], max(3, rounds // 8))
        self.lines.append(compared("100 exports at once", own, peer, 0.7))

    def large_pages(self, rounds):
        rows = []
        for size in (100_000, 500_000, 1_000_000, 2_000_000, PAGE_BYTES):
            words = ["saml", f"{self.base}/page/{size}", "--finish", self.base + "/done", "--presenter", "form", "--no-input",
                     "--force"]
            rows.append((size, self.own(f"page of {size / 1e6} MB", *words, status=4)))
        measure([row for _, row in rows], rounds)
        # The processor time, since a long run is interrupted most.
        self.pages = [(size / 1e6, row.processor_median) for size, row in rows]
        largest = rows[-1][1]
        self.lines += [
            Line("page of 3.7 MB, processor time", "", f"{largest.processor_median / 1000:.2f} s", "<= 0.3 s"),
            Line("page of 3.7 MB, memory", "", f"{largest.peak_kilobytes() / 1024:.0f} MiB", "<= 40 MiB"),
        ]

    def many_entries(self, rounds):
        before = 0
        for count, limit in ((10, None), (100, None), (1000, 6), (10_000, 30)):
            self.import_entries(before, count)
            before = count
            get = self.own("get", "store", "get", "many/1", environment=self.file)
            put = self.own("put", "store", "put", "many/1", environment=self.file, content=b"another", counted=limit)
            tab = self.own("tab", "---complete", "bash", "fedauth store get many/", environment=self.file, counted=True)
            disk = Call("the disk alone", self.replaced_file)
            measure([get, put, tab, disk], rounds)
            self.entries.append((count, get.median, put.median, tab.median))
            if limit:
                self.lines.append(
                    Line(f"durable put among {count:,}", f"the disk alone: {disk.median:.1f} ms", self.text(put),
                         f"<= {limit} ms", put.fastest))
        first, last = self.entries[0][1], self.entries[-1][1]
        self.lines.append(
            Line("get among 10,000", f"among 10: {first:.1f} ms", f"{last:.1f} ms", "<= 1.5", ratio=last / first, limit=1.5))
        self.lines.append(Line("Tab: an entry among 10,000", "", self.text(tab), "<= 60 ms", tab.fastest))

    def replaced_file(self):
        """Replaces a file as `put` does, and with as many bytes, without reading or sealing anything."""
        folder = self.file["XDG_DATA_HOME"] + "/fedauth"
        content = bytes(os.path.getsize(folder + "/store"))
        names = [f"{folder}/bench{suffix}" for suffix in (".tmp", ".prev.tmp", ".prev", "")]
        file = os.open(names[0], os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        os.write(file, content)
        os.fsync(file)
        os.close(file)
        if os.path.exists(names[3]):
            os.link(names[3], names[1])
            os.rename(names[1], names[2])
        os.rename(names[0], names[3])
        file = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        os.fsync(file)
        os.close(file)

    def import_entries(self, first, last):
        path = f"{self.bench.home}/entries"
        head = {"format": "fedauth store export", "version": 1, "created": 0, "entries": last - first}
        with open(path, "w", encoding="utf-8") as file:
            file.write(json.dumps(head) + "\n")
            for number in range(first, last):
                file.write(json.dumps({"name": f"many/{number}", "value": f"value {number}"}) + "\n")
        self.bench.fedauth(self.file, "store", "import", "--plaintext", path)
