"""Signs and encrypts assertions with xmlsec."""

import xmlsec
from lxml import etree

IDS = ["ID", "AssertionID"]
SIGNATURE = "{http://www.w3.org/2000/09/xmldsig#}Signature"


class BadSignature(Exception):
    pass


def parse(data: bytes):
    return etree.fromstring(data, etree.XMLParser(resolve_entities=False, no_network=True))


def sign(text: str, key: str, certificate: str) -> bytes:
    """Returns the assertion with an enveloped signature: after the issuer in SAML 2.0, at the end in SAML 1.1."""
    assertion = parse(text.encode())
    identifier = assertion.get("ID") or assertion.get("AssertionID")
    xmlsec.tree.add_ids(assertion, IDS)
    signature = xmlsec.template.create(assertion, xmlsec.Transform.EXCL_C14N, xmlsec.Transform.RSA_SHA256, ns="ds")
    assertion.insert(1 if assertion.get("ID") else len(assertion), signature)
    reference = xmlsec.template.add_reference(signature, xmlsec.Transform.SHA256, uri=f"#{identifier}")
    xmlsec.template.add_transform(reference, xmlsec.Transform.ENVELOPED)
    xmlsec.template.add_transform(reference, xmlsec.Transform.EXCL_C14N)
    xmlsec.template.add_x509_data(xmlsec.template.ensure_key_info(signature))
    context = xmlsec.SignatureContext()
    context.key = xmlsec.Key.from_file(key, xmlsec.KeyFormat.PEM)
    context.key.load_cert_from_file(certificate, xmlsec.KeyFormat.PEM)
    context.sign(signature)
    # xmlsec breaks its base64 into lines, like many products.
    return etree.tostring(assertion)


def verify(assertion, certificate: str):
    """Raises an error unless the certificate's key signed exactly this element."""
    signatures = assertion.findall(SIGNATURE)
    if len(signatures) != 1:
        raise BadSignature(f"{len(signatures)} signatures")
    reference = signatures[0].find(".//{*}Reference")
    identifier = assertion.get("ID") or assertion.get("AssertionID")
    if reference is None or reference.get("URI") != f"#{identifier}":
        raise BadSignature("the signature is of something else")
    xmlsec.tree.add_ids(assertion, IDS)
    context = xmlsec.SignatureContext()
    context.key = xmlsec.Key.from_file(certificate, xmlsec.KeyFormat.CERT_PEM)
    try:
        context.verify(signatures[0])
    except xmlsec.Error as error:
        raise BadSignature(str(error)) from error


def encrypt(assertion: bytes, certificate: str) -> bytes:
    """Returns the assertion as EncryptedData for the owner of the certificate."""
    manager = xmlsec.KeysManager()
    manager.add_key(xmlsec.Key.from_file(certificate, xmlsec.KeyFormat.CERT_PEM))
    holder = etree.Element("holder")
    element = parse(assertion)
    holder.append(element)
    data = xmlsec.template.encrypted_data_create(
        holder, xmlsec.Transform.AES256, type=xmlsec.EncryptionType.ELEMENT, ns="xenc")
    xmlsec.template.encrypted_data_ensure_cipher_value(data)
    key_info = xmlsec.template.encrypted_data_ensure_key_info(data, ns="ds")
    encrypted_key = xmlsec.template.add_encrypted_key(key_info, xmlsec.Transform.RSA_OAEP)
    xmlsec.template.encrypted_data_ensure_cipher_value(encrypted_key)
    context = xmlsec.EncryptionContext(manager)
    context.key = xmlsec.Key.generate(xmlsec.KeyData.AES, 256, xmlsec.KeyDataType.SESSION)
    return etree.tostring(context.encrypt_xml(data, element))
