internal import Core
internal import Crypto
internal import Glibc
internal import Secrets

/// The proxy that options and environment name, and its credentials. Only the address in the environment may contain
/// user name and password, as with curl: other users can read an option.
public struct ProxySetup {
    /// `--proxy`.
    public let proxy: String?
    /// The address in the environment, without user name and password.
    let environmentProxy: String?
    /// The list of hosts in the environment that are reached without the proxy.
    public let noProxy: String?
    /// The variable that contains the environment's address.
    public let variable: String?
    private let settings: NetworkSettings
    private let user: String?
    private let password: SharedSecret?

    /// The variables to read, in this order.
    private static let variables = ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]

    /// Reads the environment. Checks nothing.
    public init(_ settings: NetworkSettings, _ environment: Environment) {
        self.settings = settings
        proxy = settings.proxy
        variable = Self.variables.first { environment[$0] != nil }
        noProxy = (environment["no_proxy"] ?? environment["NO_PROXY"]).map(Self.exceptions)
        let parts = variable.flatMap { environment[$0] }.map(Self.parts)
        environmentProxy = parts?.address
        let isOwn = settings.proxy != nil || settings.proxyUser != nil
        user = isOwn ? settings.proxyUser : parts?.user
        password = isOwn ? nil : parts?.password
    }

    /// Returns the entries of `no_proxy` as libcurl understands them (`CURLOPT_NOPROXY(3)`): other programs write `*.a.test`,
    /// `[::1]` and `::1/128`, too.
    static func exceptions(_ list: String) -> String {
        list.split { $0 == "," || $0.isWhitespace }.map { entry in
            var entry = entry.hasPrefix("*.") ? entry.dropFirst() : entry
            if entry.hasPrefix("["), entry.hasSuffix("]") { entry = entry.dropFirst().dropLast() }
            if entry.hasSuffix("/128") { entry = entry.dropLast(4) }
            var address = in6_addr()
            var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
            guard inet_pton(AF_INET6, String(entry), &address) == 1,
                inet_ntop(AF_INET6, &address, &text, socklen_t(text.count)) != nil
            else { return String(entry) }
            return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        }.joined(separator: ",")
    }

    /// The address in the environment, in a form that may be printed.
    public var shownEnvironmentProxy: String? {
        guard user != nil, settings.proxyUser == nil, let text = environmentProxy else { return environmentProxy }
        let scheme = text.firstRange(of: "://").map { String(text[..<$0.upperBound]) } ?? ""
        return scheme + "…@" + text.dropFirst(scheme.count)
    }

    /// Copies the addresses to `configuration`.
    func set(_ configuration: inout TransportConfiguration) {
        configuration.proxy = proxy
        configuration.environmentProxy = environmentProxy
        configuration.noProxy = noProxy
    }

    /// Returns the credential for the proxy; nil when none is named. The `store`, if any, remembers what the proxy
    /// refuses. The command has one for each proxy and user, in `made`, so that it does not send a rejected one again.
    /// Throws `usage` for a password without a user, and for a password with two sources.
    func credential(
        in command: Context, store: StoreOpening? = nil, sharing made: inout [[String]: ProxyCredential]
    ) throws(FedauthError) -> ProxyCredential? {
        let places = settings.proxyPassword
        try places.check()
        guard let user else {
            guard !places.isNamed else {
                throw FedauthError(
                    .usage, "there is a proxy's password, and no user", hint: "name the user by '--proxy-user'")
            }
            return nil
        }
        guard let address = proxy ?? environmentProxy else { return nil }
        if let credential = made[[address, user]] { return credential }
        let given = try places.source(command)
        let environments = password.map { password in
            // `user:@` has one that is empty.
            SecretReader(
                SecretReader("the environment", mayBeEmpty: true) { password.copy() }, maskedBy: command.known)
        }
        let prompter = command.prompter()
        let asked = SecretReader("the terminal") { () throws(FedauthError) in
            let what = "password of '\(user.folded(to: 60))' for the proxy"
            if prompter.canAsk { return try prompter.ask("The \(what): ", isSecret: true) }
            throw FedauthError(
                .inputNeeded, "the \(what) is missing",
                hint: "'--proxy-password-file FILE' or '--proxy-password-command COMMAND' gives it")
        }
        let place = try? WebURL(
            "http://" + (address.firstRange(of: "://").map { address[$0.upperBound...] } ?? address[...]))
        let credential = try ProxyCredential(user: user, password: given ?? environments ?? asked, at: place?.origin)
        if let store {
            credential.refusals = { [unowned command] in
                command.refusals(in: store, isSent: command.prompter().canAsk)
            }
            credential.lock = { [unowned command] () throws(FedauthError) in
                guard let origin = place?.origin else { return nil }
                let (clock, reporter) = (command.clock, command.reporter)
                return try LockedSignIns.password(at: origin, until: clock.deadline(), clock, reporter) {
                    () throws(FedauthError) in
                    FileSignInLock(directory: command.directories.locks, else: command.runtimeDirectory)
                }
            }
        }
        made[[address, user]] = credential
        return credential
    }

    /// Separates user name and password from an address. Both are percent-encoded there (RFC 3986 section 3.2.1).
    private static func parts(_ text: String) -> (address: String, user: String?, password: SharedSecret?) {
        let text = text.trimmed
        let scheme = text.firstRange(of: "://").map { text[..<$0.upperBound] } ?? ""
        let rest = text.dropFirst(scheme.count)
        // All before the last @, as a password may have a slash that is not encoded.
        guard let at = rest.lastIndex(of: "@") else { return (text, nil, nil) }
        let pair = rest[..<at].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let password = pair.count > 1 ? SharedSecret(PercentEncoding.decode(pair[1].utf8)) : nil
        let user = PercentEncoding.decode(pair[0].utf8).withBytes { String(decoding: $0, as: UTF8.self) }
        return (String(scheme) + rest[rest.index(after: at)...], user, password)
    }
}
