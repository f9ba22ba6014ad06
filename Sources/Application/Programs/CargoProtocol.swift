import Core

/// What cargo asks a credential provider: questions and answers are JSON, a line each (The Cargo Book, "Credential Provider
/// Protocol", version 1).
enum CargoProtocol {
    static let row = CredentialProtocol(
        name: "cargo", speakers: "cargo",
        setting: """
            # ~/.cargo/config.toml; without PROFILE it is the session with the server, or the token of cargo login
            [registries.NAME]
            index = "sparse+https://registry.example.org/index/"
            credential-provider = ["cargo-credential-fedauth", "PROFILE"]
            """,
        links: ["cargo-credential-fedauth"], programs: ["cargo"], places: [".cargo/config.toml", ".cargo/config"],
        marks: ["cargo-credential-fedauth"], placeVariable: "CARGO_HOME/config.toml", operations: nil,
        hasOwnOptions: true, answer: answer)

    private static func answer(_ question: ProgramQuestion) throws(FedauthError) {
        guard question.words == ["--cargo-plugin"] else {
            throw question.misused("cargo", "cargo calls it as 'cargo-credential-fedauth'; see 'fedauth help cargo'")
        }
        try question.write(["v": [1]])
        while let line = try question.input.line() {
            let message = try JSONReader.parse(line, of: "stdin", failure: .usage)
            var question = question
            question.profile = message["args"]?.elements?.first?.text
            let answer: JSONValue
            do throws(FedauthError) {
                // With nothing for it, cargo goes on to its next provider.
                answer =
                    if let result = try result(of: message, question) { ["Ok": result] } else {
                        ["Err": ["kind": "not-found"]]
                    }
            } catch { answer = ["Err": mistake(error)] }
            try question.write(answer)
        }
    }

    private static let notSupported = "operation-not-supported"

    /// Returns the result; nil: there is nothing for the index.
    private static func result(of message: JSONValue, _ question: ProgramQuestion) throws(FedauthError) -> JSONValue? {
        let kind = message["kind"]?.text ?? ""
        guard message["v"]?.integer == 1, ["get", "login", "logout"].contains(kind) else {
            throw FedauthError(.usage, notSupported)
        }
        // A registry that is a git repository is git's matter.
        let index = message["registry"]?["index-url"]?.text ?? ""
        guard index.hasPrefix("sparse+") else { throw FedauthError(.usage, "url-not-supported") }
        let url = try question.address(String(index.dropFirst("sparse+".count)))
        let login = CredentialScope(.cargo, server: url.description)
        switch kind {
        case "get":
            guard let answer = try given(question, for: url, login), let secret = answer.secret else { return nil }
            // The token is the whole field; one that 'cargo login' brought is as the registry wants it.
            let token = answer.isPassword ? secret : answer.fields.first?.value ?? secret
            return .ordered([
                "kind": "get", "token": .string(token), "cache": answer.expires == nil ? "session" : "expires",
                "expiration": .time(ifAny: answer.expires), "operation_independent": true,
            ])
        case "login":
            guard let token = message["token"]?.secret, token.withBytes({ !$0.isEmpty && $0.allSatisfy { $0 > 0x1F } })
            else {
                let signIn = question.profile.map { "fedauth login \($0.shellWord)" } ?? "fedauth oauth URL"
                let name = (message["registry"]?["name"]?.text ?? "NAME").shellWord
                throw FedauthError(
                    .inputNeeded, "no token was handed over",
                    hint: "'cargo login --registry \(name) < FILE' hands one over, '\(signIn)' gets one without cargo")
            }
            try question.keep(token, for: login)
        default: try question.forget(login)
        }
        return ["kind": .text(kind)]
    }

    /// Returns what there is for the index. Why a named profile gives nothing goes to stderr, which cargo shows: after an error it would
    /// ask no other provider, and begin no 'cargo login'.
    private static func given(
        _ question: ProgramQuestion, for url: WebURL, _ login: CredentialScope
    ) throws(FedauthError) -> ProgramAnswer? {
        do throws(FedauthError) {
            if let found = try question.answer(for: url, login: login) { return found }
            if question.profile != nil { try question.check(question.session(), for: url) }
        } catch {
            guard [.notFound, .inputNeeded].contains(error.code) else { throw error }
            question.services.reporter.warning(error.whole)
        }
        return nil
    }

    private static func mistake(_ error: FedauthError) -> JSONValue {
        switch error.code {
        case .usage where [notSupported, "url-not-supported"].contains(error.message): ["kind": .text(error.message)]
        default: ["kind": "other", "message": .text(error.whole), "caused-by": []]
        }
    }
}
