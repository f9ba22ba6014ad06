import Application
import Core
import Glibc
import Secrets

/// The files to write for an enrolled identity.
struct EnrolledFiles {
    private let enrollment: EnrollmentOptions
    private let context: CommandContext
    private var files: IdentityFilePlaces { enrollment.files.values }

    init(_ enrollment: EnrollmentOptions, _ context: CommandContext) {
        self.enrollment = enrollment
        self.context = context
    }

    /// Throws before anything is done when the files cannot be written. Finishes a change that a killed process left
    /// incomplete.
    func check(_ name: String) throws(FedauthError) {
        guard files.areNamed else { return }
        try IdentityFiles.check(files, isForced: nil, in: context)
        try IdentityFiles.settle(files, name: name)
    }

    /// Returns the passphrase of the keys in the files; nil when no key has to be encrypted.
    func passphrase() throws(FedauthError) -> SharedSecret? {
        guard files.wantPassphrase else { return nil }
        let place = files.keyPaths.map { $0 == "-" ? "stdout" : $0 }.joined(separator: "' and '")
        let passphrase = try enrollment.sealing.passphrase(context, "Passphrase for '\(place)': ", new: true)
        try IdentityFiles.check(passphrase)
        return passphrase
    }

    /// Writes the files of an identity that existed already, if one of them is missing or outdated. Returns the paths
    /// of all named files, and whether a file has changed.
    func write(_ identity: Identity) throws(FedauthError) -> (places: [String], haveChanged: Bool) {
        let areThere = areThere(identity)
        guard !areThere || files.useStdout else { return ([], false) }
        return (try write(identity, passphrase()), !areThere)
    }

    /// Writes the files and returns their paths.
    func write(_ identity: Identity, _ passphrase: SharedSecret?) throws(FedauthError) -> [String] {
        guard files.areNamed else { return [] }
        try IdentityFiles(identity, files).write(passphrase: passphrase, in: context)
        return try IdentityFiles.paths(files, of: identity.name)
    }

    /// Returns whether all files exist and are not from the previous certificate.
    private func areThere(_ identity: Identity) -> Bool {
        func isThere(_ path: String) -> Bool {
            var status = stat()
            return stat(path, &status) == 0 && Int64(status.st_mtim.tv_sec) >= identity.imported.seconds
        }
        return ((try? IdentityFiles.paths(files, of: identity.name)) ?? []).allSatisfy { $0 == "-" || isThere($0) }
    }
}
