import Application
import Core
import Fakes
import Secrets
import Support
import Testing

/// Tests when a request enrols the certificate that a server requires.
struct EnrollingIdentitiesTests {
    private let scene: EnrollmentScene
    private let stored = StoredIdentity()
    private static let portal = "https://portal.example.org"

    /// The identity of the store, if any.
    private final class StoredIdentity: NoIdentities {
        var identity: Identity?

        override func identity(for origin: Origin, isDemanded: Bool) throws(FedauthError) -> Identity? { identity }
    }

    init() throws {
        scene = try EnrollmentScene()
        scene.world.profile("corp", ["method": "sls", "origin": Self.portal])
        scene.world.profile("mail", ["method": "saml", "origin": "https://mail.example.org"])
    }

    /// Returns the identity for the portal by asking `count` times, and the profiles that enrolled meanwhile.
    private func ask(
        _ count: Int = 1, isDemanded: Bool = true, at address: String = portal, bound: [String] = [portal],
        namesIdentity: Bool = false, own: String? = nil
    ) throws -> (name: String?, profiles: [String]) {
        var profiles: [String] = []
        let fresh = try scene.identity("fresh", origins: bound)
        let identities = EnrollingIdentities(
            stored, namesIdentity: namesIdentity, ownProfile: own, profiles: scene.world.services
        ) { profile in
            profiles.append(profile.name)
            return fresh
        }
        var found: Identity?
        for _ in 0..<count {
            found = try identities.identity(for: WebURL(address).origin, isDemanded: isDemanded)
        }
        return (found?.name, profiles)
    }

    /// Puts an expired identity into the store.
    private func expired(_ profile: String?) throws {
        let record = profile.map {
            EnrollmentRecord(
                profile: $0, method: .est, base: EnrollmentScene.address, code: "", subject: "", key: "",
                notBefore: scene.world.clock.now)
        }
        stored.identity = try scene.identity("old", record: record, lifetimeSeconds: 0)
    }

    @Test func aDemandedCertificateIsEnrolledOnce() throws {
        let asked = try ask(2)
        #expect(asked.name == "fresh" && asked.profiles == ["corp"])
        #expect(scene.said("'portal.example.org' asks for a client certificate: getting one by the profile 'corp'"))
    }

    @Test func nothingIsEnrolledBeforeItIsDemanded() throws {
        let asked = try ask(isDemanded: false)
        #expect(asked.name == nil && asked.profiles.isEmpty)
    }

    /// A server that only takes a certificate demands none.
    @Test(arguments: [("corp", ["corp"]), ("second", ["second"]), ("mail", []), ("gone", [])])
    func theOwnProfileEnrolsAtOnce(_ own: String, _ expected: [String]) throws {
        scene.world.profile("second", ["method": "sls", "origin": Self.portal])
        let asked = try ask(2, isDemanded: false, own: own)
        #expect(asked.profiles == expected && asked.name == (expected.isEmpty ? nil : "fresh"))
        #expect(try ask(isDemanded: false, at: "https://other.example.org", own: own).profiles.isEmpty)
        #expect(try ask(isDemanded: false, namesIdentity: true, own: own).profiles.isEmpty)
        stored.identity = try scene.identity("valid")
        #expect(try ask(isDemanded: false, own: own).name == "valid")
    }

    @Test func onlyAProfileThatNamesTheServerEnrols() throws {
        for address in ["https://other.example.org", "https://mail.example.org"] {
            let asked = try ask(at: address)
            #expect(asked.name == nil && asked.profiles.isEmpty)
        }
    }

    @Test func aNamedIdentityExcludesOthers() throws {
        #expect(try ask(namesIdentity: true).profiles.isEmpty)
    }

    @Test func aValidIdentityIsEnough() throws {
        stored.identity = try scene.identity("valid")
        let asked = try ask()
        #expect(asked.name == "valid" && asked.profiles.isEmpty)
    }

    @Test func anExpiredOneIsRenewedByItsOwnProfile() throws {
        try expired("corp")
        let asked = try ask(isDemanded: false)
        #expect(asked.name == "fresh" && asked.profiles == ["corp"])
        #expect(scene.said("the certificate for 'portal.example.org' has expired"))
    }

    @Test(arguments: [nil, "gone"])
    func anExpiredOneWithoutAProfileIsNotReplaced(profile: String?) throws {
        try expired(profile)
        let asked = try ask()
        #expect(asked.name == "old" && asked.profiles.isEmpty)
    }

    @Test func anIdentityForAnotherServerIsNotShown() throws {
        let asked = try ask(2, bound: ["https://other.example.org"])
        #expect(asked.name == nil && asked.profiles == ["corp"])
    }
}
