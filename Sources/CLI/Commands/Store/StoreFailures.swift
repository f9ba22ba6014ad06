import Core

/// What commands of the store have to say again and again.
enum StoreFailures {
    static func noEntry(_ name: String) -> FedauthError {
        FedauthError(
            .notFound, "the store has no entry '\(name.folded(to: 60))'", hint: "'fedauth store list' shows the names")
    }
}

extension ErrorCode {
    /// The entry is there, and of no use any more; status 10.
    static let expired = ErrorCode("expired", .notFound)
}
