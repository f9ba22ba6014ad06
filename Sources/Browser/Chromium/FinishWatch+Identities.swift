internal import Core

/// Requests to servers that an identity is bound to: they are sent by us.
extension FinishWatch {
    /// Lets a request go on, by whoever is to send it.
    mutating func letGoOn(_ asked: PageRequest) throws(FedauthError) {
        guard let relay = window.relay, let url = asked.url, relay.isFor(url) else {
            return try window.letGoOn(asked)
        }
        do throws(FedauthError) {
            let response = try relay.send(asked, to: url, deadline: request.deadline)
            try checkPassword(response, asked)
            guard try !window.answer(asked, response) else { return }
            // Most likely the page has gone on meanwhile.
            reporter.detail("the browser did not take an answer of '\(url.host)'")
            try window.stop(asked, "Failed")
        } catch {
            try window.stop(asked, "AccessDenied")
            try tell(error, of: asked, at: url)
        }
    }

    /// The browser asks for the passwords of HTTP only where it asks the server itself.
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
        guard asked.isMainFrame else {
            return reporter.detail("a part of the page was not loaded: \(error.message)")
        }
        // Somebody who sees it may try again; what is wrong with an identity is not mended in a window.
        let isMendable = [.network, .timedOut, .badAnswer].contains(error.code)
        guard isMendable && !isUnseen && way.documents > 0 else { throw error }
        // What the browser will say of it is not told again.
        if warnedOf.insert(asked.told["url"]?.text ?? url.description).inserted { reporter.warning(error.message) }
    }

    /// What the browser could not open may want to see a client certificate: then an error that says so, and what to do.
    func explained(_ error: FedauthError, at address: String) -> FedauthError {
        guard PageFailure.mayLackCertificate(error), let relay = window.relay,
            let url = BrowserAddress.web(address), url.scheme == .https, !relay.isFor(url)
        else { return error }
        return relay.demand(of: url.origin, deadline: request.deadline) ?? error
    }
}
