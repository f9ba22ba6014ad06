public import Secrets

/// User name and password for a proxy (RFC 9110 section 11.7.1). One object serves a whole command, so that a password
/// that the proxy has refused is not sent again.
public final class ProxyCredential {
    /// The user name.
    public let user: String
    private let source: any SecretSource
    private let proxy: Origin?
    private var known: SharedSecret?
    private var isApproved = false
    /// What proxies have refused; nil without a store. Called when the proxy asks.
    public var refusals: () -> RefusedSecrets? = { nil }
    /// Takes the lock by which of several commands one sends the password first; nil: there is none.
    public var lock: () throws(FedauthError) -> (any HeldSignInLock)? = { () throws(FedauthError) in nil }
    private var held: (any HeldSignInLock)?
    private lazy var memory = refusals()
    private var isDemanded = false
    /// The proxy's scheme; nil for a SOCKS proxy, which has only one.
    public private(set) var scheme: Scheme?

    /// An HTTP scheme that libcurl supports for proxies (RFC 7617, RFC 7616).
    public enum Scheme: Sendable {
        case basic, digest
    }
    /// Whether the proxy has refused it.
    public private(set) var isRefused = false

    /// Reads no password yet. If `proxy` refuses it, that is remembered there. Throws `usage` for a user name that
    /// Basic cannot carry (RFC 7617 section 2).
    public init(user: String, password source: any SecretSource, at proxy: Origin? = nil) throws(FedauthError) {
        guard !user.isEmpty, !user.utf8.contains(where: { $0 == 0x3A || $0 < 0x20 || $0 == 0x7F }) else {
            throw FedauthError(
                .usage, "'\(String(user.prefix { $0 != ":" }).folded(to: 60))' is not a user name for a proxy",
                hint: "it is not empty, and has neither a colon nor a control character")
        }
        self.user = user
        self.source = source
        self.proxy = proxy
    }

    /// Whether to send it: the proxy has asked for it, and has not refused it.
    public var isShown: Bool { isDemanded && !isRefused }

    /// Records that the proxy asks for it with this scheme.
    public func demand(by scheme: Scheme? = nil) {
        isDemanded = true
        self.scheme = scheme
    }

    /// Records that the proxy has refused it.
    public func reject() {
        isRefused = true
        if let known, let proxy { memory?.note(known, of: user, at: proxy) }
    }

    /// Records that the proxy takes it.
    public func approve() {
        guard isShown, !isApproved, let proxy else { return }
        isApproved = true
        memory?.forget(user, at: proxy)
    }

    /// Lets other commands go on: what the proxy says to the password is known.
    public func release() {
        memory?.settle()
        held = nil
    }

    /// Returns the password; reads its source once. Throws the source's errors, `refused` for one that the proxy has refused in an
    /// earlier command, and `input-needed` for one that is empty by mistake or has a control character (RFC 7617 section 2).
    public func password() throws(FedauthError) -> SharedSecret {
        if let known { return known }
        let password = try source.value(as: "proxy's password", isEmptyMeant: source.mayBeEmpty)
        guard !password.withBytes({ $0.contains { $0 < 0x20 || $0 == 0x7F } }) else {
            throw FedauthError(
                .inputNeeded,
                "the proxy's password from '\(source.description.folded(to: 80))' has a control character",
                hint: "nothing was sent")
        }
        if let proxy {
            held = try lock()
            try memory?.check(
                password, of: user, at: proxy, from: source.description.folded(to: 80), isAlone: held != nil,
                orBy: "run it at a terminal")
            memory?.leave()
        }
        known = password
        return password
    }
}
