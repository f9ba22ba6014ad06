import Core
import Glibc

/// Where things are kept (XDG Base Directory Specification); relative paths in its variables are ignored.
struct Directories: Sendable {
    /// `config.toml`.
    let configuration: String
    /// The encrypted store.
    let data: String
    /// What is remembered between runs and holds no secret.
    let state: String
    private let runtimeCandidate: String?

    init(_ environment: Environment) throws(FedauthError) {
        func base(_ variable: String, _ fallback: String) throws(FedauthError) -> String {
            if let path = environment[variable], path.hasPrefix("/") { return path + "/fedauth" }
            guard let home = environment["HOME"], home.hasPrefix("/") else {
                throw FedauthError(
                    .usage, "neither '\(variable)' nor 'HOME' names a directory",
                    hint: "set HOME to your home "
                        + "directory")
            }
            return home + fallback + "/fedauth"
        }
        configuration = try base("XDG_CONFIG_HOME", "/.config")
        data = try base("XDG_DATA_HOME", "/.local/share")
        state = try base("XDG_STATE_HOME", "/.local/state")
        runtimeCandidate = environment["XDG_RUNTIME_DIR"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    }

    /// A directory of our own for what must not outlive the desktop session: in `XDG_RUNTIME_DIR`, else in
    /// `/run/user/UID`, else in `/tmp`, private in any case. Made when it is missing.
    func runtime() throws(FedauthError) -> String {
        let user = geteuid()
        var candidates: [String] = []
        if let runtimeCandidate { candidates.append(runtimeCandidate + "/fedauth") }
        candidates.append("/run/user/\(user)/fedauth")
        candidates.append("/tmp/fedauth-\(user)")
        var last: FedauthError?
        for candidate in candidates {
            do throws(FedauthError) {
                try PrivateDirectory.make(candidate)
                return candidate
            } catch {
                // One that is there, but not private, is not passed over: locks and cookie files would go astray.
                if error.code == .unsafeDirectory { throw error }
                last = error
            }
        }
        throw last ?? FedauthError(.other, "no runtime directory can be made")
    }
}

extension ErrorCode {
    /// A directory that should be private is open to others, or somebody else's.
    static let unsafeDirectory = ErrorCode("unsafe-directory", .other)
}

/// Directories that only their owner can look into.
enum PrivateDirectory {
    /// Makes `path` with mode 0700, parents too; throws when it is there but somebody else's, a symbolic link, or open
    /// to others.
    static func make(_ path: String) throws(FedauthError) {
        if mkdir(path, 0o700) != 0 && errno == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex {
            let parent = String(path[..<slash])
            // Only the last directory is ours to judge; those above it may be shared, such as ~/.local.
            if access(parent, F_OK) != 0 { try make(parent) }
            _ = mkdir(path, 0o700)
        }
        var status = stat()
        guard lstat(path, &status) == 0 else { throw SystemCall.error("make", path) }
        guard status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else {
            throw FedauthError(
                .unsafeDirectory, "the directory '\(path)' is not private",
                hint: "it must be yours and closed to others: chmod 700 '\(path)'")
        }
    }
}
