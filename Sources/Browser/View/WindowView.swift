internal import Core
internal import Secrets

/// Shows a browser without a display to somebody elsewhere: the newest of its windows, by the pictures that the browser
/// makes of it, and does there what the viewer does.
final class WindowView {
    private let window: BrowserWindow
    private let viewer: any WindowViewer
    private let input: WindowInput
    /// The sessions of the open windows, the newest last.
    private var order: [String] = []
    private var shown: String?
    private var size: (width: Int, height: Int, scale: Double)?
    private var titles: [String: String] = [:]
    /// Sessions whose first page is there: nobody shall go back behind it, to an empty one.
    private var begun: Set<String> = []
    private var caption = WindowCaption()
    /// Sharp enough for small letters; more would not go through a slow line.
    private static let quality = 75

    /// The events that it looks at, besides those of the window.
    static let events: Set<String> = ["Page.screencastFrame"]

    /// The list that a choice opens is a window of the browser's own, which no picture of the page has. Drawn by the page
    /// itself (`appearance: base-select`) it is part of it.
    private static let lists = """
        const lists = new CSSStyleSheet();
        lists.replaceSync(
            "select:not([multiple], [size]), ::picker(select) { appearance: base-select !important }");
        document.adoptedStyleSheets.push(lists);
        """

    /// Nothing is shown before the viewer has said how large it is.
    init(_ window: BrowserWindow, viewer: any WindowViewer) {
        self.window = window
        self.viewer = viewer
        input = WindowInput(window.connection)
    }

    /// Takes from an event, which the window has seen already, what is to be shown.
    func take(_ event: DevToolsConnection.Event) throws(FedauthError) {
        switch event.method {
        case "Page.screencastFrame":
            // At once: the browser drops pictures that come while it waits for this, the last one among them.
            if let number = event.parameters["sessionId"] {
                try window.connection.post("Page.screencastFrameAck", ["sessionId": number], session: event.session)
            }
            if event.session == shown, let data = event.parameters["data"]?.secret { viewer.show(picture: data) }
        case "Page.loadEventFired", "Page.frameNavigated":
            if let session = event.session, window.pages[session]?.url != nil, begun.insert(session).inserted {
                try window.connection.post("Page.resetNavigationHistory", session: session)
            }
            // Nobody tells a title by itself. The answer comes as an event.
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

    /// The page's own title; a browser puts the address in the place of one that is missing.
    private func title(_ info: JSONValue) -> String {
        let title = info["title"]?.text ?? ""
        let address = info["url"]?.text ?? ""
        return address.contains(title) ? "" : title.folded(to: 120)
    }

    /// Lets the viewer see what has changed, and does what it did. Throws `cancelled`.
    func turn() throws(FedauthError) {
        try viewer.wait(for: -1, milliseconds: 0)
        try follow()
        for action in viewer.takeActions() { try perform(action) }
    }

    /// Shows the newest window: a popup, or the one below a popup that was closed.
    private func follow() throws(FedauthError) {
        order.removeAll { window.pages[$0] == nil }
        order += window.pages.keys.filter { !order.contains($0) }.sorted()
        if let newest = order.last, newest != shown {
            if let before = shown, window.pages[before] != nil {
                try window.connection.post("Page.stopScreencast", session: before)
            }
            shown = newest
            try window.connection.post(
                "Page.addScriptToEvaluateOnNewDocument",
                ["source": .text(Self.lists), "worldName": "fedauth", "runImmediately": true], session: newest)
            try window.connection.post("Page.bringToFront", session: newest)
            try show(newest)
        }
        guard let page = shown.flatMap({ window.pages[$0] }) else { return }
        let seen = WindowCaption(
            address: page.url, title: titles[page.target] ?? "")
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
        case .mouse, .scroll, .key, .text, .back, .reload:
            if let shown { try input.perform(action, in: shown) }
        }
    }
}
