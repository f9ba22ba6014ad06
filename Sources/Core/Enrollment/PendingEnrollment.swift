public import Secrets

/// A submitted request that waits for approval, with its key; submitted again, so that an approval applies to it.
public struct PendingEnrollment: Sendable, Equatable {
    /// The name of the future identity.
    public var name: String
    /// How and where it was submitted; there is no certificate yet, so `notBefore` is the time of the request.
    public var record: EnrollmentRecord
    /// The request and its key.
    public var request: EnrollmentRequest
    /// Whether it renews the client certificate that was used with it.
    public var renews: Bool
    /// The servers that the identity will be bound to.
    public var origins: [Origin]
    /// When the server wants to be asked again.
    public var next: Timestamp

    /// Creates a waiting request.
    public init(
        name: String, record: EnrollmentRecord, request: EnrollmentRequest, renews: Bool, origins: [Origin],
        next: Timestamp
    ) {
        (self.name, self.record, self.request) = (name, record, request)
        (self.renews, self.origins, self.next) = (renews, origins, next)
    }

    /// When it was submitted first.
    public var asked: Timestamp { record.notBefore }
    /// When approval is no longer expected.
    public var expires: Timestamp { asked.adding(seconds: Self.lifetimeSeconds) }

    /// 30 days.
    static let lifetimeSeconds: Int64 = 30 * 24 * 3600
}

/// A certification request and its key.
public struct EnrollmentRequest: Sendable, Equatable {
    /// The key, PKCS#8.
    public var key: SharedSecret
    /// The request, PKCS#10, DER.
    public var der: [UInt8]
    /// The subject; when empty, the server decides.
    public var subject = ""
    /// The server's terms when the request was created.
    public var terms = ""
}

/// The waiting requests in a store, at most one for each identity.
public struct PendingEnrollments {
    private let store: any CredentialStore

    /// Uses `store`, which is read on each call.
    public init(_ store: any CredentialStore) { self.store = store }

    /// Returns the request for the identity `name`; nil when there is certainly none, or it cannot be read here.
    public func named(_ name: String) throws(FedauthError) -> PendingEnrollment? {
        try store.get(PendingEntry.name(name)).flatMap { PendingEntry.pending($0) }
    }

    /// Returns all of them, sorted by name.
    public func all() throws(FedauthError) -> [PendingEnrollment] {
        var found: [PendingEnrollment] = []
        for entry in try store.list() where entry.kind == PendingEntry.kind {
            if let pending = try store.get(entry.name).flatMap({ PendingEntry.pending($0) }) { found.append(pending) }
        }
        return found
    }

    /// Stores it, replacing the previous one.
    public func keep(_ pending: PendingEnrollment) throws(FedauthError) {
        try store.put(PendingEntry.draft(pending), expecting: .any)
    }

    /// Deletes it with its key. Returns false when there is none.
    @discardableResult
    public func remove(_ name: String) throws(FedauthError) -> Bool {
        try store.delete(PendingEntry.name(name), expecting: .any)
    }
}
