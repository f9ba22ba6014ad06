internal import Core

/// The requests that may be sent. Others would let a value begin another line, or contradict the transport's fields.
enum RequestRules {
    /// Fields of the transport: with duplicates, recipients could disagree about where the message ends or goes.
    private static let ownFields: Set<String> = ["host", "content-length", "transfer-encoding"]

    /// Throws `usage` for an invalid request; a source may provide content in addition to `body`.
    static func check(_ request: Request, hasSource: Bool = false) throws(FedauthError) {
        guard request.method.utf8.isToken, request.method != "CONNECT" else {
            throw FedauthError(.usage, "'\(request.method.folded(to: 40))' is not a request method")
        }
        if request.method == "HEAD", request.body != nil || hasSource {
            throw FedauthError(.usage, "a 'HEAD' request has no content")
        }
        for header in request.headers {
            let name = header.name.folded(to: 40)
            guard header.name.utf8.isToken else { throw FedauthError(.usage, "'\(name)' is not a header field name") }
            guard !ownFields.contains(header.name.lowercased()) else {
                throw FedauthError(.usage, "the header field '\(name)' cannot be set")
            }
            guard !header.value.withBytes({ $0.breaksLines }) else {
                throw FedauthError(.usage, "the value of the header field '\(name)' holds a line break or a NUL")
            }
        }
    }
}
