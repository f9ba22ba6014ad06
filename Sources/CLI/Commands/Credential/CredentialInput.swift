import Application
import Core
import Secrets

/// Reads a description from stdin, to the empty line that ends it or to the end.
enum CredentialInput {
    private static let limit = 4 << 20

    static func read() throws(FedauthError) -> CredentialDescription {
        var text = Secret()
        var start = 0
        while try FileBytes.readMore(0, into: &text, name: "stdin", limit: limit), !endsWithin(text, from: start) {
            start = text.count
        }
        return try text.withBytes { (bytes) throws(FedauthError) in try CredentialDescription(reading: bytes) }
    }

    /// Returns true when an empty line ends after `start`: a user who types, or a program that keeps the pipe open,
    /// sends no end of file.
    private static func endsWithin(_ text: borrowing Secret, from start: Int) -> Bool {
        text.withBytes { bytes in
            (start..<bytes.count).contains { bytes[$0] == 0x0A && ($0 == 0 || bytes[$0 - 1] == 0x0A) }
        }
    }
}
