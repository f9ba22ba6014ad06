public import Core

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
    let runtime: RuntimeDirectory

    func diagnosis() -> StoreDiagnosis {
        let wanted = stores.wanted
        let keyring = stores.keyring()
        let choice: StoreSelection.Choice
        do throws(FedauthError) {
            choice = try stores.selection.choice(wanted.backend, reason: wanted.reason)
            try stores.selection.check(choice)
        } catch {
            return StoreDiagnosis(
                backend: "auto", reason: wanted.backend.isNamed ? wanted.reason.word : StoreReason.remembered.word,
                location: stores.fileLocation,
                state: "unusable", checks: [.failure("store.choice", error)], failure: error)
        }
        let usesFile = choice.backend == .file || choice.backend.isNamed
        let file = stores.file()
        let opener = opener(of: file, matters: usesFile)
        let name: String
        let location: String
        let failure: FedauthError?
        let state: String
        switch choice.backend {
        case .file, .named:
            name = choice.backend.isNamed ? "the store '\(choice.backend.rawValue)'" : "the encrypted file"
            location = stores.fileLocation
            failure = file.failure ?? opener.failure
            state = file.state
        case .program(let program):
            name = "the program '\(program.folded(to: 100))'"
            location = choice.backend.rawValue
            do throws(FedauthError) {
                (state, failure) = (try stores.state(ofProgram: program).rawValue, nil)
            } catch { (state, failure) = ("unusable", error) }
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
        checks += fileChecks(file, of: choice.backend, matters: usesFile) + [keyCacheCheck, opener.check]
        checks.append(keyringCheck(keyring, matters: choice.backend == .keyring))
        checks += [runtimeCheck, Display(on: machine).check, memoryCheck]
        return StoreDiagnosis(
            backend: usesFile ? "file" : choice.backend.isFoundByItself ? choice.backend.rawValue : "exec",
            reason: choice.reason.word,
            location: location, state: failure == nil ? state : "unusable", checks: checks, failure: failure)
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
                found.isOpen
                    ? "open: the kernel holds its key"
                    : "locked: 'fedauth store unlock\(backend.nameOption)' opens it"),
        ]
    }

    private var keyCacheCheck: Check {
        stores.keepsKeys
            ? .ok("file.key-cache", "the kernel's keyring")
            : .warning(
                "file.key-cache", "the kernel keeps no keys here, as in most containers: nothing stays unlocked",
                "give '--store-key-file FILE' or '--store-passphrase-file FILE' to each command")
    }

    /// Checks where the key of the encrypted file would come from. An open store needs none; a key file comes with it.
    private func opener(of file: StoreInspection, matters: Bool) -> (check: Check, failure: FedauthError?) {
        let name = "passphrase"
        do throws(FedauthError) {
            if file.exists { try stores.opener.check() }
            guard let origin = stores.opener.origin else {
                return (
                    .absent(
                        name, "no source of the key, and nobody to ask for the passphrase",
                        "'--store-key-file FILE' or '--store-passphrase-file FILE' names one"), nil
                )
            }
            return (.ok(name, origin), nil)
        } catch { return (.failure(name, error, matters: matters), file.isOpen ? nil : error) }
    }

    /// Reports the keyring, or the step at which a command would fail.
    private func keyringCheck(_ report: KeyringReport, matters: Bool) -> Check {
        // A locked keyring is not a fault.
        if let error = report.obstacle {
            return .failure("keyring", error, matters: matters && error.code != .storeLocked)
        }
        let service = report.service.map {
            ($0.program ?? "a program") + ($0.processID.map { ", process \($0)" } ?? "")
        }
        let bus = report.busAddress.map { ", at '\($0)'" } ?? ""
        let label = report.collection.flatMap { $0.label.isEmpty ? nil : "'\($0.label)', of " } ?? ""
        return .ok("keyring", label + (service ?? "?") + bus)
    }

    private var runtimeCheck: Check {
        switch runtime {
        case .there(let path): .ok("runtime", "'\(path)'")
        case .missing(let path): .ok("runtime", "'\(path)', made when it is needed")
        case .unusable(let error): .failure("runtime", error)
        }
    }

    private var memoryCheck: Check {
        guard let kibibytes = machine.lockableKibibytes else { return .ok("memory", "as much as wanted may be locked") }
        if kibibytes >= 1024 { return .ok("memory", "\(kibibytes) KiB may be locked") }
        return .absent(
            "memory", "only \(kibibytes) KiB may be locked: secrets beyond can reach the swap",
            "raise 'ulimit -l', or use encrypted swap")
    }
}
