"""The Secure Login Server's requirements for a certificate, and their encoding."""

from cryptography import x509

from .authority import name
from .csr import Refused

OID = x509.NameOID
KEYS = {"p256": ("EC", 256, "SHA256withECDSA"), "p384": ("EC", 384, "SHA384withECDSA"),
        "ed25519": ("ED25519", 256, "Ed25519"), "rsa3072": ("RSA", 3072, "SHA256withRSA"),
        "rsa4096": ("RSA", 4096, "SHA512withRSA")}
ODD = 'Łab, "Doors" + Sons; <x>'
# The names of a server that uses other names for everything.
OTHER_NAMES = {
    "authStatus": "state", "clientMessage": "text", "messageType": "severity", "disclaimer": "notice",
    "inputFields": "questions", "fieldName": "id", "prompt": "label", "type": "kind", "preset": "value",
    "confirmField": "repeat", "clientConfig": "client", "keySize": "bits", "certificateTemplate": "template",
    "subject": "dn", "keyType": "algorithm", "signatureAlgorithm": "signature", "keyUsage": "usage",
    "extendedKeyUsage": "purpose", "subjectAltNames": "names", "rfc822": "mail", "dns": "hosts",
    "inactivityTimeout": "idle",
}
OTHER_FORM_NAMES = {"subjectName": "wishSubject", "subjectAltNamesRfc822": "wishMail", "subjectAltNamesDNS": "wishHosts"}


def escaped(text: str) -> str:
    """Escapes text by RFC 4514, section 2.4."""
    return "".join("\\" + one if one in ',+"\\<>;=' else one for one in text)


class Template:
    def __init__(self, label, user: str, wishes: dict):
        self.label, self.user = label, user
        self.kind, self.size, self.signature = next(
            (KEYS[word] for word in KEYS if label.has(word)), ("RSA", 2048, "SHA256withRSA"))
        organisation = ODD if label.has("odd-subject") else "Lab"
        self.subject = name((OID.ORGANIZATION_NAME, organisation), (OID.COMMON_NAME, user))
        self.text = f"CN={escaped(user)},O={escaped(organisation)}"
        self.mail = [] if label.has("no-mail") or not user.isascii() else [f"{user}@example.test"]
        self.hosts = []
        if any(wishes.values()) and label.has("refuses-wishes"):
            raise Refused("additional names are not allowed")
        if label.has("wishes"):
            self.mail = [one for one in wishes.get("mail", "").split(",") if one] or self.mail
            self.hosts = [one for one in wishes.get("hosts", "").split(",") if one]
            if wished := wishes.get("subject"):
                self.text, self.subject = wished, x509.Name.from_rfc4514_string(wished)

    def names(self) -> list:
        return [*map(x509.RFC822Name, self.mail), *map(x509.DNSName, self.hosts)]

    def described(self) -> dict:
        return {"subject": self.text, "keyType": self.kind, "keySize": self.size,
                "signatureAlgorithm": self.signature,
                "keyUsage": ["digitalSignature", *(["keyEncipherment"] if self.kind == "RSA" else [])],
                "extendedKeyUsage": ["clientAuth"], "subjectAltNames": {"rfc822": self.mail, "dns": self.hosts}}


def wishes_of(label, form: dict) -> dict:
    names = {one: OTHER_FORM_NAMES[one] if label.has("other-names") else one for one in OTHER_FORM_NAMES}
    return {"subject": form.get(names["subjectName"], ""), "mail": form.get(names["subjectAltNamesRfc822"], ""),
            "hosts": form.get(names["subjectAltNamesDNS"], "")}


def renamed(value):
    """Returns the value with the other names, at every level."""
    if isinstance(value, list):
        return [renamed(one) for one in value]
    if isinstance(value, dict):
        return {OTHER_NAMES.get(key, key): renamed(one) for key, one in value.items()}
    return value


def with_strangers(value):
    """Returns the value with additional unknown keys, at every level."""
    if isinstance(value, list):
        return [with_strangers(one) for one in value]
    if isinstance(value, dict):
        known = {key: with_strangers(one) for key, one in value.items()}
        return {"x-first": None, **known, "x-last": [{"type": 1}, 1e3, True, "\u2028"]}
    return value
