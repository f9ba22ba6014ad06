import Core
import Glibc

/// Where things are kept (XDG Base Directory Specification); relative paths in its variables are ignored.
struct Directories: Sendable {
    /// `config.toml`.
    let configuration: String
    /// The encrypted store.
    let data: String
    /// Files kept between runs that contain no secret.
    let state: String
    /// What XDG_RUNTIME_DIR names, when it is a whole path.
    private let namedRuntime: String?
    /// Where there is none: of the login, and where every user can make one.
    private let login: String
    private let shared: String
    /// Variables whose value is a relative path, which the specification says to ignore.
    let ignored: [(name: String, value: String)]

    private static let variables = ["XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR"]

    /// What to tell of the variables that are ignored: what is looked for is elsewhere.
    var warnings: [String] {
        ignored.map { "\($0.name) is '\($0.value.folded(to: 60))', which is relative, and ignored" }
    }

    /// - Parameters:
    ///   - login: for tests; nil: `/run/user/UID`.
    ///   - shared: for tests; nil: `/tmp/fedauth-UID`.
    init(_ environment: Environment, login: String? = nil, shared: String? = nil) throws(FedauthError) {
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
        ignored = Self.variables.compactMap { name in
            environment[name].flatMap { $0.isEmpty || $0.hasPrefix("/") ? nil : (name, $0) }
        }
        self.login = login ?? "/run/user/\(geteuid())"
        self.shared = shared ?? "/tmp/fedauth-\(geteuid())"
        namedRuntime = environment["XDG_RUNTIME_DIR"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    }

    private var runtimeCandidates: [String] {
        (namedRuntime.map { [$0 + "/fedauth"] } ?? []) + [login + "/fedauth", shared]
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
                if error.code == .unsafeDirectory { return .unusable(unsafe(candidate, error)) }
            }
            if access(FileNames.directory(of: candidate), W_OK) == 0 { return .missing(candidate) }
        }
        return .unusable(FedauthError(.other, "no runtime directory can be made"))
    }

    /// Returns `runtime` if it exists, or if it may be and was created.
    func runtime(makes: Bool) -> String? {
        if makes { return try? runtime().path }
        if case .there(let path) = runtimeFound { return path }
        return nil
    }

    /// Returns a directory of our own for what must not outlive the desktop session: in `XDG_RUNTIME_DIR`, else in
    /// `/run/user/UID`, else in `/tmp`, private in any case. Makes it when it is missing.
    ///
    /// The second value is a warning for when `XDG_RUNTIME_DIR` names a place that cannot be used: other commands, and
    /// programs that are told to look there, do not find what is put elsewhere.
    func runtime() throws(FedauthError) -> (path: String, warning: String?) {
        var first: FedauthError?
        for candidate in runtimeCandidates {
            do throws(FedauthError) {
                try PrivateDirectory.make(candidate)
                guard namedRuntime != nil, let first else { return (candidate, nil) }
                return (candidate, "XDG_RUNTIME_DIR cannot be used (\(first.message)): '\(candidate)' takes its place")
            } catch {
                // One that is there, but not private, is not passed over: locks and cookie files would go astray.
                if error.code == .unsafeDirectory { throw unsafe(candidate, error) }
                first = first ?? error
            }
        }
        throw first ?? FedauthError(.other, "no runtime directory can be made")
    }

    /// Returns the error for an unsafe directory in /tmp: another user can create it first, and this user cannot remove
    /// it.
    private func unsafe(_ candidate: String, _ error: FedauthError) -> FedauthError {
        guard candidate == shared else { return error }
        var error = error
        error.hint =
            "set XDG_RUNTIME_DIR to a directory of your own: mkdir -m 700 ~/.run, export XDG_RUNTIME_DIR=~/.run"
        return error
    }
}
