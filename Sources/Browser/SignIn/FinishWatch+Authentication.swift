internal import Core

/// HTTP authentication that a server demands of the browser.
extension FinishWatch {
    /// The origins that a step of the sign-in has named.
    var named: Set<Origin> { progress.named.union(request.namedOrigins) }

    /// Answers a challenge with what is known; otherwise the window asks. Only the document of a window gets a password: frames,
    /// for example of an advertisement, are not part of the sign-in.
    mutating func answer(_ challenge: PageChallenge) throws(FedauthError) {
        let document = challenge.request
        guard document.isMainFrame else {
            // In a window on a display, the user sees which server asks.
            guard isUnseen || view != nil else { return try window.askInBrowser(document) }
            reporter.detail(
                "a frame of '\(challenge.server.folded(to: 80))' asks for a name and a password, and gets none")
            return try window.refusePassword(document)
        }
        if !takesPart(document.session), isUnseen || view != nil { return try window.refusePassword(document) }
        // The server has refused what was typed, and would get it, and the form, once more.
        if isUnseen || view != nil, document.isPost, !challenge.isProxy, typing?.isBegun == true {
            return try window.refusePassword(document)
        }
        // The browser reports one scheme. A ticket, if the server offers that too, is stronger.
        if !challenge.isProxy, let origin = document.url?.origin {
            if wantsTicket(for: origin) { return }
            if isRepeated(for: origin) { return try window.refusePassword(document) }
        }
        if takesPart(document.session), let space = challenge.space,
            let load = window.pages[document.session]?.asked?.loader, let answer = try find(in: space, for: load)
        {
            window.awaited[document.session] = load
            return try window.provide(answer, to: document)
        }
        guard isUnseen || view != nil else { return try window.askInBrowser(document) }
        guard challenge.space == nil, !challenge.isProxy else { throw unanswered(challenge) }
        // No password answers this scheme: the page beside it may have another progress.
        try window.refusePassword(document)
        quiet.unanswered = unanswered(challenge)
    }

    private func find(in space: ProtectionSpace, for load: String) throws(FedauthError) -> HTTPCredentials.Answer? {
        do throws(FedauthError) {
            return try authentication.answer(in: space, to: load, named: named)
        } catch  where error.code == .inputNeeded {
            throw FedauthError(
                error.code, error.message + " (HTTP authentication)",
                hint: (error.hint.map { $0 + "; " } ?? "") + "without '--headless' the browser's window asks",
                causes: error.causes)
        }
    }

    /// Handles a redirect: it is the answer to the request before.
    mutating func takeRedirect(_ document: PageRequest) throws(FedauthError) {
        defer { awaitChallenge(to: document) }
        guard let load = document.network, window.awaited[document.session] == load,
            let before = progress.lastRequests[document.session]?.url
        else { return }
        window.awaited[document.session] = nil
        try authentication.take(Response(status: 302, url: before), to: load)
    }

    private func unanswered(_ challenge: PageChallenge) -> FedauthError {
        let place = (challenge.isProxy ? "the proxy " : "") + "'\(challenge.server.folded(to: 80))'"
        let message = "\(place) asks for a name and a password by HTTP authentication"
        guard view == nil else {
            return FedauthError(
                .noPresenter, message,
                hint: "that question is not part of the page, and cannot be shown elsewhere: "
                    + (challenge.space == nil ? "" : "'--user NAME' and '--password-file FILE' answer it; ")
                    + "'--presenter chromium' on a machine with a display asks it; 'fedauth basic' answers it")
        }
        return FedauthError(.inputNeeded, message, hint: "leave out '--headless': the browser's window asks")
    }
}
