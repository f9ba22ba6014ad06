internal import Core
internal import Secrets

/// What is said to pages: the word that a request waits for, and questions.
extension BrowserWindow {
    func letGoOn(_ request: PageRequest) throws(FedauthError) {
        try connection.post("Fetch.continueRequest", ["requestId": request.id], session: request.session)
    }

    /// - Parameter reason: one of `Network.ErrorReason`.
    func stop(_ request: PageRequest, _ reason: String) throws(FedauthError) {
        try connection.post(
            "Fetch.failRequest", ["requestId": request.id, "errorReason": .text(reason)], session: request.session)
    }

    /// Every document of a page or frame waits for our word before it is asked for; and all else that it asks of servers
    /// that an identity is bound to. That is so in frames too, which may be other processes, and workers.
    func watchRequests(of session: String) throws(FedauthError) {
        let relayed = relay?.origins.map(\.description).sorted() ?? []
        let patterns: [JSONValue] =
            [["urlPattern": "*", "resourceType": "Document"]] + relayed.map { ["urlPattern": .text($0 + "/*")] }
        try connection.post(
            "Fetch.enable", ["handleAuthRequests": true, "patterns": .array(patterns)], session: session)
        guard !relayed.isEmpty else { return }
        try connection.post(
            "Target.setAutoAttach", ["autoAttach": true, "waitForDebuggerOnStart": true, "flatten": true],
            session: session)
        // A service worker belongs to no page, and would ask by itself.
        try connection.post("Network.setBypassServiceWorker", ["bypass": true], session: session)
    }

    /// Hands a page what a server has answered. False when the browser does not take it.
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

    /// What the browser may take for an answer of many megabytes.
    private static let handOverMilliseconds: Int64 = 10_000

    /// The languages that the user wants to read, as the browser knows them.
    func languages(_ session: String) throws(FedauthError) -> String? {
        let answer = try connection.ask(
            "Runtime.evaluate", ["expression": "navigator.languages.join()", "returnByValue": true], session: session,
            within: Self.answerMilliseconds)
        guard case .result(let value) = answer else { return nil }
        return value["result"]?["value"]?.text.flatMap(RelayedFields.languages)
    }

    /// Lets the browser's own dialog ask.
    func askInBrowser(_ request: PageRequest) throws(FedauthError) { try answerChallenge(of: request, "Default") }

    /// Shows what the server answers to those who do not know the password.
    func refusePassword(_ request: PageRequest) throws(FedauthError) { try answerChallenge(of: request, "CancelAuth") }

    /// - Parameter response: of `Fetch.AuthChallengeResponse`.
    private func answerChallenge(of request: PageRequest, _ response: JSONValue) throws(FedauthError) {
        try connection.post(
            "Fetch.continueWithAuth", ["requestId": request.id, "authChallengeResponse": ["response": response]],
            session: request.session)
    }

    /// How far the page in a window is.
    enum State: String {
        case loading
        /// It wants a password, a code, or to be sent on: then it is no end of a sign-in.
        case asks
        case rests
    }

    /// Nil when the page does not say in time.
    func state(_ session: String) throws(FedauthError) -> State? {
        try text(Self.stateExpression, in: session).flatMap(State.init)
    }

    /// What a page asks somebody for who has to answer, in its own words; nil when it asks nobody, or does not say in time.
    func question(_ session: String) throws(FedauthError) -> String? {
        guard let words = try text(Self.questionExpression, in: session), !words.isEmpty else { return nil }
        return words.folded(to: 60)
    }

    private func text(_ expression: String, in session: String) throws(FedauthError) -> String? {
        // A world of its own: the page's scripts can neither see nor change what is asked.
        let frame = pages[session]?.target ?? ""
        let world = try askPage(
            "Page.createIsolatedWorld", ["frameId": .text(frame), "worldName": "fedauth"], session: session)
        guard case .result(let made) = world, let id = made["executionContextId"] else { return nil }
        let answer = try askPage(
            "Runtime.evaluate",
            ["expression": .text(expression), "contextId": id, "returnByValue": true], session: session)
        guard case .result(let value) = answer else { return nil }
        return value["result"]?["value"]?.text
    }

    func askPage(
        _ method: String, _ parameters: JSONValue = [:], session: String
    ) throws(FedauthError) -> DevToolsConnection.Answer {
        try connection.ask(
            method, parameters, session: session, within: Self.answerMilliseconds, yields: true)
    }

    /// What a page may take to answer us.
    private static let answerMilliseconds: Int64 = 1_000

    /// Fields for secrets that somebody can see, and messages of SAML on their way.
    private static let stateExpression = """
        document.querySelector('input[name=SAMLRequest], input[name=SAMLResponse]') ||
        [...document.querySelectorAll('input[type=password], input[autocomplete~=one-time-code]')]
            .some(field => field.getClientRects().length > 0) ? 'asks' :
        document.readyState === 'complete' ? 'rests' : 'loading'
        """

    /// The name of the first field of a login that somebody can see, and that no script has filled. Fields for text alone
    /// are none: there are searches.
    private static let questionExpression = """
        (() => {
            if (document.readyState !== 'complete') return '';
            const texts = 'form[method=post i] input:is([type=text], :not([type]))';
            const field = [...document.querySelectorAll(
                'input:is([type=password], [type=email], [autocomplete~=username], [autocomplete~=one-time-code]), ' + texts
            )].find(field => !field.value && !field.disabled && !field.readOnly && field.getClientRects().length > 0);
            if (!field) return '';
            const names = [field.labels?.[0]?.innerText, field.ariaLabel, field.placeholder, field.name, field.type];
            return names.map(name => (name || '').slice(0, 200).trim()).find(name => name) || 'text';
        })()
        """
}
