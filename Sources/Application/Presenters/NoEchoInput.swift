public import Core
public import Secrets
internal import System

/// Lines that the user pastes on the terminal while fedauth waits for other events; not shown, because they may contain
/// a token. A terminal in line mode silently truncates a line at 4095 bytes, so line mode is off, and this class
/// handles erasing. A signal, a stop and the end restore the mode and discard unread input.
public final class NoEchoInput {
    /// The descriptor to wait for.
    public var descriptor: Int32 { terminal.number }
    private let mode: TerminalMode
    private let terminal: SharedDescriptor
    private var line = Secret(capacity: 4096)
    /// The limit; longer than any address that a browser shows.
    private static let maximumBytes = 256 << 10

    /// Hides the input; nil when there is no terminal, or echo cannot be switched off.
    public init?() {
        guard let terminal = Terminal.open(waits: false), let mode = try? TerminalMode(.hiddenCharacters, of: terminal)
        else { return nil }
        self.terminal = terminal
        self.mode = mode
    }

    /// Returns the complete lines so far. Throws `cancelled` when the terminal has closed.
    public func take() throws(FedauthError) -> [SharedSecret] {
        var lines: [SharedSecret] = []
        var chunk = Secret(capacity: 4096)
        while true {
            let count = chunk.withMutableBytes(count: 4096) { FileDescriptor.read(descriptor, $0) }
            guard count > 0 else {
                guard count < 0, SystemFailure("read").wouldBlock else {
                    throw FedauthError(.cancelled, "the terminal is gone", hint: "nothing was stored")
                }
                return lines
            }
            chunk.truncate(to: count)
            chunk.withBytes { bytes in
                for byte in bytes { if let whole = add(byte) { lines.append(whole) } }
            }
        }
    }

    private func add(_ byte: UInt8) -> SharedSecret? {
        switch byte {
        case 0x0A, 0x0D:
            guard !line.isEmpty else { return nil }
            defer { line = Secret(capacity: 4096) }
            return SharedSecret(line.copy())
        case 0x08, 0x7F: line.truncate(to: max(0, line.count - 1))
        // Ctrl-U clears the line.
        case 0x15: line.truncate(to: 0)
        case 0x00..<0x20 where byte != 0x1B && byte != 0x09: break
        default: if line.count < Self.maximumBytes { line.append(byte) }
        }
        return nil
    }
}

extension SharedSecret {
    /// The line without surrounding blanks, and without the marks that a terminal puts around pasted text.
    public var pasted: String {
        var text = withBytes { String(decoding: $0, as: UTF8.self) }
        for mark in ["\u{1B}[200~", "\u{1B}[201~"] {
            while let found = text.firstRange(of: mark) { text.removeSubrange(found) }
        }
        return String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
