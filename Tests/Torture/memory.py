"""Checks a process's memory just before it exits: all secrets must be wiped."""
import os
import re
import subprocess
import tempfile

import needle
from harness import Home, Violation, library


def look(binary):
    with tempfile.TemporaryDirectory(prefix="fedauth-torture-") as folder, Home(binary) as home:
        between = library(folder)
        passphrase, value = needle.make(), needle.make()
        owners = needle.pieces({"the passphrase": passphrase, "the value": value}, folder + "/needle")
        secret = folder + "/passphrase"
        with open(secret, "w", encoding="ascii") as file:
            file.write(passphrase + "\n")
        given = {
            "by file": ({}, ("--store-passphrase-file", secret)),
            "by environment": ({"FEDAUTH_STORE_PASSPHRASE": passphrase}, ()),
        }
        total, done = 0, 0
        for way, (adding, options) in given.items():
            adding = {"FEDAUTH_STORE_PASSPHRASE": "", **adding}
            for words, fed in (
                    (("store", "put", "it"), value), (("store", "get", "it"), ""), (("store", "get", "it", "--json"), ""),
                    (("store", "put", "other", "--json"), value), (("store", "lock"), ""), (("store", "get", "it"), ""),
                    (("store", "lock"), ""), (("store", "unlock"), ""), (("store", "get", "none"), ""),
                    (("store", "list"), ""), (("store", "verify"), ""), (("store", "delete", "other"), "")):
                searched = search(
                    home, between, folder, owners, (*words, *options), fed, adding, f"{' '.join(words)}, {way}")
                total += searched
                done += 1
        hit = needle.in_files(value, home.path) or needle.in_files(passphrase, home.path)
        if hit:
            raise Violation(f"a secret lies in a file: {hit}")
        control(between, folder, owners, value)
        return f"{done} commands, {total >> 20} MiB searched at their ends: no 8 bytes of passphrase or value left"


def search(home, between, folder, owners, words, fed, adding, what):
    log = folder + "/log"
    if os.path.exists(log):
        os.unlink(log)
    # A test build has the toolchain's libraries, which look up their functions at the first call and so leave vector registers on
    # the stack. The release has them inside, and looks up all that it opens at once.
    status, _, errors = home.run(*words, value=fed.encode(), adding={
        **adding, "LD_PRELOAD": between, "LD_BIND_NOW": "1", "TORTURE_NEEDLE": folder + "/needle", "TORTURE_LOG": log})
    if status not in (0, 10):
        raise Violation(f"{what}: {status} {errors.strip()}")
    return check_log(log, owners, what)


def check_log(log, owners, what):
    with open(log, encoding="utf-8", errors="replace") as file:
        lines = file.read().splitlines()
    hits = {}
    for line in lines:
        match = re.match(r"memory piece (\d+) in (.*)", line)
        if match:
            hits.setdefault(owners[int(match[1])], match[2])
    if hits:
        raise Violation(f"{what}: left in memory: {'; '.join(f'{name} ({place})' for name, place in hits.items())}")
    done = re.search(r"memory searched: (\d+) regions, (\d+) bytes", "\n".join(lines))
    if not done or int(done[1]) < 20:
        raise Violation(f"{what}: memory could not be searched: {lines[-1:]}")
    return int(done[2])


def control(between, folder, owners, value):
    """A program that wipes nothing, which proves that the search works."""

    log = folder + "/log"
    os.unlink(log)
    subprocess.run(
        ["bash", "-c", "read -r kept; exit 0"], input=value.encode() + b"\n", check=True, stdout=subprocess.DEVNULL,
        env={"LD_PRELOAD": between, "TORTURE_NEEDLE": folder + "/needle", "TORTURE_LOG": log, "PATH": os.environ["PATH"]})
    with open(log, encoding="utf-8") as file:
        if "memory piece" not in file.read():
            raise Violation("the search of memory does not find what bash left there")
