public import Core
internal import Crypto
internal import Loopback
internal import System

/// Creates the selected presenter when a sign-in needs one.
public struct PresenterSetup {
    /// The settings of the presenter.
    public private(set) var settings: PresenterSettings
    let network: Network
    let command: Context
    let answers: LoginCredentials
    private let remote: (PresenterSetup) -> any Presenter
    private static let nonceBytes = 18

    /// Creates nothing yet.
    ///
    /// - Parameter remote: creates the presenter for a user at another machine.
    public init(
        _ settings: PresenterSettings, over network: Network, answers: LoginCredentials,
        in command: Context, remote: @escaping (PresenterSetup) -> any Presenter
    ) {
        self.settings = settings
        self.network = network
        self.answers = answers
        self.command = command
        self.remote = remote
    }

    /// Throws `no-browser` before anything starts when something that the presenter needs is missing.
    public func presenter(_ choice: PresenterChoice) throws(FedauthError) -> any Presenter {
        switch choice {
        case .ours(.auto): automatic
        case .ours(.none): NoPresenter()
        case .ours(.chromium): try chromium()
        case .ours(.firefox): try firefox()
        case .ours(.form): form
        case .ours(.open): try open()
        case .ours(.remote): remote(self)
        case .program(let program): try self.program(program)
        }
    }

    private var form: FormPresenter {
        FormPresenter(
            network.agent, answers: answers, reporter: command.reporter,
            integrated: IntegratedSignIn(settings.integrated, in: command.environment),
            hashing: AuthenticationHashes(),
            identities: network.identities, wait: SystemClock.sleep)
    }

    /// The passkeys of the store; nil: none is used.
    var passkeys: StoredPasskeys? { settings.usesPasskeys ? answers.passkeys : nil }

    private var automatic: AutoPresenter {
        var setup = self
        setup.settings.browser.isHeadless = settings.browser.isHeadless || isUnattended
        return AutoPresenter(
            form: form, answers: answers, reporter: command.reporter,
            isUnattended: setup.settings.browser.isHeadless,
            hasPasskey: { passkeys?.isKept(for: $0) ?? false }
        ) { [setup] () throws(FedauthError) in
            let found = try BrowserPrograms.find(
                forPage: setup.settings.browser.program, on: LocalMachine(command.environment))
            return found.engine == .firefox ? try setup.firefox() : try setup.chromium()
        }
    }

    /// Whether nobody would see a window, or answer in it: it would only wait for the deadline.
    private var isUnattended: Bool {
        guard command.isInteractive else { return true }
        return Terminal.open(waits: false) == nil
            && Display(on: LocalMachine(command.environment)).check.outcome != .ok
    }

    /// Returns the presenter for the user's own browser. Throws `error` when the library is missing.
    private func open() throws(FedauthError) -> OpenPresenter {
        try LoopbackLibrary.check()
        return OpenPresenter(
            opener: UserBrowser(command.environment), reporter: command.reporter
        ) { () throws(FedauthError) in try SystemRandom.text(bytes: Self.nonceBytes) }
    }

    /// Returns the presenter that lets the user's own program handle a login. It looks up the program only when it
    /// shows a login, because a valid session needs none.
    private func program(_ name: String) throws(FedauthError) -> ProgramPresenter {
        ProgramPresenter(
            SupervisedProgram(
                name, as: .presenter, search: ProgramSearch(command.environment)),
            try surroundings(), suffixes: network.agent.suffixes, reporter: command.reporter, clock: command.clock)
    }

    private func surroundings() throws(FedauthError) -> PresenterSurroundings {
        if let option = settings.network.revocationOptions.first {
            throw FedauthError(
                .usage, "'\(option)' cannot be kept by a presenter of yours",
                hint: "leave it out, or use '--presenter form'")
        }
        var surroundings = PresenterSurroundings()
        if let file = settings.network.authorities {
            guard let path = FileNames.resolved(file) else { throw SystemCall.error("open", file) }
            surroundings.caFile = path
        }
        surroundings.isInsecure = settings.network.isInsecure
        surroundings.pins = settings.network.pins
        surroundings.proxy = settings.network.proxy
        surroundings.resolve = settings.network.resolve
        surroundings.isInteractive = command.isInteractive
        surroundings.user = settings.user
        return surroundings
    }
}
