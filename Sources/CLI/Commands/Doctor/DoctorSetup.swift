import Application
import Browser
import Core
import FileStore
import Keyring

/// What the doctor asks outside of the application, for the options of a command.
final class DoctorSetup: DoctorParts {
    private let context: CommandContext
    private let network: NetworkSettings
    private let browsing: BrowserSettings
    private let storage: StoreSettings

    init(_ context: CommandContext, network: NetworkSettings, browsing: BrowserSettings, storage: StoreSettings) {
        (self.context, self.network, self.browsing, self.storage) = (context, network, browsing, storage)
    }

    private(set) lazy var machine: any Machine = LocalMachine(context.environment)
    let libraries: any InstalledLibraries = LinkedLibraries()
    let authorities: any TrustedAuthorities = SystemAuthorities()
    var stores: any InspectedStores { StoreSetup(context, storage) }

    var runtime: RuntimeDirectory { context.directories.runtimeFound }

    func configuration() -> ConfigurationInspection {
        let file = context.configurationFile
        do throws(FedauthError) {
            let content = try file.load()
            return (file.path, content, ConfigurationValidator().mistakes(in: content).map { $0.error(in: file.path) })
        } catch { return (file.path, nil, [error]) }
    }

    func network(for profile: Profile?) -> NetworkInspection {
        let context = context
        let effective = EffectiveOptions(context, given: network, profile: profile)
        let options = effective.options
        let settings = options
        let setup = ProxySetup(settings, context.environment)
        var found = NetworkInspection(
            readProxy: { () throws(FedauthError) in try context.networks.checkProxy(settings) },
            network: { () throws(FedauthError) in try context.networks.network(settings) })
        found.authorities = effective.named(options.authorities, by: "cacert")
        found.failure = effective.failure
        if let proxy = effective.named(setup.proxy, by: "proxy") {
            found.proxy = (proxy, isForEveryRequest: true, exceptions: setup.noProxy)
        } else if let variable = setup.variable, let proxy = setup.shownEnvironmentProxy {
            found.proxy = ((proxy, source: variable), isForEveryRequest: false, exceptions: setup.noProxy)
        }
        return found
    }

    func browser(for profile: Profile?) -> NamedValue? {
        let effective = EffectiveOptions(context, given: browsing, profile: profile)
        return effective.named(effective.options.program, by: "browser")
    }
}

/// The stores that the options choose among.
private final class StoreSetup: InspectedStores {
    private let context: CommandContext
    private let given: StoreSettings
    private let backends: StoreBackends
    private lazy var encrypted = backends.file(wantedName)

    init(_ context: CommandContext, _ options: StoreSettings) {
        self.context = context
        given = options
        backends = context.storeBackends(options.completed(in: context))
    }

    /// The name of the store, if a named one is wanted.
    private var wantedName: StoreName? { if case .named(let name) = wanted.backend { name } else { nil } }

    var selection: StoreSelection { context.storeSelection(given) }
    var fileLocation: String { encrypted.location }

    var opener: any StorePassphraseSource { backends.opener }
    var keepsKeys: Bool { KernelKeys().isUsable }

    func keyring() -> KeyringReport { SecretServiceStore.report(bus: backends.busAddress) }

    func file() -> StoreInspection { encrypted.inspect() }

    func state(ofProgram program: String) throws(FedauthError) -> StoreState {
        try backends.program(program, isInteractive: false).state()
    }

    var wanted: (backend: StoreBackend, reason: StoreReason) {
        guard let store = given.store else {
            // Another check reports a file that cannot be used.
            let defaults = Profile(name: "defaults", settings: (try? context.configuration())?.defaults ?? [])
            return (defaults.text("store").flatMap { StoreBackend(rawValue: $0) } ?? .auto, .configuration)
        }
        return (store, context.environment["FEDAUTH_STORE"] == store.rawValue ? .environment : .option)
    }
}
