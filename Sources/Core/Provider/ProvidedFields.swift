/// The header fields of a provider that may be sent: names and values that follow RFC 9110 section 5. Fields about the
/// connection, the destination, or set by fedauth itself are refused.
struct ProvidedFields {
    let headers: [Request.Header]

    /// A credential never needs more fields.
    private static let maximumCount = 100
    private static let maximumBytes = 64 << 10

    /// Fields of the connection (RFC 9110 section 7.6.1), of framing, of proxies, and cookies, which have own rules.
    private static let refused: [String: String] = [
        "connection": "is for one connection only", "keep-alive": "is for one connection only",
        "te": "is for one connection only", "trailer": "is for one connection only",
        "transfer-encoding": "is for one connection only", "upgrade": "is for one connection only",
        "proxy-connection": "is for one connection only", "http2-settings": "is for one connection only",
        "proxy-authorization": "is for a proxy", "proxy-authenticate": "is for a proxy",
        "host": "says where the request goes", "content-length": "says where the request ends",
        "expect": "says how the request goes", "cookie": "has rules of its own", "cookie2": "has rules of its own",
        "set-cookie": "is a server's", "set-cookie2": "is a server's",
    ]

    /// Throws `provider-failed` for a malformed pair, or a field that may not be sent; the message contains no values.
    init(_ pairs: [JSONValue], from name: String) throws(FedauthError) {
        let shown = name.folded(to: 100)
        func wrong(_ what: String, _ hint: String) -> FedauthError {
            FedauthError(.providerFailed, "'\(shown)' gave \(what)", hint: "nothing was sent; " + hint)
        }
        var headers: [Request.Header] = []
        var bytes = 0
        guard !pairs.isEmpty else { throw wrong("no header field", #"a provider that has none says {"type":"none"}"#) }
        for pair in pairs {
            guard let members = pair.members, members.count == 1, let member = members.first,
                let value = member.value.secret
            else {
                throw wrong(
                    "'headers' that are not one pair each", #"write them as [{"X-Key":"value"},{"X-Role":"value"}]"#)
            }
            let field = "'\(member.name.folded(to: 60))'"
            guard member.name.utf8.isToken else {
                throw wrong("\(field), which is not a name of a header field", "RFC 9110 section 5.1 defines it")
            }
            if let why = Self.refused[member.name.lowercased()] {
                throw wrong("the header field \(field), which \(why)", "leave it out")
            }
            guard value.withBytes(Self.isFieldValue) else {
                throw wrong(
                    "a value for the header field \(field) that is none",
                    "it has no control characters, line breaks among them, and no blanks around it")
            }
            bytes += member.name.utf8.count + value.count
            headers.append(Request.Header(member.name, value))
        }
        guard headers.count <= Self.maximumCount, bytes <= Self.maximumBytes else {
            throw wrong(
                "\(headers.count) header fields of \(bytes) bytes",
                "\(Self.maximumCount) fields and \(Self.maximumBytes) bytes are the most")
        }
        self.headers = headers
    }

    /// Returns whether the bytes follow RFC 9110 section 5.5: visible characters, with blanks and tabs between them.
    private static func isFieldValue(_ bytes: UnsafeRawBufferPointer) -> Bool {
        func isBlank(_ byte: UInt8?) -> Bool { byte == 0x20 || byte == 0x09 }
        return !isBlank(bytes.first) && !isBlank(bytes.last)
            && bytes.allSatisfy { isBlank($0) || ($0 > 0x20 && $0 != 0x7F) }
    }
}
