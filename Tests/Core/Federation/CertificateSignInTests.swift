import Core
import Secrets
import Support
import Testing

/// Tests a client certificate at AD FS, which requests it at a separate origin.
struct CertificateSignInTests {
    private let walk = FederationWalk()

    /// One identity, bound to one origin.
    private final class OneIdentity: NoIdentities {
        let origin: Origin
        private(set) var asked: [Origin] = []

        init(_ address: String) throws { origin = try WebURL(address).origin }

        override func identity(for origin: Origin, isDemanded: Bool) throws(FedauthError) -> Identity? {
            asked.append(origin)
            guard origin == self.origin else { return nil }
            return Identity(
                name: "ada", certificates: [[0x30]], key: .pkcs8(SharedSecret(text: "")), origins: [origin],
                source: "test", imported: Timestamp(seconds: 0), expires: Timestamp(seconds: 1), subject: "CN=ada")
        }
    }

    private func script(_ place: String) throws {
        walk.reader.pages["first"] = FederationPages.signIn(ways: ["CertificateAuthentication"])
        try walk.web.on("GET", FederationWalk.page, page: "first")
        try walk.web.on("POST", FederationWalk.page, status: 302, headers: [("location", place + "/adfs/ls/?q=1")])
        try walk.web.on("GET", place + "/adfs/ls/?q=1", status: 302, headers: [("location", FederationWalk.finish)])
        try walk.web.on("GET", FederationWalk.finish)
    }

    private func present(_ identities: OneIdentity) throws {
        try walk.present(identities: identities) {
            $0.fields = ["AuthMethod": FixedSource("CertificateAuthentication")]
        }
    }

    @Test(arguments: ["https://fs:49443", "https://certauth.fs"])
    func aCertificateIsChosenAndShownThere(_ place: String) throws {
        try script(place)
        try present(try OneIdentity(place))
        #expect(walk.posted == ["AuthMethod=CertificateAuthentication"])
        #expect(walk.web.asked.last?.url == FederationWalk.finish)
        #expect(!walk.web.asked.contains { $0.body.contains("Password") })
    }

    /// A single message says what to do; the page of AD FS would not.
    @Test(arguments: ["https://fs:49443", "https://certauth.fs"])
    func withoutAnIdentityTheOriginIsNamed(_ place: String) throws {
        try script(place)
        let error = failure { try present(try OneIdentity("https://fs")) }
        #expect(error?.code == .clientCertificateNeeded)
        #expect(error?.message == "no identity is bound to '\(place)', where AD FS asks for a client certificate")
        #expect(error?.hint?.contains("fedauth identity bind NAME \(place)") == true)
        #expect(!walk.web.asked.contains { $0.url.hasPrefix(place) })
    }

    /// Other servers do not trigger the message.
    @Test func anotherOriginNeedsNoIdentity() throws {
        try script("https://other:49443")
        let identities = try OneIdentity("https://fs:49443")
        try present(identities)
        #expect(identities.asked == [])
    }
}
