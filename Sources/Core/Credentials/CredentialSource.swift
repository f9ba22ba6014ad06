/// One credential that options may give, the store may hold, and the user or a program may be asked for. `fill` takes
/// the first that exists, in this order. The caller sends it, and reports the server's verdict with `approve` or
/// `reject`. A refused credential is never sent again by itself, because servers lock accounts.
final class CredentialSource<Value> {
    /// Where a credential comes from.
    enum Provenance {
        case given, stored, asked
    }

    /// Where the last credential came from; nil before the first.
    private(set) var provenance: Provenance?
    /// The credential in use; nil before the first, after a refusal, and after `release`.
    private(set) var current: Value?
    /// The refused credentials, oldest first.
    private(set) var refused: [Value] = []
    private var isApproved = false
    private var hasRefusedStored = false
    private static var maximumTries: Int { 3 }
    /// Whether the server has accepted the credential in use, in this command or in an earlier one.
    var isProven: Bool { current != nil && (isApproved || provenance == .stored) }

    /// Returns the credential to send; nil when there is none. When a stored one was refused, it is not read again.
    func fill(
        given: () throws(FedauthError) -> Value?, stored: () throws(FedauthError) -> Value?,
        asked: () throws(FedauthError) -> Value?
    ) throws(FedauthError) -> Value? {
        release()
        if let value = try given() { return use(value, .given) }
        if !hasRefusedStored, let value = try stored() { return use(value, .stored) }
        guard let value = try asked() else { return nil }
        return use(value, .asked)
    }

    /// Takes a credential into use.
    func use(_ value: Value, _ provenance: Provenance) -> Value {
        (current, self.provenance) = (value, provenance)
        return value
    }

    /// Handles an acceptance. Returns the credential to store: the one in use, if it is of one of `origins`, and new.
    func approve(keeping origins: Set<Provenance>) -> Value? {
        guard let current, let provenance, !isApproved else { return nil }
        isApproved = true
        return origins.contains(provenance) ? current : nil
    }

    /// Handles a refusal: removes the credential from the store, and returns only when another one is possible. Throws
    /// `error` for a given credential, after three refusals, and when no user can be asked.
    func reject(
        canAsk: Bool, or error: FedauthError, forget: (Value) throws(FedauthError) -> Void
    ) throws(FedauthError) {
        if let current {
            refused.append(current)
            if provenance == .stored { hasRefusedStored = true }
            try forget(current)
        }
        release()
        guard provenance != .given, canAsk, refused.count < Self.maximumTries else { throw error }
    }

    /// Ends the use of the credential: its acceptance will not be known.
    func release() { (current, isApproved) = (nil, false) }
}
