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
    public init(_ services: any Services, _ parts: any DoctorParts) {
        self.services = services
        self.parts = parts
    }

    /// Checks everything, and contacts the servers of the named profile or address.
    ///
    /// Throws `not-found` for a name that is not a profile, and `usage` for an invalid address.
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
