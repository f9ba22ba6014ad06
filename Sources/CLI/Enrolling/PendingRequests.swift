import Core

/// Keeps the request of one identity until it is approved.
final class PendingRequests: PendingRequestStore {
    /// The waiting request, if it matches the current wishes.
    private let pending: PendingEnrollment?
    private let asksAtOnce: Bool
    private let stored: PendingEnrollments
    private let reporter: any Reporter
    /// How a request of now is kept.
    private let made: (EnrollmentRequest, _ next: Timestamp) -> PendingEnrollment
    /// What the server has to decide about; nil: nothing was kept.
    private(set) var inHand: PendingEnrollment?

    /// - Parameters:
    ///   - asksAtOnce: whatever the server said of when it wants to be asked again.
    ///   - made: what is to be kept of a request that is new.
    init(
        _ pending: PendingEnrollment?, asksAtOnce: Bool, stored: PendingEnrollments, reporter: any Reporter,
        made: @escaping (EnrollmentRequest, _ next: Timestamp) -> PendingEnrollment
    ) {
        self.pending = pending
        self.asksAtOnce = asksAtOnce
        self.stored = stored
        self.reporter = reporter
        self.made = made
    }

    func waiting(for terms: String) throws(FedauthError) -> (request: EnrollmentRequest, from: Timestamp?)? {
        guard let pending else { return nil }
        guard pending.request.terms == terms else {
            reporter.note(pending.passedOver("the server wants another kind of request by now"))
            return nil
        }
        inHand = pending
        reporter.note("handing in the request of \(pending.asked.iso8601) again, which waits for approval")
        return (pending.request, asksAtOnce ? nil : pending.next)
    }

    func keep(_ request: EnrollmentRequest, until next: Timestamp) throws(FedauthError) {
        var pending = inHand ?? made(request, next)
        pending.next = next
        inHand = pending
        try stored.keep(pending)
    }
}

extension PendingEnrollment {
    /// Returns the message for a request that is not sent again. It is kept until another replaces it: a mistyped
    /// option must not cost the approval.
    func passedOver(_ reason: String) -> String {
        "the request of \(asked.iso8601) for '\(name)', which waits for approval, is not handed in again: \(reason)"
    }
}
