"""Builds every URL of the challenge servers from their ports."""

HOST = "app.localhost"
# Hosts that must never receive credentials for HOST; all of them use the recorder's ports.
FOREIGN_HOSTS = {
    "host": "other.localhost",
    "subdomain": "sub.app.localhost",
    "parent": "localhost",
    "dot": "app.localhost.",
    "suffix": "app.localhost.evil.localhost",
    "prefix": "xapp.localhost",
    "idn": "äpp.localhost".encode("idna").decode(),
    "homograph": "\u0430pp.localhost".encode("idna").decode(),
    "address": "127.0.0.1",
}

# Apache's ports, named by the credentials that they require.
APACHE = ["https", "http", "tls12", "tls13", "optional", "inner12", "inner13", "guarded",
          "badExpired", "badUnknownCA", "badWrongName"]
# The ports of the lab's own server: plain http behind Apache, https, and https on another port.
SITES = ["plain", "app", "other"]
NAMES = [*APACHE, *SITES, "kdc"]


class ChallengeAddresses:
    def __init__(self, ports):
        self.port = dict(zip(NAMES, ports, strict=True))

    def url(self, name: str) -> str:
        scheme = "http" if name in ("http", "plain") else "https"
        return f"{scheme}://{HOST}:{self.port[name]}"

    def foreign(self) -> dict:
        """Returns the recording origins by the reason why they are foreign."""
        urls = {"port": self.url("other"), "http": self.url("plain")}
        urls |= {name: f"https://{host}:{self.port['app']}" for name, host in FOREIGN_HOSTS.items()}
        urls["userinfo"] = f"https://{HOST}:{self.port['app']}@other.localhost:{self.port['app']}"
        return urls
