import Application
import Core
import FileStore
import Glibc
import Keyring

/// The store that would be used, and the reason for that choice.
struct StoreDiagnosis: Encodable {
    /// `file` or `keyring`.
    var backend: String
    /// `option`, `environment`, `configuration`, `remembered`, `file-exists`, `keyring-answers` or `no-keyring`.
    var reason: String
    var location: String
    /// `ready`, `locked`, `absent` or `unusable`.
    var state: String
    var checks: [Check]
    /// Why it cannot be used; nil when it can.
    let failure: FedauthError?

    private enum CodingKeys: CodingKey { case backend, reason, location, state, checks }
}

/// Checks everything about stores, without a prompt and without a change.
struct StoreExamination {
    let context: CommandContext
    let options: StoreOptions

    func diagnosis() -> StoreDiagnosis {
        let selection = context.storeSelection(options)
        let backends = context.storeBackends(options)
        let keyring = SecretServiceStore.report(bus: backends.busAddress)
        let wanted = wanted()
        let choice: StoreSelection.Choice
        do throws(FedauthError) {
            choice = try selection.choice(wanted.backend, reason: wanted.reason)
        } catch {
            return StoreDiagnosis(
                backend: "auto", reason: StoreReason.remembered.word, location: directories.state,
                state: "unusable", checks: [.failure("store.choice", error)], failure: error)
        }
        let usesFile = choice.backend == .file
        let file = backends.file()
        let inspection = file.inspect()
        let opener = OpenerCheck(
            context, options: options.settled(in: context), given: options, isMade: inspection.exists, matters: usesFile
        )
        let folder = FolderCheck(directories.data, matters: usesFile)
        // A store that is already open needs no key.
        let unopened = inspection.openedBy == nil ? opener.failure : nil
        let failure =
            usesFile
            ? inspection.failure ?? unopened ?? folder.failure
            : keyring.obstacle.flatMap { $0.code == .storeLocked ? nil : $0 }
        let state =
            if failure != nil {
                "unusable"
            } else if usesFile {
                inspection.exists ? (inspection.openedBy == nil ? "locked" : "ready") : "absent"
            } else {
                keyring.obstacle == nil ? "ready" : "locked"
            }
        let location = usesFile ? file.location : "the desktop keyring"
        let chosen = usesFile ? "the encrypted file" : "the desktop keyring"
        var checks = [Check.ok("store.choice", "\(chosen): \(choice.reason.explanation)")]
        checks += fileChecks(file, inspection, matters: usesFile) + [folder.check]
        checks += cacheBackendChecks(backends.keyCacheBackend, matters: usesFile)
        checks += KeyringChecks(report: keyring, matters: !usesFile).checks
        checks += [opener.check] + SurroundingsChecks(context: context).checks
        return StoreDiagnosis(
            backend: choice.backend.rawValue, reason: choice.reason.word, location: location, state: state,
            checks: checks, failure: failure)
    }

    private var directories: Directories { context.directories }

    /// Returns the store that command line, variable or configuration file name. Ignores an unreadable configuration,
    /// which another check reports.
    private func wanted() -> (backend: StoreBackend, reason: StoreReason) {
        if let store = options.store {
            return (store, context.environment["FEDAUTH_STORE"] == store.rawValue ? .environment : .option)
        }
        let defaults = (try? context.configuration())?.defaults ?? []
        let named = Profile(name: "defaults", settings: defaults).text("store").flatMap(StoreBackend.init)
        return (named ?? .auto, .configuration)
    }

    private func fileChecks(_ file: EncryptedFileStore, _ found: StoreInspection, matters: Bool) -> [Check] {
        if let failure = found.failure { return [.failure("file.state", failure, matters: matters)] }
        guard found.exists else {
            return [
                .absent(
                    "file.state", "'\(file.location)' is not made yet", "'fedauth store init --store file' makes it")
            ]
        }
        let mode = String(found.mode ?? 0, radix: 8)
        var checks = [
            Check.ok(
                "file.file",
                "'\(file.location)', mode \(mode), \(found.bytes ?? 0) bytes, \(found.entries ?? 0) entries, "
                    + "generation \(found.generation ?? 0)")
        ]
        if let cacheBackend = found.openedBy {
            checks.append(.ok("file.state", "open: the \(cacheBackend) holds its key"))
        } else {
            checks.append(.ok("file.state", "locked: 'fedauth store unlock' opens it"))
        }
        return checks
    }

    private func cacheBackendChecks(_ cacheBackend: FallbackKeyCache, matters: Bool) -> [Check] {
        let name = "file.keeper"
        let unusable = "each command needs the passphrase: '--store-passphrase-file FILE'"
        if !cacheBackend.isAgent {
            return [
                cacheBackend.isUsable
                    ? .ok(name, "the kernel's keyring")
                    : .problem(name, "the kernel's keyring takes no key (full?)", "see keyrings(7); \(unusable)")
            ]
        }
        let refusal = "the kernel refuses to keep keys here (containers do)"
        switch directories.runtimeFound {
        case .unusable(let error):
            return [
                .problem(
                    name, "\(refusal), and an agent has no place: \(error.message)", error.hint ?? unusable)
            ]
        case .missing: return [.ok(name, "\(refusal); an agent will, started when it is needed")]
        case .there:
            guard let process = cacheBackend.agentProcess else {
                return [.ok(name, "\(refusal); an agent will, started when it is needed")]
            }
            return [.ok(name, "\(refusal); an agent does, process \(process)")]
        }
    }
}
