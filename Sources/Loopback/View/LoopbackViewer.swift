public import Core
public import Secrets

/// Shows a browser's window on a page at a loopback address, to the user who knows the address of the page. There is
/// one viewer at a time: the page opened last. The previous page and the command say so: an intruder is noticed.
public final class LoopbackViewer: WindowViewer {
    /// How the sign-in ended.
    public enum Ending: String, Sendable { case finished, cancelled, failed }

    /// The secret path of the page, with its slashes.
    private let path: String
    private let reporter: any Reporter
    private let clock: any WallClock
    private let random: () throws(FedauthError) -> String
    private var server: LoopbackServer?
    private var stream: ViewStream?
    /// The number of the page sent last, and of the page that shows the window.
    private var issued = 0
    private var current = 0
    private var actions: [WindowAction] = []
    private var picture: SharedSecret?
    private var caption = WindowCaption()
    private var dialog: WindowDialog?
    private var nextSign: Int64 = 0
    /// Often enough to notice that a viewer is gone, and rare enough to cost nothing.
    private static let signMilliseconds: Int64 = 5000
    /// Time for a page to show that the sign-in is over.
    private static let farewellMilliseconds: Int64 = 1000

    /// Starts to listen on a port (nil: a free one). `random` returns 128 new random bits in hexadecimal digits with
    /// each call. Throws as `LoopbackServer` does.
    public init(
        port: UInt16?, random: @escaping () throws(FedauthError) -> String, reporter: any Reporter, clock: any WallClock
    ) throws(FedauthError) {
        path = "/" + (try random()) + "/"
        (self.reporter, self.clock, self.random) = (reporter, clock, random)
        server = try LoopbackServer(port: port) { [weak self] request in
            self?.answer(request) ?? LoopbackResponse(503)
        }
    }

    /// The port that it listens on.
    public var port: UInt16 { server?.port ?? 0 }
    /// The address of the page; it gives control of the window.
    public var address: String { "http://localhost:\(port)\(path)" }

    /// Serves the viewer; see `WindowViewer`.
    public func wait(for descriptor: Int32, milliseconds: Int64) throws(FedauthError) {
        let now = clock.monotonicMilliseconds
        if now >= nextSign {
            nextSign = now + Self.signMilliseconds
            stream?.giveSign()
            server?.wakeStreams()
        }
        let end = now + milliseconds
        let known = actions.count
        repeat {
            let rest = max(0, end - clock.monotonicMilliseconds)
            let ready = try server?.turn(milliseconds: rest, watching: descriptor < 0 ? [] : [descriptor]) ?? []
            if !ready.isEmpty || actions.count > known { return }
        } while clock.monotonicMilliseconds < end
    }

    /// Returns what the viewer did since the last call.
    public func takeActions() -> [WindowAction] {
        defer { actions = [] }
        return actions
    }

    /// Sends the content of the window.
    public func show(picture: SharedSecret) {
        self.picture = picture
        stream?.show(picture: picture)
        server?.wakeStreams()
    }

    /// Sends the title and address of the window.
    public func show(caption: WindowCaption) {
        self.caption = caption
        stream?.show(caption: Self.json(caption))
        server?.wakeStreams()
    }

    /// Sends a dialog of the page, or that it is gone.
    public func show(dialog: WindowDialog?) {
        self.dialog = dialog
        stream?.show(dialog: Self.json(dialog))
        server?.wakeStreams()
    }

    private static func json(_ dialog: WindowDialog?) -> JSONValue {
        guard let dialog else { return ["dialog": .null] }
        return [
            "dialog": [
                "kind": .text(dialog.kind.rawValue), "text": .text(dialog.text), "proposal": .text(dialog.proposal),
            ]
        ]
    }

    /// Tells the page that the sign-in is over, with `words` for those without the terminal, and stops listening.
    public func end(_ ending: Ending, words: String? = nil) {
        stream?.end(with: .ordered(["end": .text(ending.rawValue), "words": .text(ifAny: words)]))
        server?.wakeStreams()
        try? server?.finishAnswers(milliseconds: Self.farewellMilliseconds)
        server = nil
    }

    private static func json(_ caption: WindowCaption) -> JSONValue {
        guard let address = caption.address else {
            return ["host": "", "scheme": "", "path": "", "secure": false, "title": .text(caption.title)]
        }
        let scheme = address.origin.scheme.rawValue + "://"
        let host = address.origin.hostAndPort
        return [
            "scheme": .text(scheme), "host": .text(host),
            "path": .text(String(address.withoutQuery.dropFirst(address.origin.description.count))),
            "secure": .bool(address.origin.scheme == .https), "title": .text(caption.title),
        ]
    }

    // MARK: Requests of the page

    private func answer(_ request: LoopbackRequest) -> LoopbackResponse {
        guard let name = name(request.path) else {
            return LoopbackResponse(404, type: "text/plain", text: "not found\n")
        }
        switch (request.method, name) {
        case ("GET", ""): return page()
        case ("GET", "window") where Self.isOfThePage(request): return window(request)
        case ("POST", "actions") where Self.isOfThePage(request): return take(request)
        default: return LoopbackResponse(404, type: "text/plain", text: "not found\n")
        }
    }

    /// Whether the page of this server sends the request, and no page of another origin, as far as the browser tells (Fetch, "Origin"
    /// header; Fetch Metadata). The address that the user's browser knows may have another port than the server.
    private static func isOfThePage(_ request: LoopbackRequest) -> Bool {
        if let site = request.header("Sec-Fetch-Site"), site != "same-origin" { return false }
        guard let origin = request.header("Origin") else { return true }
        return origin == "http://" + (request.header("Host") ?? "")
    }

    /// Returns the part of the path after the secret; nil when the secret is wrong.
    private func name(_ path: String) -> String? {
        // Compares in constant time: the time does not show how much of the secret was right.
        let given = SharedSecret(text: String(path.prefix(self.path.count)))
        return given.equals(self.path) ? String(path.dropFirst(self.path.count)) : nil
    }

    private func page() -> LoopbackResponse {
        guard let nonce = try? random() else { return LoopbackResponse(500) }
        issued += 1
        return LoopbackResponse(
            200, type: "text/html; charset=utf-8", text: ViewerPage.html(viewer: issued, nonce: nonce),
            headers: [
                ("Content-Security-Policy", ViewerPage.policy(nonce: nonce)), ("X-Frame-Options", "DENY"),
                ("Cross-Origin-Opener-Policy", "same-origin"), ("Cross-Origin-Resource-Policy", "same-origin"),
            ])
    }

    private func window(_ request: LoopbackRequest) -> LoopbackResponse {
        guard let viewer = admit(request) else { return Self.elsewhere }
        stream?.end(with: ["end": "elsewhere"])
        let fresh = ViewStream(viewer: viewer)
        fresh.show(caption: Self.json(caption))
        if let dialog { fresh.show(dialog: Self.json(dialog)) }
        if let picture { fresh.show(picture: picture) }
        stream = fresh
        server?.wakeStreams()
        return LoopbackResponse(
            200,
            headers: [("Content-Type", "application/octet-stream"), ("Cross-Origin-Resource-Policy", "same-origin")],
            body: .stream(fresh))
    }

    /// Returns the number of the viewer, if its page was sent last. Reports a change of viewer, also one that watches.
    private func admit(_ request: LoopbackRequest) -> Int? {
        guard let viewer = request.query.flatMap({ Int($0) }), viewer == issued else { return nil }
        if viewer != current && current > 0 {
            reporter.warning("another page shows the sign-in now; if it is not yours, press Ctrl-C")
        }
        current = viewer
        return viewer
    }

    /// Accepts actions as JSON only: a page of another origin cannot send it without a preflight request.
    private func take(_ request: LoopbackRequest) -> LoopbackResponse {
        guard let viewer = admit(request) else { return Self.elsewhere }
        guard request.header("Content-Type") == "application/json",
            let value = try? JSONReader.parse(request.body), let elements = value.elements
        else { return LoopbackResponse(400, type: "text/plain", text: "no actions\n") }
        for element in elements {
            if element["do"]?.text == "seen", let number = element["picture"]?.integer {
                if viewer == stream?.viewer { stream?.wasSeen(number) }
                server?.wakeStreams()
            } else if let action = WindowAction(element) {
                actions.append(action)
            } else {
                return LoopbackResponse(400, type: "text/plain", text: "no action\n")
            }
        }
        return LoopbackResponse(204)
    }

    private static var elsewhere: LoopbackResponse {
        LoopbackResponse(409, type: "text/plain", text: "shown elsewhere\n")
    }
}
