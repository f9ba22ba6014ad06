public import Secrets

/// Credentials by Docker's rules: one user for each registry, whatever the spelling of its address.
public struct DockerCredentials {
    private let stored: StoredCredentials

    /// Uses the credentials in `store`.
    public init(_ store: any CredentialStore, clock: any WallClock) {
        stored = StoredCredentials(store, clock: clock)
    }

    /// A registry, a user, and the password or token.
    public struct Login: Sendable, Equatable {
        /// The registry's address.
        public var server: String
        /// The user; `<token>` when the secret is an identity token.
        public var user: String
        /// The password or token.
        public var secret: SharedSecret

        /// Creates a login.
        public init(server: String, user: String, secret: SharedSecret) {
            self.server = server
            self.user = user
            self.secret = secret
        }

        /// Reads the object that Docker sends with `store`.
        public init(reading message: JSONValue) throws(Lack) {
            let server = try DockerCredentials.server(message["ServerURL"]?.text ?? "")
            guard let user = message["Username"]?.text, !user.isEmpty else { throw .user }
            guard let secret = message["Secret"]?.secret else { throw .secret }
            self.init(server: server, user: user, secret: secret)
        }
    }

    /// Returns the address of a registry without white space around it, which no other operation could name.
    public static func server(_ text: String) throws(Lack) -> String {
        let server = text.trimmed
        guard !server.isEmpty else { throw .server }
        return server
    }

    /// A missing part of Docker's message, with the exact text that Docker's client compares.
    public enum Lack: String, Error {
        /// The registry's address.
        case server = "no credentials server URL"
        /// The user.
        case user = "no credentials username"
        /// The password or token.
        case secret = "no credentials secret"
    }

    /// Returns the login of a registry, of this user if one is named; nil when there is none.
    public func find(_ server: String, user: String? = nil) throws(FedauthError) -> Login? {
        for spelling in [server] + (try otherSpellings(of: server)) {
            let found = try stored.find(scope(spelling), user: nil) { login in
                login.password != nil && (user == nil || login.user == user)
            }
            if let found, let secret = found.password {
                return Login(server: server, user: found.user ?? "", secret: secret)
            }
        }
        return nil
    }

    /// Stores a login, replacing the previous one of the registry.
    public func keep(_ login: Login) throws(FedauthError) {
        try stored.keep(Credential(user: login.user, password: login.secret), for: scope(login.server))
        for spelling in try otherSpellings(of: login.server) {
            try stored.forget(scope(spelling), user: nil) { _, _ in true }
        }
    }

    /// Deletes the login of a registry; does nothing when there is none.
    public func forget(_ server: String) throws(FedauthError) {
        for spelling in [server] + (try otherSpellings(of: server)) {
            try stored.forget(scope(spelling), user: nil) { _, _ in true }
        }
    }

    /// Returns the other spellings of a registry's address that have a login.
    private func otherSpellings(of server: String) throws(FedauthError) -> [String] {
        let registry = Self.registry(server)
        return try stored.users(.docker).map(\.scope.server).filter {
            !$0.isExactly(server) && Self.registry($0).isExactly(registry)
        }
    }

    /// Returns the one spelling of a registry's address: without `https://`, port 443, the version of its interface and
    /// slashes at the end, and with the host in lower case. Docker's programs write all of these for one registry.
    static func registry(_ server: String) -> String {
        let scheme = server.lowercased().hasPrefix("https://") ? "https://" : ""
        let rest = server.dropFirst(scheme.count)
        let host = rest.prefix { $0 != "/" }.lowercased()
        var path = rest.drop { $0 != "/" }
        while path.hasSuffix("/") { path.removeLast() }
        if path == "/v1" || path == "/v2" { path = "" }
        return (host.hasSuffix(":443") ? String(host.dropLast(4)) : host) + path
    }

    /// Returns all registries and users, sorted.
    public func list() throws(FedauthError) -> [(server: String, user: String)] {
        try stored.users(.docker).map { ($0.scope.server, $0.user ?? "") }
    }

    private func scope(_ server: String) -> CredentialScope { CredentialScope(.docker, server: server) }
}
