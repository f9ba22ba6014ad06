"""Checks a CSR as a certificate authority does."""

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa

KINDS = {"RSA": rsa.RSAPublicKey, "EC": ec.EllipticCurvePublicKey, "ED25519": ed25519.Ed25519PublicKey}


class Refused(ValueError):
    """The reason for a refusal."""


def read(data: bytes) -> x509.CertificateSigningRequest:
    try:
        request = x509.load_der_x509_csr(data)
        request.public_key()
    except (ValueError, TypeError) as error:
        raise Refused("the request is not PKCS#10 in DER") from error
    try:
        valid = request.is_signature_valid
    except (InvalidSignature, ValueError):
        valid = False
    if not valid:
        raise Refused("the signature of the request is wrong")
    return request


def check_key(request, kind=None, size=0):
    """Checks that the key is the requested one: kind 'RSA', 'EC', 'ED25519' or None for any."""
    key = request.public_key()
    if kind and not isinstance(key, KINDS[kind]):
        raise Refused(f"the key is not a {kind} key")
    least = 2048 if isinstance(key, rsa.RSAPublicKey) else 256
    if isinstance(key, ed25519.Ed25519PublicKey):
        return
    if key.key_size < max(least, size):
        raise Refused(f"the key has {key.key_size} bits, {max(least, size)} are required")
    if kind == "EC" and key.key_size != size:
        raise Refused(f"the curve has {key.key_size} bits, {size} are required")


def check_subject(request, wanted: x509.Name):
    """Checks that the attributes are equal. The order is free, because a client that gets no order may use any."""
    same = {(one.oid.dotted_string, one.value) for one in request.subject}
    if same != {(one.oid.dotted_string, one.value) for one in wanted} or len(list(request.subject)) != len(list(wanted)):
        raise Refused(f"the subject is '{request.subject.rfc4514_string()}', not '{wanted.rfc4514_string()}'")


def names(request) -> list:
    """Returns the subject alternative names."""
    try:
        return list(request.extensions.get_extension_for_class(x509.SubjectAlternativeName).value)
    except x509.ExtensionNotFound:
        return []


def check_names(request, wanted):
    """Checks that the request has no other names."""
    for one in names(request):
        if one not in wanted:
            raise Refused(f"the name '{one.value}' is not allowed")


def common_name(subject: x509.Name):
    found = subject.get_attributes_for_oid(x509.NameOID.COMMON_NAME)
    return found[-1].value if found else None
