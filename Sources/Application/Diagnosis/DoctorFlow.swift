public import Core

/// The result of `fedauth doctor`.
public struct DoctorReport {
    /// The results, except those of the store.
    public let checks: [Check]
    /// The store that would be used.
    public let store: StoreDiagnosis
    /// The error of a command that meets the first problem; nil when there is none.
    public let failure: ErrorCode?
}

/// Checks what fedauth needs. Asks no questions and changes nothing.
public struct DoctorFlow {
    private let services: any Services
    private let parts: any DoctorParts

    /// Creates the flow.
    public init(_ services: any Services, _ parts: any DoctorParts) { (self.services, self.parts) = (services, parts) }

    /// Checks everything, and contacts the servers of the named profile or address. Throws `not-found` for a name that
    /// is not a profile, and `usage` for an invalid address.
    public func run(_ word: String?) throws(FedauthError) -> DoctorReport {
        let machine = parts.machine
        let file = parts.configuration()
        let target = try DoctorTarget(word, in: file.content, CurrentProfile(services))
        let configuration = ConfigurationCheck(file)
        let settings = parts.network(for: target.profile)
        let proxy = ProxyCheck(settings, machine.environment)

        var checks = LibraryChecks(libraries: parts.libraries).checks + configuration.checks
        checks += [proxy.check]
        checks +=
            TrustChecks(settings: settings, authorities: parts.authorities, environment: machine.environment).checks
        // An invalid proxy setting has been reported already; every request would report it again.
        let servers = proxy.failure == nil ? ServerChecks(target, settings, services.clock) : nil
        checks += servers?.checks ?? []
        checks += [ConfinementCheck(machine: machine).check]
        checks += BrowserChecks(machine: machine, wanted: parts.browser(for: target.profile)).checks
        checks += [LocaleCheck(machine: machine).check] + ProgramChecks(machine: machine).checks

        let store = StoreChecks(machine: machine, stores: parts.stores, runtime: parts.runtime).diagnosis()
        let isProblem = (checks + store.checks).contains { $0.outcome == .problem }
        let failure = configuration.failure ?? store.failure ?? proxy.failure ?? servers?.failure
        return DoctorReport(checks: checks, store: store, failure: failure?.code ?? (isProblem ? .other : nil))
    }

    /// Checks the store and the configuration file.
    public func store() -> (diagnosis: StoreDiagnosis, failure: ErrorCode?) {
        var diagnosis = StoreChecks(machine: parts.machine, stores: parts.stores, runtime: parts.runtime).diagnosis()
        let configuration = ConfigurationCheck(parts.configuration())
        if configuration.failure != nil { diagnosis.checks = configuration.checks + diagnosis.checks }
        return (diagnosis, (configuration.failure ?? diagnosis.failure)?.code)
    }
}

/// The servers that the doctor checks besides this machine: those of a profile, or one address.
struct DoctorTarget {
    /// Whether the command line names a profile or an address.
    let isNamed: Bool
    let profile: Profile?
    /// One address for each server.
    let addresses: [WebURL]

    /// Reads the argument; `configuration` is nil for a file that is not TOML. Ignores mistakes in it, which another
    /// check reports. Throws `not-found` for a name that is not a profile, and `usage` for an invalid address.
    init(_ word: String?, in configuration: Configuration?, _ current: CurrentProfile) throws(FedauthError) {
        isNamed = word != nil
        guard let word else {
            profile = nil
            addresses = []
            return
        }
        profile = configuration?.profile(word)
        if let profile {
            let layers = SettingLayers(configuration?.defaults ?? [], profile)
            addresses = Self.addresses(Profile(name: profile.name, settings: layers.settings))
        } else if CurrentProfile.isAddress(word) {
            addresses = [try WebURL(argument: word)]
        } else {
            if let configuration { throw current.notFound(word, named: word, in: configuration) }
            addresses = []
        }
    }

    /// Returns the valid addresses. Invalid ones are mistakes of the file.
    private static func addresses(_ profile: Profile) -> [WebURL] {
        // For a server with several addresses, shows the one at which the sign-in begins.
        // What comes back from an authorization server comes by the browser.
        let settings = AddressSetting.all.filter {
            $0.isContacted && !($0.key == "finish" && profile.signInMethod == .oauth)
        }
        let texts = (settings.filter { $0.serverOf != nil } + settings).compactMap { profile.text($0.key) }
        return texts.compactMap { try? WebURL(argument: $0) }.reduce(into: []) { found, url in
            if !found.contains(where: { $0.origin == url.origin }) { found.append(url) }
        }
    }
}
