public import Secrets

/// The secrets of one command that are known so far: from sources, the terminal and servers. Traces mask them all,
/// messages those of the user, and what was sent. Keeps those of servers only while `isWanted`: what is not needed must be wiped.
public final class KnownSecrets {
    /// The minimum length of a user's secret: shorter values occur in too much text that is not secret.
    public static let leastBytes = 4
    /// The minimum length of a server's secret: many cookies are just `true` or `en-US`.
    static let leastBytesOfServers = SecretForms.leastBytes
    /// The limit for one value. No text of a trace is longer than a line, and where it is cut, the beginning of a
    /// secret is masked. In a message nothing is shown behind so long a secret.
    private static let maximumBytesEach = 256
    /// The limit for all values together: their forms need about a hundred times as much.
    static let maximumBytes = 96 << 10

    /// Whether a trace needs the secrets, those of servers too.
    public var isWanted: Bool
    /// More secrets came than the limit allows.
    private(set) var isFull = false

    /// The names of password fields seen in pages.
    private(set) var fieldNames: Set<String> = []
    private static let maximumNames = 1000

    /// Sets of secrets with their automata, the larger first. There are only a few, so that a text is searched a few
    /// times only and a set is not rebuilt for each new secret.
    private var sets: [(secrets: [SharedSecret], automaton: SecretAutomaton)] = []
    private var bytes = 0
    private var observers: [() -> Void] = []
    /// The user's secrets that no message may quote, and the automaton that finds them, made when it is needed.
    private var unquotable: [SharedSecret] = []
    private var quoted: SecretAutomaton?
    /// The automaton for the newest secrets.
    private(set) var latest: SecretAutomaton?

    /// Creates an empty collection.
    public init(isWanted: Bool = false) { self.isWanted = isWanted }

    /// Calls `body` after new secrets were added.
    func whenLearned(_ body: @escaping () -> Void) { observers.append(body) }

    /// Adds a secret of the user, from any source.
    public func learn(_ secret: borrowing Secret) {
        guard secret.count >= Self.leastBytes else { return }
        let secret = SharedSecret(secret.copy())
        keepFromMessages(secret)
        learn([secret])
    }

    /// Adds what a request takes to its server, which may repeat it in the words that a message quotes.
    func learn(sentIn request: Request) {
        var request = request
        // Longer content is the user's own.
        if let body = request.body, body.count > Self.maximumBytes { request.body = nil }
        for secret in ConversationSecrets.of(request, passwords: fieldNames)
        where secret.count >= Self.leastBytesOfServers { keepFromMessages(secret) }
    }

    private func keepFromMessages(_ secret: SharedSecret) {
        let beginning = Self.beginning(of: secret)
        guard Self.isDistinctive(secret), !unquotable.contains(beginning),
            unquotable.reduce(0, { $0 + $1.count }) < Self.maximumBytes
        else { return }
        unquotable.append(beginning)
        quoted = nil
    }

    /// Returns a message without the secrets of the user: a server may have repeated one in the text that is quoted.
    public func masked(_ message: String) -> String {
        guard !unquotable.isEmpty else { return message }
        let automaton = quoted ?? Self.automaton(unquotable + comparable)
        quoted = automaton
        var masked = Secret(capacity: message.utf8.count)
        let hasSecret = Array(message.utf8).withUnsafeBytes { bytes in
            func find(_ text: UnsafeRawBufferPointer) -> [Range<Int>] {
                automaton.parts(of: text, leastPart: Self.leastPart)
            }
            var parts = SecretMask.joined(find(bytes) + ComparableText(bytes).parts(find))
            // It may be the beginning of a longer secret, of which nothing more is known here.
            if let long = parts.firstIndex(where: { $0.count >= Self.maximumBytesEach }) {
                parts = parts[..<long] + [parts[long].lowerBound..<bytes.count]
            }
            SecretMask.replace(parts, in: bytes, to: &masked)
            return !parts.isEmpty
        }
        return hasSecret ? masked.withBytes { String(decoding: $0, as: UTF8.self) } : message
    }

    /// What a page may show in place of a secret with other blanks, letters or marks.
    private var comparable: [SharedSecret] {
        unquotable.map(ComparableText.of).filter { Self.isDistinctive($0) && !unquotable.contains($0) }
    }

    /// Returns whether a secret can be told from the words of a message: masking the password `refused` everywhere
    /// would show that it is one of them.
    private static func isDistinctive(_ secret: SharedSecret) -> Bool {
        secret.withBytes { bytes in
            bytes.count >= 12 || bytes.count >= 6 && !bytes.allSatisfy { (0x61...0x7A).contains($0 | 0x20) }
        }
    }

    /// Adds secrets; skips those that are known or too short.
    func learn(_ secrets: [SharedSecret]) {
        guard isWanted else { return }
        var new: [SharedSecret] = []
        for secret in secrets where secret.count >= Self.leastBytes {
            let secret = Self.beginning(of: secret)
            guard !new.contains(secret), !sets.contains(where: { $0.secrets.contains(secret) }) else { continue }
            bytes += secret.count
            new.append(secret)
        }
        guard !new.isEmpty else { return }
        isFull = isFull || bytes > Self.maximumBytes
        guard !isFull else { return }
        latest = Self.automaton(new)
        add(new)
        for observer in observers { observer() }
    }

    /// Wipes all secrets, and accepts no more.
    public func forget() {
        isWanted = false
        (sets, observers, latest, bytes) = ([], [], nil, 0)
        (unquotable, quoted) = ([], nil)
    }

    /// Records that a field of that name is secret when it is sent.
    func learn(fieldName name: String) {
        if isWanted, fieldNames.count < Self.maximumNames { fieldNames.insert(name) }
    }

    /// Returns the secret parts of a trace's text, in order.
    func parts(of text: UnsafeRawBufferPointer) -> [Range<Int>] {
        SecretMask.joined(sets.flatMap { $0.automaton.parts(of: text, leastPart: Self.leastPart) })
    }

    /// The minimum part of a secret that is masked where a text was cut: fewer bytes begin too many words.
    static let leastPart = 3

    private func add(_ secrets: [SharedSecret]) {
        var secrets = secrets
        while let last = sets.last, last.secrets.count <= secrets.count * 2 {
            secrets = last.secrets + secrets
            sets.removeLast()
        }
        sets.append((secrets, Self.automaton(secrets)))
    }

    private static func automaton(_ secrets: [SharedSecret]) -> SecretAutomaton {
        SecretAutomaton(
            secrets.flatMap { secret in
                let forms = SecretForms(of: secret, leastBytes: leastBytes).forms
                return forms + printed(secret) + forms.map(lowered)
            })
    }

    private static func beginning(of secret: SharedSecret) -> SharedSecret {
        guard secret.count > maximumBytesEach else { return secret }
        return secret.withBytes { SharedSecret(copying: UnsafeRawBufferPointer(rebasing: $0.prefix(maximumBytesEach))) }
    }

    /// Returns the forms in which a trace line shows it: without controls, and with blanks folded.
    private static func printed(_ secret: SharedSecret) -> [SharedSecret] {
        guard secret.withBytes({ $0.contains { !(0x21...0x7E).contains($0) } }) else { return [] }
        var shown = Secret(capacity: secret.count * 2)
        var folded = Secret(capacity: secret.count * 2)
        secret.withBytes { bytes in
            // Any blank becomes a space; a tab or line break becomes `?` in a line that is not folded.
            var text = TerminalText()
            text.append(bytes, to: &shown)
            text.finish(to: &shown)
        }
        var isBehindBlank = true
        shown.withBytes { bytes in
            for byte in bytes {
                let isBlank = byte == 0x20 || (0x09...0x0D).contains(byte)
                if !isBlank { folded.append(byte) } else if !isBehindBlank { folded.append(UInt8(0x20)) }
                isBehindBlank = isBlank
            }
        }
        let count = shown.count
        shown.withMutableBytes(count: count) { bytes in
            for index in bytes.indices where bytes[index] < 0x20 { bytes[index] = UInt8(ascii: "?") }
        }
        if isBehindBlank { folded.truncate(to: max(0, folded.count - 1)) }
        return [SharedSecret(shown), SharedSecret(folded)].filter { $0.count >= leastBytes }
    }

    /// Returns the value in lower case, because traces show names of fields, hosts and attributes in lower case.
    private static func lowered(_ secret: SharedSecret) -> SharedSecret {
        var copy = secret.copy()
        let count = copy.count
        copy.withMutableBytes(count: count) { bytes in
            for index in bytes.indices where (0x41...0x5A).contains(bytes[index]) { bytes[index] |= 0x20 }
        }
        return SharedSecret(copy)
    }
}
