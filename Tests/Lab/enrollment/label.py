"""The behaviour of a profile or label of the servers: words, joined by dots, in any order.

`one.wrapped.tag-7` is the profile that asks once and wraps its base64. A tag has no effect on the behaviour; it
separates the state and the records of one test from those of another.
"""

import re
import threading

# The behaviour of the login at the Secure Login Server.
LOGIN = {
    "none": "asks for nothing",
    "one": "asks for user name and password (the default)",
    "two": "asks for a code after them",
    "three": "asks for the colour of the door after that",
    "change": "asks for a new password after them, twice",
    "endless": "asks for another input each time",
    "preset": "suggests the user name",
    "odd-type": "gives a hidden field an unknown type",
    "locked": "the user is locked: 403",
    "ends": "has lost the session at the second step: 401",
    "restarts": "has lost the session at the second step, and asks for the first one again",
    "forgets": "has lost the session at the request for the certificate: 401",
    "negotiate": "accepts the fixed token or a ticket of Kerberos, asks for nothing",
    "disclaimer": "has a disclaimer",
    "hostile-texts": "has control characters and escapes in all its texts",
    "html": "answers a page of HTML, with 200",
    "broken": "answers 500 with a text",
    "gone": "answers 404",
    "empty": "answers 200 with nothing",
    "odd-json": "answers JSON that is not an object",
    "huge": "answers endless JSON",
    "hang": "never answers",
    "slow": "takes two seconds for each answer",
    "elsewhere": "redirects to another host",
    "plain-http": "redirects to http",
    "unknown-keys": "sends unknown keys, at every level",
    "other-names": "has other names for all keys and fields; see otherNames",
    "no-status": "sends no authStatus",
    "bare": "sends no template, only clientConfig.keySize",
    "silent": "sends neither template nor clientConfig",
    "refuses-wishes": "refuses requests for additional names",
}

# The requirements of the template or of the attributes, and the lifetime of a certificate.
TEMPLATE = {
    "p256": "wants P-256",
    "p384": "wants P-384",
    "ed25519": "wants Ed25519",
    "rsa3072": "wants RSA of 3072 bits",
    "rsa4096": "wants RSA of 4096 bits",
    "any-key": "accepts every key that is not weak",
    "wishes": "grants the requested additional names",
    "takes-subject": "accepts any subject in the CSR",
    "no-mail": "has no rfc822 name in the template",
    "odd-subject": "requires a subject with commas, quotes, plus signs and letters beyond ASCII",
    "life-": "seconds from now until the certificate ends (default: a day)",
    "from-": "seconds since the certificate began (60)",
    "first-due": "the first certificate is at 9/10 of its life",
    "first-expired": "the first certificate has expired",
}

# The form of the response with a certificate.
ANSWER = {
    "wrapped": "wraps base64 after 64 characters",
    "crlf": "the same with CRLF",
    "pem": "sends PEM armour around the PKCS#7",
    "pem-certificates": "sends certificates as PEM",
    "der": "sends DER",
    "reversed": "sends the chain root first",
    "shuffled": "sends the chain in disorder, with a stranger and a certificate twice",
    "alone": "sends no chain",
    "with-chain": "sends the chain with the certificate, by EST too",
    "foreign": "sends a certificate for another key",
    "other-name": "sends a certificate for another subject",
    "broken-chain": "sends a chain in which the issuer is missing",
    "garbage": "sends base64 of something other than PKCS#7",
    "html-certificate": "sends a page of HTML as certificate, with 200",
    "hang-certificate": "never answers the request for the certificate",
    "refused": "refuses to issue, with a text: 403",
}

# The other behaviour of EST.
EST = {
    "basic": "asks by Basic (the default)",
    "digest": "asks by Digest, SHA-256",
    "certificate": "requires a client certificate (the Secure Login Server too)",
    "open": "requires no sign-in",
    "attrs-204": "has no attributes: 204",
    "attrs-404": "has no attributes: 404",
    "attrs-401": "sends attributes only after a sign-in",
    "cacerts-broken": "cannot send its authorities: 500",
    "tls-ca": "cacerts holds the authority of the TLS certificate too",
    "pending-": "answers 202 that many times, Retry-After 1",
    "pending-date": "answers 202 once, Retry-After as a date",
    "pending-forever": "answers 202 always, Retry-After 1",
    "approval": "answers 202 until that request is decided; see /decide",
    "retry-": "the Retry-After of these words, in seconds (1)",
    "pending-silent": "answers 202 once, without Retry-After",
    "no-reenroll": "refuses simplereenroll: 403",
    "reenroll-404": "has no simplereenroll: 404",
    "cte": "sends Content-Transfer-Encoding binary, which has no meaning",
}

KNOWN = LOGIN | TEMPLATE | ANSWER | EST
NUMBERED = re.compile(r"(life-|from-|pending-|retry-)(\d{1,7})")


class Label:
    """The words of a profile, and its state."""

    all, lock = {}, threading.RLock()

    def __init__(self, text: str):
        self.text = text
        self.words = {word for word in text.split(".") if word}
        self.rejected, self.issued, self.restarted, self.password, self.pending = 0, 0, False, {}, {}
        # The decided requests: True or False, by digest.
        self.decided = {}

    @classmethod
    def of(cls, text: str):
        """Returns the profile with this name, or None."""
        with cls.lock:
            if text not in cls.all:
                one = cls(text)
                if not all(cls.knows(word) for word in one.words):
                    return None
                cls.all[text] = one
            return cls.all[text]

    @staticmethod
    def knows(word: str) -> bool:
        if word in KNOWN:
            return not word.endswith("-")
        return word.startswith("tag-") or bool(NUMBERED.fullmatch(word))

    @classmethod
    def decide(cls, tag: str, approves: bool):
        """Decides about all pending requests of the labels with this tag."""
        with cls.lock:
            for label in cls.all.values():
                if tag in label.words:
                    label.decided |= {digest: approves for digest in label.pending if digest not in label.decided}

    def has(self, *words: str) -> bool:
        return any(word in self.words for word in words)

    def number(self, prefix: str, default: int) -> int:
        return next((int(word[len(prefix):]) for word in self.words
                     if (match := NUMBERED.fullmatch(word)) and match[1] == prefix), default)

    def lifetime(self) -> tuple:
        """Returns the seconds since the start and until the end of the next certificate."""
        with self.lock:
            self.issued += 1
            if self.issued == 1 and self.has("first-due"):
                return 81000, 9000
            if self.issued == 1 and self.has("first-expired"):
                return 86400, -3600
        return self.number("from-", 60), self.number("life-", 86400)
