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

    private var runtimeCandidates: [String] {
        let user = geteuid()
        let named = runtimeCandidate.map { [$0 + "/fedauth"] } ?? []
        return named + ["/run/user/\(user)/fedauth", "/tmp/fedauth-\(user)"]
    }

    /// A place, as it is.
    enum Found {
        case there(String)
        case missing(String)
        case unusable(FedauthError)
    }

    /// What `runtime` would answer; makes nothing.
    var runtimeFound: Found {
        for candidate in runtimeCandidates {
            do throws(FedauthError) {
                try PrivateDirectory.check(candidate)
                return .there(candidate)
            } catch {
                if error.code == .unsafeDirectory { return .unusable(error) }
            }
            if access(FileNames.directory(of: candidate), W_OK) == 0 { return .missing(candidate) }
        }
        return .unusable(FedauthError(.other, "no runtime directory can be made"))
    }

    /// `runtime` if it is there, or can and shall be made.
    func runtime(makes: Bool) -> String? {
        if makes { return try? runtime() }
        if case .there(let path) = runtimeFound { return path }
        return nil
    }

    /// A directory of our own for what must not outlive the desktop session: in `XDG_RUNTIME_DIR`, else in
    /// `/run/user/UID`, else in `/tmp`, private in any case. Made when it is missing.
    func runtime() throws(FedauthError) -> String {
        var last: FedauthError?
        for candidate in runtimeCandidates {
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
