public import Secrets

/// Splits the output of an external program into lines, in wiped memory.
public struct ProgramLines: ~Copyable {
    private let role: ProgramRole
    private var bytes = Secret()
    private var start = 0
    /// There is no line break before this position.
    private var searched = 0

    /// Creates an empty buffer.
    public init(of role: ProgramRole) { self.role = role }

    /// Whether no incomplete line is left.
    public var isEmpty: Bool { start == bytes.count }

    /// Appends more output.
    public mutating func append(_ more: UnsafeRawBufferPointer) {
        if start > 0 {
            // Removes lines that were returned; the rest is usually the beginning of one line.
            let rest = bytes.withBytes { SharedSecret(copying: UnsafeRawBufferPointer(rebasing: $0[start...])) }
            bytes = rest.copy()
            searched -= start
            start = 0
        }
        bytes.append(more)
    }

    /// Returns the next complete line without its line break; nil when there is none yet. If it `isLast`, the output
    /// has ended, and the rest is a line. Throws the failure of the role when it is too long.
    public mutating func next(isLast: Bool = false, from name: String) throws(FedauthError) -> SharedSecret? {
        let (start, searched) = (start, searched)
        let end = bytes.withBytes { $0[searched...].firstIndex(of: 0x0A) } ?? (isLast && !isEmpty ? bytes.count : nil)
        guard (end ?? bytes.count) - start <= role.lineBytes else {
            throw FedauthError(
                role.failure, "'\(name.folded(to: 100))' printed a line of more than \(role.lineBytes) bytes",
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
