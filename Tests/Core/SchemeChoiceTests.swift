import Support
import Testing

@testable import Core

struct SchemeChoiceTests {
    private let origin: Origin

    init() throws { origin = try WebURL("https://h/").origin }

    private func choose(
        _ fields: [String], scheme: AuthenticationScheme? = nil, realm: String? = nil, named: Bool = false
    ) throws -> [String] {
        try SchemeChoice(scheme: scheme, realm: realm, namesCredential: named)
            .challenges(Challenge.read(fields), at: origin)
            .map {
                [$0.scheme.rawValue, $0.digest?.algorithm.rawValue, $0.space.realm].compactMap { $0 }.joined(
                    separator: " ")
            }
    }

    private static let all = [
        #"Basic realm="b""#, "NTLM", #"Digest realm="d", nonce="n", qop="auth""#,
        #"Digest realm="d", nonce="n", qop="auth", algorithm=SHA-256"#, "Negotiate",
    ]

    @Test func theStrongestComesFirst() throws {
        #expect(try choose(Self.all) == ["negotiate", "digest sha-256 d", "digest md5 d", "basic b"])
        #expect(try choose(Self.all, named: true) == ["digest sha-256 d", "digest md5 d", "basic b"])
        #expect(try choose(Self.all, scheme: .negotiate, named: true) == ["negotiate"])
        #expect(try choose(Self.all, scheme: .basic) == ["basic b"])
        #expect(try choose(Self.all, realm: "b") == ["negotiate", "basic b"])
        #expect(try choose(["Negotiate"], named: true) == ["negotiate"])
        // Of several realms, the first one of the server is chosen.
        #expect(try choose([#"Basic realm="x", Basic realm="y""#]) == ["basic x", "basic y"])
    }

    @Test func whatCannotBeAnsweredIsNamed() throws {
        let unknown = failure { _ = try choose(["NTLM", "Hawk id=\"\u{1B}\"", "NTLM"]) }
        #expect(
            unknown?.code == .unknownScheme
                && unknown?.message == "'h' asks for 'NTLM', 'Hawk', which fedauth cannot answer")
        #expect(failure { _ = try choose(Self.all, scheme: .bearer) }?.code == .unknownScheme)
        #expect(failure { _ = try choose(Self.all, scheme: .basic, realm: "c") }?.code == .refused)
        #expect(failure { _ = try choose([]) }?.code == .badAnswer)
    }

    /// With a password, a missing ticket is only half of the story.
    @Test(arguments: [
        (["Negotiate", "NTLM"], true, "there is no ticket, and fedauth does not know 'NTLM' for the password"),
        (["Negotiate"], true, "there is no ticket, and the server takes no password"),
        (["Negotiate", "NTLM"], false, "there is no ticket"),
    ])
    func whatIsMissingIsNamed(_ fields: [String], _ isNamed: Bool, _ message: String) {
        let choice = SchemeChoice(scheme: nil, realm: nil, namesCredential: isNamed)
        let error = FedauthError(.noTicket, "there is no ticket", hint: "kinit")
        let explained = choice.explained(error, among: Challenge.read(fields))
        #expect(explained.message == message && explained.hint == "kinit" && explained.code == .noTicket)
        #expect(choice.explained(FedauthError(.network, "x"), among: []).message == "x")
    }

    @Test func aDigestThatIsNotKnownIsNone() {
        func digest(_ field: String) -> DigestChallenge? { Challenge.read([field]).first.flatMap(DigestChallenge.init) }
        #expect(digest(#"Digest realm="r", nonce="n""#)?.hasQuality == false)
        #expect(digest(#"Digest realm="r""#) == nil)
        #expect(digest(#"Digest realm="r", nonce="n", qop="auth-int""#) == nil)
        #expect(digest(#"Digest realm="r", nonce="n", algorithm=SHA-512-256, qop="auth""#) == nil)
        #expect(digest(#"Digest realm="r", nonce="n", algorithm=-sess, qop="auth""#) == nil)
        #expect(
            digest(#"Digest nonce="n", algorithm=sha-256-SESS, qop="auth-int,auth", userhash=TRUE, stale=true"#)?
                .isSession == true)
    }
}
