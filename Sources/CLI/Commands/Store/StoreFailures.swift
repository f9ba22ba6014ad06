import Core

/// What commands of the store have to say again and again.
enum StoreFailures {
    static func noEntry(_ name: String) -> FedauthError {
        FedauthError(
            .notFound, "the store has no entry '\(name.folded(to: 60))'", hint: "'fedauth store list' shows the names")
    }
}
