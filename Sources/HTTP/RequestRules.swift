internal import Core
internal import Secrets

/// What may be sent at all. Everything else would let a value end its line and begin another, or would contradict
/// what the transport says itself.
enum RequestRules {
    /// Fields that the transport makes: two of them would let two readers disagree on where the message ends or whom
    /// it is for.
    private static let ownFields: Set<String> = ["host", "content-length", "transfer-encoding"]

    /// Throws `usage`.
    ///
    /// - Parameter hasSource: there is content besides `body`'s.
    static func check(_ request: Request, hasSource: Bool = false) throws(FedauthError) {
        guard request.method.utf8.isToken, request.method != "CONNECT" else {
            throw FedauthError(.usage, "'\(request.method.folded(to: 40))' is no request method")
        }
        if request.method == "HEAD", request.body != nil || hasSource {
            throw FedauthError(.usage, "a 'HEAD' request has no content")
        }
        for header in request.headers {
            let name = header.name.folded(to: 40)
            guard header.name.utf8.isToken else {
                throw FedauthError(.usage, "'\(name)' is no header field name")
            }
            guard !ownFields.contains(header.name.lowercased()) else {
                throw FedauthError(.usage, "the header field '\(name)' cannot be set")
            }
            guard !header.value.withBytes({ $0.breaksLines }) else {
                throw FedauthError(
                    .usage, "the value of the header field '\(name)' holds a line break or a NUL")
            }
        }
    }
}
