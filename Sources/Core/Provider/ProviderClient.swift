/// Reads an identity from a provider's certificate: files and PKCS#12.
public protocol ProvidedCertificateReader: AnyObject {
    /// Reads the identity, which gets the provider's name. Throws the error of the file, its format or its password.
    func identity(_ given: ProvidedCertificate, named name: String, for origin: Origin) throws(FedauthError) -> Identity
}

/// Asks a credential provider, an external program, for what servers require, and records the results. A credential
/// that worked is used again without asking; after a failure the provider is asked again.
public final class ProviderClient {
    /// The settings for all questions.
    public struct Surroundings: Sendable {
        /// Whether the program may show a user interface or prompt.
        public var isInteractive = true
        /// The user to sign in.
        public var user: String?

        /// Creates the defaults: interactive, any user.
        public init() {}
    }

    /// The credential in use at an origin.
    private struct Use {
        var provided: Provided
        var isKept: Bool
        var expires: Timestamp?
    }

    private struct Place: Hashable {
        var kind: ProviderKind
        var origin: Origin
    }

    /// The name of the provider in messages.
    var name: String { program.name.folded(to: 100) }
    private let program: any UserProgram
    private let cache: ProviderCache
    private let certificates: any ProvidedCertificateReader
    private let surroundings: Surroundings
    private let reporter: any Reporter
    private let clock: any WallClock
    private var sources: [Place: CredentialSource<Use>] = [:]
    private var hasNothing: Set<Place> = []

    /// Does not start the program yet.
    public init(
        _ program: any UserProgram, cache: ProviderCache, certificates: any ProvidedCertificateReader,
        _ surroundings: Surroundings, reporter: any Reporter, clock: any WallClock
    ) {
        (self.program, self.cache, self.certificates) = (program, cache, certificates)
        (self.surroundings, self.reporter, self.clock) = (surroundings, reporter, clock)
    }

    /// Returns the credential for `origin` that is known without asking the program. `isDemanded`: the server requires
    /// it, so a locked store justifies a prompt.
    func known(_ kind: ProviderKind, for origin: Origin, isDemanded: Bool) -> Provided? {
        let source = source(Place(kind: kind, origin: origin))
        if let use = source.current { return use.provided }
        guard source.refused.isEmpty, let kept = cache.record(kind, origin, isDemanded: isDemanded).provided else {
            return nil
        }
        reporter.detail("'\(origin.hostAndPort)' gets what '\(name)' gave before (\(kind.rawValue))")
        return source.use(Use(provided: kept, isKept: true), .stored).provided
    }

    private func source(_ place: Place) -> CredentialSource<Use> {
        let source = sources[place] ?? CredentialSource()
        sources[place] = source
        return source
    }

    /// The deadline for a question outside a request with its own deadline.
    var deadline: Deadline { clock.deadline() }

    /// Returns whether the provider's credential is in use at `origin`.
    func isInUse(_ kind: ProviderKind, at origin: Origin) -> Bool {
        sources[Place(kind: kind, origin: origin)]?.current != nil
    }

    /// Returns the credential for the origin of `url`, which requires one: the known one, otherwise a new one of the
    /// program; nil when it has none. Throws `cancelled`, `timed-out`, `provider-failed`, the error that the program
    /// reports, and the errors of the certificate reader.
    func provide(
        _ kind: ProviderKind, for url: WebURL, because reason: ProviderReason, until deadline: Deadline
    ) throws(FedauthError) -> Provided? {
        let place = Place(kind: kind, origin: url.origin)
        if let known = known(kind, for: url.origin, isDemanded: true) { return known }
        guard !hasNothing.contains(place) else { return nil }
        let source = source(place)
        let last: ProviderResult =
            source.refused.isEmpty ? cache.record(kind, url.origin, isDemanded: true).result : .failure
        let sooner = deadline.or(self.deadline)
        let question = ProviderQuestion(
            kind: kind, url: url, lastResult: last, reason: reason, isInteractive: surroundings.isInteractive,
            user: surroundings.user, deadline: sooner)
        reporter.detail("asking '\(name)' for \(kind.text) for '\(url.origin.hostAndPort)' (last: \(last.rawValue))")
        guard let answer = try answer(to: question, until: sooner) else {
            hasNothing.insert(place)
            return nil
        }
        guard !source.refused.contains(where: { $0.provided.isSame(as: answer.provided) }) else {
            throw FedauthError(
                .refused, "'\(name)' gave again what '\(url.origin.hostAndPort)' has refused",
                hint: "it was sent once; the program is told 'failure' and should give something else, or cancel")
        }
        if case .headers(let fields) = answer.provided {
            for field in fields { reporter.mask(field.credential) }
        }
        return source.use(answer, .asked).provided
    }

    /// Handles a refusal by the server: removes the credential. Throws `refused` after too many attempts.
    func reject(_ kind: ProviderKind, at origin: Origin, by why: String) throws(FedauthError) {
        let source = source(Place(kind: kind, origin: origin))
        guard source.current != nil else { return }
        if source.isProven {
            reporter.warning(
                "what '\(name)' gave before was refused by '\(origin.hostAndPort)' (\(why)) and is forgotten")
        }
        let error = FedauthError(
            .refused,
            "'\(origin.hostAndPort)' refused all that '\(name)' gave, \(source.refused.count + 1) times (\(why))",
            hint: "nothing of it is kept; '--verbose' shows what the program was asked")
        try source.reject(canAsk: true, or: error) { _ in
            cache.note(ProviderRecord(result: .failure), kind, origin, isKept: false)
        }
    }

    /// Handles an acceptance by the server.
    func approve(_ kind: ProviderKind, at origin: Origin) {
        guard let use = source(Place(kind: kind, origin: origin)).approve(keeping: [.asked]) else { return }
        cache.note(
            ProviderRecord(result: .success, provided: use.provided, expires: use.expires), kind, origin,
            isKept: use.isKept)
    }

    // MARK: Conversation

    private func answer(to question: ProviderQuestion, until deadline: Deadline) throws(FedauthError) -> Use? {
        let origin = question.url.origin
        let kind = question.kind.rawValue
        let purpose = ProviderConversation.Purpose(
            answers: "\(kind), none or cancel", undone: "nothing was sent to '\(origin.hostAndPort)'",
            hint: "nothing was sent")
        return try ProviderConversation(program: program, reporter: reporter).answer(
            to: [kind, origin.description], question.line, purpose, until: deadline
        ) { (message) throws(FedauthError) -> Use? in
            switch message {
            case .certificate(let given, let isKept):
                try require(.certificate, question)
                if let password = given.password { reporter.mask(password) }
                return try use(given, isKept: isKept, for: question)
            case .headers(let headers, let isKept, let expires):
                try require(.headers, question)
                return Use(provided: .headers(headers), isKept: isKept, expires: expires)
            default: return nil
            }
        }
    }

    private func require(_ kind: ProviderKind, _ question: ProviderQuestion) throws(FedauthError) {
        guard kind != question.kind else { return }
        throw FedauthError(
            .providerFailed, "'\(name)' was asked for \(question.kind.text), and gave \(kind.text)",
            hint: #"the member 'kind' names what is wanted; a program without it answers {"type":"none"}"#)
    }

    private func use(
        _ given: ProvidedCertificate, isKept: Bool, for question: ProviderQuestion
    ) throws(FedauthError) -> Use {
        let identity: Identity
        do throws(FedauthError) {
            identity = try certificates.identity(given, named: program.name, for: question.url.origin)
        } catch {
            cache.note(ProviderRecord(result: .failure), question.kind, question.url.origin, isKept: false)
            throw error
        }
        return Use(provided: .certificate(identity), isKept: isKept, expires: identity.expires)
    }
}

extension ProviderKind {
    /// The kind, for messages.
    var text: String {
        switch self {
        case .certificate: "a client certificate"
        case .headers: "header fields"
        }
    }
}
