import Testing

/// Signs in at a farm of the lab, by default for the relying party 'bare'.
struct FederationVisit {
    let lab: Lab
    let home: Home
    let user = "ada"

    init() throws {
        lab = try Lab.get()
        home = try Home()
        // The user who runs the tests may have a ticket.
        home.environment["KRB5CCNAME"] = "FILE:/nonexistent"
    }

    /// Returns the words of a sign-in that begins at the relying party, which redirects to the farm.
    func words(_ label: String, user name: String? = nil, party: String = "bare") throws -> [String] {
        let party = try lab.party(party)
        _ = try lab.farm(label)
        return [
            "saml", try #require(party.startURL) + "?farm=" + label, "--finish", try #require(party.resourceURL),
            "--cacert", lab.caFile, "--user", name ?? lab.account(user), "--password-file",
            try lab.passwordFile(of: user),
        ]
    }

    /// Returns the words of a sign-in that begins at the farm itself.
    func wordsAtFarm(_ label: String) throws -> [String] {
        let party = try lab.party("bare")
        let query =
            "?wa=wsignin1.0&wtrealm=\(try encoded(party.realm))&wreply=\(try encoded(party.replyURL))&wctx=lab"
        var words = try words(label)
        words[1] = try lab.farm(label).signInURL + query
        return words
    }

    /// Signs in without questions.
    func signIn(
        _ label: String, user name: String? = nil, _ more: [String] = [], adding: [String: String] = [:]
    ) throws -> Outcome {
        try home.fedauth(words(label, user: name) + ["--no-input"] + more, adding: adding)
    }

    /// Signs in without a password, so that only the ticket can succeed.
    func integrated(_ words: [String], adding: [String: String]) throws -> Outcome {
        var words = words
        let place = try #require(words.firstIndex(of: "--user"))
        words.removeSubrange(place..<(place + 4))
        return try home.fedauth(words + ["--no-input"], adding: adding)
    }

    /// Expects that the relying party knows the user.
    func expectLetIn(_ outcome: Outcome, as name: String? = nil, _ place: SourceLocation = #_sourceLocation) throws {
        #expect(outcome.status == 0, "\(outcome)", sourceLocation: place)
        let resource = try #require(try lab.party("bare").resourceURL)
        let answer = try home.fedauth("request", resource, "--cacert", lab.caFile)
        #expect(answer.text.contains(#""user": "\#(name ?? user)""#), "\(answer)", sourceLocation: place)
    }

    /// Returns the requests that the farm received.
    func records(of label: String) throws -> [Lab.Record] {
        let host = try lab.farm(label).host
        return try lab.records().filter { $0.origin.contains(host) }
    }

    private func encoded(_ text: String) throws -> String {
        text.utf8.map { byte in
            let character = Character(Unicode.Scalar(byte))
            if character.isASCII && (character.isLetter || character.isNumber) { return String(character) }
            return "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }.joined()
    }
}
