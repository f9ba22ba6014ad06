"""A small bare repository for git over https."""

import subprocess
from pathlib import Path

ENVIRONMENT = {"PATH": "/usr/bin:/bin", "HOME": "/nonexistent", "GIT_CONFIG_NOSYSTEM": "1", "LANG": "C.UTF-8",
               "GIT_AUTHOR_NAME": "Ada", "GIT_AUTHOR_EMAIL": "ada@lab.test", "GIT_AUTHOR_DATE": "@1700000000 +0000",
               "GIT_COMMITTER_NAME": "Ada", "GIT_COMMITTER_EMAIL": "ada@lab.test",
               "GIT_COMMITTER_DATE": "@1700000000 +0000"}


def _git(*arguments, stdin: str = "") -> str:
    return subprocess.run(["git", *map(str, arguments)], env=ENVIRONMENT, input=stdin, text=True, check=True,
                          capture_output=True).stdout.strip()


def build(root: Path):
    """root/small.git: one commit on main, with one file."""
    bare = root / "small.git"
    _git("init", "--quiet", "--bare", "--initial-branch=main", "--template=", bare)
    inside = ["--git-dir", bare]
    _git(*inside, "config", "http.receivepack", "true")
    blob = _git(*inside, "hash-object", "-w", "--stdin", stdin="hello from the lab\n")
    tree = _git(*inside, "mktree", stdin=f"100644 blob {blob}\tREADME\n")
    commit = _git(*inside, "commit-tree", tree, "-m", "first")
    _git(*inside, "update-ref", "refs/heads/main", commit)
