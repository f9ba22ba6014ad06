import Core

/// Requests that wait for an approval.
extension EnrollmentFlow {
    private func pendings() throws(FedauthError) -> PendingEnrollments { PendingEnrollments(try services.store()) }

    /// Returns the waiting request for the identity, if it matches the present options. Where the caller needs it, one
    /// that does not match is reported, and deleted if it has expired.
    func pending(_ target: EnrollmentTarget, isNeeded: Bool = false) throws(FedauthError) -> PendingEnrollment? {
        // fedauth does not store the user's own request.
        if case .ownRequest = settings.key { return nil }
        let pendings = try pendings()
        guard let pending = try pendings.named(target.name) else { return nil }
        guard let reason = try reason(against: pending, target) else { return pending }
        guard isNeeded else { return nil }
        services.reporter.note(pending.passedOver(reason, services.reporter))
        if pending.expires <= services.clock.now { try pendings.remove(pending.name) }
        return nil
    }

    /// Returns why a request does not match the present options; options that are not given match.
    private func reason(
        against pending: PendingEnrollment, _ target: EnrollmentTarget
    ) throws(FedauthError) -> String? {
        let record = pending.record
        if settings.startsOver { return "'--new-request' makes another" }
        if pending.expires <= services.clock.now { return "it was not approved in time" }
        guard target.method == .est, record.method == .est,
            try ESTServer.base(target.base, label: target.code).description == record.base
        else { return "it was submitted at '\(record.base.folded(to: 100))'" }
        if let user = signIn.user, let other = record.user, user != other {
            return "it was submitted by '\(other.folded(to: 60))'"
        }
        if case .own(let own) = settings.key, own != pending.request.key { return "it is of another key" }
        let names = try settings.alternativeNames.map { (name) throws(FedauthError) in try AlternativeName(name) }
        let subject = try settings.subject.map { (name) throws(FedauthError) in try DistinguishedName(parsing: name) }
        let hasOtherNames =
            subject.map { $0 != record.wished.subject } ?? false
            || !names.isEmpty && Set(names) != Set(record.wished.names)
        if hasOtherNames { return "other names are requested now" }
        if let kind = settings.keyKind, kind.description != record.key {
            return "a key of the kind '\(kind)' is requested now"
        }
        return nil
    }

    /// Throws `approval-pending` when the server asked for a later request; then nothing is sent.
    func checkTime(of pending: PendingEnrollment, deadline: Deadline) throws(FedauthError) {
        guard !signIn.isForced, ESTServer.isBeyond(deadline, pending.next, services.clock) else { return }
        throw hinted(ESTServer.pending(at: try WebURL(pending.record.base).origin, pending.next), pending.name)
    }

    /// Adds hints about ways to wait for an approval.
    func hinted(_ failure: FedauthError, _ name: String) -> FedauthError {
        guard failure.code == .approvalPending else { return failure }
        if case .ownRequest = settings.key {
            return failure.hinting("run it again then, with the same '--csr' and '--key'; '--timeout' waits longer")
        }
        let renew = "'fedauth sls renew \(name.folded(to: 60).shellWord)"
        return failure.hinting(
            "run it again then, and the same request is sent again; \(renew) --force' asks at once, "
                + "\(renew) --new-request' makes another")
    }

    /// Returns the store that keeps the request until it is approved.
    func requests(
        _ target: EnrollmentTarget, _ setup: EnrollmentServerSetup, _ wishes: EnrollmentWishes, renews: Bool,
        over old: Identity?, _ pending: PendingEnrollment?
    ) throws(FedauthError) -> PendingRequests {
        let origins = try origins(over: old, nil)
        let asked = services.clock.now
        let cryptography = services.enrollment.cryptography
        return PendingRequests(
            pending, asksAtOnce: signIn.isForced, stored: try pendings(), reporter: services.reporter
        ) { request, next in
            PendingEnrollment(
                name: target.name,
                record: EnrollmentRecord(
                    profile: target.profile, method: target.method, base: setup.base.description, code: setup.code,
                    user: setup.user(), subject: request.subject.isEmpty ? old?.subject ?? "" : request.subject,
                    key: (try? cryptography.kind(ofKey: request.key))?.description ?? "", notBefore: asked,
                    wished: EnrollmentRecord.Wished(wishes.subject, wishes.alternativeNames), named: origins.named,
                    authorities: settings.authorities),
                request: request, renews: renews, origins: origins.bound, next: next)
        }
    }

    /// Deletes the waiting request, because a certificate was issued or will not be issued.
    func forgetPending(_ name: String) throws(FedauthError) { try pendings().remove(name) }
}

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

    /// `asksAtOnce` ignores when the server wants to be asked again; `made` makes the entry of a new request.
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
