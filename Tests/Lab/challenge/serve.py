#!/usr/bin/env python3
"""The lab's own server, for responses that no real server gives. The lab starts it with a settings file."""

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
    """The data that all servers of this process share besides their addresses."""

    origins: dict = field(default_factory=dict)         # the foreign ones, by name
    own_origins: list = field(default_factory=list)
    guarded: str = ""
    ca_file: str = ""
    own_certificate: str = ""
    log: str = ""


def pages() -> dict:
    """Returns every page of this server with its description."""
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
