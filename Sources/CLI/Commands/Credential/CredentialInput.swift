import Core
import Glibc
import Secrets

/// Reads a description from stdin, to the empty line that ends it or to the end.
enum CredentialInput {
    private static let limit = 4 << 20

    static func read() throws(FedauthError) -> CredentialDescription {
        var text = Secret()
        let chunk = 64 << 10
        var isWhole = false
        while !isWhole {
            let start = text.count
            let got = text.withMutableBytes(count: start + chunk) { bytes in
                SystemCall.retrying { Glibc.read(0, bytes.baseAddress?.advanced(by: start), chunk) }
            }
            let number = errno
            text.truncate(to: start + max(0, got))
            if got < 0 {
                errno = number
                throw SystemCall.error("read", "stdin")
            }
            if got == 0 { break }
            guard text.count <= limit else { throw FedauthError(.usage, "'stdin' holds more than \(limit) bytes") }
            isWhole = endsWithin(text, from: start)
        }
        return try text.withBytes { (bytes) throws(FedauthError) in try CredentialDescription(reading: bytes) }
    }

    /// True when an empty line ends behind `start`: whoever types a description, or keeps the pipe open, sends no end.
    private static func endsWithin(_ text: borrowing Secret, from start: Int) -> Bool {
        text.withBytes { bytes in
            (start..<bytes.count).contains { bytes[$0] == 0x0A && ($0 == 0 || bytes[$0 - 1] == 0x0A) }
        }
    }
}
