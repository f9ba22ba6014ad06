import Core
import Fakes
import Secrets
import Support
import System

@testable import Application

/// Everything that the doctor asks, in memory: at first all is as it should be.
final class DoctorScene: DoctorParts {
    let world = FakeWorld()
    let fakeMachine = FakeMachine()
    let fakeLibraries = FakeLibraries()
    let fakeAuthorities = FakeAuthorities()
    let fakeStores: FakeStores
    var runtime = RuntimeDirectory.missing("/run/fedauth")
    var file: ConfigurationInspection = (path: "/home/ada/config.toml", content: Configuration(), mistakes: [])
    var networking: NetworkInspection
    var browser: NamedValue?

    init() {
        let services = world.services
        networking = NetworkInspection { () throws(FedauthError) in try services.network(nil) }
        fakeStores = FakeStores(world.reporter)
        fakeMachine.variables = ["LANG": "C.UTF-8"]
    }

    var machine: any Machine { fakeMachine }
    var libraries: any InstalledLibraries { fakeLibraries }
    var authorities: any TrustedAuthorities { fakeAuthorities }
    var stores: any InspectedStores { fakeStores }

    func configuration() -> ConfigurationInspection { file }
    func network(for profile: Profile?) -> NetworkInspection { networking }
    func browser(for profile: Profile?) -> NamedValue? { browser }

    /// Runs the doctor.
    func run(_ word: String? = nil) throws -> DoctorReport {
        world.configuration = file.content ?? Configuration()
        return try DoctorFlow(world.services, self).run(word)
    }

    /// Returns the finding with this name: `outcome: finding; advice`; empty: there is none.
    func found(_ name: String, _ word: String? = nil) throws -> String {
        let report = try run(word)
        return (report.checks + report.store.checks).text(name)
    }
}

extension [Check] {
    /// Returns `outcome: finding; advice` of the first check with this name; empty: there is none.
    func text(_ name: String) -> String { first { $0.name == name }?.text ?? "" }
}

extension Check {
    /// `outcome: finding; advice`.
    var text: String { "\(outcome.rawValue): \(finding)" + (advice.map { "; \($0)" } ?? "") }
}

final class FakeLibraries: InstalledLibraries {
    var curl: InstalledTransport = (
        version: "8.5", tls: "OpenSSL/3.0", usesOpenSSL: true, features: ["PSL", "HTTP/2"], missing: []
    )
    /// The libraries that cannot be used, and those that are missing.
    var broken: Set<Dependency> = []
    var missing: Set<Dependency> = []
    var hasLegacyProvider = true

    private func check(_ library: Dependency) throws(FedauthError) {
        guard broken.contains(library) else { return }
        throw FedauthError(.other, "the library '\(library)' cannot be used", hint: "install the package \(library)")
    }

    func transport() throws(FedauthError) -> InstalledTransport {
        try check(.curl)
        return curl
    }
    func version(of dependency: Dependency) throws(FedauthError) -> String? {
        try check(dependency)
        if missing.contains(dependency) { return nil }
        return switch dependency {
        case .crypto: "OpenSSL 3.0"
        case .psl: "has the public suffix list"
        case .tokenProvider: "provider pkcs11 1.0"
        default: "1.2"
        }
    }
    func file(of dependency: Dependency) -> String? { dependency == .xml2 ? "/usr/lib/libxml2.so.16.1.4" : nil }
}

final class FakeAuthorities: TrustedAuthorities {
    let systemDirectories = ["/etc/ssl/certs"]
    var ofSystem: (location: String, count: Int)? = ("/etc/ssl/certs", 140)
    var files: [String: Int] = [:]

    func count(inFile path: String) throws(FedauthError) -> Int {
        guard let count = files[path] else { throw FedauthError(.usage, "cannot open '\(path)': no such file") }
        return count
    }
}

final class FakeStores: InspectedStores {
    var wanted = (backend: StoreBackend.auto, reason: StoreReason.configuration)
    let fileLocation = "/home/ada/data/store"
    var opener: any StorePassphraseSource { fakeOpener }
    var fakeOpener = FakeOpener()
    var keepsKeys = true
    var report = KeyringReport()
    var inspection = StoreInspection()
    private let reporter: any Reporter
    var candidates: [any StoreCandidate] = [Candidate(backend: .file)]
    let memory = Memory()

    struct Candidate: StoreCandidate {
        let backend: StoreBackend
        func reasonIfUsedBefore() throws(FedauthError) -> StoreReason? { nil }
        func availability(wasSilent: Bool) -> StoreAvailability {
            .usable(StoreReason("no-keyring", "no keyring can be used"), isRemembered: false)
        }
        func store() -> any CredentialStore { MemoryStore() }
    }

    final class Memory: StoreChoiceMemory {
        var failure: FedauthError?
        func remembered() throws(FedauthError) -> StoreBackend? {
            if let failure { throw failure }
            return nil
        }
        func remember(_ backend: StoreBackend) throws(FedauthError) {}
        func stopgap() -> StoreStopgap? { nil }
        func remember(stopgap: StoreBackend) {}
    }

    init(_ reporter: any Reporter) {
        self.reporter = reporter
        report.obstacle = FedauthError(.storeUnavailable, "libsecret is missing")
    }

    var selection: StoreSelection { StoreSelection(candidates, memory: memory, reporter: reporter) }
    func keyring() -> KeyringReport { report }
    func file() -> StoreInspection { inspection }
    var programState: Result<StoreState, FedauthError> = .success(.ready)
    func state(ofProgram program: String) throws(FedauthError) -> StoreState { try programState.get() }
}

struct FakeOpener: StorePassphraseSource {
    var origin: String?
    var failure: FedauthError?

    func passphrase(for place: String, new: Bool) throws(FedauthError) -> Secret { Secret() }
    func check() throws(FedauthError) { if let failure { throw failure } }
}
