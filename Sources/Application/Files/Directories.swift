public import Core
internal import System

/// The directories for files (XDG Base Directory Specification); relative paths in its variables are ignored.
public struct Directories: Sendable {
    /// `config.toml`.
    public let configuration: String
    /// `config.toml` of the machine, the most important first.
    public let systemConfigurations: [String]
    /// The directory of the encrypted store.
    public let data: String
    /// The locks of sign-ins: beside the stores, with which commands of other environments find them.
    public var locks: String { data + "/locks" }
    /// Files that persist between runs and contain no secret.
    public let state: String
    /// The value of XDG_RUNTIME_DIR, if it is an absolute path.
    private let namedRuntime: String?
    /// The alternatives: the directory of the login, and one that every user can create.
    private let login: String
    private let shared: String
    /// Variables with a relative path, which the specification says to ignore.
    public let ignored: [(name: String, value: String)]

    private static let variables = ["XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR"]

    /// Warnings about ignored variables.
    public var warnings: [String] {
        ignored.map { "\($0.name) is '\($0.value.folded(to: 60))', which is relative, and ignored" }
    }

    /// Reads the variables. Tests replace `/run/user/UID` and `/tmp/fedauth-UID`.
    public init(
        _ environment: Environment, login: String? = nil, shared: String? = nil
    ) throws(FedauthError) {
        func base(_ variable: String, _ fallback: String) throws(FedauthError) -> String {
            if let path = environment[variable], path.hasPrefix("/") { return path + "/fedauth" }
            guard let home = environment["HOME"], home.hasPrefix("/") else {
                throw FedauthError(
                    .usage, "neither '\(variable)' nor 'HOME' names a directory",
                    hint: "set HOME to your home directory; a user without one: HOME=$(mktemp -d)")
            }
            return (home == "/" ? "" : home) + fallback + "/fedauth"
        }
        configuration = try base("XDG_CONFIG_HOME", "/.config")
        let system = (environment["XDG_CONFIG_DIRS"] ?? "").split(separator: ":").filter { $0.hasPrefix("/") }
        systemConfigurations = (system.isEmpty ? ["/etc/xdg"] : system).map { "\($0)/fedauth" }
        data = try base("XDG_DATA_HOME", "/.local/share")
        state = try base("XDG_STATE_HOME", "/.local/state")
        ignored = Self.variables.compactMap { name in
            environment[name].flatMap { $0.isEmpty || $0.hasPrefix("/") ? nil : (name, $0) }
        }
        self.login = login ?? "/run/user/\(ThisProcess.user)"
        self.shared = shared ?? "/tmp/fedauth-\(ThisProcess.user)"
        namedRuntime = environment["XDG_RUNTIME_DIR"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    }

    private var runtimeCandidates: [String] {
        (namedRuntime.map { [$0 + "/fedauth"] } ?? []) + [login + "/fedauth", shared]
    }

    /// The directory that `runtime()` would return; creates nothing.
    public var runtimeFound: RuntimeDirectory {
        var first: FedauthError?
        for candidate in runtimeCandidates {
            do throws(FedauthError) {
                try Self.checkPlace(of: candidate)
            } catch {
                first = first ?? error
                continue
            }
            do throws(FedauthError) {
                try PrivateDirectory.check(candidate)
                return .there(candidate)
            } catch {
                if error.code == .unsafeDirectory { return .unusable(unsafe(candidate, error)) }
            }
            do throws(SystemFailure) {
                try Files.checkWritable(directory: FileNames.directory(of: candidate))
                return .missing(candidate)
            } catch {
                first = first ?? SystemCall.error("make", candidate, error)
            }
        }
        return .unusable(first ?? FedauthError(.other, "no runtime directory can be made"))
    }

    /// The runtime directory, if it exists.
    public var existingRuntime: String? { if case .there(let path) = runtimeFound { path } else { nil } }

    /// Returns fedauth's own directory for files that must not outlive the desktop session, and creates it: in
    /// `XDG_RUNTIME_DIR`, else in `/run/user/UID`, else in `/tmp`; always private. Warns of an `XDG_RUNTIME_DIR` that
    /// cannot be used, or that another user could exchange: other commands, and programs that look there, do not find
    /// files in another directory.
    public func runtime() throws(FedauthError) -> (path: String, warning: String?) {
        var first: FedauthError?
        for candidate in runtimeCandidates {
            do throws(FedauthError) {
                try Self.checkPlace(of: candidate)
                try PrivateDirectory.make(candidate)
                guard namedRuntime != nil, let first else { return (candidate, nil) }
                return (candidate, "XDG_RUNTIME_DIR cannot be used (\(first.message)): '\(candidate)' takes its place")
            } catch {
                // A directory that exists but is not private is an error: with another one, processes would not find
                // each other's cookie files.
                if error.code == .unsafeDirectory { throw unsafe(candidate, error) }
                first = first ?? error
            }
        }
        throw first ?? FedauthError(.other, "no runtime directory can be made")
    }

    /// Throws for a directory that exists and in which another user, except root, could exchange ours for another one: its
    /// owner, or every user who may write there, unless it is sticky.
    private static func checkPlace(of candidate: String) throws(FedauthError) {
        let place = FileNames.directory(of: candidate)
        guard let status = FileStatus(place), status.kind == .directory else { return }
        if status.isSticky, OtherWriter.isTrusted(status.owner) { return }
        guard OtherWriter(ofParent: place, status) == nil else {
            throw FedauthError(.other, "others can change '\(place.folded(to: 100))'")
        }
    }

    /// Returns the error for an unsafe directory in /tmp. Another user can create it first, and this user cannot remove
    /// it.
    private func unsafe(_ candidate: String, _ error: FedauthError) -> FedauthError {
        guard candidate == shared else { return error }
        return error.hinting(
            "set XDG_RUNTIME_DIR to a directory of your own: mkdir -m 700 ~/.run, export XDG_RUNTIME_DIR=~/.run")
    }
}
