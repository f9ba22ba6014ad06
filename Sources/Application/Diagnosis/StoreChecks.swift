public import Core
internal import System

/// The store that would be used, and the reason for that choice.
public struct StoreDiagnosis {
    /// `file`, `keyring` or `exec`.
    public let backend: String
    /// `option`, `environment`, `configuration`, `remembered`, `file-exists`, `keyring-answers` or `no-keyring`.
    public let reason: String
    /// Its place, for people.
    public let location: String
    /// `ready`, `locked`, `absent` or `unusable`.
    public let state: String
    /// All results.
    public internal(set) var checks: [Check]
    /// Why it cannot be used; nil when it can.
    public let failure: FedauthError?

    /// The diagnosis as one object.
    public var json: JSONValue {
        .sorted([
            "backend": .text(backend), "reason": .text(reason), "location": .text(location), "state": .text(state),
            "checks": .array(checks.map(\.json)),
        ])
    }
}

/// Checks everything about stores, without a prompt and without a change.
struct StoreChecks {
    let machine: any Machine
    let stores: any InspectedStores
    let directories: DirectoryInspection

    func diagnosis() -> StoreDiagnosis {
        let settings = stores.settings
        let keyring = stores.keyring()
        let choice: StoreSelection.Choice
        do throws(FedauthError) {
            choice = try stores.selection.choice(settings.backend, reason: settings.reason)
            try stores.selection.check(choice)
        } catch {
            return StoreDiagnosis(
                backend: "auto", reason: settings.backend.isNamed ? settings.reason.word : StoreReason.remembered.word,
                location: directories.state,
                state: "unusable", checks: [.failure("store.choice", error)], failure: error)
        }
        let usesFile = choice.backend == .file || choice.backend.isNamed
        let file = stores.file()
        let opener = OpenerCheck(settings, isMade: file.exists, matters: usesFile, on: machine)
        let folder = FolderCheck(FileNames.directory(of: stores.fileLocation), matters: usesFile, on: machine)
        // A store that is already open needs no key.
        let unopened = file.openedBy == nil ? opener.failure : nil
        let name: String
        let location: String
        let failure: FedauthError?
        let state: String
        switch choice.backend {
        case .file, .named:
            name = choice.backend.isNamed ? "the store '\(choice.backend.rawValue)'" : "the encrypted file"
            location = stores.fileLocation
            failure = file.failure ?? unopened ?? folder.failure
            state = file.state
        case .program(let program):
            name = "the program '\(program.folded(to: 100))'"
            location = choice.backend.rawValue
            (state, failure) = programState(program)
        case .keyring, .auto:
            name = "the desktop keyring"
            location = name
            failure = keyring.obstacle.flatMap { $0.code == .storeLocked ? nil : $0 }
            state = keyring.obstacle == nil ? "ready" : "locked"
        }
        var checks = [Check.ok("store.choice", "\(name): \(choice.reason.explanation)")]
        if case .program = choice.backend {
            checks.append(
                failure.map { .failure("store.state", $0) }
                    ?? .ok("store.state", "'\(location.folded(to: 100))' answers; it is \(state)"))
        }
        checks += fileChecks(file, of: choice.backend, matters: usesFile) + [folder.check, keyCacheCheck]
        checks += KeyringChecks(report: keyring, matters: choice.backend == .keyring).checks
        checks += [opener.check]
        checks += SurroundingsChecks(machine: machine, runtimeDirectory: directories.runtime).checks
        return StoreDiagnosis(
            backend: usesFile ? "file" : choice.backend.isFoundByItself ? choice.backend.rawValue : "exec",
            reason: choice.reason.word,
            location: location, state: failure == nil ? state : "unusable", checks: checks, failure: failure)
    }

    private func programState(_ program: String) -> (String, FedauthError?) {
        do throws(FedauthError) {
            switch try stores.state(ofProgram: program) {
            case .ready: return ("ready", nil)
            case .locked: return ("locked", nil)
            case .absent: return ("absent", nil)
            }
        } catch {
            return ("unusable", error)
        }
    }

    private func fileChecks(_ found: StoreInspection, of backend: StoreBackend, matters: Bool) -> [Check] {
        let location = stores.fileLocation
        if let failure = found.failure { return [.failure("file.state", failure, matters: matters)] }
        guard found.exists else {
            return [
                .absent("file.state", "'\(location)' is not made yet", "'fedauth store init --store file' makes it")
            ]
        }
        let mode = String(found.mode ?? 0, radix: 8)
        return [
            .ok(
                "file.file",
                "'\(location)', mode \(mode), \(found.bytes ?? 0) bytes, \(found.entries ?? 0) entries, "
                    + "generation \(found.generation ?? 0)"),
            .ok(
                "file.state",
                found.openedBy.map { "open: the \($0) holds its key" }
                    ?? "locked: 'fedauth store unlock\(backend.nameOption)' opens it"),
        ]
    }

    private var keyCacheCheck: Check {
        let name = "file.key-cache"
        let unusable = "each command needs the passphrase: '--store-passphrase-file FILE'"
        let refusal = "the kernel refuses to keep keys here (containers do)"
        switch stores.keyCache {
        case .kernel(isUsable: true): return .ok(name, "the kernel's keyring")
        case .kernel(isUsable: false):
            return .problem(name, "the kernel's keyring takes no key (full?)", "see keyrings(7); \(unusable)")
        case .agent(let process):
            switch directories.runtime {
            case .unusable(let error):
                return .problem(
                    name, "\(refusal), and an agent has no place: \(error.message)", error.hint ?? unusable)
            case .there where process != nil:
                return .ok(name, "\(refusal); an agent does, process \(process ?? 0)")
            case .there, .missing: return .ok(name, "\(refusal); an agent will, started when it is needed")
            }
        }
    }
}
