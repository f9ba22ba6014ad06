internal import Core

/// A demand for HTTP authentication (`Fetch.authRequired`). Its request is paused until it is answered.
struct PageChallenge {
    let request: PageRequest
    /// The server that asks, as the browser reports it.
    let server: String
    let isProxy: Bool
    /// The scope of the answer; nil when fedauth has none: a proxy asks, another server than that of the request, or by a
    /// scheme that no user name and password answer.
    let space: ProtectionSpace?

    init(_ challenge: JSONValue?, to request: PageRequest) {
        self.request = request
        server = challenge?["origin"]?.text ?? ""
        isProxy = challenge?["source"]?.text == "Proxy"
        let scheme = (challenge?["scheme"]?.text?.lowercased()).flatMap(AuthenticationScheme.init(rawValue:))
        guard let origin = request.url?.origin, challenge?["source"]?.text == "Server",
            BrowserAddress.web(server + "/")?.origin == origin, scheme == .basic || scheme == .digest
        else {
            space = nil
            return
        }
        space = ProtectionSpace(origin, realm: challenge?["realm"]?.text ?? "")
    }

    /// Creates a demand that another protocol reports, with scheme and realm by which the browser would answer.
    init(_ request: PageRequest, isProxy: Bool, scheme: String?, realm: String?) {
        self.request = request
        self.isProxy = isProxy
        server = request.url?.origin.description ?? ""
        let known = (scheme?.lowercased()).flatMap(AuthenticationScheme.init(rawValue:))
        guard let origin = request.url?.origin, !isProxy, known == .basic || known == .digest else {
            space = nil
            return
        }
        space = ProtectionSpace(origin, realm: realm ?? "")
    }
}
