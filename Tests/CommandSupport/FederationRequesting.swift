import Testing

/// What suites need that sign in to the lab's farms by profiles.
protocol FederationRequesting {
    var lab: Lab { get }
    var home: Home { get }
}

extension FederationRequesting {
    func words(_ party: String, user: String = "ada") throws -> [String] {
        [
            "--adfs", try lab.farm("plain").signInURL, "--realm", try lab.party(party).realm, "--user",
            lab.account(user), "--password-file", try lab.passwordFile(of: user),
        ]
    }

    func add(_ name: String, _ party: String, _ more: [String]) throws {
        let outcome = try home.fedauth(["profile", "add", name, "--method", "adfs"] + words(party) + more)
        #expect(outcome.status == 0, "\(outcome)")
    }

    func everlive(_ name: String) throws -> (words: [String], resource: String) {
        let base = try #require(lab.federation.everlive[name])
        return (["--active", "--exchange", "everlive", "--exchange-url", base], base + "/Users/me")
    }
}
