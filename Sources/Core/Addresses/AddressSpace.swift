/// How near a server is, the nearest first (Private Network Access, "IP address space").
public enum AddressSpace: Int, Sendable, Comparable, CaseIterable {
    /// 127.0.0.0/8, ::1 and `localhost`, and the unspecified addresses, which reach this machine, too (0.0.0.0/8, ::).
    case machine
    /// 169.254.0.0/16, fe80::/10 (RFC 3927, RFC 4291 section 2.5.6).
    case link
    /// 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, 100.64.0.0/10, fc00::/7, fec0::/10 (RFC 1918, RFC 6598, RFC 4193).
    case site
    /// All others.
    case world

    /// Reads an IP address, with or without brackets; nil for a name. An IPv4 address in an IPv6 one counts as itself
    /// (RFC 4291 section 2.5.5, RFC 6052).
    public init?(address: some StringProtocol) {
        guard var bytes = IPAddress.bytes(of: address) else { return nil }
        let around: [[UInt8]] = [Array(repeating: 0, count: 10) + [0xFF, 0xFF], Array(repeating: 0, count: 12)]
        let translated: [UInt8] = [0, 0x64, 0xFF, 0x9B] + Array(repeating: 0, count: 8)
        if bytes.count == 16, (around + [translated]).contains(Array(bytes.prefix(12))) { bytes.removeFirst(12) }
        let isShort = bytes.count == 4
        switch (bytes[0], bytes[1]) {
        case (0, _) where isShort, (127, _) where isShort: self = .machine
        case (169, 254) where isShort, (0xFE, 0x80...0xBF) where !isShort: self = .link
        case (10, _) where isShort, (172, 16...31) where isShort, (192, 168) where isShort,
            (100, 64...127) where isShort,
            (0xFC...0xFD, _) where !isShort, (0xFE, 0xC0...0xFF) where !isShort:
            self = .site
        default: self = .world
        }
    }

    /// Compares by distance.
    public static func < (near: AddressSpace, far: AddressSpace) -> Bool { near.rawValue < far.rawValue }

    /// Returns the error for content that a page from outside would send to `origin`.
    public func refusal(of origin: Origin) -> FedauthError {
        let place = [.machine: "on this machine", .link: "on the local link"][self] ?? "in a private network"
        return FedauthError(
            .refusedHost, "a page from outside would post a form to '\(origin.hostAndPort)', which is \(place)",
            hint: "nothing was sent there; if that host belongs to the sign-in, \(NavigationPolicy.naming)")
    }
}
