public import Core

/// Why a store was chosen: a word for programs, and the reason for people.
public struct StoreReason: Equatable, Sendable {
    /// The word in doctor's report.
    public let word: String
    /// The end of the sentence "this store is used: …".
    public let explanation: String

    /// Creates a reason.
    public init(_ word: String, _ explanation: String) {
        self.word = word
        self.explanation = explanation
    }

    /// The command line names the store.
    public static let option = StoreReason("option", "'--store' says so")
    /// A variable names the store.
    public static let environment = StoreReason("environment", "FEDAUTH_STORE says so")
    /// `[defaults]` names the store.
    public static let configuration = StoreReason("configuration", "the configuration file says so")
    /// An earlier command chose the store.
    public static let remembered = StoreReason("remembered", "it was chosen before")
}

/// One store back end, before it is opened.
public protocol StoreCandidate {
    /// Its name.
    var backend: StoreBackend { get }

    /// Returns the reason if the store holds something already. Throws `store-unavailable` when this cannot be
    /// determined; then no other store is used instead.
    func reasonIfUsedBefore() throws(FedauthError) -> StoreReason?

    /// Looks, without a prompt, whether the store can be used; briefly if it `wasSilent` lately.
    func availability(wasSilent: Bool) -> StoreAvailability

    /// Returns the store, not opened yet.
    func store() -> any CredentialStore
}

/// Whether a store can be used.
public enum StoreAvailability {
    /// It can. `isRemembered`: false for the last resort, which gives way when a better one can be used later.
    case usable(StoreReason, isRemembered: Bool)
    /// It cannot; why.
    case unusable(String)
    /// It did not answer in time, which says nothing about the next command; why.
    case silent(String)
}

/// The back end that takes the place of a silent one.
public struct StoreStopgap: Equatable, Sendable {
    /// Its name.
    public var backend: StoreBackend
    /// Whether a command waited for the silent one within the last minute.
    public var isRecent: Bool
}

/// Remembers the choice of a store between commands.
public protocol StoreChoiceMemory {
    /// Returns the remembered back end.
    func remembered() throws(FedauthError) -> StoreBackend?
    /// Remembers the back end for later commands.
    func remember(_ backend: StoreBackend) throws(FedauthError)
    /// Returns what takes the place of a silent store, until that one answers.
    func stopgap() throws(FedauthError) -> StoreStopgap?
    /// Remembers such a back end, and the time, instead of a choice.
    func remember(stopgap: StoreBackend) throws(FedauthError)
}

/// The stores that must be named: encrypted files of their own, and those that programs keep.
public protocol NamedStores {
    /// Returns the store that the program keeps.
    func candidate(program: String) -> any StoreCandidate
    /// Returns the store of that name, whether or not it was made.
    func candidate(_ name: StoreName) -> any StoreCandidate
    /// Returns the names of those that were made, sorted.
    func names() -> [StoreName]
}

extension NamedStores {
    /// Returns the back ends, then the named stores.
    public func everyStore() -> [StoreBackend] { StoreBackend.all + names().map(StoreBackend.named) }
}

/// Chooses the store: the requested one, else the remembered one, else one that holds something, else the first that
/// can be used.
/// The choice is remembered on first use: otherwise an entry would be written to one store and, when the desktop is not
/// running, looked for in the other.
public struct StoreSelection {
    /// A chosen store and the reason.
    public struct Choice {
        /// The store's name.
        public var backend: StoreBackend
        /// Why it was chosen.
        public var reason: StoreReason
        /// Whether later commands are to use it too.
        public var isToRemember = false
        /// Why better ones were not chosen, if they were tried.
        public var obstacle: String?
        /// Whether it takes the place of a store that did not answer in time.
        var isStopgap = false
        /// The store that took the place of this one until now.
        var replaced: StoreBackend?
    }

    private let candidates: [any StoreCandidate]
    private let named: (any NamedStores)?
    private let memory: any StoreChoiceMemory
    private let reporter: any Reporter

    /// `candidates`: the preferred ones first; the last one is used when none can be. `named`: the stores that have
    /// names.
    public init(
        _ candidates: [any StoreCandidate], named: (any NamedStores)? = nil, memory: any StoreChoiceMemory,
        reporter: any Reporter
    ) {
        self.candidates = candidates
        self.named = named
        self.memory = memory
        self.reporter = reporter
    }

    /// Returns the wanted store, or the one that is chosen, and remembers the choice. Throws `usage` for a named store
    /// that was not made: a mistyped name must not make one.
    public func store(_ wanted: StoreBackend) throws(FedauthError) -> any CredentialStore {
        let choice = try choice(wanted)
        try check(choice)
        let store = try open(choice)
        if choice.isToRemember {
            do throws(FedauthError) {
                try memory.remember(choice.backend)
            } catch {
                // A failure is not fatal: the next command can repeat the search.
                reporter.detail("the choice is not remembered: \(error.message)")
            }
            if let replaced = choice.replaced, try candidate(replaced)?.reasonIfUsedBefore() != nil {
                reporter.warning(
                    "\(store.placeName) answers, and is used from now on; what was kept meanwhile is moved by"
                        + " 'fedauth store move --store \(replaced.rawValue.shellWord) --to \(choice.backend.rawValue.shellWord)'"
                )
            }
        } else if let obstacle = choice.obstacle, choice.isStopgap {
            let earlier = try memory.stopgap()
            if earlier?.backend != choice.backend {
                reporter.warning("\(obstacle): '\(store.location)' is used until it answers")
            } else if earlier?.isRecent == true {
                return store
            }
            do throws(FedauthError) {
                try memory.remember(stopgap: choice.backend)
            } catch {
                reporter.detail("the choice is not remembered: \(error.message)")
            }
        } else if let obstacle = choice.obstacle {
            reporter.detail("no keyring (\(obstacle)); using the encrypted file '\(store.location)'")
        }
        return store
    }

    /// Chooses the store, and changes nothing. The `reason` is reported when `wanted` names a store.
    public func choice(_ wanted: StoreBackend, reason: StoreReason = .option) throws(FedauthError) -> Choice {
        if wanted != .auto { return Choice(backend: wanted, reason: reason) }
        if let remembered = try memory.remembered(), remembered != .auto {
            return Choice(backend: remembered, reason: .remembered)
        }
        let stopgap = try memory.stopgap()
        for candidate in candidates where candidate.backend != stopgap?.backend {
            if let reason = try candidate.reasonIfUsedBefore() {
                return Choice(backend: candidate.backend, reason: reason, isToRemember: true)
            }
        }
        var obstacle: String?
        var isStopgap = stopgap != nil
        for candidate in candidates {
            switch candidate.availability(wasSilent: stopgap?.isRecent ?? false) {
            case .usable(let reason, let isRemembered):
                var choice = Choice(
                    backend: candidate.backend, reason: reason, isToRemember: isRemembered, obstacle: obstacle)
                choice.isStopgap = isStopgap
                choice.replaced = stopgap?.backend
                return choice
            case .unusable(let why): obstacle = obstacle ?? why
            case .silent(let why):
                obstacle = obstacle ?? why
                isStopgap = true
            }
        }
        throw FedauthError(.storeUnavailable, "no store can be used: \(obstacle ?? "there is none")")
    }

    /// Throws `usage` for a named store that was not made, and `store-unavailable` when this cannot be determined.
    public func check(_ choice: Choice) throws(FedauthError) {
        guard case .named(let name) = choice.backend, let named,
            try named.candidate(name).reasonIfUsedBefore() == nil
        else { return }
        let known = named.everyStore().map(\.rawValue)
        let isKeyring = ["libsecret", "secret-service", "gnome-keyring", "kwallet", "keepassxc"].contains(name.text)
        let meant = isKeyring ? StoreBackend.keyring.rawValue : SpellingSuggestion.best(name.text, among: known)
        throw FedauthError(
            .usage, "there is no store '\(name.text)'",
            hint: (meant.map { "did you mean '\($0)'? " } ?? "")
                + "'fedauth store list --stores' lists them; 'fedauth store init --name \(name.text)' makes it")
    }

    /// Returns the chosen store, also a named one that was not made.
    public func open(_ choice: Choice) throws(FedauthError) -> any CredentialStore {
        switch choice.backend {
        case .named(let name): if let named { return named.candidate(name).store() }
        case .program(let program): if let named { return named.candidate(program: program).store() }
        case .auto, .keyring, .file: break
        }
        guard let candidate = candidate(choice.backend) else {
            throw FedauthError(.storeUnavailable, "there is no store '\(choice.backend.rawValue)' here")
        }
        return candidate.store()
    }

    private func candidate(_ backend: StoreBackend) -> (any StoreCandidate)? {
        candidates.first { $0.backend == backend }
    }
}
