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
        self.context = context
        self.network = network
        self.browsing = browsing
        self.storage = storage
    }

    private(set) lazy var machine: any Machine = LocalMachine(context.environment)
    let libraries: any InstalledLibraries = LinkedLibraries()
    let authorities: any TrustedAuthorities = SystemAuthorities()
    var stores: any InspectedStores { StoreSetup(context, storage) }

    var directories: DirectoryInspection {
        let directories = context.directories
        return DirectoryInspection(
            data: directories.data, state: directories.state, runtime: directories.runtimeFound,
            warnings: directories.warnings)
    }

    var given: [Profile.Setting] {
        network.settings + storage.settings + Settings.ofEnvironment(context.environment, for: SignInOptions.self)
    }

    func configuration() -> ConfigurationInspection {
        let file = context.configurationFile
        var found = ConfigurationInspection(path: file.path, content: nil)
        do throws(FedauthError) {
            try file.checkTrust()
        } catch {
            found.distrust = error
        }
        do throws(FedauthError) {
            let content = try file.load()
            found.content = content
            found.mistakes = ConfigurationValidator().mistakes(in: content).map { $0.error(in: file.path) }
        } catch {
            found.mistakes = [error]
        }
        return found
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
            found.proxy = NetworkInspection.Proxy(proxy, isForEveryRequest: true, exceptions: setup.noProxy)
        } else if let variable = setup.variable, let proxy = setup.shownEnvironmentProxy {
            found.proxy = NetworkInspection.Proxy(
                NamedValue(proxy, source: variable), isForEveryRequest: false, exceptions: setup.noProxy)
        }
        return found
    }

    func browser(for profile: Profile?) -> BrowserInspection {
        let effective = EffectiveOptions(context, given: browsing, profile: profile)
        var found = BrowserInspection()
        found.browser = effective.named(effective.options.program, by: "browser")
        found.isHeadless = effective.options.isHeadless
        found.hasNoSandbox = effective.options.hasNoSandbox
        found.certificateLibraryFailure = CertificateLibrary.failure
        return found
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
        backends = context.storeBackends(options)
    }

    /// The name of the store, if a named one is wanted.
    private var wantedName: StoreName? { if case .named(let name) = settings.backend { name } else { nil } }

    var selection: StoreSelection { context.storeSelection(given) }
    var fileLocation: String { encrypted.location }

    var keyCache: InspectedKeyCache {
        let cache = backends.keyCacheBackend
        return cache.isAgent ? .agent(process: cache.agentProcess) : .kernel(isUsable: cache.isUsable)
    }

    func keyring() -> KeyringReport { SecretServiceStore.report(bus: backends.busAddress) }

    func file() -> StoreInspection { encrypted.inspect() }

    func state(ofProgram program: String) throws(FedauthError) -> StoreState {
        try backends.program(program, isInteractive: false).state()
    }

    var settings: StoreInspectionSettings {
        let environment = context.environment
        let options = given.completed(in: context)
        func named(_ value: String?, by option: String, isGiven: Bool) -> NamedValue? {
            let variable = Profile.Setting.variable(option)
            let typed = environment[variable] == value ? variable : "'--\(option)'"
            return value.map { NamedValue($0, source: isGiven ? typed : "the configuration file") }
        }
        var found = StoreInspectionSettings()
        if let store = given.store {
            found.backend = store
            found.reason = environment["FEDAUTH_STORE"] == store.rawValue ? .environment : .option
        } else {
            // Another check reports a file that cannot be used.
            let defaults = Profile(name: "defaults", settings: (try? context.configuration())?.defaults ?? [])
            found.backend = defaults.text("store").flatMap { StoreBackend(rawValue: $0) } ?? .auto
        }
        found.keyFile = named(options.keyFile, by: "store-key-file", isGiven: given.keyFile != nil)
        found.passphraseDescriptor = named(
            options.passphraseDescriptor.map { String($0) }, by: "store-passphrase-fd",
            isGiven: given.passphraseDescriptor != nil)
        found.passphraseFile = named(
            options.passphraseFile, by: "store-passphrase-file", isGiven: given.passphraseFile != nil)
        found.credential = CommandLinePassphrase.credentialPath(environment)
        found.hasVariable = environment.storePassphrase != nil
        found.mayAsk = !context.global.noInput
        return found
    }
}
