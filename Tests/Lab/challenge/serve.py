#!/usr/bin/env python3
"""The lab's own server: what no real server does by itself. Started by the lab with one file of settings."""

import json
import ssl
import sys
from dataclasses import dataclass, field
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from challenge import answers, guarded, parts, recorder, schemes  # noqa: E402,F401
from challenge.exchange import Exchange  # noqa: E402
from hostility import bodies  # noqa: E402,F401
from hostility.site import PAGES, Context, Site  # noqa: E402


@dataclass
class Shared(Context):
    """What the servers of this process know beyond one another's addresses."""

    origins: dict = field(default_factory=dict)         # the foreign ones, by name
    own_origins: list = field(default_factory=list)
    guarded: str = ""
    ca_file: str = ""
    own_certificate: str = ""
    log: str = ""


def pages() -> dict:
    """Every page of this server, and what it is about."""
    return {path: about for path, (_, about) in sorted(PAGES.items())}


def main():
    settings = json.loads(Path(sys.argv[1]).read_text())
    shared = Shared(**settings["shared"])
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(settings["certificate"], settings["key"])
    for label, port in settings["ports"].items():
        Site(label, shared, None if label == "plain" else tls, port, Exchange)
    shared.stopping.wait()


if __name__ == "__main__":
    main()
