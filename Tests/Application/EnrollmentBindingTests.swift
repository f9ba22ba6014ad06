import Application
import Core
import Fakes
import Secrets
import Support
import Testing

/// Tests which servers an identity is bound to after an enrolment, and changes by other commands meanwhile.
struct EnrollmentBindingTests {
    private let scene: EnrollmentScene
    private static let one = "https://one.example.org"
    private static let two = "https://two.example.org"
    private static let three = "https://three.example.org"

    init() throws { scene = try EnrollmentScene() }

    private func origins() throws -> [String]? { try scene.identities.named("who")?.origins.map(\.description) }

    private func bind(_ change: (inout [Origin]) throws -> Void) throws {
        let identity = try #require(try scene.identities.named("who"))
        var origins = identity.origins
        try change(&origins)
        let changed = origins
        _ = try scene.identities.change("who") { $0.origins = changed }
    }

    private func origin(_ text: String) throws -> Origin { try WebURL(text).origin }

    @Test func bindingsByHandStayWhenOthersAreNamed() throws {
        try scene.answers()
        scene.settings.origins = [Self.one]
        try scene.enroll()
        try bind { $0.append(try origin(Self.two)) }
        scene.settings.origins = [Self.three]
        let done = try scene.enroll()
        #expect(!done.isFresh && done.isRebound)
        #expect(try origins() == [Self.two, Self.three])
        #expect(scene.said("warning: 'who' is not shown to '\(Self.one)' any more"))
        #expect(try !scene.enroll().isRebound)
        #expect(scene.operations == ["simpleenroll"])
    }

    @Test func aRenewalDoesNotBringBackWhatWasTakenAway() throws {
        scene.settings.origins = [Self.one, Self.three]
        try scene.enrollDue()
        try bind { origins in
            origins.removeFirst()
            origins.append(try origin(Self.two))
        }
        try scene.answers("second", to: "simplereenroll")
        #expect(try scene.renewal.one("who").isFresh)
        #expect(try origins() == [Self.three, Self.two])
        // Typed, the same server is meant.
        scene.settings.originsAreTyped = true
        #expect(try scene.enroll().isRebound)
        #expect(try origins() == [Self.three, Self.two, Self.one])
    }

    /// Enrols `who` again, while another command runs `change`.
    private func enroll(while change: @escaping () throws -> Void) throws -> FedauthError? {
        try scene.answers("first")
        try scene.answers("second")
        scene.settings.origins = [Self.one]
        try scene.enroll()
        scene.signIn.isForced = true
        scene.world.web.meanwhile = { #expect(throws: Never.self) { try change() } }
        return failure { try scene.enroll() }
    }

    @Test func whatIsBoundAndTakenAwayMeanwhileStaysSo() throws {
        let error = try enroll { try bind { $0 = [try origin(Self.two)] } }
        #expect(error == nil)
        #expect(try scene.certificate() == "second")
        #expect(try origins() == [Self.two])
    }

    @Test func whatIsDeletedMeanwhileStaysDeleted() throws {
        let error = try enroll { _ = try scene.identities.remove("who") }
        #expect(error?.code == .notFound && error?.message.contains("was deleted meanwhile") == true)
        #expect(try scene.identities.named("who") == nil)
    }

    @Test func whatIsImportedMeanwhileIsNotOverwritten() throws {
        let error = try enroll { try scene.identity("who") }
        #expect(error?.code == .busy)
        #expect(try scene.certificate() == "imported")
    }

    @Test func aFirstOneDoesNotReplaceWhatCameMeanwhile() throws {
        try scene.answers()
        let scene = scene
        scene.world.web.meanwhile = { #expect(throws: Never.self) { try scene.identity("who") } }
        #expect(failure { try scene.enroll() }?.message == "there is an identity 'who' already")
        #expect(try scene.certificate() == "imported")
    }
}
