/// The name of a file that belongs to a process: `KIND-NAMESPACE-ID-START-REST`. When its owner was killed, another process sees
/// from the name that nobody will remove the file.
public struct OwnedName: Equatable, Sendable {
    /// What the file is; without a dash.
    public let kind: String
    /// The process to which it belongs.
    public let owner: ProcessIdentity
    /// The rest of the name.
    public let rest: String

    /// Composes a name.
    public init(_ kind: String, of owner: ProcessIdentity = .current, _ rest: String) {
        self.kind = kind
        self.owner = owner
        self.rest = rest
    }

    /// Reads a name; nil for another file.
    public init?(_ text: String) {
        let parts = text.split(separator: "-", maxSplits: 4, omittingEmptySubsequences: false)
        guard parts.count == 5, let namespace = UInt64(parts[1]), let id = Int32(parts[2]), let start = UInt64(parts[3])
        else { return nil }
        self.init(String(parts[0]), of: .init(id: id, start: start, namespace: namespace), String(parts[4]))
    }

    /// The name.
    public var text: String { "\(kind)-\(owner.namespace)-\(owner.id)-\(owner.start)-\(rest)" }
}
