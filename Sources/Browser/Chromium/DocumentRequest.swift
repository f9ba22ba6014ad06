internal import Core
internal import Secrets

/// A document that a page is about to ask for (`Fetch.requestPaused`). It waits until it is let go on or stopped.
struct DocumentRequest {
    /// The page's session.
    let session: String
    /// What the browser calls it.
    let id: JSONValue
    /// Whether it would fill the window, and not a frame in it.
    let isMainFrame: Bool
    /// Where it leads, with the fragment, which is not sent.
    let address: BrowserAddress.Kind
    /// What is posted.
    let form: SharedSecret?
    let isPost: Bool

    init?(_ parameters: JSONValue, session: String, page: BrowserWindow.Page) {
        guard let id = parameters["requestId"], let request = parameters["request"], let url = request["url"]?.text
        else { return nil }
        self.session = session
        self.id = id
        isMainFrame = parameters["frameId"]?.text == page.target
        address = BrowserAddress.kind(url + (request["urlFragment"]?.text ?? ""))
        isPost = request["method"]?.text == "POST"
        form = isPost ? Self.content(request) : nil
    }

    /// The address, when it is one of the web.
    var url: WebURL? {
        if case .web(let url) = address { return url }
        return nil
    }

    /// As text, where it is text; else the pieces in base64 that the browser makes of it.
    private static func content(_ request: JSONValue) -> SharedSecret? {
        if let text = request["postData"]?.secret { return text }
        guard let pieces = request["postDataEntries"]?.elements, !pieces.isEmpty else { return nil }
        var whole = Secret()
        for piece in pieces {
            guard let bytes = piece["bytes"]?.secret.flatMap(Base64.decode) else { return nil }
            bytes.withBytes { whole.append($0) }
        }
        return SharedSecret(whole)
    }
}
