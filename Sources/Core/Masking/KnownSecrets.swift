public import Secrets

/// The secrets of one command that are known by now: what sources, terminal and servers gave. A trace strikes them out.
///
/// Kept only while it is wanted (`isWanted`), since a secret that is not looked for any more is to be wiped.
public final class KnownSecrets {
    /// Shorter values of a person's are not looked for: they are found in too much that is no secret.
    public static let leastBytes = 4
    /// Shorter values of a server's: half of all cookies say `true` or `en-US`.
    static let leastBytesOfServers = SecretForms.leastBytes
    /// No text of a trace is longer than a line, and where it is cut the beginning of a secret is struck out.
    private static let maximumBytesEach = 256
    /// Of all values together: their forms take a hundred times as much.
    static let maximumBytes = 96 << 10

    /// Whether what is learned is kept.
    public var isWanted: Bool
    /// More came than can be looked for.
    private(set) var isFull = false

    /// Fields that pages have for passwords, whatever they are called.
    private(set) var fieldNames: Set<String> = []
    private static let maximumNames = 1000

    /// Sets of secrets, each with what finds it, the larger first: a few, so that a text is read a few times only and a set
    /// is not made again for each secret that comes.
    private var sets: [(secrets: [SharedSecret], automaton: SecretAutomaton)] = []
    private var bytes = 0
    private var observers: [() -> Void] = []
    /// What finds the secrets that were learned last.
    private(set) var latest: SecretAutomaton?

    /// None yet.
    public init(isWanted: Bool = false) { self.isWanted = isWanted }

    /// Calls `body` whenever there are new ones.
    func whenLearned(_ body: @escaping () -> Void) { observers.append(body) }

    /// A secret of the user's, wherever it came from.
    public func learn(_ secret: borrowing Secret) {
        guard isWanted, secret.count >= Self.leastBytes else { return }
        learn([SharedSecret(secret.copy())])
    }

    /// Secrets; those that are known already, and those that are too short, are passed over.
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

    /// Wipes them all, and keeps no others.
    public func forget() {
        isWanted = false
        (sets, observers, latest, bytes) = ([], [], nil, 0)
    }

    /// A field of that name holds a secret when it is sent.
    func learn(fieldName name: String) {
        if isWanted, fieldNames.count < Self.maximumNames { fieldNames.insert(name) }
    }

    /// The parts of a text of a trace that are secret, in order.
    func parts(of text: UnsafeRawBufferPointer) -> [Range<Int>] {
        let found = sets.map { $0.automaton.parts(of: text, leastPart: Self.leastPart) }
        guard found.count > 1 else { return found.first ?? [] }
        var all: [Range<Int>] = []
        for range in found.joined().sorted(by: { $0.upperBound < $1.upperBound }) { SecretMask.add(range, to: &all) }
        return all
    }

    /// Of a secret that a text was cut in, so many bytes at least are struck out: fewer begin too many words.
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

    /// As a line shows it: without controls, and with its blanks folded.
    private static func printed(_ secret: SharedSecret) -> [SharedSecret] {
        guard secret.withBytes({ $0.contains { !(0x21...0x7E).contains($0) } }) else { return [] }
        var shown = Secret(capacity: secret.count * 2)
        var folded = Secret(capacity: secret.count * 2)
        secret.withBytes { bytes in
            // A blank becomes one, and a line break or tab in a line that is not folded becomes `?`.
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

    /// Names of fields, hosts and attributes are lower case in a trace, whatever stands in them.
    private static func lowered(_ secret: SharedSecret) -> SharedSecret {
        var copy = secret.copy()
        let count = copy.count
        copy.withMutableBytes(count: count) { bytes in
            for index in bytes.indices where (0x41...0x5A).contains(bytes[index]) { bytes[index] |= 0x20 }
        }
        return SharedSecret(copy)
    }
}
