"""Writes jwt.txt: a line for each token, with its name, the certificates for its verification, the expected result, and the
token. The result is "good", or a word of the error. See make-jwt."""

import base64
import datetime
import hashlib
import hmac
import json
from pathlib import Path

import jwt
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa
from cryptography.x509.oid import NameOID

HERE = Path(__file__).resolve().parent
CLAIMS = {"iss": "http://fs.example.org/adfs/services/trust", "aud": "urn:example:app", "sub": "ada@example.org",
          "exp": 4102444800}
KEYS = {"rsa": rsa.generate_private_key(65537, 2048), "rsa-other": rsa.generate_private_key(65537, 2048),
        "rsa-short": rsa.generate_private_key(65537, 1024), "p256": ec.generate_private_key(ec.SECP256R1()),
        "p384": ec.generate_private_key(ec.SECP384R1()), "p521": ec.generate_private_key(ec.SECP521R1())}


def certificate(name: str) -> x509.Certificate:
    who = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, f"ADFS Signing - {name}.example.org")])
    start = datetime.datetime(2026, 1, 1)
    return (x509.CertificateBuilder().subject_name(who).issuer_name(who).public_key(KEYS[name].public_key())
            .serial_number(x509.random_serial_number()).not_valid_before(start)
            .not_valid_after(start + datetime.timedelta(days=36500)).sign(KEYS[name], hashes.SHA256()))


CERTIFICATES = {name: certificate(name) for name in KEYS}
for name, one in CERTIFICATES.items():
    (HERE / f"jwt-{name}.pem").write_bytes(one.public_bytes(serialization.Encoding.PEM))


def encoded(data) -> str:
    data = data if isinstance(data, bytes) else json.dumps(data).encode()
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def signed(key: str, algorithm: str, header=None) -> str:
    return jwt.encode(CLAIMS, KEYS[key], algorithm=algorithm, headers=header)


def thumbprint(key: str, digest=hashes.SHA1()) -> str:
    return encoded(CERTIFICATES[key].fingerprint(digest))


def by_hand(header: dict, sign, claims=CLAIMS) -> str:
    content = f"{encoded(header)}.{encoded(claims)}"
    return f"{content}.{encoded(sign(content.encode()))}"


def changed(token: str, claims=None, header=None) -> str:
    parts = token.split(".")
    if header:
        parts[0] = encoded(header)
    if claims:
        parts[1] = encoded(claims)
    return ".".join(parts)


def hidden_in_hmac(certificate: str, algorithm: str, digest, encoding=serialization.Encoding.PEM) -> str:
    """Uses the public key as an HMAC secret, which a verifier accepts if it trusts the algorithm in the header."""
    public = KEYS[certificate].public_key().public_bytes(
        encoding, serialization.PublicFormat.SubjectPublicKeyInfo)
    return by_hand({"alg": algorithm, "typ": "JWT"}, lambda text: hmac.new(public, text, digest).digest())


def mallory() -> str:
    """Returns a token of another signer, which carries the signer's key."""
    key = CERTIFICATES["rsa-other"].public_bytes(serialization.Encoding.DER)
    return signed("rsa-other", "RS256", {"x5c": [base64.b64encode(key).decode()], "jwk": {"kty": "RSA", "e": "AQAB"},
                                         "x5u": "https://evil.example.org/", "kid": thumbprint("rsa"),
                                         "x5t": thumbprint("rsa")})


def ps256(salt: int) -> str:
    return by_hand({"alg": "PS256"}, lambda text: KEYS["rsa"].sign(
        text, padding.PSS(padding.MGF1(hashes.SHA256()), salt), hashes.SHA256()))


def lines():
    for algorithm in ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512"):
        yield algorithm.lower(), "rsa", "good", signed("rsa", algorithm)
    for key, algorithm in (("p256", "ES256"), ("p384", "ES384"), ("p521", "ES512")):
        yield algorithm.lower(), key, "good", signed(key, algorithm)
    good = signed("rsa", "RS256")
    yield "one-of-several", "p256,rsa-other,rsa", "good", good
    yield "named-by-thumbprint", "rsa-other,rsa", "good", signed("rsa", "RS256", {"x5t": thumbprint("rsa"), "kid": "x"})
    # The thumbprint is a hint only: the given key has signed the token.
    yield "named-wrongly", "rsa", "good", signed("rsa", "RS256", {"x5t": thumbprint("rsa-other"), "kid": "no such"})
    yield "another-key", "rsa-other", "does not hold", good
    yield "named-another", "rsa-other", "names another certificate", signed("rsa", "RS256", {"x5t": thumbprint("rsa")})
    yield "named-another-256", "rsa-other", "names another certificate", \
        signed("rsa", "RS256", {"x5t#S256": thumbprint("rsa", hashes.SHA256())})
    yield "altered", "rsa", "does not hold", changed(good, claims=CLAIMS | {"sub": "root@example.org"})
    yield "altered-named", "rsa", "was changed", changed(
        signed("rsa", "RS256", {"x5t": thumbprint("rsa")}), claims=CLAIMS | {"sub": "root@example.org"})
    yield "other-header", "rsa", "does not hold", changed(good, header={"alg": "RS256", "typ": "JWT", "kid": "1"})
    yield "other-padding", "rsa", "does not hold", changed(good, header={"alg": "PS256", "typ": "JWT"})
    yield "other-digest", "rsa", "does not hold", changed(good, header={"alg": "RS512", "typ": "JWT"})
    yield "short-salt", "rsa", "does not hold", ps256(0)
    yield "none", "rsa", "the token is not signed", by_hand({"alg": "none"}, lambda text: b"")
    yield "none-with-signature", "rsa", "the token is not signed", changed(good, header={"alg": "none", "typ": "JWT"})
    yield "none-in-capitals", "rsa", "the token is not signed", by_hand({"alg": "NoNe"}, lambda text: b"")
    yield "hmac-256", "rsa", "no certificate can verify", hidden_in_hmac("rsa", "HS256", hashlib.sha256)
    yield "hmac-512", "rsa", "no certificate can verify", hidden_in_hmac("rsa", "HS512", hashlib.sha512)
    yield "hmac-der", "rsa", "no certificate can verify", hidden_in_hmac(
        "rsa", "HS256", hashlib.sha256, serialization.Encoding.DER)
    yield "hmac-called-rsa", "rsa", "does not hold", hidden_in_hmac("rsa", "RS256", hashlib.sha256)
    yield "lower-case", "rsa", "not checked here", changed(good, header={"alg": "rs256"})
    yield "unknown", "rsa", "not checked here", changed(good, header={"alg": "RS1"})
    yield "brings-its-key", "rsa", "does not hold", mallory()
    yield "critical", "rsa", "'crit'", signed("rsa", "RS256", {"crit": ["b64"], "b64": True})
    yield "empty-signature", "rsa", "does not hold", good.rpartition(".")[0] + "."
    yield "cut-signature", "rsa", "does not hold", good[:-8]
    yield "wrong-kind", "p256", "no certificate given by '--verify' has such a key", good
    yield "wrong-curve", "p256", "no certificate given by '--verify' has such a key", signed("p384", "ES384")
    yield "curve-called-other", "p384", "does not hold", changed(signed("p256", "ES256"), header={"alg": "ES384"})
    yield "curve-cut", "p256", "does not hold", signed("p256", "ES256")[:-4]
    yield "curve-zero", "p256", "does not hold", by_hand({"alg": "ES256"}, lambda text: bytes(64))
    yield "curve-in-der", "p256", "does not hold", by_hand(
        {"alg": "ES256"}, lambda text: KEYS["p256"].sign(text, ec.ECDSA(hashes.SHA256())))
    yield "short-key", "rsa-short", "no certificate given by '--verify' has such a key", by_hand(
        {"alg": "RS256"}, lambda text: KEYS["rsa-short"].sign(text, padding.PKCS1v15(), hashes.SHA256()))
    yield "no-certificates", "-", "can be used to check", good
    yield "five-parts", "rsa", "no signature that could be read", good + ".a.b"
    yield "twice-an-algorithm", "rsa", "no signature that could be read", \
        encoded(b'{"alg":"none","alg":"RS256"}') + good[good.index("."):]


(HERE / "jwt.txt").write_text("".join("\t".join(line) + "\n" for line in lines()))
