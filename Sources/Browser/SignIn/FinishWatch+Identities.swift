internal import Core

/// Requests to servers with a bound identity, which fedauth sends in place of the browser.
extension FinishWatch {
    /// Continues a paused request: through the relay when an identity is bound to the server, otherwise in the browser.
    mutating func letGoOn(_ asked: PageRequest) throws(FedauthError) {
        guard let relay = window.relay, let url = asked.url, relay.isFor(url) else { return try window.letGoOn(asked) }
        do throws(FedauthError) {
            let response = try relay.send(asked, to: url, deadline: request.deadline) {
                [window] () throws(FedauthError) in
                try window.sender(of: asked)
            }
            try checkPassword(response, asked)
            guard try !window.answer(asked, response) else { return }
            // The page has probably moved on.
            reporter.detail("the browser did not accept an answer of '\(url.host)'")
            try window.stop(asked, "Failed")
        } catch {
            try window.stop(asked, "AccessDenied")
            try tell(error, of: asked, at: url)
        }
    }

    /// Throws when a relayed answer asks for an HTTP password: the browser asks only where it connects itself.
    private func checkPassword(_ response: Response, _ asked: PageRequest) throws(FedauthError) {
        guard asked.isMainFrame, response.status == 401, response.header("www-authenticate") != nil else { return }
        throw FedauthError(
            .noPresenter,
            "'\(response.url.host)' asks for a client certificate, and then for a name and a password by HTTP "
                + "authentication",
            hint: "'fedauth basic' and 'fedauth request' answer both")
    }

    private mutating func tell(_ error: FedauthError, of asked: PageRequest, at url: WebURL) throws(FedauthError) {
        if error.code == .cancelled || error.code == .inputNeeded { throw error }
        guard asked.isMainFrame else { return reporter.detail("a part of the page was not loaded: \(error.message)") }
        // In a visible window the user can retry, but not repair an identity.
        let isMendable = [.network, .timedOut, .badAnswer].contains(error.code)
        guard isMendable && !isUnseen && progress.documents > 0 else { throw error }
        // Prevents a second message when the browser reports the same failure.
        if warnedOf.insert(asked.reported["url"]?.text ?? url.description).inserted { reporter.warning(error.message) }
    }

    /// Returns why a page failed: a browser shows a page of its own for a status without content, and where the server wants a
    /// client certificate.
    func explained(_ error: FedauthError, at address: String) -> FedauthError {
        let url = BrowserAddress.web(address)
        if let answer = progress.answers.values.first(where: { $0.url.description == url?.description }),
            let failure = RenderedPage(Page(), at: answer.url, answer).failure
        {
            return failure
        }
        guard PageFailure.mayLackCertificate(error), let relay = window.relay,
            let url, url.scheme == .https, !relay.isFor(url)
        else { return error }
        return relay.demand(of: url.origin, deadline: request.deadline) ?? error
    }
}
