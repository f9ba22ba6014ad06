"""Encodes a certificate for the client in every known form."""

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec

from . import der
from .authority import DER, PEM, name


def certificates(people, label, request_key, subject, names, whole_chain: bool) -> list:
    """Returns the certificates that the label issues, in the order in which they are sent."""
    key, issuer = request_key, people.issuing
    began, ends = label.lifetime()
    if label.has("foreign"):
        key = ec.generate_private_key(ec.SECP256R1()).public_key()
    if label.has("other-name"):
        subject = name((x509.NameOID.ORGANIZATION_NAME, "Lab"), (x509.NameOID.COMMON_NAME, "mallory"))
    own = issuer.issue(key, subject, names, began, ends)
    if label.has("alone"):
        return [own]
    if label.has("broken-chain"):
        return [own, people.root.certificate]
    if not whole_chain and not label.has("with-chain", "reversed", "shuffled"):
        return [own]
    if label.has("reversed"):
        return [*reversed(people.chain()), own]
    if label.has("shuffled"):
        issuing, root = people.chain()
        return [people.stranger.certificate, issuing, own, root, issuing]
    return [own, *people.chain()]


def body(chain, label) -> bytes:
    """Encodes the chain for the label."""
    if label.has("pem-certificates"):
        return b"".join(one.public_bytes(PEM) for one in chain)
    pkcs7 = der.certificates_only([one.public_bytes(DER) for one in chain])
    if label.has("garbage"):
        return der.lines(b"this is not PKCS#7", label)
    if label.has("der"):
        return pkcs7
    if label.has("pem"):
        return der.armoured(pkcs7, "PKCS7")
    return der.lines(pkcs7, label)
