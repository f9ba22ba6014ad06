internal import Core

/// Answers to paused requests, and queries to pages.
extension BrowserWindow {
    func letGoOn(_ request: PageRequest) throws(FedauthError) {
        try connection.post("Fetch.continueRequest", ["requestId": request.id], session: request.session)
    }

    func stop(_ request: PageRequest, _ reason: String) throws(FedauthError) {
        try connection.post(
            "Fetch.failRequest", ["requestId": request.id, "errorReason": .text(reason)], session: request.session)
    }

    /// Pauses every request of a target that may have content, and every other request to servers with a bound identity. This
    /// also covers dedicated workers. Frames in other processes become targets before their first document is shown.
    /// Without a window, pauses all requests: one that was not paused reports no challenge, and waits for ever for an answer.
    func watchRequests(of session: String) throws(FedauthError) {
        let relayed = relay?.origins.map(\.description).sorted() ?? []
        let patterns: [JSONValue] =
            isHeadless
            ? [["urlPattern": "*"]]
            : Self.typesWithContent.map { ["urlPattern": "*", "resourceType": .text($0)] }
                + relayed.map { ["urlPattern": .text($0 + "/*")] }
        try connection.post(
            "Fetch.enable", ["handleAuthRequests": true, "patterns": .array(patterns)], session: session)
        // A service worker belongs to no page and would send requests that are not paused.
        try connection.post("Network.setBypassServiceWorker", ["bypass": true], session: session)
        try connection.post("Target.setAutoAttach", Self.attachingAll, session: session)
    }

    /// The types (`Network.ResourceType`) of requests that may have content, or fields of a script.
    private static let typesWithContent = ["Document", "XHR", "Fetch", "EventSource", "Ping"]

    /// Continues a request for a part of a page, and without a window cancels its authentication. Returns false for a
    /// document, and where an identity is bound to the server.
    func continuePart(_ event: DevToolsConnection.Event) throws(FedauthError) -> Bool {
        let isPaused = event.method == "Fetch.requestPaused"
        guard isPaused || event.method == "Fetch.authRequired", let session = event.session,
            let request = PageRequest(event.parameters, session: session, window: nil)
        else { return false }
        let type = event.parameters["resourceType"]?.text ?? ""
        if isPaused, ["Document", "XHR", "Fetch"].contains(type) { pages[session]?.sent += 1 }
        guard !request.isDocument else { return false }
        guard isPaused else {
            // In a window, the user sees which server asks.
            guard isHeadless else { return false }
            try refusePassword(request)
            return true
        }
        guard content.permits(request) else {
            try stop(request, "BlockedByClient")
            return true
        }
        if let relay, let url = request.url, relay.isFor(url) { return false }
        try letGoOn(request)
        return true
    }

    func answer(_ request: PageRequest, _ response: Response) throws(FedauthError) -> Bool {
        let answer = try connection.ask(
            "Fetch.fulfillRequest",
            [
                "requestId": request.id, "responseCode": .init(integerLiteral: response.status),
                "responseHeaders": .array(RelayedFields.entries(response)),
                "body": .string(Base64.encode(response.body)),
            ], session: request.session, within: Self.handOverMilliseconds)
        if case .result = answer { return true }
        return false
    }

    /// Time for the browser to accept an answer of many megabytes.
    private static let handOverMilliseconds: Int64 = 10_000

    /// Returns the user's preferred languages, as the browser reports them.
    func languages(_ session: String) throws(FedauthError) -> String? {
        let answer = try connection.ask(
            "Runtime.evaluate", ["expression": "navigator.languages.join()", "returnByValue": true], session: session,
            within: Self.answerMilliseconds)
        guard case .result(let value) = answer else { return nil }
        return value["result"]?["value"]?.text.flatMap(RelayedFields.languages)
    }

    func askInBrowser(_ request: PageRequest) throws(FedauthError) {
        if request.isMainFrame { hasAskedInDialog = true }
        try answerChallenge(of: request, ["response": "Default"])
    }

    func refusePassword(_ request: PageRequest) throws(FedauthError) {
        try answerChallenge(of: request, ["response": "CancelAuth"])
    }

    func provide(_ answer: HTTPCredentials.Answer, to request: PageRequest) throws(FedauthError) {
        try answerChallenge(
            of: request,
            ["response": "ProvideCredentials", "username": .text(answer.user), "password": .string(answer.password)])
    }

    /// `response` is a `Fetch.AuthChallengeResponse`.
    private func answerChallenge(of request: PageRequest, _ response: JSONValue) throws(FedauthError) {
        try connection.post(
            "Fetch.continueWithAuth", ["requestId": request.id, "authChallengeResponse": response],
            session: request.session)
    }

    func hasFrames(_ session: String) -> Bool { pages[session]?.frames.isEmpty == false }

    func sender(of request: PageRequest) throws(FedauthError) -> String? {
        let answer = try connection.ask("Page.getFrameTree", session: request.session, within: Self.answerMilliseconds)
        guard let frame = request.frame, case .result(let value) = answer, let top = value["frameTree"] else {
            return nil
        }
        var trees = [top]
        while let tree = trees.popLast() {
            if tree["frame"]?["id"]?.text == frame {
                return (tree["frame"]?["securityOrigin"]?.text).flatMap(BrowserAddress.web)?.origin.description
            }
            trees += tree["childFrames"]?.elements ?? []
        }
        return nil
    }

    /// - Parameter isSentAlways: see `DevToolsConnection.ask`.
    func input(_ session: String) throws(FedauthError) -> (any PageInput)? { try DevToolsInput(self, session) }

    func askPage(
        _ method: String, _ parameters: JSONValue = [:], session: String, isSentAlways: Bool = false
    ) throws(FedauthError) -> DevToolsConnection.Answer {
        try connection.ask(
            method, parameters, session: session, within: Self.answerMilliseconds, yields: true,
            isSentAlways: isSentAlways)
    }

    /// Time limit for a page's answer.
    private static let answerMilliseconds: Int64 = 1_000
}
