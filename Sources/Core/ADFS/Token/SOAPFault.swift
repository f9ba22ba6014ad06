/// A security token service's error instead of a token (SOAP 1.2 part 1, section 5.4; SOAP 1.1, section 4.4).
public struct SOAPFault: Error, Sendable, Equatable {
    /// The innermost subcode without its prefix, such as `FailedAuthentication`: namespaces differ. Empty: none.
    public var code: String
    /// The server's own words, folded.
    public var reason: String
    /// The text of the detail, folded, such as `USER_CANCEL`; empty if there is none.
    public var detail: String

    /// Creates a fault.
    public init(code: String, reason: String, detail: String = "") {
        (self.code, self.reason, self.detail) = (code, reason, detail)
    }

    /// The code, words and detail that are present.
    public var text: String {
        var words = code.isEmpty ? "no code" : "'\(code.folded(to: 60))'"
        var reason = reason.folded(to: 300)
        // fedauth's messages have no full stop.
        while reason.hasSuffix(".") { reason.removeLast() }
        if !reason.isEmpty { words += ": \(reason)" }
        if !detail.isEmpty, !reason.contains(detail) { words += " (\(detail.folded(to: 120)))" }
        return words
    }
}
