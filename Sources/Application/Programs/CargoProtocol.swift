import Core
import Secrets

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
        operations: nil, hasOwnOptions: true, answer: answer)

    /// The user of a token that 'cargo login' hands over.
    private static let user = "cargo"

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
                answer = ["Ok": try result(of: message, question)]
            } catch {
                answer = ["Err": mistake(error)]
            }
            try question.write(answer)
        }
    }

    private static let notSupported = "operation-not-supported"

    private static func result(
        of message: JSONValue, _ question: ProgramQuestion
    ) throws(FedauthError) -> JSONValue {
        let kind = message["kind"]?.text ?? ""
        guard message["v"]?.integer == 1, ["get", "login", "logout"].contains(kind) else {
            throw FedauthError(.usage, notSupported)
        }
        // A registry that is a git repository is git's matter.
        let index = message["registry"]?["index-url"]?.text ?? ""
        guard index.hasPrefix("sparse+") else { throw FedauthError(.usage, "url-not-supported") }
        let url = try question.address(String(index.dropFirst("sparse+".count)))
        switch kind {
        case "get":
            guard let answer = try question.answer(for: url, user: user), let secret = answer.secret else {
                throw FedauthError(.notFound, "there is nothing for '\(url.origin)'")
            }
            // The token is the whole field; one that 'cargo login' brought is as the registry wants it.
            let token = answer.isPassword ? secret : answer.fields.first?.value ?? secret
            return .ordered([
                "kind": "get", "token": .string(token), "cache": answer.expires == nil ? "session" : "expires",
                "expiration": .time(ifAny: answer.expires), "operation_independent": true,
            ])
        case "login":
            guard let token = message["token"]?.secret else {
                let name = question.profile.map { "fedauth login \($0.shellWord)" } ?? "fedauth oauth URL"
                throw FedauthError(.inputNeeded, "sign in by '\(name)', or hand over a token by 'cargo login'")
            }
            try question.keep(token, of: user, for: url)
        default: try question.forget(user, for: url)
        }
        return ["kind": .text(kind)]
    }

    private static func mistake(_ error: FedauthError) -> JSONValue {
        switch error.code {
        case .notFound: ["kind": "not-found"]
        case .usage where [notSupported, "url-not-supported"].contains(error.message): ["kind": .text(error.message)]
        default:
            [
                "kind": "other", "message": .text(error.message + (error.hint.map { "; \($0)" } ?? "")),
                "caused-by": [],
            ]
        }
    }
}
