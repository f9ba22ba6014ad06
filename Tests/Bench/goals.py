"""The table of goals: what is measured, a peer's value and fedauth's, their ratio, the goal, and whether it is met."""
import json
import os
import re
import subprocess
import sys

from measuring import Row, measure

FOLDER = os.path.dirname(os.path.abspath(__file__))
# A ratio that is worse than its goal by more than this fails the run.
TOLERANCE = 1.1
PAGE_BYTES = 3_700_000


class Line:
    """A line of the table. A ratio has a goal as a number; other values have a goal in words."""

    def __init__(self, measure_, peer, fedauth, goal, ratio=None, limit=None, met=None):
        self.measure, self.peer, self.fedauth, self.goal = measure_, peer, fedauth, goal
        self.ratio, self.limit = ratio, limit
        self.met = met if met is not None else ratio <= limit if limit is not None else is_met(goal, fedauth)

    @property
    def is_failure(self):
        return self.ratio is not None and self.ratio > self.limit * TOLERANCE

    def columns(self):
        return [self.measure, self.peer, self.fedauth, "" if self.ratio is None else f"{self.ratio:.2f}", self.goal,
                "yes" if self.met else "no"]


def is_met(goal, value):
    """Compares `<= 10 ms, 40 MiB` with `7.1 ms, 33 MiB`, `all` with `7 of 7`, and `5 of 5` with the same."""
    counts = re.search(r"(\d+) of (\d+)", value)
    if goal.startswith("all"):
        return counts[1] == counts[2] if counts else "NOT MET" not in value
    if goal.startswith("<="):
        pairs = zip(re.findall(r"[0-9.]+", goal), re.findall(r"[0-9.]+", value))
        return "NOT MET" not in value and all(float(own) <= float(limit) for limit, own in pairs)
    if " to " in goal:
        return bool(counts) and counts[1] == counts[2]
    return value == goal


def compared(name, ours, peer, limit, what="median", unit="ms"):
    """Returns the line for the ratio of two rows."""
    own, other = getattr(ours, what), getattr(peer, what)
    counts = [row.instructions() for row in (peer, ours)]
    texts = [f"{value:.1f} {unit}" + (f", {count} M instr." if count else "") for value, count in zip((other, own), counts)]
    return Line(name, f"{peer.name.partition(': ')[2]}: {texts[0]}", texts[1], f"<= {limit}", own / other, limit)


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

    def __init__(self, bench, base):
        self.bench, self.base = bench, base
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
        self.credential(rounds)
        self.sign_in(max(5, rounds // 2))
        self.large_pages(max(3, rounds // 8))
        self.many_entries(max(3, rounds // 4))
        size = os.path.getsize(self.bench.binary) / 1e6
        self.lines.append(Line("size of the stripped binary", "", f"{size:.1f} MB", "<= 15 MB"))
        return self.lines

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
            Line("Tab: a command", "", self.text(own["tab"]), "<= 5 ms"),
            Line("an unknown option is named", "", self.text(wrong), "<= 36 ms"),
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
        for count in (10, 100, 1000, 10_000):
            self.import_entries(before, count)
            before = count
            get = self.own("get", "store", "get", "many/1", environment=self.file)
            put = self.own("put", "store", "put", "many/1", environment=self.file, content=b"another")
            tab = self.own("tab", "---complete", "bash", "fedauth store get many/", environment=self.file, counted=True)
            measure([get, put, tab], rounds)
            self.entries.append((count, get.median, put.median, tab.median))
        self.lines.append(Line("Tab: an entry among 10,000", "", self.text(tab), "<= 60 ms"))

    def import_entries(self, first, last):
        path = f"{self.bench.home}/entries"
        head = {"format": "fedauth store export", "version": 1, "created": 0, "entries": last - first}
        with open(path, "w", encoding="utf-8") as file:
            file.write(json.dumps(head) + "\n")
            for number in range(first, last):
                file.write(json.dumps({"name": f"many/{number}", "value": f"value {number}"}) + "\n")
        self.bench.fedauth(self.file, "store", "import", "--plaintext", path)


def show(lines):
    """Prints the table."""
    rows = [["measure", "peer", "fedauth", "ratio", "goal", "met"]] + [line.columns() for line in lines]
    widths = [max(len(row[column]) for row in rows) for column in range(6)]
    for row in rows:
        print("  ".join(text.ljust(width) for text, width in zip(row, widths)).rstrip())
