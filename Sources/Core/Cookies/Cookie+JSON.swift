import Secrets

/// Cookies with all attributes as JSON, for other programs: the output of `export-cookies --format json`, and the input
/// and output of external presenter programs.
extension Cookie {
    /// The object of one cookie. A value that is not text is encoded in base64, so that it is preserved.
    public var json: JSONValue {
        .ordered([
            "domain": .text(domain), "expires": .time(ifAny: expires), "expiresAt": .text(ifAny: expires?.iso8601),
            "hostOnly": .bool(isHostOnly), "httpOnly": .bool(isHTTPOnly), "name": .text(name),
            "partitionKey": .text(ifAny: partitionKey), "path": .text(path),
            "sameSite": .text(ifAny: sameSite?.rawValue), "secure": .bool(isSecure),
            "setBy": .text(setBy.description), "value": isText ? .string(value) : nil,
            "valueBase64": isText ? nil : .string(Base64.encode(value)),
        ])
    }

    /// Whether the value is UTF-8, as JSON requires.
    public var isText: Bool { value.isUTF8 }
}
