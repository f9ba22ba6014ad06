/// What suites need that sign in by `examples/presenter`.
protocol PresenterShowing {
    var lab: Lab { get }
    var home: Home { get }
}

extension PresenterShowing {
    /// Unlike curl, Python asks the resolver for names below localhost.
    func places() -> [String] {
        [lab.idpURL, lab.spURL].flatMap { url -> [String] in
            let place = url.dropFirst("https://".count).prefix { $0 != "/" }
            return ["--resolve", "\(place):127.0.0.1"]
        }
    }

    func words(_ more: [String] = []) throws -> [String] {
        let plain = try lab.scenario("plain")
        return [
            "saml", plain.start, "--finish", plain.finish, "--cacert", lab.caFile, "--user", plain.user, "--presenter",
            "exec:\(Repository.root)/examples/presenter",
        ] + places() + more
    }
}
