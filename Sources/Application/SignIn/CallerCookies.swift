import Core

extension Services {
    /// Creates the presenter of a sign-in, which begins with the cookies that the caller hands in.
    func presenter(
        _ signIn: SignInSettings, over network: Network, answers: LoginCredentials
    ) throws(FedauthError) -> any Presenter {
        let presenter = try self.presenter(signIn.wantedPresenter, over: network, answers: answers)
        guard let path = signIn.cookies else { return presenter }
        if signIn.wantedPresenter == .ours(.open) {
            reporter.warning("'--cookies' changes nothing: your own browser shows the login")
            return presenter
        }
        let suffixes = network.agent.suffixes
        // A browser has the cookies of all servers: only those of hosts that the user names are read.
        let hosts = network.agent.policy.allowedHosts.filter { !$0.hasPrefix("*") }
        return PresenterWithCookies(presenter, clock: clock) { () throws(FedauthError) in
            try self.jar(of: path, hosts, suffixes)
        }
    }

    private func jar(
        of path: String, _ hosts: [String], _ suffixes: any PublicSuffixes
    ) throws(FedauthError) -> CookieJar {
        let name = path == "-" ? "stdin" : path
        let file: CookieFile
        if let cookies = try browserCookies(of: path, hosts: hosts) {
            file = CookieFile(cookies.found, unopened: cookies.left, suffixes: suffixes, now: clock.now)
        } else {
            let content = try self.content(of: path, limit: 4 << 20)
            file = try CookieFile(content, name: name, suffixes: suffixes, now: clock.now)
        }
        for refusal in file.refusals.prefix(10) { reporter.warning("'\(name.folded(to: 100))': left out: \(refusal)") }
        if file.refusals.count > 10 {
            reporter.warning("'\(name.folded(to: 100))': \(file.refusals.count - 10) more cookies are left out")
        }
        if file.jar.isEmpty { reporter.warning("'\(name.folded(to: 100))' has no cookie that can be sent") }
        return file.jar
    }
}

/// Hands the caller's cookies to another presenter. They are read when the login is shown.
final class PresenterWithCookies: Presenter {
    private let presenter: any Presenter
    private let clock: any WallClock
    private let jar: () throws(FedauthError) -> CookieJar

    init(_ presenter: any Presenter, clock: any WallClock, jar: @escaping () throws(FedauthError) -> CookieJar) {
        (self.presenter, self.clock, self.jar) = (presenter, clock, jar)
    }

    var name: String { presenter.name }

    func present(_ request: PresentationRequest) throws(FedauthError) -> Presentation {
        var request = request
        // Most files do not tell which of the servers of a host has set a cookie: it is meant for those of the sign-in.
        let origins = [request.finish.url.origin, request.start.url.origin]
        for var cookie in try jar().cookies {
            let isKnown = cookie.setBy.scheme != .https || cookie.setBy.port != 443
            if !isKnown, let origin = origins.first(where: cookie.mayBeSet) { cookie.setBy = origin }
            request.jar.insert(cookie, now: clock.now)
        }
        return try presenter.present(request)
    }
}
