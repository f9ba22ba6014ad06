internal import Core
internal import Secrets

/// Handles the requests to a loopback finish. The first request that carries a result with the right state ends the
/// sign-in; all others on this machine are refused.
final class RedirectReceiver {
    private let request: PresentationRequest
    /// The finish, with the actual port.
    var finish: WebURL
    /// What ended the sign-in.
    private(set) var result: FinishAnswer?
    /// Requests refused since this was last set to 0.
    var refused = 0
    /// The nonce with which a page returns its fragment, and the nonce of the last page.
    private let nonces: [String]
    private var pages: FinishPages { FinishPages(nonces: nonces) }

    init(_ request: PresentationRequest, nonces: [String]) {
        self.request = request
        self.nonces = nonces
        finish = request.finish.url
    }

    func answer(_ asked: LoopbackRequest) -> LoopbackResponse {
        // A target that does not begin with '/' would extend the host name.
        guard let url = try? WebURL(finish.origin.description + asked.target), url.origin == finish.origin,
            url.path == finish.path, asked.showsDocument
        else { return pages.notHere() }
        switch asked.method {
        case "GET": return take(FinishAnswer(url), orElse: pages.fragmentPage())
        case "POST": return posted(asked, url)
        default: return LoopbackResponse(405, headers: [("Allow", "GET, POST")])
        }
    }

    private func posted(_ asked: LoopbackRequest, _ url: WebURL) -> LoopbackResponse {
        let type = MediaType(asked.header("Content-Type") ?? "")
        guard type.isForm else { return LoopbackResponse(415, type: "text/plain", text: "not a form\n") }
        let form = FormBody(asked.body)
        guard let nonce = form.value(of: FinishPages.nonceField) else {
            return take(FinishAnswer(url, form: asked.body), orElse: pages.nothingCame())
        }
        // The fragment page sends the text after '#', which browsers do not send themselves.
        guard nonce.equals(nonces[0]) else { return pages.notHere() }
        let fragment = form.value(of: FinishPages.fragmentField) ?? SharedSecret(text: "")
        return take(FinishAnswer(url, form: fragment), orElse: pages.nothingCame())
    }

    private func take(_ answer: FinishAnswer, orElse page: LoopbackResponse) -> LoopbackResponse {
        guard request.finish.isAnswered(by: answer) else { return page }
        guard request.isAnswered(by: answer) else {
            refused += 1
            return pages.foreign()
        }
        if result == nil { result = answer }
        return answer.refusalText.map(pages.refusal) ?? pages.done()
    }
}

extension LoopbackRequest {
    /// Whether a browser that says so would show the answer to the user: it is no part of another page, and not fetched in
    /// advance (Fetch Metadata Request Headers, W3C).
    fileprivate var showsDocument: Bool {
        [nil, "document"].contains(header("Sec-Fetch-Dest")) && header("Sec-Purpose") == nil
    }
}
