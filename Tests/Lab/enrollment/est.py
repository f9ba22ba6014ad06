"""EST by RFC 7030 and RFC 8951."""

import base64
import binascii
import hashlib
import re
import time
from email.utils import formatdate

from challenge.schemes import Basic, Digest
from cryptography import x509

from . import answers, csr, der
from .authority import DER, name
from .csr import Refused
from .label import Label
from .template import KEYS

# strongswan has no labels and appends the well-known path to any other; then the label is in front of it.
ROUTE = re.compile(r"(?:/([^/]+))?/\.well-known/est/(?:([^/]+)/)?([a-z]+)")
KIND = "application/pkcs7-mime"
OID = x509.NameOID


def serve(visit) -> bool:
    match = ROUTE.fullmatch(visit.route)
    label = Label.of(match[1] or match[2] or "basic") if match else None
    function = match and {"cacerts": cacerts, "csrattrs": csrattrs, "simpleenroll": enroll,
                          "simplereenroll": reenroll}.get(match[3])
    if not function or label is None:
        return False
    wanted = "GET" if function in (cacerts, csrattrs) else "POST"
    if visit.command != wanted:
        visit.text(405, f"{wanted} is required", [("Allow", wanted)])
    elif not visit.misbehave(label):
        function(visit, label)
    return True


def send(visit, data: bytes, label, kind: str):
    encoding = "binary" if label.has("cte") else "base64"
    visit.answer(200, data, kind, [("Content-Transfer-Encoding", encoding)])


def cacerts(visit, label):
    if label.has("cacerts-broken"):
        return visit.text(500, "the authorities are not available")
    people = visit.context.people
    known = [one.public_bytes(DER) for one in reversed(people.chain())]
    if label.has("tls-ca"):
        known.append(x509.load_pem_x509_certificate(visit.context.tls_authority.read_bytes()).public_bytes(DER))
    send(visit, der.lines(der.certificates_only(known), label), label, KIND)


def csrattrs(visit, label):
    if label.has("attrs-204"):
        return visit.answer(204, b"", None)
    if label.has("attrs-404"):
        return visit.text(404, "no attributes here")
    if label.has("attrs-401") and not user_of(visit, label):
        return None
    send(visit, der.lines(der.attributes(label), label), label, "application/csrattrs")


def user_of(visit, label):
    """Returns the user who may enrol, or None after a response that asks for a sign-in."""
    if label.has("open"):
        return "ada"
    if label.has("certificate"):
        if visit.peer is None:
            return visit.text(403, "a client certificate is required")
        return csr.common_name(visit.peer.subject)
    scheme = Digest() if label.has("digest") else Basic()
    word, _, credentials = visit.headers.get("Authorization", "").partition(" ")
    verdict = scheme.check(visit, credentials) if word.lower() == scheme.name else None
    if verdict and verdict != "stale":
        return verdict
    return visit.text(401, "sign in first", [("WWW-Authenticate", scheme.challenge(verdict == "stale"))])


def request_of(visit) -> x509.CertificateSigningRequest:
    if visit.headers.get_content_type() != "application/pkcs10":
        raise Refused("application/pkcs10 is required")
    try:
        return csr.read(base64.b64decode(b"".join(visit.body.split()), validate=True))
    except binascii.Error as error:
        raise Refused("the request is not base64") from error


def enroll(visit, label):
    user = user_of(visit, label)
    if not user:
        return
    try:
        request = request_of(visit)
        if csr.common_name(request.subject) not in (None, user):
            raise Refused(f"the subject must be CN={user}")
        kind, size, _ = next((KEYS[word] for word in KEYS if label.has(word)), (None, 0, ""))
        csr.check_key(request, kind, size)
    except Refused as error:
        return visit.text(400, str(error))
    subject = request.subject if label.has("takes-subject") or csr.common_name(request.subject) else name(
        (OID.ORGANIZATION_NAME, "Lab"), (OID.COMMON_NAME, user))
    issue(visit, label, request, subject)


def reenroll(visit, label):
    peer = visit.peer
    if label.has("reenroll-404"):
        return visit.text(404, "there is no such page")
    if peer is None:
        return visit.text(403, "the old certificate is required")
    if label.has("no-reenroll"):
        return visit.text(403, "sign in for a new one")
    try:
        request = request_of(visit)
        if request.subject != peer.subject:
            raise Refused(f"the subject must stay '{peer.subject.rfc4514_string()}'")
        if sorted(map(str, csr.names(request))) != sorted(map(str, csr.names(peer))):
            raise Refused("the alternative names must stay the same")
        csr.check_key(request)
    except Refused as error:
        return visit.text(400, str(error))
    issue(visit, label, request, request.subject)


def issue(visit, label, request, subject):
    if label.has("refused"):
        return visit.text(403, "No certificate today, call 4711")
    if label.has("hang-certificate"):
        return visit.context.stopping.wait(120)
    if label.has("html-certificate"):
        return visit.html("Sign in to the proxy", "<p>Welcome to the hotel.</p>")
    if is_pending(visit, label):
        return None
    chain = answers.certificates(visit.context.people, label, request.public_key(), subject, csr.names(request), False)
    send(visit, answers.body(chain, label), label, KIND + "; smime-type=certs-only")


def is_pending(visit, label) -> bool:
    """Returns whether the request still waits for approval. Another request starts without one."""
    times = label.number("pending-", 1 if label.has("pending-date", "pending-silent") else 0)
    digest = hashlib.sha256(b"".join(visit.body.split())).hexdigest()
    with label.lock:
        told, verdict = label.pending.get(digest, 0), label.decided.get(digest)
        if verdict is False:
            visit.text(403, "The officer says no, call 4711")
            return True
        if verdict or (told >= times and not label.has("pending-forever", "approval")):
            return False
        label.pending[digest] = told + 1
    later = formatdate(time.time() + 2, usegmt=True) if label.has("pending-date") else str(label.number("retry-", 1))
    visit.text(202, "an approval is required", [] if label.has("pending-silent") else [("Retry-After", later)])
    return True
