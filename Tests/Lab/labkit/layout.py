"""Where things are: this directory, the cache, and one lab's state directory."""

import os
import tempfile
from pathlib import Path

HOME = Path(__file__).resolve().parent.parent
MARKER = ".fedauth-lab"


def cache() -> Path:
    return Path(os.environ.get("LAB_CACHE") or HOME.parent.parent / ".build-lab")


def reachable_by_others(path: Path) -> bool:
    """Whether another user may walk to the path: Apache does not run as root."""
    return all(p.stat().st_mode & 0o001 for p in [path, *path.parents] if p.exists())


def default_state() -> Path:
    runtime = os.environ.get("XDG_RUNTIME_DIR")
    if runtime and (os.getuid() != 0 or reachable_by_others(Path(runtime))):
        parent = Path(runtime)
    else:
        parent = Path(tempfile.gettempdir())
    return parent / f"fedauth-lab-{os.getuid()}"


class State:
    """One lab's directory. Secrets for people are apart from what Apache reads."""

    def __init__(self, path):
        self.path = Path(path).absolute()

    def __truediv__(self, name):
        return self.path / name

    @property
    def served(self) -> Path:
        """All that the servers read and write."""
        return self.path / "served"

    @property
    def pid_file(self) -> Path:
        return self.path / "lab.pid"

    def is_ours(self) -> bool:
        return (self.path / MARKER).exists()
