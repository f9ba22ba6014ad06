extension Lab {
    /// Returns the words of `fedauth adfs` for a party at a farm, without questions.
    ///
    /// - Parameter password: the file with the password; nil: the user's own.
    func adfs(
        _ party: String, farm: String = "plain", user: String = "ada", password: String? = nil
    ) throws -> [String] {
        [
            "adfs", try self.farm(farm).signInURL, "--realm", try self.party(party).realm, "--user", account(user),
            "--password-file", try password ?? passwordFile(of: user), "--cacert", caFile, "--no-input",
        ]
    }
}

extension Home {
    /// Signs in for a party at a farm of the lab.
    @discardableResult
    func signIn(
        adfs party: String, farm: String = "plain", user: String = "ada", _ more: [String] = []
    ) throws -> Outcome {
        let lab = try Lab.get()
        return try fedauth(
            try lab.adfs(party, farm: farm, user: user) + ["--reply", try lab.party(party).replyURL] + more)
    }

    /// Signs in at a scenario of the lab.
    @discardableResult
    func signIn(saml name: String, user: String? = nil, _ more: [String] = []) throws -> Outcome {
        let lab = try Lab.get()
        let scenario = try lab.scenario(name)
        let user = user ?? scenario.user
        return try fedauth(
            [
                "saml", scenario.start, "--finish", scenario.finish, "--user", user, "--password-file",
                try lab.passwordFile(of: user), "--cacert", lab.caFile, "--no-input",
            ] + more)
    }

    /// Returns the page that the service of a scenario protects, as curl gets it with the cookies of the session.
    func page(saml name: String) throws -> String {
        let cookies = try fedauth("export-cookies", "--format", "netscape")
        return try Lab.get().page(of: name, cookieFile: try file("cookies", cookies.text))
    }

    /// Signs in at the hostile servers, whose page `page` sets cookies, and returns the address of the page.
    @discardableResult
    func signIn(cookies page: String) throws -> String {
        let hostile = try Hostile.get()
        let url = try hostile.url("/cookies/" + page)
        let outcome = try fedauth(hostile.words(from: url, timeout: "30s"), input: hostile.password)
        guard outcome.status == 0 else { throw TestFailure("no session: \(outcome)") }
        return url
    }
}
