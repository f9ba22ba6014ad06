public import Core
public import Secrets

/// Shows a browser's window on a page of this machine's loopback address, to the one who knows the page's address.
///
/// There is one viewer at a time: whoever opens the page last. The page of the one before says so, and so does the command:
/// somebody who looks over a shoulder is noticed.
public final class LoopbackViewer: WindowViewer {
    /// How a sign-in that was shown has ended.
    public enum Ending: String, Sendable { case finished, cancelled, failed }

    /// The path that a viewer has to know, with its slashes.
    private let path: String
    private let reporter: any Reporter
    private let clock: any WallClock
    private let random: () throws(FedauthError) -> String
    private var server: LoopbackServer?
    private var stream: ViewStream?
    /// The number of the page that was sent last, and of the one that shows the window.
    private var issued = 0
    private var current = 0
    private var actions: [WindowAction] = []
    private var picture: SharedSecret?
    private var caption = WindowCaption()
    private var nextSign: Int64 = 0
    /// Soon enough to see that a viewer is gone, seldom enough to cost nothing.
    private static let signMilliseconds: Int64 = 5000
    /// As long as a page needs to say that it is over.
    private static let farewellMilliseconds: Int64 = 1000

    /// Listens from now on.
    ///
    /// - Parameters:
    ///   - port: nil for a free one.
    ///   - random: 128 bits in hexadecimal digits, new ones with each call.
    /// Throws as `LoopbackServer` does.
    public init(
        port: UInt16?, random: @escaping () throws(FedauthError) -> String, reporter: any Reporter,
        clock: any WallClock
    ) throws(FedauthError) {
        path = "/" + (try random()) + "/"
        self.reporter = reporter
        self.clock = clock
        self.random = random
        server = try LoopbackServer(port: port) { [weak self] request in
            self?.answer(request) ?? LoopbackResponse(503)
        }
    }

    /// The port that it listens on.
    public var port: UInt16 { server?.port ?? 0 }

    /// The page's address; who knows it can work the window.
    public var address: String { "http://localhost:\(port)\(path)" }

    /// Serves whoever looks; see `WindowViewer`.
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

    /// What was done on the page since.
    public func takeActions() -> [WindowAction] {
        defer { actions = [] }
        return actions
    }

    /// Shows the window's content.
    public func show(picture: SharedSecret) {
        self.picture = picture
        stream?.show(picture: picture)
        server?.wakeStreams()
    }

    /// Shows the window's frame.
    public func show(caption: WindowCaption) {
        self.caption = caption
        stream?.show(caption: Self.json(caption))
        server?.wakeStreams()
    }

    /// Lets the page say that it is over, and listens no more.
    ///
    /// - Parameter words: what has happened, for somebody who does not see the terminal.
    public func end(_ ending: Ending, words: String? = nil) {
        var told: [JSONValue.Member] = [.init("end", .text(ending.rawValue))]
        if let words { told.append(.init("words", .text(words))) }
        stream?.end(with: .object(told))
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
}

// MARK: What a page asks for

extension LoopbackViewer {
    private func answer(_ request: LoopbackRequest) -> LoopbackResponse {
        guard let name = name(request.path) else {
            return LoopbackResponse(404, type: "text/plain", text: "not found\n")
        }
        switch (request.method, name) {
        case ("GET", ""): return page()
        case ("GET", "window"): return window(request)
        case ("POST", "actions"): return take(request)
        default: return LoopbackResponse(404, type: "text/plain", text: "not found\n")
        }
    }

    /// What follows the secret part of a path; nil for everybody who does not know it.
    private func name(_ path: String) -> String? {
        // In a time that does not depend on how much of it was guessed.
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
        if let picture { fresh.show(picture: picture) }
        stream = fresh
        server?.wakeStreams()
        return LoopbackResponse(
            200,
            headers: [("Content-Type", "application/octet-stream"), ("Cross-Origin-Resource-Policy", "same-origin")],
            body: .stream(fresh))
    }

    /// The viewer's number, when its page was sent last. Another one than before is told of, whether it looks or only acts.
    private func admit(_ request: LoopbackRequest) -> Int? {
        guard let viewer = request.query.flatMap({ Int($0) }), viewer == issued else { return nil }
        if viewer != current && current > 0 {
            reporter.warning("another page shows the sign-in now; if it is not yours, press Ctrl-C")
        }
        current = viewer
        return viewer
    }

    /// Actions come as JSON: a page of another origin cannot send that without asking first.
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
