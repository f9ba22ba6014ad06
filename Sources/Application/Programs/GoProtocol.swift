import Core
import Secrets

/// What go asks a command of GOAUTH (go help goauth): first for all that it knows, then with the address and the head of an
/// answer that go cannot use.
enum GoProtocol {
    static let row = CredentialProtocol(
        name: "go", speakers: "go",
        setting: """
            go env -w GOAUTH='fedauth credential go PROFILE'
            """,
        programs: ["go"], places: [".config/go/env", "$GOAUTH"], marks: ["GOAUTH", "fedauth"], answer: answer)

    private static func answer(_ question: ProgramQuestion) throws(FedauthError) {
        guard question.words.count <= 1 else { throw question.misused("go", "it takes a profile and an address") }
        guard let word = question.words.first else {
            guard question.profile != nil else { return }
            let session = try question.session()
            return try write(question.answer(of: session, for: session.url), question)
        }
        let url = try question.address(word)
        // go also asks about addresses that are not there: it tries the folders above a module.
        let status = try question.input.line()?.withBytes { bytes in
            String(decoding: bytes, as: UTF8.self).split(separator: " ").dropFirst().first.map(String.init)
        }
        guard let status, ["401", "403"].contains(status), url.scheme == .https else { return }
        try write(question.answer(for: url), question)
    }

    private static func write(_ answer: ProgramAnswer?, _ question: ProgramQuestion) throws(FedauthError) {
        guard let answer, answer.scope.hasPrefix("https:") else { return }
        var text = Secret()
        text.append(answer.scope + "\n\n")
        for field in answer.fields {
            text.append(field.name + ": ")
            field.value.withBytes { text.append($0) }
            text.append("\n")
        }
        text.append("\n")
        try question.write(text)
    }
}
