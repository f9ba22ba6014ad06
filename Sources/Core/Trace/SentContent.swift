public import Secrets

/// Tells a trace what is secret in the content that a user's own request sends: a server may repeat it.
///
/// Of a small piece every value counts, because a secret may be called anything; of a longer one the values that are called
/// secrets or look random. Larger pieces are not looked at.
public struct SentContent {
    /// Pieces with more bytes are not looked at.
    public static let maximumBytes = JSONOutline.maximumBytes
    private static let smallBytes = 4 << 10
    /// Of all pieces: a trace takes no more secrets than `KnownSecrets` can look for.
    private var bytesLeft = 16 << 10
    private var valuesLeft = 500
    private let known: KnownSecrets

    /// Nothing is looked at yet.
    public init(_ known: KnownSecrets) { self.known = known }

    /// Whether there is a trace.
    public var isWanted: Bool { known.isWanted }

    /// Looks at a piece of content: a value, lines, fields of a form, JSON or XML.
    public mutating func learn(_ piece: SharedSecret) {
        guard isWanted, piece.count <= Self.maximumBytes else { return }
        let named = ConversationSecrets.ofContent(piece)
        var found = named.filter { ConversationSecrets.isSecret($0.name, $0.value) }.map(\.value)
        if piece.count <= Self.smallBytes {
            let all = named.map(\.value) + Self.lines(of: piece)
            found += all.filter { $0.count >= KnownSecrets.leastBytesOfServers }
        }
        var taken: [SharedSecret] = []
        for value in found where valuesLeft > 0 && bytesLeft > 0 {
            valuesLeft -= 1
            bytesLeft -= value.count
            taken.append(Self.trimmed(value))
        }
        known.learn(taken)
    }

    private static func lines(of piece: SharedSecret) -> [SharedSecret] {
        piece.withBytes { bytes in
            bytes.split { $0 == 0x0A || $0 == 0x0D }.map {
                SharedSecret(copying: UnsafeRawBufferPointer(rebasing: $0))
            }
        }
    }

    /// Without the white space around it, which a field of a response does not hold.
    private static func trimmed(_ value: SharedSecret) -> SharedSecret {
        value.withBytes { bytes in
            guard let first = bytes.firstIndex(where: { $0 > 0x20 }), let last = bytes.lastIndex(where: { $0 > 0x20 })
            else { return value }
            return SharedSecret(copying: UnsafeRawBufferPointer(rebasing: bytes[first...last]))
        }
    }
}
