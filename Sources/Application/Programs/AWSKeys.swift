import Core
import Secrets

/// The keys of a role in the store. They are kept until AWS's libraries would ask for new ones, 15 minutes before their end; those
/// that are left are given when no new ones can be got. Those of an ID token are not kept.
struct AWSKeys {
    /// The kind of the store's entries.
    static let entryKind = "aws-keys"
    private static let reserveSeconds: Int64 = 900

    private let question: ProgramQuestion
    private let entry: String
    private let store: any CredentialStore

    init(_ question: ProgramQuestion, entry: String) throws(FedauthError) {
        self.question = question
        self.entry = entry
        store = try question.services.store()
    }

    /// Returns the kept keys, else new ones.
    func keys(
        _ fetched: () throws(FedauthError) -> (object: JSONValue, expires: Timestamp)
    ) throws(FedauthError) -> Secret {
        if let kept = try kept() { return kept }
        let services = question.services
        // Programs start it in parallel after a pause, and one set of keys is enough.
        var held: (any HeldSignInLock)?
        defer { withExtendedLifetime(held) {} }
        let keys: (object: JSONValue, expires: Timestamp)
        do throws(FedauthError) {
            held = try services.signInLock().acquire(
                entry, purpose: "keys of AWS", waits: true, deadline: services.clock.deadline(), onWait: { _ in })
            if let kept = try kept() { return kept }
            keys = try fetched()
        } catch
            where [.network, .badAnswer, .timedOut].contains(error.code)
        {
            guard let rest = try kept(forSeconds: ProgramAnswer.reserveSeconds) else { throw error }
            services.reporter.warning("the keys were not renewed, and the old ones are given: \(error.message)")
            return rest
        }
        let text = SharedSecret(JSONValue.line(of: keys.object))
        if !question.usesIDToken {
            try store.put(
                StoreDraft(
                    name: entry, kind: Self.entryKind, contentType: "application/json", expires: keys.expires,
                    value: text))
        }
        return text.copy()
    }

    private func kept(forSeconds seconds: Int64 = reserveSeconds) throws(FedauthError) -> Secret? {
        guard !question.usesIDToken, let item = try store.get(entry), item.entry.kind == Self.entryKind,
            let end = item.entry.expires, end > question.now.adding(seconds: seconds)
        else { return nil }
        return item.value.copy()
    }

    /// Deletes the kept keys of a profile that is signed out.
    static func forget(_ profile: String, in store: any CredentialStore) throws(FedauthError) {
        let name = "aws/\(profile)"
        let kept = try store.list().filter { entry in
            entry.kind == entryKind && (entry.name == name || entry.name.hasPrefix(name + "/"))
        }
        _ = try store.delete(kept.map(\.name))
    }
}
