import Secrets

/// The errors for a Secure Login Server that refuses, or for an answer from another server.
extension SLSServer {
    static func looksLikeHTML(_ body: SharedSecret) -> Bool { body.firstVisible == UInt8(ascii: "<") }

    func notJSON(_ response: Response, _ expected: String) -> FedauthError {
        FedauthError(
            .unexpectedContent,
            "'\(response.url.withoutQuery)' answered with something that is not \(expected)"
                + (Self.looksLikeHTML(response.body) ? ", but a page" : ""),
            hint:
                "a proxy or another server may stand in between, or it is an EST server ('--protocol est'); '--trace FILE' "
                + "shows the conversation")
    }

    func refused(_ message: String?) -> FedauthError {
        FedauthError(
            .refused,
            "'\(addresses.login.origin.hostAndPort)' refused the sign-in" + (message.map { ": \($0.folded())" } ?? ""),
            hint: "nothing was stored; servers lock accounts after a few of these")
    }

    /// Returns the error for a status other than 2xx; its text is written for users.
    func refusal(of response: Response, _ what: String) -> FedauthError {
        let host = response.url.origin.hostAndPort
        var said = ""
        if !Self.looksLikeHTML(response.body), !response.body.isEmpty {
            let json = try? JSONReader.parse(response.body)
            if json != nil {
                said = words.text(.clientMessage, in: json) ?? ""
            } else {
                said = response.body.withBytes { ServerText.beginning(of: $0) }
            }
        }
        said = said.isEmpty ? "" : ": \(said.folded())"
        let status = "(status \(response.status))"
        switch response.status {
        case 404:
            return FedauthError(
                .notFound, "'\(host)' knows no profile '\(addresses.code.folded(to: 60))' \(status)\(said)",
                hint: "check '--profile-code' and the address '\(addresses.base.withoutQuery)'")
        case 500...:
            return FedauthError(
                .badAnswer, "'\(host)' failed \(status)\(said)", hint: "the fault is the server's: try again later")
        default:
            return FedauthError(
                .refused, "'\(host)' refused \(what) \(status)\(said)",
                hint: "nothing was stored; its administrator knows why"
            ).coded(response.status == 401 ? nil : String(response.status))
        }
    }
}
