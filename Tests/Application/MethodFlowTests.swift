@testable import Application
import Core
import Fakes
import Support
import Testing

/// Tests which method signs in: that of the profile, else that of the address.
struct MethodFlowTests {
    private let world = FakeWorld()
    private static let address = "https://files.example.org/"

    private func run(
        _ method: SignInMethodName?, service: String? = nil, _ change: (inout MethodSettings) -> Void
    ) throws -> String {
        var settings = MethodSettings()
        settings.signIn.user = "ada"
        change(&settings)
        return try MethodFlow(services: world.services, settings: settings).run(method, service: service).session.method
    }

    @Test func aResourceIsForHTTPAuthentication() throws {
        try world.web.on("GET", Self.address)
        _ = try? run(nil) { $0.basic.resource = Self.address }
        #expect(world.web.asked.map(\.url) == [Self.address] && world.presenter.asked.isEmpty)
    }

    @Test func everyOtherAddressIsForSAML() throws {
        let method = try run(nil) {
            $0.saml.authorizationURL = Self.address
            $0.saml.finish.finish = Self.address + "home"
        }
        #expect(method == "saml" && world.presenter.asked.map(\.start.url.description) == [Self.address])
    }

    /// The method of the profile decides, whatever addresses there are.
    @Test func theMethodOfTheProfileDecides() throws {
        let method = try run(.saml) {
            $0.basic.resource = Self.address + "other"
            $0.saml.authorizationURL = Self.address
            $0.saml.finish.finish = Self.address + "home"
        }
        #expect(method == "saml" && world.web.asked.isEmpty)
        #expect(failure { _ = try run(.adfs) { _ in } } != nil && world.presenter.asked.count == 1)
    }

    @Test func aProfileForACertificateMakesNoSession() {
        world.profile("corp", ["method": "sls"])
        let error = failure { _ = try run(.sls, service: "corp") { _ in } }
        #expect(error?.code == .usage)
        #expect(error?.message == "the profile 'corp' gets a certificate, and no session")
    }

    @Test func anAddressIsNamedOrNot() {
        var settings = MethodSettings()
        #expect(!MethodFlow(services: world.services, settings: settings).namesAddress)
        settings.federation.adfs = "adfs.test"
        #expect(MethodFlow(services: world.services, settings: settings).namesAddress)
    }
}
