/// The address that ends a sign-in once a document is committed there.
public struct FinishEndpoint: Sendable, Equatable {
    /// The address itself; its parameters' values are of no account.
    public let url: WebURL
    private let parameterNames: Set<String>

    /// The endpoint at this address.
    public init(_ url: WebURL) {
        self.url = url
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
}
