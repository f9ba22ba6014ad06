import Core

extension FedauthError {
    /// The object within `{"error": …}`.
    var json: JSONValue {
        .sorted([
            "code": .text(code.name), "hint": .text(ifAny: hint), "message": .text(message),
            "status": .integer(code.status.number),
        ])
    }

    /// `{"error": …}` on one line.
    var jsonLine: String { JSONValue.object([.init("error", json)]).lineText }
}

extension JSONValue {
    /// The text on one line, of a value without secrets.
    var lineText: String { JSONValue.line(of: self).withBytes { String(decoding: $0, as: UTF8.self) } }
}
