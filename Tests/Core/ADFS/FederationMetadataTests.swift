import Secrets
import Support
import Testing

@testable import Core

/// Tests the addresses of metadata.
struct FederationMetadataTests {
    private final class Reader: SecurityTokenReader {
        var found: [SharedSecret] = [SharedSecret(text: "certificate")]
        func securityTokenAnswer(_ bytes: SharedSecret) throws(FedauthError) -> SecurityTokenAnswer {
            throw FedauthError(.badAnswer, "no token")
        }
        func trustEndpoints(metadata: SharedSecret) throws(FedauthError) -> [TrustEndpoint] { [] }
        func signature(ofAssertion assertion: SharedSecret) throws(FedauthError) -> AssertionSignature {
            throw FedauthError(.badAnswer, "no assertion")
        }
        func signingCertificates(metadata: SharedSecret) throws(FedauthError) -> [SharedSecret] {
            guard metadata.equals("<md/>") else { throw FedauthError(.badAnswer, "no XML") }
            return found
        }
    }

    private let web = ScriptedWeb()
    private let reader = Reader()
    private let clock = TestClock()
    private let address = "https://fs/metadata.xml"

    private func fetch(_ policy: NavigationPolicy = NavigationPolicy()) throws(FedauthError) -> [SharedSecret] {
        try FederationMetadata(UserAgent(web, clock: clock, policy: policy), at: try WebURL(address))
            .signingCertificates(reader, deadline: Deadline(seconds: 60, from: clock))
    }

    @Test func theyNameWhoSigns() throws {
        try web.on("GET", address, cookies: ["a=b"], page: "<md/>")
        #expect(try fetch() == reader.found)
        reader.found = []
        #expect(failure { _ = try fetch() }?.message.contains("names no certificate") == true)
    }

    @Test func whatIsNoneIsNamedWithItsPlace() throws {
        try web.on("GET", address, page: "<p>Sign in")
        let error = failure { _ = try fetch() }
        #expect(error?.code == .badAnswer && error?.message.contains("sent no metadata: no XML") == true)
        #expect(error?.message.contains(address) == true && error?.hint?.contains("2007-06") == true)
    }

    @Test func nothingIsFollowed() throws {
        try web.on("GET", address, status: 302, headers: [("location", "https://elsewhere/")])
        let error = failure { _ = try fetch() }
        #expect(error?.hint?.contains("'https://elsewhere/', which is not followed") == true && web.asked.count == 1)
    }

    @Test func theAllowedHostsCount() throws {
        #expect(failure { _ = try fetch(NavigationPolicy(allowedHosts: ["other"])) }?.code == .refusedHost)
        #expect(web.asked.isEmpty)
    }
}
