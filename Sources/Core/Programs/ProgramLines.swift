public import Secrets

/// Takes apart into lines what a program of the user's own prints, in wiped memory.
public struct ProgramLines: ~Copyable {
    /// The longest line: more than a jar of the largest size has.
    public static let maximumBytes = 4 << 20

    private let role: ProgramRole
    private var bytes = Secret()
    private var start = 0
    /// Up to here there is no line break.
    private var searched = 0

    /// Nothing was printed yet.
    public init(of role: ProgramRole) { self.role = role }

    /// Whether there is something that no line break has followed yet.
    public var isEmpty: Bool { start == bytes.count }

    /// Takes what was printed next.
    public mutating func append(_ more: UnsafeRawBufferPointer) {
        if start > 0 {
            // What was handed out goes; the rest is mostly the beginning of one line.
            let rest = bytes.withBytes { SharedSecret(copying: UnsafeRawBufferPointer(rebasing: $0[start...])) }
            bytes = rest.copy()
            searched -= start
            start = 0
        }
        bytes.append(more)
    }

    /// The next whole line, without its end; nil when there is none yet. Throws the failure of the role when it is too
    /// long.
    /// - Parameters:
    ///   - isLast: nothing follows any more; then what is left is a line.
    ///   - name: of the program.
    public mutating func next(isLast: Bool = false, from name: String) throws(FedauthError) -> SharedSecret? {
        let (start, searched) = (start, searched)
        let end = bytes.withBytes { $0[searched...].firstIndex(of: 0x0A) } ?? (isLast && !isEmpty ? bytes.count : nil)
        guard (end ?? bytes.count) - start <= Self.maximumBytes else {
            throw FedauthError(
                role.failure, "'\(name.folded(to: 100))' printed a line of more than \(Self.maximumBytes) bytes",
                hint: "a line is one message; 'fedauth help \(role.topic)' describes them")
        }
        guard let end else {
            self.searched = bytes.count
            return nil
        }
        self.start = min(end + 1, bytes.count)
        self.searched = self.start
        return bytes.withBytes { SharedSecret(copying: UnsafeRawBufferPointer(rebasing: $0[start..<end])) }
    }
}
