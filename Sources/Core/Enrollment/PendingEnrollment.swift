public import Secrets

/// A request that was handed in and waits for somebody's approval, with its key: the next try hands in the same one, so
/// that an approval that comes meanwhile finds it.
public struct PendingEnrollment: Sendable, Equatable {
    /// Of the identity that is to come of it.
    public var name: String
    /// Where it was handed in, by whom and for whom; without a certificate its `notBefore` is when it was asked for.
    public var record: EnrollmentRecord
    /// The request and its key.
    public var request: EnrollmentRequest
    /// It is to renew the identity that was shown with it.
    public var renews: Bool
    /// The servers that the identity is to be shown to.
    public var origins: [Origin]
    /// When the server wants to be asked again.
    public var next: Timestamp

    /// A request that waits.
    public init(
        name: String, record: EnrollmentRecord, request: EnrollmentRequest, renews: Bool, origins: [Origin],
        next: Timestamp
    ) {
        self.name = name
        self.record = record
        self.request = request
        self.renews = renews
        self.origins = origins
        self.next = next
    }

    /// When it was handed in first.
    public var asked: Timestamp { record.notBefore }

    /// From when on nobody is expected to approve it any more.
    public var expires: Timestamp { asked.adding(seconds: Self.patienceSeconds) }

    /// 30 days.
    static let patienceSeconds: Int64 = 30 * 24 * 3600
}

/// A certification request and its key.
public struct EnrollmentRequest: Sendable, Equatable {
    /// PKCS#8.
    public var key: SharedSecret
    /// PKCS#10, DER.
    public var der: [UInt8]
    /// Whom it is for; empty: the server says.
    public var subject: String
    /// What the server wanted of a request when it was made.
    public var terms: String

    /// A request and its key.
    public init(key: SharedSecret, der: [UInt8], subject: String = "", terms: String = "") {
        self.key = key
        self.der = der
        self.subject = subject
        self.terms = terms
    }
}

/// The requests in a store that wait for approval, one for each identity at most.
public struct PendingEnrollments {
    private let store: any CredentialStore

    /// Those in `store`, which is asked each time.
    public init(_ store: any CredentialStore) { self.store = store }

    /// The one for the identity `name`; nil when it is certain that there is none, or that this version does not read it.
    public func named(_ name: String) throws(FedauthError) -> PendingEnrollment? {
        try store.get(PendingEntry.name(name)).flatMap { PendingEntry.pending($0) }
    }

    /// All of them, sorted by name.
    public func all() throws(FedauthError) -> [PendingEnrollment] {
        var found: [PendingEnrollment] = []
        for entry in try store.list() where entry.kind == PendingEntry.kind {
            if let pending = try store.get(entry.name).flatMap({ PendingEntry.pending($0) }) { found.append(pending) }
        }
        return found
    }

    /// Keeps it in place of the one before.
    public func keep(_ pending: PendingEnrollment) throws(FedauthError) {
        try store.put(PendingEntry.draft(pending), expecting: .any)
    }

    /// Forgets it, key and all; false when it was not there.
    @discardableResult
    public func remove(_ name: String) throws(FedauthError) -> Bool {
        try store.delete(PendingEntry.name(name), expecting: .any)
    }
}
