import Secrets

/// Makes an identity of a certificate that a provider gives: reads files and PKCS#12.
public protocol ProvidedCertificateReader: AnyObject {
    /// Throws what is wrong with the file, its form or its password.
    ///
    /// - Parameter name: the provider's, which the identity is called by.
    func identity(_ given: ProvidedCertificate, named name: String, for origin: Origin) throws(FedauthError) -> Identity
}

/// Asks a provider, a program of the user's own, for what servers want to see, and remembers what became of it. What worked
/// is used again without asking; what failed is asked anew.
public final class ProviderDesk {
    /// What holds for everything that is asked.
    public struct Surroundings: Sendable {
        /// Whether the program may show something of its own, or ask somebody.
        public var isInteractive = true
        /// Who is to be signed in.
        public var user: String?
        /// How long one question may take.
        public var timeoutSeconds: Int64 = 300

        /// Somebody is there, nobody in particular, five minutes.
        public init() {}
    }

    /// What is in use at an origin.
    private struct Use {
        var provided: Provided
        var isKept: Bool
        var expires: Timestamp?
        /// It was kept before this command, or the server has taken it already.
        var isProven: Bool
    }

    private struct Place: Hashable {
        var kind: ProviderKind
        var origin: Origin
    }

    /// What the provider is called in messages.
    var name: String { program.name.folded(to: 100) }
    private let program: any UserProgram
    private let book: ProviderBook
    private let certificates: any ProvidedCertificateReader
    private let surroundings: Surroundings
    private let reporter: any Reporter
    private let clock: any WallClock
    private var uses: [Place: Use] = [:]
    /// What was refused in this command.
    private var refused: [Place: [Provided]] = [:]
    private var hasNothing: Set<Place> = []
    /// Servers lock accounts, and programs repeat themselves.
    private static let maximumTries = 3
    /// More lines than anybody reads.
    private static let maximumLines = 1000

    /// Starts nothing yet.
    public init(
        _ program: any UserProgram, book: ProviderBook, certificates: any ProvidedCertificateReader,
        _ surroundings: Surroundings, reporter: any Reporter, clock: any WallClock
    ) {
        self.program = program
        self.book = book
        self.certificates = certificates
        self.surroundings = surroundings
        self.reporter = reporter
        self.clock = clock
    }

    /// What is to be used at `origin` as far as it is known without asking the program.
    ///
    /// - Parameter isDemanded: the server wants it: now a locked store is worth a question.
    func known(_ kind: ProviderKind, for origin: Origin, isDemanded: Bool) -> Provided? {
        let place = Place(kind: kind, origin: origin)
        if let use = uses[place] { return use.provided }
        guard refused[place] == nil, let kept = book.record(kind, origin, isDemanded: isDemanded).provided else {
            return nil
        }
        reporter.detail("'\(origin.hostAndPort)' gets what '\(name)' gave before (\(kind.rawValue))")
        uses[place] = Use(provided: kept, isKept: true, isProven: true)
        return kept
    }

    /// When a question that nobody waits for otherwise has taken too long.
    var deadline: Deadline { Deadline(seconds: surroundings.timeoutSeconds, from: clock) }

    /// Whether what the provider gave is used at `origin`.
    func isInUse(_ kind: ProviderKind, at origin: Origin) -> Bool {
        uses[Place(kind: kind, origin: origin)] != nil
    }

    /// What is to be used at the origin of `url`, which wants it: what is known, else what the program gives; nil when it
    /// has nothing. Throws `cancelled`, `timed-out`, `provider-failed`, what the program says went wrong, and what the reader
    /// of certificates does.
    func provide(
        _ kind: ProviderKind, for url: WebURL, because reason: ProviderReason, until deadline: Deadline
    ) throws(FedauthError) -> Provided? {
        let place = Place(kind: kind, origin: url.origin)
        if let known = known(kind, for: url.origin, isDemanded: true) { return known }
        guard !hasNothing.contains(place) else { return nil }
        let last: ProviderResult =
            refused[place] == nil ? book.record(kind, url.origin, isDemanded: true).result : .failure
        let own = Deadline(seconds: surroundings.timeoutSeconds, from: clock)
        let sooner = deadline.remainingMilliseconds(clock) < own.remainingMilliseconds(clock) ? deadline : own
        let question = ProviderQuestion(
            kind: kind, url: url, lastResult: last, reason: reason, isInteractive: surroundings.isInteractive,
            user: surroundings.user, timeoutSeconds: sooner.remainingMilliseconds(clock) / 1000)
        reporter.detail("asking '\(name)' for \(kind.words) for '\(url.origin.hostAndPort)' (last: \(last.rawValue))")
        guard let use = try answer(to: question, until: sooner) else {
            hasNothing.insert(place)
            return nil
        }
        if let earlier = refused[place], earlier.contains(where: { $0.isSame(as: use.provided) }) {
            throw FedauthError(
                .refused, "'\(name)' gave again what '\(url.origin.hostAndPort)' has refused",
                hint: "it was sent once; the program is told 'failure' and should give something else, or cancel")
        }
        uses[place] = use
        return use.provided
    }

    /// The server refused what was used: it is forgotten. Throws `refused` when that was enough.
    func wasRefused(_ kind: ProviderKind, at origin: Origin, by why: String) throws(FedauthError) {
        let place = Place(kind: kind, origin: origin)
        guard let use = uses.removeValue(forKey: place) else { return }
        refused[place, default: []].append(use.provided)
        book.note(ProviderRecord(result: .failure), kind, origin, isKept: false)
        if use.isProven {
            reporter.warning(
                "what '\(name)' gave before was refused by '\(origin.hostAndPort)' (\(why)) and is forgotten")
        }
        let tries = refused[place]?.count ?? 0
        guard tries < Self.maximumTries else {
            throw FedauthError(
                .refused, "'\(origin.hostAndPort)' refused all that '\(name)' gave, \(tries) times (\(why))",
                hint: "nothing of it is kept; '--verbose' shows what the program was asked")
        }
    }

    /// The server took what was used.
    func wasTaken(_ kind: ProviderKind, at origin: Origin) {
        let place = Place(kind: kind, origin: origin)
        guard let use = uses[place], !use.isProven else { return }
        uses[place]?.isProven = true
        book.note(
            ProviderRecord(result: .success, provided: use.provided, expires: use.expires), kind, origin,
            isKept: use.isKept)
    }

    /// What the program gave is of no use, whatever the server thinks.
    private func wasUseless(_ question: ProviderQuestion) {
        book.note(ProviderRecord(result: .failure), question.kind, question.url.origin, isKept: false)
    }

    // MARK: the conversation

    private func answer(to question: ProviderQuestion, until deadline: Deadline) throws(FedauthError) -> Use? {
        let origin = question.url.origin
        let conversation = try program.start([question.kind.rawValue, origin.description], told: question.line)
        defer { conversation.end() }
        for _ in 0..<Self.maximumLines {
            let output: ProgramOutput = try conversation.next(until: deadline)
            guard case .line(let text) = output else {
                guard case .end(let how) = output else { continue }
                throw FedauthError(
                    .providerFailed, "'\(name)' ended with \(how), and gave no answer",
                    hint: "what it printed on stderr may tell why")
            }
            switch try ProviderMessage.reading(text, from: program.name) {
            case .progress(let message): reporter.note("\(name): \(message.folded(to: 300))")
            case .certificate(let given, let isKept):
                try require(.certificate, question)
                return try use(given, isKept: isKept, for: question)
            case .headers(let headers, let isKept, let expires):
                try require(.headers, question)
                return Use(provided: .headers(headers), isKept: isKept, expires: expires, isProven: false)
            case .nothing: return nil
            case .cancel:
                throw FedauthError(
                    .cancelled, "'\(name)' cancelled: nothing was sent to '\(origin.hostAndPort)'",
                    hint: "run the command again to go on")
            case .failure(let code, let message, let hint): throw failure(code, message, hint)
            case .unknown(let type):
                reporter.detail("'\(name)' sent a '\(type.folded(to: 40))', which this version does not know")
            case nil: continue
            }
        }
        throw FedauthError(
            .providerFailed, "'\(name)' printed \(Self.maximumLines) lines, and no answer",
            hint: "a line of the type \(question.kind.rawValue), none or cancel is the answer")
    }

    private func require(_ kind: ProviderKind, _ question: ProviderQuestion) throws(FedauthError) {
        guard kind != question.kind else { return }
        throw FedauthError(
            .providerFailed, "'\(name)' was asked for \(question.kind.words), and gave \(kind.words)",
            hint: #"the member 'kind' says what is wanted; a program that has none of it says {"type":"none"}"#)
    }

    private func use(
        _ given: ProvidedCertificate, isKept: Bool, for question: ProviderQuestion
    ) throws(FedauthError) -> Use {
        let identity: Identity
        do throws(FedauthError) {
            identity = try certificates.identity(given, named: program.name, for: question.url.origin)
        } catch {
            wasUseless(question)
            throw error
        }
        return Use(provided: .certificate(identity), isKept: isKept, expires: identity.expires, isProven: false)
    }

    private func failure(_ code: String, _ message: String, _ hint: String?) -> FedauthError {
        let known = ProviderMessage.codes.first { $0.name == code } ?? .providerFailed
        let words = message.folded(to: 300)
        return FedauthError(
            known, words.isEmpty ? "'\(name)' has no answer" : "'\(name)': \(words)",
            hint: hint.map { $0.folded(to: 300) } ?? "nothing was sent")
    }
}

extension ProviderKind {
    /// For messages.
    var words: String {
        switch self {
        case .certificate: "a client certificate"
        case .headers: "header fields"
        }
    }
}
