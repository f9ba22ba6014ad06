internal import Core

/// Translates DevTools events into page events.
extension BrowserWindow {
    /// Waits so long for the next event; nil: nothing relevant. A page that changes documents faster than fedauth can
    /// subscribe to its new process sends no event. Therefore, after a quiet time, the pages are queried.
    func event(within milliseconds: Int64) throws(FedauthError) -> PageEvent? {
        if let event = try connection.event(within: milliseconds) {
            // Screencast frames do not count: they say nothing about navigation.
            if !WindowView.events.contains(event.method) { quietSince = clock.monotonicMilliseconds }
            let understood = try understand(event)
            try view?.take(event)
            try passkeys?.take(event)
            return understood
        }
        guard clock.monotonicMilliseconds - quietSince >= milliseconds else { return nil }
        quietSince = clock.monotonicMilliseconds
        for (session, page) in pages {
            let answer = try askPage("Page.getFrameTree", session: session)
            guard case .result(let value) = answer, let frame = value["frameTree"]?["frame"] else { continue }
            let isKnown = frame["loaderId"]?.text == page.loader && BrowserAddress.web(Self.address(frame)) == page.url
            // An event may have arrived meanwhile.
            if isKnown || pages[session]?.loader != page.loader { continue }
            if let event = committed(frame, session, isUntold: true) { return event }
        }
        return nil
    }

    private static func address(_ frame: JSONValue) -> String {
        (frame["url"]?.text ?? "") + (frame["urlFragment"]?.text ?? "")
    }

    func understand(_ event: DevToolsConnection.Event) throws(FedauthError) -> PageEvent? {
        if event.method == "Target.attachedToTarget" {
            try attach(event.parameters)
            return nil
        }
        if event.method == "Target.detachedFromTarget" {
            let session = event.parameters["sessionId"]?.text
            if let session { parts.remove(session) }
            return session.flatMap { pages.removeValue(forKey: $0) == nil ? nil : .closes(session: $0) }
        }
        if event.method == DevToolsConnection.Event.answer {
            guard let words = event.parameters["errorText"]?.text, !PageFailure.isAbandoned(words) else { return nil }
            let address = pages.values.compactMap(\.asked?.address).first ?? ""
            return .fails(PageFailure.error(words, at: address), address: address)
        }
        guard let session = event.session else { return nil }
        if parts.contains(session) { return paused(event.method, event.parameters, session, nil) }
        guard let page = pages[session] else { return nil }
        return try understand(event.method, event.parameters, page, session)
    }

    private func understand(
        _ method: String, _ parameters: JSONValue, _ page: Page, _ session: String
    ) throws(FedauthError) -> PageEvent? {
        switch method {
        case "Inspector.targetCrashed": throw FedauthError(.browserFailed, "the browser's page has crashed")
        case "Page.javascriptDialogOpening":
            // A visible window asks the user itself, and a remote viewer answers later. Otherwise no user sees the dialog:
            // allows leaving the page, and answers everything else with "no".
            let isLeaving = parameters["type"]?.text == "beforeunload"
            if !isLeaving { pages[session]?.dialogs.append((parameters["message"]?.text ?? "").folded(to: 300)) }
            if isHeadless, view?.ask(parameters, session: session) != true {
                try connection.post("Page.handleJavaScriptDialog", ["accept": .bool(isLeaving)], session: session)
            }
        case "Page.frameAttached":
            if let frame = parameters["frameId"]?.text { pages[session]?.frames.insert(frame) }
        case "Page.frameDetached":
            // One that goes on in another process stays.
            guard parameters["reason"]?.text != "swap", let frame = parameters["frameId"]?.text else { break }
            pages[session]?.frames.remove(frame)
        case "Page.frameNavigated":
            let frame = parameters["frame"] ?? .null
            // The query has already reported this document.
            if frame["parentId"] == nil, frame["loaderId"]?.text == page.loader,
                BrowserAddress.web(Self.address(frame)) == page.url
            {
                return nil
            }
            return committed(frame, session)
        case "Page.navigatedWithinDocument":
            guard parameters["frameId"]?.text == page.target else { return nil }
            pages[session]?.url = parameters["url"]?.text.flatMap(BrowserAddress.web)
            return .shows(session: session)
        case "Page.loadEventFired": pages[session]?.isLoaded = true
        case "Page.downloadWillBegin":
            // Downloads in a frame, as of an advertisement, are not part of the sign-in, and denied as well.
            guard parameters["frameId"]?.text == page.target else { return nil }
            return .refusesFile(session: session, address: parameters["url"]?.text ?? "")
        case "Network.loadingFailed":
            guard let asked = page.asked, parameters["requestId"]?.text == asked.loader,
                let words = parameters["errorText"]?.text, !PageFailure.isAbandoned(words)
            else { return nil }
            pages[session]?.failed = asked.address
            return .fails(PageFailure.error(words, at: asked.address), address: asked.address)
        case "Network.responseReceivedExtraInfo": return refusesCookies(parameters, page, session)
        case Self.answerEvent:
            guard let network = parameters["requestId"]?.text, awaited[session] == network,
                let reported = parameters["response"], let url = reported["url"]?.text.flatMap(BrowserAddress.web)
            else { return nil }
            return .answers(Self.response(reported, at: url), network: network)
        case "Fetch.requestPaused":
            let event = paused(method, parameters, session, page.target)
            if case .asks(let request) = event, request.isMainFrame, let loader = parameters["networkId"]?.text {
                let address = parameters["request"]?["url"]?.text ?? ""
                let isSame = page.asked?.loader == loader
                pages[session]?.unanswered = (isSame ? page.unanswered : []) + [address]
                pages[session]?.asked = (loader, address)
                if let url = request.url { origins.insert(url.origin) }
            }
            return event
        case "Fetch.authRequired": return paused(method, parameters, session, page.target)
        default: break
        }
        return nil
    }

    /// Reports the cookies of a document's answer that the browser has refused. It does not name the address, but each request of a
    /// load has one such event.
    private func refusesCookies(_ parameters: JSONValue, _ page: Page, _ session: String) -> PageEvent? {
        guard let asked = page.asked, parameters["requestId"]?.text == asked.loader,
            let address = page.unanswered.first, let url = BrowserAddress.web(address)
        else { return nil }
        // With a password, the last one is answered again.
        if page.unanswered.count > 1 { pages[session]?.unanswered.removeFirst() }
        let fields = (parameters["blockedCookies"]?.elements ?? []).compactMap { $0["cookieLine"]?.secret }
        guard !fields.isEmpty else { return nil }
        let refused = CookieJar.refused(fields, from: url, isRefused: true, now: clock.now)
        return .refuses(cookies: refused, of: url.origin)
    }

    /// Returns the status of an answer, with the fields that a sign-in needs.
    private static func response(_ reported: JSONValue, at url: WebURL) -> Response {
        var response = Response(status: Int(reported["status"]?.integer ?? 0), url: url)
        if case .object(let fields) = reported["headers"] {
            for field in fields { response.add(field.name, field.value.text) }
        }
        return response
    }

    /// Creates an event for a request that is paused until fedauth answers.
    private func paused(_ method: String, _ parameters: JSONValue, _ session: String, _ window: String?) -> PageEvent? {
        guard let request = PageRequest(parameters, session: session, window: window) else { return nil }
        if method == "Fetch.authRequired" {
            return .asksForPassword(PageChallenge(parameters["authChallenge"], to: request))
        }
        return method == "Fetch.requestPaused" ? .asks(request) : nil
    }

    private func committed(_ frame: JSONValue, _ session: String, isUntold: Bool = false) -> PageEvent? {
        guard frame["parentId"] == nil else { return nil }
        pages[session]?.url = BrowserAddress.web(Self.address(frame))
        let origin = frame["securityOrigin"]?.text.map { BrowserAddress.web($0 + "/")?.origin }
        pages[session]?.origin = origin.flatMap(\.self)
        pages[session]?.isOpaque = origin == .some(nil)
        pages[session]?.loader = frame["loaderId"]?.text
        pages[session]?.isLoaded = isUntold
        pages[session]?.isCovered = false
        // The query may come after those of the document were attached.
        if !isUntold { pages[session]?.frames = [] }
        let sent = pages[session]?.sent ?? 0
        pages[session]?.sentBefore = sent
        guard let unreachable = frame["unreachableUrl"]?.text else { return .shows(session: session) }
        // The reason was already reported.
        guard isUntold, pages[session]?.failed != unreachable else { return nil }
        return .fails(PageFailure.error("it tells no reason", at: unreachable), address: unreachable)
    }

    private func attach(_ parameters: JSONValue) throws(FedauthError) {
        guard let session = parameters["sessionId"]?.text, let info = parameters["targetInfo"] else { return }
        let waits = parameters["waitingForDebugger"]?.bool ?? false
        let type = info["type"]?.text ?? ""
        let isFrame = type == "iframe"
        guard isFrame || type == "page" || Self.workers.contains(type),
            isFrame || context == nil || info["browserContextId"]?.text == context, let target = info["targetId"]?.text
        else {
            // The browser's own pages, and workers whose requests are those of their pages.
            if waits { try connection.post("Runtime.runIfWaitingForDebugger", session: session) }
            return
        }
        if type != "page" {
            parts.insert(session)
            if isFrame { try view?.prepare(session) }
        } else {
            pages[session] = Page(target: target)
            for domain in ["Page.enable", "Inspector.enable"] { try connection.post(domain, session: session) }
        }
        // Enabled for the reasons of failures, and for a trace; with size 0 the browser buffers no responses.
        try connection.post(
            "Network.enable",
            [
                "maxTotalBufferSize": 0, "maxResourceBufferSize": 0,
                "maxPostDataSize": .init(integerLiteral: connection.observer == nil ? 0 : BrowserTrace.postBytes),
            ], session: session)
        try watchRequests(of: session)
        if type == "page" {
            try passkeys?.leave(session, for: nil)
            try passkeys?.begin(session)
        }
        try connection.post("Runtime.runIfWaitingForDebugger", session: session)
    }

    /// The types of targets that send requests which belong to no page.
    private static let workers: Set = ["service_worker", "shared_worker"]
}
