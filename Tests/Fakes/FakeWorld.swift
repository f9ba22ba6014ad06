package import Application
@testable package import Core
package import Secrets
package import Support

/// Provides everything that a flow reaches through `Services`, in memory. A test sets the values it needs, runs a flow with
/// `services`, and checks what was stored, sent, asked and reported.
package final class FakeWorld {
    /// The clock, without the limit. It starts at 2023-11-14.
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
    /// `--timeout`; nil: not given.
    package var timeoutSeconds: Int64?
    /// Plays the user at the terminal.
    package let prompter = ScriptedPrompter()
    /// Shows logins.
    package let presenter = FakePresenter()
    /// The presenters that flows chose, in order.
    package internal(set) var chosenPresenters: [PresenterChoice] = []
    /// The passkeys that the window of a flow stores; nil before it is made.
    package internal(set) var madePasskeys: StoredPasskeys?
    /// The error for a missing presenter; nil if there is a presenter.
    package var presenterFailure: FedauthError?
    /// The secrets in files, by file name.
    package var files: [String: String] = [:]
    /// The error of the token verifier; nil if it accepts every token.
    package var verdict: FedauthError?
    /// Parses the answers of security token services, looked up by their text.
    package let tokenReader = FakeTokenReader()
    /// What servers have refused in the command.
    package var refused = RefusedSecrets.OfCommand()
    /// The hashes; by default none.
    package var hashing: any DigestHashing = NoHashing()
    /// The sign-in lock.
    package let lock = FakeLock()
    /// The issuing servers' side of an enrolment.
    package private(set) lazy var enrollment = FakeEnrollment(clock) { [unowned self] in network }
    /// The files for other programs.
    package let identityFiles = FakeIdentityFiles()
    /// Processes that use the cookies of a session, by session name.
    package var processes: [String: [Int32]] = [:]
    /// Sessions whose cookie files were removed.
    package internal(set) var removedCookieFiles: [String] = []
    /// The cookie files that were written, by the names of their sessions.
    package internal(set) var cookieFiles: [String: SharedSecret] = [:]
    /// The provider use that each new network was created with, in order.
    package internal(set) var providerUses: [ProviderUse?] = []

    /// Creates a world with an empty store, no profiles, no servers, and no user at the terminal.
    package init() {}

    /// Returns all parts as the services of a flow.
    package var services: any Services { FakeParts(self) }

    /// The clock of the command.
    package var limitedClock: any WallClock { LimitedClock(clock, seconds: timeoutSeconds) }

    /// The network to the scripted servers.
    var network: Network {
        Network(
            UserAgent(transport: transport, reader: reader, suffixes: NoSuffixes(), clock: limitedClock, policy: policy)
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
