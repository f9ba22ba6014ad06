"""Makes each system call of a command fail in turn, in the real program (see faults.c)."""
import os
import shutil
import tempfile

from harness import DAMAGED, NOT_FOUND, PASSPHRASE, WRONG_PASSPHRASE, Home, Violation, in_parallel, library

OLD, NEW = b"old " * 300, b"new " * 500
# The error, and whether it lasts, as on a full disk.
FAULTS = [
    ("EIO", False), ("ENOSPC", False), ("ENOSPC", True), ("EROFS", True), ("EINTR", False), ("short", False),
    ("kill", False),
]
WORKERS = 2
ADDRESSES = ("--authorization-url", "https://sp.example/begin", "--finish", "https://sp.example/end")


class Put:
    """Writes an entry over another one; 'state' returns which of the two can be read afterwards."""

    name = "store put"
    words, value = ("store", "put", "it"), NEW
    streams = True
    # After the new state has its name, only this call can fail, and the result is then uncertain.
    may_be_done_after = ("fsync folder",)

    def prepare(self, home):
        home.expect("store", "put", "other", value=b"untouched")
        home.expect("store", "put", "it", value=OLD)
        home.unlock()

    def restore(self, home):
        home.expect("store", "put", "it", value=OLD)

    def state(self, home):
        if home.get("other") != b"untouched":
            raise Violation("another entry is not as it was")
        return {OLD: "old", NEW: "new"}.get(home.get("it"), "neither")

    def output_is_right(self, status, output):
        return output == b""


class Delete(Put):
    name = "store delete"
    words, value = ("store", "delete", "it"), b""

    def state(self, home):
        if home.get("other") != b"untouched":
            raise Violation("another entry is not as it was")
        return {OLD: "old", None: "new"}.get(home.get("it"), "neither")


class First(Put):
    """Writes the first entry, which creates the store."""

    name = "first store put"

    def prepare(self, home):
        pass

    def restore(self, home):
        shutil.rmtree(home.path + "/data", ignore_errors=True)
        shutil.rmtree(home.path + "/state", ignore_errors=True)

    def state(self, home):
        return {None: "old", NEW: "new"}.get(home.get("it"), "neither")


class Get(Put):
    """Reads the complete value or fails."""

    name = "store get"
    words, value = ("store", "get", "it"), b""

    def restore(self, home):
        pass

    def state(self, home):
        return "new" if home.get("it") == OLD else "neither"

    def output_is_right(self, status, output):
        return output == OLD if status == 0 else OLD.startswith(output)


class Recover(Put):
    """Restores the earlier state when the header is lost. Until it is in place, the loss is reported."""

    name = "store recover"
    words, value = ("store", "recover"), b""

    def prepare(self, home):
        super().prepare(home)
        home.expect("store", "put", "it", value=NEW)
        home.kept = {}
        for name in ("store", "store.prev"):
            with open(f"{home.data}/{name}", "rb") as file:
                home.kept[name] = file.read()

    def restore(self, home):
        shutil.rmtree(home.data)
        os.mkdir(home.data, 0o700)
        for name, content in home.kept.items():
            with open(f"{home.data}/{name}", "wb") as file:
                file.write(content)
        home.expect("store", "accept-older")
        with open(home.store, "r+b") as file:
            file.write(b"rotten")

    def state(self, home):
        status, output, errors = home.run("store", "get", "it")
        if status == DAMAGED:
            return "old"
        # Unreadable entries are not restored, but named.
        named = home.printed.split()
        if (status, output) in ((0, OLD), (NOT_FOUND, b"")) and (status == 0 or b"it" in named):
            if home.get("other") == b"untouched" or b"other" in named:
                return "new"
        raise Violation(f"the state after it: {status} {output[:40]} {errors.strip()}")

    def output_is_right(self, status, output):
        return True


class Rekey(Put):
    """Changes the passphrase and the data key; at any moment, one of both passphrases opens everything."""

    name = "store rekey"
    words, value = ("store", "rekey", "--full", "--cost", "15", "--new-passphrase-file"), b""
    # After the new state has its name, the old passphrase no longer works; fedauth reports if it could not remove the earlier
    # state.
    may_be_done_after = ("fsync folder", "unlinkat")

    def prepare(self, home):
        super().prepare(home)
        for name, text in (("old", PASSPHRASE), ("new", "battery staple")):
            with open(f"{home.path}/{name}-passphrase", "w", encoding="utf-8") as file:
                file.write(text)
        self.new = {"FEDAUTH_STORE_PASSPHRASE": "battery staple"}

    def words_in(self, home):
        return (*self.words, home.path + "/new-passphrase")

    def restore(self, home):
        home.expect(*self.words, home.path + "/old-passphrase")

    def state(self, home):
        opened = []
        for adding in ({}, self.new):
            # Lock it, because a successful open also opens the store for the next command.
            home.expect("store", "lock")
            status, output, _ = home.run("store", "get", "it", adding=adding)
            opened.append(status == 0)
            if status not in (0, WRONG_PASSPHRASE) or output not in (b"", OLD):
                raise Violation(f"an entry is not as it was ({status})")
        home.run("store", "unlock", adding=self.new if opened[1] else {})
        if home.get("other") != b"untouched":
            raise Violation("another entry is not as it was")
        return {(True, False): "old", (False, True): "new"}.get(tuple(opened), "neither")


class Import(Put):
    """Imports three entries: all of them or none."""

    name = "store import"
    # The command prints its result; fedauth reports a failed write.
    may_be_done_after = ("fsync folder", "write stdout")
    words, value = ("store", "import", "--plaintext"), b"".join(
        line.encode() + b"\n" for line in (
            '{"format":"fedauth store export","version":1,"entries":3}', '{"name":"a","value":"1"}',
            '{"name":"b","value":"2"}', '{"name":"it","value":"3"}'))

    def prepare(self, home):
        super().prepare(home)
        home.expect("store", "delete", "it")

    def restore(self, home):
        home.expect("store", "delete", "--if-exists", "a", "b", "it")
        home.expect("store", "put", "other", value=b"untouched")

    def state(self, home):
        if home.get("other") != b"untouched":
            raise Violation("another entry is not as it was")
        there = tuple(home.get(name) for name in ("a", "b", "it"))
        return {(None, None, None): "old", (b"1", b"2", b"3"): "new"}.get(there, "neither")

    def output_is_right(self, status, output):
        # A process that is killed while it prints has printed a part of the names.
        names = b"a\nb\nit\n"
        return output == names if status == 0 else names.startswith(output)


class Profile:
    """Adds lines to config.toml."""

    name = "profile add"
    words, value = ("profile", "add", "second", *ADDRESSES), b""
    streams = False
    may_be_done_after = ()

    def prepare(self, home):
        home.expect("profile", "add", "first", *ADDRESSES)
        with open(home.config, "rb") as file:
            self.old = file.read()
        home.expect(*self.words)
        with open(home.config, "rb") as file:
            self.new = file.read()

    def restore(self, home):
        with open(home.config, "wb") as file:
            file.write(self.old)
        if b"first" not in home.expect("profile", "list"):
            raise Violation("the profile from before is gone")

    def state(self, home):
        with open(home.config, "rb") as file:
            return {self.old: "old", self.new: "new"}.get(file.read(), "neither")

    def output_is_right(self, status, output):
        return True


def attack(binary, rounds, chance):
    is_full = rounds >= 500
    with tempfile.TemporaryDirectory(prefix="fedauth-torture-") as folder:
        between = library(folder)
        done, unsure, retried = [], 0, 0
        for target in (Put(), Delete(), First(), Get(), Recover(), Rekey(), Import(), Profile()):
            homes = [Home(binary) for _ in range(WORKERS)]
            try:
                for home in homes:
                    target.prepare(home)
                    if not isinstance(target, Get):
                        target.restore(home)
                calls = run(homes[0], target, between, "EIO", 0, False)[1]
                if len(calls) < 5:
                    raise Violation(f"{target.name}: the library does not see its calls ({calls})")
                target.restore(homes[0])
                cases = [
                    (fault, step) for fault in FAULTS for step, call in enumerate(calls, 1) if applies(fault[0], call)]
                is_slow = isinstance(target, (First, Rekey))
                if is_slow:
                    # Each case opens the store by its passphrase, which is slow by design.
                    cases = [case for case in cases if case[0][0] in ("EIO", "kill")]
                if not is_full:
                    cases = chance.sample(cases, min(len(cases), 3 if is_slow else 12))
                counts = {"unsure": 0, "retried": 0}
                in_parallel(
                    WORKERS, cases, lambda number, case, homes=homes, target=target, counts=counts: check_case(
                        homes[number], target, between, case, counts))
                done.append(f"{target.name} {len(cases)} faults at {len(calls)} calls")
                unsure += counts["unsure"]
                retried += counts["retried"]
            finally:
                for home in homes:
                    home.__exit__()
        return f"{', '.join(done)}; EINTR and short calls carried on {retried} times; refused, yet in place: {unsure}"


def applies(fault, call):
    """Returns whether a call can fail in this way: looking at a file is never interrupted or short."""
    verb = call.split()[0]
    if fault == "short":
        return verb in ("read", "pread", "write")
    return fault != "EINTR" or verb in ("open", "create", "read", "pread", "write", "fsync", "flock", "close")


def run(home, target, between, fault, step, lasting):
    log = home.path + "/log"
    if os.path.exists(log):
        os.unlink(log)
    adding = {
        "LD_PRELOAD": between, "TORTURE_FAULT": fault, "TORTURE_AT": str(step), "TORTURE_FOLDER": home.path,
        "TORTURE_LOG": log,
    }
    if lasting:
        adding["TORTURE_LASTING"] = "1"
    if target.streams:
        adding["TORTURE_STREAMS"] = "1"
    words = target.words_in(home) if isinstance(target, Rekey) else target.words
    outcome = home.run(*words, value=target.value, adding=adding)
    with open(log, encoding="utf-8") as file:
        return outcome, file.read().splitlines()


def check_case(home, target, between, case, counts):
    (fault, lasting), step = case
    (status, output, errors), calls = run(home, target, between, fault, step, lasting)
    call = calls[step - 1] if step <= len(calls) else "none"
    where = f"{target.name}: {fault}{' from then on' if lasting else ''} at call {step}, {call}"
    if status < 0 and not (status == -9 and fault == "kill"):
        raise Violation(f"{where}: ended by signal {-status}")
    if status > 0 and not errors.startswith("fedauth: "):
        raise Violation(f"{where}: no message but '{errors.strip()}'")
    if not target.output_is_right(status, output):
        raise Violation(f"{where}: printed {output[:40]}")
    home.printed = output
    try:
        state = target.state(home)
    except Violation as violation:
        raise Violation(f"{where}: {violation}") from None
    if state == "neither":
        raise Violation(f"{where}: neither the old nor the new state is there (status {status})")
    if status == 0 and state != "new":
        raise Violation(f"{where}: acknowledged, and not there")
    if status > 0 and state == "new" and not isinstance(target, Get):
        # If the output cannot be written, the change is done but not acknowledged; fedauth reports that and exits with a status
        # other than 0.
        if call not in target.may_be_done_after and "'stdout'" not in errors:
            raise Violation(f"{where}: refused with {status}, and there all the same: {errors.strip()}")
        counts["unsure"] += 1
    # The number of calls differs a little from run to run; a call that cannot fail in this way says nothing.
    if fault in ("EINTR", "short") and applies(fault, call):
        if status != 0:
            raise Violation(f"{where}: taken for a failure: {errors.strip()}")
        counts["retried"] += 1
    target.restore(home)
    if home.leftovers():
        raise Violation(f"{where}: the next write left {home.leftovers()}")
