import Application
import ArgumentParser
import Core

/// `fedauth doctor`.
struct Doctor: StoreCommand, Documented {
    static let examples = [
        Example("fedauth doctor", "Check everything, without network access"),
        Example("fedauth doctor mail", "Check the servers of the profile 'mail' too, and compare their clocks"),
        Example("fedauth doctor https://mail.example.org/", "The same for an address"),
        Example("fedauth doctor --json", "For a program, or for a bug report"),
    ]
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check what fedauth needs: libraries, network, browser, configuration, files, store.",
        discussion: """
            Asks no questions and changes nothing. No server is contacted unless a profile or an address is \
            named. Exit status 0: there is no problem; else the status of a command that meets the first \
            problem.
            """)

    static var readsConfiguration: Bool { false }
    static var optionGroups: [any ParsableArguments.Type] {
        [NetworkOptions.self, BrowserOptions.self, StoreOptions.self, GlobalOptions.self]
    }

    @Argument(
        help: ArgumentHelp(
            "A profile or an address, whose servers are checked too.", valueName: "profile-or-url"),
        completion: .profileNames)
    var target: String?

    @OptionGroup(title: "Browser") var browsing: BrowserOptions
    @OptionGroup(title: "Network") var network: NetworkOptions
    @OptionGroup(title: "Store") var storage: StoreOptions
    @OptionGroup(title: "Everywhere") var global: GlobalOptions

    /// What `--json` prints.
    struct Report: Encodable {
        var version: String
        var checks: [Check]
        var store: StoreDiagnosis
    }

    func run(in context: CommandContext) throws(FedauthError) {
        let configuration = ConfigurationCheck(context: context)
        let target = try DoctorTarget(target, context)
        let environment = context.environment
        let settings = NetworkSettings(context, given: network, profile: target.profile)
        let proxy = ProxyCheck(context, settings)

        var checks = LibraryChecks().checks + configuration.checks
        checks += PermissionChecks(context: context).checks
        checks += DirectoryVariablesCheck(environment: environment, directories: context.directories).checks
        checks += [proxy.check] + TrustChecks(settings: settings, environment: environment).checks
        // An invalid proxy setting has been reported already; every request would report it again.
        let servers = proxy.failure == nil ? ServerChecks(target, context, settings) : nil
        checks += servers?.checks ?? []
        let browsing = BrowserSettings(context, given: browsing, profile: target.profile)
        checks += BrowserChecks(context: context, settings: browsing).checks
        checks += TerminalChecks(environment: environment).checks
        checks += ProgramChecks(environment: environment).checks
        checks += UserProgramChecks(context, given: network).checks

        let store = StoreExamination(context: context, options: storage).diagnosis()
        try context.report(
            Report(version: Version.number, checks: checks, store: store),
            text: "fedauth \(Version.number)\n" + (checks + store.checks).lines(context.streams.appearance))
        let failure = configuration.failure ?? store.failure ?? proxy.failure ?? servers?.failure
        if let failure { throw saidAlready(failure.code) }
        if (checks + store.checks).contains(where: { $0.outcome == .problem }) { throw saidAlready(.other) }
    }
}
