import Application
@testable import Core
import Fakes
import Secrets
import Support

/// A program that asks fedauth in a `FakeWorld`, by words, variables and sessions; not by stdin.
final class ProgramScene: ResultStream {
    let world = FakeWorld()
    /// Everything that was written.
    private(set) var text = ""
    var stdoutIsTerminal: Bool { false }

    func result(_ bytes: UnsafeRawBufferPointer) throws(FedauthError) { text += String(decoding: bytes, as: UTF8.self) }

    /// Asks by a protocol, and returns what was written.
    @discardableResult
    func ask(
        _ name: String, _ words: String..., all: [String] = [], profile: String? = nil,
        _ change: (inout ProgramQuestion) -> Void = { _ in }
    ) throws -> String {
        let words = words + all
        text = ""
        var question = ProgramQuestion(world.services, to: self)
        question.words = words
        question.profile = profile
        question.signIn.signsIn = false
        change(&question)
        guard let row = CredentialProtocol.named(name) else { throw FedauthError(.other, "no such protocol") }
        try row.answer(question)
        return text
    }

    /// Stores a session that is a bearer token, and ends after these seconds.
    func token(
        _ name: String, at url: String, _ value: String = "t0ken", seconds: Int64 = 3600, idToken: String? = nil
    ) throws {
        try world.session(name, at: url) { session in
            session.result = .token
            session.expires = session.obtained.adding(seconds: seconds)
            session.token = SessionToken(
                kind: .bearer, value: SharedSecret(text: value), expires: session.expires)
            guard let idToken else { return }
            session.token?.oauth = OAuthRecord(issuer: "https://id.example.org", client: "c")
            session.token?.oauth?.take(idToken: SharedSecret(text: idToken))
        }
    }
}
