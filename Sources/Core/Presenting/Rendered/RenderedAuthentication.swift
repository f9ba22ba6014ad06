/// Answers HTTP authentication that a server demands of a browser (RFC 9110 section 11): with user name and password, for one
/// origin and one realm, each password once. The browser chooses the scheme, computes the answer in UTF-8, and repeats it after a
/// stale nonce.
public final class RenderedAuthentication {
    private let answers: any LoginAnswers
    private let policy: NavigationPolicy
    private let isAttended: Bool
    private var sources: [ProtectionSpace: HTTPCredentials] = [:]
    /// The last answer in each protection space.
    private var sent: [ProtectionSpace: HTTPCredentials.Answer] = [:]
    /// The requests that have an answer, and no verdict yet.
    private var awaited: [ProtectionSpace: String] = [:]

    /// `isAttended`: the user sees the window, answers there what is not known, and is not asked elsewhere.
    public init(_ answers: any LoginAnswers, policy: NavigationPolicy, isAttended: Bool) {
        (self.answers, self.policy, self.isAttended) = (answers, policy, isAttended)
    }

    /// The user name that a server accepted; nil when there is none.
    public var user: String? { sources.values.lazy.compactMap(\.approvedUser).first { !$0.isEmpty } }
    /// Whether a server accepted a user name and a password.
    public var isAccepted: Bool { sources.values.contains { $0.approvedUser != nil } }

    /// Returns the answer to a challenge; nil when the user must answer in the window, or there is no source of
    /// answers. When `request` is challenged again, its answer was refused. No origin that no step of the sign-in has
    /// `named` gets an answer without the user's agreement. Throws `refused` when the last answer was refused and there
    /// is no other, `input-needed`, naming what is missing, and `insecure-address`.
    public func answer(
        in space: ProtectionSpace, to request: String, named: Set<Origin>
    ) throws(FedauthError) -> HTTPCredentials.Answer? {
        guard try mayAnswer(space.origin, named) else { return nil }
        try rejectOtherRealm(space)
        if let last = sent[space] {
            // Another window asks before the verdict.
            if let other = awaited[space], other != request { return last }
            try sources[space]?.reject(for: space, by: "status 401")
            sent[space] = nil
        }
        if sources[space] == nil { sources[space] = try answers.httpCredentials(for: space.origin) }
        guard let source = sources[space] else { return nil }
        do throws(FedauthError) {
            let answer = try source.answer(for: space, mayAsk: !isAttended, only: .utf8)
            sent[space] = answer
            awaited[space] = request
            return answer
        } catch {
            guard isAttended, error.code == .inputNeeded else { throw error }
            return nil
        }
    }

    /// Handles the answer of a server to a request with a password: stores what was accepted.
    public func take(_ response: Response, to request: String) throws(FedauthError) {
        for (space, _) in awaited.filter({ $0.value == request && $0.key.origin == response.url.origin }) {
            awaited[space] = nil
            if response.tellsOfAdmission { try sources[space]?.approve(for: space) }
        }
    }

    /// Another realm would get the same password of the options, so its refusal applies to all realms of the origin.
    private func rejectOtherRealm(_ space: ProtectionSpace) throws(FedauthError) {
        for (other, _) in awaited where other.origin == space.origin && other != space {
            guard let source = sources[other], source.hasAnsweredFromOptions else { continue }
            try source.reject(for: other, by: "status 401")
        }
    }

    private func mayAnswer(_ origin: Origin, _ named: Set<Origin>) throws(FedauthError) -> Bool {
        // After a step by https, an http address of this machine may belong to another user.
        let isEncrypted = origin.scheme == .https || !named.contains { $0.scheme == .https }
        guard isEncrypted || policy.allowsPlainHTTP else {
            guard !isAttended else { return false }
            throw FedauthError(
                .insecureAddress,
                "'\(origin)' asks for a user name and a password by HTTP authentication, and is not encrypted",
                hint: "nothing was sent there; '--allow-http' permits it")
        }
        guard !named.contains(origin), !policy.permits(origin) else { return true }
        guard !isAttended else { return false }
        try answers.allow(sendingFrom: origin, to: origin)
        return true
    }
}
