import Core
import Support
import Testing

/// Tests the addresses of objects that belong to the key of an address (RFC 7512).
struct TokenAddressTests {
    @Test(arguments: [
        ("pkcs11:token=lab;object=ada", "pkcs11:token=lab;object=ada;type=private"),
        ("pkcs11:object=ada;type=private?pin-source=file:/x", "pkcs11:object=ada;type=private?pin-source=file:/x"),
        ("pkcs11:id=%01;type=cert;token=a%3Bb", "pkcs11:id=%01;token=a%3Bb;type=private"),
        (
            "pkcs11:slot-id=7;library-version=2.6;token=lab;slot-description=r;x-own=1;object=ada",
            "pkcs11:token=lab;object=ada;type=private"
        ),
    ])
    func theKey(_ address: String, _ key: String) { #expect(TokenAddress(address).ofKey == key) }

    @Test(arguments: [
        ("pkcs11:token=lab;object=ada", "pkcs11:token=lab;object=ada;type=cert"),
        // The names of a key and its certificate may differ, their identifiers do not.
        ("pkcs11:token=lab;id=%01;object=key;type=private", "pkcs11:token=lab;id=%01;type=cert"),
        (
            "pkcs11:id=%01?pin-source=file:/x?y&module-name=p",
            "pkcs11:id=%01;type=cert?pin-source=file:/x?y&module-name=p"
        ),
    ])
    func itsCertificate(_ address: String, _ certificate: String) {
        #expect(TokenAddress(address).ofCertificate == certificate)
    }

    @Test func allCertificates() {
        #expect(
            TokenAddress("pkcs11:serial=1;id=%01;object=key;type=private?module-name=p").ofCertificates
                == "pkcs11:serial=1;type=cert?module-name=p")
        #expect(TokenAddress("pkcs11:object=key").ofCertificates == "pkcs11:type=cert")
    }

    @Test(arguments: [
        ("pkcs11:token=lab;object=a", "pkcs11:token=lab;id=%01?pin-source=file:x", true),
        ("pkcs11:object=a;token=lab", "pkcs11:token=l%61b;type=private", true),
        ("pkcs11:token=lab;object=a", "pkcs11:serial=1;object=a", true),
        ("pkcs11:token=lab;slot-id=1", "pkcs11:token=lab;slot-id=2?module-name=p", true),
        ("pkcs11:object=a", "pkcs11:token=lab", true), ("pkcs11:token=lab", "pkcs11:token=lab;serial=1", true),
        ("pkcs11:token=lab;object=a", "pkcs11:token=lab2;object=a", false),
        ("pkcs11:token=lab;serial=1", "pkcs11:serial=2;token=lab", false),
    ])
    func addressesThatMayBeOfOneToken(_ one: String, _ other: String, _ may: Bool) {
        #expect(TokenAddress(one).mayShareToken(with: TokenAddress(other)) == may)
        #expect(TokenAddress(other).mayShareToken(with: TokenAddress(one)) == may)
    }

    @Test(arguments: [
        ("pkcs11:id=%01", nil, true), ("pkcs11:id=%01?pin-source=/p", "/p", true),
        ("pkcs11:id=%01?pin-source=file:/a%20b&module-name=m", "/a b", true),
        ("pkcs11:id=%01?pin-source=file:///p", "/p", true), ("pkcs11:id=%01?pin-source=FILE:/p", "/p", true),
        ("pkcs11:id=%01?pin-source=|/bin/cat", "|/bin/cat", false), ("pkcs11:id=%01?pin-source=pin", "pin", false),
        ("pkcs11:id=%01?pin-source=https://h/p", "https://h/p", false),
        ("pkcs11:id=%01?pin-source=file://localhost/p", "/p", true),
        ("pkcs11:id=%01?pin-source=file://h/p", "file://h/p", false),
    ])
    func thePINIsInAFile(_ address: String, _ file: String?, _ isFile: Bool) {
        #expect(TokenAddress(address).pinFile == file)
        #expect((failure { try TokenAddress(address).check() } == nil) == isFile)
    }

    @Test(arguments: [
        ("pkcs11:slot-id=7;object=a", false), ("pkcs11:library-manufacturer=SoftHSM;id=%01", false),
        ("pkcs11:slot-id=7;serial=1;object=a", true), ("pkcs11:slot-description=r;model=m;id=%01", true),
    ])
    func aSlotIsNoToken(_ address: String, _ isEnough: Bool) {
        let error = failure { try TokenAddress(address).check() }
        #expect((error == nil) == isEnough && error?.message.contains("not the token") != false)
    }

    @Test func objectsOfOneTokenHaveItInCommon() {
        let token = TokenAddress("pkcs11:token=lab;serial=1;object=a;type=private?pin-source=file:x").ofToken
        #expect(token == ["token=lab", "serial=1"])
        #expect(TokenAddress("pkcs11:id=%01;serial=1;token=lab;object-type=cert").ofToken == token)
        #expect(TokenAddress("pkcs11:token=other;serial=1;object=a").ofToken != token)
        #expect(TokenAddress("pkcs11:object=a").ofToken.isEmpty)
    }
}
