/// The address that ends a sign-in.
public struct FinishEndpoint: Sendable, Equatable {
    /// When it does.
    public enum Moment: Sendable {
        /// Once a document is committed there: the cookies are the result.
        case shown
        /// As soon as somebody is sent there: what the request carries is the result, and the address is not asked.
        case asked
    }

    /// The address itself; its parameters' values are of no account.
    public let url: WebURL
    /// When the sign-in ends.
    public let moment: Moment
    private let parameterNames: Set<String>

    /// The endpoint at this address.
    public init(_ url: WebURL, moment: Moment = .shown) {
        self.url = url
        self.moment = moment
        parameterNames = Self.names(url.query)
    }

    /// Compares scheme, host, port and path, and that every parameter of the finish address occurs **by name**; the
    /// values never count (SAP's `finishEndpointParam=someUnusedValue`). A longer path, or the finish address within
    /// another one's query, is no match.
    public func matches(_ candidate: WebURL) -> Bool {
        candidate.origin == url.origin && candidate.path == url.path
            && parameterNames.isSubset(of: Self.names(candidate.query))
    }

    private static func names(_ query: String?) -> Set<String> {
        guard let query else { return [] }
        return Set(
            query.split(separator: "&").compactMap {
                $0.split(separator: "=", omittingEmptySubsequences: false).first.map(String.init)
            })
    }

    /// The names of the parameters that must be there, for those who compare by themselves.
    public var parameters: [String] { parameterNames.sorted() }
}
