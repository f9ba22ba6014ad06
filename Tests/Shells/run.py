"""One run: a shell in one mode evaluates text, and the result is compared byte by byte."""

import os
import re
import subprocess

#: Variables that change by themselves.
VOLATILE = re.compile(
    rb"^(export )?(_|\?|!|RANDOM|SRANDOM|SECONDS|LINENO|EPOCH\w*|BASHPID|BASH_\w+|PIPESTATUS|pipestatus|status\w*|TTYIDLE|"
    rb"HISTCMD|history|CMD_DURATION|fish_killring|HISTNO|ERRNO|PPID|OPTIND|\.sh\..*|funcstack|functrace|jobstates|"
    rb"usertime|killring|LINES|COLUMNS|SHLVL|YASH_LE_TIMEOUT)([=\s]|$)")
#: File names that would match if a shell expanded a pattern in fedauth's text.
FILES = ["*", "?", "[a]", "a b", "-n", "V00=x", "$(id)", "{a,b}", "~", "'x'", "\\", "A", "_", "touch", "false;", "x", "=x"]


class Failure(Exception):
    pass


def environment(path):
    with open(path, "rb") as file:
        entries = file.read().split(b"\0")
    return dict(entry.split(b"=", 1) for entry in entries if b"=" in entry)


def lines(path):
    with open(path, "rb") as file:
        return sorted(line for line in file.read().split(b"\n") if not VOLATILE.match(line))


def folder(where):
    """Creates a working directory with these file names, in a folder for the results."""
    work = os.path.join(where, "work")
    os.makedirs(work)
    for name in FILES:
        with open(os.path.join(work, name), "w"):
            pass
    return work


def play(shell, script, where, *, variables, interactive=False, seconds=60):
    """Runs the script in such a directory."""
    work = folder(where)
    path = os.path.join(where, "script")
    with open(path, "w") as file:
        file.write(script)
    if interactive:
        words, stdin = shell.command[:1] + shell.interactive, open(path, "rb")
    else:
        words, stdin = shell.command + [path], subprocess.DEVNULL
    result = subprocess.run(words, stdin=stdin, cwd=work, env=variables, capture_output=True, timeout=seconds,
                            start_new_session=True)
    if interactive:
        stdin.close()
    left = sorted(os.listdir(work))
    if left != sorted(FILES):
        raise Failure(f"the folder has changed: {set(left) ^ set(FILES)}\n{result.stderr.decode(errors='replace')}")
    return result


def same_but(before, after, names):
    """Fails unless the environment is unchanged except for `names`."""
    changed = {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)} - names - {b"_"}
    if changed:
        raise Failure(f"changed too: {changed}")


def compare(where, expected, own):
    """Compares `before`, `after` and `unset` of the run."""
    at = lambda name: os.path.join(where, name)
    before, after, unset = (environment(at(name + ".env")) for name in ("before", "after", "unset"))
    for name, value in expected.items():
        if after.get(name) != value:
            raise Failure(f"{name.decode()} is {after.get(name)!r:.300}, not {value!r:.300}")
    same_but(before, after, set(expected) | own)
    same_but(before, unset, own)
    lost = [line for line in lines(at("before.set")) if line not in set(lines(at("after.set")))]
    if lost:
        raise Failure(f"variables changed too: {lost}")
    if lines(at("before.set")) != lines(at("unset.set")):
        raise Failure(f"not taken back: {set(lines(at('before.set'))) ^ set(lines(at('unset.set')))}")


def evaluation(shell, style, prelude, emit, unset):
    """Returns a script that sets the variables and removes them twice. `emit` is a list of commands."""
    line = lambda command: shell.styles[style].replace("EMIT", command) + "\n"
    return (prelude + "\n" + shell.dump("before") + "".join(map(line, emit)) + shell.mark("set") + shell.dump("after")
            + line(unset) + shell.mark("unset") + line(unset) + shell.mark("again") + shell.dump("unset"))
