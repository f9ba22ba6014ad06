import Testing

@testable import CommandSupport

/// Tests the servers that an enrolled identity is bound to by options, by its profile and by hand, and changes between these.
struct EnrollmentBindingTests {
    let scene: EnrollmentScene
    private static let one = "https://one.example.org"
    private static let two = "https://two.example.org"
    private static let three = "https://three.example.org"

    init() throws { scene = try EnrollmentScene(in: CommandHome()) }

    /// Returns the servers of the identity, as `sls status` shows them.
    private func origins() throws -> Set<String> {
        let done = try scene.home.fedauth("sls", "status", "who", "--json")
        return Set([Self.one, Self.two, Self.three].filter { done.text.contains("\"\($0)\"") })
    }

    /// A renewal with the profile keeps servers that were bound by hand, and does not restore removed ones.
    @Test func aRenewalKeepsWhatWasDoneByHand() throws {
        try scene.home.configure(
            """
            [profile.who]
            method = "sls"
            base-url = "\(scene.server.sls)"
            profile-code = "\(scene.code("one"))"
            origin = ["\(Self.one)", "\(Self.three)"]
            cacert = "\(scene.server.caFile)"
            user = "ada"
            password-file = "\(scene.passwordFile)"

            """)
        #expect(try scene.home.fedauth("sls", "enroll", "who", "--no-input").status == 0)
        #expect(try scene.home.fedauth("identity", "bind", "who", Self.two).status == 0)
        #expect(try scene.home.fedauth("identity", "bind", "who", Self.one, "--remove").status == 0)
        let done = try scene.home.fedauth("sls", "renew", "who", "--force", "--no-input")
        #expect(done.status == 0, "\(done)")
        #expect(try origins() == [Self.two, Self.three])
        // A server that is named beside those of the profile is added.
        let typed = try scene.home.fedauth("sls", "enroll", "who", "--origin", Self.one, "--no-input")
        #expect(typed.status == 0, "\(typed)")
        #expect(try origins() == [Self.one, Self.two, Self.three])
    }
}
