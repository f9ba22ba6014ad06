"""The paths: this directory, the cache, and the state directory of a lab."""

import os
import tempfile
from pathlib import Path

HOME = Path(__file__).resolve().parent.parent
MARKER = ".fedauth-lab"


def cache() -> Path:
    return Path(os.environ.get("LAB_CACHE") or HOME.parent.parent / ".build-lab")


def reachable_by_others(path: Path) -> bool:
    """Returns whether another user can reach the path, because Apache does not run as root."""
    return all(p.stat().st_mode & 0o001 for p in [path, *path.parents] if p.exists())


def default_state() -> Path:
    runtime = os.environ.get("XDG_RUNTIME_DIR")
    if runtime and (os.getuid() != 0 or reachable_by_others(Path(runtime))):
        parent = Path(runtime)
    else:
        parent = Path(tempfile.gettempdir())
    return parent / f"fedauth-lab-{os.getuid()}"


class State:
    """The directory of one lab. The users' secrets are separate from Apache's files."""

    def __init__(self, path):
        self.path = Path(path).absolute()

    def __truediv__(self, name):
        return self.path / name

    @property
    def served(self) -> Path:
        """Returns the directory with all files of the servers."""
        return self.path / "served"

    @property
    def pid_file(self) -> Path:
        return self.path / "lab.pid"

    def is_ours(self) -> bool:
        return (self.path / MARKER).exists()
