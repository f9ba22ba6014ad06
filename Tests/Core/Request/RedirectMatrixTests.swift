import Secrets
import Support
import Testing

@testable import Core

/// Values for a request stay with the named origins, wherever a redirect leads. Tests each target, each status, each kind of
/// credential, and each demand of the target.
struct RedirectMatrixTests {
    /// The credentials that the command has for the named origin.
    enum Given: CaseIterable {
        case password, userOnly, storedPassword, ticket, fields, session, token, providerFields, providerCertificate
        case identity
    }

    /// The demand of a server.
    enum Demand: CaseIterable {
        case nothing, basic, digest, negotiate, negotiateOrBasic, bearer, saml, certificate
    }

    private static let home = "https://sp.example.org"
    private static let needle = "n33dle"

    /// Servers in memory. The first one asks for the credential of the command and then redirects.
    private final class Servers: Transport {
        struct Arrived {
            var request: Request
            var certificate: String?

            func field(_ name: String) -> String? {
                request.headers.first { $0.name.lowercased() == name }.map { header in
                    header.value.withBytes { String(decoding: $0, as: UTF8.self) }
                }
            }
        }

        var identities: (any ClientIdentities)?
        var first = Demand.nothing
        var second = Demand.nothing
        var redirect = (status: 302, location: "")
        private(set) var arrived: [Arrived] = []

        func send(
            _ request: Request, maximumBodyBytes: Int, deadline: Deadline, streams: ContentStreams
        ) throws(FedauthError) -> Response {
            let origin = request.url.origin
            let isHome = origin.description == RedirectMatrixTests.home
            let demand = isHome ? first : second
            // Like the real transport: a bound identity is sent at once, and a demanded one is looked up.
            var identity: Identity?
            if origin.scheme == .https, let identities {
                identity = try identities.identity(for: origin, isDemanded: false)
                if identity == nil, demand == .certificate {
                    identity = try identities.identity(for: origin, isDemanded: true)
                }
            }
            let arrived = Arrived(request: request, certificate: identity?.name)
            self.arrived.append(arrived)
            if demand == .certificate, identity == nil {
                throw FedauthError(.clientCertificateNeeded, "'\(origin)' wants a certificate")
            }
            if let answer = Self.challenge(demand, arrived) { return answer }
            switch (isHome, request.url.path) {
            case (true, "/redirect"):
                return Self.response(request, redirect.status, [("location", redirect.location)])
            case (false, "/back"): return Self.response(request, 302, [("location", RedirectMatrixTests.home + "/end")])
            case (false, "/further"): return Self.response(request, 307, [("location", "https://third.example.net/")])
            default: return Self.response(request, 200, [])
            }
        }

        private static func response(
            _ request: Request, _ status: Int, _ headers: [(name: String, value: String)]
        ) -> Response {
            Response(status: status, url: request.url, headers: headers)
        }

        private static func challenge(_ demand: Demand, _ arrived: Arrived) -> Response? {
            let field = arrived.field("authorization") ?? ""
            let basic = #"Basic realm="Staff""#
            let asked: [String]
            switch demand {
            case .nothing, .certificate: return nil
            case .saml:
                return arrived.field("cookie") != nil
                    ? nil : response(arrived.request, 200, [("com.sap.cloud.security.login", "login-request")])
            case .basic: asked = field.isEmpty ? [basic] : []
            case .digest: asked = field.isEmpty ? [#"Digest realm="Staff", nonce="n", qop="auth""#] : []
            case .negotiate: asked = arrived.request.negotiates ? [] : ["Negotiate"]
            case .negotiateOrBasic:
                asked = arrived.request.negotiates || !field.isEmpty ? [] : ["Negotiate", basic]
            case .bearer: asked = field.isEmpty && arrived.field("x-key") == nil ? [#"Bearer realm="api""#] : []
            }
            return asked.isEmpty ? nil : response(arrived.request, 401, asked.map { ("www-authenticate", $0) })
        }
    }

    /// Bound in the store and found by its name on the command line.
    private final class Bound: NoIdentities {
        let identity: Identity
        init(_ identity: Identity) { self.identity = identity }
        override func identity(for origin: Origin, isDemanded: Bool) throws(FedauthError) -> Identity? {
            identity.isBound(to: origin) ? identity : nil
        }
    }

    private let clock = TestClock()
    private let reporter = RecordingReporter()

    /// The result of one run.
    private struct Outcome {
        var arrived: [Servers.Arrived]
        var error: FedauthError?
        var questions: [String]
        var stored: [String]

        func reached(_ isHome: Bool) -> [Servers.Arrived] {
            arrived.filter { ($0.request.url.origin.description == RedirectMatrixTests.home) == isHome }
        }
    }

    /// Returns the demand of the first server, so that fedauth has the credential in use when the server redirects.
    private static func demand(for given: Given) -> Demand {
        switch given {
        case .password, .storedPassword: .basic
        case .ticket: .negotiate
        case .token, .providerFields: .bearer
        case .providerCertificate: .certificate
        case .session: .saml
        case .userOnly, .fields, .identity: .nothing
        }
    }

    private func run(
        _ given: Given, _ target: String, _ status: Int, _ demand: Demand, first: Demand? = nil,
        typing: [String] = []
    ) throws -> Outcome {
        let start = try WebURL(Self.home + "/redirect")
        let named = NamedOrigins([start])
        let store = MemoryStore(clock: clock)
        try store.initialise()
        var known = HTTPCredentials.Known()
        if given == .password || given == .userOnly { known.user = "ada-" + Self.needle }
        if given == .password { known.password = FixedSource(Self.needle) }
        if given == .storedPassword {
            try StoredCredentials(store, clock: clock).keep(
                Credential(user: "ada", password: SharedSecret(text: Self.needle), expires: nil),
                for: ProtectionSpace(start.origin, realm: "Staff").scope())
        }
        let servers = Servers()
        servers.first = first ?? Self.demand(for: given)
        servers.second = demand
        servers.redirect = (status, target)
        let stored: any ClientIdentities =
            given == .identity ? Bound(identity("named", for: start.origin)) : NoIdentities()
        let transport = provided(servers, stored, given, named, store)
        let prompter = ScriptedPrompter(typing, canAsk: !typing.isEmpty)
        let flow = RequestFlow(
            UserAgent(transport, clock: clock, policy: NavigationPolicy(allowsPlainHTTP: true)),
            answerers: [
                try sessions(given, start),
                CredentialAnswerer(
                    options: BasicSignIn.Options(), hashing: ReadableHashing(), reporter: reporter,
                    makeCredentials: { [known, clock, reporter] (_) throws(FedauthError) in
                        HTTPCredentials(
                            known: known, for: named, store: store, prompter: prompter, reporter: reporter,
                            clock: clock)
                    }),
            ],
            options: Self.following, reporter: reporter)
        var request = Request("GET", start)
        if given == .fields {
            request.headers = ["Authorization", "Cookie", "X-Key", "Proxy-Authorization"].map {
                Request.Header($0, "Bearer " + Self.needle)
            }
        }
        var jar = CookieJar()
        let error = failure {
            _ = try flow.run(request, jar: &jar, streams: ContentStreams()) { Deadline(seconds: 60, from: clock) }
        }
        return Outcome(
            arrived: servers.arrived, error: error, questions: prompter.questions,
            stored: try store.list().map { $0.attributes["server"] ?? $0.attributes["origin"] ?? $0.name })
    }

    private static var following: RequestFlow.Options {
        var options = RequestFlow.Options()
        options.followsRedirects = true
        return options
    }

    private func identity(_ name: String, for origin: Origin) -> Identity {
        Identity(
            name: name, certificates: [[1]], key: .pkcs8(SharedSecret(text: Self.needle)), origins: [origin],
            source: "test", imported: clock.now, expires: Timestamp(seconds: clock.now.seconds + 1000),
            subject: "CN=ada")
    }

    /// Returns a session for the first server, as its profile would. For other servers, a sign-in gives a separate session.
    private func sessions(_ given: Given, _ start: WebURL) throws -> SessionAnswerer {
        func session(_ url: WebURL, _ value: String) -> Session {
            let cookie = Cookie(
                name: "sid", value: SharedSecret(text: value), domain: url.host, isHostOnly: true,
                created: Timestamp(seconds: 1), setBy: url.origin)
            var session = Session(
                name: url.host, method: "saml", url: url, user: "ada", presenter: "form", obtained: clock.now,
                expires: Timestamp(seconds: clock.now.seconds + 3600), expiryBasis: .assumed,
                jar: CookieJar(given == .token ? [] : [cookie]), logouts: [], token: nil, access: nil)
            if given == .token {
                session.result = .token
                session.token = SessionToken(kind: .bearer, value: SharedSecret(text: value))
            }
            return session
        }
        return SessionAnswerer(
            SessionAnswerer.Source(
                known: { (url) throws(FedauthError) in
                    url.origin == start.origin && (given == .session || given == .token)
                        ? session(url, Self.needle) : nil
                },
                isToken: { (url) throws(FedauthError) in url.origin == start.origin && given == .token },
                hasPages: { (_) throws(FedauthError) in false },
                signIn: { (response, _) throws(FedauthError) in
                    SignIn.Outcome(session: session(response.url, "theirs"), isFresh: true)
                }), clock: clock)
    }

    /// Returns a provider that gives every caller the same answer.
    private func provided(
        _ servers: Servers, _ stored: any ClientIdentities, _ given: Given, _ named: NamedOrigins,
        _ store: MemoryStore
    ) -> any Transport {
        let line =
            given == .providerCertificate
            ? #"{"type":"certificate","file":"\#(Self.needle)"}"#
            : #"{"type":"headers","headers":[{"X-Key":"\#(Self.needle)"}],"keep":true}"#
        let program = ScriptedProvider([line], [line], [line])
        let cache = ProviderCache(program: program.name, user: nil, reporter: reporter, clock: clock) {
            () throws(FedauthError) in store
        }
        let client = ProviderClient(
            program, cache: cache, certificates: ScriptedCertificates(), ProviderClient.Surroundings(),
            reporter: reporter,
            clock: clock)
        let kinds: Set<ProviderKind> =
            switch given {
            case .providerFields: [.headers]
            case .providerCertificate: [.certificate]
            default: []
            }
        let limits = ProviderLimits(kinds: kinds, for: named)
        let identities = ProvidedIdentities(stored, client: client, limits: limits, reporter: reporter)
        servers.identities = identities
        return ProvidedTransport(servers, client: client, identities: identities, limits: limits)
    }

    /// Returns every credential that reached another server; empty means success.
    private func leaks(_ outcome: Outcome) -> [String] {
        outcome.reached(false).flatMap { arrived -> [String] in
            var found: [String] = []
            if arrived.request.negotiates { found.append("a ticket") }
            if let certificate = arrived.certificate { found.append("the certificate '\(certificate)'") }
            for header in arrived.request.headers {
                let value = header.value.withBytes { String(decoding: $0, as: UTF8.self) }
                let isTheirs = value == "sid=theirs" || value == "Bearer theirs"
                let name = header.name.lowercased()
                if value.contains(Self.needle) || !isTheirs && ["authorization", "cookie", "x-key"].contains(name) {
                    found.append("\(header.name): \(value)")
                }
            }
            if arrived.request.url.description.contains(Self.needle) { found.append(arrived.request.url.description) }
            return found
        }
    }

    @Test(arguments: Given.allCases)
    func nothingThatWasNamedFollowsARedirect(_ given: Given) throws {
        #expect(RedirectTarget.all.count >= 40)
        for target in RedirectTarget.all {
            for status in [301, 302, 303, 307, 308] {
                for demand in Demand.allCases {
                    let outcome = try run(given, target.location, status, demand)
                    let place = "\(target) \(status) \(demand): \(outcome.error?.description ?? "")"
                    #expect(leaks(outcome).isEmpty, "\(place)")
                    // Nothing is stored for the other server.
                    #expect(outcome.stored.allSatisfy { $0 == Self.home }, "\(place) \(outcome.stored)")
                    #expect(outcome.questions.isEmpty, "\(place)")
                    // The first server got its credential.
                    #expect(!outcome.reached(true).isEmpty, "\(place)")
                    switch target.kind {
                    case .foreign: #expect(!outcome.reached(false).isEmpty, "\(place)")
                    case .same: #expect(outcome.reached(false).isEmpty && outcome.error == nil, "\(place)")
                    case .refused: #expect(outcome.reached(false).isEmpty && outcome.error != nil, "\(place)")
                    }
                }
            }
        }
    }

    /// The first server gets what it demands, so that the matrix above tests something. It gets it again on the way back.
    @Test func theNamedOriginGetsWhatWasNamed() throws {
        let back = "https://other.example.net/back"
        let password = try run(.password, back, 302, .nothing)
        #expect(password.error == nil)
        #expect(password.reached(true).filter { $0.field("authorization")?.hasPrefix("Basic ") == true }.count == 2)
        let ticket = try run(.ticket, back, 302, .nothing)
        #expect(ticket.error == nil && ticket.reached(true).filter(\.request.negotiates).count == 2)
        let certificate = try run(.identity, back, 302, .nothing)
        #expect(certificate.reached(true).allSatisfy { $0.certificate == "named" })
        let provided = try run(.providerFields, back, 302, .nothing)
        #expect(provided.reached(true).filter { $0.field("x-key") == Self.needle }.count == 2, "\(provided)")
        #expect(try run(.providerCertificate, back, 302, .nothing).reached(true).last?.certificate != nil)
        #expect(try run(.session, back, 302, .nothing).reached(true).allSatisfy { $0.field("cookie") != nil })
        #expect(try run(.token, back, 302, .nothing).reached(true).last?.field("authorization") == "Bearer n33dle")
        #expect(try run(.fields, back, 302, .nothing).reached(true).first?.field("x-key") != nil)
        #expect(try run(.storedPassword, back, 302, .nothing).reached(true).last?.field("authorization") != nil)
    }

    /// Without a terminal, the error says what is missing and how to name the server.
    @Test(arguments: [Demand.basic, .digest, .negotiate, .negotiateOrBasic])
    func withoutATerminalTheOtherOriginEndsIt(_ demand: Demand) throws {
        for given in [Given.password, .userOnly, .ticket, .storedPassword] {
            let error = try #require(
                try run(given, "https://other.example.net/x", 302, demand, first: .nothing).error)
            #expect(error.code == .inputNeeded && error.message.contains("other.example.net"), "\(error)")
            #expect(error.hint?.contains("'fedauth request https://other.example.net'") == true, "\(error)")
        }
    }

    /// On a terminal, the question names the server, and the answer is used for that server only.
    @Test func aQuestionNamesTheOtherOrigin() throws {
        let typed = try run(.password, "https://other.example.net/x", 302, .basic, typing: ["bob", "b0b-secret"])
        #expect(typed.error == nil && typed.questions.count == 2)
        #expect(typed.questions.allSatisfy { $0.contains("https://other.example.net") }, "\(typed.questions)")
        let field = try #require(typed.reached(false).last?.field("authorization"))
        #expect(field == "Basic Ym9iOmIwYi1zZWNyZXQ=")
        #expect(Set(typed.stored) == [Self.home, "https://other.example.net"], "\(typed.stored)")
        let refused = try run(.ticket, "https://other.example.net/x", 302, .negotiate, typing: ["n"])
        #expect(refused.error?.code == .cancelled && refused.reached(false).allSatisfy { !$0.request.negotiates })
        #expect(refused.questions.last?.contains("https://other.example.net") == true)
        let allowed = try run(.ticket, "https://other.example.net/x", 302, .negotiate, typing: ["y"])
        #expect(allowed.error == nil && allowed.reached(false).last?.request.negotiates == true)
    }
}
