import Secrets

/// Cookies with all attributes as JSON, for other programs: the output of `export-cookies --format json`, and the input
/// and output of external presenter programs.
extension Cookie {
    /// The object of one cookie. A value that is not text is encoded in base64, so that it is preserved.
    public var json: JSONValue {
        var members = [JSONValue.Member("domain", .text(domain))]
        if let expires {
            members.append(.init("expires", .number(String(expires.seconds))))
            members.append(.init("expiresAt", .text(expires.iso8601)))
        }
        members += [
            .init("hostOnly", .bool(isHostOnly)), .init("httpOnly", .bool(isHTTPOnly)), .init("name", .text(name)),
        ]
        if let partitionKey { members.append(.init("partitionKey", .text(partitionKey))) }
        members.append(.init("path", .text(path)))
        if let sameSite { members.append(.init("sameSite", .text(sameSite.rawValue))) }
        members += [.init("secure", .bool(isSecure)), .init("setBy", .text(setBy.description))]
        members.append(
            isText ? .init("value", .string(value)) : .init("valueBase64", .string(Base64.encode(value))))
        return .object(members)
    }

    /// Whether the value is UTF-8, as JSON requires.
    public var isText: Bool { value.isUTF8 }
}
