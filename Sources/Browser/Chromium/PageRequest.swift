internal import Core
internal import Secrets

/// A request that a page is about to make (`Fetch.requestPaused`). It waits until it is let go on, answered or stopped.
struct PageRequest {
    /// The page's session, or that of a frame with a process of its own.
    let session: String
    /// What the browser calls it.
    let id: JSONValue
    /// Whether a document is asked for, and not something for one.
    let isDocument: Bool
    /// Whether it would fill the window, and not a frame in it.
    let isMainFrame: Bool
    /// Where it leads, with the fragment, which is not sent.
    let address: BrowserAddress.Kind
    /// Address, fields and content, in the browser's words.
    let told: JSONValue

    /// - Parameter window: the main frame of its window; nil: it is in a frame.
    init?(_ parameters: JSONValue, session: String, window: String?) {
        guard let id = parameters["requestId"], let told = parameters["request"], let url = told["url"]?.text
        else { return nil }
        self.session = session
        self.id = id
        self.told = told
        isDocument = parameters["resourceType"]?.text == "Document"
        isMainFrame = isDocument && window != nil && parameters["frameId"]?.text == window
        address = BrowserAddress.kind(url + (told["urlFragment"]?.text ?? ""))
    }

    /// The address, when it is one of the web.
    var url: WebURL? {
        if case .web(let url) = address { return url }
        return nil
    }

    var isPost: Bool { told["method"]?.text == "POST" }

    /// What is posted: as text, where it is text; else the pieces in base64 that the browser makes of it.
    var form: SharedSecret? { isPost ? told["postData"]?.secret ?? pieces : nil }

    /// The content, byte for byte; nil when there is none, or the browser does not tell it: it keeps files to itself.
    var content: SharedSecret? { pieces ?? told["postData"]?.secret }

    var hasContent: Bool { told["hasPostData"]?.bool ?? (content != nil) }

    private var pieces: SharedSecret? {
        guard let pieces = told["postDataEntries"]?.elements, !pieces.isEmpty else { return nil }
        var whole = Secret()
        for piece in pieces {
            guard let bytes = piece["bytes"]?.secret.flatMap(Base64.decode) else { return nil }
            bytes.withBytes { whole.append($0) }
        }
        return SharedSecret(whole)
    }
}
