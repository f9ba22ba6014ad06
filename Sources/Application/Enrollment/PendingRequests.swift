import Core

/// Keeps the request of one identity until it is approved.
final class PendingRequests: PendingRequestStore {
    /// The waiting request, if it matches the current wishes.
    private let pending: PendingEnrollment?
    private let asksAtOnce: Bool
    private let stored: PendingEnrollments
    private let reporter: any Reporter
    /// Makes the entry to store for a new request.
    private let made: (EnrollmentRequest, _ next: Timestamp) -> PendingEnrollment
    /// The request that the server is processing; nil: none was stored.
    private(set) var current: PendingEnrollment?

    /// - Parameters:
    ///   - asksAtOnce: ignores the time at which the server wants to be asked again.
    ///   - made: makes the entry to store for a new request.
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
            reporter.note(pending.passedOver("the server now wants another kind of request", reporter))
            return nil
        }
        current = pending
        reporter.note("handing in the request of \(reporter.shown(pending.asked)) again, which waits for approval")
        return (pending.request, asksAtOnce ? nil : pending.next)
    }

    func keep(_ request: EnrollmentRequest, until next: Timestamp) throws(FedauthError) {
        var pending = current ?? made(request, next)
        pending.next = next
        current = pending
        try stored.keep(pending)
    }
}

extension PendingEnrollment {
    /// Returns the message for a request that is not sent again. The request is kept until another one replaces it, so
    /// that a mistyped option does not cost the approval.
    func passedOver(_ reason: String, _ reporter: any Reporter) -> String {
        "the request of \(reporter.shown(asked)) for '\(name)', which waits for approval, is not sent again: \(reason)"
    }
}
