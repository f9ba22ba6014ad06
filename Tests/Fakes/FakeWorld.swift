package import Application
package import Core
package import Secrets
package import Support

/// Everything that a flow reaches through `Services`, in memory. A test sets what matters, runs a flow over `services`, and
/// looks at what was stored, sent, asked and said.
package final class FakeWorld {
    /// 2023-11-14, unless a test sets it.
    package let clock = TestClock()
    /// What was said.
    package let reporter = RecordingReporter()
    /// Variables of the environment.
    package var variables: [String: String] = [:]
    /// What the configuration file says.
    package var configuration = Configuration()
    /// Names of profiles that cannot be used.
    package var spoiltProfiles: Set<String> = []
    /// The store.
    package lazy var store = MemoryStore(clock: clock)
    /// The servers.
    package let web = ScriptedWeb()
    /// What pages say.
    package let reader = ScriptedReader()
    /// Where requests may go.
    package var policy = NavigationPolicy()
    /// The limit of the command.
    package var timeoutSeconds: Int64 = 300
    /// The user at the terminal.
    package let prompter = ScriptedPrompter()
    /// What shows logins.
    package let presenter = FakePresenter()
    /// The presenters that flows chose.
    package fileprivate(set) var chosenPresenters: [PresenterChoice] = []
    /// Why there is no presenter; nil: there is one.
    package var presenterFailure: FedauthError?
    /// The secrets that files hold, by their names.
    package var files: [String: String] = [:]
    /// Why the verifier refuses a token; nil: it takes every one.
    package var verdict: FedauthError?
    /// What security token services answer, by its text.
    package let tokenReader = FakeTokenReader()
    /// What locks do.
    package let lock = FakeLock()
    /// Processes that use the cookies of a session, by its name.
    package var processes: [String: [Int32]] = [:]
    /// Sessions whose cookie file was removed.
    package fileprivate(set) var removedCookieFiles: [String] = []
    /// Where providers were allowed, one for each network that was made.
    package fileprivate(set) var providerUses: [ProviderUse?] = []

    /// An empty store, no profiles, no servers, nobody at the terminal.
    package init() {}

    /// The whole of it, for a flow.
    package var services: Services {
        let parts = FakeParts(self)
        return Services(
            clock: clock, reporter: reporter, environment: parts, profiles: parts, stores: parts, networks: parts,
            prompters: parts, secrets: parts, presenters: parts, tokens: parts, random: parts, locks: parts,
            hashing: NoHashing(), sessionFiles: parts)
    }

    /// Adds a profile.
    package func profile(_ name: String, _ settings: [String: String]) {
        configuration.profiles.append(
            Profile(
                name: name,
                settings: settings.sorted { $0.key < $1.key }.map { key, value in
                    Profile.Setting(key: key, values: [.text(value)])
                }))
    }

    /// Puts a session into the store that ends in an hour, with one cookie for its address.
    @discardableResult
    package func session(
        _ name: String, at url: String = "https://service.example.org/", user: String? = "ada",
        _ change: (inout Session) -> Void = { _ in }
    ) throws -> Session {
        let url = try WebURL(url)
        var jar = CookieJar()
        jar.store(
            Response(
                status: 200, url: url, headers: [], setCookies: [SharedSecret(text: "sid=1")],
                body: SharedSecret(text: "")),
            suffixes: NoSuffixes(), now: clock.now)
        var session = Session(
            name: name, method: "saml", url: url, user: user, presenter: "form", obtained: clock.now,
            expires: clock.now.adding(seconds: 3600), expiryBasis: .assumed, jar: jar)
        change(&session)
        try store.put(session.draft)
        return session
    }

    /// The session in the store; nil: there is none.
    package func stored(_ name: String) throws -> Session? {
        try Sessions(store, reporter: reporter).named(name)?.session
    }
}

/// The parts of a `FakeWorld`.
private final class FakeParts {
    let world: FakeWorld

    init(_ world: FakeWorld) { self.world = world }
}

extension FakeParts: EnvironmentVariables {
    subscript(name: String) -> String? { world.variables[name] }
}

extension FakeParts: ProfileDirectory {
    var configurationPath: String { "/home/ada/config.toml" }

    func configuration() throws(FedauthError) -> Configuration { world.configuration }

    func checkProfile(_ name: String, in configuration: Configuration) throws(FedauthError) {
        guard !world.spoiltProfiles.contains(name) else { throw FedauthError(.configuration, "'\(name)' is spoilt") }
    }
}

extension FakeParts: StoreDirectory, NetworkFactory, PrompterFactory, SignInLocks, SessionFiles {
    func store() throws(FedauthError) -> any CredentialStore { world.store }

    func network(_ provider: ProviderUse?) throws(FedauthError) -> Network {
        world.providerUses.append(provider)
        return Network(
            transport: world.web, reader: world.reader, suffixes: NoSuffixes(), policy: world.policy,
            timeoutSeconds: world.timeoutSeconds)
    }

    func network(for session: Session, in configuration: Configuration) throws(FedauthError) -> Network {
        try network(ProviderUse(named: [session.url], user: session.user, mayAsk: false))
    }

    func prompter(timeoutSeconds: Int64) -> any Prompter { world.prompter }

    func signInLock() throws(FedauthError) -> any SignInLock { world.lock }

    func removeCookieFile(of session: String) { world.removedCookieFiles.append(session) }

    func processes(using session: String) -> [Int32] { world.processes[session] ?? [] }
}

extension FakeParts: SecretSourceFactory {
    func source(
        _ places: SecretPlaces, in store: any CredentialStore, timeoutSeconds: Int64
    ) throws(FedauthError) -> (any SecretSource)? {
        try places.check()
        guard let file = places.file else { return nil }
        return FixedSource(world.files[file] ?? "")
    }

    func field(
        _ text: String, in store: any CredentialStore, timeoutSeconds: Int64
    ) throws(FedauthError) -> (name: String, source: any SecretSource) {
        let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { throw FedauthError(.usage, "'\(text)' names no source") }
        return (parts[0], FixedSource(world.files[parts[1]] ?? ""))
    }
}

extension FakeParts: PresenterFactory {
    func presenter(
        _ choice: PresenterChoice, over network: Network, answers: LoginCredentials
    ) throws(FedauthError) -> any Presenter {
        world.chosenPresenters.append(choice)
        if let presenterFailure = world.presenterFailure { throw presenterFailure }
        return world.presenter
    }
}

extension FakeParts: TokenServices, RandomTexts {
    var reader: any SecurityTokenReader { world.tokenReader }

    private struct Verifier: TokenVerifier {
        let verdict: FedauthError?

        func check(_ token: IssuedToken) throws(FedauthError) {
            if let verdict { throw verdict }
        }
    }

    func verifier(
        _ settings: VerifySettings, _ network: Network
    ) throws(FedauthError) -> (any TokenVerifier)? {
        settings.certificates == nil ? nil : Verifier(verdict: world.verdict)
    }

    func signer(for origin: Origin) throws(FedauthError) -> any MessageSigner {
        throw FedauthError(.notFound, "no identity is bound to '\(origin.hostAndPort)'")
    }

    func text(bytes count: Int) throws(FedauthError) -> String { "random" }

    func uuid() throws(FedauthError) -> String { "00000000-0000-4000-8000-000000000000" }
}

/// Shows a login by a closure, and remembers what it was asked.
package final class FakePresenter: Presenter {
    /// `form`.
    package var name = "form"
    /// What it was asked to show.
    package private(set) var asked: [PresentationRequest] = []
    /// Shows it. The usual: the finish is reached, and sets the cookie `sid`.
    package var show: (PresentationRequest) throws(FedauthError) -> Presentation = { request in
        var jar = CookieJar()
        jar.store(
            Response(
                status: 200, url: request.finish.url, headers: [], setCookies: [SharedSecret(text: "sid=new")],
                body: SharedSecret(text: "")),
            suffixes: NoSuffixes(), now: TestClock().now)
        return Presentation(FinishAnswer(request.finish.url), jar: jar, user: "ada")
    }

    package init() {}

    package func present(_ request: PresentationRequest) throws(FedauthError) -> Presentation {
        asked.append(request)
        return try show(request)
    }
}

/// Answers of security token services by their text.
package final class FakeTokenReader: SecurityTokenReader {
    package var answers: [String: SecurityTokenAnswer] = [:]

    package init() {}

    package func securityTokenAnswer(_ bytes: SharedSecret) throws(FedauthError) -> SecurityTokenAnswer {
        let text = bytes.withBytes { String(decoding: $0, as: UTF8.self) }
        guard let answer = answers[text] else { throw FedauthError(.badAnswer, "no answer is scripted") }
        return answer
    }

    package func trustEndpoints(metadata: SharedSecret) throws(FedauthError) -> [TrustEndpoint] { [] }

    package func signingCertificates(metadata: SharedSecret) throws(FedauthError) -> [SharedSecret] { [] }
}

/// A lock that is free, or that another process holds.
package final class FakeLock: SignInLock {
    /// Who holds it; nil: it is free.
    package var holder: SignInHolder?
    /// What happens while it is waited for.
    package var meanwhile: (() throws(FedauthError) -> Void)?
    /// Why the flow gave up for those who wait; nil: it did not.
    package fileprivate(set) var givenUp: SignInGivenUp?

    private final class Held: HeldSignInLock {
        let hadToWait: Bool
        private let lock: FakeLock

        init(_ lock: FakeLock, hadToWait: Bool) {
            self.lock = lock
            self.hadToWait = hadToWait
        }

        func giveUp(_ reason: SignInGivenUp) { lock.givenUp = reason }
    }

    package init() {}

    package func acquire(
        _ name: String, purpose: String, waits: Bool, deadline: Deadline, onWait: (SignInHolder) -> Void
    ) throws(FedauthError) -> any HeldSignInLock {
        guard let holder else { return Held(self, hadToWait: false) }
        guard waits else { throw FedauthError(.signInInProgress, "process \(holder.processID ?? 0) signs in") }
        onWait(holder)
        try meanwhile?()
        return Held(self, hadToWait: true)
    }
}

/// Has no hash function: Digest is not answered.
package final class NoHashing: DigestHashing {
    package init() {}

    package func hash(_ content: borrowing Secret, by algorithm: DigestChallenge.Algorithm) -> Secret? { nil }

    package func nonce() throws(FedauthError) -> String { "nonce" }
}
