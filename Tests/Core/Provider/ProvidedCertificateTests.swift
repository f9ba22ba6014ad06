import Secrets
import Support
import Testing

@testable import Core

/// Tests client certificates of a provider, over a transport that asks for them as the one of libcurl does.
struct ProvidedCertificateTests {
    /// A server that accepts every client with the right leaf certificate.
    private final class CertificateServer: Transport {
        var identities: (any ClientIdentities)?
        var wanted = "one"
        var shown: [String] = []

        func send(
            _ request: Request, maximumBodyBytes: Int, deadline: Deadline, streams: ContentStreams
        ) throws(FedauthError) -> Response {
            let origin = request.url.origin
            var identity = try identities?.identity(for: origin, isDemanded: false)
            if identity == nil { identity = try identities?.identity(for: origin, isDemanded: true) }
            guard let leaf = identity?.certificates.first else {
                throw FedauthError(.clientCertificateNeeded, "a certificate is needed")
            }
            let text = String(decoding: leaf, as: UTF8.self)
            shown.append(text)
            guard text == wanted else { throw FedauthError(.clientCertificateRefused, "it is revoked") }
            return Response(status: 200, url: request.url)
        }
    }

    private let clock = TestClock()
    private let server = CertificateServer()
    private let store: MemoryStore
    private let reporter = RecordingReporter()
    private let certificates = ScriptedCertificates()
    private static let one = #"{"type":"certificate","pkcs12":"b25l","password":"pw"}"#
    private static let two = #"{"type":"certificate","file":"two"}"#

    init() throws {
        store = MemoryStore(clock: clock)
        try store.initialise()
    }

    private func send(
        _ program: ScriptedProvider, stored: any ClientIdentities = NoIdentities(), mayAsk: Bool = true,
        to address: String = "https://api.example.org/"
    ) throws {
        let cache = ProviderCache(program: program.name, user: nil, reporter: reporter, clock: clock) {
            [store] () throws(FedauthError) in store
        }
        let client = ProviderClient(
            program, cache: cache, certificates: certificates, ProviderClient.Surroundings(), reporter: reporter,
            clock: clock)
        let limits = ProviderLimits(for: NamedOrigins([try WebURL("https://api.example.org/")]), mayAsk: mayAsk)
        let identities = ProvidedIdentities(stored, client: client, limits: limits, reporter: reporter)
        server.identities = identities
        _ = try ProvidedTransport(server, client: client, identities: identities, limits: limits).send(
            Request("GET", try WebURL(address)), maximumBodyBytes: 10, deadline: Deadline(seconds: 9, from: clock))
    }

    @Test func itIsAskedForOnceAndThenKept() throws {
        let program = ScriptedProvider([Self.one])
        try send(program)
        try send(program)
        #expect(server.shown == ["one", "one"] && program.received.count == 1)
        #expect(program.arguments == [["certificate", "https://api.example.org"]])
        let received = try #require(program.received.first)
        #expect(received["kind"] == "certificate" && received["lastResult"] == "none")
        #expect(received["reason"]?["challenge"] == "tls" && (received["timeoutSeconds"]?.integer ?? 0) <= 9)
        // The certificate is used until it expires.
        clock.now = Timestamp(seconds: 1_800_000_000)
        program.scripts = [[Self.one]]
        try send(program)
        #expect(program.received.count == 2 && program.received.last?["lastResult"] == "success")
    }

    @Test func aRefusedOneIsReplacedAndForgotten() throws {
        let program = ScriptedProvider([Self.one], [Self.two])
        try send(program)
        server.wanted = "two"
        try send(program)
        #expect(server.shown == ["one", "one", "two"])
        #expect(program.received.last?["lastResult"] == "failure")
        #expect(program.received.last?["reason"]?["message"] == "it is revoked")
        let value = try #require(try store.get(store.list()[0].name)).value
        #expect(try store.list().count == 1)
        #expect(value.withBytes { !String(decoding: $0, as: UTF8.self).contains("one") })
    }

    @Test func whatTheProviderDoesNotHaveIsMissed() throws {
        #expect(failure { try send(ScriptedProvider([#"{"type":"none"}"#])) }?.code == .clientCertificateNeeded)
        #expect(failure { try send(ScriptedProvider([#"{"type":"cancel"}"#])) }?.code == .cancelled)
        #expect(failure { try send(ScriptedProvider([Self.one]), mayAsk: false) }?.code == .clientCertificateNeeded)
        server.wanted = "three"
        let refused = failure { try send(ScriptedProvider([Self.one], [#"{"type":"none"}"#])) }
        #expect(refused?.code == .clientCertificateRefused && refused?.hint?.contains("'./mine' supplied it") == true)
        #expect(server.shown == ["one"])
    }

    @Test func anotherOriginIsNeitherAskedForNorShown() throws {
        let program = ScriptedProvider([Self.one])
        try send(program)
        for other in ["https://api.example.org:8443/", "https://example.org/"] {
            #expect(failure { try send(program, to: other) }?.code == .clientCertificateNeeded)
        }
        #expect(program.received.count == 1 && server.shown == ["one"])
    }

    @Test func theStoresOwnComesFirst() throws {
        final class Bound: NoIdentities {
            override func identity(for origin: Origin, isDemanded: Bool) throws(FedauthError) -> Identity? {
                try ScriptedCertificates().identity(
                    ProvidedCertificate(content: .file("stored")), named: "mine", for: origin)
            }
        }
        server.wanted = "stored"
        let program = ScriptedProvider([Self.one])
        try send(program, stored: Bound())
        #expect(server.shown == ["stored"] && program.received.isEmpty)
        // The provider does not replace a refused identity of the store.
        server.wanted = "one"
        #expect(failure { try send(program, stored: Bound()) }?.code == .clientCertificateRefused)
        #expect(program.received.isEmpty)
    }

    @Test(arguments: [
        #"{"type":"certificate"}"#, #"{"type":"certificate","pkcs12":"%%"}"#,
        #"{"type":"certificate","pkcs12":"b25l","file":"/x"}"#, #"{"type":"certificate","file":""}"#,
        #"{"type":"certificate","file":"/x","password":1}"#, #"{"type":"headers","headers":[{"A":"1"}]}"#,
    ])
    func whatIsNoneIsSaid(_ line: String) throws {
        #expect(failure { try send(ScriptedProvider([line])) }?.code == .providerFailed)
        #expect(server.shown.isEmpty)
    }

    /// The next call tells the provider about the failure.
    @Test func oneThatDoesNotOpenIsAFailure() throws {
        certificates.failure = FedauthError(.wrongPassphrase, "the passphrase does not open it")
        let program = ScriptedProvider([Self.one], [Self.one])
        #expect(failure { try send(program) }?.code == .wrongPassphrase)
        certificates.failure = nil
        try send(program)
        #expect(program.received.map { $0["lastResult"]?.text } == ["none", "failure"])
    }
}
