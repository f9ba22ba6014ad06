internal import Core

/// Shows an invisible browser to a remote viewer: sends pictures of the newest window, and performs its input there.
final class WindowView {
    private let window: BrowserWindow
    private let viewer: any WindowViewer
    private let input: WindowInput
    /// The sessions of the open windows, newest last.
    private var order: [String] = []
    private var shown: String?
    private var size: (width: Int, height: Int, scale: Double)?
    private var titles: [String: String] = [:]
    /// Sessions whose first page is loaded; Back must not leave that page for an empty one.
    private var begun: Set<String> = []
    private var caption = WindowCaption()
    /// Sharp enough for small letters; better quality is too slow for slow connections.
    private static let quality = 75

    /// The events that the view handles, in addition to those of the window.
    static let events: Set<String> = ["Page.screencastFrame", "Page.javascriptDialogClosed"]

    /// The list of a select element opens in a separate browser window, which screencast pictures do not include. With
    /// `appearance: base-select` the page draws the list itself. The picker of a date would be such a window too, and a
    /// click on its button would do nothing that is seen: without the button the parts of the date are typed.
    private static let lists = """
        const lists = new CSSStyleSheet();
        lists.replaceSync(
            "select:not([multiple], [size]), ::picker(select) { appearance: base-select !important }"
            + "::-webkit-calendar-picker-indicator { display: none !important }");
        document.adoptedStyleSheets.push(lists);
        """
    /// The session of the page that waits for the answer to a dialog.
    private var asking: String?
    /// Much longer than any dialog; a page can make it of any length.
    private static let maximumDialogText = 2000

    /// Shows nothing before the viewer reports its size.
    init(_ window: BrowserWindow, viewer: any WindowViewer) {
        self.window = window
        self.viewer = viewer
        input = WindowInput(window.connection)
    }

    /// Handles an event that the window has already processed.
    func take(_ event: DevToolsConnection.Event) throws(FedauthError) {
        switch event.method {
        case "Page.screencastFrame":
            // Acknowledges at once: until then the browser drops further pictures, possibly the last one.
            if let number = event.parameters["sessionId"] {
                try window.connection.post("Page.screencastFrameAck", ["sessionId": number], session: event.session)
            }
            if event.session == shown, let data = event.parameters["data"]?.secret { viewer.show(picture: data) }
        case "Page.javascriptDialogClosed" where event.session == asking: close()
        case "Page.loadEventFired", "Page.frameNavigated":
            if let session = event.session, window.pages[session]?.url != nil, begun.insert(session).inserted {
                try window.connection.post("Page.resetNavigationHistory", session: session)
            }
            // No event reports the title, so it is queried. The answer arrives as an event.
            if let target = event.session.flatMap({ window.pages[$0]?.target }) {
                try window.connection.begin("Target.getTargetInfo", ["targetId": .text(target)], session: nil)
            }
        case DevToolsConnection.Event.answer:
            if let info = event.parameters["targetInfo"], let target = info["targetId"]?.text {
                titles[target] = title(info)
            }
        default: break
        }
    }

    /// Shows a dialog of a page to the viewer. Returns false for one that is none of theirs.
    func ask(_ parameters: JSONValue, session: String) -> Bool {
        // The viewer would take that of a frame for one of the page.
        guard let kind = parameters["type"]?.text.flatMap(WindowDialog.Kind.init),
            parameters["url"]?.text.flatMap(BrowserAddress.web)?.origin == window.pages[session]?.url?.origin
        else { return false }
        asking = session
        viewer.show(
            dialog: WindowDialog(
                kind, text: Self.limited(parameters["message"]), proposal: Self.limited(parameters["defaultPrompt"])))
        return true
    }

    private static func limited(_ value: JSONValue?) -> String {
        String(String.UnicodeScalarView((value?.text ?? "").unicodeScalars.prefix(maximumDialogText)))
    }

    private func close() {
        guard asking != nil else { return }
        asking = nil
        viewer.show(dialog: nil)
    }

    /// Returns the title of the page; the browser substitutes the address when there is none.
    private func title(_ info: JSONValue) -> String {
        let title = info["title"]?.text ?? ""
        let address = info["url"]?.text ?? ""
        return address.contains(title) ? "" : title.folded(to: 120)
    }

    /// Sends changes to the viewer and performs its input. Throws `cancelled`.
    func turn() throws(FedauthError) {
        try viewer.wait(for: -1, milliseconds: 0)
        try follow()
        for action in viewer.takeActions() { try perform(action) }
    }

    /// Lets the page, or a frame in another process, draw what would be separate windows.
    func prepare(_ session: String) throws(FedauthError) {
        try window.connection.post("Page.enable", session: session)
        try window.connection.post(
            "Page.addScriptToEvaluateOnNewDocument",
            ["source": .text(Self.lists), "worldName": "fedauth", "runImmediately": true], session: session)
    }

    /// Switches to the newest window: a popup, or the window below a closed popup.
    private func follow() throws(FedauthError) {
        order.removeAll { window.pages[$0] == nil }
        if let asking, window.pages[asking] == nil { close() }
        order += window.pages.keys.filter { !order.contains($0) }.sorted()
        if let newest = order.last, newest != shown {
            if let before = shown, window.pages[before] != nil {
                try window.connection.post("Page.stopScreencast", session: before)
            }
            shown = newest
            try prepare(newest)
            try window.connection.post("Page.bringToFront", session: newest)
            try show(newest)
        }
        guard let page = shown.flatMap({ window.pages[$0] }) else { return }
        let seen = WindowCaption(address: page.url, title: titles[page.target] ?? "")
        if seen != caption {
            caption = seen
            viewer.show(caption: seen)
        }
    }

    private func show(_ session: String) throws(FedauthError) {
        guard let size else { return }
        try window.connection.post(
            "Emulation.setDeviceMetricsOverride",
            [
                "width": .init(integerLiteral: size.width), "height": .init(integerLiteral: size.height),
                "deviceScaleFactor": 0, "mobile": false,
            ], session: session)
        let pixels = { (points: Int) in JSONValue(integerLiteral: Int(Double(points) * size.scale)) }
        try window.connection.post(
            "Page.startScreencast",
            [
                "format": "jpeg", "quality": .init(integerLiteral: Self.quality), "maxWidth": pixels(size.width),
                "maxHeight": pixels(size.height),
            ], session: session)
    }

    private func perform(_ action: WindowAction) throws(FedauthError) {
        switch action {
        case .cancel:
            throw FedauthError(
                .cancelled, "the sign-in was given up in the browser",
                hint: "nothing was stored; sign in again to go on")
        case .resize(let width, let height, let scale):
            size = (width, height, scale)
            if let shown { try show(shown) }
        case .answer:
            // A dialog that has closed meanwhile has no answer.
            guard let asking else { return }
            try input.perform(action, in: asking)
            close()
        case .mouse, .scroll, .key, .text, .back, .reload:
            // A page with an open dialog would take what was meant for the dialog, later.
            if let shown, shown != asking { try input.perform(action, in: shown) }
        }
    }
}
