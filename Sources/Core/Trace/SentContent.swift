public import Secrets

/// Finds the secrets in the content that the user's own request sends, because the server may repeat it in its answer.
/// In a small piece every value counts, because a secret may have any name; in a longer one, values with the name of a
/// secret and values that look random. Larger pieces are ignored.
public struct SentContent {
    /// Pieces with more bytes are ignored.
    public static let maximumBytes = JSONOutline.maximumBytes
    private static let smallBytes = 4 << 10
    /// The limit for all pieces: `KnownSecrets` can search for only so many secrets.
    private var bytesLeft = 16 << 10
    private var valuesLeft = 500
    private let known: KnownSecrets

    /// Examines nothing yet.
    public init(_ known: KnownSecrets) { self.known = known }

    /// Whether there is a trace.
    public var isWanted: Bool { known.isWanted }

    /// Examines a piece of content: a value, lines, fields of a form, JSON or XML.
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
            bytes.split { $0 == 0x0A || $0 == 0x0D }.map { SharedSecret(copying: UnsafeRawBufferPointer(rebasing: $0)) }
        }
    }

    /// Returns the value without surrounding white space, which a response's field would not have.
    private static func trimmed(_ value: SharedSecret) -> SharedSecret {
        value.withBytes { bytes in
            guard let first = bytes.firstIndex(where: { $0 > 0x20 }), let last = bytes.lastIndex(where: { $0 > 0x20 })
            else { return value }
            return SharedSecret(copying: UnsafeRawBufferPointer(rebasing: bytes[first...last]))
        }
    }
}
