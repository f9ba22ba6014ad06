internal import Core
internal import Glibc
internal import System

/// The failures of an encrypted file, each with a hint.
enum StoreFailure {
    static func damaged(_ path: String, _ why: String) -> FedauthError {
        FedauthError(
            .storeDamaged, "the store '\(path)' is damaged: \(why)",
            hint: "'fedauth store recover' saves what it can, else restores the previous generation")
    }

    static func missing(_ path: String) -> FedauthError {
        FedauthError(
            .storeDamaged, "the store '\(path)' is missing, and the state before its last write is there",
            hint: "'fedauth store recover' restores that; to start again, move '\(path).prev' away")
    }

    static func altered(_ path: String, _ why: String) -> FedauthError {
        FedauthError(
            .storeAltered, "the store '\(path)' was altered or has rotted: \(why)",
            hint: "find out who could write it; 'fedauth store recover' saves what it can")
    }

    static func older(_ path: String, generation: UInt64, seen: UInt64) -> FedauthError {
        FedauthError(
            .storeOlder,
            generation == seen
                ? "the store '\(path)' is another copy of generation \(seen) than the one seen before"
                : "the store '\(path)' is an older copy: generation \(generation), and \(seen) was seen before",
            hint: "if you put a backup back, say so by 'fedauth store accept-older'")
    }

    /// `place` is the store, as part of a sentence; `key` the last one tried, if any; `kinds` the accepted ones.
    static func wrongKey(_ place: String, _ key: StoreKey?, _ kinds: Set<StoreKeyKind>) -> FedauthError {
        let wanted = kinds.map(\.text).sorted().joined(separator: " or a ")
        guard let key, kinds.contains(key.kind) else {
            return FedauthError(
                .wrongPassphrase,
                "\(place) is opened by a \(wanted)" + (key.map { ", not by a \($0.kind.text)" } ?? ""),
                hint: kinds.contains(.keyFile) ? "give it by '--store-key-file FILE'" : nil)
        }
        let hint =
            switch key.kind {
            case .passphrase where key.source == nil:
                "check the passphrase; older copies open with the one before; if it is lost, another key of the store gives a "
                    + "new one: 'fedauth store rekey --store-key-file FILE'"
            case .passphrase: "check whether that is the passphrase of this store, and whether it was changed since"
            case .keyFile, .credential: "'fedauth store slot list' shows what kinds of keys open it"
            }
        let from = key.source.map { " from '\($0)'" } ?? ""
        return FedauthError(.wrongPassphrase, "the \(key.kind.text)\(from) does not open \(place)", hint: hint)
    }

    static func locked(_ store: SlottedStore) -> FedauthError {
        FedauthError(.storeLocked, "\(store.place) is locked", hint: store.waysOn)
    }

    static func busy(_ path: String, seconds: Int64, holder: LockHolder?) -> FedauthError {
        let process = holder.map { "process \($0.processID) ('\($0.program.folded(to: 40))')" } ?? "another process"
        return FedauthError(
            .busy, "\(process) has held the store '\(path)' for \(seconds) s",
            hint: holder.map { "try again when it has ended; a stopped one continues by: kill -CONT \($0.processID)" }
                ?? "try again; 'fuser \(path).lock' shows which one")
    }

    /// The owner of the folder `path` is named when it, or one above it, is another user's.
    static func system(_ failure: SystemFailure, _ doing: String, at path: String? = nil) -> FedauthError {
        let causes = ["\(failure.function): errno \(failure.number)"]
        if failure.number == EACCES, let place = path.flatMap(OwnedDirectory.init(nearest:)), place.owner != geteuid() {
            return FedauthError(
                .storeUnavailable, "cannot \(doing): '\(place.path)' belongs to \(place.ownerText)",
                hint: place.cure, causes: causes)
        }
        let hint: String? =
            switch failure.number {
            case ENOSPC, EDQUOT, EFBIG: "nothing was lost: make room and try again"
            case EROFS: "the file system is mounted read-only"
            case EXDEV, EBUSY:
                "a file that is mounted by itself cannot be replaced: mount \(path.map { "'\($0)'" } ?? "its folder") instead"
            case EACCES, EPERM: "look at the owner and the mode by 'ls -ld'"
            default: nil
            }
        return FedauthError(
            [ENOSPC, EDQUOT, EFBIG].contains(failure.number) ? .other : .storeUnavailable,
            "cannot \(doing): \(failure.text)", hint: hint, causes: causes)
    }
}
