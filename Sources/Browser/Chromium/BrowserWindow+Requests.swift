internal import Core
internal import Secrets

/// What is said to pages: the word that a request waits for, and questions.
extension BrowserWindow {
    func letGoOn(_ request: DocumentRequest) throws(FedauthError) {
        try connection.post("Fetch.continueRequest", ["requestId": request.id], session: request.session)
    }

    /// - Parameter reason: one of `Network.ErrorReason`.
    func stop(_ request: DocumentRequest, _ reason: String) throws(FedauthError) {
        try connection.post(
            "Fetch.failRequest", ["requestId": request.id, "errorReason": .text(reason)], session: request.session)
    }

    /// Lets the browser's own dialog ask.
    func askInBrowser(_ request: DocumentRequest) throws(FedauthError) {
        try connection.post(
            "Fetch.continueWithAuth",
            ["requestId": request.id, "authChallengeResponse": ["response": "Default"]], session: request.session)
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
        // A world of its own: the page's scripts can neither see nor change what is asked.
        let frame = pages[session]?.target ?? ""
        let world = try askPage(
            "Page.createIsolatedWorld", ["frameId": .text(frame), "worldName": "fedauth"], session: session)
        guard case .result(let made) = world, let id = made["executionContextId"] else { return nil }
        let answer = try askPage(
            "Runtime.evaluate",
            ["expression": .text(Self.stateExpression), "contextId": id, "returnByValue": true], session: session)
        guard case .result(let value) = answer else { return nil }
        return value["result"]?["value"]?.text.flatMap(State.init)
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
}
