public import Core

/// A `TransportConfiguration` whose texts have been checked and converted to libcurl's forms.
struct CheckedConfiguration {
    let caFile: String?
    let crlFiles: [String]
    let requiresOCSP: Bool
    let keepsKeyLog: Bool
    /// The value of CURLOPT_PINNEDPUBLICKEY, or nil.
    let pins: String?
    /// The value of CURLOPT_PROXY; empty for none, even if the environment names one.
    let proxy: String
    /// False for a proxy from the environment, which is only for https to other machines.
    let isProxyForAll: Bool
    /// Host and port of the proxy, for messages.
    let proxyHost: String?
    /// Hosts that are reached without the proxy.
    private let noProxy: String
    /// The values of CURLOPT_RESOLVE.
    let resolve: [String]
    let isInsecure: Bool
    let userAgent: String

    /// Throws `usage`, naming the invalid option.
    init(_ configuration: TransportConfiguration) throws(FedauthError) {
        for pin in configuration.pins { try Self.check(pin: pin) }
        for entry in configuration.resolve { try Self.check(resolve: entry) }
        caFile = configuration.caFile
        crlFiles = configuration.crlFiles
        requiresOCSP = configuration.requiresOCSP
        keepsKeyLog = configuration.keepsKeyLog
        pins = configuration.pins.isEmpty ? nil : configuration.pins.joined(separator: ";")
        proxy = configuration.proxy ?? configuration.environmentProxy ?? ""
        isProxyForAll = configuration.proxy != nil
        proxyHost = try (configuration.proxy ?? configuration.environmentProxy).flatMap { text throws(FedauthError) in
            try Self.host(ofProxy: text, isOption: configuration.proxy != nil)
        }
        noProxy = configuration.noProxy ?? ""
        resolve = configuration.resolve
        isInsecure = configuration.isInsecure
        userAgent = configuration.userAgent
        for (option, text) in [
            ("--cacert", caFile ?? ""), ("--crl", crlFiles.joined()), ("no_proxy", noProxy), ("user agent", userAgent),
        ] where text.utf8.breaksLines {
            throw FedauthError(.usage, "the value of '\(option)' holds a control character")
        }
    }

    /// Checks a pin: `sha256//` and the base64 of 32 bytes.
    private static func check(pin: String) throws(FedauthError) {
        let digits = pin.utf8.dropFirst(8)
        let isBase64 = digits.dropLast().allSatisfy { $0.isLetter || $0.isDigit || "+/".utf8.contains($0) }
        guard pin.hasPrefix("sha256//"), digits.count == 44, isBase64, digits.last == 0x3D else {
            throw FedauthError(
                .usage, "'\(pin.folded(to: 80))' is not a public key pin",
                hint: "write it as sha256// and 44 characters of base64")
        }
    }

    /// Checks an entry `[+]HOST:PORT:ADDRESS[,ADDRESS]…`, as for curl's --resolve except its form for removing.
    private static func check(resolve entry: String) throws(FedauthError) {
        let plain = entry.hasPrefix("+") ? entry.dropFirst() : entry[...]
        let parts = plain.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, isHost(parts[0]) || parts[0] == "*", let port = UInt16(parts[1]), port > 0,
            !parts[2].isEmpty, parts[2].split(separator: ",", omittingEmptySubsequences: false).allSatisfy(isAddress)
        else {
            throw FedauthError(
                .usage, "'\(entry.folded(to: 80))' is not a name and address",
                hint: "write it as HOST:PORT:ADDRESS, such as login.example.org:443:192.0.2.7")
        }
    }

    private static func isHost(_ text: Substring) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { $0.isLetter || $0.isDigit || "-._".utf8.contains($0) }
    }

    /// Checks the characters of an IPv4 or IPv6 address; libcurl checks the rest.
    private static func isAddress(_ text: Substring) -> Bool {
        let inner = text.hasPrefix("[") && text.hasSuffix("]") ? text.dropFirst().dropLast() : text
        return !inner.isEmpty && inner.utf8.allSatisfy { Hexadecimal.value(of: $0) != nil || ".:".utf8.contains($0) }
    }

    /// `isOption` is false for an address of the environment.
    private static func host(ofProxy text: String, isOption: Bool) throws(FedauthError) -> String {
        let schemes = ["http", "https", "socks4", "socks4a", "socks5", "socks5h"]
        let colon = text.range(ofASCII: "://")
        let scheme = colon.map { text[..<$0].asciiLowercased } ?? "http"
        let rest = colon.map { text[$0...].dropFirst(3) } ?? text[...]
        // The text before @ is a name and a password, whatever characters it has. It must not appear in messages, nor go
        // to libcurl, which repeats it in its own messages.
        let place = rest.lastIndex(of: "@").map { rest[rest.index(after: $0)...] } ?? rest
        let host = place.prefix { $0 != "/" }
        guard schemes.contains(scheme), !host.isEmpty, !text.utf8.breaksLines,
            host.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), ["", "/"].contains(place.dropFirst(host.count)),
            host.hasPrefix("[") || host.count(where: { $0 == ":" }) < 2
        else {
            // What follows the host may be part of a password that is not encoded.
            let shown =
                (colon == nil || scheme.utf8.contains { $0 <= 0x20 } ? "" : scheme + "://")
                + (host.isEmpty && place.count == text.count ? place : host)
            throw FedauthError(
                .usage, "'\(String(shown).folded(to: 80))' is not a proxy",
                hint: "write it like http://proxy.example.org:3128, without a path"
                    + (isOption ? "" : "; it is in the environment, as https_proxy or all_proxy"))
        }
        guard place.count == rest.count else {
            throw FedauthError(
                .usage, "'--proxy' has a user name or a password in front of '\(String(host).folded(to: 80))'",
                hint: "name the user by '--proxy-user', and the password's place by '--proxy-password-file', "
                    + "'--proxy-password-fd' or '--proxy-password-command'")
        }
        // libcurl would take port 1080, browsers and other programs 80.
        let behindAddress = host.lastIndex(of: "]").map { host[$0...] } ?? host
        guard scheme != "http" || behindAddress.contains(":") else {
            throw FedauthError(
                .usage, "the proxy '\(String(host).folded(to: 80))' has no port",
                hint: "write it like http://proxy.example.org:3128, without a path")
        }
        return String(host)
    }

    /// Whether the proxy uses SOCKS, which has no second attempt: name and password are sent at once.
    var isSOCKS: Bool { proxy.lowercased().hasPrefix("socks") }
    /// Whether the proxy itself is reached by TLS.
    var hasTLSProxy: Bool { proxy.lowercased().hasPrefix("https:") }

    /// Returns the value of CURLOPT_PROXY for an address; empty for none. What goes to this machine in the clear goes to no other one.
    func proxy(for url: WebURL) -> String {
        let isHere = url.origin.isLoopback
        let mayPass = url.scheme == .https || !isHere || isProxyHere
        return mayPass && (isProxyForAll || url.scheme == .https && !isHere) ? proxy : ""
    }

    private var isProxyHere: Bool { proxyHost.flatMap { try? WebURL("http://" + $0) }?.origin.isLoopback ?? false }

    /// Returns the value of CURLOPT_NOPROXY; empty: the proxy is for every host, whatever the environment says. libcurl finds
    /// no IPv6 address in a network, so the host is named beside a network that has it.
    func noProxy(for url: WebURL) -> String {
        let isInside = noProxy.split(separator: ",").contains { IPNetwork($0)?.contains(url.host) == true }
        return isInside ? noProxy + "," + url.host.withoutBrackets : noProxy
    }

    /// Returns where the server is that has the address of a connection; nil when the address is a proxy's, which finds servers
    /// itself, or the user's own word (`resolve`).
    func space(of url: WebURL, at address: String) -> AddressSpace? {
        let isNamed = resolve.contains { entry in
            let parts = entry.drop { $0 == "+" }.split(separator: ":", maxSplits: 2)
            return (parts[0] == "*" || parts[0].asciiLowercased == url.host) && UInt16(parts[1]) == url.port
        }
        return proxy(for: url).isEmpty && !isNamed ? AddressSpace(address: address) : nil
    }
}

extension TransportConfiguration {
    /// Throws `usage` for an invalid text; opens no library and no file.
    public func check() throws(FedauthError) { _ = try CheckedConfiguration(self) }
}

extension StringProtocol {
    /// A host as libcurl writes and compares an IPv6 address.
    var withoutBrackets: String { String(filter { $0 != "[" && $0 != "]" }) }
}
