"""The frame of the smoke programs: runs a table of checks against a running lab or a new one."""

import argparse
import json
import subprocess
import sys
import tempfile
import traceback
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from .layout import HOME, default_state

CHECKS = {}
LAB = {}        # lab.json


def check(function, name=None):
    CHECKS[name or function.__name__.replace("_", "-")] = function
    return function


def expect(condition, message):
    if not condition:
        raise AssertionError(message)


def run(names) -> int:
    failures = 0
    with ThreadPoolExecutor(4) as pool:
        for name, result in [(name, pool.submit(CHECKS[name])) for name in names]:
            try:
                result.result()
                print(f"ok    {name}", flush=True)
            except Exception as error:
                failures += 1
                print(f"FAIL  {name}: {error}", flush=True)
                if not isinstance(error, AssertionError):
                    traceback.print_exception(error)
    print(f"{len(names) - failures} of {len(names)} checks hold")
    return failures


def described(state: Path) -> dict:
    """Returns lab.json of the running lab, or nothing without one."""
    file = state / "lab.json"
    return json.loads(file.read_text()) if file.exists() else {}


def main(about: str, *parts: str, first=()):
    """parts: the options for `lab up`. first: the prefixes of slow checks."""
    program = Path(sys.argv[0]).name
    parser = argparse.ArgumentParser(prog=program, description=about.split("\n")[0])
    parser.add_argument("--state", type=Path)
    parser.add_argument("names", nargs="*", metavar="NAME", help=" ".join(CHECKS))
    options = parser.parse_args()
    unknown = set(options.names) - set(CHECKS)
    if unknown:
        parser.error(f"no such check: {' '.join(sorted(unknown))}")
    state, own = options.state or default_state(), None
    if not all(part.removeprefix("--") in described(state) for part in parts) or not described(state):
        own = state = Path(tempfile.mkdtemp(prefix=f"fedauth-{program}-"))
        subprocess.run([HOME / "lab", "up", *parts, "--state", state], check=True)
    try:
        LAB.update(described(state))
        names = options.names or list(CHECKS)
        failures = run(sorted(names, key=lambda name: not name.startswith(tuple(first))))
    finally:
        if own:
            subprocess.run([HOME / "lab", "down", "--state", own], check=True)
    sys.exit(1 if failures else 0)
