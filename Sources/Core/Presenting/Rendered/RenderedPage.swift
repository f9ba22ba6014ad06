public import Secrets

/// A page as a browser shows it, after its scripts: read into the same `Page` as one that was sent by HTTP.
public struct RenderedPage {
    /// The attribute with the number of an element, in the markup that a browser's `Page` is read from.
    public static let nodeAttribute = "data-fedauth-node"

    /// The content.
    public var page: Page
    /// The address of the top-level document.
    public var url: WebURL

    /// The answer that brought the document, without its content; nil when the browser did not report it.
    public var response: Response?
    /// Whether its server has failed at a request of its scripts, since something was sent.
    public var hasFailed = false
    /// Whether it is the answer to a form that was posted.
    public var isPosted = false

    /// Creates a page, which its response may send on or confine.
    public init(_ page: Page, at url: WebURL, _ response: Response? = nil) {
        self.page = page
        self.page.joinLogin()
        if let response { self.page.obey(response) }
        self.url = url
        self.response = response
    }
}

extension RenderedPage {
    /// The page with the answer that brought it, as the form engine has it.
    var document: Document {
        Document(response: response ?? Response(status: 200, url: url), isReachedByGET: !isPosted, page: page)
    }

    /// What it says about its failure, for a message.
    public var words: String { document.words }

    /// The error that its status and its words are; nil when the sign-in may go on.
    public var failure: FedauthError? { document.failure() }

    /// Returns what the page means where a sign-in may end, by the rules of the form engine.
    public func meaning(endingAt finish: FinishEndpoint) -> AnswerMeaning {
        let document = document
        switch document.meaning {
        case .failure where page.closesAccount || page.tellsOfMaintenance: return document.meaning
        case .failure where !finish.requiresSuccess(at: document.response.status): return .content
        case .content, .unjudged:
            if document.saysError { return .step(nil) }
            // A script may be about to send it.
            if page.forms.contains(where: \.carriesProtocolMessage) { return .unjudged }
            // The pages of another server may be those of a sign-in.
            let isOwn = url.origin == finish.url.origin
            return isOwn || document.isContent ? .content : .demands([.loginPage])
        case let meaning: return meaning
        }
    }
}

extension Page {
    /// Joins a login whose boxes and button have a form each, which one script sends: in a browser they are one.
    fileprivate mutating func joinLogin() {
        let boxes = forms.filter { $0.fields.contains(where: \.isTyped) }
        guard boxes.count == 2 else { return }
        let presses = forms.filter { !boxes.contains($0) && $0.submitButtons.contains { Words.leadsIn($0.label) } }
        guard presses.count == 1, boxes.allSatisfy(\.submitButtons.isEmpty),
            boxes[0].roles.compactMap(\.self) == [.userName], boxes[1].asksOnlyForPassword,
            boxes[0].action == boxes[1].action, presses[0].action == boxes[1].action
        else { return }
        var login = boxes[1]
        login.fields = boxes[0].fields + login.fields + presses[0].fields
        forms = forms.filter { !boxes.contains($0) && $0 != presses[0] } + [login]
    }

    /// Whether a rendered page shows other fields or other buttons than before, and not only the answer to what was pressed.
    public func goesOn(from before: Page) -> Bool {
        let old = Set(before.forms.flatMap(\.fields).compactMap(\.node))
        let fields = forms.flatMap(\.fields).filter { $0.node != nil }
        if fields.contains(where: { $0.isTyped && !old.contains($0.node ?? 0) }) { return true }
        return !fields.isEmpty && old.isDisjoint(with: fields.compactMap(\.node))
    }
}

/// What to do on a rendered page.
public enum RenderedAction {
    /// Type the values and change the settings, then press what continues: `RenderedEngine.button(on:)`, or Return in the
    /// last field; unless something is left to the user.
    case fill([Entry], settings: [Setting], leaving: FedauthError?)
    /// Change the settings, then click the element; nil: a script of the page continues.
    case press(Int?, settings: [Setting])
    /// Type the value, and see what the page finds.
    case type(Entry)
    /// Load this address.
    case open(WebURL)
    /// Nothing: scripts continue, or the user acts on another device.
    case wait
    /// Only the user can continue in the window. Without one, the sign-in ends with this error when nothing else happens.
    case leave(FedauthError)
    /// The page leads no further. Without a window, the sign-in ends with this error when the page is at rest.
    ///
    /// - Parameter isSure: whether the page or its status says that it is an error.
    case end(FedauthError, isSure: Bool)

    /// A control that is not typed into.
    public enum Setting: Equatable {
        /// Tick a box or a radio button, or clear a box.
        case tick(Int, Bool)
        /// Choose an option of a list by its value.
        case choose(Int, SharedSecret)
    }

    /// A value to type.
    public struct Entry {
        /// The number of the element.
        public var node: Int
        /// The value.
        public var value: SharedSecret
        /// Whether it is typed only if the field does not show it: only the label says that it is for a password.
        public var isMasked = false
        /// Whether it is sent by POST only.
        public var isSecret = false
    }
}
