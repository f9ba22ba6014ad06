"""Kills writers of config.toml and of the files in the state folder at any moment."""
import os
import re
import tempfile
import time

from harness import Home, Violation, library

ADDRESSES = ("--authorization-url", "https://sp.example/begin", "--finish", "https://sp.example/end")


def attack(binary, rounds, chance):
    with tempfile.TemporaryDirectory(prefix="fedauth-torture-") as folder:
        between = library(folder)
        texts = [configuration(binary, rounds, chance), memory(binary, between, rounds), same_number(binary, between, rounds)]
    return "; ".join(texts)


def configuration(binary, rounds, chance):
    """Adds and removes profiles, four at a time, and kills some: no half-written file, and no lost profile."""
    with Home(binary) as home:
        home.expect("profile", "add", "untouched", *ADDRESSES)
        start = time.monotonic()
        home.expect("profile", "add", "timed", *ADDRESSES)
        longest = (time.monotonic() - start) * 2.5
        there, killed, kept = {"untouched", "timed"}, 0, 0
        for round_number in range(max(5, rounds // 8)):
            children = {}
            for name in chance.sample([f"p{number}" for number in range(12)], 4):
                adds = name not in there
                children[name] = home.start(
                    "profile", *(["add", name, *ADDRESSES] if adds else ["remove", name])), adds
            time.sleep(chance.uniform(0, longest))
            for name, (child, _) in children.items():
                if chance.random() < 0.5:
                    child.kill()
            now = None
            for name, (child, adds) in children.items():
                _, errors = child.communicate()
                if child.returncode == 0:
                    kept += 1
                    there = there | {name} if adds else there - {name}
                elif child.returncode != -9:
                    raise Violation(f"profile {name}: {child.returncode} {errors.decode(errors='replace').strip()}")
            now = profiles(home)
            for name, (child, _) in children.items():
                if child.returncode == -9:
                    killed += 1
                    there = there | {name} if name in now else there - {name}
            if now != there:
                raise Violation(f"round {round_number}: profiles {sorted(now)} instead of {sorted(there)}")
        return f"config.toml: {killed} killed, {kept} acknowledged and all there"


def profiles(home):
    with open(home.config, encoding="utf-8") as file:
        text = file.read()
    names = re.findall(r"^\[profiles?\.\"?([a-z0-9]+)", text, re.MULTILINE)
    listed = {line.split()[0].decode() for line in home.expect("profile", "list").splitlines() if line.strip()}
    if listed != set(names) or text.count("https://sp.example/end") != len(names):
        raise Violation(f"config.toml is half-written:\n{text}")
    return listed


def memory(binary, between, rounds):
    """Lets a process write `seen` and `backend`, and kills it at each of its system calls in turn."""
    with Home(binary) as home:
        home.expect("store", "put", "it", value=b"0")
        home.unlock()
        home.environment["FEDAUTH_STORE"] = "auto"
        home.environment["LD_PRELOAD"] = between
        home.environment["TORTURE_FOLDER"] = home.state
        # The kernel also keeps this state; this test checks the file only.
        seen = [home.state + "/seen/" + name for name in os.listdir(home.state + "/seen")]
        if len(seen) != 1:
            raise Violation(f"{seen} is remembered of one store")
        step = tried = 0
        while step < 200:
            step += 1 if rounds >= 500 else 4
            if os.path.exists(home.state + "/backend"):
                os.unlink(home.state + "/backend")
            status, _, errors = home.run(
                "store", "put", "it", value=str(step).encode(),
                adding={"TORTURE_FAULT": "kill", "TORTURE_AT": str(step)})
            if status not in (0, -9):
                raise Violation(f"killed at call {step}: {status} {errors.strip()}")
            with open(seen[0], encoding="ascii") as file:
                if not re.fullmatch(r"1 [0-9]+ [0-9a-f]{64}\n", file.read()):
                    raise Violation(f"killed at call {step}: '{seen[0]}' is half-written")
            if os.path.exists(home.state + "/backend"):
                with open(home.state + "/backend", encoding="ascii") as file:
                    if file.read() != "file\n":
                        raise Violation(f"killed at call {step}: 'backend' is half-written")
            if home.get("it") not in (str(step).encode(), b"0"):
                raise Violation(f"killed at call {step}: the entry is neither old nor new")
            home.expect("store", "put", "it", value=b"0")
            tried += 1
            if status == 0:
                return f"seen and backend: killed at {tried - 1} of their calls, never half-written"
        raise Violation("a write does not come to an end")


def same_number(binary, between, rounds):
    """In a container every process may have the same ID; the files of a killed process must not stop the next one."""
    with Home(binary) as home:
        adding = {"LD_PRELOAD": between, "TORTURE_FOLDER": home.path, "TORTURE_PID": "7"}
        home.expect("profile", "add", "first", *ADDRESSES)
        for step in range(1, 100, 1 if rounds >= 500 else 3):
            status, _, _ = home.run(
                "profile", "add", "second", *ADDRESSES,
                adding={**adding, "TORTURE_FAULT": "kill", "TORTURE_AT": str(step)})
            if status == 0:
                return f"a killed process's leftovers do not stop one of its number (killed at up to {step - 1} calls)"
            home.run("profile", "remove", "second")
            status, _, errors = home.run("profile", "add", "third", *ADDRESSES, adding=adding)
            if status != 0:
                raise Violation(f"killed at call {step}, the next process of that number fails: {errors.strip()}")
            home.expect("profile", "remove", "third")
        raise Violation("an edit does not come to an end")
