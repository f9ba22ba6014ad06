public import Core
public import Secrets
internal import System

/// A key and its certificates in two files of one directory, of which a change replaces both or none.
/// No system call renames two files at once. So both are first written beside their places, the key first: the change
/// is decided when `.NAME.crt.next` exists. Then the key is renamed, then the certificates. After an error, the writer
/// reverts the change; after a crash, the next writer finishes a decided change and removes an undecided one.
public struct FilePair {
    /// The path of the key.
    public let key: String
    /// The path of the certificates.
    public let certificates: String
    private let directory: String
    private let name: String
    private let nextKey: String
    private let nextCertificates: String
    private let oldKey: String
    /// The wait for another process that changes the pair, in seconds.
    public var lockSeconds = BoundedLock.usualSeconds

    /// Names the files `DIRECTORY/NAME.key` and `DIRECTORY/NAME.crt`.
    public init(directory: String, name: String) {
        self.directory = directory
        self.name = name
        key = directory + "/" + name + ".key"
        certificates = directory + "/" + name + ".crt"
        nextKey = directory + "/." + name + ".key.next"
        nextCertificates = directory + "/." + name + ".crt.next"
        oldKey = directory + "/." + name + ".key.old"
    }

    /// Writes both files as private.
    public func write(key keyContent: borrowing Secret, certificates content: borrowing Secret) throws(FedauthError) {
        try AtomicFile.checkPlace(key)
        try AtomicFile.checkPlace(certificates)
        let lock = try takeLock()
        defer { withExtendedLifetime(lock) {} }
        try settleLocked()
        let guarded = GuardedFile(nextKey)
        defer { withExtendedLifetime(guarded) {} }
        try keyContent.withBytes { (bytes) throws(FedauthError) in try AtomicFile.write(bytes, to: nextKey) }
        // A signal in between would leave a decided change whose key has been removed.
        try content.withBytes { (bytes) throws(FedauthError) in
            try SavedSignalMask.during { () throws(FedauthError) -> Void in
                do throws(FedauthError) {
                    try AtomicFile.write(bytes, to: nextCertificates)
                } catch {
                    Files.remove(nextCertificates)
                    Files.remove(nextKey)
                    throw error
                }
                try exchange()
            }
        }
    }

    /// Finishes or reverts what a killed process left here. Does nothing when the directory does not exist.
    public func settle() throws(FedauthError) {
        guard FileNames.isDirectory(directory), try isBegun() else { return }
        let lock = try takeLock()
        defer { withExtendedLifetime(lock) {} }
        try settleLocked()
    }

    /// Takes the lock, so that one process at a time changes the pair.
    private func takeLock() throws(FedauthError) -> HeldLock {
        try BoundedLock.take(for: directory + "/" + name, waitSeconds: lockSeconds)
    }

    /// Makes the renames durable.
    private func synchronise() { Files.synchronise(directory: directory) }

    /// Returns whether a writer has begun: it still writes, or was killed.
    private func isBegun() throws(FedauthError) -> Bool {
        for path in [nextKey, nextCertificates, oldKey] where try isThere(path) { return true }
        return false
    }

    /// Returns whether the file exists; throws when that is unknown.
    private func isThere(_ path: String) throws(FedauthError) -> Bool {
        try SystemCall.attempt("look at", path) { () throws(SystemFailure) in try Files.hasEntry(path) }
    }

    private func settleLocked() throws(FedauthError) {
        guard try isBegun() else { return }
        try SavedSignalMask.during { () throws(FedauthError) -> Void in
            if try isThere(nextCertificates) {
                if try isThere(nextKey) { try move(nextKey, to: key) }
                try move(nextCertificates, to: certificates)
            }
            Files.remove(nextKey)
            Files.remove(oldKey)
            synchronise()
        }
    }

    private func exchange() throws(FedauthError) {
        // Makes a second name for the old key, to restore it; moves the key where there are no hard links.
        if !Files.addName(oldKey, to: key) { try move(key, to: oldKey) }
        do throws(FedauthError) {
            try move(nextKey, to: key)
            do throws(FedauthError) {
                try move(nextCertificates, to: certificates)
            } catch {
                // In this order, a crash here still leaves a change that can be finished.
                try? Files.move(key, to: nextKey)
                throw error
            }
        } catch {
            try? Files.move(oldKey, to: key)
            // A rename between two names of one file does nothing and reports success.
            Files.remove(oldKey)
            Files.remove(nextCertificates)
            Files.remove(nextKey)
            throw error
        }
        Files.remove(oldKey)
        synchronise()
    }

    private func move(_ path: String, to place: String) throws(FedauthError) {
        try SystemCall.attempt("write", place) { () throws(SystemFailure) in try Files.move(path, to: place) }
    }
}
