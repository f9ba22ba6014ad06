/// The origins that the user or a profile named for a command: only to them apply its user and password, fields of a
/// login, a Kerberos ticket, a client certificate by name, and a provider's credentials. A redirect can lead to any
/// other, which gets what the store holds for exactly that origin, or the answer to a prompt that names it.
public struct NamedOrigins: Sendable, Equatable {
    /// All named origins.
    public private(set) var origins: Set<Origin>

    /// Takes the origins of these addresses.
    public init(_ urls: some Sequence<WebURL>) { origins = Set(urls.map(\.origin)) }

    /// Takes one origin.
    init(_ origin: Origin) { origins = [origin] }

    /// Returns whether `origin` was named, with the same scheme, host and port.
    public func contains(_ origin: Origin) -> Bool { origins.contains(origin) }

    /// Adds the origins of these addresses.
    public mutating func add(_ urls: some Sequence<WebURL>) { origins.formUnion(urls.map(\.origin)) }

    /// Returns a hint about a server to which only a redirect leads.
    public static func hint(_ origin: Origin) -> String {
        "only a redirect leads there, and the command's credentials are for the named servers; "
            + "'fedauth request \(origin)' names it"
    }
}
