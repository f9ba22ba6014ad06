package import Application
package import Core
package import Secrets
package import Support

/// Provides everything that a flow reaches through `Services`, in memory. A test sets the values it needs, runs a flow with
/// `services`, and checks what was stored, sent, asked and reported.
package final class FakeWorld {
    /// The clock. It starts at 2023-11-14.
    package let clock = TestClock()
    /// Records every message.
    package let reporter = RecordingReporter()
    /// The environment variables.
    package var variables: [String: String] = [:]
    /// The content of the configuration file.
    package var configuration = Configuration()
    /// The names of unusable profiles.
    package var spoiltProfiles: Set<String> = []
    /// The store.
    package lazy var store = MemoryStore(clock: clock)
    /// The servers.
    package let web = ScriptedWeb()
    /// Sends the requests of flows.
    package lazy var transport: any Transport = web
    /// The content of each page.
    package let reader = ScriptedReader()
    /// The addresses that requests may go to.
    package var policy = NavigationPolicy()
    /// The time limit of the command.
    package var timeoutSeconds: Int64 = 300
    /// Plays the user at the terminal.
    package let prompter = ScriptedPrompter()
    /// Shows logins.
    package let presenter = FakePresenter()
    /// The presenters that flows chose, in order.
    package fileprivate(set) var chosenPresenters: [PresenterChoice] = []
    /// The error for a missing presenter; nil if there is a presenter.
    package var presenterFailure: FedauthError?
    /// The secrets in files, by file name.
    package var files: [String: String] = [:]
    /// The error of the token verifier; nil if it accepts every token.
    package var verdict: FedauthError?
    /// Parses the answers of security token services, looked up by their text.
    package let tokenReader = FakeTokenReader()
    /// The sign-in lock.
    package let lock = FakeLock()
    /// The issuing servers' side of an enrolment.
    package private(set) lazy var enrollment = FakeEnrollment(clock) { [unowned self] in network }
    /// The files for other programs.
    package let identityFiles = FakeIdentityFiles()
    /// Processes that use the cookies of a session, by session name.
    package var processes: [String: [Int32]] = [:]
    /// Sessions whose cookie files were removed.
    package fileprivate(set) var removedCookieFiles: [String] = []
    /// The provider use that each new network was created with, in order.
    package fileprivate(set) var providerUses: [ProviderUse?] = []

    /// Creates a world with an empty store, no profiles, no servers, and no user at the terminal.
    package init() {}

    /// Returns all parts as the services of a flow.
    package var services: Services {
        let parts = FakeParts(self)
        return Services(
            clock: clock, reporter: reporter, environment: parts, profiles: parts, stores: parts, networks: parts,
            prompters: parts, secrets: parts, presenters: parts, tokens: parts, enrollment: enrollment,
            identityFiles: identityFiles, random: parts, locks: parts, hashing: NoHashing(), sessionFiles: parts)
    }

    /// The network to the scripted servers.
    fileprivate var network: Network {
        Network(
            UserAgent(transport: transport, reader: reader, suffixes: NoSuffixes(), clock: clock, policy: policy),
            timeoutSeconds: timeoutSeconds
        )
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

    /// Stores a session that ends in an hour and has one cookie for its address.
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

    /// Returns the session in the store, or nil if there is none.
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
        return world.network
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

    func check(field text: String) throws(FedauthError) {
        guard text.contains("=") else { throw FedauthError(.usage, "'\(text)' names no source") }
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

/// Shows a login with a closure and records the requests.
package final class FakePresenter: Presenter {
    /// The name of the presenter.
    package var name = "form"
    /// The requests so far.
    package private(set) var asked: [PresentationRequest] = []
    /// Shows a request. By default it reaches the finish and sets the cookie `sid`.
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

/// Returns the answers of security token services by their text.
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

/// A lock that is either free or held by another process.
package final class FakeLock: SignInLock {
    /// The process that holds the lock; nil if the lock is free.
    package var holder: SignInHolder?
    /// Runs while a flow waits for the lock.
    package var meanwhile: (() throws(FedauthError) -> Void)?
    /// The reason that the flow left for waiting processes when it gave up; nil if it did not give up.
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

/// Has no hash function, so that Digest challenges are not answered.
package final class NoHashing: DigestHashing {
    package init() {}

    package func hash(_ content: borrowing Secret, by algorithm: DigestChallenge.Algorithm) -> Secret? { nil }

    package func nonce() throws(FedauthError) -> String { "nonce" }
}
