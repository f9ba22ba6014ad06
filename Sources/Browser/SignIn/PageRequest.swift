internal import Core
internal import Secrets

/// A request that a page is about to send (`Fetch.requestPaused`). It waits to be continued, answered or stopped.
struct PageRequest {
    /// The session of the page, or of a frame that runs in its own process.
    let session: String
    /// The browser's ID for it.
    let id: JSONValue
    /// The ID of the load that it belongs to, the same after redirects.
    let network: String?
    /// Whether a redirect caused it. False where the browser does not report that.
    let isRedirected: Bool
    /// The ID of the frame that it is for; nil where the browser does not report it.
    let frame: String?
    /// Whether it requests a document, not a resource of one.
    let isDocument: Bool
    /// Whether a script may have given it header fields, of any name and value, or the browser the ID of a page's events.
    let mayHaveFields: Bool
    /// Whether it is for the main frame of the window.
    let isMainFrame: Bool
    /// Whether a frame of another site, or a worker, asks by a session of its own. Such a frame is no step of the sign-in.
    let isOfOtherSite: Bool
    /// The address with its fragment, which is not sent.
    let address: BrowserAddress.Kind
    /// The address, header fields and content, as the browser reports them.
    let reported: JSONValue

    /// `window` is the main frame of its window; nil for a request in a frame.
    init?(_ parameters: JSONValue, session: String, window: String?) {
        guard let id = parameters["requestId"], let reported = parameters["request"], let url = reported["url"]?.text
        else { return nil }
        (self.session, self.id, self.reported) = (session, id, reported)
        network = parameters["networkId"]?.text
        isRedirected = parameters["redirectedRequestId"] != nil
        frame = parameters["frameId"]?.text
        let type = parameters["resourceType"]?.text ?? ""
        isDocument = type == "Document"
        mayHaveFields = !Self.typesWithoutFields.contains(type)
        isMainFrame = isDocument && window != nil && frame == window
        isOfOtherSite = window == nil
        address = BrowserAddress.kind(url + (reported["urlFragment"]?.text ?? ""))
    }

    /// Creates a request that another protocol reports. `destination`: what it is for (Fetch); `form`: the content of a
    /// POST, if the browser tells it.
    init(
        _ id: String, of session: String, isDocument: Bool = true, isMainFrame: Bool, isRedirected: Bool,
        address: String, method: String, destination: String = "", referrer: String? = nil, form: SharedSecret?
    ) {
        self.session = session
        self.id = .text(id)
        self.isMainFrame = isMainFrame
        isOfOtherSite = false
        network = id
        frame = nil
        self.isRedirected = isRedirected
        self.isDocument = isDocument
        mayHaveFields = !isDocument && !Self.destinationsWithoutFields.contains(destination)
        self.address = BrowserAddress.kind(address)
        var reported: [JSONValue.Member] = [.init("method", .text(method)), .init("url", .text(address))]
        if method == "POST" { reported.append(.init("hasPostData", .bool(true))) }
        if let form { reported.append(.init("postData", .string(form))) }
        if let referrer { reported.append(.init("headers", ["Referer": .text(referrer)])) }
        self.reported = .object(reported)
    }

    /// The address, if it is http or https.
    var url: WebURL? {
        if case .web(let url) = address { return url }
        return nil
    }

    /// The origin of the page that sends it, as the browser tells the server; nil when it does not, and for a frame in a sandbox.
    var sender: Origin? { reported["headers"]?["Origin"]?.text.flatMap(BrowserAddress.web)?.origin }
    /// The origin of the document that leads there (Referer); nil when the browser does not tell.
    var referrer: Origin? { reported["headers"]?["Referer"]?.text.flatMap(BrowserAddress.web)?.origin }
    var method: String { reported["method"]?.text ?? "GET" }
    var isPost: Bool { method == "POST" }
    /// The posted content: as text if the browser reports text, otherwise from its base64 parts.
    var form: SharedSecret? { isPost ? reported["postData"]?.secret ?? pieces : nil }
    /// The exact content; nil when there is none or the browser does not report it, as for uploaded files.
    var content: SharedSecret? { pieces ?? reported["postData"]?.secret }
    /// Whether there is posted content that the browser does not tell, such as uploaded files.
    var hidesForm: Bool { isPost && form == nil && reported["hasPostData"]?.bool == true }
    var hasContent: Bool { reported["hasPostData"]?.bool ?? (content != nil) }

    private static let typesWithoutFields: Set = [
        "Document", "Font", "Image", "Manifest", "Media", "Script", "Stylesheet", "TextTrack",
    ]
    private static let destinationsWithoutFields: Set = [
        "audio", "font", "image", "manifest", "script", "style", "track", "video",
    ]

    private var pieces: SharedSecret? {
        guard let pieces = reported["postDataEntries"]?.elements, !pieces.isEmpty else { return nil }
        var whole = Secret()
        for piece in pieces {
            guard let bytes = piece["bytes"]?.secret.flatMap(Base64.decode) else { return nil }
            bytes.withBytes { whole.append($0) }
        }
        return SharedSecret(whole)
    }
}
