"""The authority for client certificates: a root, an intermediate authority that signs, and their certificates."""

import datetime
import hashlib
import secrets
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import pkcs12
from cryptography.x509.oid import ExtendedKeyUsageOID

PEM, DER = serialization.Encoding.PEM, serialization.Encoding.DER
USAGES = ("digital_signature", "content_commitment", "key_encipherment", "data_encipherment", "key_agreement",
          "key_cert_sign", "crl_sign", "encipher_only", "decipher_only")


def name(*parts) -> x509.Name:
    """Takes (OID, value) pairs, the most general one first, as in DER."""
    return x509.Name([x509.NameAttribute(kind, value) for kind, value in parts])


def usage(*wanted) -> x509.KeyUsage:
    return x509.KeyUsage(**{one: one in wanted for one in USAGES})


def now() -> datetime.datetime:
    return datetime.datetime.utcnow().replace(microsecond=0)


class Authority:
    def __init__(self, title: str, issuer=None):
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.subject = name((x509.NameOID.ORGANIZATION_NAME, "Lab"), (x509.NameOID.COMMON_NAME, title))
        signer = issuer or self
        builder = x509.CertificateBuilder().subject_name(self.subject).issuer_name(signer.subject)
        self.certificate = (
            builder.public_key(self.key.public_key()).serial_number(secrets.randbits(120))
            .not_valid_before(now() - datetime.timedelta(days=2)).not_valid_after(now() + datetime.timedelta(days=9))
            .add_extension(x509.BasicConstraints(ca=True, path_length=None if issuer is None else 0), True)
            .add_extension(usage("key_cert_sign", "crl_sign"), True)
            .add_extension(x509.SubjectKeyIdentifier.from_public_key(self.key.public_key()), False)
            .sign(signer.key, hashes.SHA256()))

    def issue(self, public_key, subject, names=(), began=60, ends=86400) -> x509.Certificate:
        """Issues a client certificate that began `began` seconds ago and ends in `ends` seconds."""
        # If a certificate has expired, its chain may still be valid.
        builder = (
            x509.CertificateBuilder().subject_name(subject).issuer_name(self.subject).public_key(public_key)
            .serial_number(secrets.randbits(120))
            .not_valid_before(now() - datetime.timedelta(seconds=began))
            .not_valid_after(now() + datetime.timedelta(seconds=ends))
            .add_extension(x509.BasicConstraints(ca=False, path_length=None), True)
            .add_extension(usage("digital_signature", "key_encipherment")
                           if isinstance(public_key, rsa.RSAPublicKey) else usage("digital_signature"), True)
            .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.CLIENT_AUTH]), False)
            .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(self.key.public_key()), False))
        if names:
            builder = builder.add_extension(x509.SubjectAlternativeName(list(names)), False)
        return builder.sign(self.key, hashes.SHA256())


class People:
    """The authorities, and the certificates that all servers share."""

    def __init__(self, directory: Path):
        self.directory = directory
        self.root = Authority("Lab people root")
        self.issuing = Authority("Lab people issuing", self.root)
        self.stranger = Authority("Stranger root")
        self.root_file = self._write("root.pem", self.root.certificate.public_bytes(PEM))
        self.issuing_file = self._write("issuing.pem", self.issuing.certificate.public_bytes(PEM))
        self.registration = self._registration()

    def chain(self):
        return [self.issuing.certificate, self.root.certificate]

    @staticmethod
    def fingerprint(certificate: x509.Certificate) -> str:
        return hashlib.sha256(certificate.public_bytes(DER)).hexdigest()

    def _write(self, file: str, data: bytes) -> Path:
        path = self.directory / file
        path.touch(0o600)
        path.write_bytes(data)
        return path

    def _registration(self) -> dict:
        """Makes an identity that may enrol for ada, for `--ra`."""
        key = ec.generate_private_key(ec.SECP256R1())
        subject = name((x509.NameOID.ORGANIZATION_NAME, "Lab"), (x509.NameOID.COMMON_NAME, "ada"))
        certificate = self.issuing.issue(key.public_key(), subject)
        passphrase = b"registration-1843"
        sealed = pkcs12.serialize_key_and_certificates(
            b"registration", key, certificate, self.chain(), serialization.BestAvailableEncryption(passphrase))
        plain = key.private_bytes(PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
        whole = certificate.public_bytes(PEM) + self.issuing.certificate.public_bytes(PEM)
        return {"p12File": str(self._write("registration.p12", sealed)),
                "passphraseFile": str(self._write("registration.txt", passphrase)),
                "certificateFile": str(self._write("registration.pem", whole)),
                "keyFile": str(self._write("registration.key", plain))}
