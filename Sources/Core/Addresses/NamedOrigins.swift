/// The origins that the user or a profile named for a command. Everything that was named with them counts there only: user
/// and password, the fields of a login, a Kerberos ticket, a client certificate by name, what a provider gives.
///
/// A redirect can lead to any origin. One that was not named is treated as if none of that had been given: it gets what the
/// store holds for exactly that origin, or the answer to a question that names it.
public struct NamedOrigins: Sendable, Equatable {
    /// All of them.
    public private(set) var origins: Set<Origin>

    /// The origins of these addresses.
    public init(_ urls: some Sequence<WebURL>) { origins = Set(urls.map(\.origin)) }

    /// Whether what was named counts for `origin`: scheme, host and port are the same.
    public func contains(_ origin: Origin) -> Bool { origins.contains(origin) }

    /// Adds the origins of these addresses.
    public mutating func add(_ urls: some Sequence<WebURL>) { origins.formUnion(urls.map(\.origin)) }

    /// Says what to do about a server that only a redirect leads to.
    public static func hint(_ origin: Origin) -> String {
        "only a redirect leads there, and what the command was given is for the servers that were named; "
            + "'fedauth request \(origin)' names it"
    }
}
